import { expect, test } from 'vitest'
import { availabilityLabel } from './portfolio-why.view.ts'

test('availability: exact today, indicative for a past day', () => {
  expect(availabilityLabel(85, false)).toBe('Availability at 85%')
  expect(availabilityLabel(85, true)).toBe('Availability at 85% (indicative)')
})
