/** The way of a timesheet to the bank, as a contractor is told it. Pure. */
import type { TimesheetStatus } from '../timesheets/timesheet.rules.ts'

export const moneySteps = ['Submitted', 'Approved', 'Invoiced', 'Paid'] as const

const of_sheet: Record<TimesheetStatus, number> = {
  draft: 0,
  rejected: 0,
  cancelled: 0,
  submitted: 1,
  suspense: 2,
  approved: 2,
}

/** How many steps are done. `document`: status of the contractor's own document, null while there is none. */
export function stepReached(sheet: TimesheetStatus, document: string | null): number {
  if (document === null) return of_sheet[sheet]
  return document === 'closed' ? 4 : 3
}
