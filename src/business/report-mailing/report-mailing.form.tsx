/** How often a report is mailed, to whom, of which days and as what: a new schedule, or one that is there. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Day, day } from '#kernel/day.ts'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { numberTyped } from '#web/form/fields.ts'
import { dayText } from '#web/kinds/time.tsx'
import { type ExportFact, exportColumns, exportFacts } from '#web/list/model/export-request.ts'
import { type Asked, currentFilter, matchedWhere, orderBy } from '#web/list/model/request.ts'
import { useNames } from '#web/list/panels/ExportDialog.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, Radios, Select } from '#web/ui/inputs.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ScheduleDay } from '../credit-control/schedule-day.card.tsx'
import type { OwnChoice, ScheduleRow } from './report-mailing.card.tsx'
import {
  nextReport,
  type ReportFormat,
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
  const [frequency, setFrequency] = useState<ReportFrequency>(row?.frequency ?? 'weekly')
  const [weekday, setWeekday] = useState(String(row?.weekday ?? 1))
  const [day_of_month, setDay] = useState(String(row?.day_of_month ?? 1))
  const [format, setFormat] = useState<ReportFormat>(row?.format ?? 'excel')
  const [period, setPeriod] = useState<ReportPeriod>(row?.period ?? (days ? 'since_last' : 'as_filtered'))
  const [takes_list, setTakesList] = useState(row === null)
  const [to, setTo] = useState<ReadonlySet<string>>(new Set(row ? people.contact_ids : [business_contact_id]))
  const names = useNames(asked)
  const save = useAction('platform.report_schedule.save', {
    success: `${title} is mailed from its next day on`,
    onDone: onClose,
  })
  const isReader = roles.includes('agency_read_only') && !roles.includes('agency_admin')
  const readers = isReader ? people.readers.filter(({ id }) => id === business_contact_id) : people.readers
  const facts = [...(own?.facts ?? []), ...factsOf(asked, names, days?.path)]
  const plan = {
    frequency,
    weekday: frequency === 'weekly' ? Number(weekday) : null,
    day_of_month: frequency === 'monthly' ? Number(day_of_month) || null : null,
  }
  const run = () =>
    void save.run({
      ...(row ? { id: row.id } : {}),
      report,
      format,
      frequency,
      ...(frequency === 'weekly' ? { weekday: Number(weekday) } : {}),
      ...(frequency === 'monthly' ? { day_of_month: numberTyped(day_of_month) } : {}),
      period,
      contact_ids: readers.map(({ id }) => id).filter((id) => to.has(id)),
      ...(takes_list ? { list: { ...listOf(asked, facts), ...(own ? { args: own.args } : {}) } } : {}),
    })
  const first = firstDay(plan, day(today))
  return (
    <Modal
      open
      onClose={onClose}
      size="md"
      title={row ? `Change: ${title} by mail` : `${title} by mail`}
      description="Sent in the night of its day with the file attached. Each is sent what he may read himself on that day; who may not any more is sent nothing."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={save.busy} onClick={run}>
            {row ? 'Save' : 'Schedule'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="grid gap-3 tablet:grid-cols-3">
          <Select
            label="How often"
            required
            value={frequency}
            onChange={(value) => setFrequency(value as ReportFrequency)} // One of the options.
            options={[
              { value: 'weekly', label: 'Every week' },
              { value: 'monthly', label: 'Every month' },
            ]}
            error={save.errors.frequency}
          />
          <ScheduleDay
            frequency={frequency}
            weekday={weekday}
            onWeekday={setWeekday}
            day_of_month={day_of_month}
            onDay={setDay}
            errors={save.errors}
          />
          <Select
            label="File"
            required
            value={format}
            onChange={(value) => setFormat(value as ReportFormat)} // One of the options.
            options={[
              { value: 'excel', label: 'Excel' },
              { value: 'csv', label: 'CSV' },
              { value: 'pdf', label: 'PDF' },
            ]}
            error={save.errors.format}
          />
        </div>
        {days && (
          <Radios
            legend={`Days (${days.label})`}
            name="period"
            value={period}
            onChange={(value) => setPeriod(value as ReportPeriod)} // One of the options.
            options={[
              {
                value: 'since_last',
                label: frequency === 'weekly' ? 'The seven days before' : 'The month before',
              },
              { value: 'as_filtered', label: 'As the report is filtered' },
            ]}
          />
        )}
        {row && (
          <Checkbox
            label="Take the filters and columns that the report has now"
            checked={takes_list}
            onChange={setTakesList}
          />
        )}
        {takes_list && (
          <div className="flex flex-col gap-1 text-12 text-n11">
            <Filters facts={facts} period={period} asked={asked} days={days?.path} />
            <p>
              Columns:{' '}
              {exportColumns(asked)
                .shown.map(({ label }) => label)
                .join(', ')}
              .
            </p>
          </div>
        )}
        <People readers={readers} to={to} onChange={setTo} error={save.errors.contact_ids} />
        {first && (
          <p className="text-n11" aria-live="polite">
            First on {dayText(first)}.
          </p>
        )}
      </div>
    </Modal>
  )
}

function People({
  readers,
  to,
  onChange,
  error,
}: {
  readers: Readers['readers']
  to: ReadonlySet<string>
  onChange: (to: ReadonlySet<string>) => void
  error: string | undefined
}) {
  const toggle = (id: string, on: boolean) =>
    onChange(new Set(on ? [...to, id] : [...to].filter((one) => one !== id)))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-12 font-medium text-n11">To: who may read this report</legend>
      <div className="flex max-h-48 flex-col overflow-y-auto rounded border px-2 py-1">
        {readers.map(({ id, name, email }) => (
          <Checkbox
            key={id}
            label={`${name}, ${email}`}
            checked={to.has(id)}
            onChange={(on) => toggle(id, on)}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1 text-12 text-red11">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** What the list is filtered by, in words; days that move with the sending are said apart. */
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
  const { shown, extra } = exportColumns(asked)
  return {
    base: matchedWhere(withFilter(asked, {})),
    filter_by: currentFilter(asked.shaped, asked.state),
    order_by: orderBy(asked.state.sort_by ?? asked.shaped.sort),
    columns: [...shown, ...extra],
    facts,
  }
}

/** Nothing is sent on the day on which it is set up. */
function firstDay(plan: Omit<Schedule, 'is_paused' | 'since' | 'last_sent'>, today: Day): Day | null {
  if (plan.frequency === 'monthly' && (plan.day_of_month ?? 99) > 28) return null
  return nextReport({ ...plan, is_paused: false, since: today, last_sent: today }, today)
}
