/**
 * A new account, or a new version of one: it waits until a second person has confirmed it, the first of a business as
 * well as every later one (quality S16). Payments to the payee wait as long.
 */
import { conflict } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { holdPayee } from '../payments/hold-payee.server.ts'
import type { BankAccountInput } from './bank-account-input.server.ts'
import { sendAccountNotice } from './bank-account-notice.server.ts'

type NewAccount = Omit<BankAccountInput, 'currency'> & {
  readonly business_id: string
  readonly currency_id: string
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
  const made = await tx.run(
    `insert into business.bank_account (id, business_id, bank_name, account_holder_name, account_number, sort_code, iban,
       swift_code, ach_routing, currency_id, purpose, status, requested_by, replaces_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'pending', $12, $13, $14, $14)
     on conflict (business_id, currency_id, purpose) where deleted_at is null and status = 'pending' do nothing`,
    [
      id,
      account.business_id,
      account.bank_name,
      account.account_holder_name,
      account.account_number ?? null,
      account.sort_code ?? null,
      account.iban ?? null,
      account.swift_code ?? null,
      account.ach_routing ?? null,
      account.currency_id,
      account.purpose,
      viewer.user_id,
      replaced?.id ?? null,
      clock.now(),
    ],
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
    },
  })
  return { id }
}
