import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

const first = { at: 1000, done: 1000 }

test('estimates from the speed since first seen', () => {
  // 1,000 rows in five seconds: 198 more such steps, and so on.
  expect(timeLeft(first, { at: 6000, done: 2000 }, 50_000)).toBe('about 4 minutes left')
  expect(timeLeft(first, { at: 6000, done: 2000 }, 14_000)).toBe('about a minute left')
  expect(timeLeft(first, { at: 6000, done: 2000 }, 5000)).toBe('less than a minute left')
})

test('empty for new, stalled or finished work', () => {
  expect(timeLeft(first, { at: 2000, done: 2000 }, 50_000)).toBeNull()
  expect(timeLeft(first, { at: 60_000, done: 1000 }, 50_000)).toBeNull()
  expect(timeLeft(first, { at: 60_000, done: 50_000 }, 50_000)).toBeNull()
})
