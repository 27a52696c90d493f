/**
 * The documents credited together, so that the money of their set still adds up (money.md §1.4, §1.8): the agency
 * bears a client's credit through its sale and earnings; a fee given back is the agency's gain. Everything else
 * follows from the work and is corrected by a refinement.
 */
import { present } from '#kernel/assert.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { abs, compare, formatMoney, isNegative, isZero, neg, sum } from '#kernel/money.ts'
import { rate, units, unitsFromScaled } from '#kernel/rate.ts'
import type { RaisedLine } from '../invoices/raised-set.rules.ts'
import { tax } from '../invoices/vat.rules.ts'
import { amountLine } from '../invoices/work-lines.rules.ts'
import type { InvoiceType } from '../shared/invoice-types.rules.ts'
import { isClientFacing, isResale, legOf } from '../shared/invoice-types.rules.ts'
import type { CreditAsked, CreditableLine } from './credit.rules.ts'
import { creditLines } from './credit.rules.ts'

/** A document of the set as these rules need it. */
export type Correctable = {
  readonly id: string
  readonly type: InvoiceType
  readonly is_credit_note: boolean
  readonly lines: readonly CreditableLine[]
  readonly left: Money
}

export type CorrectionOf<D> = {
  readonly type: InvoiceType
  readonly parent: D | null
  readonly lines: readonly RaisedLine[]
}

/** A document can be credited alone when the agency's money changes with it. */
export function isCreditedAlone(type: InvoiceType): boolean {
  return isClientFacing(type) || legOf(type) === 'fee'
}

/** Single documents (money.md §1.5, last line). */
const single_kinds: readonly string[] = ['sales_invoice', 'purchase_ledger', 'adhoc_fee']

export function isSingle(generated_for: string): boolean {
  return single_kinds.includes(generated_for)
}

/** The agency's earnings of a set. */
export function isEarnings({ type }: Pick<Correctable, 'type'>): boolean {
  return type === 'agency_earnings'
}

/** An older single document without the agency's share is credited alone. */
export function singleCorrection<D extends Correctable>(
  currency: CurrencyCode,
  parent: D,
  asked: CreditAsked,
): CorrectionOf<D>[] {
  return [{ type: parent.type, parent, lines: creditLines(currency, parent.lines, asked) }]
}

/** The documents of a credit of one document of a set. @throws invalid for more than is left */
export function correctionsOf<D extends Correctable>(
  currency: CurrencyCode,
  documents: readonly D[],
  document: D,
  asked: CreditAsked,
): CorrectionOf<D>[] {
  const lines = creditLines(currency, document.lines, asked)
  const total = sum(
    currency,
    lines.map((line) => line.total_amount),
  )
  const note = { type: document.type, parent: document, lines }
  if (!isClientFacing(document.type)) return [note, ...earningsCorrections(currency, documents, neg(total))]
  const resale = resaleOf(documents, document)
  if (!resale) return [note, ...earningsCorrections(currency, documents, total)]
  const mirror = mirrored(currency, resale, lines)
  const change = sum(
    currency,
    mirror.map((line) => line.total_amount),
  )
  return [
    { type: resale.type, parent: resale, lines: mirror },
    note,
    ...earningsCorrections(currency, documents, change),
  ]
}

/** The sale behind a client's document: after a reversed credit there are two of each, numbered alike. */
function resaleOf<D extends Correctable>(documents: readonly D[], document: D): D | undefined {
  const issued = documents.filter((one) => !one.is_credit_note)
  const at = issued.filter((one) => one.type === document.type).indexOf(document)
  return issued.filter((one) => isResale(one.type))[at]
}

/** Documents 2 and 2i are sold on line by line: the client's net, with the VAT of the sale (money.md §1.5). */
function mirrored(currency: CurrencyCode, resale: Correctable, lines: readonly RaisedLine[]): RaisedLine[] {
  return lines.flatMap((line) => {
    const own = present(
      resale.lines.find((one) => one.position === line.position),
      'the line of the sale behind a line of the client',
    )
    // At one rate both round alike, whatever was credited of them before.
    if (own.tax_rate === line.tax_rate) return [{ ...line, tax_type: own.tax_type }]
    if (isZero(line.amount)) return []
    const net = neg(line.amount)
    return creditLines(currency, resale.lines, { kind: 'lines', lines: [{ position: own.position, net }] })
  })
}

/** The change of the agency's earnings: a credit as far as earnings go, beyond it a debit (§1.4). */
export function earningsCorrections<D extends Correctable>(
  currency: CurrencyCode,
  documents: readonly D[],
  change: Money,
): CorrectionOf<D>[] {
  if (isZero(change)) return []
  const type = 'agency_earnings' as const
  const parent = isNegative(change)
    ? documents.find((one) => one.type === type && !one.is_credit_note && compare(one.left, neg(change)) >= 0)
    : undefined
  if (!parent) return [{ type, parent: null, lines: [earningsLine(change)] }]
  return [
    { type, parent, lines: creditLines(currency, parent.lines, { kind: 'amount', gross: neg(change) }) },
  ]
}

/** A debit reads as minus one unit, so that its price is the deducted amount. */
function earningsLine(change: Money): RaisedLine {
  const line = amountLine(1, 'Agency earnings, corrected', change, tax('outside_scope'))
  if (!isNegative(change)) return line
  return { ...line, units: units('-1'), rate: rate(formatMoney(abs(change))) }
}

/** Everything that is left of a set, so that set and credits sum to zero for every type (identity 5). */
export function wholeCorrections<D extends Correctable>(
  currency: CurrencyCode,
  documents: readonly D[],
): CorrectionOf<D>[] {
  return documents
    .filter((document) => !document.is_credit_note)
    .map((parent) => ({
      type: parent.type,
      parent,
      lines: creditLines(currency, parent.lines, { kind: 'whole' }),
    }))
    .filter((correction) => correction.lines.length > 0)
}

/** The same lines the other way round, as a document of its own. */
export const reversalOf = <D extends Correctable>({ type, lines }: D): CorrectionOf<D> => ({
  type,
  parent: null,
  lines: lines.map(({ credited_amount: _net, credited_tax: _tax, ...line }) => ({
    ...line,
    units: unitsFromScaled(-line.units),
    amount: neg(line.amount),
    tax_amount: neg(line.tax_amount),
    total_amount: neg(line.total_amount),
  })),
})
