/**
 * The reminders of a day, and the next reminder of each document (experience.md, page 8). A plan is a list of days
 * from the due date, negative before it. Pure, so that the preview on screen is the run of the night.
 */
import { countText } from '#kernel/count-text.ts'
import type { Day } from '#kernel/day.ts'
import { addDays } from '#kernel/day.ts'

type PlanStep = { readonly days: number }

/** When a letter of a plan goes: `7 days after the due date`. */
export function stepWords(days: number): string {
  if (days === 0) return 'on the due date'
  const counted = countText(Math.abs(days), 'day')
  return `${counted} ${days < 0 ? 'before' : 'after'} the due date`
}

/** An open client-facing document, with the facts that stop a reminder. */
export type Askable = {
  readonly id: string
  readonly due_date: Day
  readonly is_disputed: boolean
  /** The day until which money is promised; null where nothing is. */
  readonly promised_date: Day | null
  /** Steps of the plan already sent for it. */
  readonly asked: readonly number[]
}

/** The last day without reminders to the client. */
export type Pause = { readonly until: Day } | null

export type Next<S extends PlanStep> = { readonly on: Day; readonly step: S }

/**
 * The next reminder, today or later; null without one. None for a disputed document; from the day after for a promise
 * or a pause. Missed steps are made up by the last of them.
 */
export function nextAsking<S extends PlanStep>(
  document: Askable,
  plan: readonly S[],
  pause: Pause,
  today: Day,
): Next<S> | null {
  if (document.is_disputed) return null
  const from = earliest(document, pause, today)
  const last_asked = Math.max(...document.asked, Number.NEGATIVE_INFINITY)
  const left = plan.filter((step) => step.days > last_asked).sort((a, b) => a.days - b.days)
  const passed = left.filter((step) => addDays(document.due_date, step.days) <= from).at(-1)
  if (passed) return { on: from, step: passed }
  const [first] = left
  return first ? { on: addDays(document.due_date, first.days), step: first } : null
}

function earliest({ promised_date }: Askable, pause: Pause, today: Day): Day {
  const waits = [promised_date, pause?.until ?? null]
    .filter((one) => one !== null)
    .map((one) => addDays(one, 1))
  return [today, ...waits].reduce((latest, one) => (one > latest ? one : latest))
}

/** Today's reminders with their step: one letter to the client holds them all. */
export function askedToday<D extends Askable, S extends PlanStep>(
  documents: readonly D[],
  plan: readonly S[],
  pause: Pause,
  today: Day,
): { readonly document: D; readonly step: S }[] {
  return documents.flatMap((document) => {
    const next = nextAsking(document, plan, pause, today)
    return next && next.on === today ? [{ document, step: next.step }] : []
  })
}

/** Later payments keep a promise; it is broken on the day after its day. */
export function promiseStatus(
  promise: { readonly promised_date: Day; readonly owed: number; readonly paid_since: number },
  today: Day,
): 'open' | 'kept' | 'broken' {
  if (promise.paid_since >= promise.owed) return 'kept'
  return promise.promised_date < today ? 'broken' : 'open'
}

/** The plan for one client: the next letter, and the next reminder of each document. */
export type ChasePreview = {
  /** The day of the next letter; null without one. */
  readonly next_date: string | null
  readonly to: string[]
  readonly subject: string | null
  readonly body_text: string | null
  readonly documents: {
    id: string
    human_id: string
    next_date: string | null
    days: number | null
    why_not: string | null
  }[]
}

/** A plan to begin with: a reminder before, and three letters after the due date. */
export const standard_plan = [
  {
    days: -3,
    subject: 'Invoices from {agency} are due soon',
    body: 'The invoices below are due soon. If you have already arranged the payment, thank you: please ignore this mail.',
  },
  {
    days: 3,
    subject: 'Invoices from {agency} are due',
    body: 'Our records show the invoices below as due and not paid. Please tell us when you will pay, or if there is a problem with one.',
  },
  {
    days: 14,
    subject: 'Overdue invoices from {agency}',
    body: 'The invoices below are overdue. Please pay them now, or tell us today when you will pay.',
  },
  {
    days: 30,
    subject: 'Overdue invoices from {agency}: please pay now',
    body: 'The invoices below are a month overdue. Please pay them now, or give us the day of payment. Otherwise we have to take further steps.',
  },
] as const
