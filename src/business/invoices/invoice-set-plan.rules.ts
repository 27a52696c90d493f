/**
 * From the facts of an approved timesheet, expense or placement to the input of `raiseSet`, or the reason for none.
 */
import type { Day } from '#kernel/day.ts'
import { formatDay } from '#kernel/day.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { add, compare, currency, formatMoney, isZero, parseMoney, sum } from '#kernel/money.ts'
import type { Percent4 } from '#kernel/rate.ts'
import { amountOf, rate, units } from '#kernel/rate.ts'
import type { ServiceCharge } from '../fees/fee-in-force.rules.ts'
import { chargeInForce, fee_type_words } from '../fees/fee-in-force.rules.ts'
import type { VatStanding } from '../parties/vat-check.rules.ts'
import type { FundingModel, FundingType, GenerationType, PaymentType } from '../shared/invoice-types.rules.ts'
import { saleAwaits, selfBillAwaits } from './awaited-check.rules.ts'
import { nextRunDay } from './due-date.rules.ts'
import type { FeeRule } from './fee.rules.ts'
import { feeRule } from './fee.rules.ts'
import type { RaiseInput } from './raise.rules.ts'
import { chargesVatBySelfBill } from './vat.rules.ts'
import type { WorkLine } from './work-lines.rules.ts'
import { expenseLines, permLines } from './work-lines.rules.ts'

/** Payments run once a week, on Wednesday (spec §2 has a preset for the upcoming one). Monday is 1. */
const payment_run_weekday = 3

type Registered = { readonly is_vat_registered: boolean }

/** The facts of work and its placement that decide the set. */
export type WorkFacts = {
  readonly generated_for: 'timesheet' | 'expense' | 'perm_placement'
  readonly timesheet_type: string | null
  /** The addition or deduction of a refinement. */
  readonly is_difference: boolean
  readonly human_id: string
  readonly start_date: Day | null
  readonly end_date: Day | null
  readonly contract_id: string
  readonly title: string
  readonly funding_model: FundingModel
  readonly funding_type: FundingType
  readonly agency_id: string
  readonly funder_id: string | null
  /** Null without a payee (perm placement). */
  readonly payment_type: PaymentType | null
  readonly contractor_name: string
  readonly currency: string
  readonly is_extended_contractor_payment_terms: boolean
  readonly conduct_regs_opt_out: boolean
  readonly self_billing_from: Day | null
  readonly self_billing_to: Day | null
  readonly client_payment_terms: number | null
  readonly contractor_payment_terms: number | null
  readonly contract_start_date: Day | null
  readonly placement_fee: string | null
}

type WorkParties = {
  readonly client: { readonly country_code: string }
  readonly contractor:
    | (Registered & {
        readonly business_name: string
        readonly vat_number: string | null
        readonly vat_standing: VatStanding
      })
    | null
  readonly agency: Registered & { readonly business_name: string; readonly vat_standing: VatStanding }
  readonly provider: Registered
  readonly funder: Registered | null
}

type UnitsFact = {
  readonly rate_name: string
  readonly unit_type: string
  readonly contractor_rate: string
  readonly client_rate: string
  readonly units: string
}

export type ExpenseFact = {
  readonly from_date: Day
  readonly type: string
  readonly description: string | null
  readonly amount: string
  readonly tax_amount: string
  readonly is_disbursement: boolean
}

export type PayrollFact = {
  readonly pay_day: Day
  readonly gross_pay: string
  readonly holiday_pay: string
  readonly employer_ni: string
  readonly employer_pension: string
  readonly apprenticeship_levy: string
  readonly holiday_pay_retained: string
}

/** Units of a timesheet with payroll's figures, or items of an expense. */
export type WorkDetails = {
  readonly units: readonly UnitsFact[]
  readonly items: readonly ExpenseFact[]
  readonly payroll: PayrollFact | null
}

type RaiseDays = {
  readonly approved_day: Day
  readonly raised_date: Day
  /** The standard rate of VAT on raised_date, the tax point. */
  readonly standard_rate: Percent4
}

