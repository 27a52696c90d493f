/** Any approved work that the rules accept or refuse: shared by the property tests of sets and postings. */

import fc from 'fast-check'
import type { FeeRule } from '#business/invoices/fee.rules.ts'
import type { RaiseInput } from '#business/invoices/raise.rules.ts'
import { addDays } from '#kernel/day.ts'
import { GBP, money } from '#kernel/money.ts'
import type { Percent4, Rate4, Units4 } from '#kernel/rate.ts'
import { registered_contractor, sample_week, unregistered_contractor } from './raise-sample.ts'

const pence = (max: number) => fc.nat(max).map((minor) => money(minor, GBP))

// Scaled integers are branded where they are drawn.
const rates = fc.nat(2_000_0000).map((scaled) => scaled as Rate4)
const unit_counts = fc.nat(744_0000).map((scaled) => scaled as Units4)

const lines = fc.array(
  fc.record({
    name: fc.constantFrom('Standard', 'Overtime', 'Night'),
    description: fc.constant('Work'),
    unit_type: fc.constantFrom('hourly', 'daily'),
    units: unit_counts,
    contractor_rate: rates,
    client_rate: rates,
  }),
  { minLength: 1, maxLength: 6 },
)

const fees: fc.Arbitrary<FeeRule | null> = fc.oneof(
  fc.record({
    type: fc.constant('percent' as const),
    value: fc.nat(10_0000).map((scaled) => scaled as Percent4),
    fee_base: fc.constantFrom('gross' as const, 'net' as const),
  }),
  pence(50_000).map((value) => ({ type: 'fixed' as const, value })),
  fc.constant(null),
)

const vat = fc.record({
  standard_rate: fc.constantFrom(sample_week.vat.standard_rate, 17_5000 as Percent4), // Branded where it is drawn.
  client_country_code: fc.constantFrom('GB', 'GB', 'US', 'IM'),
  contractor: fc.constantFrom(registered_contractor, unregistered_contractor),
  is_agency_registered: fc.boolean(),
  is_provider_registered: fc.boolean(),
  is_funder_registered: fc.boolean(),
})

export const raiseInputs: fc.Arbitrary<RaiseInput> = fc
  .record({
    funding_model: fc.constantFrom('direct' as const, 'agency_billed' as const, 'indirect' as const),
    funding_type: fc.constantFrom('funded' as const, 'partly_funded' as const, 'paid_when_paid' as const),
    payment_type: fc.constantFrom(
      'limited' as const,
      'umbrella' as const,
      'selfemployed' as const,
      'paye' as const,
    ),
    client_billed_by: fc.constantFrom('funder' as const, 'agency' as const),
    conduct_regs_opt_out: fc.boolean(),
    is_extended_contractor_payment_terms: fc.boolean(),
    lines,
    vat,
    fee: fees,
    funder_discount: fees,
    platform_fee: fees,
    employer_ni: pence(100_000),
    employer_pension: pence(50_000),
    holiday_pay_retained: pence(50_000),
  })
  .map(({ employer_ni, employer_pension, holiday_pay_retained, ...drawn }) => ({
    ...sample_week,
    ...drawn,
    pay_day: drawn.payment_type === 'paye' ? addDays(sample_week.approved_day, 4) : null,
    on_costs: drawn.payment_type === 'paye' ? { employer_ni, employer_pension, holiday_pay_retained } : {},
  }))
