import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { type DeemedWork, deemedElement, deemedPayments } from './deemed.rules.ts'
import { creditNotes, creditOf, isPayable, mostCredit, takeCredits } from './deemed-credit.rules.ts'

const credit = (fee: number, human_id = 'AB-1'): DeemedWork => ({
  invoice_id: `invoice ${human_id}`,
  human_id,
  contract_id: 'contract',
  first_day: day('2026-03-30'),
  fee,
  for_pay_day: day('2026-04-10'),
})
const credits = [credit(-500_00), credit(-300_00, 'AB-2')]

test.each([
  [0, []],
  [1, [-1]],
  [500_00, [-500_00]],
  [600_00, [-500_00, -100_00]],
  [900_00, [-500_00, -300_00]],
])('%i pence of credits, the oldest first', (amount, fees) => {
  expect(takeCredits(credits, amount).map(({ fee }) => fee)).toEqual(fees)
})

test.each([
  [800_00, 800_00, 800_00],
  [800_00, 799_99, 799_99],
  [800_00, 1, 1],
  [800_00, 0, 0],
])('of %i pence, of which %i fit, %i are taken', (total, most, taken) => {
  expect(mostCredit(total, (amount) => amount <= most)).toBe(taken)
})

test.each([
  ['pay', { gross: -1 }, false],
  ['net pay', { net: -1 }, false],
  ['employer NI', { employer: { ni: -1, pension: 0, levy: 0 } }, false],
  ['levy', { employer: { ni: 0, pension: 0, levy: -1 } }, false],
  ['nothing', {}, true],
])('%s below zero', (_, change, expected) => {
  expect(isPayable({ gross: 0, net: 0, employer: { ni: 0, pension: 0, levy: 0 }, ...change })).toBe(expected)
})

test('deemed pay: what is left of the credits is said', () => {
  expect(creditOf(credits)).toBe(800_00)
  expect(creditNotes(credits, 800_00)).toEqual([])
  expect(creditNotes(credits, 300_00)[0]).toMatch(/^£500\.00 of credit after a deduction waits/)
})

test('deemed pay: a credit corrects its pay day, and carries no part of the deduction', () => {
  expect(deemedElement(credit(-500_00))).toMatchObject({
    amount: -500_00,
    for_pay_day: '2026-04-10',
    note: { name: 'Deemed payment, credited' },
  })
  const fee = { ...credit(2500_00, 'AB-3'), for_pay_day: null }
  const parts = deemedPayments([fee, ...credits], { income_tax: 558_20, employee_ni: 78_66 })
  expect(parts.map((one) => [one.income_tax + 0, one.employee_ni + 0])).toEqual([
    [558_20, 78_66],
    [0, 0],
    [0, 0],
  ])
})
