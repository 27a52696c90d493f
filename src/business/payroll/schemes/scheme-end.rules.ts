/** The end of a PAYE scheme (payroll-run, returns): its conditions, and its words. Pure. */
import { countText } from '#kernel/count-text.ts'
import { addDays, type Day, formatDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { futureFault } from '../../shared/past-day.rules.ts'

export type EndFacts = {
  readonly employer_reference: string
  readonly ended_on: Day | null
  /** A pay run that is neither paid nor cancelled. */
  readonly run: { readonly human_id: string; readonly status: string } | null
  /** Of runs that were not cancelled. */
  readonly last_pay_day: Day | null
  /** Workers without a last day, or with a later one. */
  readonly going_on: number
}

/** The hindrances of the end on a day. */
export function mayEnd({ run, going_on }: EndFacts, on: Day): Verdict {
  if (run !== null)
    return refuse(
      'precondition',
      `Pay run ${run.human_id} is ${run.status}: pay or cancel it before the PAYE scheme ends`,
    )
  if (going_on === 0) return true
  const workers = countText(going_on, 'employment goes', 'employments go')
  return refuse('precondition', `${workers} on after ${formatDay(on)}: enter the last days first`)
}

/** Not ahead, and not before the last pay. */
export function endFaults({ last_pay_day }: EndFacts, on: Day, today: Day): FieldErrors {
  const ahead = futureFault(on, today)
  if (ahead !== null) return { ended_on: ahead }
  if (last_pay_day !== null && on < last_pay_day)
    return { ended_on: validationText.min_date(formatDay(addDays(last_pay_day, -1))) }
  return {}
}
