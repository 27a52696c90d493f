/** Compares a timesheet with the weeks before it, for its approver (experience.md, page 4). */
import { countText } from '#kernel/count-text.ts'
import { type Day, eachDay, weekday } from '#kernel/day.ts'
import { formatUnits, type Units4, unitsFromScaled } from '#kernel/rate.ts'
import { isBankDay } from '../../bank/bank-days.rules.ts'

export type Usual = {
  /** Nothing about it needs a second look. */
  readonly is_usual: boolean
  readonly text: string
}

export type WorkedPeriod = {
  readonly start_date: Day
  readonly end_date: Day
  readonly units: Units4
  /** Days with time, each once or more. */
  readonly dates: readonly Day[]
}

/** Timesheets of the same placement and frequency that are compared with. */
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
 * `before`: the approved timesheets before it, in any order. Corrections that only deduct are no weeks. One short week
 * among them makes the next one no usual week: median and spread follow the others.
 */
export function comparedWithUsual(period: WorkedPeriod, before: readonly WorkedPeriod[]): Usual {
  const weeks = before.filter(({ units }) => units > 0)
  if (weeks.length < weeks_least) return { is_usual: false, text: 'New placement' }
  const usual_days = middlesOf(weeks.map(daysOf))
  const days = daysOf(period)
  // The usual days less bank holidays: their hours are taken off, too.
  const off = Math.min(Math.max(usual_days.lower - days, 0), holidaysOf(period))
  const less = off > 0 ? ` less ${countText(off, 'bank holiday')}` : ''
  const hours = comparedHours(period, weeks, { off, of: usual_days.lower })
  if (hours.by !== null) return { is_usual: false, text: `${hours.by} than usual (${hours.usual}${less})` }
  if (differs(days + off, usual_days)) {
    const { lower, upper } = usual_days
    const usual = lower === upper ? `${lower}` : `${lower} to ${upper}`
    return { is_usual: false, text: `${countText(days, 'day')}, usually ${usual}${less}` }
  }
  return { is_usual: true, text: `As usual (${hours.usual}${less})` }
}

/** @returns the median, and the difference from it where it is more than usual: `2.5 less` */
function comparedHours(
  { units }: WorkedPeriod,
  weeks: readonly WorkedPeriod[],
  taken: { readonly off: number; readonly of: number },
): { readonly usual: string; readonly by: string | null } {
  const all = weeks.map((one) => one.units)
  const middle = medianOf(all)
  const spread = medianOf(all.map((one) => Math.abs(one - middle)))
  const expected = taken.off === 0 ? middle : middle - whole(middle * taken.off, taken.of)
  const allowed = Math.min(
    Math.max(expected * tolerance.least, spread * deviations, half_hour),
    expected * tolerance.most,
  )
  const difference = units - expected
  const usual = formatUnits(unitsFromScaled(middle))
  if (Math.abs(difference) <= allowed) return { usual, by: null }
  const by = formatUnits(unitsFromScaled(Math.abs(difference)))
  return { usual, by: `${by} ${difference > 0 ? 'more' : 'less'}` }
}

const daysOf = ({ dates }: WorkedPeriod): number => new Set(dates).size

/** Bank holidays of England in the period, without time. */
function holidaysOf({ start_date, end_date, dates }: WorkedPeriod): number {
  const worked = new Set(dates)
  return eachDay(start_date, end_date).filter(
    (one) => weekday(one) <= 5 && !isBankDay(one) && !worked.has(one),
  ).length
}

/** A week has its usual days. Longer periods have more weekdays at times: they differ by less than a seventh. */
function differs(days: number, { lower, upper }: Middles): boolean {
  const by = Math.max(lower - days, days - upper, 0)
  return by > 0 && by * 7 >= lower
}

const whole = (of: number, by: number): number => (of - (of % by)) / by

type Middles = { readonly lower: number; readonly upper: number }

/** The number in the middle; of an even number of them the two. */
function middlesOf(list: readonly number[]): Middles {
  const sorted = list.toSorted((a, b) => a - b)
  const upper = sorted[whole(sorted.length, 2)] ?? 0
  return { lower: sorted[whole(sorted.length - 1, 2)] ?? upper, upper }
}

/** Of an even number the mean of the two in the middle, in whole scaled units. */
function medianOf(list: readonly number[]): number {
  const { lower, upper } = middlesOf(list)
  return whole(lower + upper, 2)
}
