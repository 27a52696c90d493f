/** The end of a rate: both its sides end on one day, and later versions fall away. Pure. */
import type { Day } from '#kernel/day.ts'
import { leftOf, type RateVersion, type Span } from '../../rates/rate-version.rules.ts'

/** The last day of a rate by its versions; null while it has no end. */
export function lastDayOf(own: readonly Pick<RateVersion, 'effective_to'>[]): Day | null {
  const ends = own.map(({ effective_to }) => effective_to)
  return ends.some((one) => one === null) ? null : (ends.toSorted().at(-1) ?? null)
}

/** The versions afterwards. */
export const endRate = <Version extends Span & Pick<RateVersion, 'group_id'>>(
  versions: readonly Version[],
  group_id: string,
  last: Day,
): readonly Version[] =>
  versions
    .filter((one) => one.group_id !== group_id || one.effective_from <= last)
    .map((one) =>
      one.group_id === group_id && (one.effective_to === null || one.effective_to > last)
        ? { ...one, effective_to: last }
        : one,
    )

/** Days of the span on which no rate is in force. */
export const uncoveredBy = (versions: readonly Span[], span: Span): readonly Span[] =>
  span.effective_to !== null && span.effective_to < span.effective_from ? [] : leftOf(span, versions)
