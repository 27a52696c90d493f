/** From the facts of one timesheet to the input of `raiseSet`, or why there is none. */
import type { Day } from '#kernel/day.ts'
import { formatDay } from '#kernel/day.ts'
import type { CurrencyCode } from '#kernel/money.ts'
import { currency } from '#kernel/money.ts'
import { rate, units } from '#kernel/rate.ts'
import { nextRunDay } from './due-date.rules.ts'
import type { FeeRule } from './fee.rules.ts'
import { feeRule } from './fee.rules.ts'
import type { ServiceCharge } from './fee-in-force.rules.ts'
import { chargeInForce } from './fee-in-force.rules.ts'
import type { FundingModel, FundingType, PaymentType } from './invoice-types.rules.ts'
import type { RaiseInput } from './raise.rules.ts'
import type { WorkLine } from './work-lines.rules.ts'

/** Payments run once a week, on Wednesday (spec §2 has a preset for the upcoming one). Monday is 1. */
export const payment_run_weekday = 3

type Registered = { readonly is_vat_registered: boolean }

export type WorkFacts = {
  readonly start_date: Day
  readonly end_date: Day
  readonly contract_id: string
  readonly title: string
  readonly funding_model: FundingModel
  readonly funding_type: FundingType
  readonly agency_id: string
  readonly funder_id: string | null
  readonly payment_type: PaymentType
  readonly contractor_name: string
  readonly currency: string
  readonly is_extended_contractor_payment_terms: boolean
  readonly conduct_regs_opt_out: boolean
  readonly self_billing_from: Day | null
  readonly self_billing_to: Day | null
  readonly client_payment_terms: number | null
  readonly contractor_payment_terms: number | null
}

export type WorkParties = {
  readonly client: { readonly country_code: string }
  readonly contractor: Registered & { readonly vat_number: string | null }
  readonly agency: Registered
  readonly provider: Registered
  readonly funder: Registered | null
}

export type UnitsFact = {
  readonly rate_name: string
  readonly unit_type: string
  readonly contractor_rate: string
  readonly client_rate: string
  readonly units: string
}

/** The input of `raiseSet`, or the reason there is none, in words for the agency. */
export function raiseInputOf(
  work: WorkFacts,
  parties: WorkParties,
  worked: readonly UnitsFact[],
  charges: readonly ServiceCharge[],
  days: { readonly approved_day: Day; readonly raised_date: Day },
): RaiseInput | string {
  // Tax, National Insurance and pension come from payroll, which does not exist yet.
  if (work.payment_type === 'paye') return 'Payroll figures are not available yet'
  const code = currency(work.currency)
  const fees = feesOf(work, charges, code, days.raised_date)
  if (typeof fees === 'string') return fees
  return {
    currency: code,
    generation_type: 'timesheet',
    funding_model: work.funding_model,
    funding_type: work.funding_type,
    payment_type: work.payment_type,
    conduct_regs_opt_out: work.conduct_regs_opt_out,
    lines: worked.map((one) => workLine(work, one)),
    vat: {
      client_country_code: parties.client.country_code,
      contractor: {
        is_vat_registered: parties.contractor.is_vat_registered,
        vat_registration_no: parties.contractor.vat_number,
        self_billing_from: work.self_billing_from,
        self_billing_to: work.self_billing_to,
      },
      is_agency_registered: parties.agency.is_vat_registered,
      is_provider_registered: parties.provider.is_vat_registered,
      is_funder_registered: parties.funder?.is_vat_registered ?? false,
    },
    ...fees,
    on_costs: {},
    client_payment_terms: work.client_payment_terms,
    contractor_payment_terms: work.contractor_payment_terms,
    is_extended_contractor_payment_terms: work.is_extended_contractor_payment_terms,
    approved_day: days.approved_day,
    raised_date: days.raised_date,
    run_date: nextRunDay(days.raised_date, payment_run_weekday),
  }
}

function workLine(work: WorkFacts, one: UnitsFact): WorkLine {
  return {
    name: one.rate_name,
    description: `${work.contractor_name}, ${work.title}, ${one.rate_name}, ${formatDay(work.start_date)} to ${formatDay(work.end_date)}`,
    unit_type: one.unit_type,
    units: units(one.units),
    contractor_rate: rate(one.contractor_rate),
    client_rate: rate(one.client_rate),
  }
}

type Fees = { readonly fee: FeeRule; readonly platform_fee: FeeRule | null }

const labels = {
  service_fee: 'service fee',
  funder_fee: 'funder fee',
  platform_fee: 'platform fee',
} as const satisfies Record<ServiceCharge['fee_type'], string>

/** The principal's charge, and in the indirect model the provider's for its software (money.md §1.5, 4i and 4p). */
function feesOf(
  work: WorkFacts,
  charges: readonly ServiceCharge[],
  code: CurrencyCode,
  on: Day,
): Fees | string {
  const find = (fee_type: ServiceCharge['fee_type']): FeeRule | string => {
    const charge = chargeInForce(charges, { ...work, fee_type, on })
    if (charge === null) return `There is no ${labels[fee_type]} rule in force on ${formatDay(on)}`
    return feeRule(charge.type, charge.value, charge.fee_base, code)
  }
  const is_indirect = work.funding_model === 'indirect'
  const fee = find(is_indirect ? 'funder_fee' : 'service_fee')
  if (typeof fee === 'string') return fee
  const platform_fee = is_indirect ? find('platform_fee') : null
  return typeof platform_fee === 'string' ? platform_fee : { fee, platform_fee }
}
