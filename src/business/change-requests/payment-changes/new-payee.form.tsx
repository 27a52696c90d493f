/** Asks for a further payee of a contractor, for new placements with one agency. */
import { useSession } from '#web/core/session.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { agency_field } from '../../shared/form-choices.view.ts'
import { usePartyChanges } from '../party-changes/party-changes.hook.ts'
import { AskedContractor, ContractorRequest } from '../request/contractor-request.card.tsx'
import { agencyChoice, comment_field } from '../request/request-fields.view.ts'
import { requestPath } from '../request/request-path.view.ts'
import { type Paid, PaidContractor } from './paid-contractor.card.tsx'
import { blank_way, way_fields } from './payment-way.view.ts'

export const NewPayeePage = () => (
  <AskedContractor>
    {(id) => <PaidContractor id={id}>{(contractor) => <PayeeForm contractor={contractor} />}</PaidContractor>}
  </AskedContractor>
)

function PayeeForm({ contractor }: { contractor: Paid }) {
  const { category } = useSession()
  const go = useGo()
  const is_own = category === 'contractor'
  const agencies = usePartyChanges({ business_id: contractor.id }).data?.agencies ?? []
  return (
    <ContractorRequest
      title="Add a payee"
      contractor={contractor}
      own={{ path: 'request/new_own_payment', label: 'Change the payment' }}
      meta={!is_own && <span>{contractor.human_id}</span>}
    >
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
          agencies.length > 1 && agencyChoice('Agency', agencies),
          ...way_fields,
          comment_field,
        ]}
        submit="Send for approval"
        success={({ human_id }: Made) => `Sent for approval as ${human_id}`}
        onDone={({ id }: Made) => go.replace(requestPath(id, 'contractor', category))}
      />
    </ContractorRequest>
  )
}
