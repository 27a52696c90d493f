import type { Place } from '#web/core/place.ts'

/**
 * The page of the help centre for a page of ours: `https://help.example.org/agency/transaction/timesheet`. Ids stay
 * here: the centre belongs to somebody else.
 */
export function helpPage(help_url: string, place: Pick<Place, 'category' | 'path'> | null): string {
  const start = help_url.replace(/\/+$/, '')
  return place === null ? start : `${start}/${place.category}/${place.path}`
}

/** Our own help about a page, at its heading. */
export const ownHelp = (place: Pick<Place, 'category' | 'path'>): string =>
  `/help/${place.category}?page=${encodeURIComponent(place.path)}`
