/**
 * Removed work as credits of its documents (money.md §1.8, difference). The work is raised with negative units, and
 * the result is set on the original lines.
 */
import { labelIn } from '#entity/choices.ts'
import type { Day } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { compare, displayMoney, formatMoney, isNegative, isZero, neg, sub, sum } from '#kernel/money.ts'
import { rate, units } from '#kernel/rate.ts'
import { invoice_types } from '../invoices/invoice.entity.ts'
import type { VatFacts } from '../invoices/raise.rules.ts'
import type { RaisedDocument, RaisedLine } from '../invoices/raised-set.rules.ts'
import type { SelfBillee, TaxType } from '../invoices/vat.rules.ts'
import { taxOn } from '../invoices/vat.rules.ts'
import type { InvoiceType } from '../shared/invoice-types.rules.ts'
import { isClientFacing, isSale, legOf } from '../shared/invoice-types.rules.ts'
import { isOverseas } from '../shared/place-of-supply.rules.ts'
import type { Correctable, CorrectionOf } from './correction.rules.ts'
import { earningsCorrections } from './correction.rules.ts'
import type { CreditableLine } from './credit.rules.ts'
import { leftOf } from './credit.rules.ts'

/** @throws precondition when a document has no such work left to take off */
export function lessCorrections<D extends Correctable>(
  currency: CurrencyCode,
  documents: readonly D[],
  raised: readonly RaisedDocument[],
): CorrectionOf<D>[] {
  const notes = raised
    .filter((document) => document.type !== 'agency_earnings')
    .map((document): CorrectionOf<D> => {
      const parents = documents.filter((one) => one.type === document.type && !one.is_credit_note)
      const [first] = parents
      if (!first) throw precondition(`The work was invoiced without ${labelIn(invoice_types, document.type)}`)
      // A reversed credit note owes its amount on a document of its own.
      const parent = parents.find((one) => hasLeft(one, document)) ?? first
      const on = legOf(document.type) === 'fee' ? feeOnParent : onParent
      const lines = document.lines.flatMap((line, i) => on(parent, line, i))
      return { type: document.type, parent, lines }
    })
    .filter((note) => note.lines.length > 0)
  return [...notes, ...earningsCorrections(currency, documents, agencyShare(currency, notes))]
}

/** Whether all of this can be taken off the document. */
function hasLeft(parent: Correctable, { lines }: RaisedDocument): boolean {
  return lines.every((line, i) => {
    const own = lineOf(parent, line, i)
    return own !== undefined && compare(leftOf(own).net, neg(line.amount)) >= 0
  })
}

/** The line of the original that this one is of. */
function lineOf(parent: Correctable, line: RaisedLine, at: number): CreditableLine | undefined {
  const of_rate = parent.lines.find((one) => one.rate_name === line.rate_name && one.rate === line.rate)
  // Lines without a rate are fees and on-costs, found by place; rolled-up holiday follows the rates.
  const alike = parent.lines.find((one) => one.rate_name === null && one.description === line.description)
  const by_place = line.rate_name === null ? (alike ?? parent.lines[at]) : undefined
  return of_rate ?? by_place
}

/** The line as one of the original: its number, and no more than it has left. */
function onParent(parent: Correctable, line: RaisedLine, at: number): RaisedLine {
  const own = lineOf(parent, line, at)
  if (!own)
    throw precondition(`${line.description} was not invoiced at this rate: refine the whole timesheet`)
  return withinLine(own, line)
}

/**
 * A fee that was given back is credited by no more than is left of it, perhaps nothing; the hours are still removed.
 */
function feeOnParent(parent: Correctable, line: RaisedLine, at: number): RaisedLine[] {
  const own = lineOf(parent, line, at)
  const left = own && leftOf(own)
  if (!left || compare(left.net, neg(line.amount)) >= 0) return [onParent(parent, line, at)]
  if (isZero(left.gross)) return []
  const price = rate(formatMoney(left.net))
  const [amount, tax_amount, total_amount] = [neg(left.net), neg(left.tax), neg(left.gross)]
  return [{ ...own, units: units('-1'), rate: price, amount, tax_amount, total_amount }]
}

function withinLine(own: CreditableLine, line: RaisedLine): RaisedLine {
  const left = leftOf(own)
  const net = neg(line.amount)
  if (isNegative(sub(left.net, net)))
    throw precondition(`Only ${displayMoney(left.net)} is left to credit of ${own.description}`)
  // The last penny of VAT may have gone with an earlier credit.
  const own_tax = own.tax_rate === line.tax_rate ? line.tax_amount : taxOn(line.amount, own)
  const tax_amount = compare(neg(own_tax), left.tax) > 0 ? neg(left.tax) : own_tax
  return {
    ...line,
    position: own.position,
    tax_type: own.tax_type,
    tax_rate: own.tax_rate,
    tax_amount,
    total_amount: sum(line.amount.currency, [line.amount, tax_amount]),
  }
}

/** The rest of the sale's change after all other parties (money.md §1.4). */
function agencyShare<D>(currency: CurrencyCode, notes: readonly CorrectionOf<D>[]): Money {
  const total = (is: (note: CorrectionOf<D>) => boolean) =>
    sum(
      currency,
      notes.filter(is).flatMap((note) => note.lines.map((line) => line.total_amount)),
    )
  return sub(
    total((note) => isSale(note.type)),
    total((note) => legOf(note.type) !== null),
  )
}

/**
 * A credit carries its invoice's tax: VAT registrations and the client's country as the documents of that day show
 * them.
 */
export function vatAsInvoiced(now: VatFacts, documents: readonly Correctable[], raised: Day): VatFacts {
  const issued = documents.filter((one) => !one.is_credit_note)
  const taxOf = (is: (type: InvoiceType) => boolean) =>
    issued
      .filter((one) => is(one.type))
      .flatMap((one) => one.lines)
      .find((line) => line.tax_type !== 'outside_scope' && line.tax_type !== 'exempt')?.tax_type
  const wasRegistered = (issuer: string, otherwise: boolean) => {
    const tax = taxOf((type) => type.startsWith(issuer))
    return tax === undefined ? otherwise : tax !== 'none'
  }
  const was_overseas = taxOf(isClientFacing) === 'reverse_charge'
  const moved = was_overseas ? 'elsewhere' : 'GB'
  return {
    standard_rate: now.standard_rate,
    client_country_code:
      isOverseas(now.client_country_code) === was_overseas ? now.client_country_code : moved,
    contractor: now.contractor && billeeAsInvoiced(now.contractor, taxOf(isContractors), raised),
    is_agency_registered: wasRegistered('agency-', now.is_agency_registered),
    is_provider_registered: wasRegistered('p', now.is_provider_registered), // Documents 3 and 4, and the platform's fee.
    is_funder_registered: wasRegistered('funder-', now.is_funder_registered),
  }
}

const isContractors = (type: InvoiceType) => type === 'contractor-agency'

function billeeAsInvoiced(now: SelfBillee, tax: TaxType | undefined, raised: Day): SelfBillee {
  if (tax === undefined) return now
  if (tax === 'none') return { ...now, is_vat_registered: false }
  const number = now.vat_registration_no ?? 'as invoiced'
  return {
    is_vat_registered: true,
    vat_registration_no: number,
    self_billing_from: raised,
    self_billing_to: null,
    vat_standing: 'confirmed',
  }
}
