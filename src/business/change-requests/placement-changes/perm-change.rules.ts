/** Changes of a permanent placement: documents that are raised stay as they are. Pure. */
import { addDays, type Day, day, formatDay } from '#kernel/day.ts'
import { type FieldErrors, isStintError } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { currency, formatMoney, parseMoney } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
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

/** Why documents that are raised refuse these changes, by field. */
export function permFaults(
  { type, human_id, is_raised }: Perm,
  changes: readonly ChangeOf<string>[],
  today: Day,
): FieldErrors {
  if (type !== 'perm_placement' || !is_raised) return {}
  const stays = invoiced_facts.flatMap((field) =>
    changes.some((change) => change.field === field)
      ? [[field, `Placement ${human_id} is invoiced: credit its documents instead`] as const]
      : [],
  )
  const start = changes.find(({ field }) => field === 'contract_start_date')?.new ?? null
  const late = start !== null && day(start) > today
  return {
    ...Object.fromEntries(stays),
    ...(late ? { contract_start_date: validationText.max_date(formatDay(addDays(today, 1))) } : {}),
  }
}
