/** A bank's statement as a file: chosen, looked over line by line, then taken in whole (experience.md, page 6). */

import { useState } from 'react'
import { countText } from '#kernel/count-text.ts'
import { pathOf } from '#web/core/place.ts'
import { useAction } from '#web/core/use-action.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Field, fieldAria } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { accountName, useOwnAccounts } from './own-accounts.hook.ts'
import { StatementColumns } from './statement-columns.form.tsx'
import type { StatementPreview } from './statement-preview.rules.ts'

interface Chosen {
  readonly file_name: string
  readonly content: readonly string[]
}

/** The file's text in pieces that an input takes; no piece ends inside a character. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let from = 0; from < text.length; ) {
    const high = /[\uD800-\uDBFF]/.test(text.charAt(from + 3999))
    const to = from + (high ? 3999 : 4000)
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces
}

const file_hint = 'CSV, OFX, camt.053 or MT940, unchanged from the bank.'

/** Statements are far smaller; a larger file is something else. */
const bytes_max = 1_500_000

export function ImportStatementPage() {
  const accounts = useOwnAccounts()
  const [account, setAccount] = useState('')
  const bank_account_id = account || (accounts.data?.[0]?.id ?? '')
  const [file, setFile] = useState<Chosen | null>(null)
  const [fault, setFault] = useState('')
  const [shown, setShown] = useState<StatementPreview | null>(null)
  const go = useGo()
  const preview = useAction<StatementPreview>('transaction.bank_statement.preview', {
    shows: ['content', 'bank_account_id'],
    success: false,
    onDone: setShown,
  })
  const take = useAction<{ new_count: number; duplicate_count: number }>(
    'transaction.bank_statement.import',
    {
      shows: ['content'],
      success: ({ new_count, duplicate_count }) =>
        `${countText(new_count, 'line')} ${new_count === 1 ? 'is' : 'are'} imported, ${duplicate_count} ${duplicate_count === 1 ? 'was' : 'were'} there already`,
      onDone: () => go.to(pathOf({ category: 'provider', path: 'transaction/auto_match' })),
    },
  )
  const look = (next: Chosen, to: string) => {
    setShown(null)
    take.clearErrors()
    void preview.run({ bank_account_id: to, ...next })
  }
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    setFault('')
    if (chosen.size > bytes_max) {
      setFault('The file is larger than 1.5 MB. Please export a shorter period')
      return
    }
    const next = { file_name: chosen.name, content: piecesOf(await chosen.text()) }
    setFile(next)
    look(next, bank_account_id)
  }
  const map = shown?.map ?? null
  const error = fault || preview.errors.content || preview.errors.bank_account_id || take.errors.content
  return (
    <>
      <PageHeader
        title="Import statement"
        back={{ to: pathOf({ category: 'provider', path: 'transaction/bank_line' }), label: 'Bank lines' }}
        actions={
          <Button onClick={() => go.to(pathOf({ category: 'provider', path: 'transaction/new_bank_line' }))}>
            New bank line
          </Button>
        }
      />
      <div className="flex max-w-280 flex-col gap-4 px-4 pb-6">
        <Card>
          <div className="grid gap-3 tablet:grid-cols-2">
            <Select
              label="Account"
              required
              value={bank_account_id}
              onChange={(id) => {
                setAccount(id)
                if (file) look(file, id)
              }}
              options={(accounts.data ?? []).map((one) => ({ value: one.id, label: accountName(one) }))}
            />
            <Field id="statement-file" label="File" required hint={file_hint} error={error}>
              <input
                {...fieldAria('statement-file', { error, hint: file_hint, required: true })}
                type="file"
                accept=".csv,.ofx,.qfx,.xml,.sta,.mt940,.940,.txt"
                className="field-input"
                // Browsers send no event for the same file name, so a new export under that name would not be read.
                onClick={(event) => {
                  if (error) event.currentTarget.value = ''
                }}
                onChange={(event) => void choose(event.target.files?.[0])}
              />
            </Field>
          </div>
        </Card>
        {shown && shown.columns.length > 0 && file && (
          <StatementColumns
            key={JSON.stringify([bank_account_id, file.file_name, shown.map])}
            preview={shown}
            file={{ bank_account_id, ...file }}
            onRead={setShown}
          />
        )}
        {shown && file && (map !== null || shown.format !== 'csv') && (
          <Preview
            preview={shown}
            busy={take.busy}
            onImport={() => void take.run({ bank_account_id, ...file, ...(map === null ? {} : { map }) })}
          />
        )}
      </div>
    </>
  )
}

