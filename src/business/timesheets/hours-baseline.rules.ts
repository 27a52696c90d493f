/** Compares a timesheet with the weeks before it, for its approver (experience.md, page 4). */
import { formatUnits, type Units4, unitsFromScaled } from '#kernel/rate.ts'

export type Usual = {
  /** Nothing about it needs a second look. */
  readonly is_usual: boolean
  readonly text: string
}

/** Timesheets of the same placement that are compared with. */
export const compared_weeks = 8
/** Fewer say nothing about a usual week. */
const weeks_least = 3
/** Of the median: five hundredths are always usual, more than fifteen never. */
const tolerance = { least: 0.05, most: 0.15 } as const
/** Half an hour, scaled as units. */
const half_hour = 5_000
/** Two standard deviations, from the median of the absolute differences. */
const deviations = 2 * 1.4826

/**
 * `before`: units of the approved timesheets before it, in any order, without deductions of corrections. One short week
 * among them makes the next one no usual week: median and spread follow the others.
 */
export function comparedWithUsual(worked: Units4, before: readonly Units4[]): Usual {
  const weeks = before.filter((one) => one > 0)
  if (weeks.length < weeks_least) return { is_usual: false, text: 'New placement' }
  const middle = medianOf(weeks)
  const spread = medianOf(weeks.map((one) => Math.abs(one - middle)))
  const allowed = Math.min(
    Math.max(middle * tolerance.least, spread * deviations, half_hour),
    middle * tolerance.most,
  )
  const difference = worked - middle
  const usual = formatUnits(unitsFromScaled(middle))
  if (Math.abs(difference) <= allowed) return { is_usual: true, text: `As usual (${usual})` }
  const by = formatUnits(unitsFromScaled(Math.abs(difference)))
  return { is_usual: false, text: `${by} ${difference > 0 ? 'more' : 'less'} than usual (${usual})` }
}

const wholeHalf = (of: number): number => (of - (of % 2)) / 2

/** Of an even number the mean of the two in the middle, in whole scaled units. */
function medianOf(list: readonly number[]): number {
  const sorted = list.toSorted((a, b) => a - b)
  const upper = sorted[wholeHalf(sorted.length)] ?? 0
  const lower = sorted[wholeHalf(sorted.length - 1)] ?? upper
  return wholeHalf(lower + upper)
}
