/** Asks for a further payee of a contractor, for new placements with one agency. */
import { NotFound } from '#web/blocks/NotFound.tsx'
import { pathOf, usePlace } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { agency_field } from '../../shared/form-choices.view.ts'
import { usePartyChanges } from '../party-changes/party-changes.hook.ts'
import { requestPath } from '../request/request-path.view.ts'
import { type Paid, PaidContractor } from './paid-contractor.card.tsx'
import { blank_way, way_fields } from './payment-way.view.ts'

/** The page on which contractors ask for their own further payee. */
export function OwnPayeePage() {
  const { business } = useSession()
  return <NewPayee id={business.id} />
}

export function NewPayeePage() {
  const { id } = usePlace()
  return id === null ? <NotFound what="Contractor" /> : <NewPayee id={id} />
}

const NewPayee = ({ id }: { id: string }) => (
  <PaidContractor id={id}>{(contractor) => <PayeeForm contractor={contractor} />}</PaidContractor>
)

function PayeeForm({ contractor }: { contractor: Paid }) {
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
