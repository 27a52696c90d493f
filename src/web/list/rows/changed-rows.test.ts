import { expect, it } from 'vitest'
import { changedRows, sharedRows } from './changed-rows.ts'

const row = (id: string, status: string) => ({ id, status, client: { name: 'Brightwater' } })

it('finds new and changed rows after a reread, wherever they moved', () => {
  const before = [row('a', 'draft'), row('b', 'draft'), row('c', 'draft')]
  const after = sharedRows(before, [row('d', 'draft'), row('a', 'draft'), row('b', 'approved')])
  expect([...changedRows(before, after)]).toEqual(['d', 'b'])
  expect(after[1]).toBe(before[0])
  expect(after[2]?.client).toBe(before[1]?.client)
})

it('is the same list when nothing has changed', () => {
  const before = [row('a', 'draft'), row('b', 'draft')]
  expect(
    sharedRows(
      before,
      before.map((one) => structuredClone(one)),
    ),
  ).toBe(before)
})
