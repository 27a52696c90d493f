/** Writes match lines and updates their receipt or payment. */

import { day } from '#kernel/day.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { insertRows } from '#server/write-row.server.ts'
import { partiesOf } from '../shared/party-columns.rules.ts'
import { refundsOf } from './live-refunds.server.ts'
import type { CashDocument, SummaryRow } from './load-cash.server.ts'
import { lineOf, linesOf } from './load-cash.server.ts'
import { payment_receipt_detail } from './receipt.entity.ts'
import { receiptState } from './receipt.rules.ts'

export type NewLine = {
  readonly summary_id: string
  readonly document: CashDocument
  /** Decimal text. */
  readonly amount: string
  readonly payment_type: 'bank' | 'set_off' | 'refund' | 'payroll'
  readonly post_date: string
}

/**
 * Inserts the lines in one statement and returns their ids, in order. A line names the parties of its document, for
 * visibility.
 */
export async function insertMatchLines(
  {
    tx,
    viewer,
    clock,
  }: Pick<VerbContext, 'tx' | 'clock'> & { readonly viewer: Pick<VerbContext['viewer'], 'user_id'> },
  lines: readonly NewLine[],
): Promise<string[]> {
  const now = clock.now()
  const rows = lines.map(({ summary_id, document, amount, payment_type, post_date }) => ({
    id: newUuid(clock),
    payment_receipt_summary_id: summary_id,
    invoice_id: document.id,
    amount,
    currency_id: document.currency_id,
    payment_type,
    post_date,
    ...partiesOf(document),
    reversal_date: null,
    reversal_reason: null,
    created_by: viewer.user_id,
    created_at: now,
    updated_at: now,
  }))
  await insertRows(tx, payment_receipt_detail, rows)
  return rows.map((row) => row.id)
}

/** Takes lines back. They stay, with the day and the reason. */
export async function reverseLines(
  { tx, clock }: Pick<VerbContext, 'tx' | 'clock'>,
  ids: readonly string[],
  reason: string,
): Promise<void> {
  await tx.run(
    `update transaction.payment_receipt_detail set reversal_date = $2, reversal_reason = $3, updated_at = $4
     where id = any ($1) and reversal_date is null`,
    [ids, clock.today(), reason, clock.now()],
  )
}

/**
 * Status, matched amount and agency of a receipt or payment from its lines (I4). A receipt is shown to the agency
 * when all that it pays is that agency's; one that pays two agencies' invoices is shown to neither, each sees its lines.
 */
export async function settleSummary(
  { tx, clock }: Pick<VerbContext, 'tx' | 'clock'>,
  summary: SummaryRow,
  is_reversed: boolean,
): Promise<{ status: string; matched_amount: string; unmatched_amount: string }> {
  const lines = await linesOf(tx, summary.id)
  // A refund counts against the receipt like a match.
  const refunds = summary.type === 'receipt' ? await refundsOf(tx, summary.id) : []
  const amount = parseMoney(summary.amount, summary.currency)
  // A cured debt counts against the agency's payment like a match.
  const cured = summary.type === 'payment' ? await curedOf(tx, summary.id) : []
  const state = receiptState(
    amount,
    [
      ...lines.map((line) => lineOf(line, summary.currency)),
      ...[...refunds, ...cured].map((one) => ({
        amount: parseMoney(one.amount, summary.currency),
        post_date: day(one.post_date),
        reversal_date: null,
      })),
    ],
    is_reversed,
  )
  const made = {
    status: state.status,
    matched_amount: formatMoney(state.matched_amount),
    unmatched_amount: formatMoney(state.unmatched_amount),
  }
  await tx.run(
    `update transaction.payment_receipt_summary t set status = $2, matched_amount = $3, updated_at = $4,
       agency_id = case when t.type = 'payment' then t.agency_id else
         case (select count(distinct d.agency_id) from transaction.payment_receipt_detail d
               where d.payment_receipt_summary_id = t.id and d.reversal_date is null)
           when 0 then t.agency_id
           when 1 then (select d.agency_id from transaction.payment_receipt_detail d
               where d.payment_receipt_summary_id = t.id and d.reversal_date is null limit 1) end end
     where t.id = $1`,
    [summary.id, made.status, made.matched_amount, clock.now()],
  )
  return made
}

/** Cured amounts of an agency's debt, by note. */
function curedOf(tx: Tx, payment_id: string): Promise<{ amount: string; post_date: string }[]> {
  return tx.rows(
    `select cured_amount as amount, raised_date as post_date from transaction.collection_note
     where payment_receipt_summary_id = $1 and cured_amount > 0 and status <> 'cancelled'`,
    [payment_id],
  )
}
