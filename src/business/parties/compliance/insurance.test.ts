import { expect, test } from 'vitest'
import { currency, parseMoney } from '#kernel/money.ts'
import { gapWords, isEnough } from './insurance.rules.ts'

const gbp = (text: string) => parseMoney(text, currency('GBP'))
const asked = gbp('1000000.00')

test.each([
  [null, false],
  [gbp('999999.99'), false],
  [gbp('1000000.00'), true],
  [gbp('2000000.00'), true],
  [parseMoney('2000000.00', currency('EUR')), false],
])('a policy for %j counts for £1,000,000.00: %s', (insured, wanted) => {
  expect(isEnough(insured, asked)).toBe(wanted)
})

test('insurance: the sentence on a gap names the insurance, the company and both sums', () => {
  const gap = { type: 'public_liability', company: 'Byron Ltd', asked } as const
  expect(gapWords({ ...gap, insured: gbp('500000.00') })).toBe(
    'Public liability of Byron Ltd is for £500,000.00: the agency asks for £1,000,000.00',
  )
  expect(gapWords({ ...gap, insured: null })).toBe(
    'Public liability of Byron Ltd is not verified and in force: the agency asks for £1,000,000.00',
  )
})
