/**
 * Debts that settle each other without money (money.md §1.4 identity 4, §1.5). When a document of a set is first
 * paid, the fee is set off, and the pay-outs and the fee settle the agency's sale to the principal. A set-off is a
 * payment without a bank account; it posts nothing, because the agency's control account nets to zero within a set
 * (decision 0013).
 */
import type { Money } from '#kernel/money.ts'
import { formatMoney, isPositive, minOf, sub, sum } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertPayments } from '../settlement/insert-payments.server.ts'
import type { CashDocument } from '../settlement/load-cash.server.ts'
import { outstandingOf } from '../settlement/load-cash.server.ts'
import { insertMatchLines } from '../settlement/match-lines.server.ts'
import { legOf } from '../shared/invoice-types.rules.ts'
import { takeOpenCredits } from './open-credits.server.ts'
import { bySet, releaseSets, whatever_the_date } from './release-sets.server.ts'
import { settleAndAudit } from './settle-invoices.server.ts'

/** A document of which this much was paid, or recovered, just now. */
export type SettledLeg = { readonly document: CashDocument; readonly amount: Money }

/**
 * Sets off fees and sales of the sets of these legs. `documents` are all documents of those sets before the legs were
 * paid, locked.
 */
export async function setOffMirrors(
  context: VerbContext,
  documents: readonly CashDocument[],
  legs: readonly SettledLeg[],
  /** The batch that paid them; null where later money of the client did. */
  payment_batch_id: string | null,
  post_date: string,
): Promise<void> {
  // Surplus set-offs from before a correction settle these first.
  const { left: set_offs } = await takeOpenCredits(context, mirrorsOf(documents, legs))
  const by_agency = [...Map.groupBy(set_offs, ({ document }) => document.agency_id)]
  const payments = by_agency.map(([agency_id, lines]) => {
    const payment = setOffPayment(agency_id, lines, post_date)
    const { principal_id, provider_id } = payment
    return {
      ...payment,
      funder_id: principal_id === provider_id ? null : principal_id,
      payment_batch_id,
      comment: 'Fees and sales set off: no money moved',
    }
  })
  const made = await insertPayments(context, payments)
  await settleSetOffs(context, by_agency, made, post_date)
}

/** The payment, without a bank account, of the legs of one agency that settle each other. */
export function setOffPayment(agency_id: string, lines: readonly SettledLeg[], post_date: string) {
  const [first] = lines as [SettledLeg, ...SettledLeg[]] // groupBy makes no empty group.
  const { principal_id, provider_id, currency_id, currency } = first.document
  const amounts = lines.map((line) => line.amount)
  return {
    for_business_id: agency_id,
    principal_id,
    provider_id,
    agency_id,
    contractor_id: null,
    bank_account_id: null,
    currency_id,
    amount: formatMoney(sum(currency, amounts)),
    transaction_date: post_date,
    reference: 'Set-off',
  }
}

/** Matches the legs of each agency with its payment, and settles their documents. */
export async function settleSetOffs(
  context: VerbContext,
  by_agency: readonly (readonly [string, readonly SettledLeg[]])[],
  made: readonly { readonly id: string }[],
  post_date: string,
): Promise<void> {
  await insertMatchLines(
    context,
    by_agency.flatMap(([, lines], i) =>
      lines.map(({ document, amount }) => ({
        summary_id: made[i]?.id ?? '',
        document,
        amount: formatMoney(amount),
        payment_type: 'set_off' as const,
        post_date,
      })),
    ),
  )
  await settleAndAudit(
    context,
    by_agency.flatMap(([, lines]) => lines.map(({ document }) => document)),
  )
}

/** The part of each fee and sale settled by these legs; at most its outstanding amount. */
function mirrorsOf(documents: readonly CashDocument[], legs: readonly SettledLeg[]): SettledLeg[] {
  const paid_in = Map.groupBy(legs, ({ document }) => document.invoice_set_id)
  const releases = releaseSets(documents, whatever_the_date)
  return [...bySet(documents)].flatMap(([set_id, set]): SettledLeg[] => {
    const paid = paid_in.get(set_id) ?? []
    const open = set.filter((document) => document.status === 'open' && !document.is_credit_note)
    if (paid.length === 0) return []
    const fees = open.flatMap((document): SettledLeg[] => {
      const released = releases.get(document.id)?.payable
      if (legOf(document.type) !== 'fee' || !released) return []
      return positive(document, minOf(outstandingOf(document), released))
    })
    const [first, ...others] = open.filter((one) => ['agency-provider', 'agency-funder'].includes(one.type))
    if (!first) return fees
    let settled = sum(
      first.currency,
      [...paid, ...fees].map((one) => one.amount),
    )
    // A correction may have added a second sale to the set.
    const sales = [first, ...others].flatMap((sale): SettledLeg[] => {
      const amount = minOf(outstandingOf(sale), settled)
      settled = sub(settled, amount)
      return positive(sale, amount)
    })
    return [...fees, ...sales]
  })
}

function positive(document: CashDocument, amount: Money): SettledLeg[] {
  return isPositive(amount) ? [{ document, amount }] : []
}
