/** Changes of a permanent placement: documents that are raised stay as they are. Pure. */
import { type Day, day } from '#kernel/day.ts'
import { type FieldErrors, isStintError } from '#kernel/errors.ts'
import { currency, formatMoney, parseMoney } from '#kernel/money.ts'
import type { BookDays } from '#kernel/money-day.ts'
import { amountFault } from '#kernel/plausible.ts'
import { permStartFault } from '../../perm-placements/perm-start.rules.ts'
import { futureFault } from '../../shared/past-day.rules.ts'
import type { ChangeOf } from '../request/change.rules.ts'

/** Facts that the documents state: they stay once the documents are raised. */
const invoiced_facts = ['placement_fee', 'currency', 'funding_type'] as const

/** The fee as the row holds it, or its fault. */
export function readFee(typed: string, code: string): string | FieldErrors {
  try {
    const fee = parseMoney(typed, currency(code), 'placement_fee')
    const fault = amountFault(fee, 'placement_fee')
    return fault === null ? formatMoney(fee) : { placement_fee: fault }
  } catch (refusal) {
    if (!isStintError(refusal)) throw refusal
    return refusal.errors ?? { placement_fee: refusal.message }
  }
}

type Perm = { readonly type: string; readonly human_id: string; readonly is_raised: boolean }

/** The refusals of these changes by field: an implausible first day, and facts that raised documents state. */
export function permFaults(
  { type, human_id, is_raised }: Perm,
  changes: readonly ChangeOf<string>[],
  days: BookDays,
): FieldErrors {
  if (type !== 'perm_placement') return {}
  const start = changes.find(({ field }) => field === 'contract_start_date')?.new ?? null
  const start_fault = start === null ? null : startFault(day(start), is_raised, days)
  const faults: FieldErrors = start_fault === null ? {} : { contract_start_date: start_fault }
  if (!is_raised) return faults
  const stays = invoiced_facts.flatMap((field) =>
    changes.some((change) => change.field === field)
      ? [[field, `Placement ${human_id} is invoiced: credit its documents instead`] as const]
      : [],
  )
  return { ...Object.fromEntries(stays), ...faults }
}

/** The candidate of raised documents has begun. */
const startFault = (start: Day, is_raised: boolean, days: BookDays): string | null =>
  (is_raised ? futureFault(start, days.today) : null) ?? permStartFault(start, days)
