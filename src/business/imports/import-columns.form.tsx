/** Maps the file's columns where their headers do not. */
import { VerbForm } from '#web/form/VerbForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { type Option, Select } from '#web/ui/inputs.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import type { ImportData } from './import.hook.ts'
import { mappingFault, missingColumns } from './import-columns.rules.ts'
import type { ImportShape } from './import-kind.rules.ts'
import { filledColumns } from './import-shape.rules.ts'

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
  const columns = filledColumns(shape)
  const faultOf = (mapping: ImportData['mapping']) => {
    const missing = missingColumns(shape, mapping)
    const needed =
      missing.length > 0 ? `Still needed: ${missing.map(({ header }) => header).join(', ')}` : null
    return mappingFault(shape, row.columns.length, mapping) ?? needed
  }
  const options = columns.map(({ field, header, required }) => ({
    value: field,
    label: required ? `${header} *` : header,
  }))
  return (
    <Card title="Match columns" className="max-w-200">
      <p className="mb-3 text-12 text-n11">The first row of the file holds the headers.</p>
      <VerbForm
        bare
        action_id="platform.import.map"
        fixed={{ id: row.id }}
        initial={{ mapping: row.mapping }}
        fields={[
          {
            kind: 'custom',
            name: 'mapping',
            label: 'Columns',
            render: ({ values: { mapping }, set }) => (
              <Columns
                headers={row.columns}
                mapping={mapping}
                options={options}
                onChange={(next) => set({ mapping: next })}
              />
            ),
          },
        ]}
        aside={({ values, errors }) => (
          <p aria-live="polite" className="text-12 text-n11">
            {errors.mapping ??
              faultOf(values.mapping) ??
              'Your choice is remembered for files with these headers.'}
          </p>
        )}
        blocked={({ mapping }) => faultOf(mapping)}
        buttons={() => onClose && <Button onClick={onClose}>Back</Button>}
        submit="Check the rows"
        success={false}
        onDone={() => onClose?.()}
      />
    </Card>
  )
}

function Columns({
  headers,
  mapping,
  options,
  onChange,
}: {
  headers: readonly string[]
  mapping: ImportData['mapping']
  options: readonly Option[]
  onChange: (mapping: ImportData['mapping']) => void
}) {
  return (
    <div className="scroll-quiet overflow-x-auto">
      <Table heads={['In the file', 'In Stint']}>
        {headers.map((header, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file are where they are.
          <tr key={at}>
            <Td className="max-w-60 truncate">{header || `Column ${at + 1}`}</Td>
            <Td className="py-1">
              <Select
                hideLabel
                label={`Field for ${header || `column ${at + 1}`}`}
                value={mapping[at] ?? ''}
                placeholder="Not imported"
                onChange={(field) => onChange(mapping.map((one, i) => (i === at ? field || null : one)))}
                options={options}
              />
            </Td>
          </tr>
        ))}
      </Table>
    </div>
  )
}
