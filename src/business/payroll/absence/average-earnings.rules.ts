/** Average weekly earnings for statutory pay (payroll.md §2.14). Pure; amounts are pence. */
import { addDays, type Day, daysBetween } from '#kernel/day.ts'
import type { WageFrequency } from '../engine/tax-period.rules.ts'
import { ceilDiv, nearestDiv, type Pence } from '../engine/whole.rules.ts'

export type Payment = { readonly on: Day; readonly amount: Pence }

type Period = {
  /** The first day that no longer counts. */
  readonly before: Day
  readonly start: Day
  readonly frequency: WageFrequency
}

const eight_weeks = 56
const days_of_year = 365
const [months_of_year, weeks_of_year] = [12, 52]

/**
 * The pay after the last pay day that is at least eight weeks earlier, up to the last pay day before the relevant day, for a
 * week, up to the penny. Null without a payment.
 */
export function averageWeeklyEarnings(
  payments: readonly Payment[],
  { before, start, frequency }: Period,
): Pence | null {
  const earlier = payments.filter(({ on }) => on < before).toSorted((a, b) => (a.on < b.on ? 1 : -1))
  const last = earlier[0]?.on
  if (last === undefined) return null
  const begin = earlier.find(({ on }) => on <= addDays(last, -eight_weeks))?.on ?? addDays(start, -1)
  const total = earlier.reduce((sum, { on, amount }) => (on > begin ? sum + amount : sum), 0)
  const days = Math.max(1, daysBetween(begin, last))
  if (frequency !== 'month') return ceilDiv(total, Math.max(1, nearestDiv(days, 7)))
  const months = Math.max(1, nearestDiv(days * months_of_year, days_of_year))
  return ceilDiv(total * months_of_year, months * weeks_of_year)
}
