/** Compares a timesheet with the weeks before it, for its approver (experience.md, page 4). */
import { formatUnits, type Units4, unitsFromScaled } from '#kernel/rate.ts'

export type Usual = {
  /** Nothing about it needs a second look. */
  readonly is_usual: boolean
  readonly text: string
}

/** Timesheets of the same placement that are compared with. */
export const compared_weeks = 4
/** A tenth more or less is not worth a word. */
const tolerance = 10

/**
 * `before`: units of the approved timesheets before it, in any order, without deductions of corrections. Usual is
 * within their range, or within a tenth of their median.
 */
export function comparedWithUsual(worked: Units4, before: readonly Units4[]): Usual {
  const weeks = before.filter((one) => one > 0).sort((a, b) => a - b)
  const middle = weeks.find((_, at) => at * 2 + 2 >= weeks.length)
  if (middle === undefined) return { is_usual: false, text: 'The first timesheet of this placement' }
  const least = weeks[0] ?? middle
  const most = weeks.at(-1) ?? middle
  const difference = worked - middle
  const within = Math.abs(difference) * tolerance <= middle || (worked >= least && worked <= most)
  if (within) return { is_usual: true, text: `As usual (${formatUnits(middle)})` }
  const by = formatUnits(unitsFromScaled(Math.abs(difference)))
  return {
    is_usual: false,
    text: `${by} ${difference > 0 ? 'more' : 'less'} than usual (${formatUnits(middle)})`,
  }
}
