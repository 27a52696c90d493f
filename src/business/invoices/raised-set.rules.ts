import { assert } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { equals, isZero, sub, sum } from '#kernel/money.ts'
import type { Percent4, Rate4, Units4 } from '#kernel/rate.ts'
import type {
  FundingModel,
  FundingType,
  GenerationType,
  InvoiceType,
  PartyRole,
  ReleaseCondition,
} from '../shared/invoice-types.rules.ts'
import { isClientFacing, isResale, isSale, legOf } from '../shared/invoice-types.rules.ts'
import type { TaxType } from './vat.rules.ts'
import { totalsOf } from './vat.rules.ts'

/** A line as transaction.invoice_line holds it. `amount` is net, rounded; its tax is rounded apart. */
export type RaisedLine = {
  readonly position: number
  readonly description: string
  readonly rate_name: string | null
  readonly unit_type: string | null
  readonly units: Units4
  readonly rate: Rate4
  readonly amount: Money
  readonly tax_type: TaxType
  readonly tax_rate: Percent4
  readonly tax_amount: Money
  readonly total_amount: Money
}

/** A document as transaction.invoice holds it, before it has an id and a number. */
export type RaisedDocument = {
  readonly type: InvoiceType
  readonly from: PartyRole
  readonly to: PartyRole
  /** Made by `to` in the name of `from` (registers.md §4.2). */
  readonly is_self_billed: boolean
  readonly is_vat_invoice: boolean
  /** The debt is assigned to this party; the document says so. */
  readonly assigned_to: PartyRole | null
  /** The agency owes this set money: its earnings are negative (money.md §1.4). */
  readonly is_debit: boolean
  readonly is_credit_note: boolean
  readonly amount: Money
  readonly tax_amount: Money
  readonly total_amount: Money
  /** Of the first line; lines may differ (a funder's charge and its exempt discount). */
  readonly tax_type: TaxType
  readonly lines: readonly RaisedLine[]
  readonly due_date: Day
  /** Days behind due_date, 0 where no terms apply. */
  readonly payment_terms: number
  readonly release_condition: ReleaseCondition
}

/** CN CV CG, SN SV SG, KN KV KG, FN FV FG, E, AG AV AN of money.md §1.4, named as in transaction.invoice_set. */
type SetTotals = {
  readonly client_net: Money
  readonly client_tax: Money
  readonly client_gross: Money
  /** The agency's sale: its VAT is that of agency and principal, whatever the client's is. */
  readonly sale_net: Money
  readonly sale_tax: Money
  readonly sale_gross: Money
  readonly contractor_net: Money
  readonly contractor_tax: Money
  readonly contractor_gross: Money
  readonly fee_net: Money
  readonly fee_tax: Money
  readonly fee_gross: Money
  readonly on_costs: Money
  readonly agency_gross: Money
  readonly agency_tax: Money
  readonly agency_net: Money
}

/** Their columns, in the order of money.md §1.4. */
export const set_amounts = [
  'client_net',
  'client_tax',
  'client_gross',
  'sale_net',
  'sale_tax',
  'sale_gross',
  'contractor_net',
  'contractor_tax',
  'contractor_gross',
  'fee_net',
  'fee_tax',
  'fee_gross',
  'on_costs',
  'agency_gross',
  'agency_tax',
  'agency_net',
] as const satisfies readonly (keyof SetTotals)[]

export type RaisedSet = SetTotals & {
  readonly currency: CurrencyCode
  readonly generation_type: GenerationType
  readonly funding_model: FundingModel
  readonly funding_type: FundingType
  /** The owner of the books. */
  readonly principal: 'provider' | 'funder'
  readonly raised_date: Day
  readonly total_units: Units4
  /** paid_when_paid without an opt-out: the worker is paid on time and the agency bears it (§1.6). */
  readonly is_contractor_leg_funded_by_agency: boolean
  readonly documents: readonly RaisedDocument[]
}

