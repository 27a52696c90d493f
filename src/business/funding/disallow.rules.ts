/**
 * The disallowed part of a client's open debt, with its reason (money.md §1.9; reasons of spec §9). Pure and
 * repeatable on any day. `evaluate-disallowance.server.ts` is the same rule as one statement.
 */
import type { DisallowedReason } from '#business/shared/invoice-types.rules.ts'
import type { Day } from '#kernel/day.ts'
import { daysBetween } from '#kernel/day.ts'
import type { Money } from '#kernel/money.ts'
import { add, compare, isNegative, isPositive, minOf, sub, zero } from '#kernel/money.ts'

export type FundingRule = {
  readonly age_days: number
  readonly age_basis: 'raised_date' | 'due_date'
  /** Days since the last part payment that are still borne. */
  readonly part_paid_days: number
}

/** The rule of a principal without one (money.md §1.9). */
export const standard_funding_rule: FundingRule = {
  age_days: 120,
  age_basis: 'raised_date',
  part_paid_days: 0,
}

/** An open client-facing document. Credit notes have a negative balance. */
export type Exposure = {
  readonly id: string
  readonly outstanding_balance: Money
  readonly raised_date: Day
  readonly due_date: Day
  readonly is_part_paid: boolean
  readonly last_payment_date: Day | null
  /** Reassigned: the agency's own risk. */
  readonly is_reassigned?: boolean
}

export type Disallowance = { readonly reason: DisallowedReason; readonly amount: Money }

/**
 * Disallowed amounts of the documents of one client, principal and currency; `exposures` in the order of issue. One
 * reason at a time: age, part payment, limit. Aged debt does not use up the limit.
 * @param limit null: the client is not limited
 */
export function disallow(
  exposures: readonly Exposure[],
  rule: FundingRule,
  limit: Money | null,
  today: Day,
): Map<string, Disallowance> {
  const disallowed = new Map<string, Disallowance>()
  let running: Money | null = null
  for (const exposure of exposures.filter((one) => !one.is_reassigned)) {
    const outstanding = exposure.outstanding_balance
    const reason = reasonOf(exposure, rule, today)
    if (reason !== null && isPositive(outstanding)) {
      disallowed.set(exposure.id, { reason, amount: outstanding })
      continue
    }
    running = add(running ?? zero(outstanding.currency), outstanding)
    if (limit === null || !isPositive(outstanding) || compare(running, limit) <= 0) continue
    disallowed.set(exposure.id, {
      reason: 'Credit Limit exceeded',
      amount: minOf(outstanding, sub(running, limit)),
    })
  }
  return disallowed
}

function reasonOf(exposure: Exposure, rule: FundingRule, today: Day): DisallowedReason | null {
  if (isNegative(exposure.outstanding_balance)) return null
  if (daysBetween(exposure[rule.age_basis], today) > rule.age_days) return 'Age disapproval'
  const { is_part_paid, last_payment_date } = exposure
  if (!is_part_paid || last_payment_date === null) return null
  return daysBetween(last_payment_date, today) > rule.part_paid_days
    ? 'Partly paid invoice disapproval'
    : null
}
