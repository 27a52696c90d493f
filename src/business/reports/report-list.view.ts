/** Ranges of dates that reports offer, and addresses of filtered lists. */
import type { FilterBy } from '#entity/filter.ts'
import { encodeListState } from '#entity/url-codec.ts'

/** Spec §2: all payments and custom dates start here. */
export const first_day = '2018-01-01'

/** Spec §2, the ranges; `custom` comes last. */
export const ranges = [
  { label: 'Last 7 days', from: 'today-7' },
  { label: 'Last 30 days', from: 'today-30' },
  { label: 'Last 60 days', from: 'today-60' },
  { label: 'Last 90 days', from: 'today-90' },
  { label: 'Last 1 year', from: 'today-365' },
  { label: 'Select all Payments', from: first_day },
] as const

/** The default of a report's list: the last seven days. */
export const last_7_days = { from: 'today-7', to: 'today' } as const

/** A page of a list with these filters and the rest of its address. */
export function addressOf(
  path: string,
  filter_by: FilterBy | null,
  own: Record<string, string> = {},
): string {
  const state = encodeListState({ group_by: null, filter_by, sort_by: null, search: '' })
  return `${path}?${new URLSearchParams({ ...own, ...state } as Record<string, string>)}` // Left-out keys are not in the object.
}
