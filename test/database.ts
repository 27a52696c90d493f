import { hash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Database, openDatabase } from '#server/database.ts'
import { roleName, roleParts } from '#server/database-roles.ts'
import { test_keys } from './books-key.ts'

export type TestDatabase = Database & {
  /** The owner's connection string, for programs that a test starts. */
  url: string
  role_prefix: string
  role_secret: string
  /** Rows of a statement of the test's own, asked as the owner. */
  sql: <R>(text: string, ...params: unknown[]) => Promise<R[]>
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

/**
 * An owner without superuser rights may not end the server's own autovacuum there, which force would try to; without
 * force the server asks it to leave and waits.
 */
async function dropDatabase(name: string): Promise<void> {
  try {
    await asAdmin(`drop database if exists ${name} with (force)`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
    await asAdmin(`drop database if exists ${name}`)
  }
}

/** A single statement of the verbs' role commits as the product's transactions do. */
function sealSingles(database: Database): void {
  database.app.query = ((sql: string, params?: unknown[]) =>
    database.transaction((connection) => connection.query(sql, params))) as pg.Pool['query'] // Without callbacks.
}

/** A connection keeps its prepared statements. */
const PLANS_MAX = 600
/** At once, and not only from the sixth time on. */
const PLAN_ONCE = '-c plan_cache_mode=force_generic_plan'

/** Statements of verbs and the questions of `verify` take longer to plan than to run: each is planned once a connection. */
function keepPlans(pool: pg.Pool, isKept: (text: string, values: unknown) => boolean): void {
  pool.options.options = `${pool.options.options ?? ''} ${PLAN_ONCE}`
  pool.on('connect', (client) => {
    const names = new Set<string>()
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown // All of its overloads.
    const named = (...asked: unknown[]) => {
      const [first] = asked as { text?: unknown; values?: unknown; name?: string }[] // A text, or an object with it.
      const text = first?.text
      if (asked.length > 1 || first?.name || typeof text !== 'string' || !isKept(text, first?.values))
        return query(...asked)
      const name = hash('sha1', text)
      if (names.size >= PLANS_MAX && !names.has(name)) return query(...asked)
      names.add(name)
      return query({ ...first, name })
    }
    client.query = named as typeof client.query // As it is called.
  })
}

const hasValues = (_text: string, values: unknown) => Array.isArray(values) && values.length > 0

async function makeDatabase(template: string, keeps_plans = true): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `${server.name_prefix}${randomBytes(5).toString('hex')}`
  await asAdmin(`create database ${name} template ${template} strategy file_copy`)
  // A clone has the tables and grants of its template, yet the privileges on the database are its own.
  await asAdmin(`revoke all on database ${name} from public`)
  const roles = roleParts.map((part) => roleName(server.role_prefix, part))
  await asAdmin(`grant connect on database ${name} to ${roles.join(', ')}`)
  const address = new URL(server.admin_url)
  address.pathname = `/${name}`
  const url = address.toString()
  const database = openDatabase({
    url,
    readUrl: null,
    rolePrefix: server.role_prefix,
    roleSecret: server.role_secret,
    poolSize: 8,
    booksKeys: test_keys,
    // A busy machine is no fault of what is tested.
    patience: 10,
  })
  sealSingles(database)
  if (keeps_plans) for (const pool of [database.app, database.jobs.app]) keepPlans(pool, hasValues)
  keepPlans(database.owner, (text) => / as what|^with seal as/.test(text))
  afterAll(async () => {
    await database.close()
    await dropDatabase(name)
  })
  const sql = async <R>(text: string, ...params: unknown[]): Promise<R[]> =>
    (await database.owner.query(text, params)).rows as R[] // The test names the row of its own SQL.
  return { ...database, url, role_prefix: server.role_prefix, role_secret: server.role_secret, sql }
}

/**
 * A database with the product's schema, grants and no business rows, dropped when the test file ends.
 * Call it at the top of a test file: `const database = await freshDatabase()`.
 */
export function freshDatabase(): Promise<TestDatabase> {
  return makeDatabase(inject('testServer').template)
}

/** The same with statements planned as in production, for tests of that. */
export function plainDatabase(): Promise<TestDatabase> {
  return makeDatabase(inject('testServer').template, false)
}

/** Lays a database once. @returns a function that makes a copy of it, rows, statistics and grants too */
export async function copiesOf(
  fill: (owner: pg.Pool) => Promise<void>,
): Promise<() => Promise<TestDatabase>> {
  const server = inject('testServer')
  const name = `${server.name_prefix}${randomBytes(5).toString('hex')}`
  await asAdmin(`create database ${name} template ${server.template} strategy file_copy`)
  const address = new URL(server.admin_url)
  address.pathname = `/${name}`
  const owner = new pg.Pool({ connectionString: address.toString(), max: 2 })
  try {
    await fill(owner)
  } finally {
    // PostgreSQL copies a database without connections only.
    await owner.end()
  }
  afterAll(() => dropDatabase(name))
  return () => makeDatabase(name)
}

/** A database with nothing in it, for tests of migrations and first starts. */
export function emptyDatabase(): Promise<TestDatabase> {
  return makeDatabase('template0')
}
