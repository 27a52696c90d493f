import { z } from 'zod'
import { conflict, notFound } from '#kernel/errors.ts'
import type { Instant } from '#kernel/instant.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { held_texts } from '../approvable-work/held-work.rules.ts'
import { deciders } from '../approvable-work/work.rules.ts'
import { freeTasks } from './held-tasks.server.ts'

const undoneAnswer = z.strictObject({ decision_id: z.uuid(), state: z.literal('undone') })
type Undone = z.infer<typeof undoneAnswer>
type Row = { readonly state: 'held' | 'done' | 'undone' | 'failed'; readonly runs_at: Instant }

/**
 * Takes a decision of the viewer back. The lock makes an undo and the worker wait for each other.
 * @throws not_found for decisions of others; conflict after the ten seconds
 */
export async function undoDecision(context: VerbContext, id: string): Promise<Undone> {
  const { tx, viewer, clock } = context
  const held = await tx.row<Row>(
    'select state, runs_at from request.held_decision where id = $1 and business_contact_id = $2 for update',
    [id, viewer.business_contact_id],
  )
  if (!held) throw notFound('Decision')
  if (held.state === 'undone') return { decision_id: id, state: 'undone' }
  if (held.state !== 'held' || held.runs_at <= clock.now()) throw conflict(held_texts.too_late)
  await tx.run(`update request.held_decision set state = 'undone', updated_at = $2 where id = $1`, [
    id,
    clock.now(),
  ])
  await tx.run('delete from request.held_record where held_decision_id = $1', [id])
  await freeTasks(tx, id)
  // The same link decides again after an undo.
  await tx.run('delete from auth.magic_use where held_decision_id = $1', [id])
  context.audit({
    entity: 'request.held_decision',
    entity_id: id,
    old_values: { state: 'held' },
    new_values: { state: 'undone' },
  })
  return { decision_id: id, state: 'undone' }
}

const input = z.strictObject({ id: z.uuid() })

export const undoHeldDecision = verb({
  action_id: 'request.held_decision.undo',
  since: '0.1.0',
  summary: 'Undoes an own approval or rejection within its ten seconds',
  machine: 'refused',
  who: deciders,
  impersonator: 'refused',
  input,
  output: undoneAnswer,
  run: (context, { id }) => undoDecision(context, id),
})
