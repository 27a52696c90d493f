import { z } from 'zod'
import { visibleSql } from '#data/visible.ts'
import { likePattern } from '#entity/filter.ts'
import { day } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import { currency, formatMoney, isPositive, minOf, parseMoney } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { matchCounts } from '../bank/payer-memory.server.ts'
import type { SummaryRow } from '../settlement/load-cash.server.ts'
import { loadReceipt } from '../settlement/load-cash.server.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { suggestedConsolidated } from './open-consolidated.server.ts'
import type { SuggestedMatch } from './suggest.rules.ts'
import { compareSuggestions, consolidatedNumbersIn, invoiceNumbersIn, suggest } from './suggest.rules.ts'

const input = z.strictObject({
  id: z.uuid(),
  /** Looks further than this payer: by an invoice's number or a client's name (spec §9: at most 20 characters). */
  search: z
    .string()
    .trim()
    .max(20, { error: validationText.max_length(20) })
    .optional(),
})

const answer = z.strictObject({
  id: z.uuid(),
  human_id: z.string(),
  currency: z.string(),
  unmatched_amount: moneyText,
  candidates: z.array(
    z.strictObject({
      invoice_id: z.uuid(),
      human_id: z.string(),
      client_id: z.uuid(),
      client_name: z.string(),
      due_date: z.iso.date(),
      outstanding_balance: moneyText,
      amount: moneyText,
      score: z.number(),
      reasons: z.array(z.string()).readonly(),
      is_certain: z.boolean(),
    }),
  ),
  consolidated: z.array(
    z.strictObject({
      consolidated_invoice_id: z.uuid(),
      human_id: z.string(),
      client_id: z.uuid(),
      client_name: z.string(),
      due_date: z.iso.date(),
      members: z.number(),
      outstanding_balance: moneyText,
      score: z.number(),
      reasons: z.array(z.string()).readonly(),
      is_certain: z.boolean(),
    }),
  ),
})

const candidates_max = 500
const shown_max = 30

/**
 * Open invoices that the receipt may pay, best first, with reasons: the payer's, and those named by number, of any
 * client. Only in the receipt's currency and books. Changes nothing.
 */
export const suggestMatches = verb({
  action_id: 'transaction.payment_receipt.suggest',
  since: '0.1.0',
  summary: 'Finds open invoices that a receipt may pay',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: ['provider_admin', 'provider_operations', 'provider_approver'] },
  is_reading: true,
  input,
  output: answer,
  run: async (context, { id, search }) => {
    const receipt = await loadReceipt(context, id, { lock: false })
    const code = currency(receipt.currency)
    const unmatched_amount = parseMoney(receipt.unmatched_amount, code)
    const answer = {
      id,
      human_id: receipt.human_id,
      currency: code,
      unmatched_amount: formatMoney(unmatched_amount),
    }
    if (receipt.status === 'reversed' || receipt.status === 'cancelled' || !isPositive(unmatched_amount)) {
      return { ...answer, candidates: [], consolidated: [] }
    }
    const rows = (await openInvoices(context, receipt, search ?? '')).map((row) => ({
      ...row,
      due_date: day(row.due_date),
      outstanding_balance: parseMoney(row.outstanding_balance, code),
    }))
    const facts = {
      reference: receipt.reference,
      unmatched_amount,
      for_business_id: receipt.for_business_id,
      match_counts: await matchCounts(context, receipt.id),
    }
    const candidates = rows
      .map((row) => ({
        ...row,
        ...suggest(facts, row, rows),
        amount: formatMoney(minOf(row.outstanding_balance, unmatched_amount)),
        outstanding_balance: formatMoney(row.outstanding_balance),
      }))
      .sort(compareSuggestions)
      .slice(0, shown_max)
      .map(({ po_number: _, consolidated_human_id: __, ...shown }) => shown)
    const consolidated = await suggestedConsolidated(context, receipt, facts, search ?? '')
    return { ...answer, candidates, consolidated }
  },
})

type Row = Pick<
  SuggestedMatch,
  'invoice_id' | 'human_id' | 'client_id' | 'client_name' | 'due_date' | 'outstanding_balance'
> & {
  readonly po_number: string | null
  readonly consolidated_human_id: string | null
}

/**
 * The payer's open invoices, oldest first, those named by number, and those of clients that the payer paid for
 * before.
 */
function openInvoices({ tx, viewer }: VerbContext, receipt: SummaryRow, search: string): Promise<Row[]> {
  const params: unknown[] = [
    receipt.currency_id,
    receipt.principal_id,
    receipt.for_business_id,
    invoiceNumbersIn(receipt.reference),
    receipt.unmatched_amount,
    candidates_max,
    receipt.id,
    consolidatedNumbersIn(receipt.reference),
    search === '' ? null : likePattern(search),
  ]
  const visible = visibleSql('transaction.invoice', viewer, 'i', params)
  return tx.rows<Row>(
    `select i.id as invoice_id, i.human_id, i.client_id, b.name as client_name, i.due_date, i.outstanding_balance, i.po_number,
       n.human_id as consolidated_human_id
     from transaction.invoice i
     join transaction.invoice_set s on s.id = i.invoice_set_id
     join business.business b on b.id = i.client_id
     left join transaction.consolidated_invoice n on n.id = i.consolidated_invoice_id
     where i.type in ('provider-client', 'agency-client', 'funder-client') and i.status = 'open' and not i.is_credit_note
       and i.outstanding_balance > 0 and i.currency_id = $1
       and case s.funding_model when 'indirect' then s.funder_id else s.provider_id end = $2
       and case when $9::text is null then i.client_id = $3 or i.human_id = any ($4)
           or i.consolidated_invoice_id in (select c.id from transaction.consolidated_invoice c where c.human_id = any ($8))
           or i.client_id in (select m.business_id from transaction.payer_memory m
             join transaction.payment_receipt_summary s on s.provider_id = m.provider_id and s.payer_key = m.payer_key
             where s.id = $7 and m.times > 0 and m.payer_key <> '')
         else i.human_id ilike $9 or b.name ilike $9 end
       and ${visible}
     order by i.human_id = any ($4) desc, i.outstanding_balance = $5::numeric desc, i.due_date, i.human_id limit $6`,
    params,
  )
}
