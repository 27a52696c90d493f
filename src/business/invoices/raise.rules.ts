/**
 * From approved work to its invoice set (money.md §1.5). Verb, bulk job and preview get the same set from the same facts.
 */

import { type Day, formatDay, maxDay } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { isNegative, isZero, zero } from '#kernel/money.ts'
import type { Percent4 } from '#kernel/rate.ts'
import { sumUnits } from '#kernel/rate.ts'
import { no_paid_when_paid } from '../shared/contract-terms.rules.ts'
import type {
  FundingModel,
  FundingType,
  GenerationType,
  InvoiceType,
  OnCostType,
  PartyRole,
  PaymentType,
  ReleaseCondition,
} from '../shared/invoice-types.rules.ts'
import { on_cost_types } from '../shared/invoice-types.rules.ts'
import { isOverseas } from '../shared/place-of-supply.rules.ts'
import { clientDueDate, contractorDueDate, contractorTerms, statutoryDueDate } from './due-date.rules.ts'
import type { FeeRule } from './fee.rules.ts'
import { describeFee, feeOn } from './fee.rules.ts'
import type { RaisedDocument, RaisedLine, RaisedSet } from './raised-set.rules.ts'
import { assertIdentities, setTotals } from './raised-set.rules.ts'
import type { SelfBillee, Tax, Taxed } from './vat.rules.ts'
import { chargesVatBySelfBill, clientTax, domesticTax, isVatInvoice, tax, totalsOf } from './vat.rules.ts'
import type { WorkLine } from './work-lines.rules.ts'
import { amountLine, workLines } from './work-lines.rules.ts'

export type VatFacts = {
  /** In force on the tax point. */
  readonly standard_rate: Percent4
  readonly client_country_code: string
  /** Null without a payee (perm placement). */
  readonly contractor: SelfBillee | null
  readonly is_agency_registered: boolean
  readonly is_provider_registered: boolean
  readonly is_funder_registered: boolean
}

/** The facts of one piece of approved work, as the caller found them in force. */
export type RaiseInput = {
  readonly currency: CurrencyCode
  readonly generation_type: GenerationType
  readonly funding_model: FundingModel
  /** For an expense the placement's expense_funding_type. */
  readonly funding_type: FundingType
  /** Null for a perm placement. */
  readonly payment_type: PaymentType | null
  /** Regulation 32: the work-seeker's company has opted out (money.md §1.6). */
  readonly conduct_regs_opt_out: boolean
  readonly lines: readonly WorkLine[]
  readonly vat: VatFacts
  /** The principal's charge: the provider's fee, or in the indirect model the funder's service. */
  readonly fee: FeeRule | null
  /** Indirect: the funder's interest-like discount, exempt from VAT. */
  readonly funder_discount?: FeeRule | null
  /** Indirect: the provider's software fee. */
  readonly platform_fee?: FeeRule | null
  /** Indirect: the client's biller. */
  readonly client_billed_by?: 'funder' | 'agency'
  /** Direct: the provider assigned the debt to a funder. */
  readonly is_refinanced?: boolean
  /** Pay besides the lines, only on the contractor's document: rolled-up holiday. */
  readonly pay_additions?: readonly { readonly description: string; readonly amount: Money }[]
  /** Payroll's figures; empty unless paye. */
  readonly on_costs: Partial<Readonly<Record<OnCostType, Money>>>
  /** Days; null where none are in force on raised_date. */
  readonly client_payment_terms: number | null
  readonly contractor_payment_terms: number | null
  readonly is_extended_contractor_payment_terms: boolean
  readonly approved_day: Day
  readonly raised_date: Day
  /** The payment run that funds this set. */
  readonly run_date: Day
  /** Pay date of the payroll period; paye only. */
  readonly pay_day?: Day | null
  /** Perm only: invoiced from this day on. */
  readonly contract_start_date?: Day | null
}

/** Why no set can be raised from these facts, in words the user can act on; null when it can. */
export function raiseRefusal(input: RaiseInput): string | null {
  return lineRefusal(input) ?? termsRefusal(input) ?? fundingRefusal(input) ?? vatRefusal(input)
}

function lineRefusal({ lines, payment_type }: RaiseInput): string | null {
  const worked = lines.filter((line) => line.units !== 0)
  if (worked.length === 0) return 'There is nothing to invoice: no units were entered'
  const no_client = worked.find((line) => line.client_rate === null)
  if (no_client) return `There is no client rate for ${no_client.name}`
  const no_contractor = payment_type && worked.find((line) => line.contractor_rate === null)
  return no_contractor ? `There is no contractor rate for ${no_contractor.name}` : null
}

