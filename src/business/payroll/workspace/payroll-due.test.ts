import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { type DueFacts, formsOf, lastTaxMonth, newCodesFrom, payrollDue } from './payroll-due.rules.ts'

const s = { scheme_id: 's' }
const scheme = {
  ...{ id: 's', employer: 'Larkfield', reference: '123/AB45678', waiting_timesheets: 0, asked_holidays: 0 },
  ...{ summary_for: [], missing_p60s: 0, codes_to_enter: 0 },
}
const run = { ...s, id: 'r', human_id: 'PRN000001', stop_count: 0, warning_count: 0, is_reported: false }
const nothing: DueFacts = {
  schemes: [scheme],
  runs: [],
  payments: [],
  leavers: [],
  birthdays: [],
  to_enrol: [],
}
const of = (worker: string) => ({ ...s, employment_id: worker, worker })

const shown = (facts: Partial<DueFacts>, today = '2025-06-18') =>
  payrollDue({ ...nothing, ...facts }, day(today)).map(({ due, what, action }) => [due, what, action])

test('what is due: by day, work without a day last, each with its step', () => {
  expect(
    shown({
      schemes: [{ ...scheme, waiting_timesheets: 2, asked_holidays: 1, summary_for: ['no_pay', 'levy'] }],
      runs: [
        { ...run, status: 'calculated', stop_count: 1, warning_count: 2, pay_day: day('2025-06-20') },
        { ...run, id: 'q', status: 'approved', pay_day: day('2025-06-13') },
        { ...run, id: 'z', status: 'paid', is_reported: true, pay_day: day('2025-06-06') },
      ],
      payments: [
        { ...s, kind: 'hmrc', due_date: day('2025-06-20'), count: 1, amount: 84_904, payment_id: 'p' },
        { ...s, kind: 'net_pay', due_date: day('2025-06-20'), count: 3, amount: 150_000, payment_id: null },
        { ...s, kind: 'pension', due_date: day('2025-07-22'), count: 1, amount: 100, payment_id: 'f' },
      ],
      leavers: [{ ...of('Gareth Pugh'), leave_date: day('2025-06-06') }],
      to_enrol: [{ ...of('Ada Price'), pay_day: day('2025-06-13') }],
    }),
  ).toEqual([
    ['2025-06-06', 'P45 of Gareth Pugh', 'Give the P45'],
    ['2025-06-13', 'Enrol Ada Price in a pension', 'Enrol'],
    ['2025-06-13', 'Full Payment Submission of pay run PRN000001', 'Report to HMRC'],
    [
      '2025-06-19',
      'Employer Payment Summary of tax month 2: nobody was paid, levy to date',
      'Build the summary',
    ],
    ['2025-06-20', 'HMRC: £849.04', 'Open the payment'],
    ['2025-06-20', 'Net pay: £1,500.00 in 3 payments', 'Open the payments'],
    ['2025-06-20', 'Pay run PRN000001 is calculated, 1 stop, 2 warnings', 'Answer the checks'],
    [null, '1 holiday to decide', 'Open the holidays'],
    [null, '2 approved timesheets are in no pay run', 'Open a pay run'],
  ])
  expect(shown({})).toEqual([])
})

test.each([
  [
    '21 in a month, still under 21',
    '2004-07-01',
    'M',
    [['2025-07-01', 'Ada: NI letter A from 01/07/2025, not M', 'Enter the letter']],
  ],
  [
    '21 a month ago, letter not changed',
    '2004-05-20',
    'M',
    [['2025-05-20', 'Ada: NI letter A from 20/05/2025, not M', 'Enter the letter']],
  ],
  ['21, letter changed', '2004-05-20', 'A', []],
  ['21, an apprentice', '2004-05-20', 'H', []],
  ['16', '2009-06-30', 'X', [['2025-06-30', 'Ada: NI letter M from 30/06/2025, not X', 'Enter the letter']]],
  [
    'State Pension age',
    '1959-06-30',
    'A',
    [['2025-06-30', 'Ada: NI letter C from 30/06/2025, not A', 'Enter the letter']],
  ],
  ['State Pension age in a freeport', '1959-06-30', 'S', []],
  ['21 two months ahead', '2004-08-20', 'M', []],
])('birthdays that change a letter: %s', (_, born, letter, expected) => {
  expect(shown({ birthdays: [{ ...of('Ada'), born: day(born), letter }] })).toEqual(expected)
})

test.each([
  ['2025-04-10', 2024, 12, '2025-04-19'],
  ['2025-05-05', 2024, 12, '2025-04-19'],
  ['2025-05-06', 2025, 1, '2025-05-19'],
  ['2026-01-08', 2025, 9, '2026-01-19'],
])('the last tax month on %s', (today, tax_year, tax_month, due) => {
  expect(lastTaxMonth(day(today))).toMatchObject({ tax_year, tax_month, due })
})

test('many late returns of an employer are one row, and today’s is its own', () => {
  const late = ['2025-05-16', '2025-05-23', '2025-05-30', '2025-06-06', '2025-06-20'].map((on, at) => ({
    ...run,
    ...{ id: `r${at}`, human_id: `RUN${at}`, status: 'paid' as const, pay_day: day(on) },
  }))
  expect(shown({ runs: late })).toEqual([
    ['2025-05-16', 'Full Payment Submissions of 4 pay runs', 'Open the pay runs'],
    ['2025-06-20', 'Full Payment Submission of pay run RUN4', 'Report to HMRC'],
  ])
  expect(shown({ runs: late.slice(1, 4) })).toHaveLength(3)
})

test('P60s until 31 May, and code notices from February', () => {
  const due = { schemes: [{ ...scheme, missing_p60s: 3, codes_to_enter: 1 }] }
  expect(shown(due, '2026-05-20')).toEqual([
    ['2026-05-31', '3 P60s of 2025-26 to give', 'Open the employments'],
  ])
  expect(shown(due, '2026-03-10')).toEqual([
    ['2026-04-06', 'Code notices (P9) of 2026-27: 1 employment has none yet', 'Open the employments'],
  ])
  expect(shown(due, '2026-01-31')).toEqual([])
  expect(formsOf(day('2026-06-01'))).toBeNull()
  expect(newCodesFrom(day('2026-04-06'))).toBeNull()
})
