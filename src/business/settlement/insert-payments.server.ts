/** Payments as rows: money that leaves by the bank, or debts set off, where none does. */

import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRows } from '#server/write-row.server.ts'
import { nextHumanIds } from '../shared/human-id.server.ts'
import { not_reversed, payment_receipt_summary } from './receipt.entity.ts'

export type NewPayment = {
  readonly for_business_id: string
  readonly principal_id: string
  readonly provider_id: string
  readonly agency_id: string | null
  readonly contractor_id: string | null
  readonly funder_id: string | null
  /** The payee's account; null when nothing goes through a bank. */
  readonly bank_account_id: string | null
  readonly payment_batch_id: string | null
  readonly currency_id: string
  /** Decimal text; its details are inserted with it and sum to it. */
  readonly amount: string
  readonly transaction_date: string
  readonly reference: string
  readonly comment: string | null
}

/** Inserts them in one statement. Their ids and human ids, in order. */
export async function insertPayments(
  { tx, viewer, clock }: Pick<VerbContext, 'tx' | 'viewer' | 'clock'>,
  payments: readonly NewPayment[],
): Promise<{ id: string; human_id: string }[]> {
  const human_ids = await nextHumanIds(tx, 'PAY', payments.length)
  const now = clock.now()
  const rows = payments.map((payment, i) => ({
    ...payment,
    id: newUuid(clock),
    human_id: human_ids[i] ?? '',
    type: 'payment' as const,
    status: 'matched' as const,
    matched_amount: payment.amount,
    reference: payment.reference === '' ? (human_ids[i] ?? '') : payment.reference,
    client_id: null,
    bank_line_id: null,
    ...not_reversed,
    created_by: viewer.user_id,
    created_at: now,
    updated_at: now,
  }))
  await insertRows(tx, payment_receipt_summary, rows)
  return rows.map(({ id, human_id }) => ({ id, human_id }))
}
