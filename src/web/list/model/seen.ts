/** Decisions on values that may change while their list is open (decision 0175). */
import { instant, toMs } from '#kernel/instant.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import type { BulkAction, ListRow } from './list.ts'

type Seen = BulkAction['seen']

const momentOf = (row: ListRow, field: string): number => {
  const value = row[field]
  return typeof value === 'string' ? toMs(instant(value)) : Number.NEGATIVE_INFINITY
}

/** A row whose values are newer than the chosen ones is not decided on. */
export const isAsChosen = (seen: Seen, chosen: ListRow, now: ListRow): Verdict =>
  seen === undefined ||
  momentOf(now, seen.field) <= momentOf(chosen, seen.field) ||
  refuse('conflict', 'Changed since you selected it')

/** The newest moment of the chosen rows, under its key of the verb's input. */
export function newestInput(seen: Seen, chosen: readonly ListRow[]): Readonly<Record<string, string>> {
  if (seen === undefined) return {}
  const newest = chosen
    .flatMap((row) => {
      const value = row[seen.field]
      return typeof value === 'string' ? [value] : []
    })
    .reduce<string | null>((a, b) => (a !== null && toMs(instant(a)) >= toMs(instant(b)) ? a : b), null)
  return newest === null ? {} : { [seen.as]: newest }
}
