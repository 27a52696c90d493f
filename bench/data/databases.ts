/** One database for each size, in one server: sizes can then be measured in turns. */
import type pg from 'pg'
import { openPool } from '#server/database.ts'
import { type Ground, markFilled, openGround } from '../ground.ts'
import { fillWorld } from './world.ts'

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

async function fill(ground: Ground, invoices: number, filling: Filling): Promise<Sized> {
  const { url, is_filled } = await ground.make(`${filling.name}_${invoices}`)
  const owner = openPool({ url, max: 2, name: 'stint bench', onIdleError: () => undefined })
  const sized = { invoices, url, name: new URL(url).pathname.slice(1), owner }
  if (is_filled) return sized
  const from = performance.now()
  await filling.fill(owner, invoices)
  await markFilled(owner)
  console.log(
    `Filled ${thousands(invoices)} invoices in ${((performance.now() - from) / 1000).toFixed(1)} s.`,
  )
  return sized
}

/** Makes and fills a database of each size, smallest first; in the folder `STINT_BENCH_HOME` they stay for the next run. */
export async function openDatabases(sizes: readonly number[], filling = INVOICES): Promise<Databases> {
  const ground = await openGround({
    fsync: 'off',
    shared_buffers: '512MB',
    max_connections: '120',
    max_wal_size: '4GB',
  })
  const { home, role_secret } = ground
  const made: Sized[] = []
  const close = async () => {
    for (const { owner } of made) await owner.end()
    await ground.close()
  }
  try {
    for (const invoices of [...new Set(sizes)].sort((a, b) => a - b))
      made.push(await fill(ground, invoices, filling))
    return { role_secret, home, sizes: made, close }
  } catch (error) {
    await close()
    throw error
  }
}
