/** The decider's own tasks of a held decision: the bell and the inbox count them again after an undo or a failure. */
import type { Tx } from '#server/verb.ts'
import type { WorkEntity } from './mailed-decision.rules.ts'

export const holdTasks = (
  tx: Tx,
  held: { readonly id: string; readonly business_contact_id: string },
  entity: WorkEntity,
  ids: readonly string[],
): Promise<number> =>
  tx.run(
    `update log.notification_log set held_decision_id = $1
     where business_contact_id = $2 and entity = $3 and entity_id = any ($4::uuid[]) and class = 'task' and state <> 'done'`,
    [held.id, held.business_contact_id, entity, ids],
  )

export const freeTasks = (tx: Tx, held_decision_id: string): Promise<number> =>
  tx.run('update log.notification_log set held_decision_id = null where held_decision_id = $1', [
    held_decision_id,
  ])
