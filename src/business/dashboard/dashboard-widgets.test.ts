import { expect, test } from 'vitest'
import { inOrder, switched, widgetsIn } from './dashboard-widgets.rules.ts'

test('parts of a dashboard keep the order of the person, and new ones come in their place', () => {
  const all = ['flow', 'money', 'people', 'work'] as const
  expect(inOrder(all, widgetsIn(undefined))).toEqual(all)
  expect(inOrder(all, { order: ['work', 'flow', 'gone'] })).toEqual(['work', 'money', 'people', 'flow'])
  expect(switched(switched([], 'work'), 'work')).toEqual([])
  expect(widgetsIn({ order: ['a', 1], hidden: 'x' })).toEqual({ order: ['a'], hidden: [] })
})
