/** Asks for a further payee of a contractor, for new placements with one agency. */
import { useQuery } from '@tanstack/react-query'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf, usePlace } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { agency_field } from '../../shared/form-choices.view.ts'
import { RecordState } from '../../shared/record-state.card.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { usePartyChanges } from '../party-changes/party-changes.hook.ts'
import { party_askers } from '../request/party-change.rules.ts'
import { requestPath } from '../request/request-path.view.ts'
import { blank_way, way_fields } from './payment-way.view.ts'

const document = gql(`query contractor_of_payee($id: uuid!) {
  contractor: business_contractor_by_pk(id: $id) { id human_id name }
}`)

/** The page on which contractors ask for their own further payee. */
export function OwnPayeePage() {
  const { business } = useSession()
  return <NewPayee id={business.id} />
}

export function NewPayeePage() {
  const { id } = usePlace()
  return id === null ? <NotFound what="Contractor" /> : <NewPayee id={id} />
}

function NewPayee({ id }: { id: string }) {
  const session = useSession()
  const mayAsk = isOneOf(session, party_askers.contractor)
  const query = useQuery({
    queryKey: ['contractor_of_payee', id],
    queryFn: async ({ signal }) => (await graphql(document, { id }, signal)).contractor,
    enabled: mayAsk,
  })
  if (!mayAsk) return <NotFound what="Contractor" />
  return (
    <RecordState query={query} what="Contractor">
      {(contractor) => <PayeeForm key={contractor.id} contractor={contractor} />}
    </RecordState>
  )
}

type Contractor = { readonly id: string; readonly human_id: string; readonly name: string }

function PayeeForm({ contractor }: { contractor: Contractor }) {
  const { category } = useSession()
  const go = useGo()
  const is_own = category === 'contractor'
  const agencies = usePartyChanges({ business_id: contractor.id }).data?.agencies ?? []
  return (
    <>
      <PageHeader
        title="Add a payee"
        back={
          is_own
            ? { to: pathOf({ category, path: 'request/new_own_payment' }), label: 'Change the payment' }
            : {
                to: pathOf({ category, path: 'business/contractor', id: contractor.id }),
                label: contractor.name,
              }
        }
        meta={!is_own && <span>{contractor.human_id}</span>}
      />
      <div className="max-w-200 px-4 pb-6">
        <VerbForm
          intro={
            is_own
              ? 'For new placements with one agency, once it and the provider approve. Others stay as they are.'
              : 'For new placements with one agency, once contractor and provider approve. Others stay as they are.'
          }
          action_id="business.contractor.add_payee"
          fixed={{ contractor_id: contractor.id }}
          initial={{ ...blank_way, agency_id: '' }}
          fields={[
            category === 'provider' && agency_field,
            agencies.length > 1 && {
              kind: 'choice',
              name: 'agency_id',
              label: 'Agency',
              options: agencies.map(({ id, name }) => ({ value: id, label: name })),
              required: true,
            },
            ...way_fields,
            { kind: 'area', name: 'comment', label: 'Reason', hint: 'Shown to approvers', required: true },
          ]}
          submit="Send for approval"
          success={({ human_id }: Made) => `Sent for approval as ${human_id}`}
          onDone={({ id }: Made) => go.replace(requestPath(id, 'contractor', category))}
        />
      </div>
    </>
  )
}