/** The input of `raiseSet`, or the reason for none, in words for the agency. */
export function raiseInputOf(
  work: WorkFacts,
  parties: WorkParties,
  done: WorkDetails,
  charges: readonly ServiceCharge[],
  days: RaiseDays,
): RaiseInput | string {
  const code = currency(work.currency)
  const fees = feesOf(work, charges, code, days.raised_date)
  if (typeof fees === 'string') return fees
  const pay = payOf(work, done, code)
  if (typeof pay === 'string') return pay
  const vat = vatFacts(work, parties, days.standard_rate)
  const waits = checkAwaited(work, parties, vat, days.raised_date)
  if (waits !== null) return waits
  return {
    currency: code,
    generation_type: generationType(work),
    funding_model: work.funding_model,
    funding_type: work.funding_type,
    payment_type: work.payment_type,
    conduct_regs_opt_out: work.conduct_regs_opt_out,
    lines: linesOf(work, done, vat, code, days.raised_date),
    vat,
    ...fees,
    ...pay,
    client_payment_terms: work.client_payment_terms,
    contractor_payment_terms: work.contractor_payment_terms,
    is_extended_contractor_payment_terms: work.is_extended_contractor_payment_terms,
    contract_start_date: work.contract_start_date,
    approved_day: days.approved_day,
    raised_date: days.raised_date,
    run_date: nextRunDay(days.raised_date, payment_run_weekday),
  }
}

function generationType({ generated_for, payment_type, timesheet_type }: WorkFacts): GenerationType {
  if (generated_for !== 'timesheet') return generated_for
  if (payment_type !== 'paye') return 'timesheet'
  return timesheet_type === 'payroll' ? 'payroll_timesheet' : 'paye_timesheet'
}

function vatFacts(work: WorkFacts, parties: WorkParties, standard_rate: Percent4): RaiseInput['vat'] {
  const { contractor } = parties
  return {
    standard_rate,
    client_country_code: parties.client.country_code,
    contractor: contractor && {
      is_vat_registered: contractor.is_vat_registered,
      vat_registration_no: contractor.vat_number,
      self_billing_from: work.self_billing_from,
      self_billing_to: work.self_billing_to,
      vat_standing: contractor.vat_standing,
    },
    is_agency_registered: parties.agency.is_vat_registered,
    is_provider_registered: parties.provider.is_vat_registered,
    is_funder_registered: parties.funder?.is_vat_registered ?? false,
  }
}

/** Why the work waits for HMRC; null where it need not. */
function checkAwaited(
  work: WorkFacts,
  { contractor: party, agency }: WorkParties,
  { contractor }: RaiseInput['vat'],
  on: Day,
): string | null {
  const { payment_type, funding_model } = work
  const is_billed = payment_type !== null && payment_type !== 'paye' && party !== null && contractor !== null
  const payee = is_billed ? { ...contractor, name: party.business_name } : null
  const sale = { funding_model, generation_type: generationType(work) }
  return (
    selfBillAwaits(payee, on) ?? saleAwaits({ ...sale, agency: { ...agency, name: agency.business_name } })
  )
}

function linesOf(
  work: WorkFacts,
  done: WorkDetails,
  { contractor }: RaiseInput['vat'],
  code: CurrencyCode,
  on: Day,
): WorkLine[] {
  if (work.generated_for === 'timesheet') return done.units.map((one) => workLine(work, one))
  if (work.generated_for === 'perm_placement') {
    const fee = work.placement_fee
    return fee === null
      ? []
      : permLines(`${work.contractor_name}, ${work.title}, placement fee`, parseMoney(fee, code))
  }
  const charges_vat =
    work.payment_type !== 'paye' && contractor !== null && chargesVatBySelfBill(contractor, on)
  const items = done.items.map((item) => ({
    type: item.type,
    description: `${work.contractor_name}, ${item.type}, ${formatDay(item.from_date)}${item.description ? `: ${item.description}` : ''}`,
    amount: parseMoney(item.amount, code),
    tax_amount: parseMoney(item.tax_amount, code),
    is_disbursement: item.is_disbursement,
  }))
  return expenseLines(items, charges_vat)
}

function workLine(work: WorkFacts, one: UnitsFact): WorkLine {
  const period = work.start_date && work.end_date ? formatPeriod(work.start_date, work.end_date) : ''
  return {
    name: one.rate_name,
    description: `${work.contractor_name}, ${work.title}, ${one.rate_name}${period}`,
    unit_type: one.unit_type,
    units: units(one.units),
    contractor_rate: rate(one.contractor_rate),
    client_rate: rate(one.client_rate),
  }
}

