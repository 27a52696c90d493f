/** R12: rows changed or taken away at random in a copied database are all found by verify; a thousand at night. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPage } from '#business/ledger/ledger-check.rules.ts'
import { readCheck } from '#business/ledger/ledger-check-facts.job.ts'
import { makeDemoWorld } from '#demo/load.ts'
import { present } from '#kernel/assert.ts'
import { day } from '#kernel/day.ts'
import { instant } from '#kernel/instant.ts'
import { verifySeals } from '#server/seal-verify.server.ts'
import { wrapTx } from '#server/tx.ts'
import { findingsOf, verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '../database.ts'
import { openUp, readTables, type Table, tamper } from './tamper.ts'

const database = await freshDatabase()
/** `TAMPER_EDITS=…` for another number. */
const edits = Number(process.env.TAMPER_EDITS ?? (process.env.STINT_NIGHTLY ? 1000 : 40))
/** Of a report all checks are made each time (experience.md, delight 19). */
const reported = process.env.STINT_NIGHTLY ? 100 : 20
const seed = Number(process.env.STINT_SEED ?? 1)
let tables: Table[] = []
const client = await database.owner.connect()
afterAll(() => client.release())

beforeAll(async () => {
  await makeDemoWorld(database, { seed: 7, today: day('2026-06-11'), weeks: 3 })
  await openUp(database)
  tables = await readTables(database)
}, 1_200_000)

test('the untouched world holds', async () => {
  expect((await verifyDatabase(database)).filter((one) => one.broken.length > 0)).toEqual([])
})

/** By the check of verify that sees the most, then by all of them. */
async function isFound(): Promise<boolean> {
  const tx = wrapTx(client)
  await tx.run(`set local timezone to 'UTC'`)
  if ((await verifySeals(tx, 1)).length > 0) return true
  return (await findingsOf(tx)).some((finding) => finding.broken.length > 0)
}

/** Mulberry32: one seed, one night. */
function diceFrom(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.abs((t ^ (t >>> 14)) % below)
  }
}

/** Changes rows, one after the other, each in a transaction that is undone; says what `isMissed` did not find. */
async function changeRows(count: number, isMissed: (did: string) => Promise<boolean>): Promise<string[]> {
  const dice = diceFrom(seed)
  const missed: string[] = []
  for (let done = 0; done < count; ) {
    const table = tables[dice(tables.length)]
    if (!table) continue
    // One in eight takes the row away.
    const column = dice(8) === 0 ? null : table.columns[dice(table.columns.length)]
    if (column === undefined) continue
    await client.query('begin')
    try {
      const did = await tamper(client, table, column, dice)
      if (did === null) continue
      done += 1
      if (await isMissed(did)) missed.push(did)
    } finally {
      await client.query('rollback')
    }
  }
  return missed
}

test(
  `${edits} single rows changed or taken away, seed ${seed}: verify finds all of them`,
  async () => {
    expect(await changeRows(edits, async () => !(await isFound()))).toEqual([])
  },
  edits * 10_000,
)

/** What is printed on the report of a ledger check at this moment. */
async function report() {
  const { rows } = await client.query<{ id: string }>(
    `select id from business.business where type = 'provider'`,
  )
  const { id } = present(rows[0], 'the provider')
  const at = instant('2026-06-11T12:00:00.000Z')
  const viewer = { business_id: id, business_name: 'Provider', user_name: 'Paula' }
  const facts = await readCheck(wrapTx(client), { job_id: id, asked_at: at, viewer }, at)
  return checkPage(facts, 'X'.repeat(24))
}

/** What a row is known by: ids, numbers of documents. */
const namesIn = (row: string) => row.match(/[0-9a-f]{8}-[0-9a-f-]{27}|[A-Z]{2,}-[A-Z0-9-]+/g) ?? []

test(
  `the report of a ledger check says of ${reported} such rows that it is broken, and which it is`,
  async () => {
    expect((await report()).is_broken).toBe(false)
    const isMissed = async (did: string) => {
      const page = await report()
      const said = page.findings.flatMap((finding) => finding.rows).join('\n')
      return !page.is_broken || !namesIn(did).some((name) => said.includes(name))
    }
    expect(await changeRows(reported, isMissed)).toEqual([])
  },
  reported * 20_000,
)
