/** The bank account in a request for a company, as its readers compare it. */
import type { VerbContext } from '#server/verb.ts'
import { account_readers } from '../../bank-accounts/bank-account.rules.ts'
import { bankDetailsInput } from '../../bank-accounts/bank-account-input.server.ts'
import { maskedNumber } from '../../shared/bank-details.rules.ts'
import { isOneOf } from '../../shared/who-may.rules.ts'

/** Its holder and last digits; null where there is none, or for a reader without accounts. */
export async function maskedAccount({ tx, viewer }: VerbContext, id: string): Promise<string | null> {
  if (!isOneOf(viewer, account_readers)) return null
  const row = await tx.row<{ asked_account: unknown }>(
    'select asked_account from request.change_request where id = $1',
    [id],
  )
  if (!row || row.asked_account === null) return null
  const {
    account_holder_name,
    bank_name,
    account_number = null,
    iban = null,
  } = bankDetailsInput.parse(row.asked_account)
  return `${account_holder_name}, ${bank_name}, ${maskedNumber({ account_number, iban })}`
}
