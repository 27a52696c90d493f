/** Credit set against debts: a row each, taken back by its reversal date, never removed (money.md §1.8). */

import type { Money } from '#kernel/money.ts'
import { formatMoney, isPositive, minOf, neg, sub } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRows } from '#server/write-row.server.ts'
import { postEntries } from '../ledger/post.server.ts'
import { creditPostings } from '../ledger/postings.rules.ts'
import { isClientFacing } from '../shared/invoice-types.rules.ts'
import { partiesOf } from '../shared/party-columns.rules.ts'
import type { CashDocument } from './load-cash.server.ts'
import { outstandingOf } from './load-cash.server.ts'
import { credit_allocation } from './receipt.entity.ts'

/** `credit` is a credit note, or a debit of negative earnings. */
export type Allocation = {
  readonly credit: CashDocument
  readonly debt: CashDocument
  readonly amount: Money
}

/**
 * Writes the allocations. The caller locks their documents and settles them afterwards. The ledger keeps only
 * clients' debt by document; other accounts hold credit and debt together.
 */
export async function insertAllocations(
  context: VerbContext,
  allocations: readonly Allocation[],
): Promise<string[]> {
  const { tx, clock } = context
  const rows = allocations.map(({ credit, debt, amount }) => ({
    id: newUuid(clock),
    credit_note_id: credit.id,
    invoice_id: debt.id,
    amount: formatMoney(amount),
    post_date: clock.today(),
    reversal_date: null,
    ...partiesOf(debt),
    created_at: clock.now(),
    updated_at: clock.now(),
  }))
  await insertRows(tx, credit_allocation, rows)
  await postEntries(
    context,
    allocations.map(({ credit, debt, amount }, i) => ({
      kind: 'credit',
      source_entity: 'transaction.credit_allocation',
      source_id: rows[i]?.id ?? '',
      principal_id: debt.principal_id,
      provider_id: debt.provider_id,
      agency_id: debt.agency_id,
      fact_key: `credit:${rows[i]?.id}`,
      post_date: clock.today(),
      postings: isClientFacing(debt.type)
        ? creditPostings(debt.client_id ?? debt.to_business_id, credit.id, debt.id, amount)
        : [],
    })),
  )
  return rows.map((row) => row.id)
}

/**
 * Sets credits against debts in their order, as far as both go. Amounts that earlier steps of the caller took are
 * in the documents; those of this call are counted along.
 */
export function spread(credits: readonly CashDocument[], debts: readonly CashDocument[]): Allocation[] {
  const left = new Map([...credits, ...debts].map((one) => [one.id, outstandingOf(one)]))
  const list: Allocation[] = []
  for (const credit of credits) {
    for (const debt of debts) {
      const has = left.get(credit.id)
      const owed = left.get(debt.id)
      if (!has || !owed || has.minor >= 0 || !isPositive(owed)) continue
      const amount = minOf(neg(has), owed)
      left.set(credit.id, sub(has, neg(amount)))
      left.set(debt.id, sub(owed, amount))
      list.push({ credit, debt, amount })
    }
  }
  return list
}
