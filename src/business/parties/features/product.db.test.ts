import { expect, test } from 'vitest'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedClient, seedProvider } from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const provider = await seedProvider(world)
const agency = await seedAgency(world, provider)
const action_id = 'business.business.set_product'

async function productOf(id: string): Promise<string | null> {
  const { rows } = await database.owner.query<{ product: string | null }>(
    'select product from business.business where id = $1',
    [id],
  )
  return rows[0]?.product ?? null
}

test('product: named, named again and taken away, each change in the audit log', async () => {
  for (const product of ['Pay and bill', 'Factoring', ''])
    await act(world, provider.operations, action_id, { business_id: agency.id, product })
  expect(await productOf(agency.id)).toBeNull()
  const { rows } = await database.owner.query(
    'select old_values, new_values from log.audit where action_id = $1 order by id',
    [action_id],
  )
  expect(rows).toEqual([
    { old_values: { product: null }, new_values: { product: 'Pay and bill' } },
    { old_values: { product: 'Pay and bill' }, new_values: { product: 'Factoring' } },
    { old_values: { product: 'Factoring' }, new_values: { product: null } },
  ])
})

test('product: of agencies and funders of the own provider alone', async () => {
  const client = await seedClient(world, agency)
  const other = await seedAgency(world, await seedProvider(world))
  for (const business_id of [client.id, other.id]) {
    const refused = await refusalOf(act(world, provider.operations, action_id, { business_id, product: 'X' }))
    expect(refused.code).toBe('not_found')
    expect(await productOf(business_id)).toBeNull()
  }
})
