/** When a client is sent its statement: what holds, the last and the next, how it reads, and a schedule of its own (experience.md, page 8). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { numberTyped } from '#web/form/fields.ts'
import { dayText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { LetterView } from './letter.card.tsx'
import { ScheduleDay } from './schedule-day.card.tsx'
import {
  planOf,
  planWords,
  type StatementFrequency,
  type StatementPreview,
} from './statement-schedule.rules.ts'

const readers = ['agency_admin', 'agency_read_only'] as const

export function StatementSchedule({ client_id, client }: { client_id: string; client: string }) {
  const { roles } = useSession()
  const [open, setOpen] = useState<'schedule' | 'letter' | null>(null)
  const query = useQuery({
    queryKey: ['statement_schedule', client_id],
    enabled: readers.some((role) => roles.includes(role)),
    queryFn: () =>
      action<StatementPreview>(
        'business.client_statement_schedule.preview',
        { client_id },
        crypto.randomUUID(),
      ),
  })
  const preview = query.data
  if (!preview) return query.isPending && query.isFetching ? <Skeleton className="mt-2 h-5 w-80" /> : null
  const close = () => setOpen(null)
  return (
    <section
      aria-label="Statements"
      className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 border-t pt-2"
    >
      <span>
        <strong className="font-medium">Statements:</strong> {preview.schedule.toLowerCase()}
        {preview.own && preview.own.frequency !== 'agency' ? ' (this client’s own schedule)' : ''}
      </span>
      {preview.own?.paused_until && (
        <Badge tone="attention">Paused until {dayText(preview.own.paused_until)}</Badge>
      )}
      <span className="text-n11">
        {preview.last_sent ? `last sent ${dayText(preview.last_sent)}` : 'none sent yet'}
        {preview.next_date && `, next on ${dayText(preview.next_date)} where something is owed`}
        {preview.next_date && preview.to.length === 0 && ', but there is nobody to write to'}
      </span>
      {preview.body_text !== null && (
        <Button size="sm" onClick={() => setOpen('letter')}>
          Preview
        </Button>
      )}
      {roles.includes('agency_admin') && (
        <Button size="sm" onClick={() => setOpen('schedule')}>
          Schedule
        </Button>
      )}
      {open === 'schedule' && (
        <ScheduleForm client_id={client_id} client={client} preview={preview} onClose={close} />
      )}
      {open === 'letter' && (
        <LetterView
          letter={preview}
          description={`As it would read today, to ${preview.to.join(', ')}, with the statement as PDF`}
          onClose={close}
        />
      )}
    </section>
  )
}

function ScheduleForm({
  client_id,
  client,
  preview,
  onClose,
}: {
  client_id: string
  client: string
  preview: StatementPreview
  onClose: () => void
}) {
  const { today } = useSession()
  const { own, agency_day } = preview
  const [frequency, setFrequency] = useState<StatementFrequency>(own?.frequency ?? 'agency')
  const [weekday, setWeekday] = useState(String(own?.weekday ?? 1))
  const [day_of_month, setDay] = useState(String(own?.day_of_month ?? agency_day ?? 1))
  const [paused_until, setPaused] = useState<string>(own?.paused_until ?? '')
  const save = useAction('business.client_statement_schedule.set', {
    success: `The schedule of ${client} is set`,
    onDone: onClose,
  })
  const run = () =>
    void save.run({
      client_id,
      frequency,
      ...(frequency === 'weekly' ? { weekday: Number(weekday) } : {}),
      ...(frequency === 'monthly' ? { day_of_month: numberTyped(day_of_month) } : {}),
      paused_until: paused_until === '' ? null : paused_until,
    })
  const agencys = planWords(planOf({ agency_day, own: null })).toLowerCase()
  return (
    <Modal
      open
      onClose={onClose}
      title={`Statements of ${client}`}
      description="Mailed with the PDF in the night of their day, where something is open. A day that was missed is made good on the next; what was paused is not."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={save.busy} onClick={run}>
            Set the schedule
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Select
          label="How often"
          required
          value={frequency}
          onChange={(value) => setFrequency(value as StatementFrequency)} // One of the options.
          options={[
            { value: 'agency', label: `As for all clients: ${agencys}` },
            { value: 'weekly', label: 'Every week' },
            { value: 'monthly', label: 'Every month' },
            { value: 'off', label: 'No statements' },
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
        <DayPicker
          label="Paused until"
          hint="Empty: not paused"
          value={paused_until}
          min={today}
          onChange={setPaused}
          error={save.errors.paused_until}
        />
      </div>
    </Modal>
  )
}
