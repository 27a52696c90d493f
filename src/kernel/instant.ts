/**
 * A moment, as ISO 8601 text in UTC with milliseconds (`2026-03-29T01:30:00.000Z`), so that it
 * compares as text. Only this file and clock.ts touch Date; a guard keeps it so.
 */
import { assert } from './assert.ts'
import type { Day } from './day.ts'
import { day } from './day.ts'
import { invalid } from './errors.ts'
import { validationText } from './messages.ts'

export type Instant = string & { readonly __brand: 'Instant' }

const london = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** Any ISO text with a zone (PostgreSQL's included) as an instant. Throws `invalid` on `field`. */
export function instant(text: string, field = 'time'): Instant {
  const hasZone = /(Z|[+-]\d{2}(:?\d{2})?)$/.test(text)
  const iso = text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')
  const ms = hasZone ? Date.parse(iso) : Number.NaN
  if (Number.isNaN(ms)) throw invalid({ [field]: validationText.matches })
  return instantFromMs(ms)
}

export function instantFromMs(epoch_ms: number): Instant {
  assert(Number.isFinite(epoch_ms), 'epoch milliseconds are a number')
  return new Date(epoch_ms).toISOString() as Instant // toISOString is the form of the brand.
}

/** A moment of an HTTP header (`Sun, 22 Nov 2026 10:20:00 GMT`); null for other texts. */
export function fromHttpDate(text: string): Instant | null {
  const ms = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  return Number.isNaN(ms) ? null : instantFromMs(ms)
}

export function toMs(at: Instant): number {
  return Date.parse(at)
}

/** For libraries that take nothing else. */
export const toDate = (at: Instant): Date => new Date(at)

function londonParts(at: Instant): Record<string, string> {
  const parts = london.formatToParts(toMs(at))
  return Object.fromEntries(parts.map((part) => [part.type, part.value]))
}

/** The last answer of `londonDay`: the offset of London is in whole hours, so one hour of UTC has one day. */
let known: { readonly utc_hour: string; readonly day: Day } | undefined

/** The calendar day in London at that moment: every business day of the product is one of these. */
export function londonDay(at: Instant): Day {
  const utc_hour = at.slice(0, 13)
  if (known?.utc_hour === utc_hour) return known.day
  const parts = londonParts(at)
  known = { utc_hour, day: day(`${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}`) }
  return known.day
}

/** `DD/MM/YYYY HH:mm`, London time. */
export function formatInstant(at: Instant): string {
  const parts = londonParts(at)
  return `${parts.day}/${parts.month}/${parts.year} ${parts.hour}:${parts.minute}`
}