const formats = { csv: 'CSV', ofx: 'OFX', camt_053: 'camt.053', mt940: 'MT940' } as const

function reasonNot(preview: StatementPreview): string | null {
  if (preview.faults.length > 0) return 'Every line must be readable'
  if (preview.line_count === preview.duplicate_count)
    return 'Every line of this statement was imported before'
  return null
}

function Preview({
  preview,
  busy,
  onImport,
}: {
  preview: StatementPreview
  busy: boolean
  onImport: () => void
}) {
  const { currency } = preview
  const fresh = preview.line_count - preview.duplicate_count
  const amount = (value: string | null) =>
    value === null ? 'Not in the file' : <Amount value={value} currency={currency} />
  return (
    <>
      <Card
        title={`${formats[preview.format]}: ${countText(preview.line_count, 'line')}, ${fresh} new`}
        actions={
          <Button tone="primary" size="sm" busy={busy} disabledReason={reasonNot(preview)} onClick={onImport}>
            Import {countText(fresh, 'line')}
          </Button>
        }
      >
        {preview.notes.map((note) => (
          <p key={note} className="mb-2 text-n11">
            {note}
          </p>
        ))}
        <PropertiesTable
          items={[
            { label: 'From', value: preview.from_date && dayText(preview.from_date) },
            { label: 'To', value: preview.to_date && dayText(preview.to_date) },
            { label: 'Opening balance', value: amount(preview.opening_balance) },
            { label: 'Closing balance', value: amount(preview.closing_balance) },
            { label: 'Money in', value: amount(preview.money_in) },
            { label: 'Money out', value: amount(preview.money_out) },
            { label: 'There already', value: String(preview.duplicate_count) },
          ]}
        />
      </Card>
      {preview.faults.length > 0 && (
        <Card title={`Lines that cannot be read: ${preview.faults.length}`}>
          <ul className="list-disc pl-5 text-red11">
            {preview.faults.map((one) => (
              <li key={one.line}>
                Line {one.line}: {one.message}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title="Lines" flush>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
        <section className="scroll-quiet overflow-x-auto" aria-label="Lines, rows" tabIndex={0}>
          <Table
            heads={[{ numeric: 'Line' }, 'Date', 'Counterparty', 'Reference', { numeric: 'Amount' }, 'State']}
          >
            {preview.lines.map((line) => (
              <tr key={line.line} className={cx(line.is_duplicate && 'text-n11')}>
                <Td numeric>{line.line}</Td>
                <Td className="whitespace-nowrap">{dayText(line.transaction_date)}</Td>
                <Td>{line.counterparty}</Td>
                <Td className="break-words">{line.reference}</Td>
                <Td numeric className="whitespace-nowrap">
                  <Amount value={line.amount} currency={currency} />
                </Td>
                <Td>
                  <Badge tone={line.is_duplicate ? 'neutral' : 'positive'}>
                    {line.is_duplicate ? 'There already' : 'New'}
                  </Badge>
                </Td>
              </tr>
            ))}
          </Table>
        </section>
        {preview.line_count > preview.lines.length && (
          <p className="p-3 text-n11">and {preview.line_count - preview.lines.length} more</p>
        )}
      </Card>
    </>
  )
}
