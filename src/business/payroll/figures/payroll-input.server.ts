import { z } from 'zod'
import { validationText } from '#kernel/messages.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { oneLine, printed } from '../../shared/printed-input.server.ts'

const amount = z.string().max(15, { error: validationText.currency })
const amount_or_none = amount.default('0')

/** Payroll's figures as decimal text; absent ones are zero. */
export const figuresInput = {
  pay_day: dayInput,
  period_number: z
    .number()
    .int({ error: validationText.integer })
    .min(1, { error: validationText.min })
    .max(56, { error: validationText.max })
    .optional(),
  gross_pay: amount,
  holiday_pay: amount_or_none,
  income_tax: amount_or_none,
  employee_ni: amount_or_none,
  employee_pension: amount_or_none,
  student_loan: amount_or_none,
  other_deductions: amount_or_none,
  /** Their purpose; mandatory with an amount. */
  other_deductions_for: oneLine(
    printed(z.string().trim().max(200, { error: validationText.max })),
  ).optional(),
  net_pay: amount,
  employer_ni: amount_or_none,
  employer_pension: amount_or_none,
  apprenticeship_levy: amount_or_none,
  holiday_pay_retained: amount_or_none,
  /** Those that the bureau used. */
  tax_code: z.string().trim().max(20, { error: validationText.max }).optional(),
  ni_letter: z.string().trim().max(5, { error: validationText.max }).optional(),
}
export const figuresObject = z.strictObject(figuresInput)
export type FiguresInput = z.infer<typeof figuresObject>
