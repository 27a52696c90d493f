import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { systemClock } from '#kernel/clock.ts'
import { keptSecrets } from '../kept-secrets.ts'
import { type Account, databaseAccount } from './embedded-account.ts'
import { type Binaries, findBinaries } from './embedded-binaries.ts'
import { dataFolder, openHome, SYSTEM_FOLDER, sweepAbandoned } from './embedded-folder.ts'
import { type Holder, takeFolder } from './embedded-lock.ts'
import {
  endLeftover,
  type Postmaster,
  readPidFile,
  type ServerOptions,
  spawnAs,
  startServer,
  stopServer,
} from './embedded-process.ts'
import { makeSnapshot } from './embedded-snapshot.ts'

const OWNER = 'stint_owner'
const DATABASE = 'stint'
const MAJOR = '18'
const LOG_BYTES_MAX = 10_000_000

type EmbeddedDatabase = {
  /** Connection of the owner to the product's database. */
  url: string
  /** Publishes our address to later starts on this folder. */
  announce: (address: string) => void
  /** Replaces the database by an empty one. */
  startOver: () => Promise<void>
  /** Stops the server cleanly and gives the folder back. Safe to call twice. */
  stop: () => Promise<void>
}

type EmbeddedOptions = {
  home: string
  /** Server settings over our own, e.g. fsync off for tests. */
  tuning?: Readonly<Record<string, string>>
  /** Copies finished segments of the log to the spool, for a backup. */
  archive?: boolean
  /** How long the start may take. */
  wait_ms?: number
  /** The release of a database to copy before its first use; null = no copy (embedded-snapshot.ts). */
  snapshotOf?: (url: string) => Promise<string | null>
  /** Called when the server ended and could not be brought back. */
  onLost?: (reason: Error) => void
  onNotice?: (sentence: string) => void
  /** Called when the folder is ours, before the database starts. */
  onHeld?: () => Promise<void>
}

/** A second start on the folder of a running Stint. The message is for the user. */
export class FolderTakenError extends Error {
  override name = 'FolderTakenError'
  readonly holder: Holder
  constructor(home: string, holder: Holder) {
    const at = holder.address ? ` at ${holder.address}` : ''
    const by = holder.pid ? ` (process ${holder.pid}${at})` : ''
    super(
      `Stint is already running on ${home}${by}: stop that one first, or set STINT_HOME to another folder.`,
    )
    this.holder = holder
  }
}

/** Finished segments wait here for the backup, beside the data folder. */
export const spoolOf = (data: string) => join(dirname(data), 'wal-spool')

/** Makes a folder beside the data that PostgreSQL can use. */
function makeFor(account: Account | null, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account) chownSync(folder, account.uid, account.gid)
}

/** PostgreSQL copies each finished segment whole or not at all (its basic_archive). */
function archiving(spool: string, account: Account | null): Record<string, string> {
  makeFor(account, spool)
  // A killed server leaves half a copy.
  for (const name of readdirSync(spool)) if (name.startsWith('archtemp')) rmSync(join(spool, name))
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': spool,
    archive_timeout: '60s',
    wal_compression: 'pglz',
  }
}

/** Where the database of an installation is, for a backup beside it. @returns null where there is none */
export function embeddedData(home: string): string | null {
  const link = join(home, 'database')
  return existsSync(join(link, 'PG_VERSION')) ? realpathSync(link) : null
}

/** An empty place for a database from a backup, with the account that will own its files. */
export function placeForDatabase(home: string): { data: string; account: Account | null } {
  const account = databaseAccount(join(home, 'database'))
  makeHome(home, account)
  const data = dataFolder(home, account)
  makeFor(account, data)
  return { data, account }
}

function makeHome(home: string, account: Account | null): void {
  const is_new = !existsSync(home)
  openHome(home)
  if (!is_new) return
  // Others need to pass through for the borrowed account to reach its own folder; the secrets are 0600.
  chmodSync(home, account ? 0o711 : 0o700)
}

async function runToEnd(
  account: Account | null,
  program: string,
  args: readonly string[],
  logFile: string,
): Promise<void> {
  const child = spawnAs(account, program, args, logFile)
  const outcome = await new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code === 0 ? null : String(signal ?? code)))
  })
  if (outcome !== null) {
    const log = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-12).join('\n')
    throw new Error(`The embedded database could not be made (${outcome}). Its log ${logFile} says:\n${log}`)
  }
}

/** Makes the cluster under a temporary name first, so that a crash leaves nothing half made. */
async function makeCluster(
  binaries: Binaries,
  data: string,
  account: Account | null,
  password: string,
  logFile: string,
): Promise<void> {
  const versionFile = join(data, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const found = readFileSync(versionFile, 'utf8').trim()
    if (found === MAJOR) return
    throw new Error(
      `The database in ${data} is of PostgreSQL ${found}, and this Stint brings ${MAJOR}: restore a backup into a new folder.`,
    )
  }
  const half = `${data}.new`
  const passwordFile = `${half}.password`
  rmSync(half, { recursive: true, force: true })
  rmSync(passwordFile, { force: true })
  mkdirSync(half, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account) for (const path of [half, passwordFile]) chownSync(path, account.uid, account.gid)
  const args = [
    ...['-D', half, '-U', OWNER, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256', '-E', 'UTF8'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions'],
  ]
  await runToEnd(account, binaries.initdb, args, logFile)
  rmSync(passwordFile, { force: true })
  renameSync(half, data)
}

