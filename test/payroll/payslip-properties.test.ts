/**
 * What holds of every payslip of both tax years, to directors, leavers, workers with a P45 and with corrections: 200 random
 * payments for each property, 100,000 at night. A property that does not hold for a kind says so.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Line, Payslip } from '#business/payroll/engine/calculated-payslip.rules.ts'
import type { EmploymentState } from '#business/payroll/engine/employment-state.rules.ts'
import { incomeTax } from '#business/payroll/engine/income-tax.rules.ts'
import { whyOf } from '#business/payroll/engine/line-why.rules.ts'
import { anyPay, anyYear, cumulative_codes, payDayOf } from './random-employment.ts'
import {
  afterPayment,
  always,
  anyEarlierJob,
  anyPayment,
  isLimited,
  paying,
  settles,
} from './random-payment.ts'
import { code, run, worker } from './sample-worker.ts'

const amounts = (lines: readonly Line[], part: Line['part']) =>
  lines.reduce((sum, line) => (line.part === part ? sum + line.amount : sum), 0)

test('gross pay less deductions is net pay', () => {
  fc.assert(
    fc.property(anyPayment(), (payment) => {
      const { state, elements } = payment
      const slip = paying(payment, elements)
      expect(slip.net).toBe(slip.gross - amounts(slip.lines, 'deduction'))
      expect(slip.gross).toBe(elements.reduce((sum, { amount }) => sum + amount, 0))
      const { ni, pension, levy } = slip.employer
      expect(amounts(slip.lines, 'employer')).toBe(ni + pension + levy)
      expect(slip.ytd.net - state.ytd.net).toBe(slip.net)
      expect(slip.ytd.tax - state.ytd.tax).toBe(slip.deductions.income_tax)
    }),
    always,
  )
})

test('a cumulative year has the tax of its last to-date pay and the P45, however it was split', () => {
  fc.assert(
    fc.property(
      anyYear,
      fc.constantFrom(...cumulative_codes),
      fc.option(anyEarlierJob),
      fc.array(fc.integer({ min: 0, max: 300_000 }), { minLength: 1, maxLength: 12 }),
      (year, text, job, pays) => {
        const previous = job ?? worker.previous
        let state: EmploymentState = { ...worker, code: code(text), previous }
        for (const [index, amount] of pays.entries()) {
          const pay_day = payDayOf(year, state, index + 1)
          const slip = paying({ year, state, input: run(index + 1, [], { pay_day }) }, amount)
          fc.pre(!isLimited(slip))
          state = afterPayment(state, slip)
        }
        const whole = {
          code: state.code,
          frequency: state.frequency,
          period: pays.length,
          pay: pays.reduce((sum, amount) => sum + amount, previous.pay),
          pay_before: 0,
          tax_before: 0,
        }
        expect(state.ytd.tax + previous.tax).toBe(incomeTax(year, whole).due)
      },
    ),
    always,
  )
})

/** Taxable pay and tax of the payslip, and apart from it of each day that week 1 or month 1 taxes by itself. */
function taxedTogether({ lines, parts }: Payslip): { readonly taxable: number; readonly tax: number }[] {
  const taxes = lines.filter(({ element }) => element === 'income_tax')
  const apart = new Set(taxes.map(({ for_pay_day }) => for_pay_day))
  const [own, ...corrections] = parts
  return taxes.map(({ amount, for_pay_day }) => {
    const of = corrections.filter(({ pay_day }) =>
      for_pay_day === undefined ? !apart.has(pay_day) : pay_day === for_pay_day,
    )
    const first = for_pay_day === undefined ? (own?.taxable ?? 0) : 0
    return { tax: amount, taxable: of.reduce((sum, { taxable }) => sum + taxable, first) }
  })
}

test('tax takes no more than half of the pay; of a correction under week 1, of each pay day', () => {
  fc.assert(
    fc.property(anyPayment(), (payment) => {
      const slip = paying(payment, payment.elements)
      const all = taxedTogether(slip)
      for (const { taxable, tax } of all) expect(2 * tax).toBeLessThanOrEqual(Math.max(0, taxable))
      expect(all.reduce((sum, { tax }) => sum + tax, 0)).toBe(slip.deductions.income_tax)
      expect(all.reduce((sum, { taxable }) => sum + taxable, 0)).toBe(slip.taxable)
    }),
    always,
  )
})

test('more pay never takes less, and a penny more never leaves much less; corrections apart', () => {
  const more = fc.integer({ min: 1, max: 10_000 })
  fc.assert(
    fc.property(anyPayment('corrections'), anyPay, more, (payment, amount, add) => {
      const state = { ...payment.state, orders: [] }
      const of = (pence: number) => paying({ ...payment, state }, pence)
      const [less, penny, higher] = [of(amount), of(amount + 1), of(amount + add)]
      for (const slip of [penny, higher])
        for (const name of ['income_tax', 'employee_ni', 'student_loan', 'postgraduate_loan'] as const) {
          // Given-up pay of another rounding may take a penny off what is taxed.
          if (state.pension !== null && name === 'income_tax' && slip.taxable < less.taxable) continue
          expect(slip.deductions[name]).toBeGreaterThanOrEqual(less.deductions[name])
        }
      expect(higher.employer.ni).toBeGreaterThanOrEqual(less.employer.ni)
      expect(less.net - penny.net).toBeLessThanOrEqual(250)
    }),
    always,
  )
})

