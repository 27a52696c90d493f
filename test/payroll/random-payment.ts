/** Random payments in both tax years: to directors, after leaving, after another job of the year, and with a correction. */
import fc from 'fast-check'
import { vi } from 'vitest'
import { calculate } from '#business/payroll/engine/calculate.rules.ts'
import type { Line, Payslip } from '#business/payroll/engine/calculated-payslip.rules.ts'
import { no_ni_yet, withPayment } from '#business/payroll/engine/director-ni.rules.ts'
import type { Directorship, EmploymentState } from '#business/payroll/engine/employment-state.rules.ts'
import type { PayElement } from '#business/payroll/engine/pay-element.rules.ts'
import type { PeriodInput } from '#business/payroll/engine/period-input.rules.ts'
import type { TaxYear } from '#business/payroll/engine/tax-year.rules.ts'
import { anyElement, anyEmployment, anyPay, anyYear, payDayOf, periodOf } from './random-employment.ts'
import { following, pay, run } from './sample-worker.ts'

const is_night = Boolean(process.env.STINT_NIGHTLY)
/** Cases of each property, by day and at night. `PAYROLL_SEED` repeats a night. */
export const always = {
  numRuns: Number(process.env.PAYROLL_CASES ?? (is_night ? 100_000 : 200)),
  seed: Number(process.env.PAYROLL_SEED ?? Date.now() % 2 ** 31),
}
if (is_night) {
  // A property of a night takes minutes.
  vi.setConfig({ testTimeout: 36_000_000 })
  process.stdout.write(`${always.numRuns} random payments of each property, seed ${always.seed}\n`)
}

export type Payment = {
  readonly year: TaxYear
  /** After one earlier payment. */
  readonly state: EmploymentState
  readonly elements: readonly PayElement[]
  readonly input: PeriodInput
}

/** Both methods, of a director for the whole year or appointed in it. */
export const anyDirectorship: fc.Arbitrary<Directorship> = fc.record({
  method: fc.constantFrom('AN' as const, 'AL' as const),
  weeks: fc.oneof(fc.constant(52), fc.integer({ min: 1, max: 52 })),
  ni_by_letter: fc.constant({}),
})

/** Pay and tax of another job in the year. */
export const anyEarlierJob = fc
  .tuple(fc.integer({ min: 1, max: 4_000_000 }), fc.integer({ min: 0, max: 60 }))
  .map(([earned, percent]) => ({ pay: earned, tax: Math.floor((earned * percent) / 100) }))

const anyLeaving = fc.constantFrom(null, null, 'regular' as const, 'irregular' as const)

/** Pay of the earlier day that is given or taken back. */
const anyCorrection = fc.integer({ min: -200_000, max: 200_000 })

/** The next payment's state, also of a director since the appointment. */
export function afterPayment(state: EmploymentState, slip: Payslip): EmploymentState {
  const { director } = state
  if (director === null) return following(state, slip)
  const ni_by_letter = { ...director.ni_by_letter }
  for (const { ni_letter, niable, employee_ni: employee, employer_ni: employer, bands } of slip.parts)
    ni_by_letter[ni_letter] = withPayment(ni_by_letter[ni_letter] ?? no_ni_yet, niable, {
      employee,
      employer,
      bands,
    })
  return { ...following(state, slip), director: { ...director, ni_by_letter } }
}

/** Payments of every kind but those that a property does not hold for. */
export const anyPayment = (...without: ('corrections' | 'leavers')[]): fc.Arbitrary<Payment> =>
  fc
    .record({
      year: anyYear,
      start: anyEmployment,
      director: fc.option(anyDirectorship),
      appointed_later: fc.boolean(),
      previous: fc.option(anyEarlierJob),
      earlier: anyPay,
      elements: fc.array(anyElement, { minLength: 1, maxLength: 4 }),
      correction: without.includes('corrections') ? fc.constant(null) : fc.option(anyCorrection),
      after_leaving: without.includes('leavers') ? fc.constant(null) : anyLeaving,
      is_last_of_year: fc.boolean(),
    })
    .map(({ year, start, director, previous, earlier, elements, correction, ...more }) => {
      const joined = { ...start, director, previous: previous ?? start.previous }
      const on = (nth: number) => payDayOf(year, start, periodOf(start, nth))
      const first = calculate(year, joined, run(periodOf(start, 1), [pay(earlier / 100)], { pay_day: on(1) }))
      const corrected: PayElement[] =
        correction === null
          ? []
          : [{ ...pay(1), amount: Math.max(0 - earlier, correction), for_pay_day: first.pay_day }]
      const all = [...elements, ...corrected]
      const { after_leaving, is_last_of_year } = more
      return {
        year,
        state: more.appointed_later ? following(joined, first) : afterPayment(joined, first),
        elements: all,
        input: run(periodOf(start, 2), all, {
          pay_day: on(2),
          earlier_parts: first.parts,
          ...{ after_leaving, is_last_of_year },
        }),
      }
    })

/** The payment with other pay. */
export const paying = (
  { year, state, input }: Pick<Payment, 'year' | 'state' | 'input'>,
  elements: readonly PayElement[] | number,
): Payslip =>
  calculate(year, state, {
    ...input,
    elements: typeof elements === 'number' ? [{ ...pay(1), amount: elements }] : elements,
  })

/** Half of the pay was less than a tax of these payments. */
export const isLimited = (...slips: readonly { readonly lines: readonly Line[] }[]): boolean =>
  slips.some(({ lines }) => lines.some(({ inputs }) => inputs.most !== undefined))

/** The last payment of a year settles the contributions of a director by the alternative method. */
export const settles = ({ state: { director }, input }: Payment): boolean =>
  director?.method === 'AL' && input.is_last_of_year
