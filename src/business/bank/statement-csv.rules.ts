/** A statement as CSV, read by the column map of its account: columns, date order, sign of the money. Pure. */
import { parse } from 'csv-parse/sync'
import type { Day } from '#kernel/day.ts'
import { parseDay } from '#kernel/day.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { abs, add, equals, isZero, neg, parseMoney, sub, zero } from '#kernel/money.ts'
import { type CsvDateFormat, csv_date_formats } from './csv-date.rules.ts'
import type { LineFault, Statement, StatementLine } from './statement.rules.ts'
import { cut_off, lineText, reference_max, StatementFault } from './statement.rules.ts'

/** Columns are named as the first row of the file names them. */
export type CsvMap = {
  readonly date_column: string
  readonly date_format: CsvDateFormat
  /** One column with a sign, or one for money in and one for money out. */
  readonly amount_column: string | null
  readonly in_column: string | null
  readonly out_column: string | null
  /** Whether an amount without a sign came in or went out: `C` or `D`, `CR` or `DR`, `Credit` or `Debit`. */
  readonly mark_column: string | null
  /** Joined in this order. */
  readonly reference_columns: readonly string[]
  readonly counterparty_column: string | null
  readonly bank_id_column: string | null
  readonly balance_column: string | null
}

export type CsvTable = { readonly columns: readonly string[]; readonly rows: readonly CsvRow[] }
type CsvRow = { readonly line: number; readonly cells: Readonly<Record<string, string>> }

