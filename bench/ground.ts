/**
 * The database server of a benchmark: one of its own, or, where `BENCH_GROUND` names it, the server of a test run, whose
 * databases are clones of a template with the schema.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { prepareDatabase } from '#server/commands/command-prepare.ts'
import { type Database, openDatabase, openPool } from '#server/database.ts'
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts'
import { test_keys } from '#test/books-key.ts'

export const ROLE_PREFIX = 'stint'

/** The server of a test run, as JSON in `BENCH_GROUND`. */
export type SharedGround = {
  readonly admin_url: string
  readonly role_secret: string
  readonly template: string
  /** Begins the name of every database, so that the test run drops them. */
  readonly name_prefix: string
}

/** The owner's connection to a database; `is_filled` where an earlier run filled it. */
export type GroundDatabase = { readonly url: string; readonly is_filled: boolean }

export interface Ground {
  readonly role_secret: string
  /** The folder of the benchmark; it goes with the server unless `STINT_BENCH_HOME` names it. */
  readonly home: string
  /** A database with the schema. */
  readonly make: (name: string) => Promise<GroundDatabase>
  /** The same, opened as the product opens it. The caller closes it. */
  readonly open: (name: string, poolSize: number) => Promise<Database>
  readonly close: () => Promise<void>
}

const FILLED = 'filled'

/** Keeps the rows of a database for the next run in the same folder. */
export async function markFilled(owner: pg.Pool): Promise<void> {
  await owner.query(
    `do $$ begin execute format('comment on database %I is ''${FILLED}''', current_database()); end $$`,
  )
}

type Server = {
  readonly admin_url: string
  readonly role_secret: string
  /** The options of `create database`. */
  readonly template: string
  /** Begins every name. */
  readonly name_prefix: string
  readonly stop: () => Promise<void>
}

async function startServer(home: string, tuning: Readonly<Record<string, string>>): Promise<Server> {
  const shared = process.env.BENCH_GROUND
  if (shared !== undefined) {
    const { template, ...server } = JSON.parse(shared) as SharedGround // As the test of all benchmarks writes it.
    return { ...server, template: `template ${template} strategy file_copy`, stop: () => Promise.resolve() }
  }
  const embedded = await startEmbeddedDatabase({ home, tuning })
  return {
    admin_url: embedded.url,
    role_secret: decodeURIComponent(new URL(embedded.url).password),
    template: '',
    name_prefix: '',
    stop: embedded.stop,
  }
}

async function makeDatabase(server: Server, admin: pg.Pool, name: string): Promise<GroundDatabase> {
  const { rowCount } = await admin.query(
    `select from pg_database where datname = $1 and shobj_description(oid, 'pg_database') = $2`,
    [name, FILLED],
  )
  const is_filled = rowCount === 1
  if (!is_filled) {
    await admin.query(`drop database if exists ${name}`)
    await admin.query(`create database ${name} ${server.template}`)
  }
  const address = new URL(server.admin_url)
  address.pathname = `/${name}`
  const owner = openPool({ url: address.href, max: 2, name: 'stint bench', onIdleError: () => undefined })
  try {
    await prepareDatabase({
      owner,
      rolePrefix: ROLE_PREFIX,
      roleSecret: server.role_secret,
      booksKeys: test_keys,
    })
    // Its servers answer without the set-up in a browser.
    await owner.query(
      'update platform.installation set setup_completed_at = now() where setup_completed_at is null',
    )
  } finally {
    await owner.end()
  }
  return { url: address.href, is_filled }
}

/** @param tuning settings of a server of our own over the product's */
export async function openGround(tuning: Readonly<Record<string, string>> = {}): Promise<Ground> {
  const kept_home = process.env.STINT_BENCH_HOME
  const home = kept_home ?? mkdtempSync(join(tmpdir(), 'stint-bench-'))
  mkdirSync(home, { recursive: true })
  const server = await startServer(home, tuning)
  const { role_secret } = server
  const admin = openPool({ url: server.admin_url, max: 1, name: 'stint bench', onIdleError: () => undefined })
  const make = (name: string) => makeDatabase(server, admin, `${server.name_prefix}${name}`)
  return {
    role_secret,
    home,
    make,
    open: async (name, poolSize) => {
      const { url } = await make(name)
      return openDatabase({
        url,
        readUrl: null,
        rolePrefix: ROLE_PREFIX,
        roleSecret: role_secret,
        poolSize,
        booksKeys: test_keys,
      })
    },
    close: async () => {
      await admin.end()
      await server.stop()
      if (!kept_home) rmSync(home, { recursive: true, force: true })
    },
  }
}
