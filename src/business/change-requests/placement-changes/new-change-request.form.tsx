/** Requests a change of a placement: present values are filled in, and only changed ones are sent. */

import { useQuery } from '@tanstack/react-query'
import { day, isDay } from '#kernel/day.ts'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf, usePlace } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { isSame } from '#web/drafts/changes.ts'
import { isListOf, isText, isTextMap } from '#web/drafts/form-draft.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { determiners } from '../../placements/determinations/determination.rules.ts'
import { usePlacementWorker } from '../../placements/form/placement-worker.hook.ts'
import {
  isTypedNotice,
  NoticeFields,
  noticeInputOf,
  typedNotice,
} from '../../placements/notice/notice.form.tsx'
import { notice_said, noticeAtEnd, noticeWords } from '../../placements/notice/notice-period.rules.ts'
import { funding_types, ir35_statuses, timesheet_frequencies } from '../../shared/contract-terms.rules.ts'
import { RecordState } from '../../shared/record-state.card.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { askers } from '../request/change-request.rules.ts'
import { comment_field } from '../request/request-fields.view.ts'
import { requestPath } from '../request/request-path.view.ts'
import { addedInputs, addedRateFaults, emptyPair, type TypedPair } from './added-rates.rules.ts'
import { ChangedRates } from './changed-rates.form.tsx'
import { changedRates, rowsOf, type TypedRates, typedRateFaults } from './changed-rates.rules.ts'
import { InvoiceContactNote } from './invoice-contact.card.tsx'

const document = gql(`query changed_placement($id: uuid!) {
  placement: contract_temp_placement_by_pk(id: $id) {
    id human_id title start_date end_date work_location po_number currency { alpha_code } client { id name }
    notice_type notice_period notice_period_unit notice_initial notice_initial_unit notice_duration notice_duration_unit
    no_right_to_serve_notice ir35_status ir35_determined_by awr_role funding_type expense_funding_type timesheet_frequency
    contractor_id payment_company_id
    rates(order_by: [{ effective_from: asc }]) {
      id group_id name sub_type value_text value_numeric value_boolean value_jsonb_object effective_from effective_to
    }
  }
}`)

type Placement = NonNullable<Answer<typeof document>['placement']>

export function NewChangeRequestPage() {
  const session = useSession()
  const { id } = usePlace()
  const mayAsk = isOneOf(session, askers)
  const query = useQuery({
    queryKey: ['changed_placement', id],
    queryFn: async ({ signal }) => (await graphql(document, { id: id ?? '' }, signal)).placement,
    enabled: mayAsk && id !== null,
  })
  if (!mayAsk || id === null) return <NotFound what="Placement" />
  return (
    <RecordState query={query} what="Placement">
      {(placement) => <ChangeForm key={placement.id} placement={placement} today={session.today} />}
    </RecordState>
  )
}

/** One of the typed facts by its name. */
const typedIn = (values: object, name: string): unknown => (values as Readonly<Record<string, unknown>>)[name] // Of the form.

const texts = [
  'title',
  'work_location',
  'po_number',
  'ir35_status',
  'awr_role',
  'funding_type',
  'expense_funding_type',
  'timesheet_frequency',
] as const
const dated: readonly string[] = ['ir35_status', 'funding_type', 'expense_funding_type']

const term_fields = [
  {
    kind: 'choice',
    name: 'ir35_status',
    label: 'IR35 status',
    placeholder: 'Not determined',
    options: ir35_statuses,
  },
  {
    kind: 'choice',
    name: 'ir35_determined_by',
    label: 'IR35 status determined by',
    placeholder: 'Not said',
    options: determiners,
  },
  {
    kind: 'text',
    name: 'awr_role',
    label: 'Role for equal treatment',
    hint: 'Leave empty for the title. The provider approves it',
  },
  {
    kind: 'choice',
    name: 'funding_type',
    label: 'Funding type',
    options: funding_types,
    hint: 'The provider approves it',
  },
  {
    kind: 'choice',
    name: 'expense_funding_type',
    label: 'Expense funding type',
    options: funding_types,
    hint: 'The provider approves it',
  },
  {
    kind: 'choice',
    name: 'timesheet_frequency',
    label: 'Timesheets',
    options: timesheet_frequencies,
    hint: 'From the next period on',
  },
] as const

