/** Documents paid out of the bank: the one way, for payment runs and for payroll. */

import { present } from '#kernel/assert.ts'
import type { Money } from '#kernel/money.ts'
import { formatMoney, sum } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import type { SettledLeg } from '../../funding/set-off.server.ts'
import { postEntries } from '../../ledger/post.server.ts'
import { payableOf, paymentPostings } from '../../ledger/postings.rules.ts'
import type { NewPayment } from '../../settlement/insert-payments.server.ts'
import { insertPayments } from '../../settlement/insert-payments.server.ts'
import { insertMatchLines } from '../../settlement/match-lines.server.ts'

/** A payment to one payee, of these documents and as much of each. */
export type PayOut = {
  readonly payment: Omit<NewPayment, 'amount' | 'transaction_date'>
  readonly legs: readonly [SettledLeg, ...SettledLeg[]]
}

/**
 * Writes the payments, a line a document, and Dr payable, Cr bank, all dated `post_date`. The caller settles the
 * documents.
 * @returns the ids of the payments, in order
 */
export async function payOut(
  context: VerbContext,
  payments: readonly PayOut[],
  post_date: string,
): Promise<string[]> {
  const made = await insertPayments(
    context,
    payments.map(({ payment, legs }) => ({
      ...payment,
      amount: formatMoney(totalOf(legs)),
      transaction_date: post_date,
    })),
  )
  const paid = payments.map((one, i) => ({ ...one, id: present(made[i], 'a payment').id }))
  await insertMatchLines(
    context,
    paid.flatMap(({ id, legs }) =>
      legs.map(({ document, amount }) => ({
        summary_id: id,
        document,
        amount: formatMoney(amount),
        payment_type: 'bank' as const,
        post_date,
      })),
    ),
  )
  await postEntries(
    context,
    paid.map(({ id, payment: { principal_id, provider_id, agency_id, for_business_id }, legs }) => ({
      kind: 'payment' as const,
      source_entity: 'transaction.payment_receipt_summary',
      source_id: id,
      principal_id,
      provider_id,
      agency_id,
      fact_key: `payment:${id}`,
      post_date,
      postings: legs.flatMap(({ document, amount }) =>
        paymentPostings({
          kind: payableOf(document.type),
          payee_id: for_business_id,
          invoice_id: document.id,
          amount,
        }),
      ),
    })),
  )
  return paid.map(({ id }) => id)
}

function totalOf(legs: PayOut['legs']): Money {
  return sum(
    legs[0].document.currency,
    legs.map((leg) => leg.amount),
  )
}
