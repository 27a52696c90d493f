import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { Facts } from './facts.ts'
import { Matrix } from './matrix.ts'
import { allMutants, catalogWith, type Mutant } from './mutants.ts'
import { lookers } from './world.ts'
import { makeWorld } from './world-platform.ts'

const database = await freshDatabase()
const world = makeWorld()
await world.write(database.owner)
const facts = await Facts.read(database.owner)

/** Does the matrix notice? Lookers are asked one after the other until one of them stumbles. */
async function isCaught(mutant: Mutant): Promise<boolean> {
  const matrix = new Matrix({ database, world, facts, catalog: catalogWith(mutant) })
  for (const looking of lookers) {
    if (looking.category !== mutant.category) continue
    if (mutant.by === 'rows') await matrix.rows(looking, mutant.address, 0)
    else await matrix.hidden(looking, mutant.address)
    if (matrix.faults.length > 0) return true
  }
  return false
}

/** Every night all of them; on other days every tenth, the same in every run of a commit. */
function chosen(mutants: readonly Mutant[]): readonly Mutant[] {
  if (process.env.STINT_NIGHTLY) return mutants
  return mutants.filter((_, i) => i % 10 === 0)
}

test('breaking any rule, role or field of the declarations is noticed', { timeout: 1_800_000 }, async () => {
  const mutants = chosen(allMutants())
  const missed: string[] = []
  for (const mutant of mutants) {
    if (!(await isCaught(mutant))) missed.push(`${mutant.address} for ${mutant.category}: ${mutant.what}`)
  }
  expect(missed).toEqual([])
  expect(mutants.length).toBeGreaterThan(100)
})
