import { expect, test } from 'vitest'
import { year_2026_27 } from '../years/tax-year-2026-27.rules.ts'
import { type Illustration, illustratePay, illustrateUmbrella } from './illustration.rules.ts'

const columns = [
  'employer_ni',
  'levy',
  'employer_pension',
  'gross',
  'holiday',
  'tax',
  'employee_ni',
  'employee_pension',
  'net',
] as const
const row = (one: Illustration) => columns.map((column) => one[column])

test.each([
  [100_000, true, [11_193, 421, 2_167, 84_219, 9_070, 12_000, 4_801, 2_889, 64_529]],
  [100_000, false, [11_474, 430, 0, 86_096, 9_273, 12_380, 4_952, 0, 68_764]],
  [60_000, true, [6_130, 252, 1_154, 50_464, 5_435, 5_240, 2_101, 1_538, 41_585]],
])(
  'an umbrella company with a margin of 20.00 and an income of %i pence, pension %s',
  (income, has_pension, figures) => {
    expect(row(illustrateUmbrella(year_2026_27, { income, margin: 2_000 }, { has_pension }))).toEqual(figures)
  },
)

test('a penny more of gross pay would cost more than the assignment pays; less than the margin pays nothing', () => {
  for (const income of [1_999, 2_000, 12_345, 47_001, 250_000]) {
    const found = illustrateUmbrella(year_2026_27, { income, margin: 2_000 }, { has_pension: true })
    const cost = ({ gross, employer_ni, employer_pension, levy }: Illustration) =>
      gross + employer_ni + employer_pension + levy
    const more = illustratePay(year_2026_27, found.gross + 1, { has_pension: true, charges_levy: true })
    expect(cost(found)).toBeLessThanOrEqual(Math.max(income - 2_000, 0))
    expect(cost(more)).toBeGreaterThan(income - 2_000)
  }
})

test('pay below the thresholds reaches the worker in full', () => {
  expect(illustratePay(year_2026_27, 10_000, { has_pension: true, charges_levy: false })).toMatchObject({
    tax: 0,
    employee_ni: 0,
    employee_pension: 0,
    net: 10_000,
    employer_ni: 60,
  })
})
