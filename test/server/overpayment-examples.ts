/** Examples of verbs of overpayments, on paid payslips of their own. */
import { act } from '../fixtures/world.ts'
import { checker, type Example, type Input, type Stage } from './example-parts.ts'
import { paidRun } from './return-examples.ts'

const operations = (stage: Stage) => stage.agency.provider.operations
const keepers = ['agency', 'provider'] as const

/** A worker who owes 40.00 of a paid payslip. */
async function overpaid(stage: Stage): Promise<Input> {
  const { rows } = await stage.database.app.query<{ employment_id: string }>(
    `insert into transaction.overpayment (id, employment_id, contractor_id, kind, status, amount, reason, pay_day, payslip_id, currency_id,
       provider_id, agency_id, created_by, created_by_name, created_at, updated_at)
     select gen_random_uuid(), p.employment_id, p.contractor_id, 'carried', 'done', 40, 'Correction of a week', r.pay_day, p.payslip_id,
       p.currency_id, p.provider_id, p.agency_id, $2, 'Somebody', now(), now()
     from transaction.pay_run_payslip p join transaction.pay_run r on r.id = p.pay_run_id where r.id = $1 returning employment_id`,
    [await paidRun(stage), operations(stage).user_id],
  )
  return {
    ...{ employment_id: rows[0]?.employment_id, kind: 'written_off', amount: '15.00' },
    reason: 'The worker moved abroad',
  }
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
    input: async (stage) => ({ id: (await overpaid(stage)).employment_id, recovery_amount: '10.00' }),
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
