import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { withFormerTerms } from './former-terms.rules.ts'

const funded = { funding_type: 'funded', expense_funding_type: null, ir35_status: 'outside' }
const later = withFormerTerms([], funded, { funding_type: 'partly_funded' }, day('2025-07-01'))
const now = { ...funded, funding_type: 'partly_funded' }

test('first change: the terms of before hold until the day before', () => {
  expect(later).toEqual([{ ...funded, until: '2025-06-30' }])
})

test('change before a later one: the later one keeps its day, and the change holds in both', () => {
  expect(withFormerTerms(later, now, { ir35_status: 'inside' }, day('2025-06-16'))).toEqual([
    { ...funded, until: '2025-06-15' },
    { ...funded, ir35_status: 'inside', until: '2025-06-30' },
  ])
})

test('change after an earlier one, and on the same day', () => {
  expect(withFormerTerms(later, now, { ir35_status: 'inside' }, day('2025-08-01'))).toEqual([
    { ...funded, until: '2025-06-30' },
    { ...now, until: '2025-07-31' },
  ])
  expect(withFormerTerms(later, now, { ir35_status: 'inside' }, day('2025-07-01'))).toEqual(later)
})
