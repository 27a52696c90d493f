/**
 * A client's statements: the effective schedule, the last and next day, a preview, and an own schedule
 * (experience.md, page 8).
 */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { LetterView } from './letter.card.tsx'
import { day_of_month_field, weekday_field, withWeekday } from './schedule-day.view.ts'
import { planOf, planWords, type StatementPreview } from './statement-schedule.rules.ts'

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
        {preview.next_date && `, next on ${dayText(preview.next_date)} if invoices are open`}
        {preview.next_date && preview.to.length === 0 && ', but no recipient is set'}
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
          description={`Preview as of today, to ${preview.to.join(', ')}, with the statement as PDF`}
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
  const agencys = planWords(planOf({ agency_day, own: null })).toLowerCase()
  return (
    <VerbModal
      title={`Statements of ${client}`}
      description="Mailed at night with the PDF while invoices are open. A missed day is sent the next night."
      action_id="business.client_statement_schedule.set"
      fixed={{ client_id }}
      initial={{
        frequency: own?.frequency ?? 'agency',
        weekday: String(own?.weekday ?? 1),
        day_of_month: String(own?.day_of_month ?? agency_day ?? 1),
        paused_until: own?.paused_until ?? '',
      }}
      fields={[
        {
          kind: 'choice',
          name: 'frequency',
          label: 'How often',
          required: true,
          options: [
            { value: 'agency', label: `Same as for all clients: ${agencys}` },
            { value: 'weekly', label: 'Every week' },
            { value: 'monthly', label: 'Every month' },
            { value: 'off', label: 'No statements' },
          ],
        },
        weekday_field,
        day_of_month_field,
        {
          kind: 'day',
          name: 'paused_until',
          label: 'Paused until',
          hint: 'Leave empty for no pause',
          min: today,
        },
      ]}
      input={(input) => ({ paused_until: null, ...withWeekday(input) })}
      submit="Set the schedule"
      success={`The schedule of ${client} is set`}
      onClose={onClose}
    />
  )
}
