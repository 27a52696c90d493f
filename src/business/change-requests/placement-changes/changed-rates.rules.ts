/** The rates of a placement in the form of a change request: their values on a day, and the typed ones. Pure. */
import { type Day, day, formatDay, isDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { formatRate, formatUnits, type Rate4, rate, toNumericText } from '#kernel/rate.ts'
import {
  baseOf,
  type HolidayPay,
  holidayOfRate,
  holidayPay,
  paidAfter,
  readHolidayPay,
} from '../../rates/holiday-pay.rules.ts'
import {
  addVersion,
  compareRateNames,
  coverageGaps,
  gapMessage,
  type RateUnit,
  type RateVersion,
  rateOn,
  ratePairErrors,
} from '../../rates/rate-version.rules.ts'
import { readRate } from '../../rates/read-rate.rules.ts'
import { standardDayOf } from '../../rates/standard-day.rules.ts'
import type { RateField } from '../request/change-request.rules.ts'
import { lastDayOf } from './rate-end.rules.ts'

/** A version as the form reads it. */
export type ReadVersion = {
  readonly id: string
  readonly group_id: string
  readonly name: string
  readonly sub_type: RateField
  readonly value_text: RateUnit
  readonly value_numeric: string | number
  readonly value_boolean: boolean | null
  readonly value_jsonb_object: unknown
  readonly effective_from: Day
  readonly effective_to: Day | null
}

const typed_facts = [
  'contractor_rate',
  'client_rate',
  'holiday_pay_type',
  'holiday_pay_percent',
  'standard_units',
  'effective_to',
] as const
type TypedFact = (typeof typed_facts)[number]

export type RateRow = Readonly<Record<TypedFact, string>> & {
  readonly group_id: string
  readonly name: string
  readonly unit: RateUnit
}

/** Texts by rate and field: `{group} contractor_rate`. Absent where nothing is typed. */
export type TypedRates = Readonly<Record<string, string>>
export const typedKey = ({ group_id }: Pick<RateRow, 'group_id'>, field: TypedFact): string =>
  `${group_id} ${field}`

/** The version of each rate on a day; for a rate that is not in force then, its last version. */
export function rowsOf(versions: readonly ReadVersion[], on: string): RateRow[] {
  const names = new Map(versions.map(({ group_id, name }) => [group_id, name]))
  const at = (group_id: string, side: RateField): ReadVersion | undefined => {
    const own = versions.filter((one) => one.group_id === group_id && one.sub_type === side)
    const held = own.filter(
      (one) => one.effective_from <= on && (one.effective_to === null || one.effective_to >= on),
    )
    return held.at(-1) ?? own.at(-1)
  }
  const price = (version: ReadVersion | undefined) =>
    version === undefined ? '' : formatRate(rate(String(version.value_numeric)))
  return [...names]
    .sort(([, a], [, b]) => compareRateNames(a, b))
    .map(([group_id, name]) => {
      const [contractor, client] = [at(group_id, 'contractor_rate'), at(group_id, 'client_rate')]
      const holiday = contractor === undefined ? null : holidayOfRate(contractor)
      return {
        group_id,
        name,
        unit: (contractor ?? client)?.value_text ?? 'hourly',
        contractor_rate: price(contractor),
        client_rate: price(client),
        holiday_pay_type: holiday?.type ?? '',
        holiday_pay_percent: holiday === null ? '' : shortPercent(holiday),
        standard_units: standardOf(client ?? contractor),
        effective_to: lastDayOf(versions.filter((one) => one.group_id === group_id)) ?? '',
      }
    })
}

/** `12.07` */
const shortPercent = ({ allowance }: HolidayPay): string => toNumericText(allowance).replace(/0{1,2}$/, '')

function standardOf(version: ReadVersion | undefined): string {
  const own = standardDayOf(version?.value_jsonb_object)
  return own === null ? '' : formatUnits(own)
}

/** The text of a field: the typed one, else the present one. */
export const textOf = (row: RateRow, typed: TypedRates, field: TypedFact): string =>
  typed[typedKey(row, field)] ?? row[field]

/** Rates with a changed fact, as input of the verb. */
export function changedRates(rows: readonly RateRow[], typed: TypedRates) {
  return rows.flatMap((row) => {
    const differs = (field: TypedFact) => textOf(row, typed, field).trim() !== row[field]
    const is_holiday = differs('holiday_pay_type') || differs('holiday_pay_percent')
    const asked = typed_facts.flatMap((field): (readonly [TypedFact, string | null])[] => {
      const text = textOf(row, typed, field).trim()
      if (field === 'holiday_pay_type' && is_holiday) return [[field, text === '' ? null : text]]
      if (field === 'holiday_pay_percent' && is_holiday) return [[field, text]]
      if (field === 'standard_units' && differs(field)) return [[field, text === '' ? null : text]]
      // A rate that is typed beside a new allowance is meant as typed.
      const is_meant = field === 'contractor_rate' && is_holiday && typed[typedKey(row, field)] !== undefined
      return differs(field) || is_meant ? [[field, text]] : []
    })
    return asked.length > 0 ? [{ group_id: row.group_id, ...Object.fromEntries(asked) }] : []
  })
}

const holidayOf = (facts: Pick<RateRow, 'holiday_pay_type' | 'holiday_pay_percent'>): HolidayPay | null => {
  const read = readHolidayPay(facts)
  return 'pay' in read ? read.pay : null
}

/** The contractor rate that a typed rate and allowance come to; null where no rate can be read. */
export function paidRate(row: RateRow, typed: TypedRates): Rate4 | null {
  const own = typed[typedKey(row, 'contractor_rate')]
  if (own !== undefined) return readRate(own)
  const stands = readRate(row.contractor_rate)
  return stands === null ? null : paidAfter(stands, holidayOf(row), typedHoliday(row, typed))
}

export const typedHoliday = (row: RateRow, typed: TypedRates): HolidayPay | null =>
  holidayOf({
    holiday_pay_type: textOf(row, typed, 'holiday_pay_type'),
    holiday_pay_percent: textOf(row, typed, 'holiday_pay_percent'),
  })

/** `holiday pay 2.4140, total rate 22.4140` of a rate with an allowance. */
export function holidayLine(row: RateRow, typed: TypedRates): string | null {
  const [paid, pay] = [paidRate(row, typed), typedHoliday(row, typed)]
  if (paid === null || pay === null) return null
  const { holiday_pay_rate } = holidayPay(baseOf(paid, pay), pay.allowance, pay.type)
  return `holiday pay ${toNumericText(holiday_pay_rate)}, total rate ${toNumericText(paid)}`
}

type ChangedRate = ReturnType<typeof changedRates>[number]

/** Does a rate change from the day of the request on? A rate that only ends needs no such day. */
export const isFromDay = (asked: ChangedRate): boolean =>
  Object.keys(asked).some((field) => field !== 'group_id' && field !== 'effective_to')

/** `Overtime: last day 13/12/2026` of each rate with a new last day. */
export const endLines = (rows: readonly RateRow[], typed: TypedRates): string[] =>
  rows.flatMap((row) => {
    const last = textOf(row, typed, 'effective_to')
    return last === row.effective_to || !isDay(last) ? [] : [`${row.name}: last day ${formatDay(day(last))}`]
  })

/** Faults of the typed rates that the form finds itself, by the fields of the verb. */
export function typedRateFaults(
  rows: readonly RateRow[],
  typed: TypedRates,
  versions: readonly ReadVersion[],
  from: string,
): FieldErrors {
  const changed = changedRates(rows, typed)
  const at = (group_id: string, field: string) =>
    `rates.${changed.findIndex((one) => one.group_id === group_id)}.${field}`
  const pairs = changed.flatMap((asked) => {
    const row = rows.find(({ group_id }) => group_id === asked.group_id)
    return row === undefined
      ? []
      : Object.entries(pairFaults(row, typed, asked)).map(([field, says]) => [at(row.group_id, field), says])
  })
  const gaps = isDay(from) ? gapsOf(changed, versions, day(from)) : []
  return Object.fromEntries([
    ...pairs,
    ...gaps.map((gap) => [at(gap.group_id, 'effective_to'), gapMessage(gap)]),
  ])
}

/** Under the edited side; under the allowance where the contractor rate follows it. */
function pairFaults(row: RateRow, typed: TypedRates, asked: ChangedRate): FieldErrors {
  const [paid, price] = [paidRate(row, typed), readRate(textOf(row, typed, 'client_rate'))]
  if (paid === null || price === null) return {}
  const follows = 'holiday_pay_percent' in asked && !('contractor_rate' in asked)
  const edited = follows || 'contractor_rate' in asked ? 'contractor_rate' : 'client_rate'
  const [says] = Object.values(ratePairErrors(paid, price, edited))
  return says === undefined ? {} : { [follows ? 'holiday_pay_percent' : edited]: says }
}

/** Days from the new rates on that one side of a changed rate would be without. */
function gapsOf(changed: readonly ChangedRate[], versions: readonly ReadVersion[], from: Day) {
  const standing = versions.map(
    ({
      id,
      group_id,
      name,
      sub_type,
      value_text,
      value_numeric,
      effective_from,
      effective_to,
    }): RateVersion => ({
      id,
      group_id,
      name,
      sub_type,
      value_text,
      value_numeric: rate(String(value_numeric)),
      effective_from,
      effective_to,
    }),
  )
  const after = changed.reduce(
    (before, asked) => {
      const sides = (['contractor_rate', 'client_rate'] as const).filter((side) => changesSide(asked, side))
      return sides.reduce((all, side): readonly RateVersion[] => {
        const old = rateOn(all, asked.group_id, side, from)
        return old === null
          ? all
          : addVersion(all, { ...old, id: `new ${asked.group_id} ${side}`, effective_from: from }).versions
      }, before)
    },
    standing as readonly RateVersion[],
  )
  return coverageGaps(after).filter(
    ({ group_id, effective_to }) =>
      changed.some((one) => one.group_id === group_id) && (effective_to === null || effective_to >= from),
  )
}

const changesSide = (asked: ChangedRate, side: RateField): boolean =>
  side in asked || 'standard_units' in asked || (side === 'contractor_rate' && 'holiday_pay_percent' in asked)
