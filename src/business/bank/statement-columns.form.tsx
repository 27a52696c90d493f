/** How a CSV of this bank is read: asked once an account, then remembered with it. */
import { useState } from 'react'
import type { FieldErrors } from '#kernel/errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox, Select } from '#web/ui/inputs.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'
import type { StatementPreview } from '../receipts/match-answers.rules.ts'
import { csv_date_formats } from './csv-date.rules.ts'
import type { CsvMap } from './statement-csv.rules.ts'

const nothing_said: CsvMap = {
  date_column: '',
  date_format: 'DD/MM/YYYY',
  amount_column: null,
  in_column: null,
  out_column: null,
  mark_column: null,
  reference_columns: [],
  counterparty_column: null,
  bank_id_column: null,
  balance_column: null,
}

export function StatementColumns({
  preview,
  errors,
  busy,
  onRead,
}: {
  preview: StatementPreview
  errors: FieldErrors
  busy: boolean
  onRead: (map: CsvMap) => void
}) {
  const [map, setMap] = useState<CsvMap>(preview.map ?? nothing_said)
  const [open, setOpen] = useState(preview.map === null)
  const set = (part: Partial<CsvMap>) => setMap((now) => ({ ...now, ...part }))
  const choices = preview.columns.map((name) => ({ value: name, label: name }))
  const one = (
    label: string,
    name:
      | 'amount_column'
      | 'in_column'
      | 'out_column'
      | 'mark_column'
      | 'counterparty_column'
      | 'bank_id_column'
      | 'balance_column',
  ) => (
    <Select
      label={label}
      value={map[name] ?? ''}
      placeholder="None"
      onChange={(value) => set({ [name]: value === '' ? null : value })}
      error={errors[`map.${name}`]}
      options={choices}
    />
  )
  if (!open) {
    return (
      <p className="flex flex-wrap items-center gap-2 text-n11">
        Read by the columns of this account.
        <Button size="sm" tone="quiet" onClick={() => setOpen(true)}>
          Change the columns
        </Button>
      </p>
    )
  }
  return (
    <Card title="Columns of this bank">
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          onRead(map)
        }}
      >
        <div className="grid gap-3 tablet:grid-cols-3">
          <Select
            label="Date"
            required
            value={map.date_column}
            placeholder="Choose"
            onChange={(date_column) => set({ date_column })}
            error={errors['map.date_column']}
            options={choices}
          />
          <Select
            label="Date format"
            value={map.date_format}
            onChange={(text) =>
              set({ date_format: csv_date_formats.find((form) => form === text) ?? 'DD/MM/YYYY' })
            }
            error={errors['map.date_format']}
            options={csv_date_formats.map((form) => ({ value: form, label: form }))}
          />
          {one('Amount with its sign', 'amount_column')}
          {one('or its mark of credit or debit', 'mark_column')}
          {one('or money in', 'in_column')}
          {one('and money out', 'out_column')}
          {one('Counterparty', 'counterparty_column')}
          {one('Id of the line', 'bank_id_column')}
          {one('Running balance', 'balance_column')}
        </div>
        <fieldset>
          <legend className="mb-1 text-12 font-medium text-n11">Reference, joined from</legend>
          <div className="grid gap-x-4 tablet:grid-cols-3">
            {preview.columns.map((name) => (
              <Checkbox
                key={name}
                label={name}
                checked={map.reference_columns.includes(name)}
                onChange={(on) =>
                  set({
                    reference_columns: on
                      ? [...map.reference_columns, name]
                      : map.reference_columns.filter((other) => other !== name),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
        <Sample preview={preview} />
        <Button type="submit" busy={busy} className="self-end">
          Read the file this way
        </Button>
      </form>
    </Card>
  )
}

function Sample({ preview }: { preview: StatementPreview }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="scroll-quiet overflow-x-auto" aria-label="First rows of the file" tabIndex={0}>
      <Table>
        <thead>
          <tr>
            {preview.columns.map((name) => (
              <Th key={name}>{name}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.sample.map((row) => (
            <tr key={JSON.stringify(row)}>
              {preview.columns.map((name) => (
                <Td key={name} className="max-w-60 truncate whitespace-nowrap">
                  {row[name]}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
