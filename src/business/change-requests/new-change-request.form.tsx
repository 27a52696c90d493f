/** Requests a change of a placement: present values are filled in, and only changed ones are sent. */

import { useQuery } from '@tanstack/react-query'
import { day, isDay } from '#kernel/day.ts'
import { isStintError } from '#kernel/errors.ts'
import { formatRate, type Rate4, rate } from '#kernel/rate.ts'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf, usePlace } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { isSame } from '#web/drafts/changes.ts'
import { isText, isTextMap } from '#web/drafts/form-draft.ts'
import type { FormPart, Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { MoneyInput } from '#web/ui/inputs.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { isTypedNotice, NoticeFields, noticeInputOf, typedNotice } from '../placements/notice/notice.form.tsx'
import { notice_said, noticeAtEnd, noticeWords } from '../placements/notice/notice-period.rules.ts'
import { compareRateNames } from '../rates/rate-version.rules.ts'
import { funding_types, ir35_statuses, timesheet_frequencies } from '../shared/contract-terms.rules.ts'
import { RecordState } from '../shared/record-state.card.tsx'
import { isOneOf } from '../shared/who-may.rules.ts'
import { requestPath } from './change-request.list.tsx'
import { askers, type RateField } from './change-request.rules.ts'
import { rateTimeline } from './rate-timeline.rules.ts'

const document = gql(`query changed_placement($id: uuid!) {
  placement: contract_temp_placement_by_pk(id: $id) {
    id human_id title start_date end_date work_location po_number currency { alpha_code }
    notice_type notice_period notice_period_unit notice_initial notice_initial_unit notice_duration notice_duration_unit
    no_right_to_serve_notice ir35_status funding_type expense_funding_type timesheet_frequency
    rates(order_by: [{ effective_from: asc }]) { id group_id name sub_type value_text value_numeric effective_from effective_to }
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

interface Row {
  readonly group_id: string
  readonly name: string
  readonly contractor_rate: string
  readonly client_rate: string
}

/** Each rate as it stands on a day; of one that is not in force then, its last version. */
function rowsOf({ rates }: Placement, on: string): Row[] {
  const names = new Map(rates.map(({ group_id, name }) => [group_id, name]))
  const at = (group_id: string, side: RateField): string => {
    const versions = rates.filter((one) => one.group_id === group_id && one.sub_type === side)
    const held = versions.filter(
      (one) => one.effective_from <= on && (one.effective_to === null || one.effective_to >= on),
    )
    const value = (held.at(-1) ?? versions.at(-1))?.value_numeric
    return value === undefined ? '' : formatRate(rate(String(value)))
  }
  return [...names]
    .sort(([, a], [, b]) => compareRateNames(a, b))
    .map(([group_id, name]) => ({
      group_id,
      name,
      contractor_rate: at(group_id, 'contractor_rate'),
      client_rate: at(group_id, 'client_rate'),
    }))
}

const sides = [
  { field: 'contractor_rate', label: 'contractor rate' },
  { field: 'client_rate', label: 'client rate' },
] as const

type Typed = Readonly<Record<string, string>>

/** The rates of which a side is typed otherwise than it stands, as the verb takes them. */
function changedRates(rates: readonly Row[], typed: Typed) {
  return rates.flatMap((row) => {
    const asked = sides.flatMap(({ field }) => {
      const text = typed[`${row.group_id} ${field}`]
      return text === undefined || text.trim() === row[field] ? [] : [[field, text.trim()] as const]
    })
    return asked.length > 0 ? [{ group_id: row.group_id, ...Object.fromEntries(asked) }] : []
  })
}

const texts = [
  'title',
  'work_location',
  'po_number',
  'ir35_status',
  'funding_type',
  'expense_funding_type',
  'timesheet_frequency',
] as const
const dated: readonly string[] = ['ir35_status', 'funding_type', 'expense_funding_type']

function ChangeForm({ placement, today }: { placement: Placement; today: string }) {
  const { category } = useSession()
  const go = useGo()
  const facts = {
    title: placement.title,
    end_date: placement.end_date ?? '',
    work_location: placement.work_location ?? '',
    po_number: placement.po_number ?? '',
    ir35_status: placement.ir35_status ?? '',
    funding_type: placement.funding_type ?? '',
    expense_funding_type: placement.expense_funding_type ?? placement.funding_type ?? '',
    timesheet_frequency: placement.timesheet_frequency ?? '',
  }
  const notice = typedNotice(placement)
  const ratesOn = (effective_from: string) => rowsOf(placement, effective_from || today)
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
      <div className="max-w-200 px-4 pb-6">
        <VerbForm
          intro="Takes effect once all concerned approve: client, contractor, and the provider for the funding. Neither side sees the other’s rate."
          action_id="request.change_request.create"
          fixed={{ contract_id: placement.id }}
          initial={{
            ...facts,
            notice,
            no_right_to_serve_notice: placement.no_right_to_serve_notice,
            effective_from: '',
            rates: {} as Typed,
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
            {
              kind: 'choice',
              name: 'ir35_status',
              label: 'IR35 status',
              placeholder: 'Not determined',
              options: ir35_statuses,
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
            {
              kind: 'custom',
              name: 'rates',
              label: 'Rates',
              kept: { effective_from: isText, rates: isTextMap },
              render: (part) => (
                <RateFields
                  {...part}
                  rows={ratesOn(part.values.effective_from)}
                  isDated={dated.some((name) => typedIn(part.values, name) !== typedIn(facts, name))}
                  versions={placement.rates}
                  currency={placement.currency?.alpha_code}
                />
              ),
            },
            { kind: 'area', name: 'comment', label: 'Reason', hint: 'Shown to approvers', required: true },
          ]}
          input={(_, { effective_from, rates, comment, end_date, ...typed }) => ({
            comment,
            ...Object.fromEntries(
              texts.flatMap((name) => (typed[name] === facts[name] ? [] : [[name, typed[name]]])),
            ),
            ...(isSame(noticeInputOf(typed.notice), noticeInputOf(notice))
              ? {}
              : { notice: noticeInputOf(typed.notice) }),
            ...(typed.no_right_to_serve_notice === placement.no_right_to_serve_notice
              ? {}
              : { no_right_to_serve_notice: typed.no_right_to_serve_notice }),
            ...(end_date === facts.end_date ? {} : { end_date: end_date === '' ? null : end_date }),
            ...(effective_from === '' ? {} : { effective_from }),
            rates: changedRates(ratesOn(effective_from), rates),
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

/** The day of new rates and a field a rate and side. */
function RateFields({
  values: { effective_from, rates },
  set,
  errors,
  rows,
  versions,
  currency,
  isDated,
}: FormPart<{ effective_from: string; rates: Typed }> & {
  rows: readonly Row[]
  versions: Placement['rates']
  currency: string | undefined
  /** Funding or IR35 status is changed. */
  isDated: boolean
}) {
  const changed = changedRates(rows, rates)
  const faultOf = (group_id: string, field: RateField) => {
    const at = changed.findIndex((one) => one.group_id === group_id)
    return at < 0
      ? undefined
      : (errors[`rates.${at}.${field}`] ??
          errors[`rates.${at}.group_id`] ??
          errors[`rates.${at}.effective_to`])
  }
  return (
    <fieldset className="grid gap-3 border-y py-3 tablet:grid-cols-2">
      <legend className="sr-only">Rates</legend>
      <DayPicker
        label="From"
        hint="Where a rate, the funding or the IR35 status changes"
        required={changed.length > 0 || isDated}
        value={effective_from}
        onChange={(day) => set({ effective_from: day })}
        error={errors.effective_from}
      />
      <span className="max-tablet:hidden" />
      {rows.flatMap((row) =>
        sides.map(({ field, label }) => {
          const key = `${row.group_id} ${field}`
          return (
            <MoneyInput
              key={key}
              label={`${row.name} ${label}`}
              currency={currency}
              value={rates[key] ?? row[field]}
              onChange={(text) => set({ rates: { ...rates, [key]: text } })}
              error={faultOf(row.group_id, field)}
            />
          )
        }),
      )}
      <Timeline rows={rows} typed={rates} from={effective_from} versions={versions} />
    </fieldset>
  )
}

function readRate(text: string | undefined): Rate4 | null {
  try {
    return text === undefined || text.trim() === '' ? null : rate(text.trim())
  } catch (refusal) {
    if (!isStintError(refusal)) throw refusal
    return null
  }
}

/** Which version each new rate closes, as it is typed. */
function Timeline({
  rows,
  typed,
  from,
  versions,
}: {
  rows: readonly Row[]
  typed: Typed
  from: string
  versions: Placement['rates']
}) {
  if (!isDay(from)) return null
  const standing = versions.map((one) => ({ ...one, value_numeric: rate(String(one.value_numeric)) }))
  const lines = rows.flatMap(({ group_id, name, ...row }) =>
    sides.flatMap(({ field, label }) => {
      const value = readRate(typed[`${group_id} ${field}`])
      if (value === null || formatRate(value) === row[field]) return []
      return [
        {
          label: `${name} ${label}`,
          spans: rateTimeline(standing, { group_id, field, value, from: day(from) }),
        },
      ]
    }),
  )
  return (
    <ul aria-live="polite" className="flex flex-col gap-1 text-n11 tablet:col-span-2">
      {lines
        .filter(({ spans }) => spans.length > 0)
        .map(({ label, spans }) => (
          <li key={label}>
            {label}: {spans.join(', then ')}.
          </li>
        ))}
    </ul>
  )
}
