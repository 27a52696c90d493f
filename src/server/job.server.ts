/**
 * Long work in batches, with progress in platform.job (run by run-job.server.ts). Each batch commits with its
 * progress, so that a killed job resumes where it was and does nothing twice.
 */
import { job as job_entity } from '#business/platform/note.entity.ts'
import type { Viewer } from '#entity/access.ts'
import { tooMany } from '#kernel/errors.ts'
import { traceparent } from '#kernel/tracing.ts'
import { newUuid } from '#kernel/uuid.ts'
import { insertRow } from '#server/write-row.server.ts'
import { sha256 } from './audit-chain.ts'
import type { Database } from './database.ts'
import { joinQueue } from './job-pick.server.ts'
import { laneOf } from './job-slots.rules.ts'
import { inTransaction } from './tx.ts'
import type { Tx, VerbContext } from './verb.ts'

/** The queue's task that runs a job; its payload is `{ job_id }`. */
export const JOB_TASK = 'job'

/** Jobs of this kind write a file and change nothing: export-run.server.ts runs them. */
export const EXPORT_KIND = 'export'

/** The kind of a job: of an import, an export, a ledger check, or a bulk action. */
export async function jobKind(database: Pick<Database, 'transaction'>, id: string): Promise<string | null> {
  return (await readJob(database, id))?.kind ?? null
}

/** Its kind, and the trace of the request that asked for it. */
export function readJob(
  database: Pick<Database, 'transaction'>,
  id: string,
): Promise<{ readonly kind: string; readonly traceparent: string | null } | undefined> {
  return inTransaction(database, (tx) =>
    tx.row('select kind, traceparent from platform.job where id = $1', [id]),
  )
}

/** Why one row was left out. */
export type JobProblem = { readonly id: string; readonly human_id: string | null; readonly message: string }

/**
 * Runs one batch inside the transaction of the context and returns the rows it left out. After an error the batch is
 * undone and its rows run one by one; only rows that fail alone are left out.
 */
export type JobStep = (
  context: VerbContext,
  ids: readonly string[],
  input: Readonly<Record<string, unknown>>,
) => Promise<readonly JobProblem[]>

type NewJob = {
  /** Action id of its steps (business/jobs.ts), also in the audit log. */
  readonly kind: string
  /** The verb that starts it, if another. */
  readonly action_id?: string
  /** `ids` in their order; an export has none. */
  readonly input: { readonly ids?: readonly string[] } & Readonly<Record<string, unknown>>
  readonly total: number
  /** Not asked for by a person: it waits with any number of others. */
  readonly is_ours?: boolean
  /** The user's name for the work. */
  readonly label?: string
}

/** Jobs of a business, and of one person, that may wait. */
export const JOBS_WAITING = { business: 50, person: 20 } as const
const RETRY_SECONDS = 10

type Waiting = { readonly business: number; readonly person: number }

/** @throws tooMany */
async function requireRoom(tx: Tx, { viewer, kind }: { viewer: Viewer; kind: string }): Promise<void> {
  const waiting = await tx.row<Waiting>(
    `select count(*)::int as business, count(*) filter (where user_id = $2)::int as person from platform.job
     where business_id = $1 and status = 'queued' and deleted_at is null`,
    [viewer.business_id, viewer.user_id],
  )
  const what = kind === EXPORT_KIND ? 'exports' : 'jobs'
  const refuse = (whose: string, count: number) =>
    tooMany(`${whose} ${count} ${what} waiting. Please wait for one to finish.`, RETRY_SECONDS)
  if ((waiting?.person ?? 0) >= JOBS_WAITING.person) throw refuse('You have', JOBS_WAITING.person)
  if ((waiting?.business ?? 0) >= JOBS_WAITING.business)
    throw refuse('Your business has', JOBS_WAITING.business)
}

/** An export of the same rows and columns with the same rights. */
function hashOf({ viewer, job }: { viewer: Viewer; job: NewJob }): string | null {
  if (job.kind !== EXPORT_KIND) return null
  return sha256(JSON.stringify([viewer.business_contact_id, [...viewer.roles].sort(), job.input]))
}

/**
 * Queues a job for the viewer, in the verb's own transaction. Returns its id, or that of the same export that still
 * waits.
 * @throws tooMany where many of the business or the person wait
 */
export async function startJob(
  { tx, viewer, clock }: Pick<VerbContext, 'tx' | 'viewer' | 'clock'>,
  job: NewJob,
): Promise<string> {
  const input_hash = hashOf({ viewer, job })
  // Starts of one business count one after the other.
  await joinQueue(tx, viewer.business_id)
  if (!job.is_ours) {
    const same = await tx.row<{ id: string }>(
      `select id from platform.job where user_id = $1 and business_id = $2 and input_hash = $3 and status = 'queued'
         and deleted_at is null and not is_held order by id limit 1`,
      [viewer.user_id, viewer.business_id, input_hash],
    )
    if (same) return same.id
    await requireRoom(tx, { viewer, kind: job.kind })
  }
  const id = newUuid(clock)
  await insertRow(tx, job_entity, {
    id,
    kind: job.kind,
    action_id: job.action_id ?? job.kind,
    input: job.input,
    total: job.total,
    business_id: viewer.business_id,
    user_id: viewer.user_id,
    viewer,
    message: null,
    finished_at: null,
    file_name: null,
    file_size: null,
    file_expires_at: null,
    created_at: clock.now(),
    updated_at: clock.now(),
    label: job.label ?? null,
    input_hash,
    lease_node: null,
    lease_until: null,
    not_before: null,
    traceparent: traceparent(),
    lane: laneOf({
      is_export: job.kind === EXPORT_KIND,
      is_bulk: job.input.ids !== undefined,
      total: job.total,
      format: job.input.format,
    }),
  })
  await queueJob(tx, id)
  return id
}

/** Wakes a worker for the job; a waiting job is not queued twice. */
export async function queueJob(tx: Pick<Tx, 'rows'>, job_id: string): Promise<void> {
  await tx.rows(
    'select from graphile_worker.add_job($1, json_build_object($2::text, $3::text), job_key := $4)',
    [JOB_TASK, 'job_id', job_id, `job:${job_id}`],
  )
}
