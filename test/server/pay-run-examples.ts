/** Examples of verbs of pay runs, on an agency of their own: figures of its workers come from runs alone. */
import { compareRunWithSources } from '#business/payroll/run-sources/go-back.job.ts'
import { GO_BACK } from '#business/payroll/run-sources/pay-run-sources.job.ts'
import { SOURCES_TOPIC } from '#business/payroll/run-sources/queue-source-changes.job.ts'
import { present } from '#kernel/assert.ts'
import { hoursOf, seedPayePlacement } from '../fixtures/documents.ts'
import { deliveredMails } from '../fixtures/outbox.ts'
import {
  act,
  type SeededAgency,
  type SeededClient,
  seedAgency,
  seedClient,
  seedTimesheets,
} from '../fixtures/world.ts'
import type { Example, Input, Stage } from './example-parts.ts'

const operations = (stage: Stage) => stage.agency.provider.operations
const approver = (stage: Stage) => stage.agency.provider.approver
const categories = ['provider'] as const

type Employer = { readonly agency: SeededAgency; readonly client: SeededClient }
const employers = new WeakMap<Stage['agency'], Promise<Employer>>()
const employers_with_creditors = new WeakSet<Stage['agency']>()

export function employerOf(stage: Stage): Promise<Employer> {
  const known = employers.get(stage.agency)
  if (known !== undefined) return known
  const made = seedAgency(stage, stage.agency.provider).then(async (agency) => ({
    agency,
    client: await seedClient(stage, agency),
  }))
  employers.set(stage.agency, made)
  return made
}

let made = 0

/** A scheme of calculated pay. */
export async function runScheme(stage: Stage, change: Input = {}): Promise<string> {
  const { agency } = await employerOf(stage)
  made += 1
  const { id } = await act<{ id: string }>(stage, agency.admin, 'business.paye_scheme.create', {
    employer_reference: `456/RUN${made}`,
    accounts_office_reference: '123PA00012345',
    payment_frequency: 'monthly',
    levy_charge: 'none',
    ...change,
  })
  await act(stage, operations(stage), 'business.paye_scheme.set_source', { id, source: 'engine' })
  return id
}

const opening = (paye_scheme_id: string, pay_day = '2025-06-20'): Input => ({
  paye_scheme_id,
  frequency: 'week',
  pay_day,
})

/** An open run with one worker's approved week. */
async function open(stage: Stage, pay_day?: string): Promise<string> {
  const parties = await employerOf(stage)
  const paye_scheme_id = await runScheme(stage)
  const placement = await seedPayePlacement(stage, parties)
  const { id: contractor_id } = placement.contractor
  await stage.database.app.query(
    `update business.individual set date_of_birth = '1990-05-01'
     where id = (select individual_id from business.business where id = $1)`,
    [contractor_id],
  )
  // An account is paid from the day after its confirmation.
  if (pay_day !== undefined)
    await stage.database.app.query(
      'update business.bank_account set payable_from = $2 where business_id = $1',
      [contractor_id, '2025-06-02'],
    )
  const { admin } = parties.agency
  const { id: employment_id } = await act<{ id: string }>(stage, admin, 'business.employment.start', {
    contractor_id,
    paye_scheme_id,
    payroll_id: `R${made}`,
    start_date: '2025-06-02',
    pay_frequency: 'week',
    starter_declaration: 'B',
  })
  await act(stage, admin, 'business.ni_category.add', {
    employment_id,
    letter: 'A',
    effective_from: '2025-06-02',
  })
  const [sheet] = await seedTimesheets(stage, placement)
  const { id } = present(sheet, 'a timesheet')
  const days = ['2025-06-02', '2025-06-03', '2025-06-04', '2025-06-05', '2025-06-06']
  await act(stage, placement.contractor.viewer, 'transaction.timesheet.submit', {
    id,
    details: hoursOf(placement, days, '8'),
  })
  await act(stage, parties.client.approver, 'transaction.timesheet.approve', { ids: [id] })
  const run = await act<{ id: string }>(
    stage,
    operations(stage),
    'transaction.pay_run.open',
    opening(paye_scheme_id, pay_day),
  )
  return run.id
}

