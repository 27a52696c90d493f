import { expect, it } from 'vitest'
import { patternSize } from '#data/pattern.ts'

it.each([
  ['', 0],
  ['abc', 3],
  ['a*b+c?', 3],
  ['a{3}', 3],
  ['a{2,5}b', 6],
  ['a{2,}', 2],
  ['a{0}', 1],
  ['(ab){10}', 20],
  ['(a{10}b){10}', 110],
  ['(((x{1,60}){1,60}){1,60}){1,60}', 60 ** 4],
  ['(a|b|c){2}', 6],
  ['[a-z(]{4}', 4],
  ['[]({2}]x', 2],
  ['\\({5}', 5],
  ['a{x}', 4],
  ['(a', 1],
  ['a)b', 3],
  ['\\', 1],
  ['[abc', 1],
])('%s has %i atoms', (pattern, size) => {
  expect(patternSize(pattern)).toBe(size)
})
