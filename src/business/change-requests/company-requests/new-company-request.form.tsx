/** A contractor, or an agency for one, asks for a limited company that is to pay them. */
import { useQuery } from '@tanstack/react-query'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { CompanyLookUp } from '../../parties/company-profile/company-look-up.form.tsx'
import { companyFaults } from '../../parties/company-profile/party-faults.rules.ts'
import {
  address_fields,
  company_start,
  identifier,
  vat_fields,
} from '../../parties/company-profile/party-fields.view.tsx'
import { accountFaults, withAccount, withHolder } from '../../parties/new-party/party-rows.rules.ts'
import { bankSection, holder_hint } from '../../parties/new-party/people-and-papers.view.tsx'
import { currency_field } from '../../shared/form-choices.view.ts'
import { RecordState } from '../../shared/record-state.card.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { usePartyChanges } from '../party-changes/party-changes.hook.ts'
import { AskedContractor, ContractorRequest } from '../request/contractor-request.card.tsx'
import { agencyChoice, comment_field } from '../request/request-fields.view.ts'
import { requestPath } from '../request/request-path.view.ts'
import { company_askers } from './company-request.rules.ts'

const start = { ...company_start, currency: 'GBP' }

export const CompanyRequestPage = () => (
  <AskedContractor>{(id) => <CompanyRequest id={id} />}</AskedContractor>
)

function CompanyRequest({ id }: { id: string }) {
  const session = useSession()
  const mayAsk = isOneOf(session, company_askers)
  const query = useQuery({
    queryKey: ['company_for', id],
    queryFn: async ({ signal }) => {
      const document = gql(
        `query company_for($id: uuid!) { contractor: business_contractor_by_pk(id: $id) { id name human_id } }`,
      )

      return (await graphql(document, { id }, signal)).contractor
    },
    enabled: mayAsk,
  })
  if (!mayAsk) return <NotFound what="Contractor" />
  return (
    <RecordState query={query} what="Contractor">
      {(contractor) => <CompanyForm key={contractor.id} contractor={contractor} />}
    </RecordState>
  )
}

function CompanyForm({
  contractor,
}: {
  contractor: { readonly id: string; readonly name: string; readonly human_id: string }
}) {
  const { category } = useSession()
  const go = useGo()
  const is_own = category === 'contractor'
  // A contractor of several agencies chooses the one that answers.
  const agencies = usePartyChanges({ business_id: contractor.id }).data?.agencies ?? []
  return (
    <ContractorRequest
      title="Ask for a limited company"
      contractor={contractor}
      own={{ path: 'request/limited_company', label: 'Limited Company Requests' }}
      meta={!is_own && <span>{contractor.human_id}</span>}
    >
      <VerbForm
        intro={
          is_own
            ? 'Your agency answers first, then the provider checks the company.'
            : 'The provider answers, then checks the company.'
        }
        action_id="request.change_request.create_for_company"
        fixed={{ contractor_id: contractor.id }}
        initial={start}
        fields={[
          agencies.length > 1 && agencyChoice('Agency that answers', agencies),
          {
            kind: 'custom',
            name: 'found',
            label: 'Find at Companies House',
            render: ({ set }) => (
              <CompanyLookUp onUse={(found) => set({ line_3: '', line_4: '', ...found })} />
            ),
          },
          { kind: 'text', name: 'name', label: 'Registered name', required: true },
          { ...identifier('brn', 'Company number', 10), required: true },
          ...vat_fields,
          currency_field,
          ...address_fields,
          ...bankSection({ title: 'Bank account of the company', holder_hint }),
          comment_field,
        ]}
        check={(values) => ({
          ...companyFaults(values),
          ...accountFaults(withHolder(values, String(values.name))),
        })}
        input={({ found: _, ...typed }) => withAccount(withHolder(typed, String(typed.name ?? '')))}
        submit="Send for approval"
        success={({ human_id }: Made) => `Sent for approval as ${human_id}`}
        onDone={({ id }: Made) => go.replace(requestPath(id, 'payment_company', category))}
      />
    </ContractorRequest>
  )
}
