/** A report's schedule: frequency, recipients, days and format; new or existing. */

import { useQuery } from '@tanstack/react-query'
import { type Day, day } from '#kernel/day.ts'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { isText, isTextList } from '#web/drafts/form-draft.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { type ExportFact, exportColumns, exportFacts } from '#web/list/model/export-request.ts'
import type { Asked } from '#web/list/model/list.ts'
import { currentFilter, matchedWhere, orderBy } from '#web/list/model/request.ts'
import { useNames } from '#web/list/panels/ExportDialog.tsx'
import { Radios } from '#web/ui/inputs.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Ticks } from '#web/ui/Ticks.tsx'
import { day_of_month_field, weekday_field, withWeekday } from '../credit-control/schedule-day.view.ts'
import type { ScheduleRow } from './report-mailing.hook.ts'
import type { OwnChoice } from './report-schedule.rules.ts'
import {
  nextReport,
  type ReportFrequency,
  type ReportKey,
  type ReportPeriod,
  reportOf,
  type Schedule,
} from './report-schedule.rules.ts'

interface Readers {
  readonly readers: readonly { readonly id: string; readonly name: string; readonly email: string }[]
  readonly contact_ids: readonly string[]
}

export function MailingForm({
  report,
  asked,
  own,
  row,
  onClose,
}: {
  report: ReportKey
  asked: Asked
  own: OwnChoice | null
  row: ScheduleRow | null
  onClose: () => void
}) {
  const query = useQuery({
    queryKey: ['report_readers', report, row?.id],
    queryFn: () =>
      action<Readers>(
        'platform.report_schedule.readers',
        { report, ...(row ? { id: row.id } : {}) },
        crypto.randomUUID(),
      ),
  })
  const { title } = reportOf(report)
  if (!query.data)
    return (
      <Modal open onClose={onClose} title={`${title} by mail`} size="md">
        <Skeleton className="h-60" />
      </Modal>
    )
  return <Form report={report} asked={asked} own={own} row={row} people={query.data} onClose={onClose} />
}

function Form({
  report,
  asked,
  own,
  row,
  people,
  onClose,
}: {
  report: ReportKey
  asked: Asked
  own: OwnChoice | null
  row: ScheduleRow | null
  people: Readers
  onClose: () => void
}) {
  const { today, roles, business_contact_id } = useSession()
  const { title, days } = reportOf(report)
  const names = useNames(asked)
  const isReader = roles.includes('agency_read_only') && !roles.includes('agency_admin')
  const readers = isReader ? people.readers.filter(({ id }) => id === business_contact_id) : people.readers
  const facts = [...(own?.facts ?? []), ...factsOf(asked, names, days?.path)]
  const frequency: ReportFrequency = row?.frequency ?? 'weekly'
  const period: ReportPeriod = row?.period ?? (days ? 'since_last' : 'as_filtered')
  return (
    <VerbModal
      size="md"
      columns={2}
      title={row ? `Change: ${title} by mail` : `${title} by mail`}
      description="Sent at night with the file attached. Readers get only rows they may see."
      action_id="platform.report_schedule.save"
      fixed={{ ...(row ? { id: row.id } : {}), report }}
      initial={{
        frequency,
        weekday: String(row?.weekday ?? 1),
        day_of_month: String(row?.day_of_month ?? 1),
        format: row?.format ?? 'excel',
        period,
        takes_list: row === null,
        contact_ids: row ? people.contact_ids : [business_contact_id],
      }}
      fields={[
        {
          kind: 'choice',
          name: 'frequency',
          label: 'How often',
          required: true,
          options: [
            { value: 'weekly', label: 'Every week' },
            { value: 'monthly', label: 'Every month' },
          ],
        },
        weekday_field,
        day_of_month_field,
        {
          kind: 'choice',
          name: 'format',
          label: 'File',
          required: true,
          options: [
            { value: 'excel', label: 'Excel' },
            { value: 'csv', label: 'CSV' },
            { value: 'pdf', label: 'PDF' },
          ],
        },
        {
          kind: 'custom',
          name: 'period',
          label: 'Days',
          kept: { period: isText },
          render: ({ values, set }) =>
            days && (
              <Radios
                legend={`Days (${days.label})`}
                name="period"
                value={values.period}
                onChange={(value) => set({ period: value as ReportPeriod })} // One of the options.
                options={[
                  {
                    value: 'since_last',
                    label: values.frequency === 'weekly' ? 'The seven days before' : 'The month before',
                  },
                  { value: 'as_filtered', label: 'As the report is filtered' },
                ]}
              />
            ),
        },
        row !== null && {
          kind: 'check',
          name: 'takes_list',
          label: 'Use the report’s current filters and columns',
          wide: true,
        },
        {
          kind: 'custom',
          name: 'list',
          label: 'Filters and columns',
          when: ({ takes_list }) => takes_list,
          render: ({ values }) => (
            <div className="flex flex-col gap-1 text-12 text-n11">
              <Filters facts={facts} period={values.period} asked={asked} days={days?.path} />
              <p>
                Columns:{' '}
                {exportColumns(asked)
                  .shown.map(({ label }) => label)
                  .join(', ')}
                .
              </p>
            </div>
          ),
        },
        {
          kind: 'custom',
          name: 'contact_ids',
          label: 'To',
          kept: { contact_ids: isTextList },
          render: ({ values, set, errors }) => (
            <Ticks
              label="To readers of this report"
              options={readers.map(({ id, name, email }) => ({ value: id, label: `${name}, ${email}` }))}
              value={values.contact_ids}
              onChange={(contact_ids) => set({ contact_ids })}
              error={errors.contact_ids}
            />
          ),
        },
      ]}
      input={({ takes_list: _, ...input }, { takes_list, contact_ids }) => ({
        ...withWeekday(input),
        contact_ids: readers.map(({ id }) => id).filter((id) => contact_ids.includes(id)),
        ...(takes_list ? { list: { ...listOf(asked, facts), ...(own ? { args: own.args } : {}) } } : {}),
      })}
      aside={({ values }) => <FirstDay values={values} today={day(today)} />}
      submit={row ? 'Save' : 'Schedule'}
      success={`${title} is scheduled`}
      onClose={onClose}
    />
  )
}

