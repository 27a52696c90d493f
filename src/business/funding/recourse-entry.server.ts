/** A change of an agency's debt on a client's invoice: its record, and its posting in the principal's books. */
import type { Money } from '#kernel/money.ts'
import { abs, formatMoney, isPositive } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import { postEntries } from '../ledger/post.server.ts'
import { recoursePostings, reverse } from '../ledger/postings.rules.ts'
import type { Noting } from './collection-note.server.ts'
import type { DebtRow } from './load-debts.server.ts'
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
    `insert into transaction.recourse_entry (id, invoice_id, principal_id, reason, amount, balance, debt_amount, gone_out, fees,
       received, is_reassigned, on_date, provider_id, agency_id, client_id, contractor_id, funder_id, currency_id, created_at)
     select $1, i.id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, i.provider_id, i.agency_id, i.client_id, i.contractor_id,
       i.funder_id, i.currency_id, $13 from transaction.invoice i where i.id = $2`,
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
  await tx.run('update transaction.invoice set recourse_amount = $2, updated_at = $3 where id = $1', [
    debt.id,
    formatMoney(owed.amount),
    clock.now(),
  ])
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
