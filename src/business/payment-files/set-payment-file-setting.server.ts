import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { present } from '#kernel/assert.ts'
import { notFound } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { insertRow, updateRow } from '#server/write-row.server.ts'
import { batch_checkers } from '../payments/payment-batch.rules.ts'
import { payingAccount, remembered_header } from './paying-account.server.ts'
import { payment_file_setting } from './payment-file-setting.entity.ts'

const input = z.strictObject({ payment_batch_id: z.uuid(), ...remembered_header })

type Batch = { readonly principal_id: string; readonly currency_id: string; readonly currency: string }
type Setting = ReadRow<
  typeof payment_file_setting,
  'id service_user_number owner_at message_version initiator_id batch_booking'
>

/**
 * Remembers the header fields that a paying account's bank wants, from the bank's guide. Later forms begin with them;
 * existing files stay.
 */
export const setPaymentFileSetting = verb({
  action_id: 'payment.payment_file_setting.set',
  since: '0.1.0',
  summary: "Sets the header fields of a paying account's bank files",
  machine: 'refused',
  impersonator: 'refused',
  who: { provider: batch_checkers },
  input,
  output: z.strictObject({ id: z.uuid(), bank_account_id: z.uuid() }),
  run: async (context, { payment_batch_id, ...header }) => {
    const { tx, viewer, clock } = context
    const [batch] = await loadVisible<Batch>(tx, viewer, 'payment.payment_batch', [payment_batch_id], {
      columns: `t.principal_id, t.currency_id,
        (select y.alpha_code from platform.currency y where y.id = t.currency_id) as currency`,
    })
    if (!batch) throw notFound('Payment Batch')
    const account = await payingAccount(tx, batch)
    const before = await tx.row<Setting>(
      `select id, service_user_number, owner_at, message_version, initiator_id, batch_booking
       from payment.payment_file_setting where bank_account_id = $1 for update`,
      [account.id],
    )
    const values = {
      service_user_number: header.service_user_number ?? null,
      owner_at: header.owner_at,
      message_version: header.message_version,
      initiator_id: header.initiator_id ?? null,
      batch_booking: header.batch_booking,
    }
    const kept = { ...values, user_name: viewer.user_name, updated_at: clock.now() }
    const made = before
      ? 0
      : await insertRow(
          tx,
          payment_file_setting,
          {
            bank_account_id: account.id,
            provider_id: viewer.business_id,
            ...kept,
            created_at: clock.now(),
          },
          'on conflict (bank_account_id) do nothing',
        )
    const now_there = 'select id from payment.payment_file_setting where bank_account_id = $1'
    const { id } = present(await tx.row<{ id: string }>(now_there, [account.id]), 'the setting')
    if (made === 0) await updateRow(tx, payment_file_setting, id, kept)
    context.audit({
      entity: 'payment.payment_file_setting',
      entity_id: id,
      ...(before ? { old_values: { ...before } } : {}),
      new_values: { bank_account_id: account.id, ...values },
    })
    return { id, bank_account_id: account.id }
  },
})
