/** Random employments and pay of every loaded tax year. */
import fc from 'fast-check'
import { ORDER_KINDS, type Order } from '#business/payroll/engine/attachment.rules.ts'
import type { EmploymentState } from '#business/payroll/engine/employment-state.rules.ts'
import { PAY_KINDS, type PayElement } from '#business/payroll/engine/pay-element.rules.ts'
import { PENSION_BASES, PENSION_RELIEFS } from '#business/payroll/engine/pension.rules.ts'
import { LOAN_PLANS, NI_LETTERS, type TaxYear } from '#business/payroll/engine/tax-year.rules.ts'
import { TAX_YEARS } from '#business/payroll/years/tax-years.rules.ts'
import { addDays, addMonths, type Day, dayOf } from '#kernel/day.ts'
import type { Percent4 } from '#kernel/rate.ts'
import { code, worker } from './sample-worker.ts'

export const cumulative_codes = [
  '1257L',
  '45L',
  '999T',
  '2600L',
  'S1257L',
  'S300L',
  'C1257L',
  'K45',
  'SK700',
  'K2000',
  'BR',
  'D0',
  'D1',
  'SBR',
  'SD0',
  'SD3',
  '0T',
  'S0T',
] as const

export const anyYear = fc.constantFrom(...TAX_YEARS)

export const anyCode = fc
  .tuple(fc.constantFrom(...cumulative_codes, 'NT'), fc.boolean())
  .map(([text, is_week1]) => code(is_week1 ? `${text} W1` : text))

/** Mostly wages, sometimes of a year in one payment. */
export const anyPay = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 200_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 20_000_000 }) },
)

const anyPension = fc.option(
  fc.record({
    relief: fc.constantFrom(...PENSION_RELIEFS),
    basis: fc.constantFrom(...PENSION_BASES),
    employee_percent: fc.integer({ min: 0, max: 200_000 }).map((scaled) => scaled as Percent4), // Scaled.
    employer_percent: fc.integer({ min: 30_000, max: 200_000 }).map((scaled) => scaled as Percent4), // Scaled.
  }),
)

const anyOrder = fc
  .record({
    kind: fc.constantFrom(...ORDER_KINDS),
    rate: fc.constantFrom('standard' as const, 'higher' as const),
    date: fc.integer({ min: 1, max: 28 }),
    amount: fc.integer({ min: 1, max: 30_000 }),
    protected_earnings: fc.option(fc.integer({ min: 0, max: 40_000 })),
    debt_left: fc.option(fc.integer({ min: 0, max: 50_000 })),
    charges_admin_fee: fc.boolean(),
  })
  .map(
    ({ kind, rate, date, amount, ...more }): Omit<Order, 'id'> => ({
      ...more,
      kind,
      rate: kind === 'dea' ? rate : kind === 'council_tax' ? 'table' : 'given',
      amount: kind === 'dea' || kind === 'council_tax' ? null : amount,
      order_date: dayOf(2026, 1, date),
    }),
  )

/** An employment at the start of the year. */
export const anyEmployment: fc.Arbitrary<EmploymentState> = fc
  .record({
    code: anyCode,
    frequency: fc.constantFrom('week' as const, 'fortnight' as const, 'four_week' as const, 'month' as const),
    ni_letter: fc.constantFrom(...NI_LETTERS),
    loans: fc.subarray([...LOAN_PLANS]),
    pension: anyPension,
    orders: fc
      .array(anyOrder, { maxLength: 3 })
      .map((orders) => orders.map((order, index) => ({ ...order, id: `order-${index}` }))),
    charges_levy: fc.boolean(),
  })
  .map((facts) => ({ ...worker, ...facts }))

export const anyElement: fc.Arbitrary<PayElement> = fc
  .tuple(fc.constantFrom(...PAY_KINDS), anyPay)
  .map(([kind, amount]) => {
    const is_pay = kind !== 'expense'
    return { kind, amount, taxable: is_pay, niable: is_pay, pensionable: is_pay, nmw: kind === 'basic' }
  })

/** Periods that end at most four times in a year at each frequency, so that a few payments follow each other. */
export const periodOf = (state: EmploymentState, nth: number): number =>
  nth * { week: 1, fortnight: 2, four_week: 4, month: 1 }[state.frequency]

/** The last day of a tax week or month: the fifth of the month, or each seventh day from 12 April. */
export function payDayOf(
  { last_day }: TaxYear,
  { frequency }: Pick<EmploymentState, 'frequency'>,
  period: number,
): Day {
  const before = addMonths(last_day, -12)
  return frequency === 'month' ? addMonths(before, period) : addDays(before, 7 * period)
}
