import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { notFound } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { document } from '../../platform/file.entity.ts'
import { followOptOut } from './follow-opt-out.server.ts'
import { can, who } from './opt-out.rules.ts'

type Notice = {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly status: string
  readonly valid_to: string | null
  readonly service_id: string | null
}

/** Ends a worker's opt-out for placements that begin later; work that is in force keeps it. */
export const withdrawOptOut = verb({
  action_id: 'platform.compliance.withdraw',
  since: '0.1.0',
  summary: 'Withdraws an opt-out notice, for placements that begin later',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.withdraw,
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({ id: z.uuid(), valid_to: z.string() }),
  run: async (context, { id }) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<Notice>(tx, viewer, 'platform.document', [id], {
      lock: true,
      columns: 't.id, t.type, t.title, t.status, t.valid_to, t.service_id',
    })
    if (row?.type !== 'conduct_opt_out' || row.service_id === null) throw notFound('Document')
    requireCan(can.withdraw(row, viewer))
    const valid_to = clock.today()
    await updateRow(tx, document, id, { valid_to, comment: 'Withdrawn', updated_at: clock.now() })
    await followOptOut(context, row.service_id)
    context.audit({
      entity: 'platform.document',
      entity_id: id,
      old_values: { valid_to: row.valid_to },
      new_values: { valid_to },
    })
    return { id, valid_to }
  },
})
