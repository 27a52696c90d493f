import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { first_try, isLastTry, nextTryAt, TRIES } from './mail-tries.rules.ts'

const now = instant('2026-11-29T20:00:00.000Z')
const after = (attempts: number) => nextTryAt(now, { attempts, max_attempts: TRIES })

test('next try: the pause grows with each try, up to six hours', () => {
  expect([1, 2, 10, 24].map(after)).toEqual([
    '2026-11-29T20:00:02.718Z',
    '2026-11-29T20:00:07.389Z',
    '2026-11-30T02:07:06.466Z',
    '2026-11-30T02:07:06.466Z',
  ])
})

test('last try: the twenty-fifth', () => {
  expect(isLastTry(first_try)).toBe(false)
  expect([24, 25].map((attempts) => isLastTry({ attempts, max_attempts: TRIES }))).toEqual([false, true])
})
