/** The versions of a rate as they will be once a typed change holds. Pure. */
import { type Day, formatDay } from '#kernel/day.ts'
import { formatRate, type Rate4 } from '#kernel/rate.ts'
import { addVersion, type RateVersion, rateOn } from '../rates/rate-version.rules.ts'
import type { RateField } from './change-request.rules.ts'

type Change = {
  readonly group_id: string
  readonly field: RateField
  readonly value: Rate4
  readonly from: Day
}

const spanText = ({ effective_from, effective_to }: RateVersion) =>
  `${formatDay(effective_from)} ${effective_to === null ? 'on' : `to ${formatDay(effective_to)}`}`

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
