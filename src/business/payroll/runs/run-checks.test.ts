/** Checks of pay runs: each kind of nonsense is stopped or warned of in its own words. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { unitsFromScaled } from '#kernel/rate.ts'
import { code, pay, pence, worker, year } from '#test/payroll/sample-worker.ts'
import { calculate } from '../engine/calculate.rules.ts'
import type { Payslip } from '../engine/calculated-payslip.rules.ts'
import { niWaitsWarnings } from '../figures/ni-waits.rules.ts'
import { paidDays } from '../figures/paid-days.rules.ts'
import { amount_fields } from '../figures/payroll-figure.rules.ts'
import { eachFigure, figuresOf, sharesOf } from '../figures/run-figures.rules.ts'
import { no_duties } from '../pension/re-enrolment.rules.ts'
import { no_besides } from './besides.rules.ts'
import type { Computed, Person } from './computed-slip.rules.ts'
import { checkPayslip } from './run-checks.rules.ts'
import { checkRun } from './run-total-checks.rules.ts'
import type { RunWork } from './run-work.rules.ts'

const run = { pay_day: day('2026-06-12'), frequency: 'week' } as const
const input = {
  pay_day: run.pay_day,
  period_number: 10,
  already_paid: [],
  earlier_parts: [],
  after_leaving: null,
  is_last_of_year: false,
} as const

const ada: Person = {
  contractor_id: 'ada',
  name: 'Ada Byron',
  born: day('1990-05-01'),
  account_fault: null,
  shares_account_with: [],
  lacks_p45_loan: false,
  also_paid_by: [],
  code_since: day('2026-04-06'),
  letter_since: day('2026-04-06'),
  membership: null,
  duties: no_duties,
  before: [],
}

const week = (pounds: number, hours: number, more: Partial<RunWork> = {}): RunWork => ({
  timesheet_id: `${pounds} of ${hours}`,
  human_id: 'TMS000001',
  employment_id: 'employment',
  start_date: day('2026-06-01'),
  end_date: day('2026-06-07'),
  approved_on: day('2026-06-08'),
  retained: null,
  client_net: pence(pounds * 1.3),
  is_reduction: false,
  former: null,
  is_of_bureau: false,
  corrects: null,
  ended_pay: [],
  elements: [pay(pounds, { hours: unitsFromScaled(hours * 10_000), timesheet_id: `${pounds} of ${hours}` })],
  hours: unitsFromScaled(hours * 10_000),
  ...more,
})

const below = code('1257L')

function computed(works: readonly RunWork[], change: Partial<Computed> = {}): Computed {
  const state = { ...worker, code: { ...below, is_week1: true } }
  const { slip, shares } = sharesOf(year, state, input, works)
  return {
    slip,
    own: slip,
    works,
    besides: no_besides,
    shares,
    letters_ni: null,
    unbilled: null,
    days: paidDays(state, input, slip),
    overpaid: null,
    code_text: '1257L',
    is_week1: false,
    ni_letter: 'A',
    tax_to_date: pence(1000),
    ...change,
  }
}

const found = (person: Partial<Person>, of: Computed) =>
  checkPayslip(year, run, { ...ada, ...person }, of).map(({ code: check, level, sentence }) => [
    check,
    level,
    sentence,
  ])

const plain = computed([week(600, 40)])
/** A payslip that says something else than was computed. */
const lying = (change: Partial<Payslip>): Computed => {
  const slip = { ...plain.slip, ...change }
  return { ...plain, slip, own: slip }
}
const { deductions, employer } = plain.slip

test('a plain week: nothing but the pension that is due', () => {
  expect(found({}, plain)).toEqual([['N05', 'warning', 'Ada Byron must be enrolled from 12/06/2026']])
  expect(found({ born: day('2006-01-01') }, { ...plain, ni_letter: 'M' })).toEqual([])
})

