/** The product in a process of its own, on a copy of the demo world that belongs to one story. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { openPool } from '#server/database.ts'
import type { BooksKeys } from '#server/seals/books-key.ts'
import { keepTestKey, test_keys } from '#test/books-key.ts'
import { end, startProgram } from '#test/program.ts'

export type Stint = {
  readonly url: string
  /** Asks the story's database as its owner. */
  readonly sql: <R extends pg.QueryResultRow>(text: string, ...values: unknown[]) => Promise<R[]>
  /** The same, for what opens connections itself. */
  readonly owner: pg.Pool
  readonly booksKeys: BooksKeys
  /** Owner's connection string, for programs. */
  readonly database_url: string
  readonly said: () => string
  /** Stops it and starts it again at the same address, without its limit. */
  readonly again: () => Promise<void>
}

async function asAdmin(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: inject('testServer').admin_url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A copy of the demo world, dropped when the file of tests ends. */
export async function demoDatabase(): Promise<string> {
  const server = inject('testServer')
  const name = `${server.name_prefix}${randomBytes(5).toString('hex')}`
  const { template, lock } = inject('demoWorld')
  // The lock is free once the world has been made.
  await asAdmin(`select pg_advisory_lock_shared(${lock})`, `select pg_advisory_unlock_shared(${lock})`)
  await asAdmin(`create database ${name} template ${template} strategy file_copy`)
  afterAll(() => asAdmin(`drop database if exists ${name} with (force)`))
  const address = new URL(server.admin_url)
  address.pathname = `/${name}`
  return address.toString()
}

/** A free port of this story alone: with the product's own choice a neighbour may take the port during a restart. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return String(address.port)
}

export type StintOptions = {
  readonly variables?: Readonly<Record<string, string>>
  /** Leads the product to its database by another address. */
  readonly through?: (url: string) => Promise<string>
  /** What the shell does to it first, like `ulimit -f 8`; until it is started again. */
  readonly limit?: string
}

/** Call it at the top of a file of stories. */
export async function startStint({ variables, through, limit }: StintOptions = {}): Promise<Stint> {
  const database_url = await demoDatabase()
  const home = mkdtempSync(join(tmpdir(), 'stint-e2e-'))
  keepTestKey(home)
  const files = join(inject('demoWorld').home, 'files')
  if (existsSync(files)) cpSync(files, join(home, 'files'), { recursive: true })
  const { role_prefix, role_secret } = inject('testServer')
  const environment = {
    STINT_HOME: home,
    PORT: await freePort(),
    LOG_LEVEL: 'warn',
    // A busy machine refuses no story.
    SHED_DELAY_MS: '60000',
    REQUESTS_PER_SECOND: '100000',
    STINT_DEMO: 'on',
    DATABASE_URL: through ? await through(database_url) : database_url,
    ROLE_PREFIX: role_prefix,
    ROLE_SECRET: role_secret,
    ...variables,
  }
  const file = inject('product')
  let running = await startProgram(environment, { limit, file })
  // Dropping the database ends its connections.
  const pool = openPool({ url: database_url, max: 2, name: 'stint e2e', onIdleError: () => undefined })
  afterAll(async () => {
    await end(running.child)
    await pool.end()
    rmSync(home, { recursive: true, force: true })
  })
  return {
    url: running.url,
    database_url,
    owner: pool,
    booksKeys: test_keys,
    said: () => running.said(),
    sql: async <R extends pg.QueryResultRow>(text: string, ...values: unknown[]) =>
      (await pool.query<R>(text, values)).rows,
    again: async () => {
      await end(running.child)
      running = await startProgram(environment, { file })
    },
  }
}
