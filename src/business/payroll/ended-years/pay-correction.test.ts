/** Pay of an ended year that was wrong: the tax of week 53, and the cases that are refused. */
import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { units } from '#kernel/rate.ts'
import { weekUnderA } from '#test/payroll/return-facts.ts'
import type { PeriodPart } from '../engine/calculated-payslip.rules.ts'
import { readTaxCode } from '../engine/tax-code.rules.ts'
import type { Slip } from '../figures/fps-figures.rules.ts'
import { year_2025_26 as year } from '../years/tax-year-2025-26.rules.ts'
import { correctPay } from './pay-correction.rules.ts'

function codeOf(text: string, is_week1 = false) {
  const code = readTaxCode(text, year, is_week1)
  if ('message' in code) throw new Error(code.message)
  return code
}
const plain = { code: codeOf('BR'), taxable: 600_00, loans: {}, pension: null } as const
const week = (pay_day: string, number: number, of: Partial<PeriodPart> = {}) =>
  weekUnderA(pay_day, number, { ...plain, ...of })
const slipOf = (part: PeriodPart, tax = 120_00, of: Partial<Slip> = {}): Slip => ({
  ...{ pay_day: part.pay_day, tax_code: 'BR', hours: units('40'), gross: part.taxable, tax },
  ...{ employee_pension: 0, other_deductions: 0, parts: [part], statutory: {} },
  ...of,
})
const correct = (slips: readonly Slip[], pay_day: string, amount: number) =>
  correctPay(
    year,
    { slips, takeover: null, director: null, previous: { pay: 0, tax: 0 }, taken_over: null },
    { pay_day: day(pay_day), pay_kind: 'basic', amount },
  )

const twelfth = week('2025-06-27', 12)
const slips = [slipOf(week('2025-06-20', 11)), slipOf(twelfth)]

describe('tax', () => {
  test('of a cumulative code is settled with the last pay of the year', () => {
    // 20 % of 1,100 is 220.00; NI of 500.00 is 20.64 and 60.60 instead of 28.64 and 75.60.
    expect(correct(slips, '2025-06-20', -100_00)).toMatchObject({
      ...{ tax: -20_00, employee: -8_00, employer: -15_00, net: -72_00 },
    })
  })

  test('of week 53 is its own: other pay is settled with week 52, and pay of week 53 alone', () => {
    // 1257L of week 53 alone: 600.00 − 241.92 is 358.08, 20 % of 358 is 71.60.
    const alone = { code: codeOf('1257L') }
    const paid = [
      slipOf(week('2026-03-27', 51, alone), 0),
      slipOf(week('2026-04-03', 52, alone), 0),
      slipOf(week('2026-04-05', 53, { ...alone, tax: 71_60 }), 71_60),
    ]
    // To week 52, 1,200.00 is below the free pay of the year.
    expect(correct(paid, '2026-03-27', 100_00)).toMatchObject({ tax: 0, employee: 8_00 })
    expect(correct(paid, '2026-04-05', 100_00)).toMatchObject({ tax: 20_00, employee: 8_00 })
  })
})

test('contributions of two payments of a period are of its pay', () => {
  const two = [
    slipOf(
      week('2025-06-20', 11, { niable: 500_00, taxable: 500_00, employee_ni: 20_64, employer_ni: 60_60 }),
      100_00,
    ),
    slipOf(
      week('2025-06-21', 11, { niable: 300_00, taxable: 300_00, employee_ni: 24_00, employer_ni: 45_00 }),
      60_00,
    ),
  ]
  // 700.00: 8 % of 458.00 is 36.64, 15 % of 604.00 is 90.60.
  expect(correct(two, '2025-06-20', -100_00)).toMatchObject({
    employee: -8_00,
    employer: -15_00,
    tax: -20_00,
  })
})

describe('is refused', () => {
  test('for a day without pay, and for more than was paid', () => {
    expect(correct(slips, '2025-06-21', 1_00)).toBe('No pay run paid this employment on 21/06/2025')
    expect(correct(slips, '2025-06-20', -600_01)).toBe(
      'Only £600.00 of taxable pay was paid for the pay period of 20/06/2025',
    )
  })

  test('for more than as much again: one person enters it, and checks of a run stop nothing of it', () => {
    expect(correct(slips, '2025-06-20', 600_00)).toMatchObject({ gross: 600_00 })
    expect(correct(slips, '2025-06-20', 600_01)).toBe(
      'At most £600.00 can be added to the pay of 20/06/2025, as much as was paid: pay more with a pay run of this year',
    )
  })

  test('under several letters, with NI that waits, with contributions that went back, and under a last code of week 1', () => {
    const other = slipOf(week('2025-06-27', 12, { ni_letter: 'M', employer_ni: 0 }))
    expect(correct([...slips, other], '2025-06-27', 1_00)).toMatch(/has pay under several NI letters/)
    const waits = slipOf(week('2025-06-27', 12, { ni_waits: 1_00 }))
    expect(correct([...slips.slice(0, 1), waits], '2025-06-27', 1_00)).toMatch(/was not taken in full/)
    const refunded = slipOf(week('2025-07-04', 13), 120_00, { employee_pension: -10_00 })
    expect(correct([...slips, refunded], '2025-06-20', 1_00)).toMatch(
      /^Pension contributions of this tax year/,
    )
    const last = slipOf(week('2025-07-04', 13, { code: codeOf('0T', true) }))
    expect(correct([...slips, last], '2025-06-20', 1_00)).toMatch(
      /^The last tax code of the year was on week 1/,
    )
  })
})
