/** Fields whose readings are kept in the security log (payroll-run, who sees): tax codes, and sentences that name them. */
export const logged_fields: ReadonlySet<string> = new Set([
  'business_tax_code.code',
  'business_employment.p45_tax_code',
  'business_payroll_takeover.tax_code',
  'transaction_pay_run_payslip.tax_code',
  'transaction_pay_run_payslip.lines',
  'transaction_payroll_figure.tax_code',
  'transaction_payroll_override.tax_code',
  'transaction_tax_form.tax_code',
])
