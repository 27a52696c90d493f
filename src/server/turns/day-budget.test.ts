import { expect, test } from 'vitest'
import { pauseText } from './day-budget.server.ts'

test.each([
  [1, '1 minute'],
  [61, '2 minutes'],
  [3_600, '1 hour'],
  [3_601, '2 hours'],
  [86_400, '24 hours'],
])('a pause of %i seconds is in words: %s', (seconds, text) => {
  expect(pauseText(seconds)).toBe(text)
})
