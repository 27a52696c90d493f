/** Every figure of a payslip, worked out again from its own sentences. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import { isTrue } from '#test/money/recompute.ts'
import {
  all_payslip_lines,
  leftAfterDeductions,
  type PayslipAmounts,
  type PayslipLine,
  payslip_amounts,
} from '../figures/payslip.rules.ts'
import { changedWords, payslipWords, yearWords } from './explain-payslip.rules.ts'

const amounts = fc
  .array(fc.integer({ min: -90_000, max: 900_000 }), {
    minLength: payslip_amounts.length,
    maxLength: payslip_amounts.length,
  })
  .map(
    (minors) =>
      Object.fromEntries(payslip_amounts.map((field, i) => [field, minors[i] ?? 0])) as PayslipAmounts,
  ) // Every field once.

/** The last sentence comes to the figure, and is true. */
function comesTo(sentences: readonly string[], minor: number): void {
  const last = sentences.at(-1) ?? ''
  expect(last.endsWith(` = ${displayMoney(money(minor, GBP))}`), last).toBe(true)
  expect(isTrue(last), last).toBe(true)
}

const lineOf = (field: string): PayslipLine => {
  const line = all_payslip_lines.find((one) => one.field === field)
  if (!line) throw new Error(`no line ${field}`)
  return line
}

test('any payslips: net pay, changes and tax year are explained', () => {
  fc.assert(
    fc.property(
      fc.array(amounts, { minLength: 2, maxLength: 60 }),
      fc.boolean(),
      fc.nat(20),
      (slips, isWhole, unread) => {
        const [before, first] = slips
        if (!before || !first) return
        // Net pay must equal gross pay less the deductions; otherwise a line is missing.
        const now = isWhole ? { ...first, net_pay: leftAfterDeductions(first) } : first
        const said = payslipWords(lineOf('net_pay'), now, GBP)
        comesTo(said, now.net_pay)
        expect(said.join().includes('not listed here')).toBe(now.net_pay !== leftAfterDeductions(now))
        const year = slips.map((one, i) => ({ human_id: `PSL-${i}`, amounts: one }))
        for (const line of all_payslip_lines) {
          comesTo(
            changedWords(line, now, { human_id: 'PSL-0', amounts: before }, GBP),
            now[line.field] - before[line.field],
          )
          // Not all of a year's payslips may be at hand: the others are one amount.
          const total = year.reduce((all, one) => all + one.amounts[line.field], 0) + unread
          comesTo(yearWords(line, year, year.length + unread, total, GBP), total)
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('a payslip in words', () => {
  const zero = Object.fromEntries(payslip_amounts.map((field) => [field, 0])) as PayslipAmounts // Every field once.
  const slip = {
    ...zero,
    gross_pay: 89_656,
    income_tax: 13_080,
    employee_ni: 5_236,
    employee_pension: 3_106,
    student_loan: 2_900,
    net_pay: 65_334,
  }
  expect(payslipWords(lineOf('net_pay'), slip, GBP).at(-1)).toBe(
    '£896.56 (gross pay) − £130.80 (income tax) − £52.36 (employee NI) − £31.06 (employee pension) − £29.00 (student loan) = £653.34',
  )
  expect(payslipWords(lineOf('income_tax'), slip, GBP)).toEqual([
    'Taken off under PAYE, by the tax code.',
    'Payroll worked it out for this pay period and rounded it there.',
  ])
  expect(payslipWords(lineOf('employer_ni'), slip, GBP).at(-1)).toMatch(/takes nothing off net pay/)
  expect(payslipWords(lineOf('net_pay'), zero, GBP)).toEqual(['Nothing was paid and nothing was taken off.'])
})
