/** Adds or removes one document of an unreviewed batch. */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { notFound } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { moneyReasonInput } from '../shared/cash-input.server.ts'
import { firstPayments } from './first-payments.server.ts'
import type { BatchItem, BatchRow } from './load-batch.server.ts'
import { itemsOf, lockBatch, recountBatch } from './load-batch.server.ts'
import { payment_batch_item } from './payment-batch.entity.ts'
import type { BatchAction } from './payment-batch.rules.ts'

export const itemInput = z.strictObject({ item_id: z.uuid(), reason: moneyReasonInput })
export const itemAnswer = z.strictObject({
  item_id: z.uuid(),
  status: z.string(),
  payment_batch_id: z.uuid(),
})
export type ItemAnswer = z.infer<typeof itemAnswer>

export type LockedItem = BatchItem & { readonly batch: BatchRow }

export async function lockItem(
  context: VerbContext,
  item_id: string,
  action: BatchAction,
): Promise<LockedItem> {
  const [seen] = await loadVisible<{ payment_batch_id: string }>(
    context.tx,
    context.viewer,
    'payment.payment_batch_item',
    [item_id],
    { columns: 't.payment_batch_id' },
  )
  if (!seen) throw notFound('Payment Batch Item')
  const batch = await lockBatch(context, seen.payment_batch_id, action)
  const item = (await itemsOf(context, batch.id)).find((one) => one.id === item_id)
  if (!item || !['included', 'held'].includes(item.status)) throw notFound('Payment Batch Item')
  return { ...item, batch }
}

/** Holds included items, each with its reason. @returns how many */
export async function holdItems(
  context: VerbContext,
  batch_id: string,
  reasons: ReadonlyMap<string, string>,
): Promise<number> {
  const { tx, clock } = context
  for (const [item_id, hold_reason] of reasons) {
    await tx.run(
      `update payment.payment_batch_item set status = 'held', hold_reason = $2, updated_at = $3 where id = $1`,
      [item_id, hold_reason, clock.now()],
    )
    context.audit({
      entity: 'payment.payment_batch_item',
      entity_id: item_id,
      old_values: { status: 'included' },
      new_values: { status: 'held', hold_reason },
    })
  }
  if (reasons.size > 0) await recountBatch(context, batch_id)
  return reasons.size
}

export async function setItem(
  context: VerbContext,
  item: LockedItem,
  status: 'included' | 'held',
  reason: string,
  bank_account_id: string | null,
): Promise<ItemAnswer> {
  const { tx, clock } = context
  await updateRow(tx, payment_batch_item, item.id, {
    status,
    hold_reason: status === 'held' ? reason : null,
    bank_account_id,
    is_first_payment: (await firstPayments(tx, bank_account_id === null ? [] : [bank_account_id])).size > 0,
    updated_at: clock.now(),
  })
  await recountBatch(context, item.batch.id)
  context.audit({
    entity: 'payment.payment_batch_item',
    entity_id: item.id,
    old_values: { status: item.status, hold_reason: item.hold_reason },
    new_values: { status, reason },
  })
  return { item_id: item.id, status, payment_batch_id: item.batch.id }
}
