/** The steps of tasks and notices in a person's own inbox (people: notifications). Pure. */
import { addDays, compareDays, type Day, weekday } from '#kernel/day.ts'
import type { Instant } from '#kernel/instant.ts'
import { londonTime } from '#kernel/london-time.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { kindFacts } from '../platform/notification-kinds.rules.ts'
import { transitions } from '../shared/transitions.rules.ts'

export type InboxRow = {
  readonly kind: string
  readonly class: 'task' | 'notice'
  readonly status: 'open' | 'snoozed' | 'done'
}

export const SNOOZE_DAYS_MAX = 30
const SNOOZE_HOUR = '08:00'

/** A task ends with its record, unless its kind lets the person end it. */
const endsByHand =
  (words: string) =>
  (row: InboxRow): Verdict =>
    row.class === 'notice' ||
    kindFacts(row.kind)?.can_done === true ||
    refuse('precondition', `This task ${words} with its record`)

const canMove = (row: InboxRow): Verdict => {
  if (row.class === 'notice') return refuse('precondition', 'A notice is not a task')
  return row.kind !== 'job_problems' || refuse('precondition', 'This task stays with the person who began it')
}

const alive = ['open', 'snoozed'] as const

export const { can } = transitions<'done' | 'reopen' | 'snooze' | 'assign', InboxRow>(
  {
    name: () => 'This',
    misfit: ({ status }) =>
      refuse('conflict', status === 'done' ? 'This is done already' : 'This is open already'),
  },
  {
    done: { from: alive, to: 'done', done: 'done', before: endsByHand('ends') },
    /** Opens a row again that the person ended. */
    reopen: { from: ['done'], to: 'open', done: 'opened again', before: endsByHand('ended') },
    snooze: { from: alive, to: 'snoozed', done: 'snoozed' },
    assign: { from: alive, to: null, done: 'assigned', before: canMove },
  },
)

/** A day at 08:00 in London, from tomorrow on. Null: not such a day. */
export function snoozedUntil(until: Day, today: Day): Instant | null {
  const isPossible = compareDays(until, today) > 0 && compareDays(until, addDays(today, SNOOZE_DAYS_MAX)) <= 0
  return isPossible ? londonTime(until, SNOOZE_HOUR) : null
}

/** The Monday after today. */
export const nextMonday = (today: Day): Day => addDays(today, 8 - weekday(today))