/** @throws StatementFault for a file that is cut off, or is no table */
export function readTable(file: string): CsvTable {
  const { text, skipped } = fromHeader(file.replace(/^\uFEFF/, ''))
  const first = text.split(/\r?\n/, 1)[0] ?? ''
  const counts = delimiters.map((sign) => [sign, first.split(sign).length] as const)
  const [delimiter, width] = counts.reduce((a, b) => (b[1] > a[1] ? b : a))
  if (width < 2) throw new StatementFault('The file is no table: its first row names fewer than two columns')
  let records: { record: string[]; info: { lines: number } }[]
  try {
    records = parse(text, {
      delimiter,
      bom: true,
      info: true,
      trim: true,
      skip_empty_lines: true,
      max_record_size: 100_000,
    }) as unknown as typeof records // `info` makes records of this shape; the library's types do not say so.
  } catch (error) {
    const { code = '', lines } = error as { code?: string; lines?: number } // As csv-parse throws.
    const is_cut = ['CSV_QUOTE_NOT_CLOSED', 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH'].includes(code)
    const at = lines === undefined ? '' : ` (line ${lines + skipped})`
    throw new StatementFault(is_cut ? `${cut_off}${at}` : `The file is no readable CSV${at}`)
  }
  const [head, ...rows] = records
  const columns = uniqueNames(head?.record ?? [])
  return {
    columns,
    rows: rows.map(({ record, info }) => ({
      line: info.lines + skipped,
      cells: Object.fromEntries(columns.map((name, at) => [name, record[at] ?? ''])),
    })),
  }
}

const delimiters = [',', ';', '\t'] as const
const header_within = 30

/**
 * The text from its header row on: some banks write account and balances above it. The header is the first row with a
 * date and an amount column, else the first row.
 */
function fromHeader(text: string): { text: string; skipped: number } {
  const rows = text.split('\n')
  const isHeader = (row: string) => {
    const names = row.split(/[,;\t]/).map((name) => name.replace(/["\r]/g, '').trim())
    const names_any = (...forms: readonly RegExp[]) =>
      names.some((name) => !/\d/.test(name) && forms.some((form) => form.test(name)))
    return names.length > 2 && names_any(guesses.date) && names_any(guesses.amount, guesses.in, guesses.out)
  }
  const at = rows.slice(0, header_within).findIndex(isHeader)
  return at > 0 ? { text: rows.slice(at).join('\n'), skipped: at } : { text, skipped: 0 }
}

function uniqueNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name, at) => {
    const base = name === '' ? `Column ${at + 1}` : name.slice(0, 80)
    const times = (seen.get(base) ?? 0) + 1
    seen.set(base, times)
    return times === 1 ? base : `${base} ${times}`
  })
}

const guesses = {
  date: /date/i,
  amount: /^(amount|value|betrag)\b/i,
  in: /paid.?in|credit|money.?in|deposit|received/i,
  out: /paid.?out|debit|money.?out|withdraw/i,
  reference: /reference|description|detail|narrative|memo|remittance/i,
  counterparty: /counter|payee|payer|merchant|^name$|party/i,
  bank_id: /transaction.?id|fitid|unique|bank.?id/i,
  balance: /balance/i,
} as const

/** The likely column map, for a person to confirm; null without a date or an amount column. */
export function guessMap(table: CsvTable): CsvMap | null {
  const named = (form: RegExp) => table.columns.find((column) => form.test(column)) ?? null
  const date_column = named(guesses.date)
  const [in_column, out_column] = [named(guesses.in), named(guesses.out)]
  // One column that is named after both, `Debit/Credit`, says which of them an amount is.
  const two = in_column !== null && out_column !== null && in_column !== out_column
  const amount_column = two ? null : named(guesses.amount)
  if (date_column === null || (!two && amount_column === null)) return null
  const dates = table.rows.slice(0, 200).map((row) => row.cells[date_column] ?? '')
  // One bad date must not turn the others into another format.
  const [best] = csv_date_formats
    .map((form) => ({ form, count: dates.filter((text) => dayIn(text, form) !== null).length }))
    .sort((one, other) => other.count - one.count)
  const taken = [date_column, in_column, out_column, amount_column]
  return {
    date_column,
    date_format: best && best.count > 0 ? best.form : 'DD/MM/YYYY',
    amount_column,
    in_column: two ? in_column : null,
    out_column: two ? out_column : null,
    mark_column: amount_column === null ? null : guessMarks(table, amount_column),
    reference_columns: table.columns.filter(
      (column) => guesses.reference.test(column) && !taken.includes(column),
    ),
    counterparty_column: named(guesses.counterparty),
    bank_id_column: named(guesses.bank_id),
    balance_column: named(guesses.balance),
  }
}

/** The column that has nothing but marks of money in and out, where no amount has a sign of its own. */
function guessMarks({ columns, rows }: CsvTable, amount_column: string): string | null {
  const cells = (column: string) => rows.slice(0, 200).map((row) => row.cells[column] ?? '')
  if (rows.length === 0 || cells(amount_column).some((text) => /^[-(\u2212]|-$/.test(text.trim())))
    return null
  return (
    columns.find(
      (column) => column !== amount_column && cells(column).every((text) => markIn(text) !== null),
    ) ?? null
  )
}

const marks = {
  in: /^(c|cr|crdt|credit|in|h|haben|bij)$/i,
  out: /^(d|dr|dbit|debit|out|s|soll|af)$/i,
} as const

function markIn(text: string): 'in' | 'out' | null {
  if (marks.in.test(text.trim())) return 'in'
  return marks.out.test(text.trim()) ? 'out' : null
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

function dayIn(cell: string, form: CsvDateFormat): Day | null {
  // A time of day behind it changes nothing.
  const text = cell.replace(/[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/, '')
  const of = (year = '', month = '', date = '') =>
    parseDay(`${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
  if (form === 'YYYY-MM-DD') return parseDay(text.slice(0, 10))
  if (form === 'YYYYMMDD') {
    const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
    return year ? of(year, month, date) : null
  }
  if (form === 'DD MMM YYYY') {
    const [, date, name = '', year] = /^(\d{1,2})[ -]([A-Za-z]{3})[a-z]*[ -](\d{4}|\d{2})$/.exec(text) ?? []
    const month = months.indexOf(name.toUpperCase()) + 1
    return year && month > 0 ? of(year, String(month), date) : null
  }
  const width = form === 'DD/MM/YY' ? '2' : '4'
  const [, a, b, year] = new RegExp(`^(\\d{1,2})[/.-](\\d{1,2})[/.-](\\d{${width}})$`).exec(text) ?? []
  if (!year) return null
  return form === 'MM/DD/YYYY' ? of(year, a, b) : of(year, b, a)
}

type Decimal = '.' | ','

/** Which sign the amounts of a file have before their pence: a comma where some end so and none in a point. */
function decimalOf(cells: readonly string[]): Decimal {
  const ends = (sign: string) => cells.some((text) => new RegExp(`\\d${sign}\\d{1,2}(\\D*)$`).test(text))
  return ends(',') && !ends('\\.') ? ',' : '.'
}

/** `1,234.50`, `£12`, `(5.00)`, `-5`, `5.00-`, `5.00 DR`, `GBP 5`; with a decimal comma `1.234,50`. Null for no amount. */
function moneyIn(text: string, code: CurrencyCode, decimal: Decimal): Money | null {
  // Banks write in code pages of their own: a sign before an amount that UTF-8 does not know is the currency's.
  const bare = text
    .replace(/[£€$\s\uFFFD]/g, '')
    .replaceAll('\u2212', '-')
    .replace(code, '')
  const bracketed = /^\((.*)\)$/.exec(bare)?.[1]
  const [, behind, sign = ''] = /^([\d.,]+)(CR|DR|C|D|-|\+)$/i.exec(bare) ?? []
  const digits = bracketed ?? behind ?? bare
  const plain =
    decimal === ','
      ? digits.replace(/\.(?=\d{3}(\D|$))/g, '').replace(',', '.')
      : digits.replace(/,(?=\d{3}(\D|$))/g, '')
  try {
    const amount = parseMoney(plain.replace(/^\+/, ''), code)
    return bracketed !== undefined || /^(DR?|-)$/i.test(sign) ? neg(amount) : amount
  } catch {
    return null
  }
}

/** The lines found by the map, and a fault for each unreadable row. */
export function readCsv(table: CsvTable, map: CsvMap, code: CurrencyCode): Statement {
  for (const [field, named] of Object.entries(map)) {
    if (field === 'date_format' || named === null) continue
    const missing = [named].flat().find((column) => !table.columns.includes(column))
    if (missing !== undefined)
      throw new StatementFault(
        `The file has no column ${missing}: please look at the columns again`,
        `map.${field}`,
      )
  }
  if (map.amount_column === null && (map.in_column === null || map.out_column === null))
    throw new StatementFault(
      'Say which column is the amount, or which are money in and money out',
      'map.amount_column',
    )
  const lines: StatementLine[] = []
  const faults: LineFault[] = []
  const balances: Money[] = []
  const decimal = decimalOf(
    [map.amount_column, map.in_column, map.out_column, map.balance_column].flatMap((name) =>
      name === null ? [] : table.rows.map((row) => row.cells[name] ?? ''),
    ),
  )
  for (const { line, cells } of table.rows) {
    const cell = (name: string | null) => (name === null ? '' : (cells[name] ?? ''))
    const transaction_date = dayIn(cell(map.date_column), map.date_format)
    const amount = amountOf(cell, map, code, decimal)
    if (!transaction_date)
      faults.push({ line, message: `${cell(map.date_column) || 'Nothing'} is no ${map.date_format} date` })
    else if (typeof amount === 'string') faults.push({ line, message: amount })
    else {
      lines.push({
        line,
        transaction_date,
        amount,
        reference: lineText(map.reference_columns.map(cell).filter(Boolean).join(' '), reference_max),
        counterparty: lineText(cell(map.counterparty_column), reference_max),
        bank_id: cell(map.bank_id_column).slice(0, 80) || null,
      })
      const balance = map.balance_column === null ? null : moneyIn(cell(map.balance_column), code, decimal)
      if (balance) balances.push(balance)
    }
  }
  const ends = balances.length === lines.length ? balanceEnds(lines, balances) : null
  return {
    format: 'csv',
    account: null,
    opening: ends?.opening ?? null,
    closing: ends?.closing ?? null,
    lines,
    faults,
  }
}

function amountOf(
  cell: (name: string | null) => string,
  map: CsvMap,
  code: CurrencyCode,
  decimal: Decimal,
): Money | string {
  if (map.amount_column !== null) {
    const amount = moneyIn(cell(map.amount_column), code, decimal)
    if (!amount) return `${cell(map.amount_column) || 'Nothing'} is no amount`
    if (isZero(amount)) return 'The amount is zero'
    if (map.mark_column === null) return amount
    const mark = markIn(cell(map.mark_column))
    if (mark === null) return `${cell(map.mark_column) || 'Nothing'} says neither credit nor debit`
    return mark === 'in' ? abs(amount) : neg(abs(amount))
  }
  const [in_text, out_text] = [cell(map.in_column), cell(map.out_column)]
  const [came, went] = [in_text, out_text].map((text) =>
    text === '' ? zero(code) : moneyIn(text, code, decimal),
  )
  if (!came || !went) return `${came ? out_text : in_text} is no amount`
  // Some banks write money out as a negative number in its own column.
  const amount = sub(came, went.minor < 0 ? neg(went) : went)
  return isZero(amount) ? 'Neither money in nor money out' : amount
}

/**
 * Balances before and after the file, from the running balance of its rows, whichever end is the newest. Rows that do
 * not follow on each other are found by the check of the ends: their sum no longer leads from one to the other.
 */
function balanceEnds(
  lines: readonly StatementLine[],
  balances: readonly Money[],
): { opening: Money; closing: Money } | null {
  const [first, last] = [lines[0], lines.at(-1)]
  const [head, tail] = [balances[0], balances.at(-1)]
  if (!first || !last || !head || !tail) return null
  const rises = balances.every((balance, at) => {
    const [before, line] = [balances[at - 1], lines[at]]
    return !before || !line || equals(add(before, line.amount), balance)
  })
  const is_newest_last = rises || (lines.length > 1 && first.transaction_date < last.transaction_date)
  return is_newest_last
    ? { opening: sub(head, first.amount), closing: tail }
    : { opening: sub(tail, last.amount), closing: head }
}
