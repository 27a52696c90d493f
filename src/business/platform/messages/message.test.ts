import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { isTooLate, outcomeOf } from './message.rules.ts'

test.each([
  [200, 'sent'],
  [202, 'sent'],
  [299, 'sent'],
  [302, 'failed'],
  [400, 'failed'],
  [401, 'failed'],
  [404, 'failed'],
  [408, 'again'],
  [429, 'again'],
  [500, 'again'],
  [503, 'again'],
])('an answer of %i: %s', (status, to) => {
  expect(outcomeOf(status)).toEqual(
    to === 'sent' ? { to } : { to, error: `The messaging service answered ${status}` },
  )
})

test('a message is tried for 24 hours', () => {
  const created_at = instant('2025-06-16T09:00:00Z')
  expect(isTooLate(created_at, instant('2025-06-17T09:00:00Z'))).toBe(false)
  expect(isTooLate(created_at, instant('2025-06-17T09:00:01Z'))).toBe(true)
})
