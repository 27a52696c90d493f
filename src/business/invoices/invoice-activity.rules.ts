/**
 * The history of a document, newest first, from facts visible to its reader (experience.md, page 5: Activity). Pure.
 */
import type { Day } from '#kernel/day.ts'
import { day, formatDayLong } from '#kernel/day.ts'
import { instant, londonDay } from '#kernel/instant.ts'
import type { Money } from '#kernel/money.ts'
import { displayMoney } from '#kernel/money.ts'

/** A debtor's promise to pay. */
export interface PromiseFacts {
  readonly id: string
  readonly amount: Money
  readonly promised_date: string
  readonly status: 'open' | 'kept' | 'broken' | 'withdrawn'
  readonly note: string | null
  readonly user_name: string
  readonly created_at: string
  readonly updated_at: string
}

export interface DocumentFacts {
  readonly raised_date: string
  readonly matches: readonly {
    readonly id: string
    /** Of the receipt or payment; null where the reader does not have it. */
    readonly human_id: string | null
    readonly amount: Money
    readonly post_date: string
    readonly reversal_date: string | null
    readonly reversal_reason: string | null
  }[]
  readonly credit_notes: readonly {
    readonly id: string
    readonly human_id: string
    readonly total: Money
    readonly raised_date: string
  }[]
  /** Its reminders; for agency and provider. */
  readonly letters: readonly {
    readonly id: string
    readonly kind: keyof typeof letter_words
    readonly on_date: string
    readonly recipients: readonly string[]
    readonly user_name: string
  }[]
  readonly promises: readonly PromiseFacts[]
  /** Of the audit log; administrators of agency and provider. */
  readonly audits: readonly {
    readonly id: number
    readonly at: string
    readonly action_id: string
    readonly new_values: Readonly<Record<string, unknown>> | null
  }[]
}

interface Happened {
  readonly id: string
  readonly on: Day
  readonly what: string
  readonly detail: string | null
}

const letter_words = {
  manual: 'Chased',
  scheduled: 'Chased by plan',
  statement: 'On a statement of account',
  call: 'Called',
} as const
const promise_words = {
  kept: 'Promise kept',
  broken: 'Promise broken',
  withdrawn: 'Promise withdrawn',
} as const

const dayOf = (at: string): Day => londonDay(instant(at))
const joined = (...parts: readonly (string | null | undefined)[]): string | null =>
  parts.filter(Boolean).join(', ') || null

/** Newest first; on one day in this order: raised, credited, reminded, promised, paid. */
export function activityOf(facts: DocumentFacts): Happened[] {
  const all: Happened[] = [
    { id: 'raised', on: day(facts.raised_date), what: 'Raised', detail: null },
    ...facts.audits.flatMap(auditStep),
    ...facts.credit_notes.map((note) => ({
      id: note.id,
      on: day(note.raised_date),
      what: `Credited by ${note.human_id}`,
      detail: displayMoney(note.total),
    })),
    ...facts.letters.map((letter) => ({
      id: letter.id,
      on: day(letter.on_date),
      what: letter_words[letter.kind],
      detail: joined(`to ${letter.recipients.join(', ')}`, `by ${letter.user_name}`),
    })),
    ...facts.promises.flatMap(promiseSteps),
    ...facts.matches.flatMap(matchSteps),
  ]
  return all
    .map((one, at) => ({ one, at }))
    .sort((a, b) => (a.one.on === b.one.on ? b.at - a.at : a.one.on < b.one.on ? 1 : -1))
    .map(({ one }) => one)
}

function matchSteps(match: DocumentFacts['matches'][number]): Happened[] {
  const amount = displayMoney(match.amount)
  const matched = {
    id: match.id,
    on: day(match.post_date),
    what: match.human_id ? `Matched with ${match.human_id}` : 'Matched',
    detail: amount,
  }
  if (match.reversal_date === null) return [matched]
  const reversed = {
    id: `${match.id} reversed`,
    on: day(match.reversal_date),
    what: match.human_id ? `Match with ${match.human_id} reversed` : 'Match reversed',
    detail: joined(amount, match.reversal_reason),
  }
  return [matched, reversed]
}

function promiseSteps(promise: DocumentFacts['promises'][number]): Happened[] {
  const amount = displayMoney(promise.amount)
  const given = {
    id: promise.id,
    on: dayOf(promise.created_at),
    what: `${amount} promised for ${formatDayLong(day(promise.promised_date))}`,
    detail: joined(promise.note, `by ${promise.user_name}`),
  }
  if (promise.status === 'open') return [given]
  const ended = {
    id: `${promise.id} ended`,
    on: dayOf(promise.updated_at),
    what: promise_words[promise.status],
    detail: amount,
  }
  return [given, ended]
}

function auditStep(entry: DocumentFacts['audits'][number]): Happened[] {
  const step = (what: string, detail: unknown): Happened[] => [
    {
      id: `audit ${entry.id}`,
      on: dayOf(entry.at),
      what,
      detail: typeof detail === 'string' && detail !== '' ? detail : null,
    },
  ]
  const values = entry.new_values ?? {}
  switch (entry.action_id) {
    case 'transaction.invoice.send':
      return step('Sent by mail', Array.isArray(values.sent_to) ? `to ${values.sent_to.join(', ')}` : null)
    case 'transaction.invoice.dispute':
      return step('Disputed', values.dispute_reason)
    case 'transaction.invoice.assign_dispute':
      return step('Dispute given to', values.owner)
    case 'transaction.invoice.resolve_dispute':
      return step('Dispute resolved', values.resolution ?? null)
    default:
      return []
  }
}
