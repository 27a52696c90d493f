/** Gross and net pay, worked out again from their own sentences. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayMoney, GBP, type Money, money, parseMoney, sub, sum } from '#kernel/money.ts'
import { example_4 } from '#test/fixtures/documents.ts'
import { isTrue } from '#test/money/recompute.ts'
import { type ExplainedPay, grossPayWords, netPayWords } from './explain-payroll.rules.ts'

const pounds = (max: number) => fc.integer({ min: 0, max }).map((minor) => money(minor, GBP))

function comesTo(sentences: readonly string[], figure: Money): void {
  expect(sentences.at(-1)?.endsWith(` = ${displayMoney(figure)}`), sentences.at(-1)).toBe(true)
  expect(isTrue(sentences.at(-1) ?? '')).toBe(true)
}

test('of any payslip', () => {
  const names = ['income tax', 'employee NI', 'pension', 'student loan']
  fc.assert(
    fc.property(
      pounds(90_000),
      pounds(9_000),
      fc.array(fc.integer({ min: -9_000, max: 9_000 }), { minLength: 4, maxLength: 4 }),
      (worked, holiday_pay, taken) => {
        const deductions = names.map((what, i) => ({ what, amount: money(taken[i] ?? 0, GBP) }))
        const gross_pay = money(worked.minor + holiday_pay.minor + 1, GBP)
        const net_pay = sub(
          gross_pay,
          sum(
            GBP,
            deductions.map((one) => one.amount),
          ),
        )
        const pay: ExplainedPay = { gross_pay, holiday_pay, net_pay, deductions }
        comesTo(grossPayWords(pay), gross_pay)
        comesTo(netPayWords(pay), net_pay)
      },
    ),
  )
})

test('of the worked example of money.md', () => {
  const of = (field: keyof typeof example_4) => parseMoney(String(example_4[field]), GBP)
  const said = netPayWords({
    gross_pay: of('gross_pay'),
    holiday_pay: of('holiday_pay'),
    net_pay: of('net_pay'),
    deductions: [
      { what: 'income tax', amount: of('income_tax') },
      { what: 'employee NI', amount: of('employee_ni') },
      { what: 'pension', amount: of('employee_pension') },
      { what: 'student loan', amount: of('student_loan') },
    ],
  })
  expect(said.at(-1)).toBe(
    '£896.56 (gross pay) − £130.80 (income tax) − £52.36 (employee NI) − £31.06 (pension) − £29.00 (student loan) = £653.34',
  )
})
