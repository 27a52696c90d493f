import { describe, expect, test } from 'vitest'
import { entityAddresses } from '#business/entities.ts'
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

/** The faults of what ran since, so that each test tells its own. */
async function faultsOf(work: () => Promise<void>): Promise<string[]> {
  const before = matrix.faults.length
  await work()
  return matrix.faults.slice(before, before + 20)
}

describe.each(lookers)('$label', (looking) => {
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
      for (const address of entityAddresses) await matrix.relations(looking, address)
    })
    expect(faults).toEqual([])
  })
})

test('the matrix asked, and was mostly allowed what it should be', () => {
  expect(matrix.probes).toBeGreaterThan(58_000)
  expect(matrix.positives).toBeGreaterThan(5_000)
})
