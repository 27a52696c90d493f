/** Approving as a job with progress: the same for every kind of work that a client approves. */
import { z } from 'zod'
import { visibleSql } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { invalid } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import type { JobProblem, JobStep } from '#server/job.server.ts'
import { startJob } from '#server/job.server.ts'
import type { Verb, VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { notSeen, type Submitted, seenInput, submissionSeen } from '../shared/seen.server.ts'
import { waitingOf } from './held-work.server.ts'
import { deciders } from './work.rules.ts'

/** As many as a list holds (spec §9: max records 9999). */
const ids_max = 9999

const input = z
  .strictObject({
    ids: z.array(z.uuid()).max(ids_max, { error: validationText.max }).optional(),
    /** Everything submitted that the viewer can see. */
    all: z.literal(true).optional(),
    comment: z.string().trim().max(4000).optional(),
    /** The newest submission among them that the approver saw; without it, the job's start. */
    submitted_until: seenInput,
  })
  .refine((i) => i.all === true || (i.ids !== undefined && i.ids.length > 0), {
    path: ['ids'],
    error: validationText.required,
  })

type Input = z.infer<typeof input>
const startedAnswer = z.strictObject({ job_id: z.uuid(), total: z.number() })
type Started = z.infer<typeof startedAnswer>

type Work<Row> = {
  readonly noun: 'timesheet' | 'expense'
  readonly entity: 'transaction.timesheet' | 'transaction.expense'
  readonly lockVisible: (context: VerbContext, ids: readonly string[]) => Promise<readonly Row[]>
  readonly can: (row: Row, viewer: Viewer) => Verdict
  readonly approve: (context: VerbContext, rows: readonly Row[], comment: string | null) => Promise<unknown>
}

/**
 * The verb that starts the job, and the job's step for a batch inside its transaction. Work that cannot be approved
 * is listed in the job's problems; the rest continues.
 */
export function approveMany<Row extends Submitted & { readonly id: string }>(
  work: Work<Row>,
): { readonly start: Verb<Input, Started>; readonly batch: JobStep } {
  const action_id = `${work.entity}.approve_many`
  const start = verb({
    action_id,
    since: '0.1.0',
    summary: `Approves many ${work.noun}s as a job`,
    machine: 'allowed',
    impersonator: 'refused',
    who: deciders,
    input,
    output: startedAnswer,
    run: async (context, { ids, all, comment, submitted_until }) => {
      const seen = submitted_until === undefined ? context.clock.now() : submissionSeen(submitted_until)
      const wanted = all === true ? await submittedIds(context, work.entity) : [...new Set(ids)]
      if (wanted.length === 0) throw invalid({ ids: errorText.no_records })
      const total = wanted.length
      const job_id = await startJob(context, {
        kind: action_id,
        input: { ids: wanted, comment: comment ?? null, submitted_until: seen },
        total,
      })
      context.audit({
        entity: 'platform.job',
        entity_id: job_id,
        new_values: { kind: action_id, total },
      })
      return { job_id, total }
    },
  })
  const batch: JobStep = async (context, ids, { comment, submitted_until }) => {
    // A job that started before this version has no moment.
    const seen = typeof submitted_until === 'string' ? submissionSeen(submitted_until) : context.clock.now()
    const rows = await work.lockVisible(context, ids)
    const found = new Set(rows.map((row) => row.id))
    const problems: JobProblem[] = ids
      .filter((id) => !found.has(id))
      .map((id) => ({
        id,
        human_id: null,
        message: errorText.not_found(work.noun === 'timesheet' ? 'Timesheet' : 'Expense'),
      }))
    const held = await waitingOf(context, work.entity, ids)
    const allowed = rows.filter((row) => {
      const waits = held.get(row.id)
      const verdict = waits === undefined ? work.can(row, context.viewer) : refuse('conflict', waits)
      const refusal = verdict === true ? notSeen(row, seen) : verdict
      if (refusal !== null) problems.push({ id: row.id, human_id: row.human_id, message: refusal.message })
      return refusal === null
    })
    if (allowed.length > 0) await work.approve(context, allowed, typeof comment === 'string' ? comment : null)
    return problems
  }
  return { start, batch }
}

async function submittedIds({ tx, viewer }: VerbContext, entity: Work<unknown>['entity']): Promise<string[]> {
  const params: unknown[] = []
  const visible = visibleSql(entity, viewer, 't', params)
  const rows = await tx.rows<{ id: string }>(
    `select t.id from ${entity} t where t.status = 'submitted' and ${visible} order by t.id limit ${ids_max}`,
    params,
  )
  return rows.map((row) => row.id)
}
