/** The standard day of a rate in one line; empty for that of the placement. */
import { formatUnits, units } from '#kernel/rate.ts'
import type { ListRow } from '#web/list/model/list.ts'

export function standardDayCell({ value_jsonb_object }: ListRow): string {
  const { standard_units } = (value_jsonb_object ?? {}) as { readonly standard_units?: unknown } // Written with the rate.
  return typeof standard_units === 'string' ? `${formatUnits(units(standard_units))} hours` : ''
}
