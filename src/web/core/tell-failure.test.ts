import { expect, test } from 'vitest'
import { CallError } from './call.ts'
import { showsAll } from './tell-failure.ts'

const refused = (errors: Record<string, string>) => new CallError('invalid', 'Please correct', errors)

test.each([
  ['every fault has its field', refused({ reason: 'Mandatory' }), ['reason'], true],
  ['one of two faults has none', refused({ reason: 'Mandatory', ids: 'No records' }), ['reason'], false],
  ['a refusal without faults', refused({}), ['reason'], false],
  ['a caller without fields', refused({ reason: 'Mandatory' }), [], false],
  ['no refusal at all', new Error('broken'), ['reason'], false],
])('%s: the page says all by itself: %j', (_what, error, fields, isSaid) => {
  expect(showsAll(error, fields)).toBe(isSaid)
})
