import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** The payroll figures of one timesheet. */
export const figure_fields = {
  pay_day: f.day('Pay Day'),
  period_number: f.nullable(f.integer('Period')),
  gross_pay: f.money('Gross Pay'),
  holiday_pay: f.money('Of Which Holiday Pay'),
  income_tax: f.money('Income Tax'),
  employee_ni: f.money('Employee NI'),
  employee_pension: f.money('Employee Pension'),
  student_loan: f.money('Student Loan'),
  other_deductions: f.money('Other Deductions'),
  other_deductions_for: f.nullable(f.text('Other Deductions For')),
  net_pay: f.money('Net Pay'),
  employer_ni: f.money('Employer NI'),
  employer_pension: f.money('Employer Pension'),
  apprenticeship_levy: f.money('Apprenticeship Levy'),
  holiday_pay_retained: f.money('Holiday Pay Retained'),
  /** Of the bureau; those in force may be others. */
  tax_code: f.nullable(f.code('Tax Code Used')),
  ni_letter: f.nullable(f.code('NI Letter Used')),
} as const

/** Payroll's figures of a PAYE timesheet: entered or imported, until payroll works them out itself (money.md §1.5). */
export const payroll_figure = entity({
  module: 'transaction',
  name: 'payroll_figure',
  label: 'Payroll Figures',
  plural: 'Payroll Figures',
  fields: {
    id: f.uuid('Id'),
    timesheet_id: f.uuid('Timesheet'),
    source: f.choice('Source', ['entered', 'imported', { value: 'engine', label: 'Calculated' }]),
    ...figure_fields,
    currency_id: f.uuid('Currency'),
    version: f.integer('Version'),
    refinement_id: f.nullable(f.uuid('Refinement')),
    payslip_id: f.nullable(f.uuid('Payslip')),
    is_reduction: f.boolean('Taken Off'),
    gross_change: f.nullable(f.money('Gross Change')),
    net_change: f.nullable(f.money('Net Change')),
    cost_change: f.nullable(f.money('Cost Change')),
    /** Of figures that correct others, the difference. */
    pay_added: f.generated(f.money('Pay Added')),
    cost_added: f.generated(f.money('Cost Added')),
    /** The payslip's costs of work in proportion to the pay of each timesheet. */
    cost_by_gross: f.nullable(
      f.computed(f.money('Cost by Gross Pay'), 'transaction.cost_by_gross', 'id', 'payslip_id'),
    ),
    ...f.parties,
    ...f.stamps,
  },
  unread: {
    created_by: f.code('Created By'),
    // Within the bounds of payroll-bounds.rules.ts, or accepted by a second person; null before there were bounds.
    is_judged: f.nullable(f.boolean('Judged')),
  },
  relations: {
    ...f.party_relations,
    timesheet: f.to_one('transaction.timesheet', 'timesheet_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    refinement: f.to_one('transaction.refinement', 'refinement_id'),
    payslip: f.to_one('transaction.payslip', 'payslip_id'),
  },
})
