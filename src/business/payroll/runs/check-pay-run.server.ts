import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { computeRun } from './compute-run.server.ts'
import { lockRun, withPreparer } from './load-run.server.ts'
import { pay_run } from './pay-run.entity.ts'
import { who } from './pay-run.rules.ts'

/**
 * Sends a calculated run to its approver. @throws precondition with stops, with warnings without a reason, or when facts
 * changed since the calculation
 */
export const checkPayRun = verb({
  action_id: 'transaction.pay_run.check',
  since: '0.1.0',
  summary: 'Sends a checked pay run to another person for approval',
  machine: 'refused',
  impersonator: 'refused',
  who: who.check,
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({ id: z.uuid(), status: z.literal('checked'), content_hash: z.string() }),
  run: async (context, { id }) => {
    const { tx, viewer, clock } = context
    const run = await lockRun(context, id, 'check')
    const { hash } = await computeRun(context, run)
    if (hash !== run.content_hash)
      throw precondition(
        `Facts of pay run ${run.human_id} changed since it was calculated: calculate it again`,
      )
    await updateRow(tx, pay_run, id, {
      status: 'checked',
      checker: viewer.user_name,
      checked_at: clock.now(),
      prepared_by: withPreparer(run.prepared_by, viewer),
      return_reason: null,
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'transaction.pay_run',
      entity_id: id,
      old_values: { status: run.status },
      new_values: { status: 'checked', content_hash: hash },
    })
    return { id, status: 'checked' as const, content_hash: hash }
  },
})
