import { expect, test } from 'vitest'
import { numberTyped } from './number-typed.ts'

test.each([
  ['12', 12],
  [' -3 ', -3],
  ['1.5', 1.5],
  ['', ''],
  ['first', 'first'],
  ['1e3', '1e3'],
  ['Infinity', 'Infinity'],
  ['12th', '12th'],
])('%j goes as %j', (typed, sent) => expect(JSON.parse(JSON.stringify(numberTyped(typed)))).toBe(sent))
