/** Rates that a request adds to a placement in force, and rates that it ends (decision 0212). */
import { addDays, type Day, day, formatDay } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import { formatRate, rate, toNumericText, units } from '#kernel/rate.ts'
import { endMessage } from '../../parties/party-input.server.ts'
import {
  type HolidayPay,
  holidayOfText,
  holidayText,
  paidWith,
  readHolidayPay,
} from '../../rates/holiday-pay.rules.ts'
import { rateErrors } from '../../rates/insert-rates.server.ts'
import { type RateVersion, rateNameErrors, spansOverlap } from '../../rates/rate-version.rules.ts'
import type { Change } from '../request/change-request.rules.ts'
import type { AddedRate, ChangesInput } from './changes-input.server.ts'
import { endRate, lastDayOf, uncoveredBy } from './rate-end.rules.ts'

type Errors = Record<string, string>
type Days = { readonly from: Day | null; readonly end: Day | null }

/** The last days of rates that end; faults are added under the form's fields. */
export function endedRates(
  { rates }: Pick<ChangesInput, 'rates'>,
  versions: readonly RateVersion[],
  { from, end }: Days,
  worked: Readonly<Record<string, Day>>,
  errors: Errors,
): Change[] {
  return rates.flatMap(({ group_id, effective_to, ...facts }, i): Change[] => {
    const own = versions.filter((one) => one.group_id === group_id)
    const [first] = own
    if (effective_to === undefined || first === undefined) return []
    const last = day(effective_to)
    const stands = lastDayOf(own)
    if (last === stands) return []
    const is_changed = Object.keys(facts).length > 0 && from !== null && from > first.effective_from
    const work = worked[group_id]
    const latest = stands ?? end
    const fault =
      endMessage(is_changed ? from : first.effective_from, last) ??
      (work !== undefined && last < work ? validationText.min_date(formatDay(addDays(work, -1))) : null) ??
      (latest !== null && last > latest ? validationText.max_date(formatDay(addDays(latest, 1))) : null)
    if (fault !== null) errors[`rates.${i}.effective_to`] = fault
    return fault === null ? [{ field: 'last_day', group_id, name: first.name, old: stands, new: last }] : []
  })
}

/** The rates of a placement after the request: without ended rates, with added rates. */
export function versionsAfter(
  versions: readonly RateVersion[],
  changes: readonly Change[],
  { from, end }: Days,
): readonly RateVersion[] {
  const ended = changes.reduce<readonly RateVersion[]>(
    (all, { field, group_id, new: last }) =>
      field === 'last_day' && last !== null ? endRate(all, group_id ?? '', day(last)) : all,
    versions,
  )
  if (from === null) return ended
  const added = changes.filter(({ field }) => field === 'unit').map(({ group_id }) => group_id ?? '')
  return [...ended, ...added.flatMap((group_id) => pairOf(changes, group_id, { from, end }))]
}

/** Both versions of an added rate. */
export function pairOf(
  changes: readonly Change[],
  group_id: string,
  { from, end }: { readonly from: Day; readonly end: Day | null },
): RateVersion[] {
  const own = changes.filter((one) => one.group_id === group_id)
  const asked = (field: Change['field']) => own.find((one) => one.field === field)?.new ?? null
  const last = asked('last_day')
  return (['contractor_rate', 'client_rate'] as const).map((sub_type) => ({
    id: `${group_id} ${sub_type}`,
    group_id,
    name: own[0]?.name ?? '',
    sub_type,
    value_text: asked('unit') as RateVersion['value_text'], // Written by addedRates.
    value_numeric: rate(asked(sub_type) ?? ''),
    effective_from: from,
    effective_to: last === null ? end : day(last),
    standard_units: asked('standard_units'),
    holiday: sub_type === 'contractor_rate' ? holidayOfText(asked('holiday_pay')) : null,
  }))
}