const ownerUrl = (password: string, port: number, database: string) =>
  `postgres://${OWNER}:${password}@127.0.0.1:${port}/${database}`

async function makeDatabase(password: string, port: number, again: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl(password, port, 'postgres') })
  await client.connect()
  try {
    if (again) await client.query(`drop database if exists ${DATABASE} with (force)`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

/** A stable port for each folder, so that tools find the database again. */
function usualPort(home: string): number {
  const id = createHash('sha256').update(home).digest().readUInt16BE(0)
  return 20_000 + (id % 10_000)
}

function trimLog(logFile: string): void {
  if (existsSync(logFile) && statSync(logFile).size > LOG_BYTES_MAX) truncateSync(logFile, 0)
}

type Keeper = { current: Postmaster; stopping: boolean }

/** Restarts a server that ended by itself; the pools reconnect. */
function keepRunning(keeper: Keeper, server: ServerOptions, options: EmbeddedOptions): void {
  keeper.current.child.once('exit', (code, signal) => {
    if (keeper.stopping) return
    options.onNotice?.(`The database process ended (${signal ?? code}); starting it again.`)
    startServer(server, keeper.current.port).then(
      async (again) => {
        keeper.current = again
        if (keeper.stopping) await stopServer(again.child)
        else keepRunning(keeper, server, options)
      },
      (reason: Error) => options.onLost?.(reason),
    )
  })
}

/**
 * Starts the embedded PostgreSQL in the folder `home`, making it on first use.
 * @throws FolderTakenError when a running Stint has the folder; Error with a sentence for the user otherwise
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const account = databaseAccount(join(options.home, 'database'))
  makeHome(options.home, account)
  const taken = await takeFolder(options.home)
  if ('holder' in taken) throw new FolderTakenError(options.home, taken.holder)
  try {
    await options.onHeld?.()
    return await startHeld(options, account, taken.lock)
  } catch (error) {
    taken.lock.release()
    throw error
  }
}

/** Starts the server; where a snapshot is wanted, stops it for the copy and starts it again. */
async function startCopied(
  server: ServerOptions,
  port: number,
  password: string,
  { snapshotOf, onNotice }: EmbeddedOptions,
): Promise<Postmaster> {
  const first = await startServer(server, port)
  let version: string | null = null
  try {
    await makeDatabase(password, first.port, false)
    version = (await snapshotOf?.(ownerUrl(password, first.port, DATABASE))) ?? null
    if (version === null) return first
  } catch (error) {
    await stopServer(first.child)
    throw error
  }
  await stopServer(first.child)
  const name = makeSnapshot(server.data, server.account, version, systemClock.now())
  onNotice?.(`Snapshot ${name} made: npm run restore -- --snapshot ${name} is the way back.`)
  return startServer(server, first.port)
}

/** Works on the data folder while no Stint and no server has it. */
export async function onStoppedData<T>(
  home: string,
  work: (data: string, account: Account | null) => T,
): Promise<T> {
  const account = databaseAccount(join(home, 'database'))
  const taken = await takeFolder(home)
  if ('holder' in taken) throw new FolderTakenError(home, taken.holder)
  try {
    const data = dataFolder(home, account)
    await endLeftover(data)
    return work(data, account)
  } finally {
    taken.lock.release()
  }
}

async function startHeld(
  options: EmbeddedOptions,
  account: Account | null,
  lock: { tell: (holder: Holder) => void; release: () => void },
): Promise<EmbeddedDatabase> {
  const { home } = options
  const password = keptSecrets(home).database_password
  const binaries = findBinaries(account, account ? SYSTEM_FOLDER : join(home, 'programs'))
  if (account) await sweepAbandoned()
  const data = dataFolder(home, account)
  const logFile = join(home, 'database.log')
  trimLog(logFile)
  await makeCluster(binaries, data, account, password, logFile)
  await endLeftover(data)
  const server: ServerOptions = {
    postgres: binaries.postgres,
    data,
    logFile,
    account,
    tuning: { ...(options.archive ? archiving(spoolOf(data), account) : {}), ...options.tuning },
    ...(options.wait_ms === undefined ? {} : { wait_ms: options.wait_ms }),
  }
  const current = await startCopied(server, usualPort(home), password, options)
  const keeper: Keeper = { current, stopping: false }
  keepRunning(keeper, server, options)
  const onExit = () => keeper.current.child.kill('SIGINT')
  process.once('exit', onExit)
  return {
    url: ownerUrl(password, keeper.current.port, DATABASE),
    announce: (address) => lock.tell({ pid: process.pid, address }),
    startOver: () => makeDatabase(password, keeper.current.port, true),
    stop: async () => {
      if (keeper.stopping) return
      keeper.stopping = true
      process.off('exit', onExit)
      await stopServer(keeper.current.child)
      lock.release()
    },
  }
}

/**
 * The address of the embedded database that another Stint runs on this folder, for tools beside it
 * (verify, grants). @returns null when none runs.
 */
export function runningEmbeddedUrl(home: string): string | null {
  const link = join(home, 'database')
  if (!existsSync(link)) return null
  const record = readPidFile(realpathSync(link))
  return record?.ready ? ownerUrl(keptSecrets(home).database_password, record.port, DATABASE) : null
}
