import { expect, test } from 'vitest'
import { ungrouped } from './decimal-text.ts'

test.each([
  ['1,000.00', '1000.00'],
  ['-12,345,678.9', '-12345678.9'],
  [' 1,000', ' 1000'],
  ['12,5', '12,5'],
  ['1,0000', '1,0000'],
  ['1.000,00', '1.000,00'],
  ['2,940.00 and 3,000', '2,940.00 and 3,000'],
  ['1000', '1000'],
])('a number typed as %j is read as %j', (typed, plain) => {
  expect(ungrouped(typed)).toBe(plain)
})
