/** Accounts that clients pay into: the provider's own and those of the funders it operates for. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'

const document = gql(`query own_accounts {
  accounts: business_bank_account(
    where: { purpose: { _in: ["trust", "receipt"] }, status: { _eq: "confirmed" } }
    order_by: { bank_name: asc }
  ) { id bank_name account_number iban currency { alpha_code } business { id name } }
}`)

export type OwnAccount = Answer<typeof document>['accounts'][number]

export function accountName(account: OwnAccount): string {
  const number = account.account_number ?? account.iban ?? ''
  return `${account.business?.name ?? ''}, ${account.bank_name} ${number} (${account.currency?.alpha_code ?? ''})`
}

/** The provider's own account in pounds comes first, because it is the usual one. */
export function useOwnAccounts() {
  const session = useSession()
  const rank = (one: OwnAccount) =>
    (one.business?.id === session.business.id ? 0 : 2) + (one.currency?.alpha_code === 'GBP' ? 0 : 1)
  return useQuery({
    queryKey: ['own_accounts'],
    queryFn: async ({ signal }) =>
      (await graphql(document, {}, signal)).accounts.toSorted((a, b) => rank(a) - rank(b)),
  })
}
