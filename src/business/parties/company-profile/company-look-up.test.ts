import { expect, test } from 'vitest'
import { askedOf } from './company-look-up.rules.ts'

test.each([
  ['00000006', { number: '00000006' }],
  [' sc 123456 ', { number: 'SC123456' }],
  ['445790', { number: '00445790' }],
  ['sl12345a', { number: 'SL12345A' }],
  ['IP12345R', { number: 'IP12345R' }],
  ['Spirited', { search: 'Spirited' }],
  ['Marine and General', { search: 'Marine and General' }],
  ['12345', { search: '12345' }],
  ['123456789', { search: '123456789' }],
])('typed %s', (typed, asked) => expect(askedOf(typed)).toEqual(asked))
