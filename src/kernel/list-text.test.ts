import { expect, test } from 'vitest'
import { listText, withinSentence } from './list-text.ts'

test.each([
  [[], ''],
  [['a fee rule'], 'a fee rule'],
  [['Agency', 'Company'], 'Agency and Company'],
  [['a', 'b', 'c'], 'a, b and c'],
])('list of words: %j reads “%s”', (words, text) => {
  expect(listText(words)).toBe(text)
})

test.each([
  ['A fee rule', 'a fee rule'],
  ['Employer NI', 'employer NI'],
  ['', ''],
])('within a sentence: “%s” reads “%s”', (label, words) => {
  expect(withinSentence(label)).toBe(words)
})
