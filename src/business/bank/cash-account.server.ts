import { loadVisible } from '#data/visible.ts'
import { notFound } from '#kernel/errors.ts'
import type { CurrencyCode } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'

export type CashAccount = {
  readonly id: string
  readonly business_id: string
  readonly purpose: string
  readonly currency_id: string
  readonly currency: CurrencyCode
}

/**
 * A trust account: the provider's own, or that of a funder it operates for. Its owner is the principal of the cash.
 * @throws not_found for any other account
 */
export async function cashAccount(context: VerbContext, id: string): Promise<CashAccount> {
  const { tx, viewer } = context
  const [account] = await loadVisible<CashAccount>(tx, viewer, 'business.bank_account', [id], {
    columns: `t.id, t.business_id, t.purpose, t.currency_id,
      (select y.alpha_code from platform.currency y where y.id = t.currency_id) as currency`,
  })
  const owner =
    account &&
    (await tx.row<{ id: string }>(
      `select id from business.business where id = $1 and deleted_at is null
         and (id = $2 or (type = 'funder' and provider_id = $2 and status = 'onboarded'))`,
      [account.business_id, viewer.business_id],
    ))
  if (!account || !owner || account.purpose === 'payout') throw notFound('Bank account')
  return account
}
