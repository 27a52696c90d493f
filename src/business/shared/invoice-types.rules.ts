/** The words of documents, shared by the rules that raise, release and post them (spec §3). */

export type FundingModel = 'direct' | 'agency_billed' | 'indirect'
export type FundingType = 'funded' | 'partly_funded' | 'paid_when_paid'
export type PaymentType = 'paye' | 'limited' | 'umbrella' | 'selfemployed'

export type GenerationType =
  | 'timesheet'
  | 'paye_timesheet'
  | 'payroll_timesheet'
  | 'expense'
  | 'perm_placement'
  | 'sales_invoice'
  | 'purchase_ledger'
  | 'adhoc_fee'

/** Type `X-Y` is a document issued by or for X, payable by Y (money.md §1.2). */
export type InvoiceType =
  | 'provider-client'
  | 'agency-client'
  | 'funder-client'
  | 'agency-funder'
  | 'funder-agency'
  | 'contractor-agency'
  | 'agency-provider'
  | 'provider-agency'
  | 'platform_fee'
  | 'agency_earnings'
  | OnCostType

export type OnCostType = 'employer_ni' | 'employer_pension' | 'apprenticeship_levy' | 'holiday_pay_retained'

/** In the order in which documents of a set are listed and numbered. */
export const on_cost_types = [
  'employer_ni',
  'employer_pension',
  'apprenticeship_levy',
  'holiday_pay_retained',
] as const satisfies readonly OnCostType[]

/** Parties of a set. `contractor` is the contractor's payment company, or the contractor when paye. */
export type PartyRole = 'contractor' | 'agency' | 'provider' | 'client' | 'funder'

/** The event that makes a document payable (money.md §1.6). */
export type ReleaseCondition = 'due_date' | 'run_date' | 'client_receipt' | 'statutory' | 'set_off' | 'none'

/** Types whose debtor is the client; only these can be chased (spec §2). */
export const client_facing_types = ['provider-client', 'agency-client', 'funder-client'] as const

export function isClientFacing(type: InvoiceType): boolean {
  return (client_facing_types as readonly InvoiceType[]).includes(type)
}

/** The document's part of the client's money (money.md §1.4); null for mirrors of it. */
export type Leg = 'contractor' | 'fee' | 'on_costs' | 'agency_earnings'

/** The leg of a document (money.md §1.4); null for the client's bill and its resale, which are shared out. */
export function legOf(type: InvoiceType): Leg | null {
  const legs = {
    'provider-client': null,
    'agency-client': null,
    'funder-client': null,
    'agency-funder': null,
    'agency-provider': null,
    'contractor-agency': 'contractor',
    'provider-agency': 'fee',
    'funder-agency': 'fee',
    platform_fee: 'fee',
    employer_ni: 'on_costs',
    employer_pension: 'on_costs',
    apprenticeship_levy: 'on_costs',
    holiday_pay_retained: 'on_costs',
    agency_earnings: 'agency_earnings',
  } satisfies Record<InvoiceType, Leg | null>
  return legs[type]
}

/** Types that the invoice list leaves out (spec §2, invoice filters). */
export const unlisted_invoice_types = [
  'agency_earnings',
  'platform_fee',
  'apprenticeship_levy',
  'employer_ni',
  'employer_pension',
  'holiday_pay_retained',
] as const satisfies readonly InvoiceType[]

/** Documents that stand alone, without a timesheet or a placement. */
export const single_kinds = [
  'sales_invoice',
  'purchase_ledger',
  'adhoc_fee',
] as const satisfies readonly GenerationType[]
export type SingleKind = (typeof single_kinds)[number]

export function isResale(type: InvoiceType): boolean {
  return type === 'agency-provider' || type === 'agency-funder'
}

/** The agency's sale of a set (money.md §1.4): to the principal, or to the client where the agency bills. */
export function isSale(type: InvoiceType): boolean {
  return isResale(type) || type === 'agency-client'
}

/** Reasons for disallowed debt (spec §9). */
export const disallowed_reasons = [
  'Age disapproval',
  'Credit Limit exceeded',
  'Partly paid invoice disapproval',
] as const
export type DisallowedReason = (typeof disallowed_reasons)[number]

/** Pay and the employer's payments to HMRC and pension. Retained holiday is paid when it is taken. */
export const paidThroughPayroll = (type: InvoiceType): boolean =>
  ['contractor-agency', 'employer_ni', 'employer_pension', 'apprenticeship_levy'].includes(type)