test.each<[string, string, Partial<Person>, Computed]>([
  ['P01', 'Gross pay less deductions is £499.76, and not £900.00', {}, lying({ net: pence(900) })],
  [
    'P02',
    'Ada Byron would be paid less than nothing: -£50.00',
    {},
    lying({
      gross: pence(600),
      net: pence(-50),
      deductions: { ...deductions, income_tax: pence(650) - deductions.employee_ni },
    }),
  ],
  [
    'P03',
    'Tax of £400.00 is more than half of the pay of £600.00',
    {},
    lying({ deductions: { ...deductions, income_tax: pence(400) } }),
  ],
  [
    'P03',
    'A tax refund of £2,000.00 is more than the tax of £1,000.00 since 6 April',
    {},
    lying({ deductions: { ...deductions, income_tax: pence(-2000) } }),
  ],
  ['P04', '£10.00 an hour is below the minimum wage of £12.71', {}, computed([week(400, 40)])],
  [
    'P05',
    'Employer NI of £99,999.00 is more than the £90.00 that is possible on £600.00',
    {},
    lying({ employer: { ...employer, ni: pence(99_999) } }),
  ],
  [
    'P05',
    'Employee NI of £60.00 is more than the £48.00 that is possible on £600.00',
    {},
    lying({ deductions: { ...deductions, employee_ni: pence(60) } }),
  ],
  [
    'P05',
    'A student loan repayment of £100.00 is more than the £90.00 that is possible on £600.00',
    {},
    lying({ deductions: { ...deductions, student_loan: pence(100) } }),
  ],
  [
    'P05',
    'Employer pension of £301.00 is more than the £300.00 that is possible on £600.00',
    {},
    lying({ employer: { ...employer, pension: pence(301) } }),
  ],
  [
    'P05',
    'Apprenticeship levy of £4.00 is more than the £3.01 that is possible on £600.00',
    {},
    lying({ employer: { ...employer, levy: pence(4) } }),
  ],
  [
    'P06',
    'The cost of this work is more than what the client is charged',
    {},
    computed([week(600, 40, { client_net: pence(70) })]),
  ],
  ['P07', 'The birth date of Ada Byron is missing', { born: null }, plain],
  [
    'P08',
    'Ada Byron: The payee has no confirmed bank account',
    { account_fault: 'The payee has no confirmed bank account' },
    plain,
  ],
  [
    'P09',
    'Timesheet TMS000001 was paid with holiday pay, so the payroll bureau corrects it: give it back to the bureau',
    {},
    computed([
      week(600, 40, {
        former: eachFigure((field) => (field === 'holiday_pay' ? 1 : 0)),
        is_of_bureau: true,
      }),
    ]),
  ],
  [
    'P09',
    'The figures of timesheet TMS000001 would be above nothing',
    {},
    computed([week(600, 40, { is_reduction: true })]),
  ],
  [
    'P10',
    'Ada Byron is also paid by Northern Ltd. Their earnings must be added together for National Insurance, which this version does not do',
    { also_paid_by: ['Northern Ltd'] },
    plain,
  ],
])('stop %s: %s', (check, sentence, person, of) => {
  expect(found(person, of)).toContainEqual([check, 'stop', sentence])
})

const before = (...pounds: number[]) => pounds.map((net) => ({ net: pence(net), gross: pence(net) }))

test.each<[string, string, Partial<Person>, Computed]>([
  ['N01', '£499.76 instead of about £200.00', { before: before(200, 200) }, plain],
  ['N02', '70 hours in the week', {}, computed([week(1000, 70)])],
  ['N02', 'Gross pay of £600.00 is more than three times the usual £100.00', { before: before(100) }, plain],
  [
    'N03',
    'Ada Byron turned 21 on 01/06/2026: letter A, not M',
    { born: day('2005-06-01') },
    { ...plain, ni_letter: 'M' },
  ],
  [
    'N03',
    'Ada Byron reached State Pension age on 01/06/2021: letter C, not A',
    { born: day('1955-06-01') },
    plain,
  ],
  [
    'N03',
    'Ada Byron turned 25 on 01/06/2026: letter A, not H',
    { born: day('2001-06-01') },
    { ...plain, ni_letter: 'H' },
  ],
  [
    'N03',
    'Ada Byron turned 21 on 01/06/2026: letter J, not Z',
    { born: day('2005-06-01') },
    { ...plain, ni_letter: 'Z' },
  ],
  [
    'N03',
    'Letter A, not V: the letter is of 10/06/2025',
    { letter_since: day('2025-06-10') },
    { ...plain, ni_letter: 'V' },
  ],
  [
    'N03',
    'Letter A, not J: the letter is of 10/06/2025',
    { letter_since: day('2025-06-10') },
    { ...plain, ni_letter: 'J' },
  ],
  ['N04', 'Still on an emergency code since 06/04/2026', {}, { ...plain, is_week1: true }],
  ['N04', 'Still on an emergency code since 06/04/2026', {}, { ...plain, code_text: 'S0T' }],
  [
    'N15',
    'The P45 of Ada Byron says that a student loan continues: ask for its plan, and start it',
    { lacks_p45_loan: true },
    plain,
  ],
  ['N06', 'Paid into the account of Grace Hopper', { shares_account_with: ['Grace Hopper'] }, plain],
  ['N06', 'Ada Byron is paid for the first time, and has no timesheet', {}, { ...plain, works: [] }],
])('warning %s: %s', (check, sentence, person, of) => {
  expect(found(person, of)).toContainEqual([check, 'warning', sentence])
})

/** A correction of an earlier pay day with NI that it leaves for later pay. */
const withWaiting = (...waits: number[]): Computed => {
  const [own] = plain.slip.parts
  if (own === undefined) throw new Error('a payslip has its own part')
  const corrections = waits.map((amount) => ({ ...own, pay_day: day('2026-05-15'), ni_waits: pence(amount) }))
  return { ...lying({ parts: [own, ...corrections] }), ni_letter: 'M' }
}

