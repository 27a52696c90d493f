/** Steps back: to the people who prepare a run, or out of it. Nothing was issued yet. */
import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { moneyReasonInput } from '../../shared/cash-input.server.ts'
import { lockRun } from './load-run.server.ts'
import { pay_run } from './pay-run.entity.ts'
import { who } from './pay-run.rules.ts'
import { endRunJob } from './pay-run-job.server.ts'

const input = z.strictObject({ id: z.uuid(), reason: moneyReasonInput })

/** Gives a checked run back to be calculated again. */
export const returnPayRun = verb({
  action_id: 'transaction.pay_run.return',
  since: '0.1.0',
  summary: 'Returns a pay run that waits for approval, with the reason',
  machine: 'refused',
  impersonator: 'refused',
  who: who.return,
  input,
  output: z.strictObject({ id: z.uuid(), status: z.literal('open') }),
  run: async (context, { id, reason }) => {
    const run = await lockRun(context, id, 'return')
    const values = { status: 'open' as const, return_reason: reason, checker: null, checked_at: null }
    await updateRow(context.tx, pay_run, id, { ...values, updated_at: context.clock.now() })
    context.audit({
      entity: 'transaction.pay_run',
      entity_id: id,
      old_values: { status: run.status },
      new_values: { status: 'open', return_reason: reason },
    })
    return { id, status: 'open' as const }
  },
})

/** Ends a run that was not approved; its work waits for another one. */
export const cancelPayRun = verb({
  action_id: 'transaction.pay_run.cancel',
  since: '0.1.0',
  summary: 'Cancels a pay run that was not approved, with the reason',
  machine: 'refused',
  impersonator: 'refused',
  who: who.cancel,
  input,
  output: z.strictObject({ id: z.uuid(), status: z.literal('cancelled') }),
  run: async (context, { id, reason }) => {
    const run = await lockRun(context, id, 'cancel')
    await endRunJob(context, id)
    await updateRow(context.tx, pay_run, id, {
      status: 'cancelled',
      cancel_reason: reason,
      updated_at: context.clock.now(),
    })
    context.audit({
      entity: 'transaction.pay_run',
      entity_id: id,
      old_values: { status: run.status },
      new_values: { status: 'cancelled', cancel_reason: reason },
    })
    return { id, status: 'cancelled' as const }
  },
})
