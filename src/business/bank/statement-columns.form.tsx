/** How a CSV of this bank is read: asked once an account, then remembered with it. */

import { useState } from 'react'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/inputs.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'
import { csv_date_formats } from './csv-date.rules.ts'
import type { StatementPreview } from './statement-preview.rules.ts'

/** Each a column of the file, or none. */
const columns = [
  ['amount_column', 'Amount with sign'],
  ['mark_column', 'or debit or credit mark'],
  ['in_column', 'or money in'],
  ['out_column', 'and money out'],
  ['counterparty_column', 'Counterparty'],
  ['bank_id_column', 'Line Id'],
  ['balance_column', 'Running balance'],
] as const

export function StatementColumns({
  preview,
  file,
  onRead,
}: {
  preview: StatementPreview
  /** The account and the file that are read. */
  file: object
  onRead: (preview: StatementPreview) => void
}) {
  const [open, setOpen] = useState(preview.map === null)
  const choices = preview.columns.map((name) => ({ value: name, label: name }))
  if (!open) {
    return (
      <p className="flex flex-wrap items-center gap-2 text-n11">
        The columns of this file are known.
        <Button size="sm" tone="quiet" onClick={() => setOpen(true)}>
          Change columns
        </Button>
      </p>
    )
  }
  const known = columns.map(([name]) => [name, preview.map?.[name] ?? ''])
  return (
    <VerbForm
      title="Columns of this bank"
      action_id="transaction.bank_statement.preview"
      fixed={file}
      draft={false}
      initial={{
        date_column: preview.map?.date_column ?? '',
        date_format: String(preview.map?.date_format ?? 'DD/MM/YYYY'),
        ...(Object.fromEntries(known) as Record<(typeof columns)[number][0], string>), // Every name of the list.
        reference_columns: preview.map?.reference_columns ?? [],
      }}
      fields={[
        {
          kind: 'choice',
          name: 'date_column',
          label: 'Date',
          placeholder: 'Choose',
          options: choices,
          required: true,
        },
        {
          kind: 'choice',
          name: 'date_format',
          label: 'Date format',
          options: csv_date_formats.map((form) => ({ value: form, label: form })),
        },
        ...columns.map(([name, label]) => ({
          kind: 'choice' as const,
          name,
          label,
          placeholder: 'None',
          options: choices,
        })),
        {
          kind: 'custom',
          name: 'reference_columns',
          label: 'Reference',
          render: ({ values: { reference_columns: chosen }, set }) => (
            <fieldset>
              <legend className="mb-1 text-12 font-medium text-n11">Reference, joined from</legend>
              <div className="grid gap-x-4 tablet:grid-cols-3">
                {preview.columns.map((name) => (
                  <Checkbox
                    key={name}
                    label={name}
                    checked={chosen.includes(name)}
                    onChange={(on) =>
                      set({
                        reference_columns: on ? [...chosen, name] : chosen.filter((other) => other !== name),
                      })
                    }
                  />
                ))}
              </div>
            </fieldset>
          ),
        },
      ]}
      input={(input) => ({ map: { ...Object.fromEntries(columns.map(([name]) => [name, null])), ...input } })}
      aside={() => <Sample preview={preview} />}
      submit="Use these columns"
      tone="secondary"
      success={false}
      onDone={onRead}
    />
  )
}

function Sample({ preview }: { preview: StatementPreview }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard.
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
