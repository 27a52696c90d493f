import { expect, it } from 'vitest'
import { groupFilter, groupValues, holds, toggleTag, withCondition } from './filters.ts'

const open = { status: { in: ['open'] } } as const
const overdue = { id: 'overdue', label: 'Overdue', filter: { is_overdue: { is: true } } } as const

it('puts one condition and takes it away', () => {
  expect(withCondition(open, 'title', { contains: 'x' })).toEqual({ ...open, title: { contains: 'x' } })
  expect(withCondition(open, 'status', null)).toEqual({})
})

it('turns a tag on beside the filters that there are, and off alone', () => {
  const on = toggleTag(open, overdue)
  expect(on).toEqual({ ...open, ...overdue.filter })
  expect([holds(open, overdue), holds(on, overdue)]).toEqual([false, true])
  expect(toggleTag(on, overdue)).toEqual(open)
})

it('an option of a group takes the place of a filter on its field, and of no other', () => {
  expect(groupFilter({ ...open, ...overdue.filter }, 'status')).toEqual(overdue.filter)
  expect(groupFilter(overdue.filter, 'status')).toBeNull()
})

it('active choice: the option, else the filter on its field, else All', () => {
  const two = { status: { in: ['open', 'closed'] } } as const
  expect(groupValues(two, 'status', 'draft')).toEqual(['draft'])
  expect(groupValues(two, 'status', '')).toEqual(['open', 'closed'])
  expect(groupValues(overdue.filter, 'status', '')).toEqual([])
})