/** A pension of a run's employer, and the pay day on which its worker begins to pay into it. */
export async function pensionOfRun(stage: Stage): Promise<Input> {
  const id = await open(stage)
  const { rows } = await stage.database.app.query<
    Record<'paye_scheme_id' | 'employment_id' | 'pay_day', string>
  >(
    `select r.paye_scheme_id, e.id as employment_id, r.pay_day::text from transaction.pay_run r
     join business.employment e on e.paye_scheme_id = r.paye_scheme_id where r.id = $1`,
    [id],
  )
  const { paye_scheme_id, employment_id, pay_day } = present(rows[0], 'the employment')
  const pension = await act<{ id: string }>(stage, operations(stage), 'business.pension_scheme.add', {
    ...{ paye_scheme_id, name: 'Workplace', provider: 'Nest', employer_reference: 'EMP1' },
    ...{ relief: 'at_source', basis: 'qualifying', employee_percent: '5', employer_percent: '3' },
  })
  await act(stage, operations(stage), 'business.pension_membership.enrol', {
    ...{ employment_id, pension_scheme_id: pension.id, entry: 'joined', effective_from: pay_day },
  })
  await act(stage, operations(stage), 'transaction.pay_run.calculate', { id })
  await act(
    stage,
    approver(stage),
    'transaction.pay_run.approve',
    await check(stage, await answerAll(stage, id)),
  )
  return { id: pension.id, from_pay_day: pay_day, to_pay_day: pay_day }
}

async function calculated(stage: Stage, pay_day?: string): Promise<string> {
  const id = await open(stage, pay_day)
  await act(stage, operations(stage), 'transaction.pay_run.calculate', { id })
  return id
}

async function answering(stage: Stage): Promise<Input> {
  const id = await calculated(stage)
  const { rows } = await stage.database.app.query<{ id: string }>(
    `select id from transaction.pay_run_check where pay_run_id = $1 and level = 'warning'`,
    [id],
  )
  return { ids: rows.map((row) => row.id), reason: 'The pension begins next month' }
}

const answered = async (stage: Stage, pay_day?: string): Promise<string> =>
  answerAll(stage, await calculated(stage, pay_day))

async function answerAll(stage: Stage, id: string): Promise<string> {
  const { rows } = await stage.database.app.query<{ id: string }>(
    `select id from transaction.pay_run_check where pay_run_id = $1 and level = 'warning'`,
    [id],
  )
  // Of a worker with a pension there is none.
  if (rows.length > 0)
    await act(stage, operations(stage), 'transaction.pay_run_check.answer', {
      ids: rows.map((row) => row.id),
      reason: 'The pension begins next month',
    })
  return id
}

/** A run that waits for its approval. */
export async function checkedRun(stage: Stage, pay_day?: string): Promise<Checked> {
  return check(stage, await answered(stage, pay_day))
}

/** The next run of a scheme, of work that is there. */
export async function checkedAgain(stage: Stage, paye_scheme_id: string, pay_day: string): Promise<Checked> {
  const input = opening(paye_scheme_id, pay_day)
  const { id } = await act<{ id: string }>(stage, operations(stage), 'transaction.pay_run.open', input)
  await act(stage, operations(stage), 'transaction.pay_run.calculate', { id })
  return check(stage, await answerAll(stage, id))
}

type Checked = { readonly id: string; readonly content_hash: string }

async function check(stage: Stage, id: string): Promise<Checked> {
  const { content_hash } = await act<{ content_hash: string }>(
    stage,
    operations(stage),
    'transaction.pay_run.check',
    { id },
  )
  return { id, content_hash }
}

/** The first run of all makes HMRC a creditor. */
async function withCreditors(stage: Stage): Promise<void> {
  if (employers_with_creditors.has(stage.agency)) return
  employers_with_creditors.add(stage.agency)
  await act(stage, approver(stage), 'transaction.pay_run.approve', await checkedRun(stage))
}

