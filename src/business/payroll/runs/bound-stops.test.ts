/** Corrections and the bounds: right ones never stop a run, and nonsense on a corrected pay day does. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Day, day } from '#kernel/day.ts'
import { unitsFromScaled } from '#kernel/rate.ts'
import { code, pay, pence, qualifying, worker, year } from '#test/payroll/sample-worker.ts'
import type { Order } from '../engine/attachment.rules.ts'
import type { PeriodPart } from '../engine/calculated-payslip.rules.ts'
import type { EmploymentState } from '../engine/employment-state.rules.ts'
import type { PensionTerms } from '../engine/pension.rules.ts'
import { paidDays } from '../figures/paid-days.rules.ts'
import { amount_fields } from '../figures/payroll-figure.rules.ts'
import { eachFigure, type FigurePence, figuresOf, wholeOf } from '../figures/run-figures.rules.ts'
import { not_overpaid } from '../overpayments/overpaid-slip.rules.ts'
import { no_duties } from '../pension/re-enrolment.rules.ts'
import { BESIDES, no_besides } from './besides.rules.ts'
import { boundStops } from './bound-stops.rules.ts'
import { computeSlip, type MadeSlip } from './compute-slip.server.ts'
import type { Person } from './computed-slip.rules.ts'
import { checkPayslip } from './run-checks.rules.ts'
import type { RunWork } from './run-work.rules.ts'

const first_day = day('2026-06-12')
const next_day = day('2026-06-19')

const ada: Person = {
  ...{ contractor_id: 'ada', name: 'Ada Byron', born: day('1990-05-01'), account_fault: null },
  ...{
    shares_account_with: [],
    lacks_p45_loan: false,
    also_paid_by: [],
    code_since: day('2026-04-06'),
    letter_since: day('2026-04-06'),
    membership: null,
  },
  ...{ duties: no_duties, before: [] },
}

const council_tax: Order = {
  ...{ id: 'council', kind: 'council_tax', order_date: day('2026-05-01'), rate: 'table' },
  ...{ amount: null, protected_earnings: null, debt_left: null, charges_admin_fee: false },
}

const work = (id: string, amount: number, more: Partial<RunWork> = {}): RunWork => ({
  ...{ timesheet_id: id, human_id: id, employment_id: 'employment' },
  ...{ start_date: day('2026-06-01'), end_date: day('2026-06-07'), approved_on: day('2026-06-08') },
  ...{ retained: null, client_net: pence(3000), is_reduction: false, former: null, is_of_bureau: false },
  ...{
    corrects: null,
    ended_pay: [],
    hours: null,
    elements: [pay(amount, { timesheet_id: id, nmw: false })],
  },
  ...more,
})

function made(
  state: EmploymentState,
  pay_day: Day,
  works: readonly RunWork[],
  earlier: readonly MadeSlip[] = [],
): MadeSlip {
  const found = computeSlip(
    year,
    { pay_day, frequency: 'week' },
    {
      state,
      person: { ...ada, has_left: false, leave_date: null },
      works,
      earlier: earlier.map(({ slip: { pay_day: paid_on, parts, attached } }) => ({
        pay_day: paid_on,
        parts,
        attached,
      })),
      letters: [],
      besides: no_besides,
      overpaid: not_overpaid,
    },
  )
  if ('missing' in found) throw new Error(found.missing)
  return found
}

const stopsOf = (pay_day: Day, slip: MadeSlip) =>
  checkPayslip(year, { pay_day, frequency: 'week' }, ada, slip)
    .filter(({ level }) => level === 'stop')
    .map(({ code: check, sentence }) => `${check} ${sentence}`)

/** The correction of a timesheet with known figures after `slips`. */
function correction(id: string, amount: number, slips: readonly MadeSlip[]): RunWork {
  const former = slips.reduce<FigurePence | null>(
    (known, { shares }) => (shares.has(id) ? wholeOf({ timesheet_id: id, former: known }, shares) : known),
    null,
  )
  const before = former?.gross_pay ?? 0
  const element = pay(amount - before / 100, { timesheet_id: id, nmw: false, for_pay_day: first_day })
  return work(id, amount, { former, corrects: first_day, elements: [element] })
}

const after = (state: EmploymentState, { slip }: MadeSlip): EmploymentState => ({
  ...state,
  ytd: slip.ytd,
  ni_ytd_by_letter: slip.ni_ytd_by_letter,
})

