/** A statement file read for an account: the same for the preview and for the import, so that the two cannot differ. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { invalid, isStintError } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { formatMoney } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { bankLineKey } from './bank-line-key.server.ts'
import type { CashAccount } from './cash-account.server.ts'
import { cashAccount } from './cash-account.server.ts'
import { csv_date_formats } from './csv-date.rules.ts'
import type { Statement, StatementLine } from './statement.rules.ts'
import { formatOf, StatementFault, statementFault } from './statement.rules.ts'
import { readCamt } from './statement-camt.rules.ts'
import type { CsvMap, CsvTable } from './statement-csv.rules.ts'
import { guessMap, readCsv, readTable } from './statement-csv.rules.ts'
import { readMt940 } from './statement-mt940.rules.ts'
import { readOfx } from './statement-ofx.rules.ts'

const column = z
  .string()
  .trim()
  .min(1, { error: validationText.required })
  .max(80, { error: validationText.max_length(80) })

const csvMapInput = z.strictObject({
  date_column: column,
  date_format: z.enum(csv_date_formats, { error: validationText.matches }),
  amount_column: column.nullable(),
  in_column: column.nullable(),
  out_column: column.nullable(),
  // Maps that were kept before there was one have none.
  mark_column: column.nullable().default(null),
  reference_columns: z.array(column).max(8, { error: validationText.max }),
  counterparty_column: column.nullable(),
  bank_id_column: column.nullable(),
  balance_column: column.nullable(),
})

export const statementInput = z.strictObject({
  bank_account_id: z.uuid(),
  file_name: z
    .string()
    .trim()
    .min(1, { error: validationText.required })
    .max(200, { error: validationText.max_length(200) }),
  /** The text of the file in pieces: no text of an input is longer than 4,000 characters. */
  content: z
    .array(z.string({ error: validationText.matches }).max(4000, { error: validationText.max_length(4000) }))
    .min(1, { error: validationText.required })
    .max(600, { error: validationText.max }),
  /** CSV only: how to read it; the account's own map, or a guess, unless given. */
  map: csvMapInput.optional(),
})
export type StatementInput = z.infer<typeof statementInput>

export type ReadLine = StatementLine & { readonly dedupe_key: string }

export type ReadStatement = {
  readonly account: CashAccount
  readonly sha256: string
  /** Null when a CSV has no column map yet. */
  readonly statement: Statement | null
  readonly lines: readonly ReadLine[]
  readonly table: CsvTable | null
  readonly map: CsvMap | null
}

/** @throws invalid under `content` for a file that is cut off, unreadable, or of another account */
export async function readStatement(context: VerbContext, input: StatementInput): Promise<ReadStatement> {
  const account = await cashAccount(context, input.bank_account_id)
  const text = input.content.join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  const read = await parsed(context, account, text, input.map)
  const lines = read.statement === null ? [] : withKeys(read.statement.lines)
  return { account, sha256, ...read, lines: await apart(context, account.id, lines) }
}

type Parsed = Pick<ReadStatement, 'statement' | 'table' | 'map'>

async function parsed(
  context: VerbContext,
  account: CashAccount,
  text: string,
  given: CsvMap | undefined,
): Promise<Parsed> {
  const numbers = await numbersOf(context, account.id)
  const saved = given ?? (await savedMap(context, account.id))
  try {
    const read = parseText(text, account, saved, given !== undefined)
    const fault = read.statement && statementFault(read.statement, { currency: account.currency, numbers })
    if (fault) throw new StatementFault(fault)
    return read
  } catch (error) {
    if (error instanceof StatementFault) throw invalid({ [error.field]: error.message })
    // The kernel's fault of a currency or an amount becomes a fault of the file.
    if (isStintError(error)) throw invalid({ content: `The file cannot be read: ${error.message}` })
    throw error
  }
}

function parseText(text: string, account: CashAccount, saved: CsvMap | null, is_given: boolean): Parsed {
  const format = formatOf(text)
  if (format === 'ofx') return { statement: readOfx(text), table: null, map: null }
  if (format === 'camt_053') return { statement: readCamt(text), table: null, map: null }
  if (format === 'mt940') return { statement: readMt940(text), table: null, map: null }
  const table = readTable(text)
  // A saved map that does not fit this file is ignored; a map just given is reported as wrong.
  const fits = saved !== null && (is_given || mapFits(saved, table))
  const map = fits ? saved : guessMap(table)
  return { statement: map === null ? null : readCsv(table, map, account.currency), table, map }
}

const mapFits = (map: CsvMap, table: CsvTable) =>
  [
    map.date_column,
    map.amount_column,
    map.in_column,
    map.out_column,
    map.mark_column,
    ...map.reference_columns,
  ].every((name) => name === null || table.columns.includes(name))

async function numbersOf({ tx }: VerbContext, id: string): Promise<string[]> {
  const row = await tx.row<{ account_number: string | null; iban: string | null }>(
    'select account_number, iban from business.bank_account where id = $1',
    [id],
  )
  return [row?.account_number, row?.iban].flatMap((number) => number ?? [])
}

async function savedMap({ tx }: VerbContext, id: string): Promise<CsvMap | null> {
  const row = await tx.row<{ map: unknown }>(
    'select map from transaction.bank_csv_map where bank_account_id = $1',
    [id],
  )
  const map = csvMapInput.safeParse(row?.map)
  return map.success ? map.data : null
}

/** Lines that read the same are numbered, so that two equal payments of one day stay two. */
function withKeys(lines: readonly StatementLine[]): ReadLine[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const amount = formatMoney(line.amount)
    const same = JSON.stringify([
      line.bank_id,
      line.transaction_date,
      amount,
      line.reference,
      line.counterparty,
    ])
    const line_no = (seen.get(same) ?? 0) + 1
    seen.set(same, line_no)
    const bank_id = line.bank_id !== null && line_no > 1 ? `${line.bank_id}#${line_no}` : line.bank_id
    return { ...line, dedupe_key: bankLineKey({ ...line, amount, bank_id, line_no }) }
  })
}

/**
 * Some banks' ids repeat: counted again with each statement, or shared by a batch. A line whose id belongs to another
 * day or amount gets a key from all its facts.
 */
async function apart(
  { tx }: VerbContext,
  bank_account_id: string,
  lines: readonly ReadLine[],
): Promise<ReadLine[]> {
  type Row = { dedupe_key: string; transaction_date: string; amount: string }
  const rows = await tx.rows<Row>(
    `select dedupe_key, transaction_date::text, amount from transaction.bank_line
     where bank_account_id = $1 and dedupe_key = any ($2)`,
    [bank_account_id, lines.map((line) => line.dedupe_key)],
  )
  const taken = new Map(rows.map((row) => [row.dedupe_key, `${row.transaction_date} ${row.amount}`]))
  return lines.map((line) => {
    const amount = formatMoney(line.amount)
    const facts = `${line.transaction_date} ${amount}`
    const other = taken.get(line.dedupe_key)
    if (other === undefined) taken.set(line.dedupe_key, facts)
    if (other === undefined || other === facts || line.bank_id === null) return line
    const said = [line.dedupe_key, line.transaction_date, amount, line.reference, line.counterparty]
    return { ...line, dedupe_key: createHash('sha256').update(JSON.stringify(said)).digest('hex') }
  })
}
