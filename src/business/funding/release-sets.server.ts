/** The payable part of each document, by the receipts of its set (money.md §1.6): loads rows for `releaseToday`. */
import type { Day } from '#kernel/day.ts'
import { day } from '#kernel/day.ts'
import type { Money } from '#kernel/money.ts'
import { add, minOf, parseMoney, sum } from '#kernel/money.ts'
import type { Release } from '../invoices/release.rules.ts'
import { releaseToday } from '../invoices/release.rules.ts'
import type { CashDocument } from '../settlement/load-cash.server.ts'
import { isClientFacing } from '../shared/invoice-types.rules.ts'

/** The last possible day: release by receipts alone, without dates. */
export const whatever_the_date = day('9999-12-31')

/**
 * Release of every document of these sets, by id. Documents of a set are given whole; credit notes among them release
 * nothing, and a credited document counts with its credits taken off. Credit of other sets settled it as money would.
 */
export function releaseSets(documents: readonly CashDocument[], today: Day): Map<string, Release> {
  const released = new Map<string, Release>()
  for (const set of bySet(documents).values()) {
    const live = set.filter((document) => !document.is_credit_note && document.status !== 'cancelled')
    const [first] = live
    if (!first) continue
    const { currency, funding_type } = first
    const client = live.filter((document) => isClientFacing(document.type))
    const is_unfunded = client.some((document) => document.is_unfunded)
    const releases = releaseToday({
      currency,
      funding_type,
      today,
      pay_day: payDayOf(live),
      client_total: sum(currency, client.map(totalOf)),
      client_matched: sum(currency, client.map(settledOf)),
      documents: live.map((document) => ({
        type: document.type,
        total_amount: totalOf(document),
        paid_amount: settledOf(document),
        due_date: day(document.due_date),
        release_condition: waitsForMoney(document, is_unfunded)
          ? 'client_receipt'
          : document.release_condition,
      })),
    })
    live.forEach((document, i) => {
      const release = releases[i]
      // Amounts settled without money of this set are no debt on this one.
      if (release)
        released.set(document.id, { ...release, overpaid: minOf(release.overpaid, paidOf(document)) })
    })
  }
  return released
}

/** The day on which the worker of a PAYE set is paid: pay is due on it. Null for other work. */
export function payDayOf(set: readonly CashDocument[]): Day | null {
  const pays = set.filter((one) => one.is_payroll && one.type === 'contractor-agency' && !one.is_credit_note)
  const [first = null] = pays.map((one) => one.due_date).toSorted()
  return first === null ? null : day(first)
}

/**
 * Advances on a debtor at its limit wait for its receipt (money.md §1.9). So do unpaid earnings on disallowed or
 * reassigned debt: they would be owed back the same day.
 */
function waitsForMoney(document: CashDocument, is_unfunded: boolean): boolean {
  return document.funding_status === 'held' || (is_unfunded && document.type === 'agency_earnings')
}

function paidOf(document: CashDocument): Money {
  return parseMoney(document.paid_amount, document.currency)
}

/** The amount settled by money or credit of other sets. */
function settledOf(document: CashDocument): Money {
  return add(paidOf(document), parseMoney(document.carried_amount, document.currency))
}

/** The total less its own credit: the amount to be covered. */
function totalOf(document: CashDocument): Money {
  return add(settledOf(document), parseMoney(document.outstanding_balance, document.currency))
}

export function bySet(documents: readonly CashDocument[]): Map<string, CashDocument[]> {
  return Map.groupBy(documents, (document) => document.invoice_set_id)
}
