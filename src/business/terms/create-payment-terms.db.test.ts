import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { alsoAt } from '#test/fixtures/also-at.ts'
import { outcomesOf, refusalOf } from '#test/fixtures/refusal.ts'
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

test('payment terms: the person who asks, at both businesses, does not agree for the client', async () => {
  const world = worldOn(database)
  const { agency, client } = await seedWeek(world)
  const asker = agency.admin
  const at_client = await alsoAt(world, agency.provider.admin, asker, client.id, 'invoice_contact')
  const { id } = await act<{ id: string }>(world, asker, 'config.payment_terms.create', {
    client_id: client.id,
    placement_type: 'temp_placement',
    payment_terms: 90,
    effective_from: '2025-07-01',
  })
  const refused = await refusalOf(act(world, at_client, 'config.payment_terms.approve', { id }))
  expect([refused.code, refused.message]).toEqual([
    'not_allowed',
    'You asked for these terms, so somebody else approves them',
  ])
  await act(world, client.invoice_contact, 'config.payment_terms.approve', { id })
})
