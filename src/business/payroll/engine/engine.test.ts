/** Published roundings (payroll.md §2.4), and corner cases of tax and National Insurance by week. */
import { describe, expect, test } from 'vitest'
import { year_2026_27 } from '../years/tax-year-2026-27.rules.ts'
import { TAX_YEARS } from '../years/tax-years.rules.ts'
import { incomeTax, type TaxInput } from './income-tax.rules.ts'
import { contribution, nationalInsurance, periodThresholds } from './national-insurance.rules.ts'
import { readTaxCode, type TaxCode } from './tax-code.rules.ts'
import type { PayFrequency } from './tax-period.rules.ts'
import { NI_LETTERS, type NiLetter } from './tax-year.rules.ts'
import { ceilDiv, floorDiv, nearestDiv } from './whole.rules.ts'

const year = year_2026_27
const code = (text: string): TaxCode => {
  const read = readTaxCode(text, year)
  if ('message' in read) throw new Error(read.message)
  return read
}
const pence = (pounds: number) => Math.round(pounds * 100)

/** Tax of a weekly payment: pay before, tax before, pay, in pounds. */
function weekly(text: string, period: number, pay: number, pay_before = 0, tax_before = 0) {
  const input: TaxInput = {
    code: code(text),
    frequency: 'week',
    period,
    pay: pence(pay),
    pay_before: pence(pay_before),
    tax_before: pence(tax_before),
  }
  return incomeTax(year, input)
}

describe('tax codes', () => {
  test.each([
    ['1257L', 'uk', 'allowance', 1257, false],
    ['s1257l', 'S', 'allowance', 1257, false],
    ['C1257L W1', 'C', 'allowance', 1257, true],
    ['1257L M1', 'uk', 'allowance', 1257, true],
    ['1257LX', 'uk', 'allowance', 1257, true],
    ['s1257l wk1/mth1', 'S', 'allowance', 1257, true],
    ['1257L (W1 M1)', 'uk', 'allowance', 1257, true],
    ['K475 Week 1', 'uk', 'added', 475, true],
    ['BR Month 1', 'uk', 'rate', 0, true],
    ['0T non-cumulative', 'uk', 'allowance', 0, true],
    ['999999T', 'uk', 'allowance', 999_999, false],
    ['0T', 'uk', 'allowance', 0, false],
    ['K9999', 'uk', 'added', 9999, false],
    ['BR', 'uk', 'rate', 0, false],
    ['SD3', 'S', 'rate', 4, false],
    ['NT', 'uk', 'none', 0, false],
  ])('%s is read', (text, regime, kind, value, is_week1) => {
    expect(code(text)).toMatchObject({ regime, kind, value, is_week1 })
  })

  test.each([
    ['1257', 'A tax code ends in a letter, such as 1257L'],
    ['', 'A tax code ends in a letter, such as 1257L'],
    ['1257L W2', 'A tax code ends in a letter, such as 1257L'],
    ['1257L W1/', 'A tax code ends in a letter, such as 1257L'],
    ['K0', 'A tax code ends in a letter, such as 1257L'],
    ['SD4', 'There is no such rate in 2026-27'],
    ['D2', 'There is no such rate in 2026-27'],
    ['CD3', 'There is no such rate in 2026-27'],
  ])('%s is refused', (text, message) => expect(readTaxCode(text, year)).toMatchObject({ message }))
})

