/** Gross and net pay in words, from the row of a list. */
import { valueAt } from '#entity/path.ts'
import { currencyOrGbp, money } from '#kernel/money.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { type ExplainedPay, grossPayWords, netPayWords } from './explain-payroll.rules.ts'

const deductions = [
  ['income_tax', 'income tax'],
  ['employee_ni', 'employee NI'],
  ['employee_pension', 'employee pension'],
  ['student_loan', 'student loan'],
  ['other_deductions', 'other deductions'],
] as const

/** Columns that the explanations need. */
export const explained_pay = [
  'gross_pay',
  'holiday_pay',
  'net_pay',
  'income_tax',
  'employee_ni',
  'employee_pension',
  'student_loan',
] as const

function payOf(row: ListRow): ExplainedPay {
  const code = currencyOrGbp(String(valueAt(row, 'currency.alpha_code') ?? ''))
  const of = (field: string) => money(minorOf(row[field]), code)
  return {
    gross_pay: of('gross_pay'),
    holiday_pay: of('holiday_pay'),
    net_pay: of('net_pay'),
    deductions: deductions.map(([field, what]) => ({ what, amount: of(field) })),
  }
}

export const grossPayWhy = (row: ListRow): string[] => grossPayWords(payOf(row))
export const netPayWhy = (row: ListRow): string[] => netPayWords(payOf(row))
