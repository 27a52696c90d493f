/** Columns of files of employments and of facts about them. They are imported, and exported by no list. */
import { payroll_data_roles } from '#entity/roles.ts'
import { type TemplateColumn, template } from '#entity/template.ts'

const shared = { list: 'paye/employment', only: [...payroll_data_roles, 'provider'] } as const

/** The employment of a fact: a payroll id is unique in its scheme. */
const of_employment = [
  { header: 'PAYE Scheme', field: 'employment.paye_scheme.employer_reference', kind: 'code', required: true },
  { header: 'Payroll Id', field: 'employment.payroll_id', kind: 'code', required: true },
] as const satisfies readonly TemplateColumn[]

const from = { header: 'From', field: 'effective_from', kind: 'day', required: true } as const

export const employment_columns = template({
  ...shared,
  name: 'employments',
  title: 'Employments',
  entity: 'business.employment',
  columns: [
    { header: 'Worker Id', field: 'contractor.human_id', kind: 'human_id', required: true },
    { header: 'PAYE Scheme', field: 'paye_scheme.employer_reference', kind: 'code', required: true },
    { header: 'Payroll Id', field: 'payroll_id', kind: 'code', required: true },
    { header: 'Start Date', field: 'start_date', kind: 'day', required: true },
    { header: 'Paid', field: 'pay_frequency', kind: 'choice', required: true },
    { header: 'Irregular Hours', field: 'is_irregular_hours', kind: 'boolean' },
    { header: 'Paid Irregularly', field: 'is_irregularly_paid', kind: 'boolean' },
    { header: 'Rolled-up Holiday', field: 'rolled_up_percent', kind: 'percent' },
    { header: 'Retained Holiday', field: 'retained_percent', kind: 'percent' },
    { header: 'Workplace Postcode', field: 'workplace_postcode', kind: 'code' },
    { header: 'Director From', field: 'director_from', kind: 'day' },
    { header: 'Director’s NI', field: 'director_method', kind: 'choice' },
    { header: 'Starter Declaration', field: 'starter_declaration', kind: 'choice' },
    { header: 'P45 Leave Date', field: 'p45_leave_date', kind: 'day' },
    { header: 'P45 Tax Code', field: 'p45_tax_code', kind: 'code' },
    { header: 'P45 Week 1 Basis', field: 'p45_is_week1', kind: 'boolean' },
    { header: 'P45 Week or Month', field: 'p45_period', kind: 'integer' },
    { header: 'P45 Pay to Date', field: 'p45_pay_to_date', kind: 'money' },
    { header: 'P45 Tax to Date', field: 'p45_tax_to_date', kind: 'money' },
    { header: 'P45 Student Loan', field: 'p45_student_loan', kind: 'boolean' },
  ],
})

export const tax_code_columns = template({
  ...shared,
  name: 'tax_codes',
  title: 'Tax codes',
  entity: 'business.tax_code',
  columns: [
    ...of_employment,
    { header: 'Tax Code', field: 'code', kind: 'code', required: true },
    { header: 'Week 1 or Month 1', field: 'is_week1', kind: 'boolean' },
    { header: 'Source', field: 'source', kind: 'choice', required: true },
    { header: 'Notice Date', field: 'notice_date', kind: 'day' },
    { header: 'Previous Pay', field: 'previous_pay', kind: 'money' },
    { header: 'Previous Tax', field: 'previous_tax', kind: 'money' },
    from,
  ],
})

export const ni_category_columns = template({
  ...shared,
  name: 'ni_categories',
  title: 'NI categories',
  entity: 'business.ni_category',
  columns: [
    ...of_employment,
    { header: 'NI Letter', field: 'letter', kind: 'code', required: true },
    from,
    { header: 'Reason', field: 'reason', kind: 'text' },
    { header: 'Evidence', field: 'evidence', kind: 'text' },
    { header: 'Workplace Postcode', field: 'employment.workplace_postcode', kind: 'code' },
  ],
})

export const student_loan_columns = template({
  ...shared,
  name: 'student_loans',
  title: 'Student loans',
  entity: 'business.student_loan',
  columns: [
    ...of_employment,
    { header: 'Plan', field: 'plan', kind: 'choice', required: true },
    { header: 'Source', field: 'source', kind: 'choice', required: true },
    from,
  ],
})

export const stopped_loan_columns = template({
  ...shared,
  name: 'stopped_student_loans',
  title: 'Stopped student loans',
  entity: 'business.student_loan',
  columns: [
    ...of_employment,
    { header: 'Plan', field: 'plan', kind: 'choice', required: true },
    { header: 'First Pay Day Without', field: 'effective_from', kind: 'day', required: true },
  ],
})

export const attachment_order_columns = template({
  ...shared,
  name: 'attachment_orders',
  title: 'Attachment orders',
  entity: 'business.attachment_order',
  columns: [
    ...of_employment,
    { header: 'Kind', field: 'kind', kind: 'choice', required: true },
    { header: 'Authority', field: 'authority', kind: 'text', required: true },
    { header: 'Reference', field: 'reference', kind: 'code', required: true },
    { header: 'Order Date', field: 'order_date', kind: 'day', required: true },
    { header: 'Received On', field: 'received_on', kind: 'day', required: true },
    { header: 'Rate', field: 'rate', kind: 'choice', required: true },
    { header: 'Amount', field: 'amount', kind: 'money' },
    { header: 'Protected Earnings', field: 'protected_earnings', kind: 'money' },
    { header: 'Debt', field: 'debt', kind: 'money' },
    { header: 'Administration Fee', field: 'charges_admin_fee', kind: 'boolean' },
  ],
})

