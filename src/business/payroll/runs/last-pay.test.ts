/** The last pay of a director by the alternative method: the year is settled with it, also where it ends early. */
import { expect, test } from 'vitest'
import { type Day, day } from '#kernel/day.ts'
import { pay, pence, worker, year } from '#test/payroll/sample-worker.ts'
import type { Directorship, EmploymentState } from '../engine/employment-state.rules.ts'
import { not_overpaid } from '../overpayments/overpaid-slip.rules.ts'
import { no_duties } from '../pension/re-enrolment.rules.ts'
import { no_besides } from './besides.rules.ts'
import { computeSlip } from './compute-slip.server.ts'
import type { RunWork } from './run-work.rules.ts'

const director: Directorship = { method: 'AL', weeks: 52, ni_by_letter: {} }
const since = day('2026-04-06')
const person = {
  ...{ contractor_id: 'ada', name: 'Ada Byron', born: day('1990-05-01'), account_fault: null },
  ...{
    shares_account_with: [],
    lacks_p45_loan: false,
    also_paid_by: [],
    code_since: since,
    letter_since: since,
    membership: null,
  },
  ...{ duties: no_duties, before: [], has_left: false },
}

const month = (pay_day: Day): RunWork => ({
  ...{ timesheet_id: 'month', human_id: 'TMS1', employment_id: 'employment' },
  ...{ start_date: pay_day, end_date: pay_day, approved_on: pay_day },
  ...{ retained: null, client_net: pence(5000), is_reduction: false, former: null, is_of_bureau: false },
  ...{ corrects: null, ended_pay: [], hours: null, elements: [pay(3000, { timesheet_id: 'month' })] },
})

function paidOn(pay_day: Day, state: EmploymentState, leave_date: Day | null) {
  const found = computeSlip(
    year,
    { pay_day, frequency: 'month' },
    {
      ...{ state, person: { ...person, leave_date }, works: [month(pay_day)], earlier: [], letters: [] },
      ...{ besides: no_besides, overpaid: not_overpaid },
    },
  )
  if ('missing' in found) throw new Error(found.missing)
  return found.slip
}

test.each([
  ['the director stays', null, 156.16],
  ['the director left before the pay day', day('2026-05-29'), -156.16],
  ['the director leaves later', day('2026-06-30'), 156.16],
])('%s: National Insurance of month 2', (_, leave_date, employee_ni) => {
  const state: EmploymentState = { ...worker, frequency: 'month', director }
  const first = paidOn(day('2026-04-30'), state, null)
  expect(first.deductions.employee_ni).toBe(pence(156.16))
  const by_letter = first.ni_ytd_by_letter
  const then = {
    ...state,
    ytd: first.ytd,
    ni_ytd_by_letter: by_letter,
    director: { ...director, ni_by_letter: by_letter },
  }
  const second = paidOn(day('2026-05-31'), then, leave_date)
  expect(second.deductions.employee_ni).toBe(pence(employee_ni))
})
