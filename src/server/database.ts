import pg from 'pg'
import { type Category, categories, type RolePart, roleName, rolePassword } from './database-roles.ts'
import { isConnectionLoss, isStalePlan, RestartingError } from './failure.ts'
import type { BooksKeys } from './seals/books-key.ts'
import { type CloseSeals, sealCloser } from './seals/close-seals.server.ts'

/** A connection inside a transaction, for verbs and their steps. */
export type Connection = pg.PoolClient

/** Connections of one role, with transactions on them. */
export type Lane = {
  readonly pool: pg.Pool
  readonly transaction: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>
}

export type Database = {
  /** Owner of the tables: migrations, grants and `verify` only, never a request. */
  owner: pg.Pool
  /** The verbs' connections (`stint_app`). */
  app: pg.Pool
  /** Runs `work` in one transaction of `app`; commits its result, rolls back on an error. */
  transaction: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>
  /** Sessions, sign-in and health (`stint_session`): few and short, apart from all work. */
  session: Lane
  /** The connection that listens to change signals. */
  live: pg.Pool
  /** The queue's own connections (`stint_jobs`). */
  queue: pg.Pool
  /** What the worker has in place of the verbs' connections: its limits are longer (`stint_jobs`). */
  jobs: Pick<Database, 'app' | 'transaction' | 'booksKeys'>
  /** Connections with only the column grants of one viewer category. */
  reader: (category: Category) => pg.Pool
  /** The same on the replica, when there is one: reports and exports. */
  reportReader: (category: Category) => pg.Pool
  /** Keys that close sealed transactions; null where none is at hand: `verify` then reports the rows written. */
  booksKeys: BooksKeys | null
  /** The process stops: ends the connections in use, and their transactions with them; opens no more transactions. */
  cut: () => void
  close: () => Promise<void>
}

type DatabaseOptions = {
  /** Connection string of the owner. */
  url: string
  /** Connection string of a replica, or null. */
  readUrl: string | null
  rolePrefix: string
  roleSecret: string
  poolSize: number
  booksKeys: BooksKeys | null
  /** Settings of every session, e.g. `synchronous_commit`. */
  session?: Readonly<Record<string, string>>
  /** Told of connections lost while idle; the pool opens new ones by itself. */
  onIdleError?: (error: Error) => void
  /** How many times longer than usual a full pool is waited for. */
  patience?: number
}

const OID = {
  int8: 20,
  numeric: 1700,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  time: 1083,
  interval: 1186,
  int8Array: 1016,
  numericArray: 1231,
  dateArray: 1182,
  timestampArray: 1115,
  timestamptzArray: 1185,
} as const

const asText = (text: string) => text

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new Error(`The database answered ${text}, more than a number holds exactly.`)
  return value
}

/** `2026-03-29 01:30:00.123456+00` as `2026-03-29T01:30:00.123Z`: the form of the kernel's Instant. */
export function instantText(text: string): string {
  const found = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text)
  if (!found) throw new Error(`The database answered the moment ${text}, which is not in UTC.`)
  const [, day, time, fraction = ''] = found
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

const listOf = (one: (text: string) => unknown) => (text: string) => {
  const parser = pg.types.arrayParser as unknown as {
    create: (text: string, one: unknown) => { parse: () => unknown }
  }
  return parser.create(text, one).parse() // Its published type leaves the converter's argument untyped.
}

const parsers = new Map<number, (text: string) => unknown>([
  // Amounts and rates stay exact text; the kernel makes integers of them.
  [OID.numeric, asText],
  [OID.date, asText],
  [OID.time, asText],
  [OID.interval, asText],
  [OID.timestamp, asText],
  [OID.timestamptz, instantText],
  [OID.int8, safeInteger],
  [OID.numericArray, listOf(asText)],
  [OID.dateArray, listOf(asText)],
  [OID.timestampArray, listOf(asText)],
  [OID.timestamptzArray, listOf(instantText)],
  [OID.int8Array, listOf(safeInteger)],
])

/** How our pools read PostgreSQL's types; other pools of the process keep pg's own ways. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ??
    pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser, // One signature of its overloads.
}

type PoolOptions = {
  url: string
  max: number
  name: string
  session?: Readonly<Record<string, string>> | undefined
  onIdleError: (error: Error) => void
  /** Longest wait for a connection. */
  wait_ms?: number
}

const SESSION = { TimeZone: 'UTC', DateStyle: 'ISO', IntervalStyle: 'postgres', search_path: 'public' }

/** A pool in UTC with our type parsers. A lost connection is dropped and the next request opens another. */
export function openPool({ url, max, name, session, onIdleError, wait_ms = 10_000 }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: name,
    options: Object.entries({ ...SESSION, ...session })
      .map(([setting, value]) => `-c ${setting}=${value}`)
      .join(' '),
    connectionTimeoutMillis: wait_ms,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  })
  pool.on('error', onIdleError)
  // Without this listener a connection that dies between two statements would end the process.
  pool.on('connect', (client) => client.on('error', onIdleError))
  return pool
}

