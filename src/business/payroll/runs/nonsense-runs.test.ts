/**
 * Nonsense runs: a sound run of three workers, and one change to it at a time. Every kind is found by its check, and the run
 * goes no further; every other worker's payslip stays as sound as it was.
 */
import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { percent, unitsFromScaled } from '#kernel/rate.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { code, pay, pence, qualifying, taxed, worker, year } from '#test/payroll/sample-worker.ts'
import type { Payslip, PeriodPart } from '../engine/calculated-payslip.rules.ts'
import { readTaxCode } from '../engine/tax-code.rules.ts'
import { paidDays } from '../figures/paid-days.rules.ts'
import { eachFigure, wholeOf } from '../figures/run-figures.rules.ts'
import { not_overpaid } from '../overpayments/overpaid-slip.rules.ts'
import { no_duties } from '../pension/re-enrolment.rules.ts'
import { no_besides } from './besides.rules.ts'
import { computeSlip, type MadeSlip, type SlipSource } from './compute-slip.server.ts'
import { can, type PayRunFacts } from './pay-run.rules.ts'
import { type CheckCode, checkPayslip, type Finding, missing } from './run-checks.rules.ts'
import { checkRun, type Missing } from './run-total-checks.rules.ts'
import type { RunWork } from './run-work.rules.ts'

const run = { pay_day: day('2026-06-19'), frequency: 'week' } as const
const last_pay_day = day('2026-06-12')

const hours = (number: number) => unitsFromScaled(number * 10_000)

/** 40 hours for 600.00, of which the client pays 848.63. */
function week(id: string, more: Partial<RunWork> = {}): RunWork {
  const element = pay(600, { hours: hours(40), timesheet_id: id })
  return {
    ...{ timesheet_id: id, human_id: id, employment_id: id, client_net: pence(848.63), hours: hours(40) },
    ...{ start_date: day('2026-06-08'), end_date: day('2026-06-14'), approved_on: day('2026-06-15') },
    ...{ retained: null, is_reduction: false, former: null, is_of_bureau: false, corrects: null },
    ...{ ended_pay: [], elements: [element] },
    ...more,
  }
}

const paidWeek = (id: string, pounds: number, number: number): RunWork =>
  week(id, {
    elements: [pay(pounds, { hours: hours(number), timesheet_id: id })],
    hours: hours(number),
  })

type Person = SlipSource['person']
const personOf = (name: string): Person => ({
  ...{ contractor_id: name, name, born: day('1990-05-01'), account_fault: null, shares_account_with: [] },
  ...{ lacks_p45_loan: false, also_paid_by: [], code_since: day('2026-04-06'), duties: no_duties },
  ...{ letter_since: day('2026-04-06'), has_left: false, leave_date: null },
  membership: {
    ...{ state: 'enrolled', entry: 'automatic', informed_on: null, postponed_to: null },
    effective_from: day('2026-04-10'),
  },
  before: [{ gross: pence(600), net: pence(475) }],
})

const paid_before = { ...worker, pension: qualifying, ytd: taxed(5400, 644.4), charges_levy: true }

/** The week before, which this run leaves as it is unless a change corrects it. */
const last_week = madeOf({
  ...{ state: paid_before, person: personOf('Ada Byron'), works: [week('TMS1')], earlier: [], letters: [] },
  ...{ besides: no_besides, overpaid: not_overpaid },
})

const soundOf = (name: string): SlipSource => ({
  state: { ...paid_before, ytd: last_week.slip.ytd, ni_ytd_by_letter: last_week.slip.ni_ytd_by_letter },
  person: personOf(name),
  works: [week(`TMS2 of ${name}`)],
  earlier: [{ pay_day: last_pay_day, parts: last_week.slip.parts, attached: last_week.slip.attached }],
  letters: [],
  besides: no_besides,
  overpaid: not_overpaid,
})

function madeOf(source: SlipSource): MadeSlip {
  const pay_day = source.earlier.length === 0 ? last_pay_day : run.pay_day
  const made = computeSlip(year, { ...run, pay_day }, source)
  if ('missing' in made) throw new Error(made.missing)
  return made
}

/** One change: to the facts of Ada Byron, to her payslip as computed, or to the run as a whole. */
type Change = {
  readonly facts?: Partial<SlipSource>
  readonly figures?: (made: MadeSlip) => MadeSlip
  readonly run?: Partial<Missing>
}

