/** Judges the measurements of a process and its surroundings (operations.md, health). */

export type CheckStatus = 'ok' | 'warn' | 'fail'
export type Check = { readonly status: CheckStatus; readonly value: string | number | boolean | null }

/** A measured value is null where it could not be taken. */
export type Measured = {
  readonly is_stopping: boolean
  /** Of `select 1` on the connections of sessions; null without an answer within a second. */
  readonly database_ms: number | null
  readonly is_read_only: boolean
  /** Migrations of the code that the database lacks, and those of the database that the code lacks. */
  readonly migrations_missing: number | null
  readonly migrations_unknown: number | null
  readonly can_write_files: boolean
  /** The fullest of the folders in use. */
  readonly disk_free_ratio: number
  readonly disk_free_bytes: number
  readonly loop_p99_ms: number
  readonly live_workers: number | null
  readonly outbox_oldest_s: number | null
  readonly jobs_waiting: number | null
  readonly broken_checks: number | null
}

const MEGABYTE = 1024 * 1024
const JOBS_WAITING_MAX = 500
const OUTBOX_OLDEST_S = 600

const judged = (value: Check['value'], is_failed: boolean, is_warned: boolean): Check => {
  if (is_failed) return { status: 'fail', value }
  return { status: is_warned ? 'warn' : 'ok', value }
}

/** Checks of this process alone fail; faults that all processes share only warn, so that no balancer runs empty. */
export function readinessChecks(found: Measured): Readonly<Record<string, Check>> {
  const { database_ms, migrations_missing, migrations_unknown, live_workers, broken_checks } = found
  return {
    stopping: judged(found.is_stopping, found.is_stopping, false),
    database: judged(
      found.is_read_only ? 'read-only' : database_ms,
      database_ms === null || found.is_read_only,
      (database_ms ?? 0) > 50,
    ),
    migrations: judged(
      migrations_missing === null
        ? null
        : `${migrations_missing} missing, ${migrations_unknown ?? 0} unknown`,
      (migrations_missing ?? 0) > 0,
      migrations_missing === null || (migrations_unknown ?? 0) > 0,
    ),
    files: judged(found.can_write_files, !found.can_write_files, false),
    disk: judged(
      Math.round(found.disk_free_ratio * 1000) / 1000,
      found.disk_free_ratio < 0.02 || found.disk_free_bytes < 500 * MEGABYTE,
      found.disk_free_ratio < 0.1,
    ),
    event_loop: judged(Math.round(found.loop_p99_ms), found.loop_p99_ms > 2000, found.loop_p99_ms > 200),
    worker: judged(live_workers, false, (live_workers ?? 0) === 0),
    outbox: judged(
      found.outbox_oldest_s,
      false,
      found.outbox_oldest_s === null || found.outbox_oldest_s > OUTBOX_OLDEST_S,
    ),
    jobs: judged(
      found.jobs_waiting,
      false,
      found.jobs_waiting === null || found.jobs_waiting > JOBS_WAITING_MAX,
    ),
    invariants: judged(broken_checks, false, (broken_checks ?? 1) > 0),
  }
}

/** The worst of the checks. */
export function readinessStatus(checks: Readonly<Record<string, Check>>): CheckStatus {
  const all = Object.values(checks).map((check) => check.status)
  if (all.includes('fail')) return 'fail'
  return all.includes('warn') ? 'warn' : 'ok'
}
