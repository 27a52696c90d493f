import { z } from 'zod'
import { visibleSql } from '#data/visible.ts'
import { type Instant, toMs } from '#kernel/instant.ts'
import { verb } from '#server/verb.ts'
import { heldText } from '../approvable-work/held-work.rules.ts'
import { deciders } from '../approvable-work/work.rules.ts'
import { type WorkEntity, work_entities } from './mailed-decision.rules.ts'

type Row = {
  readonly decision_id: string
  readonly entity: WorkEntity
  readonly action_id: string
  readonly ids: readonly string[]
  readonly runs_at: Instant
}
type Subject = { readonly id: string; readonly human_id: string; readonly contractor: string }

const decision = z.strictObject({
  decision_id: z.uuid(),
  ids: z.array(z.uuid()),
  decision: z.enum(['approve', 'reject']),
  text: z.string(),
  /** By the server's clock: a browser's may be wrong. */
  ms_left: z.number(),
})

/** For pages that are loaded again within the ten seconds. */
export const readHeldDecisions = verb({
  action_id: 'request.held_decision.read',
  since: '0.1.0',
  summary: 'Lists own approvals and rejections that can still be undone or are being carried out',
  machine: 'refused',
  impersonator: 'allowed',
  who: deciders,
  is_reading: true,
  input: z.strictObject({}),
  output: z.strictObject({ decisions: z.array(decision) }),
  run: async ({ tx, viewer, clock }) => {
    const held = await tx.rows<Row>(
      `select id as decision_id, entity, action_id, entity_ids as ids, runs_at from request.held_decision
       where business_contact_id = $1 and state = 'held' order by runs_at, id`,
      [viewer.business_contact_id],
    )
    const subjects = new Map<string, Subject>()
    for (const entity of work_entities) {
      const params: unknown[] = [held.filter((one) => one.entity === entity).flatMap(({ ids }) => ids)]
      const visible = visibleSql(entity, viewer, 't', params)
      const rows = await tx.rows<Subject>(
        `select t.id, t.human_id, w.name as contractor from ${entity} t join business.business w on w.id = t.contractor_id
         where t.id = any ($1::uuid[]) and ${visible}`,
        params,
      )
      for (const row of rows) subjects.set(row.id, row)
    }
    return {
      decisions: held.map(({ decision_id, entity, action_id, ids, runs_at }) => {
        const decision = action_id.endsWith('.approve') ? 'approve' : 'reject'
        const noun = entity === 'transaction.timesheet' ? 'timesheet' : 'expense'
        return {
          decision_id,
          ids: [...ids],
          decision,
          text: heldText(
            decision,
            noun,
            ids.flatMap((id) => subjects.get(id) ?? []),
          ),
          ms_left: Math.max(0, toMs(runs_at) - toMs(clock.now())),
        }
      }),
    }
  },
})
