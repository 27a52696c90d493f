import { expect, test } from 'vitest'
import { countText } from './count-text.ts'

test.each([
  [0, '0 days'],
  [1, '1 day'],
  [2, '2 days'],
])('count: %d', (count, said) => {
  expect(countText(count, 'day')).toBe(said)
})

test('count: an irregular plural', () => {
  expect(countText(1, 'person', 'people')).toBe('1 person')
  expect(countText(2, 'person', 'people')).toBe('2 people')
})
