import { expect, test } from 'vitest'
import { listText } from './list-text.ts'

test.each([
  [[], ''],
  [['a fee rule'], 'a fee rule'],
  [['Agency', 'Company'], 'Agency and Company'],
  [['a', 'b', 'c'], 'a, b and c'],
])('list of words: %j reads “%s”', (words, text) => {
  expect(listText(words)).toBe(text)
})