function termsRefusal(input: RaiseInput): string | null {
  const on = formatDay(input.raised_date)
  if (input.client_payment_terms === null) return `There are no client payment terms in force on ${on}`
  if (isPay(input)) return input.pay_day ? null : 'There is no pay day for this payroll period'
  if (input.payment_type !== null && input.contractor_payment_terms === null) {
    return `There are no contractor payment terms in force on ${on}`
  }
  const start = input.contract_start_date
  if (input.generation_type !== 'perm_placement') return null
  if (!start) return 'The placement has no contract start date'
  return start > input.raised_date ? `The placement is invoiced from its start on ${formatDay(start)}` : null
}

/** An employment business may not make pay wait for the client (money.md §1.6, legal limit). */
function fundingRefusal({ funding_type, payment_type }: RaiseInput): string | null {
  const waits = funding_type === 'paid_when_paid'
  return waits && (payment_type === 'paye' || payment_type === 'selfemployed') ? no_paid_when_paid : null
}

/**
 * Where the principal re-bills, it reclaims the agency's VAT and charges its own. With only one of both registered, the
 * tax could not be passed on; a client abroad is charged none, so there a registered principal is enough.
 */
function vatRefusal(input: RaiseInput): string | null {
  const { principal, biller } = rolesOf(input)
  if (biller !== principal) return null
  const is_registered = isRegistered(input, principal)
  if (is_registered && isOverseas(input.vat.client_country_code)) return null
  return is_registered === input.vat.is_agency_registered
    ? null
    : `The agency and the ${principal} must both be registered for VAT, or neither, for the ${principal} to bill the client`
}

/** Raises the set. Throws `precondition` with the reason of `raiseRefusal`. */
export function raiseSet(input: RaiseInput): RaisedSet {
  const refusal = raiseRefusal(input)
  if (refusal !== null) throw precondition(refusal)
  const client = clientDocuments(input)
  const charge = totalsOf(
    input.currency,
    client.filter((d) => d.to === 'client'),
  )
  const costs = [
    ...contractorDocument(input),
    ...client,
    ...feeDocuments(input, charge),
    ...onCostDocuments(input),
  ]
  const totals = setTotals(input.currency, costs)
  const documents = [...costs, ...earningsDocument(input, totals.agency_gross)]
  const set: RaisedSet = {
    currency: input.currency,
    generation_type: input.generation_type,
    funding_model: input.funding_model,
    funding_type: input.funding_type,
    principal: rolesOf(input).principal,
    raised_date: input.raised_date,
    total_units: sumUnits(input.lines.map((line) => line.units)),
    ...totals,
    is_contractor_leg_funded_by_agency: isFundedByAgency(input),
    documents,
  }
  assertIdentities(set)
  return set
}

/** The principal keeps the books; the biller is on the client's invoice (money.md §1.3). */
function rolesOf(input: RaiseInput): {
  principal: 'provider' | 'funder'
  biller: 'provider' | 'funder' | 'agency'
} {
  if (input.funding_model === 'agency_billed') return { principal: 'provider', biller: 'agency' }
  if (input.funding_model === 'direct') return { principal: 'provider', biller: 'provider' }
  return { principal: 'funder', biller: input.client_billed_by ?? 'funder' }
}

function isRegistered({ vat }: RaiseInput, role: 'provider' | 'funder' | 'agency'): boolean {
  const registered = {
    provider: vat.is_provider_registered,
    funder: vat.is_funder_registered,
    agency: vat.is_agency_registered,
  }
  return registered[role]
}

function isFundedByAgency(input: RaiseInput): boolean {
  return input.funding_type === 'paid_when_paid' && input.payment_type !== null && !input.conduct_regs_opt_out
}

type Shape = {
  readonly type: InvoiceType
  readonly from: PartyRole
  readonly to: PartyRole
  readonly lines: readonly RaisedLine[]
  readonly due_date: Day
  readonly release_condition: ReleaseCondition
  readonly payment_terms?: number
  readonly is_self_billed?: boolean
  readonly assigned_to?: PartyRole | null
  readonly is_debit?: boolean
}

