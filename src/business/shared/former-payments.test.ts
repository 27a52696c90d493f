import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { formerOn, spanFault, withFormer } from './former-payments.rules.ts'

const payment = (payment_company_id: string) => ({
  payment_type: 'limited',
  payment_company_id,
  agreements: [],
})
const first = withFormer([], payment('a'), day('2025-07-01'))

test('payee of a day: the former one to its last day, then that of the row', () => {
  expect(formerOn(first, day('2025-06-30'))).toMatchObject({ payment_company_id: 'a' })
  expect(formerOn(first, day('2025-07-01'))).toBeNull()
})

test('later change: both former payees keep their days', () => {
  const both = withFormer(first, payment('b'), day('2025-08-01'))
  const on = (text: string) => formerOn(both, day(text))?.payment_company_id
  expect([on('2025-06-30'), on('2025-07-01'), on('2025-07-31'), on('2025-08-01')]).toEqual([
    'a',
    'b',
    'b',
    undefined,
  ])
})

test('earlier change: replaces the one that lay behind it, and the payee of before holds until its day', () => {
  expect(withFormer(first, payment('b'), day('2025-06-16'))).toEqual([
    { ...payment('a'), until: '2025-06-15' },
  ])
  expect(withFormer(first, payment('b'), day('2025-07-01'))).toEqual(first)
})

test('placement over the day: refused with the day, unless it ends before', () => {
  expect(spanFault(first, day('2025-06-02'), day('2025-06-30'))).toBeNull()
  expect(spanFault(first, day('2025-07-01'), null)).toBeNull()
  for (const end of [null, day('2025-07-01')])
    expect(spanFault(first, day('2025-06-02'), end)).toBe(
      'The contractor is paid otherwise from 01/07/2025: end by 30/06/2025, and make another placement from 01/07/2025',
    )
})
