/** What the screens of bank accounts read. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import type { BankAccountStatus } from './bank-account.rules.ts'

export interface Account {
  readonly id: string
  readonly status: BankAccountStatus
  readonly purpose: 'payout' | 'trust' | 'receipt'
  readonly bank_name: string
  readonly account_holder_name: string
  readonly account_number: string | null
  readonly sort_code: string | null
  readonly iban: string | null
  readonly swift_code: string | null
  readonly ach_routing: string | null
  readonly payable_from: string | null
  readonly requested_by?: string | null
  readonly decision_comment?: string | null
  readonly held_at: string | null
  readonly held_by?: string | null
  readonly hold_reason: string | null
  readonly hold_ended_at: string | null
  readonly created_at: string
  readonly business: { readonly id: string; readonly name: string; readonly type: string } | null
  readonly currency: { readonly id: string; readonly alpha_code: string } | null
}

const fields = (
  decides: boolean,
) => `id status purpose bank_name account_holder_name account_number sort_code iban swift_code
  ach_routing payable_from created_at held_at hold_reason hold_ended_at ${decides ? 'requested_by decision_comment held_by' : ''} business { id name type } currency { id alpha_code }`

/** The account of the address, with every account of the same business. */
export function useAccount(id: string | null, decides: boolean) {
  return useQuery({
    queryKey: ['bank_account', id],
    queryFn: async ({ signal }) => {
      const document = `query bank_account($id: uuid!) { account: business_bank_account_by_pk(id: $id) { ${fields(decides)} } }`
      return (await graphql<{ account: Account | null }>(document, { id }, signal)).account
    },
  })
}

/** Accounts of these businesses, newest first. */
export function useAccountsOf(business_ids: readonly string[], decides: boolean) {
  return useQuery({
    queryKey: ['bank_accounts_of', ...business_ids],
    queryFn: async ({ signal }) => {
      const document = `query bank_accounts($ids: [uuid!]!) {
        accounts: business_bank_account(where: { business_id: { _in: $ids } }, order_by: { created_at: desc }) { ${fields(decides)} }
      }`
      return (await graphql<{ accounts: Account[] }>(document, { ids: business_ids }, signal)).accounts
    },
  })
}

/** The business that is paid for a contractor. */
export function usePayee(contractor_id: string, enabled: boolean) {
  return useQuery({
    queryKey: ['payee_of', contractor_id],
    enabled,
    queryFn: async ({ signal }) => {
      const document =
        'query payee($id: uuid!) { contractor: business_contractor_by_pk(id: $id) { payment_company { id } } }'
      const { contractor } = await graphql<{ contractor: { payment_company: { id: string } | null } | null }>(
        document,
        { id: contractor_id },
        signal,
      )
      return contractor?.payment_company?.id ?? contractor_id
    },
  })
}

/** What two versions of an account are compared by. */
export const compared = [
  ['account_holder_name', 'Account Holder Name'],
  ['bank_name', 'Bank Name'],
  ['sort_code', 'Sort Code'],
  ['account_number', 'Account Number'],
  ['iban', 'IBAN'],
  ['swift_code', 'Swift Code'],
  ['ach_routing', 'ACH Routing Number'],
] as const satisfies readonly (readonly [keyof Account, string])[]
