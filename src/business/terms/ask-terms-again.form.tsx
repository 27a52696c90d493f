/** Asks a client again after it rejected payment terms: the form with the rejected values, and the reason. */
import { useQuery } from '@tanstack/react-query'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { graphql } from '#web/core/call.ts'
import { usePlace } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { RecordState } from '../shared/record-state.card.tsx'
import { isOneOf } from '../shared/who-may.rules.ts'
import { PaymentTermsForm } from './new-payment-terms.form.tsx'
import { payment_terms_roles } from './payment-terms.rules.ts'

const document = gql(`query rejected_terms($id: uuid!) {
  terms: config_payment_terms_by_pk(id: $id) {
    id sub_type payment_terms effective_from status_comment agency { id name } client { id name }
  }
}`)

export function AskTermsAgainPage() {
  const session = useSession()
  const { id } = usePlace()
  const mayAsk = isOneOf(session, payment_terms_roles.create)
  const query = useQuery({
    queryKey: ['rejected_terms', id],
    queryFn: async ({ signal }) => (await graphql(document, { id: id ?? '' }, signal)).terms,
    enabled: mayAsk && id !== null,
  })
  if (!mayAsk || id === null) return <NotFound what="Payment terms" />
  return (
    <RecordState query={query} what="Payment terms">
      {(terms) => (
        <PaymentTermsForm
          key={terms.id}
          title="Ask again"
          reason={terms.status_comment}
          initial={{
            ...(session.category === 'provider' && terms.agency ? { agency_id: terms.agency.id } : {}),
            client_id: terms.client?.id ?? '',
            placement_type: terms.sub_type,
            payment_terms: String(terms.payment_terms),
            effective_from: terms.effective_from < session.today ? session.today : terms.effective_from,
          }}
          picked={{ agency: terms.agency, client: terms.client }}
        />
      )}
    </RecordState>
  )
}
