/** Approvals and rejections of one person, held for ten seconds and then carried out (decision 0047). */
import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { insertNamed } from '#server/write-row.server.ts'
import { HELD_TASK, HOLD_SECONDS } from '../approvable-work/held-work.rules.ts'
import { requireUndecided } from '../approvable-work/held-work.server.ts'
import { deciders } from '../approvable-work/work.rules.ts'
import { expenses } from '../expenses/expense-records.server.ts'
import { idsInput } from '../shared/chosen-input.server.ts'
import { requireSubmissionsSeen, seenInput } from '../shared/seen.server.ts'
import { timesheets } from '../timesheets/timesheet-records.server.ts'
import { holdTasks } from './held-tasks.server.ts'
import type { WorkEntity } from './mailed-decision.rules.ts'

export type Held = { readonly decision_id: string; readonly state: 'held'; readonly undo_until: Instant }

type Decision = {
  readonly entity: WorkEntity
  readonly ids: readonly string[]
  readonly decision: 'approve' | 'reject'
  readonly comment?: string | undefined
  readonly via: 'link' | 'page'
  /** The newest submission among them that the person saw. */
  readonly submitted_until?: string | undefined
}

const lockers = {
  'transaction.timesheet': timesheets.lockFor,
  'transaction.expense': expenses.lockFor,
} as const

/** The person's own open decision on these very records, as from another tab: its repeat is the first one. */
async function sameDecision(
  { tx, viewer }: VerbContext,
  { entity, ids, decision }: Decision,
): Promise<Held | null> {
  const same = await tx.row<Pick<Held, 'decision_id' | 'undo_until'>>(
    `select id as decision_id, runs_at as undo_until from request.held_decision
     where state = 'held' and business_contact_id = $1 and action_id = $2 and entity_ids @> $3::uuid[]
       and entity_ids <@ $3::uuid[]`,
    [viewer.business_contact_id, `${entity}.${decision}`, ids],
  )
  return same ? { ...same, state: 'held' } : null
}

/**
 * Asks for the rights now, so that a refusal comes at once. They are asked again when it is carried out.
 * @throws conflict where somebody else decides this, or the person has decided otherwise
 */
export async function holdDecision(context: VerbContext, wanted: Decision): Promise<Held> {
  const { tx, viewer, clock } = context
  const { entity, ids, decision, comment, via } = wanted
  if (decision === 'reject' && !comment) throw invalid({ comment: validationText.specify_reason })
  requireSubmissionsSeen(await lockers[entity](context, decision, ids), wanted.submitted_until)
  const same = await sameDecision(context, wanted)
  if (same !== null) return same
  await requireUndecided(context, entity, ids)
  const id = newUuid(clock)
  const now = clock.now()
  const undo_until = instantFromMs(toMs(now) + HOLD_SECONDS * 1000)
  const action_id = `${entity}.${decision}`
  const row = {
    id,
    entity,
    entity_ids: ids,
    action_id,
    input: { ids, ...(comment ? { comment } : {}) },
    business_contact_id: viewer.business_contact_id,
    user_name: viewer.user_name,
    via,
    state: 'held',
    runs_at: undo_until,
    created_at: now,
    updated_at: now,
  }
  await insertNamed(tx, 'request.held_decision', { ...row, input: JSON.stringify(row.input) })
  await tx.run(
    'insert into request.held_record (entity, entity_id, held_decision_id) select $1, unnest($2::uuid[]), $3',
    [entity, ids, id],
  )
  await holdTasks(tx, row, entity, ids)
  await tx.rows(
    `select graphile_worker.add_job('${HELD_TASK}', json_build_object('id', $1::uuid), job_key := 'held:' || $1::text,
       run_at := $2::timestamptz)`,
    [id, undo_until],
  )
  context.audit({
    entity: 'request.held_decision',
    entity_id: id,
    new_values: { state: 'held', action_id, ids, via },
  })
  return { decision_id: id, state: 'held', undo_until }
}

const input = z.strictObject({
  ids: idsInput,
  decision: z.enum(['approve', 'reject']),
  comment: z.string().trim().max(4000).optional(),
  submitted_until: seenInput,
})

const output = z.strictObject({
  decision_id: z.uuid(),
  state: z.literal('held'),
  undo_until: z.iso.datetime(),
})

const holding = (entity: WorkEntity, nouns: string) =>
  verb({
    action_id: `${entity}.hold_decision`,
    since: '0.1.0',
    summary: `Approves or rejects several ${nouns} after ten seconds, in which the decision can be undone`,
    machine: 'refused',
    who: deciders,
    impersonator: 'refused',
    input,
    output,
    run: (context, given) => holdDecision(context, { ...given, entity, via: 'page' }),
  })

export const holdTimesheets = holding('transaction.timesheet', 'timesheets')
export const holdExpenses = holding('transaction.expense', 'expenses')
