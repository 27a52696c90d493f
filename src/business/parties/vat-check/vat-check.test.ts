import { expect, test } from 'vitest'
import { hmrcNumber } from './vat-check.rules.ts'

test.each([
  ['GB 980 7806 84', '980780684'],
  ['980780684', '980780684'],
  ['XI980780684', '980780684'],
  ['GB980780684001', '980780684001'],
  ['802311781', null],
  ['DE811907980', null],
  ['GBGD001', null],
  ['HA501', null],
  ['NOTVAT', null],
  ['', null],
])('hmrc number: %j is asked as %j', (typed, number) => expect(hmrcNumber(typed)).toBe(number))