/** The totals of a set from its documents other than agency_earnings, which follow from them. */
export function setTotals(currency: CurrencyCode, documents: readonly RaisedDocument[]): SetTotals {
  const client = totalsOf(
    currency,
    documents.filter((d) => isClientFacing(d.type)),
  )
  const sale = totalsOf(
    currency,
    documents.filter((d) => isSale(d.type)),
  )
  const contractor = totalsOf(
    currency,
    documents.filter((d) => legOf(d.type) === 'contractor'),
  )
  const fee = totalsOf(
    currency,
    documents.filter((d) => legOf(d.type) === 'fee'),
  )
  const on_costs = totalsOf(
    currency,
    documents.filter((d) => legOf(d.type) === 'on_costs'),
  ).total_amount
  const agency_gross = sub(
    sale.total_amount,
    sum(currency, [contractor.total_amount, fee.total_amount, on_costs]),
  )
  const agency_tax = sub(sale.tax_amount, sum(currency, [contractor.tax_amount, fee.tax_amount]))
  return {
    client_net: client.amount,
    client_tax: client.tax_amount,
    client_gross: client.total_amount,
    sale_net: sale.amount,
    sale_tax: sale.tax_amount,
    sale_gross: sale.total_amount,
    contractor_net: contractor.amount,
    contractor_tax: contractor.tax_amount,
    contractor_gross: contractor.total_amount,
    fee_net: fee.amount,
    fee_tax: fee.tax_amount,
    fee_gross: fee.total_amount,
    on_costs,
    agency_gross,
    agency_tax,
    agency_net: sub(agency_gross, agency_tax),
  }
}

/** VAT that each party pays to HMRC on a set beside agency and contractor (money.md §1.4). */
export type PaidVat = {
  /** The principal's: VAT that it charges less VAT that the agency charges it. */
  readonly principal: Money
  /** The provider's on its platform fee, where a funder is the principal. */
  readonly platform: Money
  /** Paid to the agency and not collected from the client: HMRC repays it with the principal's return. */
  readonly float: Money
}

/** @returns PV, XV and W of money.md §1.4, from the documents */
export function paidVat({ currency, principal, documents }: RaisedSet): PaidVat {
  const taxOf = (is: (document: RaisedDocument) => boolean) =>
    sum(
      currency,
      documents.filter(is).map((document) => document.tax_amount),
    )
  return {
    principal: sub(
      taxOf((d) => d.from === principal),
      taxOf((d) => d.to === principal),
    ),
    platform: taxOf((d) => d.from === 'provider' && principal === 'funder'),
    float: sub(
      taxOf((d) => isSale(d.type)),
      taxOf((d) => isClientFacing(d.type)),
    ),
  }
}

/** Identities 1 to 6 of money.md §1.4 and I2, asserted on every set before anyone sees it. */
export function assertIdentities(set: RaisedSet): void {
  const { currency } = set
  const gross = sum(currency, [set.contractor_gross, set.fee_gross, set.on_costs, set.agency_gross])
  assert(equals(set.sale_gross, gross), 'sale gross = contractor + fee + on-costs + agency')
  const net = sum(currency, [set.contractor_net, set.fee_net, set.on_costs, set.agency_net])
  assert(equals(set.sale_net, net), 'sale net = contractor + fee + on-costs + agency net')
  assert(equals(set.sale_net, set.client_net), 'the agency sells for what the client is charged before VAT')
  const tax = sum(currency, [set.contractor_tax, set.fee_tax, set.agency_tax])
  assert(equals(set.sale_tax, tax), 'sale VAT = contractor + fee + agency VAT')
  for (const document of set.documents) {
    const lines = totalsOf(currency, document.lines)
    assert(equals(lines.amount, document.amount), `${document.type} net = its lines`)
    assert(equals(lines.tax_amount, document.tax_amount), `${document.type} tax = its lines`)
    assert(equals(lines.total_amount, document.total_amount), `${document.type} total = its lines`)
  }
  const settled = sum(
    currency,
    set.documents.filter((d) => legOf(d.type) !== null).map((d) => d.total_amount),
  )
  assert(equals(settled, set.sale_gross), 'the documents share out the sale gross, no more, no less')
  const vat = paidVat(set)
  const is_resold = set.documents.some((d) => isResale(d.type))
  assert(is_resold || isZero(vat.float), 'without a sale to the principal no VAT is in float')
  const paid = sum(currency, [set.agency_tax, set.contractor_tax, vat.principal, vat.platform])
  assert(equals(paid, set.client_tax), 'all VAT paid to HMRC is what the client is charged')
}