/** Days of the placement that an end leaves without any rate, under the rate that ends. */
export function leftWithout(
  { rates }: Pick<ChangesInput, 'rates'>,
  before: readonly RateVersion[],
  changes: readonly Change[],
  days: Days,
): Errors {
  const after = versionsAfter(before, changes, days)
  return Object.fromEntries(
    changes.flatMap(({ field, group_id, old, new: last }): (readonly [string, string])[] => {
      if (field !== 'last_day' || last === null || changes.some((one) => isAdded(one, group_id))) return []
      const stood = old === null ? null : day(old)
      const until = days.end !== null && (stood === null || stood > days.end) ? days.end : stood
      const [gap] = uncoveredBy(after, { effective_from: addDays(day(last), 1), effective_to: until })
      if (gap === undefined) return []
      const to = gap.effective_to === null ? 'and after' : `to ${formatDay(gap.effective_to)}`
      const at = rates.findIndex((one) => one.group_id === group_id)
      return [[`rates.${at}.effective_to`, `No rate covers ${formatDay(gap.effective_from)} ${to}`]]
    }),
  )
}

const isAdded = ({ field, group_id }: Change, of: string | undefined) => field === 'unit' && group_id === of

/** All facts of each added rate, by the rules of a new placement. */
export function addedRates(
  { added_rates }: Pick<ChangesInput, 'added_rates'>,
  versions: readonly RateVersion[],
  { from, end }: Days,
  errors: Errors,
): Change[] {
  if (added_rates.length === 0) return []
  if (from === null) {
    errors.effective_from = validationText.required
    return []
  }
  Object.assign(errors, nameFaults(added_rates, versions, { from, end }))
  return added_rates.flatMap((one, i) => addedRate(one, `added_rates.${i}`, { from, end }, errors))
}

function addedRate(
  { group_id, holiday_pay_type: type, holiday_pay_percent: share, ...one }: AddedRate,
  at: string,
  { from, end }: { readonly from: Day; readonly end: Day | null },
  errors: Errors,
): Change[] {
  const read = readHolidayPay({ holiday_pay_type: type ?? '', holiday_pay_percent: share ?? '' })
  const holiday: HolidayPay | null = 'pay' in read ? read.pay : null
  const placement = { start_date: from, end_date: end, unit_type: one.unit_type, holiday }
  const pair = rateErrors([{ ...one, effective_from: from }], placement)
  const faults = Object.entries(pair).map(([field, says]) => [field.replace('rates.0', at), says])
  const late = end !== null && one.effective_to !== undefined && one.effective_to > end
  const own = {
    ...(late ? { [`${at}.effective_to`]: validationText.max_date(formatDay(addDays(end, 1))) } : {}),
    ...Object.fromEntries(faults),
    ...('errors' in read
      ? Object.fromEntries(Object.entries(read.errors).map(([field, says]) => [`${at}.${field}`, says]))
      : {}),
  }
  if (Object.keys(own).length > 0) {
    Object.assign(errors, own)
    return []
  }
  const standard = one.standard_units?.trim() ?? ''
  const facts = [
    ['contractor_rate', formatRate(paidWith(rate(one.contractor_rate), holiday))],
    ['client_rate', formatRate(rate(one.client_rate))],
    ['unit', one.unit_type],
    ['holiday_pay', holidayText(holiday)],
    ['standard_units', standard === '' ? null : toNumericText(units(standard))],
    ['last_day', one.effective_to ?? null],
  ] as const
  return facts.flatMap(([field, text]) =>
    text === null ? [] : [{ field, group_id, name: one.name, old: null, new: text }],
  )
}

/** Names are unique among the rates in force on a day of the added one. */
function nameFaults(
  added: readonly AddedRate[],
  versions: readonly RateVersion[],
  { from, end }: { readonly from: Day; readonly end: Day | null },
): Errors {
  return Object.fromEntries(
    added.flatMap((one, i): (readonly [string, string])[] => {
      const span = (to: string | undefined) => ({
        effective_from: from,
        effective_to: to === undefined ? end : day(to),
      })
      const own = span(one.effective_to)
      const standing = versions.filter((version) => spansOverlap(version, own))
      const groups = new Map(standing.map((version) => [version.group_id, version]))
      const before = [
        ...[...groups.values()].map(({ name, value_text }) => ({ name, unit_type: value_text })),
        ...added.slice(0, i).filter(({ effective_to }) => spansOverlap(span(effective_to), own)),
      ]
      const fault = rateNameErrors([...before, one])[`rates.${before.length}.name`]
      return fault === undefined ? [] : [[`added_rates.${i}.name`, fault]]
    }),
  )
}
