/** Ages of debts by the days past their due date (spec §9). */

/** In order. `current` is not yet overdue; the others count the days overdue. */
export const age_buckets = [
  { value: 'current', label: 'Current' },
  { value: '0-30', label: '0-30 days' },
  { value: '31-60', label: '31-60 days' },
  { value: '61-90', label: '61-90 days' },
  { value: '91-120', label: '91-120 days' },
  { value: 'over 120', label: 'Over 120 days' },
] as const

export type AgeBucket = (typeof age_buckets)[number]['value']
