import { describe, expect, it } from 'vitest'
import { minorOf } from './amount.tsx'
import { webAddress } from './contact.tsx'
import { numberText } from './number.tsx'
import { dayText, instantText } from './time.tsx'

describe('how values are shown (spec §5, §9)', () => {
  it.each([
    [937.5, 93750],
    ['1187.50', 118750],
    [9_999_999_999_999.99, 999_999_999_999_999],
    [-0.01, -1],
    ['abc', 0],
    [null, 0],
    [Number.NaN, 0],
  ])('amount %s is %s pence', (value, minor) => {
    expect(minorOf(value)).toBe(minor)
  })

  it.each([
    ['example.com', 'https://example.com'],
    ['http://example.com', 'https://example.com'],
    ['https://example.com/a', 'https://example.com/a'],
    ['javascript:alert(1)', 'https://alert(1)'],
  ])('web link %s leads to %s', (value, address) => {
    expect(webAddress(value)).toBe(address)
  })

  it('numbers are in GB style', () => {
    expect(numberText('1234567.125')).toBe('1,234,567.125')
    expect(numberText('x')).toBe('0')
  })

  it('days are days everywhere, moments are London’s', () => {
    expect(dayText('2025-04-01')).toBe('01 Apr 2025')
    expect(dayText(null)).toBe('')
    expect(instantText('2025-07-01T23:30:00+00:00')).toBe('02 Jul 2025 00:30')
  })
})
