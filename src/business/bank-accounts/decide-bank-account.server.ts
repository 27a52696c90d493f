/** Confirms or rejects a new bank account; another person than the requester decides. */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { addDays } from '#kernel/day.ts'
import { notFound, precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { settleApproved } from '../parties/onboarding/settle-approved.server.ts'
import { hasOpenFlags, isAccountOf } from '../parties/self-dealing/find-flags.server.ts'
import { open_flags } from '../parties/self-dealing/flag.rules.ts'
import { moneyReasonInput } from '../shared/cash-input.server.ts'
import { bank_account } from './bank-account.entity.ts'
import { type AccountFacts, can, who } from './bank-account.rules.ts'
import { sendAccountNotice } from './bank-account-notice.server.ts'

type PendingAccount = AccountFacts & ReadRow<typeof bank_account, 'id currency_id purpose replaces_id'>

/** @throws not_found, not_allowed, or conflict after somebody else's decision */
async function lockPending(
  context: VerbContext,
  id: string,
  action: 'confirm' | 'reject',
): Promise<PendingAccount> {
  const { tx, viewer } = context
  const [account] = await loadVisible<PendingAccount>(tx, viewer, 'business.bank_account', [id], {
    lock: true,
    columns: `t.id, t.business_id, t.status, t.requested_by, t.link_email, t.currency_id, t.purpose, t.replaces_id,
      (select b.type from business.business b where b.id = t.business_id) as business_type`,
  })
  if (!account) throw notFound('Bank account')
  requireCan(can[action](account, viewer))
  return account
}

const confirm_input = z.strictObject({ id: z.uuid() })

/** Confirms the new account and retires the replaced one. @throws not_allowed for its author */
export const confirmBankAccount = verb({
  action_id: 'business.bank_account.confirm',
  since: '0.1.0',
  summary: 'Confirms a new bank account and retires the replaced one',
  machine: 'refused',
  impersonator: 'refused',
  who: who.confirm,
  input: confirm_input,
  output: z.strictObject({ id: z.uuid(), status: z.literal('confirmed') }),
  step_up: FIVE_MINUTES,
  run: async (context, { id }) => {
    const { tx, viewer, clock } = context
    const account = await lockPending(context, id, 'confirm')
    await requireNoFlag(context, account)
    const retired = await tx.rows<{ id: string }>(
      `update business.bank_account set status = 'retired', updated_at = $4
       where business_id = $1 and currency_id = $2 and purpose = $3 and status = 'confirmed' and deleted_at is null
       returning id`,
      [account.business_id, account.currency_id, account.purpose, clock.now()],
    )
    // A changed account is paid from the next day on: until then its notice may still be answered.
    const payable_from = retired.length > 0 ? addDays(clock.today(), 1) : clock.today()
    await updateRow(tx, bank_account, id, {
      status: 'confirmed',
      decided_by: viewer.user_id,
      decided_at: clock.now(),
      payable_from,
      updated_at: clock.now(),
    })
    for (const old of retired) {
      context.audit({
        entity: 'business.bank_account',
        entity_id: old.id,
        old_values: { status: 'confirmed' },
        new_values: { status: 'retired', replaced_by: id },
      })
    }
    if (retired.length > 0) await sendAccountNotice(context, id, 'confirmed')
    const answer = auditDecision(context, id, 'confirmed')
    await settleApproved(context, account.business_id)
    return answer
  },
})

/**
 * The provider is refused while any flag is open. An agency is refused only for an account equal to its own. Other flags
 * must not show in its answer; they stop the provider's activation (decision 0082). @throws precondition
 */
async function requireNoFlag({ tx, viewer }: VerbContext, { id }: PendingAccount): Promise<void> {
  if (viewer.category === 'provider') {
    if (await hasOpenFlags(tx, { entity: 'business.bank_account', entity_id: id }))
      throw precondition(open_flags)
  } else if (await isAccountOf(tx, id, viewer.business_id))
    throw precondition('This account is also one of your own accounts: your provider confirms it')
}

const reject_input = z.strictObject({ id: z.uuid(), reason: moneyReasonInput })

/** Rejects the new account and keeps the old one. Its author may withdraw it. */
export const rejectBankAccount = verb({
  action_id: 'business.bank_account.reject',
  since: '0.1.0',
  summary: 'Rejects a new bank account and keeps the old one',
  machine: 'refused',
  impersonator: 'refused',
  who: who.reject,
  input: reject_input,
  output: z.strictObject({ id: z.uuid(), status: z.literal('rejected') }),
  run: async (context, { id, reason }) => {
    const { tx, viewer, clock } = context
    const account = await lockPending(context, id, 'reject')
    await updateRow(tx, bank_account, id, {
      status: 'rejected',
      decided_by: viewer.user_id,
      decided_at: clock.now(),
      decision_comment: reason,
      updated_at: clock.now(),
    })
    if (account.replaces_id !== null) await sendAccountNotice(context, id, 'rejected')
    return auditDecision(context, id, 'rejected', reason)
  },
})

function auditDecision<S extends string>(context: VerbContext, id: string, status: S, reason?: string) {
  context.audit({
    entity: 'business.bank_account',
    entity_id: id,
    old_values: { status: 'pending' },
    new_values: { status, ...(reason === undefined ? {} : { reason }) },
  })
  return { id, status }
}
