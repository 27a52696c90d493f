/** The versions of a rate as they will be once a typed change holds. Pure. */
import { type Day, formatDay } from '#kernel/day.ts'
import { formatRate, type Rate4, rate } from '#kernel/rate.ts'
import { holidayOfText } from '../../rates/holiday-pay.rules.ts'
import { addVersion, type RateVersion, rateOn } from '../../rates/rate-version.rules.ts'
import type { Change as Asked, RateField } from '../request/change-request.rules.ts'

type Change = {
  readonly group_id: string
  readonly field: RateField
  readonly value: Rate4
  readonly from: Day
}

const spanText = ({ effective_from, effective_to }: RateVersion) =>
  `${formatDay(effective_from)} ${effective_to === null ? 'on' : `to ${formatDay(effective_to)}`}`

/** A version as the changes of its side leave it. */
export function versionAfter(old: RateVersion, changes: readonly Asked[]): RateVersion {
  const found = (field: Asked['field']) => changes.find((change) => change.field === field)
  const [price, allowance, standard] = [found(old.sub_type), found('holiday_pay'), found('standard_units')]
  return {
    ...old,
    value_numeric: price?.new ? rate(price.new) : old.value_numeric,
    holiday:
      allowance && old.sub_type === 'contractor_rate' ? holidayOfText(allowance.new) : (old.holiday ?? null),
    standard_units: standard ? standard.new : (old.standard_units ?? null),
  }
}

/** `20.00 from 02/11/2026 to 13/12/2026`, each version of that side in its order; empty where no rate is in force to change. */
export function rateTimeline(versions: readonly RateVersion[], change: Change): string[] {
  const { group_id, field, value, from } = change
  const old = rateOn(versions, group_id, field, from)
  if (old === null) return []
  const fresh = { ...old, id: 'new', value_numeric: value, effective_from: from }
  return addVersion(versions, fresh)
    .versions.filter((one) => one.group_id === group_id && one.sub_type === field)
    .sort((a, b) => (a.effective_from < b.effective_from ? -1 : 1))
    .map((one) => `${formatRate(one.value_numeric)} from ${spanText(one)}`)
}
