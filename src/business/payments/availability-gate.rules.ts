/** Items of a payment run beyond an agency's availability (decision 0045). */

import type { Money } from '#kernel/money.ts'
import { add, compare, displayMoney, isPositive, maxOf, minOf, sub, zero } from '#kernel/money.ts'

export type GateItem = {
  readonly id: string
  /**
   * Statutory: PAYE, HMRC and pensions. Taken: in a run before this one. Neither is held. Refunds of a payer's own money
   * draw nothing and are no items here.
   */
  readonly kind: 'taken' | 'statutory' | 'contractor' | 'earnings'
  readonly due_date: string
  readonly amount: Money
  /** VAT that leaves with it. */
  readonly vat: Money
  /** The family of sets of the document: the client's money on it covers its payments. */
  readonly family_id: string
}

export type FamilyFunds = {
  /** Paid out less received and recovered; negative: received and not yet paid out. */
  readonly out: Money
  /** VAT within the amount paid out. */
  readonly vat_paid: Money
  /** VAT of the agency's sale above the client's: HMRC repays it to the principal, so it is no advance. */
  readonly vat_repaid: Money
}

export type GateFacts = {
  /** The amount that the agency can still draw; negative: more is out. */
  readonly availability: Money
  /** Approved beyond it, for contractors alone. */
  readonly overadvance: Money
  readonly families: ReadonlyMap<string, FamilyFunds>
}

const order = { taken: 0, statutory: 1, contractor: 2, earnings: 3 } as const

/** Funds in use on one family: those of the portfolio (`report.funds_in_use`). */
function inUse({ out, vat_paid, vat_repaid }: FamilyFunds): Money {
  const nothing = zero(out.currency)
  return maxOf(sub(out, minOf(vat_repaid, maxOf(vat_paid, nothing))), nothing)
}

const paying = (family: FamilyFunds, { amount, vat }: GateItem): FamilyFunds => ({
  ...family,
  out: add(family.out, amount),
  vat_paid: add(family.vat_paid, vat),
})

/**
 * The reasons of the items that do not fit, by id. PAYE and HMRC first and never held, then contractors by due date, then
 * earnings. Money that the client has paid on the same work draws nothing, nor does VAT that HMRC repays.
 */
export function availabilityHolds(
  { availability, overadvance, families }: GateFacts,
  items: readonly GateItem[],
): Map<string, string> {
  const held = new Map<string, string>()
  const spent = new Map(families)
  const nothing = zero(availability.currency)
  const unpaid = { out: nothing, vat_paid: nothing, vat_repaid: nothing }
  let rest = availability
  const key = (item: GateItem) => `${order[item.kind]} ${item.due_date} ${item.id}`
  for (const item of items.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))) {
    const before = spent.get(item.family_id) ?? unpaid
    const after = paying(before, item)
    const drawn = sub(inUse(after), inUse(before))
    const has = item.kind === 'contractor' ? add(rest, overadvance) : rest
    const may_wait = item.kind === 'contractor' || item.kind === 'earnings'
    if (may_wait && isPositive(drawn) && compare(drawn, has) > 0) {
      held.set(item.id, `Availability is ${displayMoney(has)}, this payment needs ${displayMoney(drawn)}.`)
      continue
    }
    rest = sub(rest, drawn)
    spent.set(item.family_id, after)
  }
  return held
}
