/** Cuts a range of days for a chart: days, weeks, months or years, at most fifteen. Pure. */
import type { Day } from '#kernel/day.ts'
import {
  addDays,
  dayOf,
  daysBetween,
  endOfMonth,
  formatDayLong,
  minDay,
  partsOf,
  weekday,
} from '#kernel/day.ts'

export interface Bucket {
  readonly from: Day
  readonly to: Day
  /** `Week to 15 Nov 2026`. */
  readonly label: string
  /** `15 Nov`. */
  readonly short: string
}

export type BucketUnit = 'day' | 'week' | 'month' | 'year'

/** The data endpoint answers so many aggregates in one request. */
const buckets_max = 15

const end_of: Readonly<Record<BucketUnit, (from: Day) => Day>> = {
  day: (from) => from,
  week: (from) => addDays(from, 7 - weekday(from)),
  month: endOfMonth,
  year: (from) => dayOf(partsOf(from).year, 12, 31),
}

function labelOf(unit: BucketUnit, last: Day): Pick<Bucket, 'label' | 'short'> {
  const text = formatDayLong(last)
  const [date = '', month = '', year = ''] = text.split(' ')
  return {
    day: { label: text, short: `${date} ${month}` },
    week: { label: `Week to ${text}`, short: `${date} ${month}` },
    month: { label: `${month} ${year}`, short: month },
    year: { label: year, short: year },
  }[unit]
}

/** The smallest of them that fit; of a range of more years than that the newest. */
export function bucketsOf(from: Day, to: Day): { readonly unit: BucketUnit; readonly buckets: Bucket[] } {
  // A range of centuries is not walked day by day.
  const units = daysBetween(from, to) > 500 ? [] : (['day', 'week', 'month'] as const)
  for (const unit of units) {
    const buckets = cut(unit, from, to)
    if (buckets.length <= buckets_max) return { unit, buckets }
  }
  return { unit: 'year', buckets: cut('year', from, to).slice(-buckets_max) }
}

function cut(unit: BucketUnit, from: Day, to: Day): Bucket[] {
  const buckets: Bucket[] = []
  for (let first = from; first <= to; first = addDays(end_of[unit](first), 1)) {
    const whole = end_of[unit](first)
    buckets.push({ from: first, to: minDay(whole, to), ...labelOf(unit, whole) })
  }
  return buckets
}
