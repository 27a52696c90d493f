/** R12: rows changed or taken away at random in a copied database are all found by verify; a thousand at night. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDemoWorld } from '#demo/load.ts'
import { day } from '#kernel/day.ts'
import { verifySeals } from '#server/seal-verify.server.ts'
import { wrapTx } from '#server/tx.ts'
import { findingsOf, verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '../database.ts'
import { openUp, readTables, type Table, tamper } from './tamper.ts'

const database = await freshDatabase()
/** `TAMPER_EDITS=…` for another number. */
const edits = Number(process.env.TAMPER_EDITS ?? (process.env.STINT_NIGHTLY ? 1000 : 40))
const seed = Number(process.env.STINT_SEED ?? 1)
let tables: Table[] = []
const client = await database.owner.connect()
afterAll(() => client.release())

beforeAll(async () => {
  await makeDemoWorld(database, { seed: 7, today: day('2026-06-11'), weeks: 3 })
  await openUp(database)
  tables = await readTables(database)
}, 300_000)

test('the world holds before anybody touches it', async () => {
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

test(
  `${edits} single rows changed or taken away, seed ${seed}: verify finds all of them`,
  async () => {
    const dice = diceFrom(seed)
    const missed: string[] = []
    for (let done = 0; done < edits; ) {
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
        if (!(await isFound())) missed.push(did)
      } finally {
        await client.query('rollback')
      }
    }
    expect(missed).toEqual([])
  },
  edits * 10_000,
)
