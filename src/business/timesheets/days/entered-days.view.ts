/** Entered time as an answer has it, for the rules that judge it. */
import { day } from '#kernel/day.ts'
import { units } from '#kernel/rate.ts'
import type { EnteredDay } from '../../parties/self-dealing/flag.rules.ts'
import type { WorkedPeriod } from './hours-baseline.rules.ts'

type Cell = { readonly date: string; readonly units: string | number; readonly unit_type: string }

export const enteredDays = (cells: readonly Cell[]): EnteredDay[] =>
  cells.map((one) => ({ date: day(one.date), unit_type: one.unit_type, units: units(String(one.units)) }))

type Period = {
  readonly start_date: string
  readonly end_date: string
  readonly total_units: string | number
  readonly details: readonly Cell[]
}

export const periodOf = ({ start_date, end_date, total_units, details }: Period): WorkedPeriod => ({
  start_date: day(start_date),
  end_date: day(end_date),
  units: units(String(total_units)),
  dates: enteredDays(details).flatMap((one) => (one.units > 0 ? [one.date] : [])),
})

type Submitted = { readonly id: string; readonly submitted_date?: string | null }

/** Of these timesheets those with an earlier turn than this one. Texts of moments compare as moments. */
export function submittedBefore<One extends Submitted>(sheet: Submitted, others: readonly One[]): One[] {
  const turn = ({ submitted_date, id }: Submitted) => `${submitted_date ?? ''} ${id}`
  return others.filter((one) => one.id !== sheet.id && turn(one) < turn(sheet))
}
