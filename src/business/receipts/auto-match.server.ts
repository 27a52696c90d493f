/** Automatic matching: a preview with totals and exceptions, then the match; each pair can be undone. */

import { z } from 'zod'
import { visibleSql } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { invalid, isStintError } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { CurrencyCode } from '#kernel/money.ts'
import { currency, formatMoney, parseMoney, sum } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import type { payment_receipt_summary } from '../settlement/receipt.entity.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import type { AutoDocument, AutoReceipt } from './auto-match.rules.ts'
import { autoMatches } from './auto-match.rules.ts'
import type { AutoPreview } from './match-answers.rules.ts'
import { applyMatches, matchInput } from './match-receipt.server.ts'
import { consolidatedNumbersIn, invoiceNumbersIn } from './suggest.rules.ts'

const receipts_max = 1000
const applied_max = 100

type ReceiptRow = ReadRow<
  typeof payment_receipt_summary,
  'id human_id reference for_business_id principal_id'
> & {
  readonly payer: string
  readonly unmatched_amount: string
  readonly currency: CurrencyCode
  readonly known_clients: readonly string[]
}

const receipt_facts = {
  id: z.uuid(),
  human_id: z.string(),
  payer: z.string(),
  currency: z.string(),
  amount: moneyText,
}

const previewAutoMatchAnswer = z.strictObject({
  looked_at: z.number(),
  totals: z.array(z.strictObject({ currency: z.string(), count: z.number(), amount: moneyText })),
  matches: z.array(
    z.strictObject({
      ...receipt_facts,
      matches: z.array(
        z.strictObject({
          invoice_id: z.uuid(),
          human_id: z.string(),
          client_name: z.string(),
          amount: moneyText,
          outstanding_balance: moneyText,
        }),
      ),
    }),
  ),
  exceptions: z.array(
    z.strictObject({
      ...receipt_facts,
      reason: z.string(),
    }),
  ),
})

/** The matches by currency, and the exceptions. Changes nothing. */
export const previewAutoMatch = verb({
  action_id: 'transaction.payment_receipt.auto_match_preview',
  since: '0.1.0',
  summary: 'Shows the matches that automatic matching would make',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  is_reading: true,
  input: z.strictObject({}),
  output: previewAutoMatchAnswer,
  run: async (context) => {
    const rows = await unmatchedReceipts(context)
    const receipts = rows.map(
      ({ payer: _, human_id: _id, currency: code, unmatched_amount, ...row }): AutoReceipt => ({
        ...row,
        unmatched_amount: parseMoney(unmatched_amount, currency(code)),
      }),
    )
    const documents = await namedDocuments(
      context,
      rows.map((row) => row.reference),
    )
    const { matches, exceptions } = autoMatches(receipts, documents)
    const names = new Map(documents.map((document) => [document.id, document.client_name]))
    const by_id = new Map(rows.map((row) => [row.id, row]))
    const shown = (id: string) => {
      const { human_id = '', payer = '', currency: code = '', unmatched_amount = '' } = by_id.get(id) ?? {}
      return { id, human_id, payer, currency: code, amount: unmatched_amount }
    }
    const certain = matches.map((match) => ({
      ...shown(match.receipt_id),
      matches: match.documents.map((document) => ({
        invoice_id: document.id,
        human_id: document.human_id,
        client_name: names.get(document.id) ?? '',
        amount: formatMoney(document.outstanding_balance),
        outstanding_balance: formatMoney(document.outstanding_balance),
      })),
    }))
    return {
      looked_at: rows.length,
      totals: totalsOf(certain),
      matches: certain,
      exceptions: exceptions.map((one) => ({ ...shown(one.receipt_id), reason: one.reason })),
    }
  },
})

function totalsOf(matches: readonly { currency: string; amount: string }[]): AutoPreview['totals'] {
  return [...Map.groupBy(matches, (match) => match.currency)].map(([code, list]) => ({
    currency: code,
    count: list.length,
    amount: formatMoney(
      sum(
        currency(code),
        list.map((match) => parseMoney(match.amount, currency(code))),
      ),
    ),
  }))
}

