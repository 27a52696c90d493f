import { labelIn } from '#entity/choices.ts'
import type { Condition } from '#entity/filter.ts'
import { no_value, resolveDay, upcoming_wednesday } from '#entity/filter.ts'
import type { Day } from '#kernel/day.ts'
import { formatDayLong } from '#kernel/day.ts'
import type { DayPreset, Filterable } from './filterable.ts'

/** Presets of a range of days; kept relative, so that a saved address stays true tomorrow. */
const day_presets = [
  { label: 'Today', from: 'today', to: 'today' },
  { label: 'Last 7 days', from: 'today-7', to: 'today' },
  { label: 'Last 30 days', from: 'today-30', to: 'today' },
  { label: 'Last 90 days', from: 'today-90', to: 'today' },
  { label: 'Upcoming Wednesday', from: upcoming_wednesday, to: upcoming_wednesday },
  { label: 'Next 7 days', from: 'today', to: 'today+7' },
  { label: 'Next 30 days', from: 'today', to: 'today+30' },
] as const satisfies readonly DayPreset[]

/** Periods that a filter offers: its own, or the usual ones as far as they may be chosen. */
export function presetsOf(filter: Filterable): readonly DayPreset[] {
  if (filter.presets) return filter.presets
  return filter.max === 'today'
    ? day_presets.filter((one) => !one.to.includes('+') && one.to !== upcoming_wednesday)
    : day_presets
}

/** Fallback for ids without a loaded name. */
const idText = (value: string) => (value === no_value ? 'None' : '…')

/** Text of a condition for its chip, with the names of picked ids. */
export function conditionText(
  filter: Filterable,
  condition: Condition,
  today: Day,
  names: Readonly<Record<string, string>> = {},
): string {
  if ('contains' in condition) return `“${condition.contains}”`
  if ('is' in condition) return condition.is ? 'Yes' : 'No'
  if ('in' in condition) {
    const words = condition.in.map(
      (value) =>
        names[value] ??
        (filter.shape.kind === 'uuid' ? idText(value) : labelIn(filter.shape.choices ?? [], value)),
    )
    return words.length > 3
      ? `${words.slice(0, 2).join(', ')} and ${words.length - 2} more`
      : words.join(', ')
  }
  const preset = [...(filter.presets ?? []), ...day_presets].find(
    (one) => one.from === condition.from && one.to === condition.to,
  )
  if (preset) return preset.label
  const end = (text: string | undefined) => {
    if (text === undefined) return null
    const day =
      filter.shape.kind === 'day' || filter.shape.kind === 'instant' ? resolveDay(text, today) : null
    return day ? formatDayLong(day) : text
  }
  const [from, to] = [end(condition.from), end(condition.to)]
  if (from && to) return from === to ? from : `${from} – ${to}`
  return from ? `from ${from}` : `up to ${to ?? ''}`
}
