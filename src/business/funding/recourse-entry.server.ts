/** A change of an agency's debt on a client's invoice: its record, and its posting in the principal's books. */
import type { Money } from '#kernel/money.ts'
import { abs, formatMoney, isPositive } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import { fromSource, insertSelectSql, updateRow } from '#server/write-row.server.ts'
import { invoice } from '../invoices/invoice.entity.ts'
import { postEntries } from '../ledger/post.server.ts'
import { recoursePostings, reverse } from '../ledger/postings.rules.ts'
import type { Noting } from './collection-notes/collection-note.server.ts'
import type { DebtRow } from './load-debts.server.ts'
import { recourse_entry } from './recourse.entity.ts'
import type { Recourse } from './recourse.rules.ts'

/** Why it is owed, or owed no longer: the words of the document's own state. */
export function reasonOf(debt: DebtRow): string {
  if (debt.reassigned_on !== null) return 'Reassigned to the agency'
  return debt.disallowed_status ?? 'Cured'
}

/** More: Dr agency recourse, Cr agency earnings payable. Less is the reverse. @returns the id of the change */
export async function enterRecourse(
  context: Noting,
  debt: DebtRow,
  owed: Recourse,
  change: Money,
): Promise<string> {
  const { tx, clock } = context
  const id = newUuid(clock)
  await tx.run(
    `${insertSelectSql(recourse_entry, {
      ...fromSource('i', ['provider_id', 'agency_id', 'client_id', 'contractor_id', 'funder_id']),
      ...fromSource('i', ['currency_id']),
      id: '$1',
      invoice_id: 'i.id',
      principal_id: '$3',
      reason: '$4',
      amount: '$5',
      balance: '$6',
      debt_amount: '$7',
      gone_out: '$8',
      fees: '$9',
      received: '$10',
      is_reassigned: '$11',
      on_date: '$12',
      created_at: '$13',
    })} from transaction.invoice i where i.id = $2`,
    [
      id,
      debt.id,
      debt.principal_id,
      reasonOf(debt),
      formatMoney(change),
      formatMoney(owed.amount),
      formatMoney(owed.debt_amount),
      formatMoney(owed.gone_out),
      debt.fees,
      debt.received,
      debt.reassigned_on !== null,
      clock.today(),
      clock.now(),
    ],
  )
  await updateRow(tx, invoice, debt.id, {
    recourse_amount: formatMoney(owed.amount),
    updated_at: clock.now(),
  })
  const postings = recoursePostings(debt.agency_id, debt.id, abs(change))
  await postEntries(context, [
    {
      kind: 'recourse',
      source_entity: 'transaction.recourse_entry',
      source_id: id,
      principal_id: debt.principal_id,
      provider_id: debt.provider_id,
      agency_id: debt.agency_id,
      fact_key: `recourse-entry:${id}`,
      post_date: clock.today(),
      postings: isPositive(change) ? postings : reverse(postings),
    },
  ])
  context.audit({
    entity: 'transaction.invoice',
    entity_id: debt.id,
    old_values: { recourse_amount: debt.recourse_amount },
    new_values: { recourse_amount: formatMoney(owed.amount), reason: reasonOf(debt) },
  })
  return id
}
