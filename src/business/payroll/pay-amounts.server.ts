import type { PayslipAmount } from './payslip.rules.ts'

/** The amounts that payroll's figures and the payslips made of them both keep, as columns. */
export const pay_amount_columns = {
  gross_pay: 'numeric',
  holiday_pay: 'numeric',
  income_tax: 'numeric',
  employee_ni: 'numeric',
  employee_pension: 'numeric',
  student_loan: 'numeric',
  other_deductions: 'numeric',
  net_pay: 'numeric',
  employer_ni: 'numeric',
  employer_pension: 'numeric',
  apprenticeship_levy: 'numeric',
} as const satisfies Readonly<Record<PayslipAmount, 'numeric'>>
