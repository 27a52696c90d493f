import { expect, test } from 'vitest'
import { drawFrom } from '#demo/draw.ts'
import { iban, niNumber, utr, vatNumber } from '#demo/registers.ts'

/** The registers' own checks (registers.md §4.3), written apart from the code that makes the numbers. */
function isVatNumber(text: string): boolean {
  const digits = [...text.replace('GB', '')].map(Number)
  const weights = [8, 7, 6, 5, 4, 3, 2, 10, 1]
  const sum = weights.reduce((total, weight, i) => total + weight * (digits[i] ?? 0), 0)
  return digits.length === 9 && [0, 42, 55].includes(sum % 97)
}

function isIban(text: string): boolean {
  const turned = text.slice(4) + text.slice(0, 4)
  const digits = [...turned].map((sign) => Number.parseInt(sign, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

test('check digits follow the registers', () => {
  expect(['980780684', '340804329', '346270013'].every(isVatNumber)).toBe(true)
  expect(isVatNumber('802311781')).toBe(false)
  expect(isIban('GB29NWBK60161331926819')).toBe(true)
  expect(isIban('GB00WEST12345698765432')).toBe(false)
  expect(utr(955839661)).toBe('1955839661')
})

test('every number made passes its check', () => {
  for (let no = 1_000_000; no < 1_003_000; no += 7) {
    expect(isVatNumber(vatNumber(no * 3))).toBe(true)
    expect(isIban(iban('GB', `LOVI00${String(no).slice(-4)}1${no}`))).toBe(true)
    expect(niNumber(no)).toMatch(/^(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/)
  }
})

test('chance depends on seed and subject only', () => {
  const [one, again, other] = [drawFrom(1), drawFrom(1), drawFrom(2)]
  const draws = (draw: typeof one) => Array.from({ length: 50 }, (_, i) => draw.whole(1, 1000, 'test', i))
  one.fraction('something in between')
  expect(draws(one)).toEqual(draws(again))
  expect(draws(one)).not.toEqual(draws(other))
  expect(new Set(draws(one)).size).toBeGreaterThan(40)
  const often = Array.from({ length: 4000 }, (_, i) => one.happens(25, i)).filter(Boolean).length
  expect(often).toBeGreaterThan(900)
  expect(often).toBeLessThan(1100)
})