test('two payments of a period add up to one; corrections apart, and single payments after leaving without weekly pay', () => {
  fc.assert(
    fc.property(anyPayment('corrections'), anyPay, anyPay, (payment, one, two) => {
      const { year, input } = payment
      // Outside of usual pay days each payment has weekly thresholds, also where pay was by the month.
      fc.pre(input.after_leaving !== 'irregular' || payment.state.frequency === 'week')
      const state = { ...payment.state, orders: [] }
      const first = paying({ year, state, input }, one)
      const second = paying(
        { year, state: afterPayment(state, first), input: { ...input, already_paid: [first] } },
        two,
      )
      const at_once = paying({ year, state, input }, one + two)
      expect(second.ni_ytd_by_letter).toEqual(at_once.ni_ytd_by_letter)
      const { tax: _, net: __, ...others } = second.ytd
      expect(at_once.ytd).toMatchObject(isLimited(first, second, at_once) ? others : second.ytd)
    }),
    always,
  )
})

test('Wales pays as England does', () => {
  fc.assert(
    fc.property(anyPayment(), (payment) => {
      const { state, elements } = payment
      fc.pre(state.code.regime === 'uk')
      const welsh = { ...state, code: { ...state.code, regime: 'C' as const } }
      const [uk, wales] = [state, welsh].map((one) => paying({ ...payment, state: one }, elements).net)
      expect(wales).toBe(uk)
    }),
    always,
  )
})

test('Scotland pays as England does where the bands agree: the basic rate alone, no tax, and pay that is free of it; leavers apart', () => {
  const pairs = [
    ['SBR', 'BR'],
    ['SNT', 'NT'],
  ] as const
  fc.assert(
    fc.property(anyPayment('leavers'), fc.constantFrom(...pairs), fc.boolean(), (payment, pair, is_week1) => {
      const [scottish, english] = pair.map((text) => {
        const state = { ...payment.state, code: code(is_week1 ? `${text} W1` : text) }
        return paying({ ...payment, state }, payment.elements)
      }) as [Payslip, Payslip] // Of a pair.
      expect(scottish.deductions).toEqual(english.deductions)
      expect(scottish.net).toBe(english.net)
    }),
    always,
  )
  fc.assert(
    fc.property(
      anyYear,
      fc.integer({ min: 1, max: 1257 }),
      fc.integer({ min: 0, max: 40_000 }),
      (year, allowance, amount) => {
        const input = run(1, [], { pay_day: payDayOf(year, worker, 1) })
        const [scottish, english] = [`S${allowance}L`, `${allowance}L`].map(
          (text) =>
            paying({ year, state: { ...worker, code: code(text) }, input }, amount).deductions.income_tax,
        ) as [number, number] // Of a pair.
        expect(scottish === 0).toBe(english === 0)
      },
    ),
    always,
  )
})

test('the same input gives the same bytes, whatever the order of elements', () => {
  fc.assert(
    fc.property(anyPayment(), (payment) => {
      const { elements } = payment
      const bytes = (list: typeof elements) => JSON.stringify(paying(payment, list))
      expect(bytes(elements.toReversed())).toBe(bytes(elements))
    }),
    always,
  )
})

test('no pay: no contributions, no loan, and at most a refund; corrections apart, and the settling of a director', () => {
  fc.assert(
    fc.property(anyPayment('corrections'), (payment) => {
      fc.pre(!settles(payment))
      const { deductions, employer } = paying(payment, 0)
      expect(deductions).toMatchObject({ employee_ni: 0, student_loan: 0, postgraduate_loan: 0 })
      expect(deductions.income_tax).toBeLessThanOrEqual(0)
      expect(employer).toMatchObject({ ni: 0, pension: 0, levy: 0 })
    }),
    always,
  )
})

const pounds = /-?£[\d,]+(?:\.\d\d)?/g
const penceIn = (text: string): number => Number(text.replace(/[£,]/g, '').replace('.', ''))

/** The amount that a reader finds from the sentence. */
function amountIn(why: string): number {
  const [, returned] = /, so (\S+) taken before goes back$/.exec(why) ?? []
  if (returned !== undefined) return -penceIn(returned)
  if (why.endsWith('is free of tax')) return 0
  const [due = '', ...rest] = why.split(
    /(?=, of which -?£[\d,.]+ was taken before|; half of the pay is the most|; £[\d,.]+ waits for later pay)/,
  )
  const last = due.match(pounds)?.at(-1) ?? ''
  const before = rest.find((part) => part.startsWith(', of which'))?.match(pounds)?.[0]
  const most = rest.find((part) => part.startsWith('; half'))?.match(pounds)?.[0]
  const waits = rest.find((part) => part.includes('waits'))?.match(pounds)?.[0]
  const left = [before, waits].reduce(
    (sum, taken) => sum - (taken === undefined ? 0 : penceIn(taken)),
    penceIn(last),
  )
  return most === undefined ? left : Math.min(left, penceIn(most))
}

test('every sentence is made of its inputs alone, and gives its amount', () => {
  fc.assert(
    fc.property(anyPayment(), anyPay, (payment, again) => {
      const { year, state, elements, input } = payment
      const first = paying(payment, elements)
      const second = paying(
        { year, state: afterPayment(state, first), input: { ...input, already_paid: [first] } },
        again,
      )
      for (const { element, inputs, why, amount } of [...first.lines, ...second.lines]) {
        expect(whyOf(element, inputs)).toBe(why)
        const found = amountIn(why)
        expect(element === 'attachment' ? Math.max(0, found) : found).toBe(amount)
      }
    }),
    always,
  )
})
