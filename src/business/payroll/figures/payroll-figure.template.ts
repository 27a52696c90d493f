import { payroll_data_roles } from '#entity/roles.ts'
import { template } from '#entity/template.ts'

/** The result of a payroll run, a line a timesheet. */
export const payroll_figure_template = template({
  name: 'payroll_figures',
  title: 'Payroll figures',
  list: 'paye/payroll_figure',
  entity: 'transaction.payroll_figure',
  only: ['provider', ...payroll_data_roles],
  columns: [
    { header: 'Timesheet', field: 'timesheet.human_id', kind: 'human_id', required: true },
    { header: 'Contractor', field: 'contractor.name', kind: 'text' },
    { header: 'Pay Day', field: 'pay_day', kind: 'day', required: true },
    { header: 'Period', field: 'period_number', kind: 'integer' },
    { header: 'Gross Pay', field: 'gross_pay', kind: 'money', required: true },
    { header: 'Of Which Holiday Pay', field: 'holiday_pay', kind: 'money' },
    { header: 'Income Tax', field: 'income_tax', kind: 'money' },
    { header: 'Employee NI', field: 'employee_ni', kind: 'money' },
    { header: 'Employee Pension', field: 'employee_pension', kind: 'money' },
    { header: 'Student Loan', field: 'student_loan', kind: 'money' },
    { header: 'Other Deductions', field: 'other_deductions', kind: 'money' },
    { header: 'Other Deductions For', field: 'other_deductions_for', kind: 'text' },
    { header: 'Net Pay', field: 'net_pay', kind: 'money', required: true },
    { header: 'Employer NI', field: 'employer_ni', kind: 'money' },
    { header: 'Employer Pension', field: 'employer_pension', kind: 'money' },
    { header: 'Apprenticeship Levy', field: 'apprenticeship_levy', kind: 'money' },
    { header: 'Holiday Pay Retained', field: 'holiday_pay_retained', kind: 'money' },
    { header: 'Tax Code Used', field: 'tax_code', kind: 'code' },
    { header: 'NI Letter Used', field: 'ni_letter', kind: 'code' },
  ],
})
