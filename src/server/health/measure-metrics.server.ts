/** Sets the gauges of the moment, before the metrics are read. */
import type pg from 'pg'
import type { Database } from '../database.ts'
import { categories } from '../database-roles.ts'
import { productVersion } from '../product-version.ts'
import { gauges } from './metrics.ts'
import { type OutboxAge, outbox_ages } from './outbox-age.ts'
import type { Readiness } from './readiness.server.ts'

type Deps = {
  readonly database: Pick<Database, 'app' | 'session' | 'jobs' | 'queue' | 'reader'>
  readonly readiness: Pick<Readiness, 'measure'>
}

function notePool(pool: string, { totalCount, idleCount, waitingCount }: pg.Pool): void {
  gauges.pool.set({ pool, state: 'in use' }, totalCount - idleCount)
  gauges.pool.set({ pool, state: 'idle' }, idleCount)
  gauges.pool.set({ pool, state: 'waited for' }, waitingCount)
}

type Jobs = { status: string; n: number; seconds: number }
type Checked = { id: string; broken: number; at_s: number | null; changed_s: number | null }

async function noteWork({ jobs }: Pick<Database, 'jobs'>): Promise<void> {
  const { rows: topics } = await jobs.app.query<OutboxAge>(outbox_ages)
  gauges.outbox_oldest.reset()
  for (const { topic, seconds } of topics) gauges.outbox_oldest.set({ topic }, seconds)
  const { rows } = await jobs.app.query<Jobs>(
    `select status, count(*)::int as n, extract(epoch from now() - min(created_at))::int as seconds from platform.job
     where status in ('queued', 'running') and deleted_at is null group by 1`,
  )
  gauges.jobs.reset()
  for (const { status, n } of rows) gauges.jobs.set({ status }, n)
  gauges.job_oldest.set(rows.find(({ status }) => status === 'queued')?.seconds ?? 0)
  const { rows: checks } = await jobs.app.query<Checked>(
    `select check_id as id, sum(cardinality(broken))::int as broken, extract(epoch from min(checked_at))::int as at_s,
       extract(epoch from max(changed_at))::int as changed_s
     from platform.check_result group by 1`,
  )
  gauges.broken_checks.reset()
  for (const { id, broken } of checks) gauges.broken_checks.set({ check: id }, broken)
  const oldest = (moments: readonly (number | null)[]) => Math.min(...moments.filter((one) => one !== null))
  const checked_s = oldest(checks.map(({ at_s }) => at_s))
  if (Number.isFinite(checked_s)) gauges.checked_at.set(checked_s)
  const changed_s = Math.max(...checks.map((one) => one.changed_s ?? Number.NEGATIVE_INFINITY))
  if (Number.isFinite(changed_s)) gauges.changes_checked_at.set(changed_s)
}

export async function measureMetrics({ database, readiness }: Deps): Promise<void> {
  gauges.build.set({ version: productVersion() }, 1)
  notePool('verbs', database.app)
  notePool('session', database.session.pool)
  notePool('jobs', database.jobs.app)
  notePool('queue', database.queue)
  for (const category of categories) notePool(category, database.reader(category))
  const { loop_p99_ms, disk_free_ratio, database_ms } = await readiness.measure()
  gauges.loop.set({ quantile: '0.99' }, loop_p99_ms / 1000)
  gauges.disk_free.set(disk_free_ratio)
  if (database_ms !== null) await noteWork(database)
}
