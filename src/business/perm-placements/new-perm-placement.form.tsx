/** A permanent placement: a candidate, a client, a fee (spec §3 Contract, perm). New, or a draft that changes. */

import { useQuery } from '@tanstack/react-query'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf, usePlace } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { isText, isTextList } from '#web/drafts/form-draft.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { funding_models } from '../parties/business.entity.ts'
import { fundingField } from '../placements/form/funding-cards.form.tsx'
import { PlacementPeople } from '../placements/form/placement-people.form.tsx'
import { agency_field, client_field, currency_field, funder_field } from '../shared/form-choices.view.ts'
import { RecordState } from '../shared/record-state.card.tsx'
import { agency_side, isOneOf } from '../shared/who-may.rules.ts'

const path = 'contract/perm_placement'

const document = gql(`query edited_perm_placement($id: uuid!) {
  placement: contract_perm_placement_by_pk(id: $id) {
    id human_id title candidate_name contract_start_date placement_fee guarantee_period
    funding_type funding_model po_number work_location consultant_contact_id
    agency { id } client { id name } funder { id name } currency { alpha_code } client_terms { payment_terms }
    contract_contacts { type business_contact_id }
  }
}`)
type Standing = NonNullable<Answer<typeof document>['placement']>

export function NewPermPlacementPage() {
  return isOneOf(useSession(), agency_side) ? <PermPlacementForm from={null} /> : <NotFound what="Page" />
}

/** The form of the draft in the address. */
export function EditPermPlacementPage() {
  const session = useSession()
  const { id } = usePlace()
  const query = useQuery({
    queryKey: ['edited_perm_placement', id],
    queryFn: async ({ signal }) => (await graphql(document, { id: id ?? '' }, signal)).placement,
    enabled: id !== null,
    // The form begins with what is there now, not with what an earlier page read.
    gcTime: 0,
  })
  if (!isOneOf(session, agency_side)) return <NotFound what="Page" />
  return (
    <RecordState query={query} what="Placement">
      {(from) => <PermPlacementForm key={from.id} from={from} />}
    </RecordState>
  )
}

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))

const contactsOf = (from: Standing | null, type: string): string[] =>
  (from?.contract_contacts ?? []).filter((one) => one.type === type).map((one) => one.business_contact_id)

const startOf = (from: Standing | null) => ({
  agency_id: from?.agency?.id ?? '',
  client_id: from?.client?.id ?? '',
  title: from?.title ?? '',
  candidate_name: from?.candidate_name ?? '',
  contract_start_date: from?.contract_start_date ?? '',
  placement_fee: text(from?.placement_fee),
  currency: from?.currency?.alpha_code ?? 'GBP',
  funding_type: from?.funding_type ?? 'funded',
  funding_model: from?.funding_model ?? '',
  funder_id: from?.funder?.id ?? '',
  client_payment_terms: text(from?.client_terms?.payment_terms),
  guarantee_period: text(from?.guarantee_period),
  po_number: from?.po_number ?? '',
  work_location: from?.work_location ?? '',
  invoice_contact_ids: contactsOf(from, 'invoice_contact'),
  hiring_manager_id: contactsOf(from, 'hiring_manager')[0] ?? '',
  consultant_contact_id: from?.consultant_contact_id ?? '',
})

const optionOf = (party: { id: string; name: string } | null | undefined) =>
  party ? { value: party.id, label: party.name } : undefined

function PermPlacementForm({ from }: { from: Standing | null }) {
  const { category, business } = useSession()
  const go = useGo()
  const is_provider = category === 'provider'
  const agencyOf = (values: { agency_id: string }) => (is_provider ? values.agency_id : business.id)
  return (
    <>
      <PageHeader
        title={from ? 'Edit perm placement' : 'New perm placement'}
        back={
          from
            ? { to: pathOf({ category, path, id: from.id }), label: from.title }
            : { to: pathOf({ category, path }), label: 'Perm Placements' }
        }
        {...(from ? { meta: <span>{from.human_id}</span> } : {})}
      />
      <div className="max-w-200 px-4 pb-6">
        <VerbForm
          action_id={`contract.perm_placement.${from ? 'update' : 'create'}`}
          {...(from ? { fixed: { id: from.id } } : {})}
          fields={[
            is_provider && !from && agency_field,
            { ...client_field, picked: optionOf(from?.client) },
            { kind: 'text', name: 'title', label: 'Title', required: true },
            { kind: 'text', name: 'candidate_name', label: 'Candidate name', required: true },
            {
              kind: 'day',
              name: 'contract_start_date',
              label: 'Contract start date',
              required: true,
              hint: 'Invoiced from this day on.',
            },
            { kind: 'money', name: 'placement_fee', label: 'Placement fee, net', required: true },
            currency_field,
            fundingField('perm_placement', agencyOf),
            is_provider && {
              kind: 'choice',
              name: 'funding_model',
              label: 'Funding model',
              placeholder: from ? 'As it is' : 'The agency’s default',
              options: funding_models,
            },
            { ...funder_field, picked: optionOf(from?.funder) },
            {
              kind: 'whole',
              name: 'client_payment_terms',
              label: 'Client payment terms, days',
              hint: 'Leave empty for the client’s own terms',
            },
            {
              kind: 'whole',
              name: 'guarantee_period',
              label: 'Guarantee period, days',
              hint: 'The client gets a rebate if the candidate leaves within it',
            },
            { kind: 'text', name: 'po_number', label: 'PO number' },
            { kind: 'text', name: 'work_location', label: 'Work location' },
            {
              kind: 'custom',
              name: 'invoice_contact_ids',
              label: 'People',
              wide: true,
              kept: {
                invoice_contact_ids: isTextList,
                hiring_manager_id: isText,
                consultant_contact_id: isText,
              },
              render: (part) => (
                <PlacementPeople
                  {...part}
                  lists={['invoice_contact_ids']}
                  agency_id={agencyOf(part.values)}
                />
              ),
            },
          ]}
          initial={startOf(from)}
          input={(
            { agency_id, ...input },
            { invoice_contact_ids, hiring_manager_id, consultant_contact_id },
          ) => ({
            ...input,
            ...(agency_id === undefined || from ? {} : { agency_id }),
            invoice_contact_ids,
            ...(hiring_manager_id === '' ? {} : { hiring_manager_id }),
            ...(consultant_contact_id === '' ? {} : { consultant_contact_id }),
          })}
          submit={from ? 'Save' : 'Save as draft'}
          success={(made: Made) => `${made.human_id} is ${from ? 'saved' : 'entered'}`}
          onDone={({ id }: Made) => go.replace(pathOf({ category, path, id }))}
        />
      </div>
    </>
  )
}