/** The same server and database, as one of our roles. */
export function roleUrl(url: string, name: string, secret: string): string {
  const address = new URL(url)
  address.username = encodeURIComponent(name)
  address.password = rolePassword(secret, name)
  return address.toString()
}

/** The connections in use of all pools. */
class InUse {
  readonly #clients = new Set<Connection>()
  isCut = false

  watch(pool: pg.Pool): void {
    pool.on('acquire', (client) => this.#clients.add(client))
    pool.on('release', (_error, client) => this.#clients.delete(client))
  }

  cut(): void {
    this.isCut = true
    for (const client of this.#clients) {
      // Its published type leaves out the end of a pool's client. It breaks off a running statement.
      const ending = client as Connection & Pick<pg.Client, 'end'>
      ending.end().catch(() => undefined)
    }
  }
}

async function inTransaction<T>(
  pool: pg.Pool,
  work: (connection: Connection) => Promise<T>,
  closeSeals: CloseSeals | null,
  in_use: Readonly<Pick<InUse, 'isCut'>>,
): Promise<T> {
  if (in_use.isCut) throw new RestartingError()
  const tx = await pool.connect()
  let broken: Error | undefined
  try {
    await tx.query('begin')
    const result = await work(tx)
    await closeSeals?.(tx)
    await tx.query('commit')
    return result
  } catch (error) {
    // Its prepared statements are stale.
    if (isStalePlan(error)) broken = error as Error // As PostgreSQL's refusals are.
    try {
      await tx.query('rollback')
    } catch (lost) {
      broken = lost instanceof Error ? lost : new Error(String(lost))
    }
    throw in_use.isCut && isConnectionLoss(error) ? new RestartingError({ cause: error }) : error
  } finally {
    // A connection that could not roll back is thrown away, never lent again.
    tx.release(broken)
  }
}

const laneOf = (pool: pg.Pool, closeSeals: CloseSeals | null, in_use: InUse): Lane => ({
  pool,
  transaction: (work) => inTransaction(pool, work, closeSeals, in_use),
})

/** Connections of a process whatever its size. */
const SIZE = { session: 4, jobs: 6, queue: 5 } as const
/** Longest wait for a connection of a full pool. */
const WAIT_MS = { session: 3_000, verbs: 3_000, reads: 5_000, jobs: 10_000 } as const

/** Starting parallel workers takes 20 ms, also for the part of a search that no row needs: long scans alone have them. */
const READING = { parallel_setup_cost: '100000' }

/** Opens the pools; no connection is made before the first query. Roles must exist (see roles.ts). */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, rolePrefix, roleSecret, poolSize } = options
  const readUrl = options.readUrl ?? url
  let isClosing = false
  const onIdleError = (error: Error) => {
    // The pool does not wait for its last sockets; late server messages there are harmless.
    if (!isClosing) options.onIdleError?.(error)
  }
  const open = (address: string, part: RolePart, max: number, wait_ms: number, session = {}) => {
    const name = roleName(rolePrefix, part)
    return openPool({
      url: roleUrl(address, name, roleSecret),
      max,
      name: `stint ${part}`,
      session: { ...session, ...options.session },
      onIdleError,
      wait_ms: wait_ms * (options.patience ?? 1),
    })
  }
  const half = Math.max(2, Math.ceil(poolSize / 2))
  const readersOf = (address: string) =>
    Object.fromEntries(
      categories.map((part) => [part, open(address, part, half, WAIT_MS.reads, READING)]),
    ) as Record<Category, pg.Pool> // Keys are the categories.
  const owner = openPool({ url, max: 3, name: 'stint owner', session: options.session, onIdleError })
  const app = open(url, 'app', poolSize, WAIT_MS.verbs)
  const session = open(url, 'session', SIZE.session, WAIT_MS.session)
  const live = open(url, 'session', 1, WAIT_MS.session)
  const jobs = open(url, 'jobs', SIZE.jobs, WAIT_MS.jobs)
  const queue = open(url, 'jobs', SIZE.queue, WAIT_MS.jobs)
  const readers = readersOf(url)
  const reports = options.readUrl === null ? readers : readersOf(readUrl)
  const closeSeals = options.booksKeys && sealCloser(options.booksKeys)
  const in_use = new InUse()
  const lane = (pool: pg.Pool) => laneOf(pool, closeSeals, in_use)
  const pools = new Set([owner, app, session, live, jobs, queue])
  for (const pool of [...Object.values(readers), ...Object.values(reports)]) pools.add(pool)
  for (const pool of pools) in_use.watch(pool)
  return {
    owner,
    app,
    session: lane(session),
    live,
    queue,
    jobs: { app: jobs, transaction: lane(jobs).transaction, booksKeys: options.booksKeys },
    transaction: lane(app).transaction,
    reader: (category) => readers[category],
    reportReader: (category) => reports[category],
    booksKeys: options.booksKeys,
    cut: () => in_use.cut(),
    close: async () => {
      isClosing = true
      await Promise.all([...pools].map((pool) => pool.end()))
    },
  }
}
