import { z } from 'zod'
import { formatDay } from '#kernel/day.ts'
import { formatMoney, isPositive, sum } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { bookDays } from '../parties/books-begin.server.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import type { ReadStatement } from './read-statement.server.ts'
import { readStatement, statementInput } from './read-statement.server.ts'

const shown_max = 200
const sample_max = 3

const output = z.strictObject({
  format: z.enum(['csv', 'ofx', 'camt_053', 'mt940']),
  sha256: z.string(),
  currency: z.string(),
  opening_balance: moneyText.nullable(),
  closing_balance: moneyText.nullable(),
  from_date: z.iso.date().nullable(),
  to_date: z.iso.date().nullable(),
  money_in: z.string(),
  money_out: z.string(),
  line_count: z.number(),
  duplicate_count: z.number(),
  lines: z.array(
    z.strictObject({
      line: z.number(),
      transaction_date: z.iso.date(),
      amount: moneyText,
      reference: z.string(),
      counterparty: z.string(),
      is_duplicate: z.boolean(),
    }),
  ),
  faults: z.array(z.strictObject({ line: z.number(), message: z.string() })),
  notes: z.array(z.string()),
  columns: z.array(z.string()).readonly(),
  sample: z.array(z.record(z.string(), z.string())),
  map: z
    .strictObject({
      date_column: z.string(),
      date_format: z.enum(['DD/MM/YYYY', 'YYYY-MM-DD', 'MM/DD/YYYY', 'DD MMM YYYY', 'YYYYMMDD', 'DD/MM/YY']),
      amount_column: z.string().nullable(),
      in_column: z.string().nullable(),
      out_column: z.string().nullable(),
      mark_column: z.string().nullable(),
      reference_columns: z.array(z.string()).readonly(),
      counterparty_column: z.string().nullable(),
      bank_id_column: z.string().nullable(),
      balance_column: z.string().nullable(),
    })
    .nullable(),
})

/** Shows the lines that an import of this file would store, and those stored already. Changes nothing. */
export const previewStatement = verb({
  action_id: 'transaction.bank_statement.preview',
  since: '0.1.0',
  summary: 'Shows the lines that an import of a bank statement would store',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  is_reading: true,
  input: statementInput,
  output,
  file_texts: ['content'],
  run: async (context, input) => {
    const read = await readStatement(context, input)
    const { account, statement, table } = read
    const known = await knownKeys(context, read)
    const amounts = read.lines.map((line) => line.amount)
    const days = read.lines.map((line) => line.transaction_date).sort()
    const total = (is_in: boolean) =>
      formatMoney(
        sum(
          account.currency,
          amounts.filter((amount) => isPositive(amount) === is_in),
        ),
      )
    return {
      format: statement?.format ?? 'csv',
      sha256: read.sha256,
      currency: account.currency,
      opening_balance: statement?.opening ? formatMoney(statement.opening) : null,
      closing_balance: statement?.closing ? formatMoney(statement.closing) : null,
      from_date: days[0] ?? null,
      to_date: days.at(-1) ?? null,
      money_in: total(true),
      money_out: total(false),
      line_count: read.lines.length,
      duplicate_count: read.lines.filter((line) => known.has(line.dedupe_key)).length,
      lines: read.lines.slice(0, shown_max).map((line) => ({
        line: line.line,
        transaction_date: line.transaction_date,
        amount: formatMoney(line.amount),
        reference: line.reference,
        counterparty: line.counterparty,
        is_duplicate: known.has(line.dedupe_key),
      })),
      faults: [...(statement?.faults ?? [])].slice(0, shown_max),
      notes: await notesOf(context, read),
      columns: table?.columns ?? [],
      sample: table?.rows.slice(0, sample_max).map((row) => ({ ...row.cells })) ?? [],
      map: read.map,
    }
  },
})

/** Keys of lines that are in the books of this account. */
async function knownKeys({ tx }: VerbContext, read: ReadStatement): Promise<Set<string>> {
  const rows = await tx.rows<{ dedupe_key: string }>(
    'select dedupe_key from transaction.bank_line where bank_account_id = $1 and dedupe_key = any ($2)',
    [read.account.id, read.lines.map((line) => line.dedupe_key)],
  )
  return new Set(rows.map((row) => row.dedupe_key))
}

type Last = { closing_balance: string | null; to_date: string; file_name: string }

async function notesOf(context: VerbContext, read: ReadStatement): Promise<string[]> {
  const { tx } = context
  const { statement, account } = read
  if (statement === null) return ['Say which columns hold the date and the amount']
  const notes: string[] = []
  const { books_begin, today } = await bookDays(context)
  if (read.lines.some((line) => line.transaction_date > today)) notes.push('Some lines are dated after today')
  if (read.lines.some((line) => line.transaction_date < books_begin))
    notes.push(`Some lines are before the books begin, on ${formatDay(books_begin)}`)
  const last = await tx.row<Last>(
    `select closing_balance, to_date::text, file_name from transaction.bank_statement
     where bank_account_id = $1 and deleted_at is null order by to_date desc, created_at desc limit 1`,
    [account.id],
  )
  const opening = statement.opening ? formatMoney(statement.opening) : null
  const first_day = read.lines.map((line) => line.transaction_date).sort()[0]
  if (
    last?.closing_balance &&
    opening &&
    first_day &&
    first_day > last.to_date &&
    last.closing_balance !== opening
  )
    notes.push(
      `The file does not begin where ${last.file_name} ended (${last.closing_balance}): a statement may be missing`,
    )
  if (opening === null) notes.push('The file names no balances, so a missing line would not show')
  return notes
}
