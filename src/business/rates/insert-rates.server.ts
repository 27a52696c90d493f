import { assert } from '#kernel/assert.ts'
import { type Day, day } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { invalid, isStintError } from '#kernel/errors.ts'
import { rateFault } from '#kernel/plausible.ts'
import type { Rate4 } from '#kernel/rate.ts'
import { rate, toNumericText, units } from '#kernel/rate.ts'
import { newUuid } from '#kernel/uuid.ts'
import { insertRows } from '#server/write-row.server.ts'
import type { Writing } from '../parties/insert-party.server.ts'
import { endMessage } from '../parties/party-input.server.ts'
import { type HolidayPay, paidWith, rateDetails } from './holiday-pay.rules.ts'
import { rate as rate_entity } from './rate.entity.ts'
import type { RateInput } from './rate-input.server.ts'
import {
  missingRateErrors,
  type RateUnit,
  type RateVersion,
  rateNameErrors,
  ratePairErrors,
} from './rate-version.rules.ts'
import { standardDayFault } from './standard-day.rules.ts'

export type Parties = {
  readonly provider_id: string
  readonly agency_id: string
  readonly client_id: string
  readonly contractor_id: string
  readonly funder_id: string | null
}

type RatesOf = {
  readonly contract_id: string
  readonly unit_type: RateUnit
  readonly start_date: string
  readonly end_date: string | null
  readonly parties: Parties
  /** On top of each contractor rate. */
  readonly holiday: HolidayPay | null
}

/** Faults of a placement's rates, by the form's fields (spec §5). */
export function rateErrors(
  rates: readonly RateInput[],
  placement: Pick<RatesOf, 'start_date' | 'end_date' | 'unit_type' | 'holiday'>,
): FieldErrors {
  const named = rates.map(({ name, unit_type = placement.unit_type }) => ({ name, unit_type }))
  const missing = missingRateErrors(rates)
  const errors: Record<string, string> = { ...rateNameErrors(named) }
  rates.forEach((one, i) => {
    const has_dates = one.effective_from !== undefined || one.effective_to !== undefined
    const from = one.effective_from ?? placement.start_date
    const end = has_dates ? endMessage(from, one.effective_to ?? placement.end_date) : null
    if (end !== null) errors[`rates.${i}.effective_to`] = end
    const unit = one.unit_type ?? placement.unit_type
    const day_fault = standardDayFault(one.standard_units, unit)
    if (day_fault !== null) errors[`rates.${i}.standard_units`] = day_fault
    const contractor = scaled(one.contractor_rate, unit, `rates.${i}.contractor_rate`, errors)
    const client = scaled(one.client_rate, unit, `rates.${i}.client_rate`, errors)
    if (contractor === null || client === null) return
    for (const [field, message] of Object.entries(
      ratePairErrors(paidWith(contractor, placement.holiday), client, 'contractor_rate'),
    )) {
      errors[`rates.${i}.${field}`] = message
    }
  })
  return { ...errors, ...missing }
}

/** A rate as it was typed, or null with its fault under the field. */
export function scaled(
  text: string,
  unit: RateUnit,
  field: string,
  errors: Record<string, string>,
): Rate4 | null {
  try {
    const value = rate(text, field)
    const beyond = rateFault(value, unit)
    if (beyond !== null) errors[field] = beyond
    return value
  } catch (fault) {
    if (!isStintError(fault)) throw fault
    Object.assign(errors, fault.errors)
    return null
  }
}

/** Each rate as a pair of versions, the contractor's and the client's, of one group (spec §3 Rate). */
export async function insertRates(
  writing: Writing,
  of: RatesOf,
  rates: readonly RateInput[],
): Promise<string[]> {
  const errors = rateErrors(rates, of)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const groups: string[] = []
  const versions = rates.flatMap((one) => {
    const group_id = newUuid(writing.clock)
    groups.push(group_id)
    const side = (sub_type: 'contractor_rate' | 'client_rate', holiday: HolidayPay | null) => ({
      group_id,
      name: one.name,
      sub_type,
      value_text: one.unit_type ?? of.unit_type,
      value_numeric: paidWith(rate(one[sub_type]), holiday),
      effective_from: day(one.effective_from ?? of.start_date),
      holiday,
      standard_units: one.standard_units ? toNumericText(units(one.standard_units)) : null,
      effective_to: dayOrNone(one.effective_to ?? of.end_date),
    })
    return [side('contractor_rate', of.holiday), side('client_rate', null)]
  })
  await insertVersions(writing, of, versions)
  return groups
}

const dayOrNone = (text: string | null): Day | null => (text === null ? null : day(text))

/** First versions of rates, as they are. */
export async function insertVersions(
  { tx, clock }: Writing,
  { contract_id, parties }: Pick<RatesOf, 'contract_id' | 'parties'>,
  versions: readonly Omit<RateVersion, 'id'>[],
): Promise<void> {
  const rows = versions.map(({ holiday = null, standard_units = null, value_numeric, ...version }) => ({
    ...version,
    id: newUuid(clock),
    contract_id,
    value_numeric: toNumericText(value_numeric),
    ...rateDetails({ holiday, standard_units }),
    replaced_by_id: null,
    provider_id: parties.provider_id,
    agency_id: parties.agency_id,
    client_id: parties.client_id,
    contractor_id: parties.contractor_id,
    funder_id: parties.funder_id,
    created_at: clock.now(),
    updated_at: clock.now(),
  }))
  const made = await insertRows(tx, rate_entity, rows)
  assert(made === rows.length, 'every rate was written')
}
