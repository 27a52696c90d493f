/** Reminders of undecided work, in working hours: Monday to Friday, 09:00 to 17:00 in London, without England's bank holidays. */
import { addDays, type Day } from '#kernel/day.ts'
import { formatInstant, type Instant, instant, instantFromMs, londonDay, toMs } from '#kernel/instant.ts'
import { isBankDay } from '../bank/bank-days.rules.ts'
import type { ApprovalRule } from './mailed-decision.rules.ts'

const HOUR_MS = 3_600_000
const DAY_OF_WORK_MS = 8 * HOUR_MS

/** 09:00 on the clocks of London. */
function openingOf(day: Day): number {
  const in_winter = instant(`${day}T09:00:00Z`)
  return toMs(in_winter) - (formatInstant(in_winter).endsWith(' 09:00') ? 0 : HOUR_MS)
}

/** The moment after so many working hours. */
export function afterWorkingHours(from: Instant, hours: number): Instant {
  let left = hours * HOUR_MS
  for (let day = londonDay(from); ; day = addDays(day, 1)) {
    if (!isBankDay(day)) continue
    const closing = openingOf(day) + DAY_OF_WORK_MS
    const start = Math.max(openingOf(day), toMs(from))
    if (start >= closing) continue
    if (left <= closing - start) return instantFromMs(start + left)
    left -= closing - start
  }
}

/** Whether somebody may be at work. */
export function isWorkingTime(now: Instant): boolean {
  const day = londonDay(now)
  const since = toMs(now) - openingOf(day)
  return isBankDay(day) && since >= 0 && since < DAY_OF_WORK_MS
}

export const escalation_steps = ['reminder', 'others', 'agency'] as const
export type EscalationStep = (typeof escalation_steps)[number]

/** The last step that is due, if any. Nothing decides itself. */
export function dueStep(submitted_at: Instant, rule: ApprovalRule, now: Instant): EscalationStep | null {
  const hours: Readonly<Record<EscalationStep, number>> = {
    reminder: rule.reminder_hours,
    others: rule.others_hours,
    agency: rule.agency_hours,
  }
  return escalation_steps.findLast((step) => afterWorkingHours(submitted_at, hours[step]) <= now) ?? null
}