describe('income tax', () => {
  test.each([
    ['two payments to date', weekly('1257L', 10, 800, 4500, 464.4).tax, 111.6],
    ['week 53 alone', weekly('1257L', 53, 600, 31_200, 3724).tax, 71.6],
    ['half of the pay at most', weekly('K2000', 1, 200).tax, 100],
    ['the rest follows', weekly('K2000', 2, 600, 200, 100).tax, 237.6],
    ['week 21', weekly('1257L', 21, 600, 12_000, 1432.2).tax, 71.6],
    ['a lower code to date', weekly('1000L', 21, 600, 12_000, 1432.2).tax, 279.2],
    ['a lower code alone', weekly('1000L W1', 21, 600, 12_000, 1432.2).tax, 81.4],
    ['a starter in week 33, declaration A', weekly('1257L', 33, 600).tax, 0],
    ['declaration B', weekly('1257L W1', 33, 600).tax, 71.6],
    ['declaration C', weekly('BR', 33, 600).tax, 120],
    ['no declaration', weekly('0T W1', 33, 600).tax, 120],
    ['a starter with a P45', weekly('1257L', 31, 600, 14_000, 1500).tax, -80],
    ['Wales', weekly('C1257L', 1, 800).tax, 111.6],
    ['Scotland', weekly('S1257L', 1, 800).tax, 113.15],
    ['after leaving', weekly('0T W1', 20, 240).tax, 48],
    ['a correction in the next week', weekly('1257L', 6, 400, 3000, 358).tax, 31.6],
    ['negative pay', weekly('1257L', 6, -100, 3000, 358).tax, -68.4],
  ])('%s', (_, tax, expected) => expect(tax).toBe(pence(expected)))
})

describe('National Insurance', () => {
  const of = (letter: NiLetter, pay: number, frequency: PayFrequency = 'week') =>
    nationalInsurance(year, letter, pence(pay), periodThresholds(year, frequency))

  test.each<[NiLetter, number, number]>([
    ['A', 28.64, 75.6],
    ['M', 28.64, 0],
    ['H', 28.64, 0],
    ['V', 28.64, 0],
    ['F', 28.64, 17.85],
    ['C', 0, 75.6],
    ['X', 0, 0],
  ])('letter %s at £600.00 a week', (letter, employee, employer) => {
    expect(of(letter, 600)).toMatchObject({ employee: pence(employee), employer: pence(employer) })
  })

  test.each([
    [96.04, 0.01],
    [128.99, 4.95],
  ])('employer contributions begin below the lower earnings limit: %f', (pay, employer) => {
    expect(of('A', pay)).toEqual({
      employee: 0,
      employer: pence(employer),
      bands: { at_lel: 0, lel_pt: 0, pt_uel: 0 },
    })
  })

  test('the bands of a payment of £896.56', () => {
    expect(of('A', 896.56)).toEqual({
      employee: 5236,
      employer: 12_008,
      bands: { at_lel: 12_900, lel_pt: 11_300, pt_uel: 65_456 },
    })
  })

  test.each([
    [123_050_0000, 12_305],
    [123_055_0000, 12_305],
    [123_056_0000, 12_306],
    [123_055_9000, 12_305],
    [0, 0],
  ])('a contribution of %i hundred-millionths is %i pence', (scaled, expected) => {
    expect(contribution(scaled / 10)).toBe(expected)
  })

  test('more pay never means less', () => {
    for (const letter of NI_LETTERS)
      for (const frequency of ['week', 'fortnight', 'four_week', 'month'] as const) {
        let last = { employee: 0, employer: 0 }
        for (let pay = 0; pay < 6000; pay += 13.37) {
          const now = of(letter, pay, frequency)
          expect(now.employee).toBeGreaterThanOrEqual(last.employee)
          expect(now.employer).toBeGreaterThanOrEqual(last.employer)
          last = now
        }
      }
  })
})

test('every year: bands rise, and the last has no end', () => {
  for (const { income_tax } of TAX_YEARS)
    for (const { bands } of Object.values(income_tax.regimes)) {
      const ends = bands.map(({ up_to }) => up_to ?? Number.POSITIVE_INFINITY)
      expect(ends).toEqual([...ends].sort((a, b) => a - b))
      expect(bands.at(-1)?.up_to).toBeNull()
    }
})

test('division of whole numbers rounds as its name says, below zero too', () => {
  expect([floorDiv(7, 2), floorDiv(-7, 2), ceilDiv(7, 2), ceilDiv(-7, 2)]).toEqual([3, -4, 4, -3])
  expect([nearestDiv(5, 2), nearestDiv(4, 3), nearestDiv(5, 3)]).toEqual([3, 1, 2])
})
