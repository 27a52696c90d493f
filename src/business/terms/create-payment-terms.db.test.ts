import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { outcomesOf } from '#test/fixtures/refusal.ts'
import { act, seedWeek, worldOn } from '#test/fixtures/world.ts'

const database = await freshDatabase()

test('payment terms, eight asked at once: the client is asked about one', async () => {
  const world = worldOn(database)
  const { agency, client } = await seedWeek(world)
  for (const placement_type of ['temp_placement', 'perm_placement'] as const) {
    const tries = Array.from({ length: 8 }, (_, at) =>
      act(world, agency.admin, 'config.payment_terms.create', {
        client_id: client.id,
        placement_type,
        payment_terms: 40 + at,
        effective_from: '2025-07-01',
      }),
    )
    const { done, refused } = await outcomesOf(tries)
    expect([done, new Set(refused).size]).toEqual([1, 1])
  }
})
