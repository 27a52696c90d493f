/** Examples of verbs of overpayments, on one worker whose correction was larger than the pay. */
import { present } from '#kernel/assert.ts'
import { act } from '../fixtures/world.ts'
import { checker, type Example, type Input, type Stage } from './example-parts.ts'
import { checkedAgain, employerOf } from './pay-run-examples.ts'
import { paidByHand, paidRun } from './return-examples.ts'

const operations = (stage: Stage) => stage.agency.provider.operations
const keepers = ['agency', 'provider'] as const

const workers = new WeakMap<Stage['agency'], Promise<string>>()

/** The employment of the worker: each verb of the examples takes little of the sum. */
function employmentOf(stage: Stage): Promise<string> {
  const known = workers.get(stage.agency)
  if (known !== undefined) return known
  const made = overpaidWorker(stage)
  workers.set(stage.agency, made)
  return made
}

type Paid = {
  readonly employment_id: string
  readonly paye_scheme_id: string
  readonly timesheet_id: string
  readonly details: readonly object[]
}

/** Paid for a week of which one hour a day is left. */
async function overpaidWorker(stage: Stage): Promise<string> {
  const { rows } = await stage.database.app.query<Paid>(
    `select p.employment_id, r.paye_scheme_id, t.id as timesheet_id,
       (select json_agg(json_build_object('date', d.date::text, 'group_id', d.group_id, 'units', '1') order by d.date)
         from transaction.timesheet_detail d where d.timesheet_id = t.id and d.units > 0) as details
     from transaction.pay_run_payslip p join transaction.pay_run r on r.id = p.pay_run_id
     join transaction.timesheet t on t.contractor_id = p.contractor_id and t.status = 'approved' where r.id = $1`,
    [await paidRun(stage)],
  )
  const { employment_id, paye_scheme_id, timesheet_id: id, details } = present(rows[0], 'a paid week')
  const { agency } = await employerOf(stage)
  const reason = 'The worker was away'
  await act(stage, agency.admin, 'transaction.timesheet.refine', { id, mode: 'full', reason, details })
  await paidByHand(stage, await checkedAgain(stage, paye_scheme_id, '2025-06-12'))
  return employment_id
}

/** Input of a new request; an open one of the worker is refused first. */
async function overpaid(stage: Stage): Promise<Input> {
  const employment_id = await employmentOf(stage)
  const { rows } = await stage.database.app.query<{ id: string }>(
    `select id from transaction.overpayment where employment_id = $1 and status = 'asked'`,
    [employment_id],
  )
  for (const { id } of rows)
    await act(stage, operations(stage), 'transaction.overpayment.refuse', { id, reason: 'Asked again' })
  return { employment_id, kind: 'written_off', amount: '1.00', reason: 'The worker moved abroad' }
}

const asked = async (stage: Stage): Promise<string> =>
  (
    await act<{ id: string }>(
      stage,
      operations(stage),
      'transaction.overpayment.settle',
      await overpaid(stage),
    )
  ).id

export const overpayment_examples: Readonly<Record<string, Example>> = {
  'business.employment.plan_recovery': {
    by: operations,
    categories: keepers,
    input: async (stage) => ({ id: await employmentOf(stage), recovery_amount: '10.00' }),
  },
  'transaction.overpayment.settle': { by: operations, categories: keepers, input: overpaid },
  'transaction.overpayment.approve': {
    by: checker,
    categories: keepers,
    input: async (stage) => ({ id: await asked(stage) }),
  },
  'transaction.overpayment.refuse': {
    by: operations,
    categories: keepers,
    input: async (stage) => ({ id: await asked(stage), reason: 'The worker repays it' }),
  },
}
