/**
 * Long work in batches, with progress in platform.job (run by run-job.server.ts). Each batch commits with its
 * progress, so that a killed job resumes where it was and does nothing twice.
 */
import { job as job_entity } from '#business/platform/note.entity.ts'
import { newUuid } from '#kernel/uuid.ts'
import { insertRow } from '#server/write-row.server.ts'
import type { Database } from './database.ts'
import { inTransaction } from './tx.ts'
import type { Tx, VerbContext } from './verb.ts'

/** The queue's task that runs a job; its payload is `{ job_id }`. */
export const JOB_TASK = 'job'

/** Jobs of this kind write a file and change nothing: export-run.server.ts runs them. */
export const EXPORT_KIND = 'export'

/** The kind of a job: of an import, an export, a ledger check, or a bulk action. */
export async function jobKind(database: Pick<Database, 'transaction'>, id: string): Promise<string | null> {
  const job = await inTransaction(database, (tx) =>
    tx.row<{ kind: string }>('select kind from platform.job where id = $1', [id]),
  )
  return job?.kind ?? null
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
  /** The user's name for the work. */
  readonly label?: string
}

/** Queues a job for the viewer, in the verb's own transaction. Returns its id. */
export async function startJob(
  { tx, viewer, clock }: Pick<VerbContext, 'tx' | 'viewer' | 'clock'>,
  job: NewJob,
): Promise<string> {
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
