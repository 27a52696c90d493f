/** One week of the placement every example starts from; tests and stories change what they are about. */

import type { RaiseInput } from '#business/invoices/raise.rules.ts'
import type { SelfBillee } from '#business/invoices/vat.rules.ts'
import type { WorkLine } from '#business/invoices/work-lines.rules.ts'
import { day } from '#kernel/day.ts'
import { GBP, parseMoney } from '#kernel/money.ts'
import { percent, rate, units } from '#kernel/rate.ts'

export const registered_contractor: SelfBillee = {
  is_vat_registered: true,
  vat_registration_no: '980780684',
  self_billing_from: day('2025-01-01'),
  self_billing_to: null,
  vat_standing: 'not_checked',
}

export const unregistered_contractor: SelfBillee = {
  is_vat_registered: false,
  vat_registration_no: null,
  self_billing_from: null,
  self_billing_to: null,
  vat_standing: 'not_checked',
}

/** So many units at so much for the contractor and so much for the client. */
export function worked(
  count: string,
  contractor_rate: string,
  client_rate: string,
  name = 'Standard',
): WorkLine {
  return {
    name,
    description: name,
    unit_type: 'hourly',
    units: units(count),
    contractor_rate: rate(contractor_rate),
    client_rate: rate(client_rate),
  }
}

/** 37.5 hours at £20.00 and £25.00, direct, funded, 2.5 % of gross, everyone registered for VAT. */
export const sample_week: RaiseInput = {
  currency: GBP,
  generation_type: 'timesheet',
  funding_model: 'direct',
  funding_type: 'funded',
  payment_type: 'limited',
  conduct_regs_opt_out: false,
  lines: [worked('37.5', '20.00', '25.00')],
  vat: {
    standard_rate: percent('20'),
    client_country_code: 'GB',
    contractor: registered_contractor,
    is_agency_registered: true,
    is_provider_registered: true,
    is_funder_registered: true,
  },
  fee: { type: 'percent', value: percent('2.5'), fee_base: 'gross' },
  on_costs: {},
  client_payment_terms: 30,
  contractor_payment_terms: 7,
  is_extended_contractor_payment_terms: false,
  approved_day: day('2026-03-09'),
  raised_date: day('2026-03-09'),
  run_date: day('2026-03-13'),
}

/** A week of pay: 40 hours with the employer's costs of it (money.md §1.7). */
export const paye_week: Partial<RaiseInput> = {
  generation_type: 'paye_timesheet',
  payment_type: 'paye',
  lines: [worked('40', '22.4140', '32.00')],
  pay_day: day('2026-04-10'),
  on_costs: {
    employer_ni: parseMoney('120.08', GBP),
    employer_pension: parseMoney('23.30', GBP),
    apprenticeship_levy: parseMoney('4.48', GBP),
  },
}
