/** Which column of the file is what, where the headers do not say it themselves. */
import { useState } from 'react'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'
import type { ImportData } from './import.hook.ts'
import { mappingFault, missingColumns } from './import-columns.rules.ts'
import { filledColumns, type ImportShape } from './import-shape.rules.ts'

export function ImportColumns({
  row,
  shape,
  onClose,
}: {
  row: ImportData
  shape: ImportShape
  /** Null where there is nothing to go back to. */
  onClose: (() => void) | null
}) {
  const [mapping, setMapping] = useState(row.mapping)
  const map = useAction<{ id: string }>('platform.import.map', { success: false })
  const columns = filledColumns(shape)
  const missing = missingColumns(shape, mapping)
  const fault =
    mappingFault(shape, row.columns.length, mapping) ??
    (missing.length > 0 ? `Still needed: ${missing.map(({ header }) => header).join(', ')}` : null)
  const options = columns.map(({ field, header, required }) => ({
    value: field,
    label: required ? `${header} *` : header,
  }))
  const submit = async () => {
    if ((await map.run({ id: row.id, mapping })) !== undefined) onClose?.()
  }
  return (
    <Card title="Which column is what" flush className="max-w-200">
      <p className="border-b px-3 py-2 text-12 text-n11">
        The first row of the file is read as its headers. Nothing is changed by your choice.
      </p>
      <div className="scroll-quiet overflow-x-auto">
        <Table>
          <thead>
            <tr>
              <Th>In the file</Th>
              <Th>In Stint</Th>
            </tr>
          </thead>
          <tbody>
            {row.columns.map((header, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file are where they are.
              <tr key={at}>
                <Td className="max-w-60 truncate">{header || `Column ${at + 1}`}</Td>
                <Td className="py-1">
                  <Select
                    hideLabel
                    label={`Field for ${header || `column ${at + 1}`}`}
                    value={mapping[at] ?? ''}
                    placeholder="Not imported"
                    onChange={(field) =>
                      setMapping((now) => now.map((one, i) => (i === at ? field || null : one)))
                    }
                    options={options}
                  />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 p-3">
        <p aria-live="polite" className="min-w-0 flex-1 text-12 text-n11">
          {map.errors.mapping ?? fault ?? 'Your choice is remembered for files with these headers.'}
        </p>
        {onClose && <Button onClick={onClose}>Back</Button>}
        <Button tone="primary" busy={map.busy} disabledReason={fault} onClick={() => void submit()}>
          Check the rows
        </Button>
      </div>
    </Card>
  )
}
