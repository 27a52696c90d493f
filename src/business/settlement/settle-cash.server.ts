/** Recomputes the cash figures of documents from live match lines and credits (I3); never adds to them. */
import type { ReadRow } from '#entity/new-row.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import type { invoice } from '../invoices/invoice.entity.ts'
import type { CashDocument } from './load-cash.server.ts'

export type Settled = ReadRow<
  typeof invoice,
  'id status outstanding_balance paid_amount is_part_paid last_payment_date'
>

type Within = Pick<VerbContext, 'tx' | 'clock'>

/**
 * Sets outstanding_balance, paid_amount, status, is_part_paid and last_payment_date of these documents: the rule of
 * `invoiceCash` (receipt.rules.ts) as one statement, since a payment run settles thousands. The rows must be locked.
 */
export async function settleCash(
  { tx, clock }: Within,
  invoice_ids: readonly string[],
): Promise<Map<string, Settled>> {
  if (invoice_ids.length === 0) return new Map()
  const settled = await tx.rows<Settled & { readonly is_member: boolean }>(
    `with cash as (
       select i.id, coalesce(l.paid, 0) as paid, l.last_payment_date,
         i.total_amount - coalesce(l.paid, 0) - coalesce(c.credited, 0) + coalesce(n.used, 0) as outstanding
       from transaction.invoice i
       left join lateral (select sum(d.amount) as paid, max(d.post_date) as last_payment_date
         from transaction.payment_receipt_detail d where d.invoice_id = i.id and d.reversal_date is null) l on true
       left join lateral (select sum(a.amount) as credited
         from transaction.credit_allocation a where a.invoice_id = i.id and a.reversal_date is null) c on true
       left join lateral (select sum(a.amount) as used
         from transaction.credit_allocation a where a.credit_note_id = i.id and a.reversal_date is null) n on true
       where i.id = any ($1) and i.status in ('open', 'closed'))
     update transaction.invoice i set
       paid_amount = cash.paid, outstanding_balance = cash.outstanding, last_payment_date = cash.last_payment_date,
       status = case when cash.outstanding = 0 then 'closed' else 'open' end,
       is_part_paid = cash.outstanding <> 0 and cash.paid > 0, updated_at = $2
     from cash where cash.id = i.id
     returning i.id, i.status, i.outstanding_balance, i.paid_amount, i.is_part_paid, i.last_payment_date,
       i.consolidated_invoice_id is not null as is_member`,
    [invoice_ids, clock.now()],
  )
  // Cancelled documents are not updated above, but may belong to a consolidated invoice.
  if (settled.length < new Set(invoice_ids).size || settled.some((one) => one.is_member))
    await settleConsolidated(tx, invoice_ids, clock.now())
  return new Map(settled.map(({ is_member, ...row }) => [row.id, row]))
}

/** A consolidated invoice that was sent is closed when all of its invoices are, and open again with the first of them. */
async function settleConsolidated(tx: Tx, invoice_ids: readonly string[], now: string): Promise<void> {
  await tx.run(
    `update transaction.consolidated_invoice c set status = m.status, updated_at = $2
     from (select i.consolidated_invoice_id as id, case when bool_or(i.status = 'open') then 'open' else 'closed' end as status
       from transaction.invoice i
       where i.deleted_at is null and i.consolidated_invoice_id in (select o.consolidated_invoice_id
         from transaction.invoice o where o.id = any ($1) and o.consolidated_invoice_id is not null)
       group by 1) m
     where c.id = m.id and c.status in ('open', 'closed') and c.status <> m.status`,
    [invoice_ids, now],
  )
}

/** Audits the changes of each document. */
export function auditSettled(
  audit: VerbContext['audit'],
  before: readonly CashDocument[],
  settled: ReadonlyMap<string, Settled>,
): void {
  for (const document of before) {
    const now = settled.get(document.id)
    if (!now || now.outstanding_balance === document.outstanding_balance) continue
    audit({
      entity: 'transaction.invoice',
      entity_id: document.id,
      old_values: { status: document.status, outstanding_balance: document.outstanding_balance },
      new_values: { status: now.status, outstanding_balance: now.outstanding_balance },
    })
  }
}
