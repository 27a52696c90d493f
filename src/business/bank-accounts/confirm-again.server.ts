/** The second person's look at an account from which a payment came back. */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { notFound } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { bank_account } from './bank-account.entity.ts'
import { type AccountFacts, can, who } from './bank-account.rules.ts'

const input = z.strictObject({ id: z.uuid() })

type Held = AccountFacts & {
  readonly id: string
  readonly hold_reason: string | null
}

/**
 * Reopens the account for payments. Held items are released in their batch, one by one.
 * @throws not_allowed for the recorder of the return, conflict when nothing waits
 */
export const confirmAccountAgain = verb({
  action_id: 'business.bank_account.confirm_again',
  since: '0.1.0',
  summary: 'Reopens a bank account for payments after a returned payment',
  machine: 'refused',
  impersonator: 'refused',
  who: who.confirm_again,
  input,
  output: z.strictObject({ id: z.uuid(), status: z.literal('confirmed') }),
  step_up: FIVE_MINUTES,
  run: async (context, { id }) => {
    const { tx, viewer, clock } = context
    const [account] = await loadVisible<Held>(tx, viewer, 'business.bank_account', [id], {
      lock: true,
      columns: `t.id, t.business_id, t.status, t.requested_by, t.held_by, t.hold_reason,
        t.held_at is not null and t.hold_ended_at is null as is_held,
        (select b.type from business.business b where b.id = t.business_id) as business_type`,
    })
    if (!account) throw notFound('Bank account')
    requireCan(can.confirm_again(account, viewer))
    await updateRow(tx, bank_account, id, {
      hold_ended_at: clock.now(),
      hold_ended_by: viewer.user_id,
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'business.bank_account',
      entity_id: id,
      old_values: { hold_reason: account.hold_reason },
      new_values: { status: 'confirmed', hold_ended_by: viewer.user_id },
    })
    return { id, status: 'confirmed' }
  },
})
