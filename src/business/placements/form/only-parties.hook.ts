/** The parties that a new placement of an agency begins with. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'

const document = gql(`query ready_parties {
  clients: business_client(where: { status: { _eq: "onboarded" }, is_active: { _eq: true } }, limit: 2) { id name }
  contractors: business_contractor(where: { status: { _eq: "onboarded" }, is_active: { _eq: true } }, limit: 2) { id name }
}`)

type Party = Answer<typeof document>['clients'][number]

export type PartyKind = 'client' | 'contractor'

export interface OnlyParties {
  readonly client: Party | null
  readonly contractor: Party | null
  /** The kinds of which there is none. */
  readonly lacking: readonly PartyKind[]
}

const onlyOf = (rows: readonly Party[]): Party | null => (rows.length === 1 ? (rows[0] ?? null) : null)

/** The client and the contractor of an agency that has one of them alone; null where there is a choice, or none. */
export function useOnlyParties() {
  return useQuery({
    queryKey: ['ready_parties'],
    queryFn: async ({ signal }): Promise<OnlyParties> => {
      const { clients, contractors } = await graphql(document, {}, signal)
      const lacking = ({ length }: readonly Party[], kind: PartyKind) => (length === 0 ? [kind] : [])
      return {
        client: onlyOf(clients),
        contractor: onlyOf(contractors),
        lacking: [...lacking(clients, 'client'), ...lacking(contractors, 'contractor')],
      }
    },
  })
}