function FirstDay({
  values: { frequency, weekday, day_of_month },
  today,
}: {
  values: { frequency: ReportFrequency; weekday: string; day_of_month: string }
  today: Day
}) {
  const first = firstDay(
    {
      frequency,
      weekday: frequency === 'weekly' ? Number(weekday) : null,
      day_of_month: frequency === 'monthly' ? Number(day_of_month) || null : null,
    },
    today,
  )
  return (
    <p className="text-n11" aria-live="polite">
      {first && `First on ${dayText(first)}.`}
    </p>
  )
}

/** The list's filters in words; moving days are described apart. */
function Filters({
  facts,
  period,
  asked,
  days,
}: {
  facts: readonly ExportFact[]
  period: ReportPeriod
  asked: Asked
  days: string | undefined
}) {
  const [own] = days && period === 'as_filtered' ? exportFacts(only(asked, days), {}) : []
  const said = [...(own ? [own] : []), ...facts]
  return (
    <p>
      {said.length === 0
        ? 'No other filters: all its rows.'
        : `Filters: ${said.map(({ label, value }) => `${label} ${value}`).join('; ')}.`}
    </p>
  )
}

const withFilter = (asked: Asked, filter_by: Asked['state']['filter_by']): Asked => ({
  ...asked,
  state: { ...asked.state, filter_by },
})

/** The list as it is filtered by one path, and nothing else. */
function only(asked: Asked, path: string): Asked {
  const filter = currentFilter(asked.shaped, asked.state)
  const bare = withFilter(asked, filter[path] ? { [path]: filter[path] } : {})
  return { ...bare, state: { ...bare.state, group_by: null, search: '' } }
}

function factsOf(
  asked: Asked,
  names: Readonly<Record<string, string>>,
  days: string | undefined,
): ExportFact[] {
  const { [days ?? '']: _days, ...others } = currentFilter(asked.shaped, asked.state)
  return exportFacts(withFilter(asked, others), names)
}

/** The list as the schedule keeps it: filters stay as in its address, so that days move with the sending. */
function listOf(asked: Asked, facts: readonly ExportFact[]) {
  const { shown, file_only } = exportColumns(asked)
  return {
    base: matchedWhere(withFilter(asked, {})),
    filter_by: currentFilter(asked.shaped, asked.state),
    order_by: orderBy(asked.state.sort_by ?? asked.shaped.sort),
    columns: [...shown, ...file_only],
    facts,
  }
}

/** Nothing is sent on the day on which it is set up. */
function firstDay(plan: Omit<Schedule, 'is_paused' | 'since' | 'last_sent'>, today: Day): Day | null {
  if (plan.frequency === 'monthly' && (plan.day_of_month ?? 99) > 28) return null
  return nextReport({ ...plan, is_paused: false, since: today, last_sent: today }, today)
}