export const pension_member_columns = template({
  ...shared,
  name: 'pension_members',
  title: 'Pension members',
  entity: 'business.pension_membership',
  columns: [
    ...of_employment,
    { header: 'Pension Scheme', field: 'pension_scheme.name', kind: 'text', required: true },
    { header: 'Entry', field: 'entry', kind: 'choice', required: true },
    from,
    { header: 'Informed On', field: 'informed_on', kind: 'day' },
  ],
})

export const postponed_pension_columns = template({
  ...shared,
  name: 'postponed_pensions',
  title: 'Postponed pensions',
  entity: 'business.pension_membership',
  columns: [
    ...of_employment,
    from,
    { header: 'Assessed On', field: 'postponed_to', kind: 'day', required: true },
    { header: 'Informed On', field: 'informed_on', kind: 'day', required: true },
  ],
})

export const pension_opt_out_columns = template({
  ...shared,
  name: 'pension_opt_outs',
  title: 'Pension opt-outs',
  entity: 'business.pension_membership',
  columns: [
    ...of_employment,
    { header: 'Notice Received On', field: 'informed_on', kind: 'day', required: true },
  ],
})

export const ended_pension_columns = template({
  ...shared,
  name: 'ended_pensions',
  title: 'Ended pensions',
  entity: 'business.pension_membership',
  columns: [
    ...of_employment,
    { header: 'First Pay Day Without', field: 'effective_from', kind: 'day', required: true },
    { header: 'Reason', field: 'reason', kind: 'text', required: true },
  ],
})

export const statutory_absence_columns = template({
  ...shared,
  name: 'statutory_absences',
  title: 'Statutory absences',
  entity: 'transaction.statutory_absence',
  columns: [
    ...of_employment,
    { header: 'Kind', field: 'kind', kind: 'choice', required: true },
    { header: 'First Day', field: 'first_day', kind: 'day', required: true },
    { header: 'Last Day', field: 'last_day', kind: 'day', required: true },
    { header: 'Day of the Event', field: 'event_day', kind: 'day' },
    { header: 'Qualifying Days', field: 'qualifying_days', kind: 'text' },
    { header: 'Evidence', field: 'evidence', kind: 'text' },
    { header: 'Average Weekly Earnings', field: 'average_weekly_earnings', kind: 'money' },
    { header: 'Reason', field: 'average_reason', kind: 'text' },
  ],
})

/** The employment of a row of employments. */
const named_employment = [
  { header: 'PAYE Scheme', field: 'paye_scheme.employer_reference', kind: 'code', required: true },
  { header: 'Payroll Id', field: 'payroll_id', kind: 'code', required: true },
] as const satisfies readonly TemplateColumn[]

/** An empty cell leaves its fact as it is. */
export const employment_change_columns = template({
  ...shared,
  name: 'employment_changes',
  title: 'Changes of employments',
  entity: 'business.employment',
  columns: [
    ...named_employment,
    { header: 'Paid', field: 'pay_frequency', kind: 'choice' },
    { header: 'Irregular Hours', field: 'is_irregular_hours', kind: 'boolean' },
    { header: 'Paid Irregularly', field: 'is_irregularly_paid', kind: 'boolean' },
    { header: 'Rolled-up Holiday', field: 'rolled_up_percent', kind: 'percent' },
    { header: 'Retained Holiday', field: 'retained_percent', kind: 'percent' },
    { header: 'Workplace Postcode', field: 'workplace_postcode', kind: 'code' },
    { header: 'Director From', field: 'director_from', kind: 'day' },
    { header: 'Director To', field: 'director_to', kind: 'day' },
    { header: 'Director’s NI', field: 'director_method', kind: 'choice' },
  ],
})

export const leaver_columns = template({
  ...shared,
  name: 'leavers',
  title: 'Leavers',
  entity: 'business.employment',
  columns: [...named_employment, { header: 'Leave Date', field: 'leave_date', kind: 'day', required: true }],
})

export const ended_order_columns = template({
  ...shared,
  name: 'ended_attachment_orders',
  title: 'Ended attachment orders',
  entity: 'business.attachment_order',
  columns: [
    ...of_employment,
    { header: 'Reference', field: 'reference', kind: 'code', required: true },
    { header: 'Ended On', field: 'ended_on', kind: 'day', required: true },
    { header: 'Reason', field: 'end_reason', kind: 'text', required: true },
  ],
})

export const holiday_columns = template({
  ...shared,
  name: 'holidays',
  title: 'Holidays',
  entity: 'transaction.holiday',
  columns: [
    ...of_employment,
    { header: 'First Day', field: 'first_day', kind: 'day', required: true },
    { header: 'Last Day', field: 'last_day', kind: 'day', required: true },
    { header: 'Hours', field: 'hours', kind: 'units', required: true },
    { header: 'Comment', field: 'comment', kind: 'text' },
  ],
})

export const holiday_adjustment_columns = template({
  ...shared,
  name: 'holiday_adjustments',
  title: 'Adjustments of holiday',
  entity: 'transaction.holiday_movement',
  columns: [
    ...of_employment,
    { header: 'Hours', field: 'hours', kind: 'units', required: true },
    { header: 'Reason', field: 'sentence', kind: 'text', required: true },
  ],
})
