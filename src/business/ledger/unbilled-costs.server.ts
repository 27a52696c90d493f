/** Costs of a payslip of a run that no document bills, for invariants: written apart from the rules that keep them. */

/** In pence: employer's National Insurance of corrected letters, and the costs that no timesheet can hold. */
export const unbilledPence = (
  besides: string,
): string => `(coalesce((${besides} ->> 'letters_ni')::numeric, 0)
  + coalesce((${besides} #>> '{unbilled,employer_ni}')::numeric, 0) + coalesce((${besides} #>> '{unbilled,employer_pension}')::numeric, 0)
  + coalesce((${besides} #>> '{unbilled,apprenticeship_levy}')::numeric, 0))`
