/** SQL over payment items that one person asked for, without another person's approval. */

/**
 * Did this person (`= p.user_id`, `any ($2)`) request the refund, or type the document of the item? Another person approves
 * the work of a placement; a supplier's bill and the agency's own invoice are raised without such an approval.
 */
export const isAskedBySql = (item: string, person: string): string =>
  `(exists (select from transaction.refund asked where asked.id = ${item}.refund_id and asked.requested_by = ${person})
    or exists (select from transaction.invoice typed join contract.contract_activity a on a.contract_id = typed.contract_id
      where typed.id = ${item}.invoice_id and typed.generation_type in ('purchase_ledger', 'sales_invoice')
        and a.action in ('create', 'update') and (a.user_id = ${person} or a.impersonator_user_id = ${person})))`
