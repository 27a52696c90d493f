/**
 * One database server for a test run: an embedded one of its own, or the server of DATABASE_URL. It gets a
 * template database with the migrated schema, which each test file clones (test/database.ts).
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from '#server/commands/command-prepare.ts'
import { openPool } from '#server/database.ts'
import { checkDatabase, shownAddress } from '#server/database-check.ts'
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts'
import { endLeftover } from '#server/embedded/embedded-process.ts'
import { parseSettings } from '#server/settings.ts'
import { test_keys } from '../books-key.ts'
import { databaseFolder } from './memory-folder.ts'

type TestServer = {
  /** Owner's connection to a database of the server that always exists. */
  admin_url: string
  role_prefix: string
  role_secret: string
  /** Every database of this run begins with it. */
  name_prefix: string
  template: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer
  }
}

const HOME_PREFIX = 'stint-test-'
/** Losing a test database in a crash costs nothing. */
const CARELESS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  // Helpers of a query start in 50 ms; the rows of tests are counted in one.
  max_parallel_workers_per_gather: '0',
  // Keeps the write-ahead log small where the folder is in memory.
  max_wal_size: '256MB',
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // Thrown by kill alone.
  }
}

/** Servers of runs that were killed: their folder's name holds the process that made it. */
async function sweepKilledRuns(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const pid = Number(/^stint-test-(\d+)-/.exec(name)?.[1])
    if (!pid || isAlive(pid)) continue
    const home = join(folder, name)
    try {
      await endLeftover(join(home, 'database'))
      rmSync(home, { recursive: true, force: true })
    } catch {
      // Another user's run.
    }
  }
}

type Server = { adminUrl: string; roleSecret: string; stop: () => Promise<void> }

async function startServer(): Promise<Server> {
  const settings = parseSettings({
    DATABASE_URL: process.env.DATABASE_URL,
    ROLE_SECRET: process.env.ROLE_SECRET,
  })
  if (settings.databaseUrl) {
    const password = decodeURIComponent(new URL(settings.databaseUrl).password)
    const stop = () => Promise.resolve()
    return { adminUrl: settings.databaseUrl, roleSecret: settings.roleSecret ?? password, stop }
  }
  const folder = databaseFolder()
  for (const one of new Set([folder, tmpdir()])) await sweepKilledRuns(one)
  const home = join(folder, `${HOME_PREFIX}${process.pid}-${randomBytes(4).toString('hex')}`)
  const embedded = await startEmbeddedDatabase({ home, tuning: CARELESS })
  return {
    adminUrl: embedded.url,
    roleSecret: decodeURIComponent(new URL(embedded.url).password),
    stop: async () => {
      await embedded.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/**
 * Tables of tests are rarely analysed. Without statistics the planner expects `deleted_at is null` of one row in 200, and
 * joins whole tables as if they held a row. Servers before version 18 cannot be told.
 */
async function expectLiveRows(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ can: boolean }>(
    `select to_regproc('pg_restore_attribute_stats') is not null as can`,
  )
  if (!rows[0]?.can) return
  await owner.query(`select pg_restore_attribute_stats('schemaname', schemaname::text, 'relname', tablename::text,
      'attname', 'deleted_at', 'inherited', false, 'null_frac', 1::real, 'avg_width', 8, 'n_distinct', 0::real)
    from pg_tables t where exists (select from pg_attribute where attname = 'deleted_at' and not attisdropped
      and attrelid = format('%I.%I', t.schemaname, t.tablename)::regclass)`)
}

async function makeTemplate(server: Server, template: string, rolePrefix: string): Promise<void> {
  const admin = new pg.Client({ connectionString: server.adminUrl })
  await admin.connect()
  await admin.query(`create database ${template} template template0 encoding 'UTF8'`)
  await admin.end()
  const address = new URL(server.adminUrl)
  address.pathname = `/${template}`
  const owner = openPool({
    url: address.toString(),
    max: 2,
    name: 'stint test',
    onIdleError: () => undefined,
  })
  try {
    await checkDatabase(owner, shownAddress(address.toString()))
    await prepareDatabase({ owner, rolePrefix, roleSecret: server.roleSecret, booksKeys: test_keys })
    // Tests of the set-up begin it anew.
    await owner.query('update platform.installation set setup_completed_at = now()')
    await expectLiveRows(owner)
  } finally {
    await owner.end()
  }
}

async function dropDatabases(adminUrl: string, namePrefix: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [namePrefix],
  )
  for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`)
  await admin.end()
}

type Provided = { readonly testServer: TestServer; readonly stop: () => Promise<void> }

async function provide(): Promise<Provided> {
  const server = await startServer()
  const namePrefix = `stint_test_${randomBytes(4).toString('hex')}_`
  const stop = async () => {
    await dropDatabases(server.adminUrl, namePrefix)
    await server.stop()
  }
  const template = `${namePrefix}template`
  try {
    await makeTemplate(server, template, 'stint')
  } catch (error) {
    await stop()
    throw error
  }
  const testServer = {
    admin_url: server.adminUrl,
    role_prefix: 'stint',
    role_secret: server.roleSecret,
    name_prefix: namePrefix,
    template,
  }
  return { testServer, stop }
}

/** Vitest reads this module once a project, and the projects of a run share the server. */
const run = globalThis as { stintTestServer?: { readonly provided: Promise<Provided>; users: number } }

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.stintTestServer ??= { provided: provide(), users: 0 }
  const shared = run.stintTestServer
  shared.users += 1
  const { testServer, stop } = await shared.provided
  project.provide('testServer', testServer)
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    delete run.stintTestServer
    await stop()
  }
}