function findingsOf({ facts = {}, figures = (made) => made, run: of_run = {} }: Change): Finding[] {
  const ada = { ...soundOf('Ada Byron'), ...facts }
  const computed = computeSlip(year, run, ada)
  const others = ['Grace Hopper', 'Joan Clarke'].map(soundOf)
  return [
    ...('missing' in computed
      ? [missing(ada.person, computed)]
      : checkPayslip(year, run, ada.person, figures(computed))),
    ...others.flatMap((other) => checkPayslip(year, run, other.person, madeOf(other))),
    ...checkRun({
      ...{ left_out: [], left_over: 0, net: pence(1500), last_net: pence(1500), late: null },
      ...of_run,
    }),
  ]
}

const ofPerson = (more: Partial<Person>): Change => ({
  facts: { person: { ...personOf('Ada Byron'), ...more } },
})
const ofWork = (...works: RunWork[]): Change => ({ facts: { works } })
const ofState = (state: SlipSource['state']): Change => ({ facts: { state } })

/** A payslip that says something else than was computed. */
const lying = (change: (slip: Payslip) => Partial<Payslip>): Change => ({
  figures: (made) => {
    const slip = { ...made.slip, ...change(made.slip) }
    return { ...made, slip, own: slip }
  },
})
const deducting = (name: keyof Payslip['deductions'], pounds: number): Change =>
  lying(({ deductions }) => ({ deductions: { ...deductions, [name]: pence(pounds) } }))
const costing = (name: keyof Payslip['employer'], pounds: number): Change =>
  lying(({ employer }) => ({ employer: { ...employer, [name]: pence(pounds) } }))

const { state: sound_state } = soundOf('Ada Byron')
if ('missing' in sound_state) throw new Error(sound_state.missing)
const wrong_code = readTaxCode('SD4', year)
if (!('message' in wrong_code)) throw new Error('there is a rate SD4')

/** The week before with 40.00 less, beside the new week. */
const correction = week('TMS1', {
  former: wholeOf({ timesheet_id: 'TMS1', former: null }, last_week.shares),
  corrects: last_pay_day,
  elements: [pay(-40, { timesheet_id: 'TMS1', for_pay_day: last_pay_day })],
})
/** With a corrected pay day that says something else. */
const correcting = (change: Partial<PeriodPart>): Change => ({
  facts: { works: [week('TMS2'), correction] },
  figures: (made) => {
    const parts = made.slip.parts.map((part) =>
      part.pay_day === last_pay_day ? { ...part, ...change } : part,
    )
    const slip = { ...made.slip, parts }
    return { ...made, slip, days: paidDays(made.inputs.state, made.inputs.run, slip) }
  },
})

const stopped: readonly (readonly [kind: string, check: CheckCode, change: Change])[] = [
  ['net pay that is not what the deductions leave', 'P01', lying(() => ({ net: pence(900) }))],
  [
    'pay below nothing',
    'P02',
    lying(({ net, deductions }) => ({
      net: pence(-50),
      deductions: { ...deductions, income_tax: deductions.income_tax + net + pence(50) },
    })),
  ],
  ['all of the pay taken as tax', 'P03', deducting('income_tax', 600)],
  ['a refund above the tax of the year', 'P03', deducting('income_tax', -2000)],
  ['an hour for 10.00', 'P04', ofWork(paidWeek('TMS2', 400, 40))],
  ['hours ten times too many', 'P04', ofWork(paidWeek('TMS2', 600, 400))],
  ['pay with its point two places to the left', 'P04', ofWork(paidWeek('TMS2', 6, 40))],
  [
    'half of the pay given up for the pension',
    'P04',
    ofState({
      ...sound_state,
      pension: {
        ...qualifying,
        relief: 'salary_sacrifice',
        basis: 'set_3',
        employee_percent: percent('50'),
      },
    }),
  ],
  ['employer NI of 99,999.00 on a charge of 848.63', 'P05', costing('ni', 99_999)],
  ['employee NI above 8 %', 'P05', deducting('employee_ni', 60)],
  ['a student loan above 15 %', 'P05', deducting('student_loan', 100)],
  ['an employer’s pension above half of the pay', 'P05', costing('pension', 301)],
  ['an apprenticeship levy above half a percent', 'P05', costing('levy', 4)],
  ['employer NI of 99,999.00 on a corrected pay day', 'P05', correcting({ employer_ni: pence(99_999) })],
  ['a client who pays less than the costs', 'P06', ofWork(week('TMS2', { client_net: pence(70) }))],
  ['pay with its point two places to the right', 'P06', ofWork(paidWeek('TMS2', 60_000, 40))],
  ['no birth date', 'P07', ofPerson({ born: null })],
  ['no tax code', 'P07', ofState({ missing: 'There is no tax code on this pay day', fact: 'tax code' })],
  [
    'no NI letter',
    'P07',
    ofState({ missing: 'There is no NI category on this pay day', fact: 'NI category' }),
  ],
  ['a tax code without a rate', 'P07', ofState({ missing: `SD4: ${wrong_code.message}` })],
  [
    'no confirmed bank account',
    'P08',
    ofPerson({ account_fault: 'The payee has no confirmed bank account' }),
  ],
  ['work taken off that pays', 'P09', ofWork(week('TMS2', { is_reduction: true }))],
  ['work below nothing', 'P09', ofWork(paidWeek('TMS2', -600, 40))],
  [
    'holiday pay of a bureau, corrected by the engine',
    'P09',
    ofWork(
      week('TMS2', {
        former: eachFigure((field) => (field === 'holiday_pay' ? 1 : 0)),
        is_of_bureau: true,
      }),
    ),
  ],
  [
    'holiday below nothing',
    'P09',
    { facts: { besides: { ...no_besides, elements: [pay(-50, { kind: 'holiday', nmw: false })] } } },
  ],
  ['a corrected pay day with NI below nothing', 'P09', correcting({ employee_ni: pence(-60) })],
  ['pay by two employers of one group', 'P10', ofPerson({ also_paid_by: ['Northern Ltd'] })],
  [
    'corrected work that was corrected in its own year',
    'P11',
    ofWork(
      week('TMS2'),
      week('TMS1', {
        ...correction,
        ended_pay: [{ pay_day: last_pay_day, tax_year: '2025-26', is_work: true, amount: '-£40.00' }],
      }),
    ),
  ],
]

