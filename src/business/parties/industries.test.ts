import { expect, test } from 'vitest'
import { industriesIn } from './industries.rules.ts'

test.each([
  ['', []],
  [' , ;', []],
  ['Construction, 62020', ['Construction', '62020']],
  ['Food production;Retail\nRetail', ['Food production', 'Retail']],
])('industries: %j', (typed, wanted) => {
  expect(industriesIn(typed)).toEqual(wanted)
})
