/** Payroll fields. Each reading of one is written to the security log (payroll-run, who sees). */

/** Tax codes, and sentences that name them. */
const tax_code_fields = [
  'business_tax_code.code',
  'business_employment.p45_tax_code',
  'business_payroll_takeover.tax_code',
  'transaction_pay_run_payslip.tax_code',
  'transaction_pay_run_payslip.lines',
  'transaction_payroll_figure.tax_code',
  'transaction_payroll_override.tax_code',
  'transaction_tax_form.tax_code',
  'transaction_year_correction.working',
] as const

/** National Insurance numbers, orders of courts and authorities, and kinds of absence. */
const payroll_data_fields = [
  'business_individual.ni_number',
  'business_attachment_order.kind',
  'business_attachment_order.authority',
  'business_attachment_order.reference',
  'business_attachment_order.amount',
  'business_attachment_order.debt',
  'transaction_statutory_absence.kind',
  'transaction_statutory_absence.evidence',
  'transaction_statutory_payment.kind',
] as const

export const logged_fields: ReadonlySet<string> = new Set([...tax_code_fields, ...payroll_data_fields])

export type ReadingKind = 'tax_code_read' | 'payroll_data_read'

const of_codes: ReadonlySet<string> = new Set(
  tax_code_fields.map((field) => field.slice(0, field.indexOf('.'))),
)

/** The event that keeps a reading of this type of the endpoint. */
export const readingKind = (type: string): ReadingKind =>
  of_codes.has(type) ? 'tax_code_read' : 'payroll_data_read'
