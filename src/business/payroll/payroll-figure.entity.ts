import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** Payroll's figures of a PAYE timesheet: entered or imported, until payroll works them out itself (money.md §1.5). */
export const payroll_figure = entity({
  module: 'transaction',
  name: 'payroll_figure',
  label: 'Payroll Figures',
  plural: 'Payroll Figures',
  fields: {
    id: f.uuid('Id'),
    timesheet_id: f.uuid('Timesheet'),
    source: f.choice('Source', ['entered', 'imported']),
    pay_day: f.day('Pay Day'),
    period_number: f.nullable(f.integer('Period')),
    gross_pay: f.money('Gross Pay'),
    holiday_pay: f.money('Of Which Holiday Pay'),
    income_tax: f.money('Income Tax'),
    employee_ni: f.money('Employee NI'),
    employee_pension: f.money('Employee Pension'),
    student_loan: f.money('Student Loan'),
    other_deductions: f.money('Other Deductions'),
    net_pay: f.money('Net Pay'),
    employer_ni: f.money('Employer NI'),
    employer_pension: f.money('Employer Pension'),
    apprenticeship_levy: f.money('Apprenticeship Levy'),
    holiday_pay_retained: f.money('Holiday Pay Retained'),
    currency_id: f.uuid('Currency'),
    version: f.integer('Version'),
    refinement_id: f.nullable(f.uuid('Refinement')),
    is_reduction: f.boolean('Taken Off'),
    gross_change: f.nullable(f.money('Gross Change')),
    net_change: f.nullable(f.money('Net Change')),
    cost_change: f.nullable(f.money('Cost Change')),
    ...f.parties,
    ...f.stamps,
  },
  relations: {
    ...f.party_relations,
    timesheet: f.to_one('transaction.timesheet', 'timesheet_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    refinement: f.to_one('transaction.refinement', 'refinement_id'),
  },
})
