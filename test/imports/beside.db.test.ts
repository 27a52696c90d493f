/** What others do while a large file is imported in one transaction. */
import { expect, test } from 'vitest'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { act, companyInput, seedAgency, seedProvider } from '#test/fixtures/world.ts'
import { csv, importing } from './run.ts'

const { database, world } = await freshWorld()
const imports = importing(world)
const { admin } = await seedAgency(world, await seedProvider(world))

test('all or nothing: parallel work does not wait, and no number is given twice', async () => {
  const names = Array.from({ length: 230 }, (_, at) => `Beside ${at + 1}`)
  const file = csv(
    ['Name', 'Address Line 1', 'Temp Payment Terms'],
    ...names.map((name) => [name, '1 High Street', '30']),
  )
  const { id } = await imports.check(admin, 'business.client.create', file)
  await act(world, admin, 'platform.import.apply', { id, mode: 'all' })

  // At each step beside the import's long transaction somebody else is there first: if they had to wait, so would all.
  let open = 0
  const human_ids: string[] = []
  const transaction: typeof database.transaction = async (work) => {
    if (open > 0) {
      const input = { company: companyInput('Meanwhile'), temp_payment_terms: 14 }
      const { human_id } = await act<{ human_id: string }>(world, admin, 'business.client.create', input)
      human_ids.push(human_id)
    }
    open += 1
    try {
      return await database.transaction(work)
    } finally {
      open -= 1
    }
  }
  const applied = await imports.run(id, { database: { ...database, transaction } })
  expect(applied).toMatchObject({ status: 'applied', applied_count: names.length })
  // Two blocks of numbers, and progress after each batch.
  expect(human_ids.length).toBeGreaterThan(5)
  const made = (await imports.rows(id)).map(({ human_id }) => human_id)
  expect(new Set([...made, ...human_ids]).size).toBe(made.length + human_ids.length)
  expect(await imports.undo(admin, id)).toMatchObject({ status: 'undone' })
})
