/** Does an end date respect the notice period? Spec §4, notice-period classification. */
import type { Day } from '#kernel/day.ts'
import { addDays, addMonths } from '#kernel/day.ts'

export type NoticeClass = 'before' | 'after' | 'immediate' | 'on'

export type NoticeLength = { readonly count: number; readonly unit: 'day' | 'week' | 'month' }

/** One length, or one for the first `duration` of the placement and another after it. */
export type NoticePeriod =
  | NoticeLength
  | { readonly initial: NoticeLength; readonly duration: NoticeLength; readonly later: NoticeLength }

/** The day so far on. */
function addNotice(to: Day, { count, unit }: NoticeLength): Day {
  if (unit === 'month') return addMonths(to, count)
  return addDays(to, unit === 'week' ? count * 7 : count)
}

/** The length that applies: the initial one when the end date falls within the initial duration. */
export function noticeLength(notice: NoticePeriod, start_date: Day, end_date: Day): NoticeLength {
  if (!('initial' in notice)) return notice
  // A duration of four weeks from the 2nd is the 2nd to the 29th; the 30th is after it.
  return end_date < addNotice(start_date, notice.duration) ? notice.initial : notice.later
}

/**
 * `before`: the placement ends before notice given today would run out; `on`: that very day; `after`: later;
 * `immediate`: no notice is due. Without a right to serve notice always `before`.
 */
export function classifyNotice(facts: {
  readonly today: Day
  readonly start_date: Day
  readonly end_date: Day
  readonly notice: NoticePeriod
  readonly no_right_to_serve_notice: boolean
}): NoticeClass {
  if (facts.no_right_to_serve_notice) return 'before'
  const length = noticeLength(facts.notice, facts.start_date, facts.end_date)
  if (length.count === 0) return 'immediate'
  if (facts.end_date <= facts.today) return 'before'
  const computed = addNotice(facts.today, length)
  if (facts.end_date === computed) return 'on'
  return facts.end_date < computed ? 'before' : 'after'
}