function ChangeForm({ placement, today }: { placement: Placement; today: string }) {
  const { category } = useSession()
  const go = useGo()
  const facts = {
    title: placement.title,
    end_date: placement.end_date ?? '',
    work_location: placement.work_location ?? '',
    po_number: placement.po_number ?? '',
    ir35_status: placement.ir35_status ?? '',
    ir35_determined_by: placement.ir35_determined_by ?? '',
    awr_role: placement.awr_role ?? '',
    funding_type: placement.funding_type ?? '',
    expense_funding_type: placement.expense_funding_type ?? placement.funding_type ?? '',
    timesheet_frequency: placement.timesheet_frequency ?? '',
  }
  const notice = typedNotice(placement)
  const ratesOn = (effective_from: string) => rowsOf(placement.rates, effective_from || today)
  const { data: worker } = usePlacementWorker(placement.contractor_id)
  // A worker on payroll is paid by no company.
  const isPaye = worker?.payment_type === 'paye' && placement.payment_company_id === placement.contractor_id
  return (
    <>
      <PageHeader
        title="Request a change"
        back={{
          to: pathOf({ category, path: 'contract/temp_placement', id: placement.id }),
          label: placement.title,
        }}
        meta={<span>{placement.human_id}</span>}
      />
      <div className="flex max-w-200 flex-col gap-4 px-4 pb-6">
        {placement.client && <InvoiceContactNote client={placement.client} />}
        <VerbForm
          intro="Takes effect once all concerned approve: client, contractor, and the provider for the funding. Neither side sees the other’s rate."
          action_id="request.change_request.create"
          fixed={{ contract_id: placement.id }}
          initial={{
            ...facts,
            notice,
            no_right_to_serve_notice: placement.no_right_to_serve_notice,
            effective_from: '',
            rates: {} as TypedRates,
            added_rates: [] as readonly TypedPair[],
          }}
          fields={[
            { kind: 'text', name: 'title', label: 'Title' },
            { kind: 'day', name: 'end_date', label: 'End date', hint: 'Leave empty for no end' },
            {
              kind: 'custom',
              name: 'ending',
              label: 'Notice at the new end',
              render: ({ values }) => <EndNotice placement={placement} end={values.end_date} today={today} />,
            },
            { kind: 'text', name: 'work_location', label: 'Work location' },
            { kind: 'text', name: 'po_number', label: 'PO number' },
            {
              kind: 'custom',
              name: 'notice',
              label: 'Notice',
              kept: { notice: isTypedNotice },
              render: (part) => <NoticeFields {...part} />,
            },
            { kind: 'check', name: 'no_right_to_serve_notice', label: 'No right to serve notice' },
            ...term_fields,
            {
              kind: 'custom',
              name: 'rates',
              label: 'Rates',
              kept: { effective_from: isText, rates: isTextMap, added_rates: isListOf(emptyPair('')) },
              render: (part) => (
                <ChangedRates
                  {...part}
                  rows={ratesOn(part.values.effective_from)}
                  isDated={dated.some((name) => typedIn(part.values, name) !== typedIn(facts, name))}
                  versions={placement.rates}
                  isPaye={isPaye}
                  currency={placement.currency?.alpha_code}
                />
              ),
            },
            comment_field,
          ]}
          input={(_, { effective_from, rates, added_rates, comment, end_date, ...typed }) => ({
            comment,
            ...Object.fromEntries(
              texts.flatMap((name) => (typed[name] === facts[name] ? [] : [[name, typed[name]]])),
            ),
            ...(typed.ir35_determined_by === facts.ir35_determined_by
              ? {}
              : { ir35_determined_by: typed.ir35_determined_by || null }),
            ...(isSame(noticeInputOf(typed.notice), noticeInputOf(notice))
              ? {}
              : { notice: noticeInputOf(typed.notice) }),
            ...(typed.no_right_to_serve_notice === placement.no_right_to_serve_notice
              ? {}
              : { no_right_to_serve_notice: typed.no_right_to_serve_notice }),
            ...(end_date === facts.end_date ? {} : { end_date: end_date === '' ? null : end_date }),
            ...(effective_from === '' ? {} : { effective_from }),
            rates: changedRates(ratesOn(effective_from), rates),
            added_rates: addedInputs(added_rates),
          })}
          check={({ effective_from, rates, added_rates }) => ({
            ...typedRateFaults(ratesOn(effective_from), rates, placement.rates, effective_from),
            ...addedRateFaults(added_rates),
          })}
          submit="Send for approval"
          success={({ human_id }: Made) => `Sent for approval as ${human_id}`}
          onDone={({ id }: Made) => go.replace(requestPath(id, 'contract', category))}
        />
      </div>
    </>
  )
}

/** Whether a new end leaves the agreed notice, before anybody is asked. */
function EndNotice({ placement, end, today }: { placement: Placement; end: string; today: string }) {
  if (!isDay(end) || end === placement.end_date) return null
  const at_end = noticeAtEnd({ ...placement, end_date: end, today: day(today) })
  return (
    <p role="status" className="rounded-md border px-3 py-2">
      {at_end === 'not_agreed'
        ? `${notice_said.not_agreed}.`
        : `Notice: ${noticeWords(placement)}. ${notice_said[at_end]}.`}
    </p>
  )
}
