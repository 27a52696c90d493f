/** A client's limit, its parts for agencies, and what is asked for (money.md §1.9). Pure. */
import { validationText } from '#kernel/messages.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { add, compare, minOf, sub, sum } from '#kernel/money.ts'

type Dated = { readonly effective_from: string; readonly effective_to: string | null }

/** An agency's part of a limit. */
export type Allocation = Dated & { readonly agency_id: string; readonly amount: Money }

/** Have the two a day in common? */
export const overlap = (a: Dated, b: Dated): boolean =>
  (a.effective_to === null || a.effective_to >= b.effective_from) &&
  (b.effective_to === null || b.effective_to >= a.effective_from)

/** The sum of the agencies' parts within these days; of two versions of one agency the larger. */
export function allocatedWithin(code: CurrencyCode, parts: readonly Allocation[], days: Dated): Money {
  const of_agency = new Map<string, Money>()
  for (const part of parts.filter((one) => overlap(one, days))) {
    const known = of_agency.get(part.agency_id)
    if (known === undefined || compare(part.amount, known) > 0) of_agency.set(part.agency_id, part.amount)
  }
  return sum(code, of_agency.values())
}

/** The fault of a client's whole limit that the agencies' parts exceed. */
export const wholeFault = (
  amount: Money,
  code: CurrencyCode,
  parts: readonly Allocation[],
  days: Dated,
): string | null =>
  compare(amount, allocatedWithin(code, parts, days)) < 0 ? validationText.credit_limit_below_allocated : null

/** The fault of an agency's part that with the other parts exceeds a whole limit of these days. */
export function partFault(
  amount: Money,
  code: CurrencyCode,
  others: readonly Allocation[],
  wholes: readonly { readonly amount: Money }[],
  days: Dated,
): string | null {
  const allocated = add(amount, allocatedWithin(code, others, days))
  return wholes.every((whole) => compare(whole.amount, allocated) >= 0)
    ? null
    : validationText.credit_limit_below_allocated
}

/** What an agency can still raise: within the client's limit, and within its own part where it has one. */
export function headroomOf(
  limit: { readonly total: Money; readonly owed: Money },
  own?: { readonly allocated: Money; readonly owed: Money },
): Money {
  const left = sub(limit.total, limit.owed)
  return own === undefined ? left : minOf(left, sub(own.allocated, own.owed))
}

/** Days before its end at which limiter and agencies are told. */
export const limit_ends_days = [30, 7] as const
