/** Rates change by version, never in place (spec §4, rate versions; spec §5, rate overlap). */
import type { Day } from '#kernel/day.ts'
import { addDays, formatDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { Rate4 } from '#kernel/rate.ts'
import type { HolidayPay } from './holiday-pay.rules.ts'

type RateSubType = 'contractor_rate' | 'client_rate'
export type RateUnit = 'hourly' | 'daily' | 'monthly' | 'custom'

export type RateVersion = {
  readonly id: string
  readonly name: string
  /** A contractor rate and a client rate of one kind of work share it. */
  readonly group_id: string
  readonly sub_type: RateSubType
  readonly value_text: RateUnit
  readonly value_numeric: Rate4
  readonly effective_from: Day
  /** Set where the rate has a standard day of its own. */
  readonly standard_units?: string | null
  /** Of a contractor rate with an allowance. */
  readonly holiday?: HolidayPay | null
  /** Null: in force until further notice. */
  readonly effective_to: Day | null
}

export type Span = Pick<RateVersion, 'effective_from' | 'effective_to'>

export function isInForce(span: Span, on: Day): boolean {
  return span.effective_from <= on && (span.effective_to === null || span.effective_to >= on)
}

export function spansOverlap(a: Span, b: Span): boolean {
  const a_reaches_b = a.effective_to === null || a.effective_to >= b.effective_from
  const b_reaches_a = b.effective_to === null || b.effective_to >= a.effective_from
  return a_reaches_b && b_reaches_a
}

/** Every day of the inner span is in the outer one. */
export function spans(outer: Span, inner: Span): boolean {
  if (outer.effective_from > inner.effective_from) return false
  if (outer.effective_to === null) return true
  return inner.effective_to !== null && outer.effective_to >= inner.effective_to
}

/** Versions of one rate: same name, group and sub type. */
function isSameRate(a: RateVersion, b: RateVersion): boolean {
  return a.name === b.name && a.group_id === b.group_id && a.sub_type === b.sub_type
}

/** Spec §5: same name, group and sub type, and overlapping dates. */
export function areRelated(a: RateVersion, b: RateVersion): boolean {
  return isSameRate(a, b) && spansOverlap(a, b)
}

type RateChange = {
  /** Ended the day before the new version begins. */
  readonly closed: readonly { readonly id: string; readonly effective_to: Day }[]
  /** Begun the day after the new version ends. */
  readonly moved: readonly { readonly id: string; readonly effective_from: Day }[]
  /** Wholly covered by the new version. */
  readonly dropped: readonly string[]
  /** All versions afterwards, the new one last. */
  readonly versions: readonly RateVersion[]
}

/**
 * A new version closes an overlapping older one on the day before its own start and replaces it; a
 * wholly covered one is dropped (spec §4). One that begins under the new version and outlives it,
 * a case the specification leaves open, begins the day after, so that no day has two (I9).
 */
export function addVersion(existing: readonly RateVersion[], fresh: RateVersion): RateChange {
  const closed: { id: string; effective_to: Day }[] = []
  const moved: { id: string; effective_from: Day }[] = []
  const dropped: string[] = []
  const kept = existing.flatMap((old): RateVersion[] => {
    if (old.id === fresh.id || !areRelated(old, fresh)) return old.id === fresh.id ? [] : [old]
    if (old.effective_from < fresh.effective_from) {
      const effective_to = addDays(fresh.effective_from, -1)
      closed.push({ id: old.id, effective_to })
      return [{ ...old, effective_to }]
    }
    if (fresh.effective_to === null || spans(fresh, old)) {
      dropped.push(old.id)
      return []
    }
    const effective_from = addDays(fresh.effective_to, 1)
    moved.push({ id: old.id, effective_from })
    return [{ ...old, effective_from }]
  })
  return { closed, moved, dropped, versions: [...kept, fresh] }
}

/** The version in force on a day, or null. */
export function rateOn(
  versions: readonly RateVersion[],
  group_id: string,
  sub_type: RateSubType,
  on: Day,
): RateVersion | null {
  const found = versions.filter((v) => v.group_id === group_id && v.sub_type === sub_type && isInForce(v, on))
  return found.at(-1) ?? null
}

type CoverageGap = Span & { readonly group_id: string; readonly lacks: RateSubType }

/** The days of the span that none of the others covers. */
export function leftOf(span: Span, others: readonly Span[]): Span[] {
  return others.reduce<Span[]>(
    (left, other) =>
      left.flatMap((part) => {
        if (!spansOverlap(part, other)) return [part]
        const before =
          part.effective_from < other.effective_from
            ? [{ effective_from: part.effective_from, effective_to: addDays(other.effective_from, -1) }]
            : []
        const goes_on =
          other.effective_to !== null && !spans(other, { ...part, effective_from: other.effective_from })
        const after =
          goes_on && other.effective_to !== null
            ? [{ effective_from: addDays(other.effective_to, 1), effective_to: part.effective_to }]
            : []
        return [...before, ...after]
      }),
    [span],
  )
}

/** Days of a rate on which its other side has none: pay without a charge, or the reverse. */
export function coverageGaps(versions: readonly RateVersion[]): CoverageGap[] {
  return versions.flatMap((one) => {
    const lacks = one.sub_type === 'client_rate' ? 'contractor_rate' : 'client_rate'
    const others = versions.filter((v) => v.group_id === one.group_id && v.sub_type === lacks)
    return leftOf(one, others).map(({ effective_from, effective_to }) => ({
      group_id: one.group_id,
      lacks,
      effective_from,
      effective_to,
    }))
  })
}

export function gapMessage({ lacks, effective_from, effective_to }: CoverageGap): string {
  const side = lacks === 'client_rate' ? 'client' : 'contractor'
  const until = effective_to === null ? 'and after' : `to ${formatDay(effective_to)}`
  return `No ${side} rate covers ${formatDay(effective_from)} ${until}`
}

/** Gaps by the place of their rate among those of the placement, Standard first. */
export function coverageErrors(versions: readonly RateVersion[]): FieldErrors {
  const names = new Map(versions.map(({ group_id, name }) => [group_id, name]))
  const groups = [...names].sort(([, a], [, b]) => compareRateNames(a, b)).map(([group_id]) => group_id)
  return Object.fromEntries(
    coverageGaps(versions).map((gap) => [
      `rates.${groups.indexOf(gap.group_id)}.effective_to`,
      gapMessage(gap),
    ]),
  )
}

/** Standard first, then by name (spec §3). */
export function compareRateNames(a: string, b: string): number {
  if (a === b) return 0
  if (a === 'Standard') return -1
  if (b === 'Standard') return 1
  return a < b ? -1 : 1
}

/** The message is under the edited field (spec §5). Equal rates are allowed. */
export function ratePairErrors(contractor_rate: Rate4, client_rate: Rate4, edited: RateSubType): FieldErrors {
  if (contractor_rate <= client_rate) return {}
  return edited === 'contractor_rate'
    ? { contractor_rate: validationText.contractor_rate_above_client }
    : { client_rate: validationText.client_rate_below_contractor }
}

/** A new rate as typed, on a new placement or added to one in force. */
export type TypedRateFields = {
  readonly name: string
  readonly unit_type: string
  readonly contractor_rate: string
  readonly client_rate: string
  /** Hours of a standard day. Empty: the placement's hours. */
  readonly standard_units: string
  readonly effective_to: string
}

/** Rates of a placement's form that are not typed yet, keyed `rates.{index}.client_rate`. */
export function missingRateErrors(
  rates: readonly { readonly contractor_rate: string; readonly client_rate: string }[],
): FieldErrors {
  const missing = rates.flatMap((rate, i) =>
    (['contractor_rate', 'client_rate'] as const)
      .filter((field) => rate[field].trim() === '')
      .map((field) => [`rates.${i}.${field}`, validationText.required]),
  )
  return Object.fromEntries(missing)
}

/**
 * Names of a placement's rates are unique, whatever their case; keyed `rates.{index}.name`. Rates of one name in another
 * unit are a combo (decision 0077). Spec §5 has two wordings: the title is for a rate that repeats name and unit.
 */
export function rateNameErrors(
  rates: readonly { readonly name: string; readonly unit_type: string }[],
): FieldErrors {
  const before = new Map<string, { name: string; units: string[] }>()
  const errors: Record<string, string> = {}
  rates.forEach(({ name, unit_type }, i) => {
    const key = name.trim().toLowerCase()
    const same = before.get(key)
    if (key === '') errors[`rates.${i}.name`] = validationText.required
    else if (same?.units.includes(unit_type))
      errors[`rates.${i}.name`] = validationText.rate_name_unique_title
    else if (same && same.name !== name.trim()) errors[`rates.${i}.name`] = validationText.rate_name_unique
    before.set(key, { name: same?.name ?? name.trim(), units: [...(same?.units ?? []), unit_type] })
  })
  return errors
}
