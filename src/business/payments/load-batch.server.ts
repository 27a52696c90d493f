import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { notFound } from '#kernel/errors.ts'
import type { CurrencyCode } from '#kernel/money.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import { samePeople } from '../shared/who-may.rules.ts'
import { isAskedBySql } from './asked-payment.server.ts'
import { isFreedBySql } from './freed-payment.server.ts'
import type { payment_batch, payment_batch_item } from './payment-batch.entity.ts'
import { type BatchAction, type BatchFacts, can, newCheckersFrom } from './payment-batch.rules.ts'

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
    pays_asker: await paysAsker(context, id),
    asked_payment: await askedPayment(context, id),
    freed_payment: await freedPayment(context, id),
    brought_in: await isBroughtIn(context, batch.made_by),
  }
  requireCan(can[action](facts, viewer))
  return facts
}

/** True for contacts of a payee, and of the contractor behind a paid company. */
async function paysAsker({ tx, viewer }: VerbContext, id: string): Promise<boolean> {
  const row = await tx.row<{ pays: boolean }>(
    `select exists (select from payment.payment_batch_item p
       join business.business_contact c on c.business_id in (p.payee_id, p.contractor_id) and c.deleted_at is null
       where p.payment_batch_id = $1 and p.status = 'included' and c.user_id = any ($2)) as pays`,
    [id, samePeople(viewer)],
  )
  return row?.pays ?? false
}

/** Did the viewer request a refund of the batch, or enter or change one of its documents by hand? */
async function askedPayment({ tx, viewer }: VerbContext, id: string): Promise<boolean> {
  const row = await tx.row<{ asked: boolean }>(
    `select exists (select from payment.payment_batch_item p
       where p.payment_batch_id = $1 and p.status = 'included' and ${isAskedBySql('p', 'any ($2)')}) as asked`,
    [id, samePeople(viewer)],
  )
  return row?.asked ?? false
}

/** Did the viewer free an advance of the batch by a figure or mark of their own in the last days? */
async function freedPayment({ tx, viewer, clock }: VerbContext, id: string): Promise<boolean> {
  const row = await tx.row<{ freed: boolean }>(
    `select exists (select from payment.payment_batch b where b.id = $1
       and ${isFreedBySql('b', 'any ($2)', { now: '$3', today: '$4' })}) as freed`,
    [id, samePeople(viewer), clock.now(), clock.today()],
  )
  return row?.freed ?? false
}

/** True where the maker of the batch, or of the program behind it, asked for or approved the viewer's role. */
async function isBroughtIn({ tx, viewer, clock }: VerbContext, made_by: string): Promise<boolean> {
  const row = await tx.row<{ brought_in: boolean }>(
    `with makers as (
       select $2::text as user_id union all
       select m.created_by from platform.api_token m join business.business_contact k on k.id = m.contact_id
       where k.user_id = $2)
     select exists (select from request.role_change r where r.user_id = $1 and r.status = 'approved' and r.decided_at > $3
       and exists (select from makers where user_id in (r.asked_by, r.decided_by))) as brought_in`,
    [viewer.user_id, made_by, newCheckersFrom(clock.now())],
  )
  return row?.brought_in ?? false
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
