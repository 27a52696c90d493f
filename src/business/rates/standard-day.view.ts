/** The standard day of a rate in one line; empty for that of the placement. */
import { formatUnits } from '#kernel/rate.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { standardDayOf } from './standard-day.rules.ts'

export function standardDayCell({ value_jsonb_object }: ListRow): string {
  const own = standardDayOf(value_jsonb_object)
  return own === null ? '' : `${formatUnits(own)} hours`
}
