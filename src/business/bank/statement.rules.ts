/** A bank statement in the form common to all formats, and the checks before it is stored. Pure. */
import type { Day } from '#kernel/day.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { add, displayMoney, equals, sum } from '#kernel/money.ts'

export type StatementFormat = 'csv' | 'ofx' | 'camt_053' | 'mt940'

export type StatementLine = {
  /** Its place in the file: line of a CSV, number of the entry in other formats. */
  readonly line: number
  readonly transaction_date: Day
  /** Negative for money that went out. */
  readonly amount: Money
  readonly reference: string
  readonly counterparty: string
  /** The bank's own id of the line, where it gives one. */
  readonly bank_id: string | null
}

/** A fault of one line; any fault refuses the file. */
export type LineFault = { readonly line: number; readonly message: string }

export type Statement = {
  readonly format: StatementFormat
  /** As the file names it: an IBAN, or an account number with or without its sort code. */
  readonly account: string | null
  readonly opening: Money | null
  readonly closing: Money | null
  readonly lines: readonly StatementLine[]
  readonly faults: readonly LineFault[]
}

/** A file that cannot be read at all, or not by this map, in a sentence under the field at fault. */
export class StatementFault extends Error {
  readonly field: string
  constructor(message: string, field = 'content') {
    super(message)
    this.field = field
  }
}

/** The fault of a file whose statements do not follow on each other. */
const gap_between = 'The statements of the file do not follow on each other: one between them is missing'

export const cut_off = 'The file ends in the middle. Nothing was stored: please export it again.'
export const lines_max = 5000

/** The format of a text, by its beginning; CSV by default. */
export function formatOf(text: string): StatementFormat {
  const head = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .slice(0, 4000)
  if (/^(OFXHEADER|<OFX>|<\?OFX)/i.test(head) || /<OFX>/i.test(head)) return 'ofx'
  if (head.startsWith('<')) return 'camt_053'
  return /^(\{1:|:20:)/m.test(head) && /:(25|28C?|60[FM]):/.test(head) ? 'mt940' : 'csv'
}

type WithEnds = { readonly opening: Money | null; readonly closing: Money | null }

/**
 * Several statements of one account, oldest first: some banks write the newest first. Statements without balances
 * keep their order.
 * @throws StatementFault when one between them is missing
 */
export function inOrder<T extends WithEnds>(parts: readonly T[]): readonly T[] {
  if (parts.length < 2 || parts.some((part) => part.opening === null || part.closing === null)) return parts
  if (follow(parts)) return parts
  const reversed = parts.toReversed()
  if (!follow(reversed)) throw new StatementFault(gap_between)
  return reversed
}

function follow(parts: readonly WithEnds[]): boolean {
  return parts.every((part, at) => {
    const before = parts[at - 1]?.closing
    return !before || !part.opening || equals(before, part.opening)
  })
}

/** Collapses white space and limits the length, for storing and for the key of a line. */
export function lineText(text: string, width: number): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, width)
}

export const reference_max = 140

/** The fault of the whole statement for this account, or null. */
export function statementFault(
  statement: Statement,
  account: { readonly currency: CurrencyCode; readonly numbers: readonly string[] },
): string | null {
  const { lines, opening, closing } = statement
  if (lines.length === 0 && statement.faults.length === 0) return 'The file has no lines'
  if (lines.length > lines_max) return `A file has at most ${lines_max} lines: please import it in parts`
  const strange = [...lines.map((line) => line.amount), opening, closing].find(
    (amount) => amount !== null && amount.currency !== account.currency,
  )
  if (strange) return `The statement is in ${strange.currency}, the account in ${account.currency}`
  if (statement.account !== null && !isOfAccount(statement.account, account.numbers))
    return `The statement is of another account, ending ${statement.account.slice(-3)}`
  if (opening === null || closing === null || statement.faults.length > 0) return null
  const turnover = sum(
    account.currency,
    lines.map((line) => line.amount),
  )
  const expected = add(opening, turnover)
  return equals(expected, closing)
    ? null
    : `The lines do not lead from the opening balance of ${displayMoney(opening)} to the closing balance of ${displayMoney(closing)}, but to ${displayMoney(expected)}: part of the file is missing`
}

/** Banks write an account as IBAN, as number, or with its sort code before it, and some its currency behind it. */
function isOfAccount(named: string, numbers: readonly string[]): boolean {
  const bare = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const whole = bare(named)
  const names = [whole, whole.replace(/(?<=\d)[A-Z]{3}$/, '')]
  const known = numbers.map(bare).filter((number) => number !== '')
  return (
    known.length === 0 ||
    known.some((number) => names.some((name) => name.endsWith(number) || number.endsWith(name)))
  )
}
