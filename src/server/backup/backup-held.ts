/** Mail and jobs of a restored database wait until a person releases or discards them: the original may have done them. */
import type pg from 'pg'
import { JOB_TASK } from '../job.server.ts'
import { OUTBOX_TASK } from '../mail/outbox-write.server.ts'

type Held = { readonly messages: number; readonly jobs: number }

const LOST = 'Discarded after a restore.'

async function changed(owner: Pick<pg.Pool, 'query'>, outbox: string, job: string): Promise<Held> {
  const messages = await owner.query(outbox)
  const jobs = await owner.query(job)
  return { messages: messages.rowCount ?? 0, jobs: jobs.rowCount ?? 0 }
}

/** Holds all work that waits. */
export async function holdWork(owner: Pick<pg.Pool, 'query'>): Promise<Held> {
  // The queue only wakes; its rows belong to the original.
  await owner.query('delete from graphile_worker._private_jobs')
  return changed(
    owner,
    'update platform.outbox set is_held = true where delivered_at is null and not is_held',
    `update platform.job set is_held = true
     where status in ('queued', 'running') and deleted_at is null and not is_held`,
  )
}

/** Lets held work go on. */
export function releaseWork(owner: Pick<pg.Pool, 'query'>): Promise<Held> {
  return changed(
    owner,
    `with free as (update platform.outbox set is_held = false where is_held returning id)
     select graphile_worker.add_job('${OUTBOX_TASK}', json_build_object('id', id), job_key := 'outbox:' || id) from free`,
    `with free as (update platform.job set is_held = false where is_held returning id)
     select graphile_worker.add_job('${JOB_TASK}', json_build_object('job_id', id), job_key := 'job:' || id) from free`,
  )
}

/** Ends held work for good; the rows say so. */
export function discardWork(owner: Pick<pg.Pool, 'query'>): Promise<Held> {
  return changed(
    owner,
    `update platform.outbox set is_held = false, delivered_at = now(), last_error = '${LOST}',
       payload = payload - 'one_time_link' where is_held`,
    `update platform.job set is_held = false, status = 'cancelled', message = '${LOST}', finished_at = now(),
       updated_at = now() where is_held`,
  )
}
