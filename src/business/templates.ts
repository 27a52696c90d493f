/** Every CSV template there is (spec §2, Templates menu), by its name in calls. */
import type { Template } from '#entity/template.ts'
import { bank_line_template } from './bank/bank-line.template.ts'
import { expense_template } from './expenses/expense.template.ts'
import { invoice_template } from './invoices/invoice.template.ts'
import { client_template } from './parties/client.template.ts'
import { contractor_template } from './parties/contractor.template.ts'
import { payroll_figure_template } from './payroll/payroll-figure.template.ts'
import { receipt_template } from './receipts/receipt.template.ts'
import { timesheet_units_template } from './timesheets/timesheet.template.ts'

export const templates: readonly Template[] = [
  timesheet_units_template,
  client_template,
  contractor_template,
  expense_template,
  invoice_template,
  receipt_template,
  bank_line_template,
  payroll_figure_template,
]

export function findTemplate(name: string): Template | null {
  return templates.find((one) => one.name === name) ?? null
}
