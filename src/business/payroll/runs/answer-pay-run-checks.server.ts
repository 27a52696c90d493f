import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { idsInput } from '../../shared/chosen-input.server.ts'
import { lockRun, withPreparer } from './load-run.server.ts'
import { pay_run } from './pay-run.entity.ts'
import { who } from './pay-run.rules.ts'

const LEAST = 10

const input = z.strictObject({
  ids: idsInput,
  reason: z
    .string({ error: validationText.specify_reason })
    .trim()
    .min(LEAST, { error: validationText.min_length(LEAST) })
    .max(500, { error: validationText.max_length(500) }),
})

type Row = {
  readonly id: string
  readonly pay_run_id: string
  readonly level: string
  readonly sentence: string
}

/** Says why warnings of a run are right. @throws precondition for a stop, which is put right instead */
export const answerPayRunChecks = verb({
  action_id: 'transaction.pay_run_check.answer',
  since: '0.1.0',
  summary: 'Gives the reason why warnings of a pay run are right',
  machine: 'refused',
  impersonator: 'refused',
  who: who.answer,
  input,
  output: z.strictObject({ ids: z.array(z.uuid()) }),
  run: async (context, { ids, reason }) => {
    const { tx, viewer, clock } = context
    const rows = await loadVisible<Row>(tx, viewer, 'transaction.pay_run_check', ids, {
      columns: 't.id, t.pay_run_id, t.level, t.sentence',
    })
    const stop = rows.find(({ level }) => level === 'stop')
    if (stop) throw precondition(`${stop.sentence}: this stops the run, and no reason lets it pass`)
    for (const pay_run_id of [...new Set(rows.map((row) => row.pay_run_id))].toSorted()) {
      const run = await lockRun(context, pay_run_id, 'answer')
      const of = rows.filter((row) => row.pay_run_id === pay_run_id).map(({ id }) => id)
      const answered = await tx.run(
        `update transaction.pay_run_check set reason = $2, answered_by = $3, answerer = $4, updated_at = $5
         where id = any ($1) and pay_run_id = $6`,
        [of, reason, viewer.user_id, viewer.user_name, clock.now(), pay_run_id],
      )
      // Calculated again meanwhile.
      if (answered < of.length)
        throw precondition('The run was calculated again: look at its checks once more')
      await updateRow(tx, pay_run, pay_run_id, {
        prepared_by: withPreparer(run.prepared_by, viewer),
        updated_at: clock.now(),
      })
      context.audit({
        entity: 'transaction.pay_run',
        entity_id: pay_run_id,
        new_values: {
          answered: rows.filter((row) => row.pay_run_id === pay_run_id).map(({ sentence }) => sentence),
          reason,
        },
      })
    }
    return { ids: [...ids] }
  },
})
