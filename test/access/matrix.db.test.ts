import { describe, expect, test } from 'vitest'
import { type EntityAddress, entityAddresses } from '#business/entities.ts'
import { catalog } from '#data/registry.ts'
import { freshDatabase } from '#test/database.ts'
import { Facts } from './facts.ts'
import { Matrix } from './matrix.ts'
import { lookers } from './world.ts'
import { makeWorld } from './world-platform.ts'

const database = await freshDatabase()
const world = makeWorld()
await world.write(database.owner)
const facts = await Facts.read(database.owner)
const matrix = new Matrix({ database, world, facts, catalog: catalog() })

const isNight = Boolean(process.env.STINT_NIGHTLY)
/** Relations are most of the work: on other days each looker has a third of the entities, the next looker another. */
const entitiesOfTheDay = (i: number): readonly EntityAddress[] =>
  isNight ? entityAddresses : entityAddresses.filter((_, at) => (at + i) % 3 === 0)

/** The faults of what ran since, so that each test tells its own. */
async function faultsOf(work: () => Promise<void>): Promise<string[]> {
  const before = matrix.faults.length
  await work()
  return matrix.faults.slice(before, before + 20)
}

describe.each(lookers.map((looking, i) => ({ looking, i, label: looking.label })))(
  '$label',
  { timeout: 300_000 },
  ({ looking, i }) => {
    test('sees exactly its rows in lists, counts, sums and by id', async () => {
      const faults = await faultsOf(async () => {
        for (const address of entityAddresses) await matrix.rows(looking, address)
      })
      expect(faults).toEqual([])
    })

    test('cannot name a field that is not for it, anywhere', async () => {
      const faults = await faultsOf(async () => {
        for (const address of entityAddresses) await matrix.hidden(looking, address)
      })
      expect(faults).toEqual([])
    })

    test('reaches exactly its rows through relations, filters, counts and sorts', async () => {
      const faults = await faultsOf(async () => {
        for (const address of entitiesOfTheDay(i)) await matrix.relations(looking, address)
      })
      expect(faults).toEqual([])
    })
  },
)

test('the matrix asked enough, and enough of it was rightly allowed', () => {
  process.stdout.write(`access matrix: ${matrix.probes} questions, ${matrix.positives} rightly allowed\n`)
  expect(matrix.probes).toBeGreaterThan(500_000)
  expect(matrix.positives).toBeGreaterThan(50_000)
})
