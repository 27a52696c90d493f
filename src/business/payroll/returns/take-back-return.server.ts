import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { notFound } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { HALF_AN_HOUR, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { mandatory } from '../../parties/party-input.server.ts'
import { rti_submission } from './rti-submission.entity.ts'
import { can, fact_columns, not_sent, type ReturnFacts, who } from './rti-submission.rules.ts'

const REASON_MAX = 2000

type Row = ReturnFacts & ReadRow<typeof rti_submission, 'id transaction_id correlation_id'>

/** Records that HMRC does not have a return whose answer is unknown. It may be sent or built again. */
export const takeBackReturn = verb({
  action_id: 'transaction.rti_submission.take_back',
  since: '0.1.0',
  summary: 'Records that HMRC does not have a return whose answer is unknown',
  machine: 'refused',
  impersonator: 'refused',
  who: who.take_back,
  input: z.strictObject({ id: z.uuid(), reason: mandatory.max(REASON_MAX) }),
  output: z.strictObject({ id: z.uuid(), status: z.literal('validated') }),
  step_up: HALF_AN_HOUR,
  run: async (context, { id, reason }) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<Row>(tx, viewer, 'transaction.rti_submission', [id], {
      lock: true,
      columns: `${fact_columns}, t.transaction_id, t.correlation_id`,
    })
    if (!row) throw notFound('Return')
    requireCan(can.take_back(row, viewer))
    const status = 'validated' as const
    await updateRow(tx, rti_submission, id, { ...not_sent, status, answer: null, updated_at: clock.now() })
    context.audit({
      entity: 'transaction.rti_submission',
      entity_id: id,
      old_values: {
        status: row.status,
        transaction_id: row.transaction_id,
        correlation_id: row.correlation_id,
      },
      new_values: { status, reason },
    })
    return { id, status }
  },
})
