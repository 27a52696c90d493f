/**
 * Runs jobs. The platform.job row is the truth: its progress commits with the rows it counts, so that a killed
 * worker's job continues and two workers on one job only take turns.
 */
import { jobs as productJobs } from '#business/jobs.ts'
import type { Viewer } from '#entity/access.ts'
import { type Clock, frozenAt } from '#kernel/clock.ts'
import { isStintError, toErrorBody } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import type { Database } from './database.ts'
import { adaptDatabaseError, isPassing } from './failure.ts'
import type { JobProblem, JobStep } from './job.server.ts'
import type { Log } from './log.ts'
import { openContext, untilDecided } from './perform.server.ts'
import type { Tx } from './verb.ts'
import { readViewerOfContact } from './viewer-read.server.ts'

/** Enough to be set-based, few enough to show progress. */
const BATCH = 100
const PROBLEMS_MAX = 200

type JobDeps = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  /** Defaults to the product's jobs. */
  readonly jobs?: ReadonlyMap<string, JobStep>
  readonly log?: Pick<Log, 'error'>
  /** True when the process is ending or others wait: the job rests after the present batch. */
  readonly isStopping?: () => boolean
}

type JobRow = {
  kind: string
  status: string
  position: number
  input: Record<string, unknown>
  viewer: Viewer
}

/** A batch that was undone because of its rows, not because of the database. */
class BatchRefused extends Error {
  override name = 'BatchRefused'
  readonly ids: readonly string[]
  readonly position: number
  constructor(ids: readonly string[], position: number, cause: unknown) {
    super('a batch was refused', { cause })
    this.ids = ids
    this.position = position
  }
}

/**
 * Continues a job.
 * @returns 'ended' when nothing is left, 'resting' when the process is ending
 * @throws without a database; the queue tries again, and committed work stays
 */
export async function runJob(deps: JobDeps, job_id: string): Promise<'ended' | 'resting'> {
  for (;;) {
    if (deps.isStopping?.()) return 'resting'
    if (!(await runBatch(deps, job_id))) return 'ended'
  }
}

/** One batch of a job in a transaction of its own; false when there is nothing left to do. */
export async function runBatch(deps: JobDeps, job_id: string): Promise<boolean> {
  try {
    return await takeBatch(deps, job_id, BATCH)
  } catch (error) {
    if (!(error instanceof BatchRefused)) throw error
    return oneByOne(deps, job_id, error)
  }
}

/** The rows of a refused batch alone: only those that fail by themselves are left out. */
async function oneByOne(deps: JobDeps, job_id: string, batch: BatchRefused): Promise<boolean> {
  if (batch.ids.length === 1) return leaveOut(deps, job_id, batch)
  for (let i = 0; i < batch.ids.length && !deps.isStopping?.(); i += 1) {
    try {
      if (!(await takeBatch(deps, job_id, 1))) return false
    } catch (error) {
      if (!(error instanceof BatchRefused)) throw error
      if (!(await leaveOut(deps, job_id, error))) return false
    }
  }
  return true
}

function leaveOut(deps: JobDeps, job_id: string, refused: BatchRefused): Promise<boolean> {
  const [id = ''] = refused.ids
  const error = adaptDatabaseError(refused.cause)
  if (!isStintError(error)) deps.log?.error({ err: refused.cause, job_id, id }, 'a row of a job failed')
  const problem = { id, human_id: null, message: toErrorBody(error).message }
  const work = async (tx: Tx): Promise<boolean> => {
    const job = await lockJob(tx, job_id)
    if (!job) return false
    // Unless another worker has counted it meanwhile.
    if (job.position === refused.position) await progress(tx, deps.clock, job_id, 0, [problem])
    return true
  }
  return untilDecided(deps.database, work, true)
}

/** Safe to repeat: the row says where to continue. */
function takeBatch(deps: JobDeps, job_id: string, size: number): Promise<boolean> {
  const work = async (tx: Tx): Promise<boolean> => {
    const clock = frozenAt(deps.clock)
    const job = await lockJob(tx, job_id)
    if (!job) return false
    const step = (deps.jobs ?? productJobs).get(job.kind)
    if (!step) return finish(tx, clock, job_id, 'failed', 'This version does not know this kind of work')
    // Read again for each batch: a removed role or a deactivated person stops the job (quality S9).
    const viewer = await readViewerOfContact(tx, job.viewer.business_contact_id, job.viewer)
    if (viewer === null) return finish(tx, clock, job_id, 'failed', errorText.not_allowed)
    const ids = await idsAt(tx, job_id, job.position, size)
    if (ids.length === 0) return finish(tx, clock, job_id, 'completed', null)
    try {
      const { context, finish: write } = openContext({ tx, clock }, viewer, job.kind)
      const problems = await step(context, ids, job.input)
      await write()
      await progress(tx, clock, job_id, ids.length - problems.length, problems)
    } catch (error) {
      if (isPassing(error)) throw error
      throw new BatchRefused(ids, job.position, error)
    }
    return true
  }
  return untilDecided(deps.database, work, true)
}

/** The unfinished job, locked until commit. */
async function lockJob(tx: Tx, job_id: string): Promise<JobRow | null> {
  const job = await tx.row<JobRow>(
    `select kind, status, done + failed as position, input - 'ids' as input, viewer
     from platform.job where id = $1 and deleted_at is null for update`,
    [job_id],
  )
  return job && ['queued', 'running'].includes(job.status) ? job : null
}

async function idsAt(tx: Tx, job_id: string, position: number, count: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select e.value as id from platform.job j, jsonb_array_elements_text(j.input -> 'ids') with ordinality e (value, no)
     where j.id = $1 and e.no > $2 and e.no <= $3 order by e.no`,
    [job_id, position, position + count],
  )
  return rows.map((row) => row.id)
}

async function progress(
  tx: Tx,
  clock: Clock,
  job_id: string,
  done: number,
  problems: readonly JobProblem[],
): Promise<void> {
  await tx.run(
    `update platform.job set status = 'running', done = done + $2, failed = failed + $3, updated_at = $4,
       problems = case when jsonb_array_length(problems) < ${PROBLEMS_MAX} then problems || $5::jsonb else problems end
     where id = $1`,
    [job_id, done, problems.length, clock.now(), JSON.stringify(problems)],
  )
}

async function finish(
  tx: Tx,
  clock: Clock,
  job_id: string,
  status: 'completed' | 'failed',
  message: string | null,
): Promise<false> {
  await tx.run(
    'update platform.job set status = $2, message = $3, updated_at = $4, finished_at = $4 where id = $1',
    [job_id, status, message, clock.now()],
  )
  return false
}
