/**
 * Consolidated invoices that a receipt may pay: the payer's, named ones, and those of clients that the payer paid for
 * before.
 */
import { visibleSql } from '#data/visible.ts'
import { likePattern } from '#entity/filter.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import type { SummaryRow } from '../settlement/load-cash.server.ts'
import { compareSuggestions, consolidatedNumbersIn, type ReceiptFacts } from './suggest.rules.ts'
import { type SuggestedConsolidated, suggestConsolidated } from './suggest-consolidated.rules.ts'

const shown_max = 10

type Row = {
  readonly consolidated_invoice_id: string
  readonly human_id: string
  readonly client_id: string
  readonly client_name: string
  readonly po_number: string | null
  readonly due_date: string
  readonly members: number
  readonly outstanding_balance: string
}

/** Best first, each with its reasons. */
export async function suggestedConsolidated(
  context: VerbContext,
  receipt: SummaryRow,
  facts: ReceiptFacts,
  search: string,
): Promise<SuggestedConsolidated[]> {
  const rows = (await openConsolidated(context, receipt, search)).map((row) => ({
    ...row,
    outstanding_balance: parseMoney(row.outstanding_balance, receipt.currency),
  }))
  return rows
    .map(({ po_number: _, ...row }, at) => ({
      ...row,
      ...suggestConsolidated(facts, rows[at] ?? { ...row, po_number: null }, rows),
      outstanding_balance: formatMoney(row.outstanding_balance),
    }))
    .sort(compareSuggestions)
    .slice(0, shown_max)
}

function openConsolidated({ tx, viewer }: VerbContext, receipt: SummaryRow, search: string): Promise<Row[]> {
  const params: unknown[] = [
    receipt.currency_id,
    receipt.principal_id,
    receipt.for_business_id,
    consolidatedNumbersIn(receipt.reference),
    receipt.id,
    search === '' ? null : likePattern(search),
  ]
  const visible = visibleSql('transaction.consolidated_invoice', viewer, 'c', params)
  return tx.rows<Row>(
    `select c.id as consolidated_invoice_id, c.human_id, c.client_id, b.name as client_name, c.po_number,
       coalesce(c.due_date, max(i.due_date))::text as due_date, count(*)::int as members, sum(i.outstanding_balance) as outstanding_balance
     from transaction.consolidated_invoice c
     join transaction.invoice i on i.consolidated_invoice_id = c.id and i.status = 'open' and i.deleted_at is null
     join transaction.invoice_set s on s.id = i.invoice_set_id
     join business.business b on b.id = c.client_id
     where c.status in ('generated', 'open') and c.currency_id = $1
       and case s.funding_model when 'indirect' then s.funder_id else s.provider_id end = $2
       and case when $6::text is null then c.client_id = $3 or c.human_id = any ($4)
           or c.client_id in (select m.business_id from transaction.payer_memory m
             join transaction.payment_receipt_summary p on p.provider_id = m.provider_id and p.payer_key = m.payer_key
             where p.id = $5 and m.times > 0 and m.payer_key <> '')
         else c.human_id ilike $6 or b.name ilike $6 end
       and ${visible}
     group by c.id, b.name having sum(i.outstanding_balance) > 0
     order by c.human_id = any ($4) desc, c.due_date, c.human_id limit 100`,
    params,
  )
}
