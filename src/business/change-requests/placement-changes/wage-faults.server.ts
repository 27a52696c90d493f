import { day } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { baseOf, holidayOfText } from '../../rates/holiday-pay.rules.ts'
import { scaled } from '../../rates/insert-rates.server.ts'
import { minimumWageFault } from '../../rates/minimum-wage.rules.ts'
import { readBirth } from '../../rates/read-birth.server.ts'
import type { Change } from '../request/change-request.rules.ts'
import { type ChangesInput, placeOf } from './changes-input.server.ts'
import { pairOf } from './pair-changes.server.ts'
import { type Standing, versionOf } from './standing-placement.server.ts'

/**
 * New contractor rates below the minimum wage of their first day. Rates with rolled up holiday pay are typed with it; one
 * that follows a new allowance keeps its base, so that it is no new rate.
 */
export async function wageFaults(
  { tx, viewer }: VerbContext,
  input: ChangesInput,
  { placement, versions }: Standing,
  changes: readonly Change[],
): Promise<FieldErrors> {
  const { rates, effective_from } = input
  const { contractor_id, payment_type, currency } = placement
  if (effective_from === undefined || contractor_id === null) return {}
  const from = day(effective_from)
  const worker = { payment_type, currency, born: await readBirth(tx, contractor_id, viewer) }
  const added = changes.flatMap(({ field, group_id }) =>
    field === 'unit' && group_id !== undefined ? pairOf(changes, group_id, { from, end: null }) : [],
  )
  const of_added = added.flatMap(({ group_id, sub_type, value_numeric, value_text: unit, holiday }) => {
    const base = holiday ? baseOf(value_numeric, holiday) : value_numeric
    const fault = sub_type === 'contractor_rate' ? minimumWageFault({ base, unit, from }, worker) : null
    return fault === null ? [] : [[`${placeOf(input, group_id)}.contractor_rate`, fault] as const]
  })
  return Object.fromEntries([
    ...of_added,
    ...rates.flatMap(({ group_id, contractor_rate }, i) => {
      const field = `rates.${i}.contractor_rate`
      const old = versionOf(versions, { field: 'contractor_rate', group_id }, from)
      if (contractor_rate === undefined || old === null) return []
      const paid = scaled(contractor_rate, old.value_text, field, {})
      if (paid === null) return []
      const allowed = changes.find((one) => one.field === 'holiday_pay' && one.group_id === group_id)
      const holiday = allowed ? holidayOfText(allowed.new) : (old.holiday ?? null)
      const base = holiday ? baseOf(paid, holiday) : paid
      const fault = minimumWageFault({ base, unit: old.value_text, from }, worker)
      return fault === null ? [] : [[field, fault] as const]
    }),
  ])
}
