import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { canChange, canResend, expiryOf, isExpired, minutesToWait } from './invitation.rules.ts'

const sent = {
  state: 'sent',
  sends: 1,
  last_sent_at: instant('2026-03-04T09:30:00Z'),
  expires_at: expiryOf(instant('2026-03-04T09:30:00Z')),
}

test('invitation: its link lives for 7 days', () => {
  expect(sent.expires_at).toBe('2026-03-11T09:30:00.000Z')
  expect(isExpired(sent, instant('2026-03-11T09:29:59.999Z'))).toBe(false)
  expect(isExpired(sent, instant('2026-03-11T09:30:00Z'))).toBe(true)
})

test('invitation: sent again after 10 minutes, 5 times in all', () => {
  expect(minutesToWait(sent, instant('2026-03-04T09:30:01Z'))).toBe(10)
  expect(minutesToWait(sent, instant('2026-03-04T09:39:59Z'))).toBe(1)
  expect(minutesToWait(sent, instant('2026-03-04T09:40:00Z'))).toBe(0)
  expect(canResend({ state: 'expired', sends: 4 })).toBe(true)
  expect(canResend({ state: 'sent', sends: 5 })).toMatchObject({ code: 'conflict' })
})

test.each([
  ['sent', true],
  ['expired', true],
  ['accepted', { code: 'conflict', message: 'This person has already joined' }],
  ['revoked', { code: 'conflict', message: 'This invitation was revoked. Invite the person again' }],
])('invitation: %s may be revoked: %j', (state, verdict) => {
  expect(canChange({ state })).toEqual(verdict)
})
