/** Typed changes of rates compared with the versions in force on their day: price, holiday pay and standard day. */
import { type Day, formatDay } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import { rateFault } from '#kernel/plausible.ts'
import { formatRate, type Rate4, toNumericText, units } from '#kernel/rate.ts'
import { type HolidayPay, holidayText, paidAfter, readHolidayPay } from '../../rates/holiday-pay.rules.ts'
import { scaled } from '../../rates/insert-rates.server.ts'
import { type RateVersion, rateOn, ratePairErrors } from '../../rates/rate-version.rules.ts'
import { standardDayFault } from '../../rates/standard-day.rules.ts'
import type { Change } from '../request/change-request.rules.ts'
import type { ChangesInput } from './changes-input.server.ts'
import type { Standing } from './standing-placement.server.ts'

type Asked = ChangesInput['rates'][number]
type Errors = Record<string, string>

/** The differences of each rate; faults are added under the form's fields. */
export function rateChanges(
  { rates }: Pick<ChangesInput, 'rates'>,
  { versions }: Standing,
  effective_from: Day | null,
  errors: Errors,
): Change[] {
  return rates.flatMap((asked, i): Change[] => {
    const known = versions.find((version) => version.group_id === asked.group_id)
    if (!known) {
      errors[`rates.${i}.group_id`] = validationText.matches
      return []
    }
    const { group_id: _, effective_to: __, ...facts } = asked
    if (Object.keys(facts).length === 0) return []
    if (effective_from === null) {
      errors.effective_from = validationText.required
      return []
    }
    const contractor = rateOn(versions, asked.group_id, 'contractor_rate', effective_from)
    const client = rateOn(versions, asked.group_id, 'client_rate', effective_from)
    if (contractor === null || client === null) {
      errors.effective_from = `There is no rate in force on ${formatDay(effective_from)}`
      return []
    }
    return changesOf(asked, { contractor, client }, `rates.${i}`, errors)
  })
}

type Pair = { readonly contractor: RateVersion; readonly client: RateVersion }

function changesOf(asked: Asked, { contractor, client }: Pair, at: string, errors: Errors): Change[] {
  const before = contractor.holiday ?? null
  const after = holidayAfter(asked, before, at, errors)
  const typed = (field: 'contractor_rate' | 'client_rate'): Rate4 | null => {
    const text = asked[field]
    return text === undefined ? null : scaled(text, contractor.value_text, `${at}.${field}`, errors)
  }
  const typed_contractor = typed('contractor_rate')
  const is_other = holidayText(after) !== holidayText(before)
  const paid =
    typed_contractor ??
    (is_other ? paidAfter(contractor.value_numeric, before, after) : contractor.value_numeric)
  const price = typed('client_rate') ?? client.value_numeric
  // A rate that follows its allowance has its faults there.
  const follows = is_other && asked.contractor_rate === undefined
  const edited = follows || asked.contractor_rate !== undefined ? 'contractor_rate' : 'client_rate'
  const faults = Object.entries(ratePairErrors(paid, price, edited))
  const beyond = follows ? rateFault(paid, contractor.value_text) : null
  if (beyond !== null) errors[`${at}.holiday_pay_percent`] = beyond
  for (const [field, message] of faults) errors[`${at}.${follows ? 'holiday_pay_percent' : field}`] = message
  const { group_id, name } = contractor
  const change = (field: Change['field'], old: string | null, now: string | null): Change[] =>
    old === now ? [] : [{ field, group_id, name, old, new: now }]
  return [
    ...change('contractor_rate', formatRate(contractor.value_numeric), formatRate(paid)),
    ...change('client_rate', formatRate(client.value_numeric), formatRate(price)),
    ...change('holiday_pay', holidayText(before), holidayText(after)),
    ...change(
      'standard_units',
      client.standard_units ?? null,
      standardDayAfter(asked, client, `${at}.standard_units`, errors),
    ),
  ]
}

/** The allowance once the request holds; type and percent that are not typed stay. */
function holidayAfter(
  { holiday_pay_type: type, holiday_pay_percent: share }: Asked,
  before: HolidayPay | null,
  at: string,
  errors: Errors,
): HolidayPay | null {
  if (type === undefined && share === undefined) return before
  const stands = type === null || before === null ? '' : toNumericText(before.allowance)
  const read = readHolidayPay({
    holiday_pay_type: (type === undefined ? before?.type : type) ?? '',
    holiday_pay_percent: share ?? stands,
  })
  if ('pay' in read) return read.pay
  for (const [field, message] of Object.entries(read.errors)) errors[`${at}.${field}`] = message
  return before
}

/** Decimal text; null for a rate with the standard day of its placement. */
function standardDayAfter(
  { standard_units: typed }: Asked,
  { standard_units, value_text }: RateVersion,
  field: string,
  errors: Errors,
): string | null {
  const stands = standard_units ?? null
  if (typed === undefined) return stands
  const fault = standardDayFault(typed ?? undefined, value_text)
  if (fault === null) return typed === null || typed.trim() === '' ? null : toNumericText(units(typed.trim()))
  errors[field] = fault
  return stands
}
