/** Does an end date respect the notice period? Spec §4, notice-period classification. */
import { countText } from '#kernel/count-text.ts'
import type { Day } from '#kernel/day.ts'
import { addDays, addMonths } from '#kernel/day.ts'

export type NoticeClass = 'before' | 'after' | 'immediate' | 'on'

export const notice_units = ['day', 'week', 'month'] as const
type NoticeUnit = (typeof notice_units)[number]
export const notice_types = [
  { value: 'none', label: 'None' },
  { value: 'single', label: 'One period' },
  { value: 'two_stage', label: 'Two periods' },
] as const

export type NoticeLength = { readonly count: number; readonly unit: NoticeUnit }

/** None, one length, or one for the first `duration` of the placement and another after it. */
export type Notice =
  | { readonly type: 'none' }
  | ({ readonly type: 'single' } & NoticeLength)
  | {
      readonly type: 'two_stage'
      readonly initial: NoticeLength
      readonly duration: NoticeLength
      readonly later: NoticeLength
    }

/** As the placement's row has it; the later, or only, length is the notice period. */
export type NoticeColumns = {
  readonly notice_type: Notice['type'] | null
  readonly notice_period: number | null
  readonly notice_period_unit: NoticeUnit | null
  readonly notice_initial: number | null
  readonly notice_initial_unit: NoticeUnit | null
  readonly notice_duration: number | null
  readonly notice_duration_unit: NoticeUnit | null
}

export function noticeColumns(notice: Notice | null): NoticeColumns {
  const last = notice?.type === 'single' ? notice : notice?.type === 'two_stage' ? notice.later : null
  const stages = notice?.type === 'two_stage' ? notice : null
  return {
    notice_type: notice?.type ?? null,
    notice_period: last?.count ?? null,
    notice_period_unit: last?.unit ?? null,
    notice_initial: stages?.initial.count ?? null,
    notice_initial_unit: stages?.initial.unit ?? null,
    notice_duration: stages?.duration.count ?? null,
    notice_duration_unit: stages?.duration.unit ?? null,
  }
}

/** Null: never entered. */
export function noticeOf(row: NoticeColumns): Notice | null {
  const length = (count: number | null, unit: NoticeUnit | null) => ({
    count: count ?? 0,
    unit: unit ?? 'day',
  })
  const last = length(row.notice_period, row.notice_period_unit)
  const stages = {
    initial: length(row.notice_initial, row.notice_initial_unit),
    duration: length(row.notice_duration, row.notice_duration_unit),
    later: last,
  }
  if (row.notice_type === 'two_stage') return { type: 'two_stage', ...stages }
  if (row.notice_type === 'single') return { type: 'single', ...last }
  return row.notice_type === null ? null : { type: 'none' }
}

const lengthText = ({ count, unit }: NoticeLength) => countText(count, unit)

const not_agreed = 'Not agreed'

/** `4 weeks`; `1 week for the first 4 weeks, then 4 weeks`. Null was never entered. */
export function noticeText(notice: Notice | null): string {
  if (notice === null) return not_agreed
  if (notice.type === 'none') return 'No notice needed'
  if (notice.type === 'single') return lengthText(notice)
  const { initial, duration, later } = notice
  return `${lengthText(initial)} for the first ${lengthText(duration)}, then ${lengthText(later)}`
}

/** The same for a placement. */
export function noticeWords(row: NoticeColumns & { readonly no_right_to_serve_notice: boolean }): string {
  const agreed = noticeText(noticeOf(row))
  return row.no_right_to_serve_notice ? `${agreed}; no right to serve notice` : agreed
}

const length_shape = '(\\d+) (day|week|month)s?'
const single_shape = new RegExp(`^${length_shape}$`)
const stages_shape = new RegExp(`^${length_shape} for the first ${length_shape}, then ${length_shape}$`)

/** The notice of its words, as a change request holds it; null for `Not agreed`. */
export function readNotice(text: string): Notice | null {
  if (text === noticeText({ type: 'none' })) return { type: 'none' }
  const length = (count: string | undefined, unit: string | undefined): NoticeLength => ({
    count: Number(count),
    unit: notice_units.find((one) => one === unit) ?? 'day',
  })
  const single = single_shape.exec(text)
  if (single) return { type: 'single', ...length(single[1], single[2]) }
  const stages = stages_shape.exec(text)
  if (!stages) return null
  const [, a, b, c, d, e, f] = stages
  return { type: 'two_stage', initial: length(a, b), duration: length(c, d), later: length(e, f) }
}

/** The day so far on. */
function addNotice(to: Day, { count, unit }: NoticeLength): Day {
  if (unit === 'month') return addMonths(to, count)
  return addDays(to, unit === 'week' ? count * 7 : count)
}

/** The length that applies: the initial one when the end date falls within the initial duration. */
export function noticeLength(notice: Notice, start_date: Day, end_date: Day): NoticeLength {
  if (notice.type === 'none') return { count: 0, unit: 'day' }
  if (notice.type === 'single') return notice
  // A duration of four weeks from the 2nd is the 2nd to the 29th; the 30th is after it.
  return end_date < addNotice(start_date, notice.duration) ? notice.initial : notice.later
}

type Ending = {
  readonly today: Day
  readonly start_date: Day
  readonly end_date: Day
  readonly no_right_to_serve_notice: boolean
}

/**
 * `before`: the placement ends before notice given today would run out; `on`: that very day; `after`: later;
 * `immediate`: no notice is due. Without a right to serve notice always `before`.
 */
export function classifyNotice(facts: Ending & { readonly notice: Notice }): NoticeClass {
  if (facts.no_right_to_serve_notice) return 'before'
  const length = noticeLength(facts.notice, facts.start_date, facts.end_date)
  if (length.count === 0) return 'immediate'
  if (facts.end_date <= facts.today) return 'before'
  const computed = addNotice(facts.today, length)
  if (facts.end_date === computed) return 'on'
  return facts.end_date < computed ? 'before' : 'after'
}

export type NoticeAtEnd = NoticeClass | 'not_agreed'

/** The class of an end of a placement; without an agreement there is none, unless nobody may serve notice. */
export function noticeAtEnd(row: NoticeColumns & Ending): NoticeAtEnd {
  const notice = noticeOf(row)
  if (notice === null && !row.no_right_to_serve_notice) return 'not_agreed'
  return classifyNotice({ ...row, notice: notice ?? { type: 'none' } })
}

/** In words, as readers see it before they decide. */
export const notice_said: Readonly<Record<NoticeAtEnd, string>> = {
  before: 'Ends before notice runs out',
  on: 'Ends on the day notice runs out',
  after: 'Ends after notice runs out',
  immediate: 'No notice needed',
  not_agreed: 'Notice is not agreed',
}

/** The columns of a placement that hold its notice. */
export const notice_fields = [
  'notice_type',
  'notice_period',
  'notice_period_unit',
  'notice_initial',
  'notice_initial_unit',
  'notice_duration',
  'notice_duration_unit',
  'no_right_to_serve_notice',
] as const
