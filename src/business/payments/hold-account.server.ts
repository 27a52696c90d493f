/** An account that sent money back is not paid into until a second person has confirmed it again (quality S16). */
import type { VerbContext } from '#server/verb.ts'
import { account_waits, holdPayee } from './hold-payee.server.ts'

type Paid = {
  readonly bank_account_id: string
  readonly for_business_id: string
  readonly currency_id: string
}

/** Holds the account if it is still the payee's, and its items in unfinished batches. */
export async function holdAccount(context: VerbContext, paid: Paid, reason: string): Promise<boolean> {
  const { tx, viewer, clock } = context
  const held = await tx.run(
    `update business.bank_account set held_at = $2, held_by = $3, hold_reason = $4, hold_ended_at = null, hold_ended_by = null,
       updated_at = $2 where id = $1 and status = 'confirmed' and deleted_at is null`,
    [paid.bank_account_id, clock.now(), viewer.user_id, reason],
  )
  if (held === 0) return false
  context.audit({
    entity: 'business.bank_account',
    entity_id: paid.bank_account_id,
    old_values: { hold_reason: null },
    new_values: { hold_reason: reason },
  })
  await holdPayee(context, paid.for_business_id, paid.currency_id, account_waits)
  return true
}
