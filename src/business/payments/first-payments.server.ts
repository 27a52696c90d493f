import type { Tx } from '#server/verb.ts'

/** The accounts without an earlier payment. */
export async function firstPayments(tx: Tx, bank_account_ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(
    `select a.id from unnest($1::uuid[]) a(id) where not exists (
       select from payment.payment_batch_item i where i.bank_account_id = a.id and i.status = 'paid')`,
    [bank_account_ids],
  )
  return new Set(rows.map((row) => row.id))
}
