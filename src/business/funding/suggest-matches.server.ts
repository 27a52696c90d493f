import { z } from 'zod'
import { visibleSql } from '#data/visible.ts'
import { day } from '#kernel/day.ts'
import { currency, formatMoney, isPositive, minOf, parseMoney } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { requireOneOf } from '../who-may.rules.ts'
import type { SummaryRow } from './load-cash.server.ts'
import { loadReceipt } from './load-cash.server.ts'
import { compareSuggestions, numbersIn, suggest } from './suggest.rules.ts'

const input = z.object({ id: z.uuid() })

export type SuggestedMatch = {
  invoice_id: string
  human_id: string
  client_id: string
  client_name: string
  due_date: string
  outstanding_balance: string
  /** The lesser of what the receipt has left and the invoice lacks. */
  amount: string
  score: number
  reasons: readonly string[]
  is_certain: boolean
}
type Answer = {
  id: string
  human_id: string
  currency: string
  unmatched_amount: string
  candidates: SuggestedMatch[]
}

const candidates_max = 500
const shown_max = 30

/**
 * Open invoices that the receipt may pay, best first, each with its reasons: those of the payer, and those whose number
 * the reference names, of whatever client. Only of the receipt's own currency and books. Changes nothing.
 */
export const suggestMatches = verb<z.infer<typeof input>, Answer>({
  action_id: 'transaction.payment_receipt.suggest',
  input,
  run: async (context, { id }) => {
    requireOneOf(context.viewer, { provider: ['provider_admin', 'provider_operations', 'provider_approver'] })
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
      return { ...answer, candidates: [] }
    }
    const rows = (await openInvoices(context, receipt)).map((row) => ({
      ...row,
      due_date: day(row.due_date),
      outstanding_balance: parseMoney(row.outstanding_balance, code),
    }))
    const facts = { reference: receipt.reference, unmatched_amount, for_business_id: receipt.for_business_id }
    const candidates = rows
      .map((row) => ({
        ...row,
        ...suggest(facts, row, rows),
        amount: formatMoney(minOf(row.outstanding_balance, unmatched_amount)),
        outstanding_balance: formatMoney(row.outstanding_balance),
      }))
      .sort(compareSuggestions)
      .slice(0, shown_max)
    return { ...answer, candidates }
  },
})

type Row = Pick<
  SuggestedMatch,
  'invoice_id' | 'human_id' | 'client_id' | 'client_name' | 'due_date' | 'outstanding_balance'
> & {
  readonly po_number: string | null
}

/** The payer's open invoices, oldest debt first, and those named by number. */
function openInvoices({ tx, viewer }: VerbContext, receipt: SummaryRow): Promise<Row[]> {
  const params: unknown[] = [
    receipt.currency_id,
    receipt.principal_id,
    receipt.for_business_id,
    numbersIn(receipt.reference),
    receipt.unmatched_amount,
    candidates_max,
  ]
  const visible = visibleSql('transaction.invoice', viewer, 'i', params)
  return tx.rows<Row>(
    `select i.id as invoice_id, i.human_id, i.client_id, b.name as client_name, i.due_date, i.outstanding_balance, i.po_number
     from transaction.invoice i
     join transaction.invoice_set s on s.id = i.invoice_set_id
     join business.business b on b.id = i.client_id
     where i.type in ('provider-client', 'agency-client', 'funder-client') and i.status = 'open' and not i.is_credit_note
       and i.outstanding_balance > 0 and i.currency_id = $1
       and case s.funding_model when 'indirect' then s.funder_id else s.provider_id end = $2
       and (i.client_id = $3 or i.human_id = any ($4)) and ${visible}
     order by i.human_id = any ($4) desc, i.outstanding_balance = $5::numeric desc, i.due_date, i.human_id limit $6`,
    params,
  )
}