/** The same run, back with its makers: its worker got another tax code. */
export async function sentBack(stage: Stage, id: string): Promise<string> {
  const { rows } = await stage.database.app.query<Record<'employment_id' | 'pay_day', string>>(
    `select p.employment_id, r.pay_day::text from transaction.pay_run r
     join transaction.pay_run_payslip p on p.pay_run_id = r.id where r.id = $1`,
    [id],
  )
  const { employment_id, pay_day } = present(rows[0], 'the payslip')
  await act(stage, operations(stage), 'business.tax_code.add', {
    ...{ employment_id, code: '1000L', is_week1: true, source: 'p6' },
    ...{ effective_from: pay_day, notice_date: '2025-06-02' },
  })
  await deliveredMails(stage, SOURCES_TOPIC, SOURCES_TOPIC)
  const jobs = await stage.database.app.query<{ id: string }>(
    `select id from platform.job where kind = $1 and status = 'queued'`,
    [GO_BACK],
  )
  for (const job of jobs.rows) await compareRunWithSources(stage, job.id)
  return id
}

/** A run and its one timesheet. */
async function withSheet(stage: Stage): Promise<{ id: string; timesheet_id: string }> {
  const id = await calculated(stage)
  const { rows } = await stage.database.app.query<{ id: string }>(
    `select t.id from transaction.timesheet t join business.employment e on e.contractor_id = t.contractor_id
     join transaction.pay_run r on r.paye_scheme_id = e.paye_scheme_id where r.id = $1 and t.status = 'suspense'`,
    [id],
  )
  return { id, timesheet_id: present(rows[0], 'the timesheet').id }
}

async function approvedRun(stage: Stage): Promise<Input> {
  await withCreditors(stage)
  const run = await checkedRun(stage)
  await act(stage, approver(stage), 'transaction.pay_run.approve', run)
  return { id: run.id, reason: 'The tax code was wrong' }
}

export const pay_run_examples: Readonly<Record<string, Example>> = {
  'transaction.pay_run.leave_out': {
    by: operations,
    categories,
    input: async (stage) => ({ ...(await withSheet(stage)), reason: 'The rate is in doubt' }),
  },
  'transaction.pay_run.take_in': {
    by: operations,
    categories,
    input: async (stage) => {
      const asked = await withSheet(stage)
      const reason = 'The rate is in doubt'
      await act(stage, operations(stage), 'transaction.pay_run.leave_out', { ...asked, reason })
      return asked
    },
  },
  'business.paye_scheme.set_source': {
    by: operations,
    categories,
    input: async (stage) => ({ id: await runScheme(stage), source: 'bureau' }),
  },
  'transaction.pay_run.open': {
    by: operations,
    categories,
    input: async (stage) => opening(await runScheme(stage)),
  },
  'transaction.pay_run.calculate': {
    by: operations,
    categories,
    input: async (stage) => ({ id: await open(stage) }),
  },
  'transaction.pay_run.calculate_by_job': {
    by: operations,
    categories,
    input: async (stage) => ({ id: await calculated(stage) }),
  },
  'transaction.pay_run_check.answer': { by: operations, categories, input: answering },
  'transaction.pay_run.check': {
    by: operations,
    categories,
    input: async (stage) => ({ id: await answered(stage) }),
  },
  'transaction.pay_run.check_by_job': {
    by: operations,
    categories,
    input: async (stage) => ({ id: await answered(stage) }),
  },
  'transaction.pay_run.approve_by_job': { by: approver, categories, input: (stage) => checkedRun(stage) },
  'transaction.pay_run.approve': {
    by: approver,
    categories,
    input: async (stage) => {
      await withCreditors(stage)
      return checkedRun(stage)
    },
  },
  'transaction.pay_run.reopen': { by: approver, categories, input: approvedRun },
  'transaction.pay_run.reopen_by_job': { by: approver, categories, input: approvedRun },
  'transaction.pay_run.return': {
    by: approver,
    categories,
    input: async (stage) => ({ id: (await checkedRun(stage)).id, reason: 'A notice came in' }),
  },
  'transaction.pay_run.cancel': {
    by: operations,
    categories,
    input: async (stage) => ({ id: await calculated(stage), reason: 'Only tried' }),
  },
}
