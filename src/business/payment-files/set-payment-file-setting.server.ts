import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { notFound } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { batch_checkers } from '../payments/payment-batch.rules.ts'
import { requireOneOf } from '../shared/who-may.rules.ts'
import { payingAccount, remembered_header } from './paying-account.server.ts'

const input = z.object({ payment_batch_id: z.uuid(), ...remembered_header })

type Batch = { readonly principal_id: string; readonly currency_id: string; readonly currency: string }
type Setting = {
  readonly id: string
  readonly service_user_number: string | null
  readonly owner_at: string
  readonly message_version: string
  readonly initiator_id: string | null
  readonly batch_booking: boolean
}

/**
 * Remembers the header fields that a paying account's bank wants, from the bank's guide. Later forms begin with them;
 * existing files stay.
 */
export const setPaymentFileSetting = verb<z.infer<typeof input>, { id: string; bank_account_id: string }>({
  action_id: 'payment.payment_file_setting.set',
  input,
  refuse_impersonator: true,
  run: async (context, { payment_batch_id, ...header }) => {
    const { tx, viewer, clock } = context
    requireOneOf(viewer, { provider: batch_checkers })
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
    const kept = await tx.row<{ id: string }>(
      `insert into payment.payment_file_setting (id, bank_account_id, provider_id, service_user_number, owner_at, message_version,
         initiator_id, batch_booking, user_name, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
       on conflict (bank_account_id) do update set service_user_number = excluded.service_user_number, owner_at = excluded.owner_at,
         message_version = excluded.message_version, initiator_id = excluded.initiator_id, batch_booking = excluded.batch_booking,
         user_name = excluded.user_name, updated_at = excluded.updated_at
       returning id`,
      [
        before?.id ?? newUuid(clock),
        account.id,
        viewer.business_id,
        values.service_user_number,
        values.owner_at,
        values.message_version,
        values.initiator_id,
        values.batch_booking,
        viewer.user_name,
        clock.now(),
      ],
    )
    const id = kept?.id ?? before?.id ?? ''
    context.audit({
      entity: 'payment.payment_file_setting',
      entity_id: id,
      ...(before ? { old_values: { ...before } } : {}),
      new_values: { bank_account_id: account.id, ...values },
    })
    return { id, bank_account_id: account.id }
  },
})
