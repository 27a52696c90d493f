/** The product in a process of its own, on a copy of the demo world that belongs to one story. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { openPool } from '#server/database.ts'
import { end, startProgram } from '#test/program.ts'

export type Stint = {
  readonly url: string
  /** Asks the story's database as its owner. */
  readonly sql: <R extends pg.QueryResultRow>(text: string, ...values: unknown[]) => Promise<R[]>
  /** The same, for what opens connections itself. */
  readonly owner: pg.Pool
  /** Owner's connection string, for programs. */
  readonly database_url: string
  readonly said: () => string
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('testServer').admin_url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A copy of the demo world, dropped when the file of tests ends. */
export async function demoDatabase(): Promise<string> {
  const server = inject('testServer')
  const name = `${server.name_prefix}${randomBytes(5).toString('hex')}`
  await asAdmin(`create database ${name} template ${inject('demoTemplate')}`)
  afterAll(() => asAdmin(`drop database if exists ${name} with (force)`))
  const address = new URL(server.admin_url)
  address.pathname = `/${name}`
  return address.toString()
}

/** Call it at the top of a file of stories. `through` leads the product to its database by another address. */
export async function startStint(
  variables: Readonly<Record<string, string>> = {},
  through: (url: string) => Promise<string> = (url) => Promise.resolve(url),
): Promise<Stint> {
  const database_url = await demoDatabase()
  const home = mkdtempSync(join(tmpdir(), 'stint-e2e-'))
  const { role_prefix, role_secret } = inject('testServer')
  const running = await startProgram({
    STINT_HOME: home,
    PORT: '0',
    LOG_LEVEL: 'warn',
    DATABASE_URL: await through(database_url),
    ROLE_PREFIX: role_prefix,
    ROLE_SECRET: role_secret,
    ...variables,
  })
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
    said: running.said,
    sql: async <R extends pg.QueryResultRow>(text: string, ...values: unknown[]) =>
      (await pool.query<R>(text, values)).rows,
  }
}
