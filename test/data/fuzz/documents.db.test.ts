import { describe, expect, it } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { openYard } from '../endpoint.ts'
import { viewers } from '../world.ts'
import { hostileDocument, randomFrom } from './documents.ts'

/** `npm run nightly` asks for more. */
const COUNT = process.env.STINT_NIGHTLY ? 5_000 : 200
const TIMEOUT_MS = process.env.STINT_NIGHTLY ? 1_800_000 : 120_000
const SEED = Number(process.env.FUZZ_SEED ?? 20260301)

/** Words of PostgreSQL, pg and Node that no caller may read. */
const LEAKS =
  /relation "|column "|syntax error at or near|pg_|plpgsql|violates|constraint "|duplicate key|node_modules|\bat \w+ \(|invalid input syntax|yard\./

const { endpoint, faults, database } = await openYard()

async function askAll(viewer: Viewer): Promise<{ served: number; refused: number }> {
  await endpoint.ready()
  const random = randomFrom(SEED)
  const schema = endpoint.schemaOf(viewer).whole()
  const seen = { served: 0, refused: 0 }
  for (let n = 0; n < COUNT; n += 1) {
    const query = hostileDocument(random, schema)
    const body = await endpoint.execute(viewer, { query })
    const answer = JSON.parse(body) as { data?: unknown; errors?: { message: string }[] } // The endpoint's own shape.
    if (faults.length > 0)
      throw new Error(`document ${n} of seed ${SEED}: ${query}\n${String(faults[0])}`, { cause: faults[0] })
    expect(Object.keys(answer), query).toHaveLength(1)
    for (const { message } of answer.errors ?? []) expect(message, query).not.toMatch(LEAKS)
    if (answer.data) seen.served += 1
    else seen.refused += 1
  }
  return seen
}

describe(`${COUNT} random documents`, () => {
  it.each(['north', 'acme', 'provider'] as const)(
    'of %s are served or refused, and nothing breaks or leaks',
    async (name) => {
      const { served, refused } = await askAll(viewers[name])
      // Both happen often, or the documents prove nothing.
      expect(served).toBeGreaterThan(COUNT / 20)
      expect(refused).toBeGreaterThan(COUNT / 20)
      expect((await database.owner.query('select count(*)::int as bills from yard.bill')).rows).toEqual([
        { bills: 7 },
      ])
    },
    TIMEOUT_MS,
  )
})
