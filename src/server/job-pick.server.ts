/**
 * Chooses the next job over all workers: one of the business with the least work so far (start-time fair queueing). A
 * business with 200 exports then delays others by one of them at most.
 */
import { present } from '#kernel/assert.ts'
import type { Instant } from '#kernel/instant.ts'
import { DEAD_SECONDS } from './health/node-beat.server.ts'
import type { Tx } from './verb.ts'

export type JobLane = 'quick' | 'long'

export type PickedJob = { readonly id: string; readonly business_id: string | null; readonly lane: JobLane }

/** One choice at a time in the whole cluster; it takes about a millisecond. */
const PICK_LOCK = 7_382_115
export const LEASE_SECONDS = 30
export const given_up = 'This could not be finished. Please start it again.'

/** Jobs of one business in a lane at once, over all workers. */
export async function capOf(tx: Tx, lane: JobLane, own_slots: number): Promise<number> {
  if (lane === 'quick') return 1
  const all = await tx.row<{ slots: number }>(
    `select coalesce(sum(long_slots), 0)::int as slots from platform.node
     where seen_at > clock_timestamp() - make_interval(secs => ${DEAD_SECONDS})`,
  )
  return Math.max(1, Math.floor(Math.max(own_slots, all?.slots ?? 0) / 2))
}

/** Jobs whose workers were lost too often. Returns their ids. */
async function giveUp(tx: Tx, at: Instant): Promise<string[]> {
  const lost = await tx.rows<{ id: string }>(
    `update platform.job set status = 'failed', message = $2, updated_at = $1, finished_at = $1, lease_node = null,
       lease_until = null
     where tries >= max_tries and deleted_at is null
       and (status = 'queued' or (status = 'running' and lease_until <= $1)) returning id`,
    [at, given_up],
  )
  return lost.map(({ id }) => id)
}

type Chosen = { readonly job: PickedJob | null; readonly given_up: readonly string[] }

/** Takes the next job of the lane for a worker, and leases it. `cap`: jobs of one business at once. */
export async function pickJob(
  tx: Tx,
  { lane, cap, node_id }: { readonly lane: JobLane; readonly cap: number; readonly node_id: string },
): Promise<Chosen> {
  await tx.run(`select pg_advisory_xact_lock(${PICK_LOCK})`)
  // The database's clock: those of workers may differ.
  const { at } = present(await tx.row<{ at: Instant }>('select clock_timestamp() as at'), 'the time')
  const lost = await giveUp(tx, at)
  const job = await tx.row<PickedJob>(
    `with busy as (
       select business_id, count(*) as n from platform.job
       where lane = $1 and status = 'running' and lease_until > $3 group by 1),
     ready as (
       select distinct on (j.business_id) j.id, j.business_id, coalesce(f.vtime_ms, 0) as v
       from platform.job j
       left join platform.fair_share f using (business_id) left join busy b using (business_id)
       where j.lane = $1 and j.deleted_at is null and not j.is_held and coalesce(j.not_before, $3) <= $3
         and coalesce(b.n, 0) < $2
         and (j.status = 'queued' or (j.status = 'running' and j.lease_until <= $3))
       order by j.business_id, j.created_at, j.id)
     update platform.job set status = 'running', lease_node = $4, tries = tries + 1,
       lease_until = $3::timestamptz + interval '${LEASE_SECONDS} seconds'
     where id = (
       -- A locked row has a worker whose batch is late.
       select j.id from ready r join platform.job j on j.id = r.id
       order by r.v, r.id limit 1 for no key update of j skip locked)
     returning id, business_id, lane`,
    [lane, cap, at, node_id],
  )
  return { job: job ?? null, given_up: lost }
}

/** Before a job is queued: a business that was idle joins where the others are, and saved nothing up. */
export async function joinQueue(tx: Tx, business_id: string): Promise<void> {
  await tx.run(
    `insert into platform.fair_share as own (business_id, vtime_ms)
     select $1, coalesce((select min(coalesce(f.vtime_ms, 0)) from platform.job j
       left join platform.fair_share f using (business_id)
       where j.status in ('queued', 'running') and j.deleted_at is null), 0)
     on conflict (business_id) do update set vtime_ms = greatest(own.vtime_ms, excluded.vtime_ms)`,
    [business_id],
  )
}
