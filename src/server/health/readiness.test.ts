import { describe, expect, test } from 'vitest'
import { type Measured, readinessChecks, readinessStatus } from './readiness.rules.ts'

const well: Measured = {
  is_stopping: false,
  database_ms: 2,
  is_read_only: false,
  migrations_missing: 0,
  migrations_unknown: 0,
  can_write_files: true,
  disk_free_ratio: 0.5,
  disk_free_bytes: 1e11,
  loop_p99_ms: 20,
  live_workers: 1,
  outbox_oldest_s: 0,
  jobs_waiting: 0,
  broken_checks: 0,
}

describe('readiness', () => {
  test('all is well: ok', () => {
    expect(readinessStatus(readinessChecks(well))).toBe('ok')
  })

  test.each<[string, Partial<Measured>, string, 'warn' | 'fail']>([
    ['a stopping process fails', { is_stopping: true }, 'stopping', 'fail'],
    ['a silent database fails', { database_ms: null }, 'database', 'fail'],
    ['a read-only database fails', { is_read_only: true }, 'database', 'fail'],
    ['a slow database warns', { database_ms: 51 }, 'database', 'warn'],
    ['a database behind the code fails', { migrations_missing: 1 }, 'migrations', 'fail'],
    ['a database ahead of the code warns', { migrations_unknown: 1 }, 'migrations', 'warn'],
    ['files that cannot be written fail', { can_write_files: false }, 'files', 'fail'],
    ['a full disk fails', { disk_free_ratio: 0.019 }, 'disk', 'fail'],
    ['little room on a large disk fails', { disk_free_bytes: 499 * 1024 * 1024 }, 'disk', 'fail'],
    ['a disk nearly full warns', { disk_free_ratio: 0.09 }, 'disk', 'warn'],
    ['a blocked event loop fails', { loop_p99_ms: 2001 }, 'event_loop', 'fail'],
    ['a slow event loop warns', { loop_p99_ms: 201 }, 'event_loop', 'warn'],
    ['no live worker warns', { live_workers: 0 }, 'worker', 'warn'],
    ['an old message warns', { outbox_oldest_s: 601 }, 'outbox', 'warn'],
    ['many waiting jobs warn', { jobs_waiting: 501 }, 'jobs', 'warn'],
    ['a broken check warns', { broken_checks: 1 }, 'invariants', 'warn'],
    ['checks that never ran warn', { broken_checks: null }, 'invariants', 'warn'],
  ])('%s', (_what, change, name, status) => {
    const checks = readinessChecks({ ...well, ...change })
    expect(checks[name]?.status).toBe(status)
    expect(readinessStatus(checks)).toBe(status)
  })
})
