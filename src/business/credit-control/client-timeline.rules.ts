/** Letters, calls and promises of a client in one timeline (experience.md, page 8). Pure. */

import { countText } from '#kernel/count-text.ts'
import type { Day } from '#kernel/day.ts'
import { day, formatDayLong } from '#kernel/day.ts'
import { instant, londonDay } from '#kernel/instant.ts'
import { displayMoney } from '#kernel/money.ts'
import type { PromiseFacts } from '../invoices/invoice-activity.rules.ts'

export interface Letter {
  readonly id: string
  readonly kind: 'manual' | 'scheduled' | 'statement' | 'call'
  readonly on_date: string
  readonly subject: string
  readonly body: string
  readonly invoice_count: number
  readonly recipients: readonly string[]
  readonly user_name: string
}

export interface ClientPromise extends PromiseFacts {
  readonly human_id: string
  readonly invoice_id: string
}

export interface TimelineEntry {
  readonly id: string
  readonly on: Day
  readonly kind: 'mail' | 'call' | 'promise' | 'kept' | 'broken' | 'withdrawn'
  readonly what: string
  readonly detail: string
  /** Words of a call as they were noted. */
  readonly note: string | null
  readonly invoice: { readonly id: string; readonly human_id: string } | null
}

const letter_words = { manual: 'Chased', scheduled: 'Chased by plan', statement: 'Statement' } as const
const ended_words = { kept: 'kept', broken: 'broken', withdrawn: 'withdrawn' } as const

/** Newest first; entries of one day keep their order. */
export function timelineOf(letters: readonly Letter[], promises: readonly ClientPromise[]): TimelineEntry[] {
  const entries = [...letters.map(letterEntry), ...promises.flatMap(promiseEntries)]
  return entries.toSorted((a, b) => (a.on === b.on ? 0 : a.on < b.on ? 1 : -1))
}

function letterEntry(letter: Letter): TimelineEntry {
  const { id, kind, recipients, user_name } = letter
  const base = { id, on: day(letter.on_date), invoice: null }
  if (kind === 'call') {
    const detail = `with ${recipients.join(', ')}, by ${user_name}`
    return { ...base, kind: 'call', what: 'Call', detail, note: letter.body }
  }
  return {
    ...base,
    kind: 'mail',
    what: `${letter_words[kind]}: ${countText(letter.invoice_count, 'invoice')}`,
    detail: `to ${recipients.join(', ')}, by ${user_name}`,
    note: null,
  }
}

function promiseEntries(promise: ClientPromise): TimelineEntry[] {
  const { id, status } = promise
  const base = { note: null, invoice: { id: promise.invoice_id, human_id: promise.human_id } }
  const amount = displayMoney(promise.amount)
  const given = {
    ...base,
    id,
    on: londonDay(instant(promise.created_at)),
    kind: 'promise',
    what: `${amount} promised for ${formatDayLong(day(promise.promised_date))}`,
    detail: [promise.note, `by ${promise.user_name}`].filter(Boolean).join(', '),
  } as const
  if (status === 'open') return [given]
  const ended = {
    ...base,
    id: `${id} ended`,
    on: londonDay(instant(promise.updated_at)),
    kind: status,
    what: `Promise of ${amount} ${ended_words[status]}`,
    detail: '',
  }
  return [ended, given]
}
