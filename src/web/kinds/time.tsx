import { formatDayLong, isDay } from '#kernel/day.ts'
import { londonDay, instant as toInstant, toMs } from '#kernel/instant.ts'
import type { Kind } from './kind.ts'

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
})

export function dayText(value: unknown): string {
  const text = typeof value === 'string' ? value.slice(0, 10) : ''
  return isDay(text) ? formatDayLong(text) : ''
}

/** `21 Nov 2025 14:05`, as London's clocks show it wherever the reader is. */
export function instantText(value: unknown): string {
  if (typeof value !== 'string') return ''
  const at = toInstant(value)
  return `${formatDayLong(londonDay(at))} ${clock.format(toMs(at))}`
}

export const day: Kind = {
  width: 120,
  cell: ({ value }) => <span className="numeric">{dayText(value)}</span>,
}
export const instant: Kind = {
  width: 200,
  cell: ({ value }) =>
    typeof value === 'string' ? (
      <time dateTime={value} className="numeric">
        {instantText(value)}
      </time>
    ) : null,
}
