import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { present } from '#kernel/assert.ts'
import { notFound } from '#kernel/errors.ts'
import type { CurrencyCode } from '#kernel/money.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import { samePeople } from '../shared/who-may.rules.ts'
import { askedSql, broughtInSql, paysSql } from './batch-checkers.server.ts'
import { isFreedBySql } from './freed-payment.server.ts'
import type { payment_batch, payment_batch_item } from './payment-batch.entity.ts'
import { type BatchAction, type BatchFacts, type CheckFacts, can } from './payment-batch.rules.ts'

export type BatchRow = BatchFacts &
  ReadRow<typeof payment_batch, 'id principal_id provider_id currency_id run_date amount updated_at'> & {
    readonly currency: CurrencyCode
  }

const batch_columns = `t.id, t.human_id, t.status, t.made_by, t.released_by, t.item_count, t.principal_id, t.provider_id, t.currency_id, t.run_date,
  t.amount, t.updated_at, (select y.alpha_code from platform.currency y where y.id = t.currency_id) as currency`

/**
 * A visible batch that the viewer may change in this way, locked: two people who complete at once meet here, and the
 * second gets a conflict.
 * @throws not_found, not_allowed, precondition or conflict
 */
export async function lockBatch(context: VerbContext, id: string, action: BatchAction): Promise<BatchRow> {
  const { tx, viewer } = context
  const [batch] = await loadVisible<BatchRow>(tx, viewer, 'payment.payment_batch', [id], {
    lock: true,
    columns: batch_columns,
  })
  if (!batch) throw notFound('Payment Batch')
  const facts = {
    ...batch,
    ...(await checkFacts(context, id)),
  }
  requireCan(can[action](facts, viewer))
  return facts
}

/** The facts that keep the viewer off a review or completion. */
export async function checkFacts({ tx, viewer, clock }: VerbContext, id: string): Promise<CheckFacts> {
  const person = 'any ($2)'
  const moment = { now: '$3', today: '$4' }
  const row = await tx.row<CheckFacts>(
    `select ${paysSql(person)} as pays_asker, ${askedSql(person)} as asked_payment,
       ${isFreedBySql('b', person, moment)} as freed_payment, ${broughtInSql(person, moment)} as brought_in
     from payment.payment_batch b where b.id = $1`,
    [id, samePeople(viewer), clock.now(), clock.today()],
  )
  return present(row, 'the batch')
}

export type BatchItem = ReadRow<
  typeof payment_batch_item,
  'id payment_batch_id refund_id payroll_payment_id payee_id bank_account_id amount status hold_reason'
> & {
  /** Null for a refund, and for a debt of payroll. */
  readonly invoice_id: string | null
  readonly invoice_set_id: string | null
}

export function itemsOf({ tx }: Pick<VerbContext, 'tx'>, batch_id: string): Promise<BatchItem[]> {
  return tx.rows<BatchItem>(
    `select t.id, t.payment_batch_id, t.invoice_id, i.invoice_set_id, t.refund_id, t.payroll_payment_id,
       t.payee_id, t.bank_account_id, t.amount, t.status, t.hold_reason
     from payment.payment_batch_item t left join transaction.invoice i on i.id = t.invoice_id
     where t.payment_batch_id = $1 order by t.id`,
    [batch_id],
  )
}

/** Amount and count of a batch from its included items. */
export async function recountBatch(
  { tx, clock }: Pick<VerbContext, 'tx' | 'clock'>,
  id: string,
): Promise<void> {
  await tx.run(
    `update payment.payment_batch b set updated_at = $2, amount = s.amount, item_count = s.items
     from (select coalesce(sum(amount), 0) as amount, count(*)::int as items from payment.payment_batch_item
       where payment_batch_id = $1 and status in ('included', 'paid', 'returned')) s where b.id = $1`,
    [id, clock.now()],
  )
}
