/** SQL over payment items that one person asked for, without another person's approval. */

/**
 * Did this person (`= p.user_id`, `any ($2)`) request the refund, or type the document of the item? Work of placements
 * has an approver of its own; suppliers' bills and the agency's own invoices have none but the person who raises them.
 */
export const isAskedBySql = (item: string, person: string): string =>
  `(exists (select from transaction.refund asked where asked.id = ${item}.refund_id and asked.requested_by = ${person})
    or exists (select from transaction.invoice typed join contract.contract_activity a on a.contract_id = typed.contract_id
      where typed.id = ${item}.invoice_id and typed.generation_type in ('purchase_ledger', 'sales_invoice')
        and a.action in ('create', 'update') and (a.user_id = ${person} or a.impersonator_user_id = ${person})))`
