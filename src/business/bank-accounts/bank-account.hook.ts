/** The data of the bank account screens. */
import { useQuery } from '@tanstack/react-query'
import { action, graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { isOneOf } from '../shared/who-may.rules.ts'
import { account_readers } from './bank-account.rules.ts'

const fields = gql(`fragment bank_account_fields on business_bank_account {
  id status purpose bank_name account_holder_name account_number sort_code iban swift_code
  ach_routing payable_from created_at held_at hold_reason hold_ended_at
  ... @include(if: $decides) { requested_by entered_by_link decision_comment held_by }
  business { id name type } currency { id alpha_code }
}`)
const one_account = gql(
  `query bank_account($id: uuid!, $decides: Boolean!) { account: business_bank_account_by_pk(id: $id) { ...bank_account_fields } }`,
  fields,
)
const accounts_of = gql(
  `query bank_accounts($ids: [uuid!]!, $decides: Boolean!) {
  accounts: business_bank_account(where: { business_id: { _in: $ids } }, order_by: { created_at: desc }) { ...bank_account_fields }
}`,
  fields,
)
const payee = gql(
  `query payee($id: uuid!) { contractor: business_contractor_by_pk(id: $id) { payment_company { id } } }`,
)

export type Account = Answer<typeof fields>

/** The account of the address, with every account of the same business. */
export function useAccount(id: string | null, decides: boolean) {
  return useQuery({
    queryKey: ['bank_account', id],
    queryFn: async ({ signal }) => (await graphql(one_account, { id: id ?? '', decides }, signal)).account,
  })
}

/** Accounts of these businesses, newest first. */
export function useAccountsOf(business_ids: readonly string[], decides: boolean) {
  return useQuery({
    queryKey: ['bank_accounts_of', ...business_ids],
    queryFn: async ({ signal }) =>
      (await graphql(accounts_of, { ids: business_ids, decides }, signal)).accounts,
  })
}

/** The reasons of those of these accounts that wait for a check by the provider, by account. */
export function useWaits(ids: readonly string[]) {
  const session = useSession()
  return useQuery({
    queryKey: ['bank_account_waits', ...ids],
    enabled: ids.length > 0 && session.impersonator_user_id === null && isOneOf(session, account_readers),
    queryFn: async () => {
      const { waiting } = await action<{ waiting: readonly { id: string; reason: string }[] }>(
        'business.bank_account.read_waits',
        { ids },
        crypto.randomUUID(),
      )
      return new Map(waiting.map(({ id, reason }) => [id, reason]))
    },
  })
}

/** The business that is paid for a contractor. */
export function usePayee(contractor_id: string, enabled: boolean) {
  return useQuery({
    queryKey: ['payee_of', contractor_id],
    enabled,
    queryFn: async ({ signal }) => {
      const { contractor } = await graphql(payee, { id: contractor_id }, signal)
      return contractor?.payment_company?.id ?? contractor_id
    },
  })
}

/** Fields compared between two versions of an account. */
export const compared = [
  ['account_holder_name', 'Account Holder Name'],
  ['bank_name', 'Bank Name'],
  ['sort_code', 'Sort Code'],
  ['account_number', 'Account Number'],
  ['iban', 'IBAN'],
  ['swift_code', 'Swift Code'],
  ['ach_routing', 'ACH Routing Number'],
] as const satisfies readonly (readonly [keyof Account, string])[]
