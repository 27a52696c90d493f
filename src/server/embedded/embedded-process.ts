import { type ChildProcess, spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Account } from './embedded-account.ts'

/** Long enough for the recovery of a busy database after a crash. */
const START_WAIT_MS = 120_000
const STOP_WAIT_MS = 30_000
const LOOK_MS = 20
/** An ending process is gone by then. */
const LEAVE_MS = 2_000

export type ServerOptions = {
  postgres: string
  data: string
  logFile: string
  account: Account | null
  /** `name=value` settings that go over the defaults below. */
  tuning: Readonly<Record<string, string>>
  /** A recovery from a backup may take longer than one after a crash. */
  wait_ms?: number
}
export type Postmaster = { child: ChildProcess; port: number }

/** Settings that the product needs; the rest are PostgreSQL's defaults. */
const TUNING: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  jit: 'off',
  random_page_cost: '1.1',
  // Index-only counts depend on the visibility map of the busy tables (data-endpoint.md).
  autovacuum_vacuum_scale_factor: '0.02',
  autovacuum_analyze_scale_factor: '0.02',
  max_wal_size: '2GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %q%u@%d ',
  password_encryption: 'scram-sha-256',
}

/** A TCP port of this machine that nobody listens on now; `wish` if that one is free. */
export async function freePort(wish: number, host = '127.0.0.1'): Promise<number> {
  const attempt = (port: number) =>
    new Promise<number>((resolve, reject) => {
      const probe = createServer()
      probe.once('error', reject)
      probe.listen(port, host, () => {
        const address = probe.address()
        probe.close(() => resolve(typeof address === 'object' && address ? address.port : port))
      })
    })
  return attempt(wish).catch(() => attempt(0))
}

/** A test that shifts our clock shifts the database's with it. */
function clockVariables(): Record<string, string> {
  const {
    FAKETIME,
    FAKETIME_DISABLE_SHM = '',
    FAKETIME_DONT_FAKE_MONOTONIC = '',
    LD_PRELOAD = '',
  } = process.env
  return FAKETIME ? { FAKETIME, FAKETIME_DISABLE_SHM, FAKETIME_DONT_FAKE_MONOTONIC, LD_PRELOAD } : {}
}

/** The database's programs run without our variables: PG* would change them, and secrets are not for them. */
export function spawnAs(
  account: Account | null,
  program: string,
  args: readonly string[],
  logFile: string,
): ChildProcess {
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(program, args, {
    // In its own process group: Ctrl-C in the terminal reaches us, and we stop it after our own work.
    detached: true,
    stdio: ['ignore', log, log],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...clockVariables() },
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  })
  closeSync(log)
  return child
}

type PidFile = { pid: number; port: number; ready: boolean }

/** PostgreSQL's own record of the server that has the folder; lines as in its miscadmin.h. */
export function readPidFile(data: string): PidFile | null {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isSafeInteger(pid) || pid <= 0) return null
    return { pid, port: Number(lines[3] ?? 0), ready: (lines[7] ?? '').trim() === 'ready' }
  } catch {
    return null
  }
}

/** State of a process, as PostgreSQL's parent may leave it behind: ended and not yet collected. */
const ENDED_STATES = new Set(['Z', 'X'])

/** The letter of /proc; null where there is none. */
function stateOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).charAt(0)
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !ENDED_STATES.has(stateOf(pid) ?? '')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // Only kill throws here.
  }
}

/** A server's working folder is its data folder; null where we may not look. */
function worksIn(pid: number, data: string): boolean | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)
  } catch {
    return null
  }
}

/** Whether another user has the process: neither we nor the owner of the data folder. */
function isForeign(pid: number, data: string): boolean {
  try {
    const { uid } = statSync(`/proc/${pid}`)
    return uid !== process.getuid?.() && uid !== statSync(data).uid
  } catch {
    return false
  }
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  } catch {
    return false
  }
}

async function waitForEnd(pid: number, wait_ms: number): Promise<boolean> {
  const until = performance.now() + wait_ms
  while (isAlive(pid)) {
    if (performance.now() > until) return false
    await pause(LOOK_MS)
  }
  return true
}

/**
 * Removes the record of a dead server. PostgreSQL takes an ended process for a running one until its parent has
 * collected it; sessions that still end are found by their shared memory.
 */
function forget(data: string): void {
  rmSync(join(data, 'postmaster.pid'), { force: true })
}

/**
 * Ends a server that outlived its Stint (kill -9 of Node leaves it running), so that no session of the dead one
 * remains. The caller holds the folder's lock.
 */
export async function endLeftover(data: string): Promise<void> {
  const left = readPidFile(data)
  if (!left) return
  if (!isAlive(left.pid)) return forget(data)
  let ours = worksIn(left.pid, data)
  // A process that is ending shows its folder to nobody.
  if (ours === null && !isForeign(left.pid, data)) {
    if (await waitForEnd(left.pid, LEAVE_MS)) return forget(data)
    ours = worksIn(left.pid, data) ?? isPostgres(left.pid)
  }
  if (ours === null) {
    throw new Error(
      `Process ${left.pid} of another user has the database in ${data}: stop it, then start again.`,
    )
  }
  if (!ours) {
    // Another program has this process id now; PostgreSQL would refuse to start for ever.
    return forget(data)
  }
  process.kill(left.pid, 'SIGINT')
  if (await waitForEnd(left.pid, STOP_WAIT_MS)) return
  process.kill(left.pid, 'SIGQUIT')
  if (!(await waitForEnd(left.pid, STOP_WAIT_MS))) {
    throw new Error(
      `The database process ${left.pid} of an earlier run does not end: stop it, then start again.`,
    )
  }
}

function logTail(logFile: string): string {
  if (!existsSync(logFile)) return ''
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-12).join('\n')
}

type Attempt = { started: Postmaster } | { refused: string }

async function attemptStart(options: ServerOptions, port: number): Promise<Attempt> {
  const settings = { ...TUNING, ...options.tuning, port: String(port) }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawnAs(options.account, options.postgres, ['-D', options.data, ...args], options.logFile)
  let ended: string | null = null
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', (code, signal) => {
    ended ??= `ended with ${signal ?? code}`
  })
  const until = performance.now() + (options.wait_ms ?? START_WAIT_MS)
  while (ended === null) {
    const record = readPidFile(options.data)
    if (record?.pid === child.pid && record?.ready) return { started: { child, port } }
    if (performance.now() > until) {
      child.kill('SIGQUIT')
      return { refused: 'it was not ready in time' }
    }
    await pause(LOOK_MS)
  }
  return { refused: ended }
}

/**
 * Starts the server on the wished port, or another free one. Retries while backends of a killed server release its
 * shared memory, and when a port is taken meanwhile.
 */
export async function startServer(options: ServerOptions, wishedPort: number): Promise<Postmaster> {
  const until = performance.now() + START_WAIT_MS
  for (;;) {
    const port = await freePort(wishedPort)
    const before = logTail(options.logFile)
    const attempt = await attemptStart(options, port)
    if ('started' in attempt) return attempt.started
    const log = logTail(options.logFile).replace(before, '')
    const passes = /shared memory block|could not bind|Address already in use/.test(log)
    if (!passes || performance.now() > until) {
      throw new Error(
        `The embedded database did not start (${attempt.refused}). Its log ${options.logFile} says:\n${log}`,
      )
    }
    await pause(200)
  }
}

/** Clean stop: open transactions are rolled back, everything committed is written. */
export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_WAIT_MS)
  await ended
  clearTimeout(timer)
}
