/**
 * A new account, or a new version of one: it waits until a second person has confirmed it, the first of a business as
 * well as every later one (quality S16). Payments to the payee wait as long.
 */
import { conflict } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { holdPayee } from '../payments/hold-payee.server.ts'
import { bank_account } from './bank-account.entity.ts'
import type { BankAccountInput } from './bank-account-input.server.ts'
import { sendAccountNotice } from './bank-account-notice.server.ts'

type NewAccount = Omit<BankAccountInput, 'currency'> & {
  readonly business_id: string
  readonly currency_id: string
  /** The user that entered the account; absent: the viewer. */
  readonly requested_by?: string
  /** The contractor who entered it by their link. */
  readonly by_link?: { readonly name: string; readonly email: string }
}

/** @throws conflict while another change of the same account waits */
export async function insertBankAccount(context: VerbContext, account: NewAccount): Promise<{ id: string }> {
  const { tx, viewer, clock } = context
  const id = newUuid(clock)
  const replaced = await tx.row<{ id: string }>(
    `select id from business.bank_account where business_id = $1 and currency_id = $2 and purpose = $3
       and status = 'confirmed' and deleted_at is null for update`,
    [account.business_id, account.currency_id, account.purpose],
  )
  const made = await insertRow(
    tx,
    bank_account,
    {
      id,
      business_id: account.business_id,
      bank_name: account.bank_name,
      account_holder_name: account.account_holder_name,
      account_number: account.account_number ?? null,
      sort_code: account.sort_code ?? null,
      iban: account.iban ?? null,
      swift_code: account.swift_code ?? null,
      ach_routing: account.ach_routing ?? null,
      currency_id: account.currency_id,
      purpose: account.purpose,
      status: 'pending',
      requested_by: account.requested_by ?? viewer.user_id,
      entered_by_link: account.by_link?.name ?? null,
      link_email: account.by_link?.email ?? null,
      replaces_id: replaced?.id ?? null,
      decided_by: null,
      decided_at: null,
      decision_comment: null,
      payable_from: null,
      held_at: null,
      held_by: null,
      hold_reason: null,
      hold_ended_at: null,
      hold_ended_by: null,
      created_at: clock.now(),
      updated_at: clock.now(),
    },
    "on conflict (business_id, currency_id, purpose) where deleted_at is null and status = 'pending' do nothing",
  )
  if (made === 0) throw conflict('A bank account of this business already waits for a second person')
  if (replaced) {
    if (account.purpose === 'payout') await holdPayee(context, account.business_id, account.currency_id)
    await sendAccountNotice(context, id, 'requested')
  }
  context.audit({
    entity: 'business.bank_account',
    entity_id: id,
    // The number itself stays out of the log (quality S13).
    new_values: {
      business_id: account.business_id,
      purpose: account.purpose,
      currency_id: account.currency_id,
      status: 'pending',
      replaces_id: replaced?.id ?? null,
      ...(account.by_link ? { entered_by_link: account.by_link.name } : {}),
    },
  })
  return { id }
}