/** Oldest first. */
function unmatchedReceipts({ tx, viewer }: VerbContext): Promise<ReceiptRow[]> {
  const params: unknown[] = [receipts_max]
  const visible = visibleSql('transaction.payment_receipt_summary', viewer, 's', params)
  return tx.rows<ReceiptRow>(
    `select s.id, s.human_id, b.name as payer, s.reference, s.unmatched_amount, y.alpha_code as currency, s.for_business_id,
       s.principal_id, array(select m.business_id from transaction.payer_memory m
         where m.provider_id = s.provider_id and m.payer_key = s.payer_key and m.payer_key <> '' and m.times > 0) as known_clients
     from transaction.payment_receipt_summary s
     join business.business b on b.id = s.for_business_id
     join platform.currency y on y.id = s.currency_id
     where s.type = 'receipt' and s.status in ('allocated', 'partially_matched') and s.unmatched_amount > 0 and ${visible}
     order by s.transaction_date, s.id limit $1`,
    params,
  )
}

type NamedDocument = AutoDocument & { readonly client_name: string }

/** Open documents that these references name, by number or as members of a consolidated invoice. */
async function namedDocuments(
  { tx, viewer }: VerbContext,
  references: readonly string[],
): Promise<NamedDocument[]> {
  const params: unknown[] = [
    [...new Set(references.flatMap(invoiceNumbersIn))],
    [...new Set(references.flatMap(consolidatedNumbersIn))],
  ]
  const visible = visibleSql('transaction.invoice', viewer, 'i', params)
  const rows = await tx.rows<
    Omit<NamedDocument, 'outstanding_balance'> & { outstanding_balance: string; currency: CurrencyCode }
  >(
    `select i.id, i.human_id, i.client_id, b.name as client_name, i.outstanding_balance, y.alpha_code as currency,
       n.human_id as consolidated_human_id,
       case s.funding_model when 'indirect' then s.funder_id else s.provider_id end as principal_id
     from transaction.invoice i
     join transaction.invoice_set s on s.id = i.invoice_set_id
     join business.business b on b.id = i.client_id
     join platform.currency y on y.id = i.currency_id
     left join transaction.consolidated_invoice n on n.id = i.consolidated_invoice_id
     where i.type in ('provider-client', 'agency-client', 'funder-client') and i.status = 'open' and not i.is_credit_note
       and not i.is_disputed and i.outstanding_balance > 0
       and (i.human_id = any ($1) or i.consolidated_invoice_id in
         (select c.id from transaction.consolidated_invoice c where c.human_id = any ($2)))
       and ${visible}
     order by i.human_id`,
    params,
  )
  return rows.map(({ currency: code, outstanding_balance, ...row }) => ({
    ...row,
    outstanding_balance: parseMoney(outstanding_balance, currency(code)),
  }))
}

const input = z.strictObject({
  receipts: z
    .array(matchInput)
    .min(1, { error: validationText.required })
    .max(applied_max, { error: validationText.max }),
})
const answer = z.strictObject({ receipts: z.number(), pairs: z.number(), ids: z.array(z.uuid()) })

/** Applies previewed matches, all or none. A change by somebody else is a conflict that names the invoice. */
export const applyAutoMatch = verb({
  action_id: 'transaction.payment_receipt.auto_match',
  since: '0.1.0',
  summary: 'Applies previewed matches, all of them or none',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output: answer,
  run: async (context, { receipts }) => {
    let pairs = 0
    // In one order, so that two people who apply at once wait for each other instead of deadlocking.
    const ordered = [...receipts.entries()].sort(([, a], [, b]) => (a.id < b.id ? -1 : 1))
    for (const [at, receipt] of ordered) {
      try {
        pairs += (await applyMatches(context, receipt)).details.length
      } catch (error) {
        throw underField(error, `receipts.${at}`)
      }
    }
    return { receipts: receipts.length, pairs, ids: receipts.map((receipt) => receipt.id) }
  },
})

/** A refusal of one receipt, under the place that it has in the list. */
function underField(error: unknown, place: string): unknown {
  if (!isStintError(error) || error.code !== 'invalid') return error
  const entries = Object.entries(error.errors ?? {})
  return invalid(Object.fromEntries(entries.map(([field, message]) => [`${place}.${field}`, message])))
}
