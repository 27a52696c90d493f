/** A temporary placement on one screen: parties, dates, rates, terms and people, with its margin (spec §3 Contract). */

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { FieldErrors } from '#kernel/errors.ts'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { pathOf, usePlace } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { isListOf, isText, isTextList } from '#web/drafts/form-draft.ts'
import type { Made } from '#web/form/fields.ts'
import { section } from '#web/form/section.tsx'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { funding_models } from '../../parties/business.entity.ts'
import { missingRateErrors, rateNameErrors } from '../../rates/rate-version.rules.ts'
import { funding_types } from '../../shared/contract-terms.rules.ts'
import { agency_field, client_field, funder_field, ready_party } from '../../shared/form-choices.view.ts'
import { RecordState } from '../../shared/record-state.card.tsx'
import { agency_side, isOneOf } from '../../shared/who-may.rules.ts'
import { isTypedNotice, NoticeFields, noticeInputOf, type TypedNotice } from '../notice/notice.form.tsx'
import { schedule_fields, scheduleSent } from '../schedule/schedule-documents.form.tsx'
import { fundingField } from './funding-cards.form.tsx'
import { LackingParties } from './lacking-parties.card.tsx'
import { type OnlyParties, useOnlyParties } from './only-parties.hook.ts'
import { type Copied, startOfPlacement, usePlacementCopy } from './placement-copy.hook.ts'
import { holidayInput, PlacementHoliday, typedPayFaults } from './placement-holiday.form.tsx'
import { payeeField } from './placement-payee.form.tsx'
import { PlacementPeople } from './placement-people.form.tsx'
import { emptyRate, PlacementRates, rateInputs } from './placement-rates.form.tsx'
import { schemeField } from './placement-scheme.form.tsx'
import { typedWageFaults } from './placement-worker.hook.ts'
import { useSaveAndSubmit } from './submit-placement.hook.ts'
import { agreed_fields, no_right_field, role_fields } from './temp-placement-fields.view.ts'
import { TypedMargin } from './typed-margin.card.tsx'

const path = 'contract/temp_placement'

export function NewTempPlacementPage() {
  const session = useSession()
  if (!isOneOf(session, agency_side)) return <NotFound what="Page" />
  // The provider says for which agency first.
  return session.category === 'agency' ? <OwnPlacement /> : <PlacementForm from={null} />
}

/** With the agency's only client and contractor. */
function OwnPlacement() {
  const only = useOnlyParties()
  return only.isPending ? <Skeleton className="m-4 h-40" /> : <PlacementForm from={null} only={only.data} />
}

export const CopyTempPlacementPage = () => <StandingPlacement changes={false} />

export const EditTempPlacementPage = () => <StandingPlacement changes />

/** The form of the placement in the address. */
function StandingPlacement({ changes }: { changes: boolean }) {
  const session = useSession()
  const { id } = usePlace()
  const query = usePlacementCopy(id)
  if (!isOneOf(session, agency_side)) return <NotFound what="Page" />
  return (
    <RecordState query={query} what="Placement">
      {(from) => <PlacementForm key={from.id} from={from} changes={changes} />}
    </RecordState>
  )
}

