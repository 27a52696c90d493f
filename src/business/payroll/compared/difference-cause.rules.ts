/** Causes of differences between a bureau's payslip and the engine's, for filters and badges. */
export const difference_causes = [
  { value: 'tax_code', label: 'Other tax code' },
  { value: 'basis', label: 'Other basis' },
  { value: 'ni_letter', label: 'Other NI letter' },
  { value: 'pension', label: 'Pension' },
  { value: 'student_loan', label: 'Student loan' },
  { value: 'other_deductions', label: 'Other deductions' },
  { value: 'apprenticeship_levy', label: 'Apprenticeship levy' },
  { value: 'other_pay', label: 'Other pay' },
  { value: 'rounding', label: 'Rounding' },
  { value: 'not_explained', label: 'Not explained' },
  { value: 'not_compared', label: 'Not compared' },
] as const

export type DifferenceCause = (typeof difference_causes)[number]['value']
/** A cause of a difference, and its sentence. */
export type FoundCause = { readonly cause: DifferenceCause; readonly sentence: string }

export const cause_values = difference_causes.map(({ value }) => value)