/** A document of these lines, or none when they come to nothing. */
function document(currency: CurrencyCode, shape: Shape): RaisedDocument[] {
  const [first] = shape.lines
  if (first === undefined || shape.lines.every((line) => isZero(line.total_amount))) return []
  return [
    {
      payment_terms: 0,
      is_self_billed: false,
      assigned_to: null,
      is_debit: false,
      is_credit_note: false,
      ...shape,
      ...totalsOf(currency, shape.lines),
      tax_type: first.tax_type,
      is_vat_invoice: shape.lines.some((line) => isVatInvoice(line.tax_type)),
    },
  ]
}

/** Document 1, self-billed by the agency; 1p for paye, which is pay and no supply. */
function contractorDocument(input: RaiseInput): RaisedDocument[] {
  if (input.payment_type === null) return []
  const is_pay = isPay(input)
  const waits = input.funding_type === 'paid_when_paid' && input.conduct_regs_opt_out
  const terms = termsOf(input)
  return document(input.currency, {
    type: 'contractor-agency',
    from: 'contractor',
    to: 'agency',
    lines: payLines(input, contractorTax(input)),
    // Paid on time although the client has not: the agency bears it (money.md §1.6).
    is_debit: isFundedByAgency(input),
    due_date: is_pay && input.pay_day ? input.pay_day : contractorDueDate(input.approved_day, terms),
    payment_terms: is_pay ? 0 : contractorTerms(terms),
    release_condition: waits ? 'client_receipt' : 'due_date',
    is_self_billed: !is_pay,
  })
}

function payLines(input: RaiseInput, pay_tax: Tax): RaisedLine[] {
  const lines = workLines(input.lines, 'contractor_rate', input.currency, pay_tax)
  const additions = input.pay_additions ?? []
  return [
    ...lines,
    ...additions.map((one, i) =>
      amountLine(input.lines.length + i + 1, one.description, one.amount, pay_tax),
    ),
  ]
}

function termsOf(input: RaiseInput) {
  return {
    client_payment_terms: input.client_payment_terms ?? 0,
    contractor_payment_terms: input.contractor_payment_terms ?? 0,
    is_extended_contractor_payment_terms: input.is_extended_contractor_payment_terms,
  }
}

/** Payroll pays it. Expenses of employees are no pay and are repaid like all others. */
function isPay({ payment_type, generation_type }: RaiseInput): boolean {
  return payment_type === 'paye' && generation_type !== 'expense'
}

function contractorTax(input: RaiseInput): Tax {
  if (input.payment_type === 'paye') return tax('outside_scope')
  const { contractor, standard_rate } = input.vat
  const charges = contractor !== null && chargesVatBySelfBill(contractor, input.raised_date)
  return domesticTax(charges, standard_rate)
}

/** Document 2 or 2i where the principal re-bills, then 3, 3′ or 3i. */
function clientDocuments(input: RaiseInput): RaisedDocument[] {
  const { principal, biller } = rolesOf(input)
  const { client_country_code, standard_rate } = input.vat
  const client_tax = clientTax(isRegistered(input, biller), isOverseas(client_country_code), standard_rate)
  const terms = termsOf(input)
  const due_date = clientDueDate(input.raised_date, terms)
  const bill = document(input.currency, {
    type: `${biller}-client`,
    from: biller,
    to: 'client',
    lines: workLines(input.lines, 'client_rate', input.currency, client_tax),
    due_date,
    payment_terms: terms.client_payment_terms,
    release_condition: 'none',
    assigned_to: assignee(input, biller, principal),
  })
  return biller === principal ? [...resaleDocument(input, principal, due_date), ...bill] : bill
}

/** The agency's sale to the principal: the client's lines, with the VAT of these two parties (money.md §1.5). */
function resaleDocument(
  input: RaiseInput,
  principal: 'provider' | 'funder',
  client_due: Day,
): RaisedDocument[] {
  const is_funded = input.funding_type === 'funded'
  const resale_tax = domesticTax(input.vat.is_agency_registered, input.vat.standard_rate)
  return document(input.currency, {
    type: `agency-${principal}`,
    from: 'agency',
    to: principal,
    lines: workLines(input.lines, 'client_rate', input.currency, resale_tax),
    due_date: is_funded ? input.run_date : client_due,
    release_condition: is_funded ? 'run_date' : 'client_receipt',
  })
}

