/**
 * What holds of directors, leavers, workers with a P45 and corrections of earlier pay alone, in both tax years: 200 random
 * employments for each property, 100,000 at night.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculate } from '#business/payroll/engine/calculate.rules.ts'
import type { EmploymentState } from '#business/payroll/engine/employment-state.rules.ts'
import { incomeTax } from '#business/payroll/engine/income-tax.rules.ts'
import {
  directorThresholds,
  nationalInsurance,
  periodThresholds,
} from '#business/payroll/engine/national-insurance.rules.ts'
import { anyEmployment, anyPay, anyYear, payDayOf, periodOf } from './random-employment.ts'
import {
  afterPayment,
  always,
  anyDirectorship,
  anyEarlierJob,
  anyPayment,
  isLimited,
  paying,
} from './random-payment.ts'
import { pay, run } from './sample-worker.ts'

test('a director: contributions of the year are those of its earnings at once, by both methods and from any appointment', () => {
  const pays = fc.array(anyPay, { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(anyYear, anyEmployment, anyDirectorship, pays, (year, start, director, amounts) => {
      let state: EmploymentState = { ...start, pension: null, director }
      for (const [index, amount] of amounts.entries()) {
        const period = periodOf(state, index + 1)
        const is_last_of_year = index === amounts.length - 1
        const input = run(period, [], { pay_day: payDayOf(year, state, period), is_last_of_year })
        state = afterPayment(state, paying({ year, state, input }, amount))
      }
      const earnings = amounts.reduce((sum, amount) => sum + amount, 0)
      const { employee, employer, bands } = nationalInsurance(
        year,
        start.ni_letter,
        earnings,
        directorThresholds(year, director.weeks),
      )
      const to_date = state.ni_ytd_by_letter[start.ni_letter]
      expect(to_date).toMatchObject({ earnings, employee, employer })
      // Under the alternative method HMRC takes the bands of the periods.
      if (director.method === 'AN') expect(to_date?.bands).toEqual(bands)
    }),
    always,
  )
})

test('a director by the alternative method is an employee until the last payment of the year', () => {
  fc.assert(
    fc.property(anyPayment(), (payment) => {
      const { director, ...state } = payment.state
      fc.pre(director?.method === 'AL')
      const input = { ...payment.input, is_last_of_year: false }
      expect(paying({ ...payment, input }, payment.elements)).toEqual(
        paying({ ...payment, state: { ...state, director: null }, input }, payment.elements),
      )
    }),
    always,
  )
})

test('after leaving: no free pay, and nothing of the year before counts; a single payment has weekly thresholds', () => {
  fc.assert(
    fc.property(
      anyPayment('corrections'),
      fc.constantFrom('regular' as const, 'irregular' as const),
      anyPay,
      (payment, after_leaving, amount) => {
        const { year } = payment
        const state = { ...payment.state, orders: [], pension: null, director: null }
        const input = { ...payment.input, after_leaving }
        const slip = paying({ year, state, input }, amount)
        const frequency = after_leaving === 'irregular' ? 'week' : state.frequency
        const { regime } = state.code
        const { tax } = incomeTax(year, {
          code: { text: '0T', regime, is_week1: true, kind: 'allowance', value: 0 },
          ...{ frequency: state.frequency, period: input.period_number, pay: amount },
          ...{ pay_before: 0, tax_before: 0 },
        })
        const ni = nationalInsurance(year, state.ni_letter, amount, periodThresholds(year, frequency))
        expect(slip.deductions).toMatchObject({ income_tax: tax, employee_ni: ni.employee })
        expect(slip.employer.ni).toBe(ni.employer)
        const never_paid = {
          ...state,
          ytd: { ...state.ytd, taxable: 0, tax: 0 },
          previous: { pay: 0, tax: 0 },
        }
        expect(paying({ year, state: never_paid, input }, amount).deductions).toEqual(slip.deductions)
      },
    ),
    always,
  )
})

test('a P45: a cumulative code counts its pay and tax as those of this job, week 1 or month 1 counts neither', () => {
  fc.assert(
    fc.property(anyPayment('leavers'), anyEarlierJob, (payment, job) => {
      const { elements } = payment
      const of = (change: Partial<EmploymentState>) =>
        paying({ ...payment, state: { ...payment.state, ...change } }, elements)
      const none = { pay: 0, tax: 0 }
      const { ytd, code } = payment.state
      const same_job = { ...ytd, taxable: ytd.taxable + job.pay, tax: ytd.tax + job.tax }
      const with_job = of({ previous: job })
      expect(with_job.deductions).toEqual(of({ previous: none, ytd: same_job }).deductions)
      if (code.is_week1) expect(with_job).toEqual(of({ previous: none }))
      // It is no pay of this job.
      expect(with_job.ytd.taxable).toBe(of({ previous: none }).ytd.taxable)
      expect(with_job.ni_ytd_by_letter).toEqual(of({ previous: none }).ni_ytd_by_letter)
    }),
    always,
  )
})

test('a correction: pay, contributions, loans and pension to date are those of the right pay from the start', () => {
  fc.assert(
    fc.property(
      anyYear,
      anyEmployment,
      fc.option(anyEarlierJob),
      anyPay,
      anyPay,
      anyPay,
      (year, { orders: _, ...start }, job, wrong, right, next) => {
        const state: EmploymentState = { ...start, orders: [], previous: job ?? start.previous }
        const on = (nth: number) => payDayOf(year, state, periodOf(state, nth))
        const first = (amount: number) =>
          calculate(year, state, run(periodOf(state, 1), [{ ...pay(1), amount }], { pay_day: on(1) }))
        const second = (before: ReturnType<typeof first>, difference: number) => {
          const correction = { ...pay(1), amount: difference, for_pay_day: on(1) }
          const elements = [{ ...pay(1), amount: next }, ...(difference === 0 ? [] : [correction])]
          const more = { pay_day: on(2), earlier_parts: before.parts }
          return calculate(year, afterPayment(state, before), run(periodOf(state, 2), elements, more))
        }
        const paid_wrong = first(wrong)
        const corrected = second(paid_wrong, right - wrong)
        const paid_right = first(right)
        const straight = second(paid_right, 0)
        // What one payment cannot bear waits for later ones.
        const waits = corrected.parts.reduce((sum, { ni_waits }) => sum + (ni_waits ?? 0), 0)
        const { tax, net: _net, employee_ni, ...others } = straight.ytd
        expect(corrected.ytd).toMatchObject(others)
        expect(corrected.ytd.employee_ni + waits).toBe(employee_ni)
        if (!isLimited(paid_wrong, corrected, paid_right, straight)) expect(corrected.ytd.tax).toBe(tax)
      },
    ),
    always,
  )
})
