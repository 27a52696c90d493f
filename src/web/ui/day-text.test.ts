import { describe, expect, it } from 'vitest'
import { day } from '#kernel/day.ts'
import { dayFromText } from './day-text.ts'

describe('a day as people type it', () => {
  it.each([
    ['31/12/2025', '2025-12-31'],
    ['1.2.26', '2026-02-01'],
    ['31 Dec 2025', '2025-12-31'],
    ['31 december 2025', '2025-12-31'],
    ['31122025', '2025-12-31'],
    ['311225', '2025-12-31'],
    ['2025-12-31', '2025-12-31'],
    ['5/11', '2025-11-05'],
    ['29/02/2024', '2024-02-29'],
    ['29/02/2025', null],
    ['12/31/2025', null],
    ['31/12/2025/1', null],
    ['31 foo 2025', null],
    ['31/12/205', null],
    ['tomorrow', null],
    ['', null],
  ])('%s', (text, expected) => {
    expect(dayFromText(text, day('2025-11-21'))).toBe(expected)
  })
})
