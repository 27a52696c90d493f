import { expect, test } from 'vitest'
import { fixedClock } from './clock.ts'
import { instant } from './instant.ts'
import { isUuid, newUuid, uuidV7 } from './uuid.ts'

test('lays out time, version and variant as RFC 9562 does (its example A.6)', () => {
  const random = Uint8Array.of(0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f)
  expect(uuidV7(0x017f22e279b0, random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
})

test('sorts by the time of making, and is never the same twice', () => {
  const clock = fixedClock(instant('2026-03-02T09:00:00Z'))
  const earlier = newUuid(clock)
  const twin = newUuid(clock)
  clock.advance({ seconds: 1 })
  const later = newUuid(clock)
  expect(earlier < later && twin < later).toBe(true)
  expect(earlier).not.toBe(twin)
  expect([earlier, twin, later].every(isUuid)).toBe(true)
  expect(isUuid('nonsense')).toBe(false)
})

test('ids of one moment sort as they were made', () => {
  const clock = fixedClock(instant('2026-03-02T09:00:00Z'))
  const made = Array.from({ length: 20_000 }, () => newUuid(clock))
  expect([...made].sort()).toEqual(made)
  expect(new Set(made).size).toBe(made.length)
})
