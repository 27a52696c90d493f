/** The bank account of a new party: it waits for a second person, as every account does. */
import { invalid, isStintError } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import type { BankDetails } from '../bank-accounts/bank-account-input.server.ts'
import { insertBankAccount } from '../bank-accounts/insert-bank-account.server.ts'
import { currencyId } from '../parties/insert-party.server.ts'
import { requireOwnPayee } from '../parties/payment-companies.server.ts'

type Account = {
  readonly details: BankDetails
  readonly currency: string
  readonly business_id: string
  /** Clients pay into the trust account of a funder. */
  readonly purpose: 'payout' | 'trust'
}

/** The party is of this submission, and the role of its sender may enter accounts. Takes the place of the account of an earlier submission. @throws not_allowed, invalid */
export async function keepAccount(
  context: VerbContext,
  { details, currency, business_id, purpose }: Account,
): Promise<void> {
  const { tx, clock, viewer } = context
  const business = { id: business_id }
  if (viewer.category === 'agency') await requireOwnPayee(context, business)
  const currency_id = await currencyId(context, currency)
  const same = await tx.row(
    `select 1 as one from business.bank_account where business_id = $1 and currency_id = $2 and purpose = $10
       and status in ('pending', 'confirmed') and deleted_at is null and account_holder_name = $3 and bank_name = $4
       and account_number is not distinct from $5 and sort_code is not distinct from $6 and iban is not distinct from $7
       and swift_code is not distinct from $8 and ach_routing is not distinct from $9`,
    [
      business.id,
      currency_id,
      details.account_holder_name,
      details.bank_name,
      details.account_number ?? null,
      details.sort_code ?? null,
      details.iban ?? null,
      details.swift_code ?? null,
      details.ach_routing ?? null,
      purpose,
    ],
  )
  if (same) return
  const replaced = await tx.rows<{ id: string }>(
    `update business.bank_account set status = 'rejected', decided_by = $3, decided_at = $2, updated_at = $2,
       decision_comment = 'Entered again'
     where business_id = $1 and currency_id = $4 and purpose = $5 and status = 'pending' and deleted_at is null
     returning id`,
    [business.id, clock.now(), viewer.user_id, currency_id, purpose],
  )
  for (const { id } of replaced)
    context.audit({
      entity: 'business.bank_account',
      entity_id: id,
      old_values: { status: 'pending' },
      new_values: { status: 'rejected' },
    })
  try {
    await insertBankAccount(context, { ...details, purpose, business_id: business.id, currency_id })
  } catch (error) {
    if (isStintError(error) && error.code === 'conflict')
      throw invalid({ 'bank_account.account_number': validationText.unique_existing })
    throw error
  }
}