test('generated corrections of weeks that share a pay day: no stop, figures that a timesheet can hold, and exact sums', () => {
  const amount = fc.integer({ min: 0, max: 250_000 }).map((one) => one / 100)
  const facts = fc.record({
    weeks: fc.array(amount, { minLength: 1, maxLength: 3 }),
    now: fc.array(amount, { minLength: 3, maxLength: 3 }),
    later: fc.array(amount, { minLength: 0, maxLength: 2 }),
    codes: fc.tuple(fc.constantFrom('1257L', 'BR', 'D1', 'K500'), fc.constantFrom('1257L', '0T', 'K800')),
    week1: fc.tuple(fc.boolean(), fc.boolean()),
    has_order: fc.boolean(),
    has_pension: fc.boolean(),
    loan: fc.boolean(),
  })
  fc.assert(
    fc.property(facts, ({ weeks, now, later, codes, week1, has_order, has_pension, loan }) => {
      const common: EmploymentState = {
        ...worker,
        charges_levy: true,
        pension: has_pension ? qualifying : null,
        loans: loan ? ['plan_2'] : [],
        orders: has_order ? [council_tax] : [],
        ytd: { ...worker.ytd, taxable: pence(4000), tax: pence(700) },
      }
      const state = { ...common, code: { ...code(codes[0]), is_week1: week1[0] } }
      const paid = made(
        state,
        first_day,
        weeks.map((one, at) => work(`paid ${at}`, one)),
      )
      const then = { ...after(common, paid), code: { ...code(codes[1]), is_week1: week1[1] } }
      const works = [
        ...later.map((one, at) => work(`new ${at}`, one)),
        ...weeks.map((_, at) => correction(`paid ${at}`, now[at] ?? 0, [paid])),
      ]
      const slip = made(then, next_day, works, [paid])
      expect(stopsOf(next_day, slip)).toEqual([])
      for (const one of works) {
        const whole = wholeOf(one, slip.shares)
        for (const field of amount_fields)
          if (field !== 'income_tax') expect(whole[field]).toBeGreaterThanOrEqual(0)
      }
      const figures = figuresOf(slip.slip)
      for (const field of amount_fields)
        expect([...slip.shares.values()].reduce((sum, share) => sum + share[field], 0)).toBe(figures[field])
      const { employer_ni = 0, apprenticeship_levy = 0 } = slip.unbilled ?? {}
      const apart = slip.shares.get(BESIDES)
      expect([apart?.employer_ni ?? 0, apart?.apprenticeship_levy ?? 0]).toEqual([
        employer_ni,
        apprenticeship_levy,
      ])
    }),
    { numRuns: 300 },
  )
})

const paid = made(worker, first_day, [work('first', 200), work('second', 700)])
const corrected = made(
  after(worker, paid),
  next_day,
  [work('new', 600), correction('first', 50, [paid])],
  [paid],
)

test('a week that shared its pay day gives back insurance that the other week bore', () => {
  expect(stopsOf(next_day, corrected)).toEqual([])
  expect(wholeOf({ timesheet_id: 'first', former: eachFigure(() => 0) }, corrected.shares).employee_ni).toBe(
    0,
  )
  expect(corrected.unbilled).toEqual({ employer_ni: -6_90, employer_pension: 0, apprenticeship_levy: 0 })
})

test.each<[string, Partial<PeriodPart>, string]>([
  [
    'employer NI',
    { employer_ni: pence(99_999) },
    'P05 Employer NI of £100,119.60 is more than the £112.50 that is possible on £750.00',
  ],
  [
    'employee NI',
    { employee_ni: pence(60) },
    'P05 Employee NI of £112.64 is more than the £60.00 that is possible on £750.00',
  ],
  [
    'a loan',
    { loans: { plan_2: pence(200) } },
    'P05 A student loan repayment of £200.00 is more than the £112.50 that is possible on £750.00',
  ],
  [
    'a levy',
    { levy: pence(9) },
    'P05 Apprenticeship levy of £9.00 is more than the £3.76 that is possible on £750.00',
  ],
  [
    'less than nothing',
    { employee_ni: pence(-60) },
    'P09 The figures of the pay of 12/06/2026 would be below nothing',
  ],
  ['a negative levy', { levy: pence(-1) }, 'P09 The figures of the pay of 12/06/2026 would be below nothing'],
])('nonsense on the corrected pay day stops the run: %s', (_, change, sentence) => {
  const parts = corrected.slip.parts.map((part) =>
    part.pay_day === first_day ? { ...part, ...change } : part,
  )
  const slip = { ...corrected.slip, parts }
  const days = paidDays(corrected.inputs.state, corrected.inputs.run, slip)
  expect(boundStops(year, next_day, ada, { ...corrected, slip, days }).map((one) => one.join(' '))).toEqual([
    sentence,
  ])
})

test.each<[string, number, string]>([
  ['half of the pay', 400, 'P03 Tax of £400.00 is more than half of the pay of £450.00'],
  ['the tax of the year', -5000, 'P03 A tax refund of £5,000.00 is more than the tax of'],
])('tax of the payslip with its correction, beyond %s, stops the run', (_, tax, sentence) => {
  const deductions = { ...corrected.slip.deductions, income_tax: pence(tax) }
  const found = boundStops(year, next_day, ada, { ...corrected, slip: { ...corrected.slip, deductions } })
  expect(found.map((one) => one.join(' ')).join()).toContain(sentence)
})

test('pay given up for a pension counts: what is left is judged by the minimum wage', () => {
  const hours = unitsFromScaled(40 * 10_000)
  const least = [pay(508.4, { timesheet_id: 'first', hours })]
  const ofHours = (relief: PensionTerms['relief']) =>
    made({ ...worker, pension: { ...qualifying, relief, basis: 'set_3' } }, first_day, [
      work('first', 508.4, { hours, elements: least }),
    ])
  const stops = (relief: PensionTerms['relief']) => boundStops(year, first_day, ada, ofHours(relief))
  expect(stops('net_pay')).toEqual([])
  expect(stops('salary_sacrifice')).toEqual([['P04', '£12.0745 an hour is below the minimum wage of £12.71']])
})

test('costs of a corrected week above the charge of its client stop the run', () => {
  const cheap = correction('first', 50, [paid])
  const former = eachFigure((field) =>
    field === 'holiday_pay_retained' ? pence(40) : (cheap.former?.[field] ?? 0),
  )
  const slip = made(after(worker, paid), next_day, [{ ...cheap, former, client_net: pence(20) }], [paid])
  expect(stopsOf(next_day, slip)).toEqual([
    'P06 The cost of this work is more than what the client is charged',
  ])
})
