/** The lines of a pension file: one for each payslip with contributions. Pure; amounts are pence. */

import { labelIn } from '#entity/choices.ts'
import { csvLine } from '#kernel/csv-line.ts'
import { type Day, formatDay } from '#kernel/day.ts'
import { periodFrom } from '../absence/statutory-elements.rules.ts'
import type { WageFrequency } from '../engine/tax-period.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { membership_states } from '../pension/pension.entity.ts'
import type { DateFormat, Layout, LayoutValue } from '../pension/pension-layouts.rules.ts'

export type Contribution = {
  readonly ni_number: string | null
  readonly name: string
  readonly first_name: string
  readonly last_name: string
  readonly date_of_birth: Day | null
  readonly gender: string | null
  readonly payroll_id: string
  readonly start_date: Day
  readonly leave_date: Day | null
  readonly pay_day: Day
  readonly frequency: WageFrequency
  readonly gross_pay: Pence
  readonly pensionable_pay: Pence
  /** Taken from pay, or given up for it. */
  readonly employee: Pence
  readonly employer: Pence
  readonly state: string
  /** Given up for the pension on this pay day. */
  readonly is_sacrificed: boolean
}

function dayText(day: Day | null, format: DateFormat): string {
  if (day === null) return ''
  if (format === 'ymd') return day
  const text = formatDay(day)
  return format === 'dmy' ? text : text.replaceAll('/', '')
}

const frequencies: Readonly<Record<WageFrequency, string>> = {
  week: 'Weekly',
  fortnight: 'Fortnightly',
  four_week: 'Four-weekly',
  month: 'Monthly',
}

type Cell = Day | Pence | string | null
type Read = (of: Contribution, employer_reference: string) => Cell

const days = ['date_of_birth', 'start_date', 'leave_date', 'period_start', 'period_end', 'pay_day'] as const
const isDay = (value: LayoutValue): boolean => (days as readonly LayoutValue[]).includes(value)

const reads: Readonly<Record<LayoutValue, Read>> = {
  ni_number: (of) => of.ni_number,
  name: (of) => of.name,
  first_name: (of) => of.first_name,
  last_name: (of) => of.last_name,
  date_of_birth: (of) => of.date_of_birth,
  gender: (of) => of.gender,
  payroll_id: (of) => of.payroll_id,
  start_date: (of) => of.start_date,
  leave_date: (of) => of.leave_date,
  period_start: (of) => periodFrom(of.pay_day, of.frequency),
  period_end: (of) => of.pay_day,
  pay_day: (of) => of.pay_day,
  frequency: (of) => frequencies[of.frequency],
  gross_pay: (of) => of.gross_pay,
  pensionable_pay: (of) => of.pensionable_pay,
  employee: (of) => of.employee,
  employee_paid: (of) => (of.is_sacrificed ? null : of.employee),
  employer: (of) => of.employer,
  employer_with_sacrifice: (of) => of.employer + (of.is_sacrificed ? of.employee : 0),
  total: (of) => of.employee + of.employer,
  status: (of) => labelIn(membership_states, of.state),
  employer_reference: (_, employer_reference) => employer_reference,
  blank: () => null,
}

/** Amounts stay numbers: the guard of other cells would make text of a refund. */
function cellText(cell: Cell, value: LayoutValue, format: DateFormat): string {
  if (typeof cell === 'number') return penceText(cell)
  if (cell === null) return ''
  return isDay(value) ? dayText(cell as Day, format) : csvLine([cell]).slice(0, -LINE_END.length)
}

const LINE_END = '\r\n'

export function pensionFile(
  { columns, has_headings, date_format }: Layout,
  rows: readonly Contribution[],
  employer_reference: string,
): string {
  const lines = rows.map((row) =>
    columns.map(({ value }) => cellText(reads[value](row, employer_reference), value, date_format)).join(','),
  )
  const headings = has_headings ? csvLine(columns.map(({ heading }) => heading)) : ''
  return headings + lines.map((line) => line + LINE_END).join('')
}
