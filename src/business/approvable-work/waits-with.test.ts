import { expect, it } from 'vitest'
import { day } from '#kernel/day.ts'
import { waitsWith } from './waits-with.rules.ts'

const today = day('2026-11-22')
const at = '2026-11-20T23:30:00.000Z'

it.each([
  [['Amelia Stanton'], at, 'With Amelia Stanton since 20 Nov'],
  [['Amelia Stanton', 'Owen Bright'], at, 'With Amelia Stanton or Owen Bright since 20 Nov'],
  [['A', 'B', 'C'], at, 'With Brightwater since 20 Nov'],
  [[null], at, 'With Brightwater since 20 Nov'],
  [[], '2025-06-30T23:30:00.000Z', 'With Brightwater since 01 Jul 2025'],
  [['Amelia Stanton'], null, 'With Amelia Stanton'],
])('waiting work: names %j since %s', (names, since, text) => {
  expect(waitsWith(names, 'Brightwater', since, today)).toBe(text)
})
