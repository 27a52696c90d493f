/** Leases of jobs: a worker renews those of its jobs, and a job whose lease was lost writes nothing more. */
import type { Connection, Database } from './database.ts'
import { type JobLane, LEASE_SECONDS } from './job-pick.server.ts'
import { inTransaction } from './tx.ts'

/** Another worker has the job. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

type Jobs = Pick<Database, 'transaction'>

/** Transactions of a job's run: each is undone if the lease was lost before its end. */
export function leased(database: Jobs, job_id: string, node_id: string): Jobs['transaction'] {
  return <T>(work: (connection: Connection) => Promise<T>) =>
    database.transaction(async (connection) => {
      const result = await work(connection)
      const { rows } = await connection.query<{ is_ours: boolean }>(
        'select lease_node = $2 as is_ours from platform.job where id = $1',
        [job_id, node_id],
      )
      if (rows[0]?.is_ours !== true) throw new LeaseLost(`the lease of job ${job_id} was lost`)
      return result
    })
}

/** A job that is writing is skipped: its row is locked until it commits. */
export async function renewLeases(
  database: Jobs,
  node_id: string,
  job_ids: readonly string[],
): Promise<void> {
  await inTransaction(database, (tx) =>
    tx.run(
      `update platform.job set lease_until = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
       where id in (select id from platform.job where id = any($1) and lease_node = $2 and status = 'running'
         for no key update skip locked)`,
      [job_ids, node_id],
    ),
  )
}

type Slice = {
  readonly job_id: string
  readonly business_id: string | null
  readonly node_id: string
  readonly ms: number
  /** An error ended it: the next try waits longer each time. */
  readonly is_failing: boolean
  /** Seconds until the next turn. */
  readonly pause_seconds: number
  /** Where it goes on. */
  readonly lane: JobLane
}

/** Ends a turn: the time counts for the business, and unfinished work waits for its next turn. */
export async function endSlice(database: Jobs, slice: Slice): Promise<void> {
  const { job_id, business_id, node_id, ms, is_failing, pause_seconds, lane } = slice
  await inTransaction(database, async (tx) => {
    await tx.run(
      `update platform.job set lease_node = null, lease_until = null, lane = $3,
         status = case when status = 'running' then 'queued' else status end,
         tries = case when $4 then tries else 0 end,
         not_before = clock_timestamp() + make_interval(secs => $5) * case when $4 then 2 ^ least(tries, 6) else 1 end
       where id = $1 and lease_node = $2`,
      [job_id, node_id, lane, is_failing, pause_seconds],
    )
    if (business_id !== null)
      await tx.run(
        `insert into platform.fair_share as f (business_id, vtime_ms) values ($1, $2)
         on conflict (business_id) do update set vtime_ms = f.vtime_ms + excluded.vtime_ms`,
        [business_id, ms],
      )
  })
}

/** After the death of the only process of an installation: nobody holds the leases. */
export const forgetLeases = (database: Jobs): Promise<unknown> =>
  inTransaction(database, (tx) =>
    tx.run(
      `update platform.job set lease_until = clock_timestamp() where status = 'running' and lease_until is not null`,
    ),
  )
