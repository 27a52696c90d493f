/** The record behind a mailed link, as the page and the printed file read it. */
import { type Day, day } from '#kernel/day.ts'
import { units } from '#kernel/rate.ts'
import { type EnteredDay, unusualTime } from '../parties/self-dealing/flag.rules.ts'
import type { UnitType } from '../rates/units.rules.ts'

export type MailedLine = {
  readonly date: string
  readonly what: string
  readonly units: string | null
  readonly unit_type: UnitType | null
  /** With VAT. */
  readonly amount: string | null
  readonly description: string | null
}

/** A file that is attached to the record. */
export type MailedFile = {
  readonly id: string
  readonly file_name: string
  readonly size_bytes: number
}

export type MailedWorkFacts = {
  readonly id: string
  readonly human_id: string
  readonly status: string
  readonly contractor: string
  readonly agency: string
  readonly client: string
  readonly title: string
  readonly start_date: string | null
  readonly end_date: string | null
  readonly unit_type: UnitType | null
  readonly total_units: string | null
  /** Net, for readers of amounts; null for others. */
  readonly amount: string | null
  readonly tax_amount: string | null
  readonly currency: string
  readonly comment: string | null
  readonly files: readonly MailedFile[]
  readonly lines: readonly MailedLine[]
}

/** Signs of the entered time that its approver reads before the decision. */
export function signsOfWork(
  { lines }: Pick<MailedWorkFacts, 'lines'>,
  today: Day,
  beside: readonly (readonly EnteredDay[])[] = [],
): string[] {
  const entered = lines.flatMap(({ date, unit_type, units: text }) =>
    unit_type === null || text === null ? [] : [{ date: day(date), unit_type, units: units(text) }],
  )
  return unusualTime(entered, today, beside)
}