function PlacementForm({
  from,
  changes = false,
  only,
}: {
  from: Copied | null
  changes?: boolean
  only?: OnlyParties | undefined
}) {
  const { category, business } = useSession()
  const queries = useQueryClient()
  const go = useGo()
  const open = (id: string) => go.replace(pathOf({ category, path, id }))
  const save_and_submit = useSaveAndSubmit(
    (input, values: Typed) => placementSent(input, values, false),
    open,
  )
  const optionOf = (party: { id: string; name: string } | null | undefined) =>
    party ? { value: party.id, label: party.name } : undefined
  const is_provider = category === 'provider'
  const agencyOf = (values: { agency_id: string }) => (is_provider ? values.agency_id : business.id)
  const client = from?.client ?? only?.client
  const contractor = from?.contractor ?? only?.contractor
  return (
    <>
      <PageHeader
        title={changes ? 'Edit temp placement' : 'New temp placement'}
        back={
          changes && from
            ? { to: pathOf({ category, path, id: from.id }), label: from.title }
            : { to: pathOf({ category, path }), label: 'Temp Placements' }
        }
        {...(from ? { meta: <span>{changes ? from.human_id : `Copy of ${from.human_id}`}</span> } : {})}
      />
      <div className="max-w-260 px-4 pb-6">
        {only && <LackingParties kinds={only.lacking} />}
        <VerbForm
          action_id={`contract.temp_placement.${changes ? 'update' : 'create'}`}
          {...(changes && from ? { fixed: { id: from.id } } : {})}
          steps
          initial={{
            ...startOfPlacement(from, changes),
            client_id: client?.id ?? '',
            contractor_id: contractor?.id ?? '',
          }}
          fields={[
            section('parties', 'Parties'),
            is_provider && !changes && { ...agency_field, picked: optionOf(from?.agency) },
            { ...client_field, picked: optionOf(client) },
            {
              kind: 'pick',
              name: 'contractor_id',
              label: 'Contractor',
              entity: 'business.contractor',
              shows: 'name',
              where: ready_party,
              picked: optionOf(contractor),
              required: true,
            },
            ...role_fields,
            payeeField(agencyOf),
            schemeField(agencyOf),
            {
              kind: 'custom',
              name: 'rates',
              label: 'Rates',
              kept: { rates: isListOf(emptyRate('')) },
              render: (part) => <PlacementRates {...part} />,
            },
            {
              kind: 'custom',
              name: 'holiday',
              label: 'Holiday pay',
              kept: { holiday_pay_type: isText, holiday_pay_percent: isText },
              render: (part) => <PlacementHoliday {...part} />,
            },
            section('terms', 'Terms'),
            fundingField('temp_placement', agencyOf),
            {
              kind: 'choice',
              name: 'expense_funding_type',
              label: 'Funding type of expenses',
              placeholder: 'As the placement',
              options: funding_types,
            },
            is_provider && {
              kind: 'choice',
              name: 'funding_model',
              label: 'Funding model',
              placeholder: 'The agency’s default',
              options: funding_models,
            },
            {
              ...funder_field,
              picked: optionOf(from?.funder),
            },
            ...agreed_fields,
            {
              kind: 'custom',
              name: 'notice',
              label: 'Notice',
              kept: { notice: isTypedNotice },
              render: (part) => <NoticeFields {...part} />,
            },
            no_right_field,
            section('people', 'People'),
            {
              kind: 'custom',
              name: 'timesheet_approver_ids',
              label: 'People',
              kept: {
                timesheet_approver_ids: isTextList,
                invoice_contact_ids: isTextList,
                hiring_manager_id: isText,
                consultant_contact_id: isText,
              },
              render: (part) => (
                <PlacementPeople
                  {...part}
                  lists={['timesheet_approver_ids', 'invoice_contact_ids']}
                  agency_id={agencyOf(part.values)}
                />
              ),
            },
            ...schedule_fields,
          ]}
          input={(input, values) => placementSent(input, values, changes)}
          check={(values) => typedFaults(queries, values)}
          aside={({ values }) => <TypedMargin values={{ ...values, agency_id: agencyOf(values) }} />}
          {...(changes ? {} : save_and_submit)}
          submit={changes ? 'Save' : 'Save as draft'}
          success={(made: Made) => `${made.human_id} is ${changes ? 'saved' : 'entered'}`}
          onDone={({ id }: Made) => open(id)}
        />
      </div>
    </>
  )
}

function noticeSent(typed: TypedNotice) {
  const notice = noticeInputOf(typed)
  return notice === null ? {} : { notice }
}

type Typed = ReturnType<typeof startOfPlacement> & { readonly start_date: string }

const placementSent = (
  { agency_id, notice: _, ...input }: Readonly<Record<string, unknown>>,
  values: Typed,
  changes: boolean,
) => ({
  ...input,
  ...noticeSent(values.notice),
  ...holidayInput(values),
  ...(agency_id === undefined || changes ? {} : { agency_id }),
  rates: rateInputs(values.rates),
  invoice_contact_ids: values.invoice_contact_ids,
  ...scheduleSent(values),
  ...chosenSent(values),
})

const chosenSent = ({
  payment_company_id,
  paye_scheme_id,
  hiring_manager_id,
  consultant_contact_id,
}: Pick<Typed, 'payment_company_id' | 'paye_scheme_id' | 'hiring_manager_id' | 'consultant_contact_id'>) => ({
  ...(payment_company_id === '' ? {} : { payment_company_id }),
  ...(paye_scheme_id === '' ? {} : { paye_scheme_id }),
  ...(hiring_manager_id === '' ? {} : { hiring_manager_id }),
  ...(consultant_contact_id === '' ? {} : { consultant_contact_id }),
})

/** Faults of the rates that the form finds itself. */
function typedFaults(queries: QueryClient, values: Typed): FieldErrors {
  const { rates, unit_type } = values
  return {
    ...typedWageFaults(queries, values),
    ...rateNameErrors(rates.map((one) => ({ name: one.name, unit_type: one.unit_type || unit_type }))),
    ...missingRateErrors(rates),
    ...typedPayFaults(values),
  }
}
