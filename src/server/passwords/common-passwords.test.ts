import { describe, expect, test } from 'vitest'
import { isStrongPassword } from '../auth/auth-password.ts'
import { COMMON_BYTES, commonList, isCommonPassword } from './common-passwords.ts'

describe('the list of common passwords', () => {
  test('holds more than the 3,000 of ASVS V6.2.4, each once, in the order that the search needs', () => {
    const list = commonList()
    const entries = Array.from({ length: list.length / COMMON_BYTES }, (_, at) =>
      list.toString('hex', at * COMMON_BYTES, (at + 1) * COMMON_BYTES),
    )
    expect(entries.length).toBeGreaterThan(40_000)
    expect(entries).toEqual([...new Set(entries)].sort())
  })

  // No rule of words and patterns finds these.
  test.each([
    ['sonyericsson'],
    ['SonyEricsson'],
    ['ghjcnjgfhjkm'],
    ['GHJCNJGFHJKM'],
    ['chickenwing101'],
    ['PeanutButter'],
    ['counterstrike'],
    ['leavemealone'],
    ['LEAVEMEALONE'],
    // Full-width letters, as NFKC reads them.
    ['ｃｏｕｎｔｅｒｓｔｒｉｋｅ'],
  ])('%s is refused', (password) => {
    expect(isCommonPassword(password)).toBe(true)
    expect(isStrongPassword(password)).toBe(false)
  })

  test('a phrase of several words is none of them', () => {
    expect(isCommonPassword('copper-kettle-94-lagoon')).toBe(false)
  })
})
