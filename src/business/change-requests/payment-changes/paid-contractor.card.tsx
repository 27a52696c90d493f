/** The contractor of a form about their payment, for readers with the right to ask for it. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { RecordState } from '../../shared/record-state.card.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { party_askers } from '../request/party-change.rules.ts'

const document = gql(`query paid_contractor($id: uuid!) {
  contractor: business_contractor_by_pk(id: $id) {
    id human_id name payment_type payment_company { id human_id name }
  }
}`)

export type Paid = NonNullable<Answer<typeof document>['contractor']>

export function PaidContractor({ id, children }: { id: string; children: (contractor: Paid) => ReactNode }) {
  const session = useSession()
  const mayAsk = isOneOf(session, party_askers.contractor)
  const query = useQuery({
    queryKey: ['paid_contractor', id],
    queryFn: async ({ signal }) => (await graphql(document, { id }, signal)).contractor,
    enabled: mayAsk,
  })
  if (!mayAsk) return <NotFound what="Contractor" />
  // Another contractor begins an empty form.
  return (
    <RecordState key={id} query={query} what="Contractor">
      {children}
    </RecordState>
  )
}
