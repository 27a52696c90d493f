/** One database for each size, in one server: sizes can then be measured in turns. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { prepareDatabase } from '#server/commands/command-prepare.ts'
import { openPool } from '#server/database.ts'
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts'
import { fillWorld } from './world.ts'

export const ROLE_PREFIX = 'stint'

export interface Sized {
  readonly invoices: number
  /** Of the owner, who is a superuser here. */
  readonly url: string
  readonly name: string
  readonly owner: pg.Pool
}

export interface Databases {
  readonly role_secret: string
  /** The folder of all this, gone when it is closed unless it was asked to stay. */
  readonly home: string
  readonly sizes: readonly Sized[]
  readonly close: () => Promise<void>
}

export const thousands = (n: number): string => n.toLocaleString('en-GB')

/** What a database is filled with, and how it is called. */
export interface Filling {
  readonly name: string
  readonly fill: (owner: pg.Pool, invoices: number) => Promise<void>
}

const INVOICES: Filling = { name: 'invoices', fill: fillWorld }

async function fill(
  serverUrl: string,
  admin: pg.Pool,
  invoices: number,
  secret: string,
  filling: Filling,
): Promise<Sized> {
  const name = `${filling.name}_${invoices}`
  const { rowCount: kept } = await admin.query(
    `select from pg_database where datname = $1 and shobj_description(oid, 'pg_database') = 'filled'`,
    [name],
  )
  if (!kept) {
    await admin.query(`drop database if exists ${name}`)
    await admin.query(`create database ${name}`)
  }
  const address = new URL(serverUrl)
  address.pathname = `/${name}`
  const owner = openPool({ url: address.href, max: 2, name: 'stint bench', onIdleError: () => undefined })
  await prepareDatabase({ owner, rolePrefix: ROLE_PREFIX, roleSecret: secret })
  const sized = { invoices, url: address.href, name, owner }
  if (kept) return sized
  const from = performance.now()
  await filling.fill(owner, invoices)
  await admin.query(`comment on database ${name} is 'filled'`)
  console.log(
    `Filled ${thousands(invoices)} invoices in ${((performance.now() - from) / 1000).toFixed(1)} s.`,
  )
  return sized
}

/** Makes and fills a database of each size, smallest first; in the folder `STINT_BENCH_HOME` they stay for the next run. */
export async function openDatabases(sizes: readonly number[], filling = INVOICES): Promise<Databases> {
  const kept_home = process.env.STINT_BENCH_HOME
  const home = kept_home ?? mkdtempSync(join(tmpdir(), 'stint-bench-'))
  if (kept_home) mkdirSync(kept_home, { recursive: true })
  const embedded = await startEmbeddedDatabase({
    home,
    tuning: { fsync: 'off', shared_buffers: '512MB', max_connections: '120', max_wal_size: '4GB' },
  })
  const admin = openPool({ url: embedded.url, max: 1, name: 'stint bench', onIdleError: () => undefined })
  const made: Sized[] = []
  const close = async () => {
    for (const pool of [admin, ...made.map(({ owner }) => owner)]) await pool.end()
    await embedded.stop()
    if (!kept_home) rmSync(home, { recursive: true, force: true })
  }
  const role_secret = decodeURIComponent(new URL(embedded.url).password)
  try {
    for (const invoices of [...new Set(sizes)].sort((a, b) => a - b))
      made.push(await fill(embedded.url, admin, invoices, role_secret, filling))
    return { role_secret, home, sizes: made, close }
  } catch (error) {
    await close()
    throw error
  }
}
