/** What holds of every payslip: 200 random employments for each property, 100,000 at night. */
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { calculate } from '#business/payroll/engine/calculate.rules.ts'
import type { Line, Payslip } from '#business/payroll/engine/calculated-payslip.rules.ts'
import type { EmploymentState } from '#business/payroll/engine/employment-state.rules.ts'
import { incomeTax } from '#business/payroll/engine/income-tax.rules.ts'
import { whyOf } from '#business/payroll/engine/line-why.rules.ts'
import { anyElement, anyEmployment, anyPay, cumulative_codes, periodOf } from './random-employment.ts'
import { code, following, pay, run, worker, year } from './sample-worker.ts'

const numRuns = process.env.STINT_NIGHTLY ? 100_000 : 200
// A property of a night takes half a minute alone.
if (process.env.STINT_NIGHTLY) vi.setConfig({ testTimeout: 3_600_000 })
const always = { numRuns }

/** An employment with one earlier payment, and the elements of the next. */
const payment = fc
  .tuple(anyEmployment, anyPay, fc.array(anyElement, { minLength: 1, maxLength: 4 }))
  .map(([start, earlier, elements]) => {
    const first = calculate(year, start, run(periodOf(start, 1), [pay(earlier / 100)]))
    return { state: following(start, first), elements, period: periodOf(start, 2) }
  })

const of = (state: EmploymentState, period: number, pence: number): Payslip =>
  calculate(year, state, run(period, [{ ...pay(1), amount: pence }]))

const amounts = (lines: readonly Line[], part: Line['part']) =>
  lines.reduce((sum, line) => (line.part === part ? sum + line.amount : sum), 0)

test('gross pay less deductions is net pay', () => {
  fc.assert(
    fc.property(payment, ({ state, elements, period }) => {
      const slip = calculate(year, state, run(period, elements))
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

test('a cumulative year has the tax of its last to-date pay, however it was split', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...cumulative_codes),
      fc.array(fc.integer({ min: 0, max: 300_000 }), { minLength: 1, maxLength: 12 }),
      (text, pays) => {
        let state: EmploymentState = { ...worker, code: code(text) }
        for (const [index, amount] of pays.entries()) {
          const slip = of(state, index + 1, amount)
          fc.pre(slip.lines.every(({ inputs }) => inputs.most === undefined))
          state = following(state, slip)
        }
        const whole = {
          code: state.code,
          frequency: state.frequency,
          period: pays.length,
          pay: pays.reduce((sum, amount) => sum + amount, 0),
          pay_before: 0,
          tax_before: 0,
        }
        expect(state.ytd.tax).toBe(incomeTax(year, whole).due)
      },
    ),
    always,
  )
})

test('tax takes no more than half of the pay', () => {
  fc.assert(
    fc.property(payment, ({ state, elements, period }) => {
      const { taxable, deductions } = calculate(year, state, run(period, elements))
      expect(2 * deductions.income_tax).toBeLessThanOrEqual(Math.max(0, taxable))
    }),
    always,
  )
})

test('more pay never takes less, and a penny more never leaves much less', () => {
  fc.assert(
    fc.property(payment, anyPay, fc.integer({ min: 1, max: 10_000 }), ({ state, period }, amount, more) => {
      const before_orders = { ...state, orders: [] }
      const [less, penny, higher] = [0, 1, more].map((add) => of(before_orders, period, amount + add)) as [
        Payslip,
        Payslip,
        Payslip,
      ] // Of three.
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

test('two payments of a period add up to one', () => {
  fc.assert(
    fc.property(payment, anyPay, anyPay, ({ state, period }, one, two) => {
      const plain = { ...state, orders: [] }
      const first = of(plain, period, one)
      const second = calculate(
        year,
        following(plain, first),
        run(period, [{ ...pay(1), amount: two }], { already_paid: [first] }),
      )
      const at_once = of(plain, period, one + two)
      expect(second.ni_ytd_by_letter).toEqual(at_once.ni_ytd_by_letter)
      const is_limited = [first, second, at_once].some(({ lines }) =>
        lines.some(({ inputs }) => inputs.most !== undefined),
      )
      const { tax: _, net: __, ...others } = second.ytd
      expect(at_once.ytd).toMatchObject(is_limited ? others : second.ytd)
    }),
    always,
  )
})

test('Wales pays as England does', () => {
  fc.assert(
    fc.property(payment, ({ state, elements, period }) => {
      fc.pre(state.code.regime === 'uk')
      const welsh = { ...state, code: { ...state.code, regime: 'C' as const } }
      const [uk, wales] = [state, welsh].map((one) => calculate(year, one, run(period, elements)).net)
      expect(wales).toBe(uk)
    }),
    always,
  )
})

test('Scotland pays as England does where the bands agree: the basic rate alone, no tax, and pay that is free of it', () => {
  const pairs = [
    ['SBR', 'BR'],
    ['SNT', 'NT'],
  ] as const
  fc.assert(
    fc.property(
      payment,
      fc.constantFrom(...pairs),
      fc.boolean(),
      ({ state, elements, period }, pair, is_week1) => {
        const [scottish, english] = pair.map((text) =>
          calculate(year, { ...state, code: code(is_week1 ? `${text} W1` : text) }, run(period, elements)),
        ) as [Payslip, Payslip] // Of a pair.
        expect(scottish.deductions).toEqual(english.deductions)
        expect(scottish.net).toBe(english.net)
      },
    ),
    always,
  )
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1257 }),
      fc.integer({ min: 0, max: 40_000 }),
      (allowance, amount) => {
        const [scottish, english] = [`S${allowance}L`, `${allowance}L`].map(
          (text) => of({ ...worker, code: code(text) }, 1, amount).deductions.income_tax,
        ) as [number, number] // Of a pair.
        expect(scottish === 0).toBe(english === 0)
      },
    ),
    always,
  )
})

test('the same input gives the same bytes, whatever the order of elements', () => {
  fc.assert(
    fc.property(payment, ({ state, elements, period }) => {
      const bytes = (list: typeof elements) => JSON.stringify(calculate(year, state, run(period, list)))
      expect(bytes(elements.toReversed())).toBe(bytes(elements))
    }),
    always,
  )
})

test('no pay: no contributions, no loan, and at most a refund', () => {
  fc.assert(
    fc.property(payment, ({ state, period }) => {
      const { deductions, employer } = of(state, period, 0)
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
    /(?=, of which -?£[\d,.]+ was taken before|; half of the pay is the most)/,
  )
  const last = due.match(pounds)?.at(-1) ?? ''
  const before = rest.find((part) => part.startsWith(', of which'))?.match(pounds)?.[0]
  const most = rest.find((part) => part.startsWith('; half'))?.match(pounds)?.[0]
  const left = penceIn(last) - (before === undefined ? 0 : penceIn(before))
  return most === undefined ? left : Math.min(left, penceIn(most))
}

test('every sentence is made of its inputs alone, and gives its amount', () => {
  fc.assert(
    fc.property(payment, anyPay, ({ state, elements, period }, again) => {
      const first = calculate(year, state, run(period, elements))
      const second = calculate(
        year,
        following(state, first),
        run(period, [{ ...pay(1), amount: again }], { already_paid: [first] }),
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
