import { template } from '#entity/template.ts'

/** The payslips of an umbrella company for a month, a line a payslip. */
export const umbrella_payslip_template = template({
  name: 'umbrella_payslips',
  title: 'Umbrella payslips',
  list: 'paye/umbrella_payslip',
  entity: 'transaction.umbrella_payslip',
  columns: [
    { header: 'Worker Id', field: 'contractor.human_id', kind: 'human_id', required: true },
    { header: 'Worker', field: 'contractor.name', kind: 'text' },
    { header: 'From', field: 'period_start', kind: 'day', required: true },
    { header: 'To', field: 'period_end', kind: 'day', required: true },
    { header: 'Gross Pay', field: 'gross_pay', kind: 'money', required: true },
    { header: 'Income Tax', field: 'income_tax', kind: 'money', required: true },
    { header: 'Employee NI', field: 'employee_ni', kind: 'money', required: true },
    { header: 'Employer NI', field: 'employer_ni', kind: 'money', required: true },
    { header: 'Margin a Week', field: 'margin', kind: 'money', required: true },
  ],
})
