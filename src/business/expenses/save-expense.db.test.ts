import { expect, test } from 'vitest'
import { seedExpense, train } from '#test/fixtures/documents.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedWeek } from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()

test('a step on an expense that somebody else saved meanwhile is refused, and on the own lost save it goes on', async () => {
  const placement = await seedWeek(world)
  const { viewer } = placement.contractor
  const { id } = await seedExpense(world, placement)
  const { rows } = await database.owner.query<{ updated_at: string }>(
    'select updated_at from transaction.expense where id = $1',
    [id],
  )
  const asked = { id, details: [train], updated_at: rows[0]?.updated_at }
  world.clock.advance({ minutes: 1 })
  await act(world, viewer, 'transaction.expense.save_draft', { ...asked, details: [train, train] }, 'lost-1')
  world.clock.advance({ minutes: 1 })
  const submit = (input: object) => act(world, viewer, 'transaction.expense.submit', input)
  expect(await refusalOf(submit(asked))).toMatchObject({
    code: 'conflict',
    message: 'Somebody else changed this expense. Reload it.',
  })
  expect(await submit({ ...asked, saved_keys: ['lost-1'] })).toMatchObject({ status: 'submitted' })
})
