import { expect, test } from 'vitest'
import { type EmploymentFacts, historyOf, inForce } from './employment-history.rules.ts'

const by = { created_by_name: 'Ada Price' }
const facts: EmploymentFacts = {
  employment: { start_date: '2025-06-02', leave_date: '2025-08-29' },
  codes: [
    { ...by, effective_from: '2025-04-02', code: 'BR', is_week1: true, source: 'p6' },
    { ...by, effective_from: '2025-06-02', code: '1257L', is_week1: true, source: 'starter' },
    { ...by, effective_from: '2025-07-04', code: 'S1100L', is_week1: false, source: 'p6' },
  ],
  letters: [{ ...by, effective_from: '2025-06-02', letter: 'M', reason: null }],
  loans: [{ ...by, effective_from: '2025-06-02', effective_to: '2025-07-31', plan: 'plan_2', source: 'sl1' }],
  memberships: [
    {
      ...by,
      effective_from: '2025-06-16',
      state: 'enrolled',
      entry: 'automatic',
      pension_scheme: { name: 'Nest' },
    },
  ],
  orders: [
    {
      ...by,
      kind: 'dea',
      authority: 'DWP',
      received_on: '2025-06-20',
      ended_on: '2025-08-01',
      end_reason: 'Paid off',
    },
  ],
  takeovers: [{ ...by, last_pay_day: '2025-05-30', source: 'Other payroll, P11' }],
}

test('history: every dated fact once, the latest day first, with its source', () => {
  expect(historyOf(facts).map(({ on, what, source }) => `${on} ${what}${source && `: ${source}`}`)).toEqual([
    '2025-08-29 Last day of employment',
    '2025-08-01 Direct earnings attachment, DWP, ended: Paid off',
    '2025-07-31 Student loan, Plan 2, last day',
    '2025-07-04 Tax code S1100L: P6 notice',
    '2025-06-20 Direct earnings attachment, DWP: Order received',
    '2025-06-16 Pension: Enrolled, Nest: Automatic',
    '2025-06-02 Employment begins',
    '2025-06-02 Tax code 1257L W1/M1: Starter declaration',
    '2025-06-02 NI letter M',
    '2025-06-02 Student loan, Plan 2: SL1 notice',
    '2025-05-30 Taken over from another payroll: Other payroll, P11',
    '2025-04-02 Tax code BR W1/M1: P6 notice',
  ])
})

test.each([
  ['2025-04-01', { code: 'None', letter: 'None', loans: 'None', pension: 'Not assessed', orders: 'None' }],
  ['2025-07-03', { code: '1257L W1/M1', letter: 'M', loans: 'Plan 2', pension: 'Enrolled', orders: 'DWP' }],
  // Week 1 ends with the tax year.
  [
    '2025-04-05',
    { code: 'BR W1/M1', letter: 'None', loans: 'None', pension: 'Not assessed', orders: 'None' },
  ],
  ['2025-04-06', { code: 'BR', letter: 'None', loans: 'None', pension: 'Not assessed', orders: 'None' }],
  ['2025-08-02', { code: 'S1100L', letter: 'M', loans: 'None', pension: 'Enrolled', orders: 'None' }],
])('facts in force on %s', (on, expected) => {
  expect(inForce(facts, on)).toEqual(expected)
})