const warned: readonly (readonly [kind: string, check: CheckCode, change: Change])[] = [
  ['three times the net pay', 'N01', ofWork(paidWeek('TMS2', 1800, 60))],
  ['70 hours in a week', 'N02', ofWork(paidWeek('TMS2', 900, 70))],
  ['the letter of a younger worker', 'N03', ofState({ ...sound_state, ni_letter: 'M' })],
  [
    'an emergency code for ten weeks',
    'N04',
    ofState({ ...sound_state, code: { ...code('1257L'), is_week1: true } }),
  ],
  ['an eligible worker who is not enrolled', 'N05', ofPerson({ membership: null })],
  ['the account of a colleague', 'N06', ofPerson({ shares_account_with: ['Grace Hopper'] })],
  ['a timesheet that no run takes', 'N07', { run: { left_over: 1 } }],
  ['a total twice that of the last run', 'N08', { run: { last_net: pence(750) } }],
]

const maker = { category: 'provider', roles: ['provider_operations'], user_id: 'maker' } as const
/** Null where the run may be sent for approval. */
function refusalOf(findings: readonly Finding[]): string | null {
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length
  const facts: PayRunFacts = {
    ...{ human_id: 'RUN000001', prepared_by: [], payslip_count: 3, job: null, pays_asker: false },
    ...{ status: 'calculated', stop_count: count('stop'), open_warnings: count('warning') },
  }
  return reasonOf(can.check(facts, maker))
}

test('a sound run: nothing is found, and it is sent for approval', () => {
  expect(findingsOf({})).toEqual([])
  expect(refusalOf([])).toBeNull()
})

test('a sound correction of the week before stops nothing', () => {
  expect(findingsOf({ facts: { works: [week('TMS2'), correction] } })).toEqual([])
})

const isFound = (change: Change, check: CheckCode, level: Finding['level']): boolean =>
  findingsOf(change).some((finding) => finding.code === check && finding.level === level)

test.each(stopped)('nonsense is stopped: %s (%s)', (_, check, change) => {
  const findings = findingsOf(change)
  const of_ada = { contractor_id: 'Ada Byron', level: 'stop' }
  expect(findings).toContainEqual(expect.objectContaining({ ...of_ada, code: check }))
  expect(findings.filter(({ contractor_id }) => contractor_id !== 'Ada Byron')).toEqual([])
  expect(refusalOf(findings)).toMatch(/^Pay run RUN000001 has \d+ stops?: put them right/)
})

test.each(warned)('nonsense waits for a reason: %s (%s)', (_, check, change) => {
  const findings = findingsOf(change)
  expect(findings.map((finding) => [finding.code, finding.level])).toContainEqual([check, 'warning'])
  expect(findings.filter(({ level }) => level === 'stop')).toEqual([])
  expect(refusalOf(findings)).toMatch(/^Pay run RUN000001 has \d+ warnings? without a reason$/)
})

test('of 28 kinds of nonsense runs 28 are stopped, by each of the checks P01 to P11', () => {
  expect(new Set(stopped.map(([kind]) => kind)).size).toBe(stopped.length)
  expect([...new Set(stopped.map(([, check]) => check))]).toEqual(
    Array.from({ length: 11 }, (__, at) => `P${String(at + 1).padStart(2, '0')}`),
  )
  const found = stopped.filter(([, check, change]) => isFound(change, check, 'stop'))
  expect(`${found.length} of ${stopped.length}`).toBe('28 of 28')
})
