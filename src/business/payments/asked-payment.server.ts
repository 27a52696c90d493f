/** SQL over payment items that one person asked for, without another person's approval. */

/**
 * Did this person (`= p.user_id`, `any ($2)`) request the refund, type the document of the item, or enter the correction of a
 * tax year that gives a worker money back? Another person approves the work of a placement and a pay run; a supplier's bill,
 * the agency's own invoice and such a correction are owed without an approval.
 */
export const isAskedBySql = (item: string, person: string): string =>
  `(exists (select from transaction.refund asked where asked.id = ${item}.refund_id and asked.requested_by = ${person})
    or exists (select from transaction.invoice typed join contract.contract_activity a on a.contract_id = typed.contract_id
      where typed.id = ${item}.invoice_id and typed.generation_type in ('purchase_ledger', 'sales_invoice')
        and a.action in ('create', 'update') and (a.user_id = ${person} or a.impersonator_user_id = ${person}))
    or exists (select from transaction.payroll_payment owed join transaction.year_correction entered on entered.id = owed.year_correction_id
      where owed.id = ${item}.payroll_payment_id and entered.created_by = ${person}))`
