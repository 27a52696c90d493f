/**
 * Quality P8: what an invoice raised, a list page and a report row cost as the tables grow, sizes in turns in one run. Each
 * may take 1.5 times what it takes at the smallest size.
 * `npm run bench -- growth [--invoices 10000,100000,1000000] [--placements 200] [--rounds 5]`
 */
import { parseArgs } from 'node:util'
import { raiseInvoiceSets } from '#business/raising/raise-invoice-sets.server.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import { present } from '#kernel/assert.ts'
import { systemClock } from '#kernel/clock.ts'
import type { Database } from '#server/database.ts'
import { wrapTx } from '#server/tx.ts'
import { type World, worldOn } from '#test/fixtures/world.ts'
import { CASES } from '../data/cases.ts'
import { percentile, randomFrom } from '../data/load.ts'
import { adminOf } from '../data/viewer.ts'
import { AGENCIES, agencyId, fillWorld as fillInvoices } from '../data/world.ts'
import { type Ground, openGround } from '../ground.ts'
import { fillWorld as fillTimesheets } from '../invoices/world.ts'
import { OUR_ALL } from '../reports/hand.ts'
import { keepResults, machine } from '../results.ts'

const TODAY = '2025-12-01'
const PAGES = 40

type Size = {
  readonly invoices: number
  readonly database: Database
  readonly world: World
  readonly timesheet_ids: readonly string[]
  readonly endpoint: DataEndpoint
}

async function open(ground: Ground, invoices: number, placements: number): Promise<Size> {
  const database = await ground.open(`growth_${invoices}`, 3)
  const world = worldOn(database)
  const timesheet_ids = await fillTimesheets(world, database, { placements, weeks: 2 })
  await fillInvoices(database.owner, invoices)
  const endpoint = new DataEndpoint({ database, clock: systemClock, onError: console.error })
  console.log(`Filled ${invoices.toLocaleString('en-GB')} invoices.`)
  return { invoices, database, world, timesheet_ids, endpoint }
}

/** Milliseconds an invoice raised, rolled back. */
async function raise({ database, world, timesheet_ids }: Size): Promise<number> {
  const client = await database.app.connect()
  try {
    await client.query('begin')
    const tx = wrapTx(client)
    const from = performance.now()
    const { sets } = await raiseInvoiceSets({ tx, clock: world.clock }, timesheet_ids)
    const documents = sets.reduce((sum, set) => sum + set.documents.length, 0)
    return (performance.now() - from) / documents
  } finally {
    await client.query('rollback')
    client.release()
    await database.owner.query('vacuum transaction.invoice')
  }
}

const first_page = present(CASES[0], 'the first page of a usual agency')

/** Milliseconds a first page of usual agencies. What is counted beside it grows with the agency, up to the cap. */
async function page({ endpoint, invoices }: Size): Promise<number> {
  const random = randomFrom(5)
  const from = performance.now()
  for (let n = 0; n < PAGES; n += 1) {
    const { agency, variables } = first_page.ask(random, invoices)
    const answer = await endpoint.execute(adminOf(agency), { query: first_page.query, variables })
    if (!answer.startsWith('{"data"')) throw new Error(answer)
  }
  return (performance.now() - from) / PAGES
}

/** Milliseconds a row of the sales ledger, all rows of a usual agency. */
async function reportRow({ database }: Size): Promise<number> {
  const from = performance.now()
  const { rows } = await database
    .reader('agency')
    .query({ text: OUR_ALL, values: [agencyId(AGENCIES), TODAY], rowMode: 'array' })
  return (performance.now() - from) / Math.max(rows.length, 1)
}

const WORK = [
  { name: 'an invoice raised', run: raise },
  { name: 'a first page of a list', run: page },
  { name: 'a row of the sales ledger', run: reportRow },
] as const

async function measure(sizes: readonly Size[], rounds: number): Promise<string[]> {
  const lines: string[] = []
  for (const { name, run } of WORK) {
    const times = sizes.map((): number[] => [])
    for (let round = 0; round <= rounds; round += 1) {
      for (const [n, size] of sizes.entries()) {
        const ms = await run(size)
        if (round > 0) times[n]?.push(ms) // The first round warms up.
      }
    }
    const medians = times.map((list) =>
      percentile(
        [...list].sort((a, b) => a - b),
        0.5,
      ),
    )
    const growth = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN)
    lines.push(`| ${name} | ${medians.map((ms) => ms.toFixed(4)).join(' | ')} | ${growth.toFixed(2)} |`)
  }
  return lines
}

export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      invoices: { type: 'string', default: '10000,100000,1000000' },
      placements: { type: 'string', default: '200' },
      rounds: { type: 'string', default: '5' },
    },
  })
  const ground = await openGround({
    fsync: 'off',
    shared_buffers: '512MB',
    max_connections: '120',
    max_wal_size: '4GB',
  })
  const sizes: Size[] = []
  try {
    for (const invoices of values.invoices.split(',').map(Number))
      sizes.push(await open(ground, invoices, Number(values.placements)))
    const lines = await measure(sizes, Number(values.rounds))
    const titles = sizes.map(({ invoices }) => invoices.toLocaleString('en-GB'))
    const text = [
      `Medians of ${values.rounds} rounds, sizes in turns. ${machine()}.`,
      '',
      `| milliseconds for, with invoices | ${titles.join(' | ')} | last against first (goal ≤ 1.5) |`,
      `| --- | ${titles.map(() => '---:').join(' | ')} | ---: |`,
      ...lines,
    ].join('\n')
    process.stdout.write(`${text}\n`)
    keepResults('P8 growth', text)
  } finally {
    for (const { database } of sizes) await database.close()
    await ground.close()
  }
}
