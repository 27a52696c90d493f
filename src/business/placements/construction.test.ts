import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { countsFrom, verification_form, verificationNumber } from './construction.rules.ts'

test.each([
  ['2026-04-05', '2023-04-06'],
  ['2026-04-06', '2024-04-06'],
  ['2026-11-28', '2024-04-06'],
  ['2027-04-06', '2025-04-06'],
])('on %s verifications count from %s', (today, first) => {
  expect(countsFrom(day(today))).toBe(first)
})

test.each([
  ['v123 456 7890', 'V1234567890', true],
  ['V1234567890/a', 'V1234567890/A', true],
  ['V1234567890AB', 'V1234567890AB', true],
  ['V123456789', 'V123456789', false],
  ['1234567890', '1234567890', false],
  ['V1234567890ABC', 'V1234567890ABC', false],
])('verification number %s is read as %s, in form: %s', (typed, read, fits) => {
  expect([verificationNumber(typed), verification_form.test(read)]).toEqual([read, fits])
})
