/** Every CSV template there is (spec §2, Templates menu), by its name in calls. */
import { findField } from '#entity/path.ts'
import type { Template } from '#entity/template.ts'
import { bank_line_template } from './bank/bank-line.template.ts'
import { entities, findEntity } from './entities.ts'
import { expense_template } from './expenses/expense.template.ts'
import { invoice_template } from './invoices/invoice.template.ts'
import { client_template } from './parties/lists/client.template.ts'
import { contractor_template } from './parties/lists/contractor.template.ts'
import { payroll_figure_template } from './payroll/figures/payroll-figure.template.ts'
import { paye_scheme_template } from './payroll/schemes/paye-scheme.template.ts'
import { payroll_takeover_template } from './payroll/takeover/payroll-takeover.template.ts'
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
  payroll_takeover_template,
  paye_scheme_template,
]

/** @throws when a column names no field of the template's entity, or another kind than the field's */
export function requireFields(template: Template): void {
  const entity = findEntity(template.entity)
  const wrong = template.columns.filter(
    ({ field, kind }) => !entity || findField(entities, entity, field)?.field.kind !== kind,
  )
  if (wrong.length > 0)
    throw new Error(
      `The template ${template.name} has columns without a field of their kind: ${wrong.map(({ header }) => header).join(', ')}.`,
    )
}

for (const template of templates) requireFields(template)

export function findTemplate(name: string): Template | null {
  return templates.find((one) => one.name === name) ?? null
}
