/** A requested change compared with the placement: the differences and their faults (spec §5). */
import { z } from 'zod'
import { addDays, type Day, day, formatDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { BookDays } from '#kernel/money-day.ts'
import { dayInput, endMessage } from '../../parties/party-input.server.ts'
import { noticeText } from '../../placements/notice/notice-period.rules.ts'
import { addVersion, coverageGaps, gapMessage, type RateVersion } from '../../rates/rate-version.rules.ts'
import {
  type Change,
  type FactField,
  fact_labels,
  facts_of,
  type RequestedChanges,
  rate_fields,
} from '../request/change-request.rules.ts'
import type { ChangesInput } from './changes-input.server.ts'
import { addedRates, endedRates, leftWithout, versionsAfter } from './pair-changes.server.ts'
import { permFaults, readFee } from './perm-change.rules.ts'
import { rateChanges } from './rate-changes.server.ts'
import { type Placement, type Standing, versionOf, type Work, yesOrNo } from './standing-placement.server.ts'
import { isDatedTerm, termFaults, termsFromFault } from './temp-terms.rules.ts'

/** The changes of a request as its row holds them; null for one that this verb did not write. */
const stored = z.object({
  effective_from: dayInput.nullable(),
  changes: z
    .array(
      z.object({
        field: z.enum([...facts_of.temp_placement, ...facts_of.perm_placement, ...rate_fields]),
        group_id: z.string().optional(),
        name: z.string().optional(),
        old: z.string().nullable(),
        new: z.string().nullable(),
      }),
    )
    .min(1),
})

/** The stored changes of a request; null where it is not about a placement. */
export function storedChanges(data: unknown): RequestedChanges | null {
  const found = stored.safeParse(data)
  if (!found.success) return null
  const { effective_from, changes } = found.data
  return { effective_from: effective_from === null ? null : day(effective_from), changes }
}

/** Facts that a placement of this kind does not change by request. */
const foreignFacts = (input: ChangesInput, own: readonly FactField[]) =>
  (Object.keys(fact_labels) as FactField[]).filter(
    (field) => input[field] !== undefined && !own.includes(field),
  ) // Its own keys.

/** As the request holds it: text, or null for nothing; undefined where it was not asked for, or is no fact. */
function askedFact(
  input: ChangesInput,
  field: FactField,
  placement: Placement,
  errors: Record<string, string>,
): string | null | undefined {
  if (field === 'notice') return input.notice === undefined ? undefined : noticeText(input.notice)
  const asked = input[field]
  if (typeof asked === 'boolean') return yesOrNo(asked)
  if (field !== 'placement_fee' || typeof asked !== 'string') return asked
  const read = readFee(asked, input.currency ?? placement.currency)
  if (typeof read === 'string') return read
  Object.assign(errors, read)
  return undefined
}

/** The differences from the placement, with every fault by its field. */
export function requestedChanges(
  input: ChangesInput,
  standing: Standing,
  work: Work,
  days: BookDays,
): RequestedChanges & { readonly errors: FieldErrors } {
  const { placement } = standing
  const errors: Record<string, string> = {}
  const facts: readonly FactField[] = facts_of[placement.type]
  for (const field of foreignFacts(input, facts)) errors[field] = validationText.matches
  const changes = facts.flatMap((field): Change[] => {
    const asked = askedFact(input, field, placement, errors)
    return asked === undefined || asked === placement[field]
      ? []
      : [{ field, old: placement[field], new: asked }]
  })
  const end = changes.find((change) => change.field === 'end_date')
  if (end) {
    const early = endMessage(placement.start_date, end.new)
    if (early !== null) errors.end_date = early
    else if (end.new !== null && work.worked_to !== null && end.new < work.worked_to)
      errors.end_date = validationText.min_date(formatDay(addDays(work.worked_to, -1)))
  }
  Object.assign(errors, permFaults(placement, changes, days), termFaults(placement, changes))
  const effective_from = input.effective_from === undefined ? null : day(input.effective_from)
  // Read by dayInput.
  const until = end ? (end.new as Day | null) : placement.end_date
  const rates = rateChanges(input, standing, effective_from, errors)
  const pairs = pairChanges(input, standing, { from: effective_from, end: until }, work, errors)
  if (effective_from !== null) Object.assign(errors, gapsAfter(input, standing, rates, effective_from))
  const begins = rates.length > 0 || input.added_rates.length > 0
  if (begins && effective_from !== null) {
    const fault = fromMessage(effective_from, until, standing, work)
    if (fault !== null) errors.effective_from = fault
  }
  const terms_fault = termsFromFault(placement, changes, effective_from, work.worked_to)
  if (terms_fault !== null) errors.effective_from ??= terms_fault
  const is_dated = begins || changes.some(({ field }) => isDated(placement, field))
  return {
    changes: [...changes, ...rates, ...pairs],
    effective_from: is_dated ? effective_from : null,
    errors,
  }
}

/** Rates that end, and rates that are added. */
function pairChanges(
  input: ChangesInput,
  { placement, versions }: Standing,
  days: { readonly from: Day | null; readonly end: Day | null },
  { rates_worked_to }: Work,
  errors: Record<string, string>,
): Change[] {
  if (placement.type !== 'temp_placement') {
    if (input.added_rates.length > 0) errors.added_rates = validationText.matches
    return []
  }
  const ended = endedRates(input, versions, days, rates_worked_to, errors)
  const added = addedRates(input, versionsAfter(versions, ended, days), days, errors)
  Object.assign(errors, leftWithout(input, versions, [...ended, ...added], days))
  return [...ended, ...added]
}

const isDated = ({ type }: Placement, field: string) => type === 'temp_placement' && isDatedTerm(field)

/** Days from the new rates on that one side would be without. */
function gapsAfter(
  { rates: asked }: ChangesInput,
  standing: Standing,
  changes: readonly Change[],
  from: Day,
): FieldErrors {
  const versions = changes.reduce<readonly RateVersion[]>((before, change, i) => {
    const old = versionOf(before, change, from)
    return old === null
      ? before
      : addVersion(before, { ...old, id: `new ${i}`, effective_from: from }).versions
  }, standing.versions)
  const gaps = coverageGaps(versions).filter(
    ({ effective_to }) => effective_to === null || effective_to >= from,
  )
  return Object.fromEntries(
    gaps.flatMap((gap) => {
      const at = asked.findIndex(({ group_id }) => group_id === gap.group_id)
      return at < 0 ? [] : [[`rates.${at}.effective_to`, gapMessage(gap)]]
    }),
  )
}

/** Why new rates may not begin on this day: before the placement, after it, or under work that is priced already. */
export function fromMessage(
  from: Day,
  end: Day | null,
  { placement }: Standing,
  { priced_to }: { readonly priced_to: Day | null },
): string | null {
  const before = priced_to !== null && priced_to >= placement.start_date ? priced_to : null
  if (before !== null && from <= before) return validationText.min_date(formatDay(before))
  if (from < placement.start_date)
    return validationText.min_date(formatDay(addDays(placement.start_date, -1)))
  return end !== null && from > end ? validationText.max_date(formatDay(addDays(end, 1))) : null
}
