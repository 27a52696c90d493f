import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { formatMoney, GBP, parseMoney } from '#kernel/money.ts'
import { raisePay } from './raise-pay.rules.ts'

const gbp = (text: string) => parseMoney(text, GBP)

// One week of 800.00 out of the fund (payroll-run, holiday set).
const holiday = {
  currency: GBP,
  funding_model: 'direct',
  funding_type: 'funded',
  pay: [{ description: 'Holiday', amount: gbp('800.00') }],
  on_costs: {
    employer_ni: gbp('105.60'),
    employer_pension: gbp('20.40'),
    apprenticeship_levy: gbp('4.00'),
  },
  pay_day: day('2026-09-04'),
  raised_date: day('2026-09-01'),
} as const

test.each([
  // held in the fund, what the agency bears
  ['800.00', '-130.00'],
  ['700.00', '-230.00'],
])('holiday set: of 800.00 with %s released, the agency bears %s', (released, borne) => {
  const set = raisePay({ ...holiday, released: gbp(released) })
  expect(
    set.documents.map(({ type, total_amount, is_debit }) => [type, formatMoney(total_amount), is_debit]),
  ).toEqual([
    ['contractor-agency', '800.00', false],
    ['employer_ni', '105.60', false],
    ['employer_pension', '20.40', false],
    ['apprenticeship_levy', '4.00', false],
    ['holiday_pay_retained', `-${released}`, false],
    ['agency_earnings', borne, true],
  ])
})