const formatPeriod = (from: Day, to: Day) => `, ${formatDay(from)} to ${formatDay(to)}`

type Pay = Pick<RaiseInput, 'on_costs' | 'pay_day' | 'pay_additions'>

/** Shown on the work, which waits for its pay run or a bureau's figures; a missing pay run opens no task. */
export const awaits_payroll = 'Payroll figures are not available yet'

/** Payroll's part of a PAYE timesheet; none for other work. */
function payOf(work: WorkFacts, { units: worked, payroll }: WorkDetails, code: CurrencyCode): Pay | string {
  if (work.generated_for !== 'timesheet' || work.payment_type !== 'paye') return { on_costs: {} }
  if (payroll === null) return awaits_payroll
  const amount = (value: string): Money => parseMoney(value, code)
  const mismatch = grossMismatch(payroll, worked, code)
  if (typeof mismatch === 'string') return mismatch
  const { employer_ni, employer_pension, apprenticeship_levy, holiday_pay_retained } = payroll
  return {
    pay_day: payroll.pay_day,
    pay_additions: isZero(mismatch) ? [] : [{ description: 'Holiday pay, rolled up', amount: mismatch }],
    on_costs: {
      employer_ni: amount(employer_ni),
      employer_pension: amount(employer_pension),
      apprenticeship_levy: amount(apprenticeship_levy),
      holiday_pay_retained: amount(holiday_pay_retained),
    },
  }
}

/**
 * Holiday pay in payroll's gross beyond the timesheet's rates, or the mismatch between payroll and timesheet: pay
 * must equal the approved amount to the penny.
 */
export function grossMismatch(
  payroll: Pick<PayrollFact, 'gross_pay' | 'holiday_pay'>,
  worked: readonly Pick<UnitsFact, 'units' | 'contractor_rate'>[],
  code: CurrencyCode,
): Money | string {
  const earned = sum(
    code,
    worked.map((one) => amountOf(units(one.units), rate(one.contractor_rate), code)),
  )
  const gross = parseMoney(payroll.gross_pay, code)
  const holiday = parseMoney(payroll.holiday_pay, code)
  if (compare(gross, earned) === 0) return parseMoney('0', code)
  if (compare(gross, add(earned, holiday)) === 0) return holiday
  return `Payroll pays ${formatMoney(gross)}, the approved time comes to ${formatMoney(earned)}`
}

type Fees = Pick<RaiseInput, 'fee' | 'funder_discount' | 'platform_fee'>

const service_type_of = {
  timesheet: 'temp_placement',
  expense: 'expense',
  perm_placement: 'perm_placement',
} as const satisfies Record<WorkFacts['generated_for'], ServiceCharge['service_type']>

/**
 * The principal's charge; in the indirect model also its discount and the provider's software fee (money.md §1.5, 4i
 * and 4p). Expenses carry a fee only under a rule for expenses.
 */
function feesOf(
  work: WorkFacts,
  charges: readonly ServiceCharge[],
  code: CurrencyCode,
  on: Day,
): Fees | string {
  const service_type = service_type_of[work.generated_for]
  const find = (fee_type: ServiceCharge['fee_type'], is_required: boolean): FeeRule | null | string => {
    const charge = chargeInForce(charges, { ...work, fee_type, service_type, on })
    if (charge === 'overlap')
      return `Two ${fee_type_words[fee_type]} rules are in force on ${formatDay(on)}: end one of them`
    // A fixed fee is charged once, not again for a correction's addition.
    if (charge?.type === 'fixed' && work.is_difference) return null
    if (charge !== null) return feeRule(charge.type, charge.value, charge.fee_base, code)
    return is_required ? `There is no ${fee_type_words[fee_type]} rule in force on ${formatDay(on)}` : null
  }
  const is_indirect = work.funding_model === 'indirect'
  const is_required = work.generated_for !== 'expense'
  const fee = find(is_indirect ? 'funder_fee' : 'service_fee', is_required)
  if (typeof fee === 'string') return fee
  if (!is_indirect) return { fee, platform_fee: null }
  const platform_fee = find('platform_fee', is_required)
  if (typeof platform_fee === 'string') return platform_fee
  const funder_discount = find('funder_discount', false)
  return typeof funder_discount === 'string' ? funder_discount : { fee, platform_fee, funder_discount }
}
