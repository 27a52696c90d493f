/**
 * SQL of a debt's human id as its reader knows it: a funder is listed no invoices to its clients (spec §6), and reads
 * the purchase of the same work instead, as `report.get_funding_documents` names it.
 */
import type { Viewer } from '#entity/access.ts'

export function debtName({ category }: Pick<Viewer, 'category'>, alias: string): string {
  if (category !== 'funder') return `${alias}.human_id`
  return `coalesce((select s.human_id from transaction.invoice s
      where s.type = 'agency-funder' and s.deleted_at is null and s.status in ('open', 'closed') and s.invoice_set_id in (
        ${alias}.invoice_set_id, (select p.invoice_set_id from transaction.invoice p where p.id = ${alias}.parent_invoice_id))
      order by s.invoice_set_id = ${alias}.invoice_set_id desc, s.human_id limit 1), 'The debt')`
}
