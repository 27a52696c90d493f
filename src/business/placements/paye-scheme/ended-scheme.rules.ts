import { type Day, formatDay } from '#kernel/day.ts'

/** The refusal of pay runs, employments and placements under an ended PAYE scheme. */
export const hasEnded = (employer_reference: string, ended_on: Day): string =>
  `PAYE scheme ${employer_reference} ended on ${formatDay(ended_on)}`