function assignee(input: RaiseInput, biller: PartyRole, principal: PartyRole): PartyRole | null {
  if (biller === principal) return input.is_refinanced ? 'funder' : null
  // 3″: without finance the debt stays the agency's, though its cash lands in the trust account.
  return input.funding_type === 'paid_when_paid' ? null : principal
}

/** Document 4, or 4i and 4p; the percent is of the client charge. */
function feeDocuments(input: RaiseInput, charge: Taxed): RaisedDocument[] {
  const { principal } = rolesOf(input)
  const base = { net: charge.amount, gross: charge.total_amount }
  const fee_tax = domesticTax(isRegistered(input, principal), input.vat.standard_rate)
  const rule = input.funder_discount
  const lines = [
    ...feeLine(input, base, { position: 1, label: 'Service fee', rule: input.fee, tax: fee_tax }),
    ...feeLine(input, base, { position: 2, label: 'Funding discount', rule, tax: tax('exempt') }),
  ]
  const common = { to: 'agency', due_date: input.raised_date, release_condition: 'set_off' } as const
  const fee = document(input.currency, { type: `${principal}-agency`, from: principal, lines, ...common })
  if (principal === 'provider') return fee
  const platform_tax = domesticTax(input.vat.is_provider_registered, input.vat.standard_rate)
  const platform = { position: 1, label: 'Platform fee', rule: input.platform_fee, tax: platform_tax }
  const platform_lines = feeLine(input, base, platform)
  return [
    ...fee,
    ...document(input.currency, { type: 'platform_fee', from: 'provider', lines: platform_lines, ...common }),
  ]
}

type Fee = {
  readonly position: number
  readonly label: string
  readonly rule: FeeRule | null | undefined
  readonly tax: Tax
}

function feeLine(
  input: RaiseInput,
  base: { readonly net: Money; readonly gross: Money },
  { position, label, rule, tax: fee_tax }: Fee,
): RaisedLine[] {
  if (!rule) return []
  // Expenses are passed through at cost: a percentage of them would be a margin on receipts (§1.5).
  if (input.generation_type === 'expense' && rule.type === 'percent') return []
  return [amountLine(position, describeFee(label, rule, base), feeOn(rule, base), fee_tax)]
}

export const on_cost_labels: Readonly<Record<OnCostType, string>> = {
  employer_ni: "Employer's National Insurance",
  employer_pension: "Employer's pension contribution",
  apprenticeship_levy: 'Apprenticeship levy',
  holiday_pay_retained: 'Holiday pay retained',
}

/** Documents 6 to 9: paid by the principal on the agency's behalf, outside the scope of VAT. */
function onCostDocuments(input: RaiseInput): RaisedDocument[] {
  const pay_day = input.pay_day ?? input.raised_date
  return on_cost_types.flatMap((type) => {
    const amount = input.on_costs[type] ?? zero(input.currency)
    const is_holiday = type === 'holiday_pay_retained'
    return document(input.currency, {
      type,
      from: rolesOf(input).principal,
      to: 'agency',
      lines: [amountLine(1, on_cost_labels[type], amount, tax('outside_scope'))],
      due_date: is_holiday ? pay_day : statutoryDueDate(pay_day),
      // Retained holiday is paid when it is taken, by payroll, never by a date.
      release_condition: is_holiday ? 'none' : 'statutory',
    })
  })
}

/** Document 5: settles 2 and is no supply. Negative when costs exceed the charge: a debit. */
function earningsDocument(input: RaiseInput, agency_gross: Money): RaisedDocument[] {
  const is_debit = isNegative(agency_gross)
  const is_funded = input.funding_type === 'funded'
  const on_receipt = clientDueDate(input.raised_date, termsOf(input))
  // An agency gets its earnings no earlier than the worker gets the pay.
  const withPay = (due: Day): Day => (isPay(input) && input.pay_day ? maxDay(due, input.pay_day) : due)
  const pays = is_funded
    ? ({ due_date: withPay(input.run_date), release_condition: 'run_date' } as const)
    : ({ due_date: withPay(on_receipt), release_condition: 'client_receipt' } as const)
  const owes = { due_date: input.raised_date, release_condition: 'set_off' } as const
  return document(input.currency, {
    type: 'agency_earnings',
    from: rolesOf(input).principal,
    to: 'agency',
    lines: [amountLine(1, 'Agency earnings', agency_gross, tax('outside_scope'))],
    is_debit,
    ...(is_debit ? owes : pays),
  })
}