test('NI of earlier pay that waits: told of, and that the last pay of the year leaves it to the employer', () => {
  const young = { born: day('2006-01-01') }
  expect(found(young, withWaiting())).toEqual([])
  expect(found(young, withWaiting(3.36, 1))).toEqual([
    [
      'N12',
      'warning',
      'National Insurance of £4.36 for pay that was paid before waits for later pay: no more is taken of it than is due on this pay',
    ],
  ])
  const parts = withWaiting(3.36).slip.parts
  expect(niWaitsWarnings({ pay_day: day('2027-03-26'), frequency: 'week' }, parts)).toHaveLength(1)
  expect(niWaitsWarnings({ pay_day: day('2027-04-02'), frequency: 'week' }, parts)).toEqual([
    'National Insurance of £3.36 for pay that was paid before is more than this last pay of the tax year may bear: the employer bears it, with a correction of the year once it is locked',
  ])
})

test('a worker without work who was paid before is no new one', () => {
  const codes = found({ before: before(410) }, { ...plain, works: [] }).map(([check]) => check)
  expect(codes).not.toContain('N06')
})

test.each<[string, Partial<Person>, Computed]>([
  ['a change below £100', { before: before(410) }, plain],
  [
    'two weeks of 40 hours that are paid together',
    {},
    computed([week(600, 40), week(601, 40, { start_date: day('2026-06-08') })]),
  ],
  ['an apprentice until 25', { born: day('2001-06-13') }, { ...plain, ni_letter: 'H' }],
  [
    'an apprentice under 21, at the rates of that age',
    { born: day('2007-06-01') },
    { ...plain, ni_letter: 'H' },
  ],
  ['a veteran in the first year', { letter_since: day('2025-06-13') }, { ...plain, ni_letter: 'V' }],
  ['an emergency code of eight weeks', { code_since: day('2026-04-17') }, { ...plain, is_week1: true }],
])('no warning besides the pension: %s', (_, person, of) => {
  expect(found(person, of).filter(([check]) => check !== 'N05')).toEqual([])
})

test('the run: workers left out, timesheets left over, and a moved total', () => {
  const nothing = { left_out: [], left_over: 0, net: pence(1000), last_net: pence(900), late: null }
  expect(checkRun(nothing)).toEqual([])
  expect(checkRun({ ...nothing, last_net: null })).toEqual([])
  const all = checkRun({
    left_out: [{ contractor_id: 'ada', name: 'Ada Byron' }],
    left_over: 2,
    net: pence(1300),
    last_net: pence(1000),
    late: null,
  })
  expect(all.map(({ code: check, sentence }) => [check, sentence])).toEqual([
    ['N07', 'Ada Byron was paid with the last run, and is not in this one'],
    [
      'N07',
      '2 approved timesheets are not in this run: their workers have no employment here, or were paid in this period',
    ],
    ['N08', '£1,300.00 against £1,000.00 with the last run'],
  ])
})

test('shares: figures of timesheets add up to the payslip, in any order', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(amounts, (list) => {
      const works = list.map((amount, at) => ({
        timesheet_id: String(at),
        elements: [pay(amount / 100, { timesheet_id: String(at) })],
      }))
      const { slip, shares } = sharesOf(year, worker, input, works)
      const whole = calculate(year, worker, { ...input, elements: works.flatMap(({ elements }) => elements) })
      expect(slip).toEqual(whole)
      const figures = figuresOf(whole)
      for (const field of amount_fields)
        expect([...shares.values()].reduce((sum, share) => sum + share[field], 0)).toBe(figures[field])
    }),
    { numRuns: 100 },
  )
})

test('the last payment of a director by the alternative method is judged by the earnings of the year', () => {
  const of = (employee: number) => {
    const ni = { earnings: pence(60_000), employee: pence(employee), employer: pence(8_250) }
    const bands = { at_lel: 0, lel_pt: 0, pt_uel: 0 }
    const director = { method: 'AL', weeks: 52, ni_by_letter: { A: { ...ni, bands } } } as const
    const state = {
      ...worker,
      code: { ...below, is_week1: true },
      director,
      ni_ytd_by_letter: director.ni_by_letter,
    }
    const works = [week(600, 40)]
    const last = { ...input, period_number: 52, is_last_of_year: true }
    const { slip, shares } = sharesOf(year, state, last, works)
    return { ...plain, slip, own: slip, works, shares }
  }
  // Of 60,600.00: 8 % of 37,700.00 and 2 % of the rest are 3,222.60. Only 2,000.00 were deducted before.
  expect(of(2_000).slip.deductions.employee_ni).toBe(pence(1_222.6))
  const codes = (person: Computed) =>
    found({}, person).filter(([check]) => check === 'P05' || check === 'P06')
  expect(codes(of(2_000))).toEqual([])
  // Figures of the year that are impossible are stopped as before.
  const slip = of(2_000).slip
  const wrong = { ...slip, ni_ytd_by_letter: { A: { ...slip.ni_ytd_by_letter.A, employee: pence(5_000) } } }
  expect(codes({ ...of(2_000), own: wrong as Payslip })).toEqual([
    ['P05', 'stop', 'Employee NI of £5,000.00 is more than the £4,848.00 that is possible on £60,600.00'],
  ])
})
