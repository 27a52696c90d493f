/** Reports that are mailed by themselves (experience.md, page 9): the schedules of one report, on its page. */
import { MailPlus, Pause, Pencil, Play, X } from 'lucide-react'
import type { ComponentType } from 'react'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { day } from '#kernel/day.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { dayText } from '#web/kinds/time.tsx'
import type { Asked } from '#web/list/model/list.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { type ScheduleRow, useSchedules } from './report-mailing.hook.ts'
import { report_schedule } from './report-schedule.entity.ts'
import {
  mayChangeSchedule,
  mayReadReport,
  nextReport,
  type OwnChoice,
  type ReportKey,
  reportOf,
  scheduleWords,
} from './report-schedule.rules.ts'

const MailingForm = lazyPart(async () => (await import('./report-mailing.form.tsx')).MailingForm)

/** Above the rows of a list (`above`): the list's own line, and its schedules. */
export function withMailing(
  report: ReportKey,
  Above: ComponentType<{ readonly asked: Asked }> | null = null,
) {
  return function MailedAbove({ asked }: { asked: Asked }) {
    return (
      <>
        {Above && <Above asked={asked} />}
        <div className="px-4 pb-2">
          <ReportMailing report={report} asked={asked} />
        </div>
      </>
    )
  }
}

/** `asked` is the reader's present list, `own` the report's further arguments: a new schedule stores both. */
export function ReportMailing({
  report,
  asked,
  own,
  what,
}: {
  report: ReportKey
  asked: Asked
  own?: OwnChoice
  /** Named on the button where a page has several: `documents`. */
  what?: string
}) {
  const label = what === undefined ? 'Schedule by mail' : `Schedule ${what} by mail`
  const session = useSession()
  const [open, setOpen] = useState<ScheduleRow | 'new' | null>(null)
  const may = mayReadReport(report, session)
  const { title } = reportOf(report)
  const query = useSchedules(report, may)
  if (!may || !query.data) return null
  return (
    <section aria-label={`${title} sent by mail`} className="flex flex-col gap-1">
      {query.data.length > 0 && (
        <ul className="rounded-lg border bg-surface">
          {query.data.map((row) => (
            <Schedule key={row.id} row={row} onEdit={() => setOpen(row)} />
          ))}
        </ul>
      )}
      <div>
        <Button
          size="sm"
          icon={MailPlus}
          verb="platform.report_schedule.save"
          aria-label={`${label}: ${title}`}
          onPointerEnter={() => void MailingForm.fetch()}
          onClick={() => setOpen('new')}
        >
          {label}
        </Button>
      </div>
      {open !== null && (
        <MailingForm
          report={report}
          asked={asked}
          own={own ?? null}
          row={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

function Schedule({ row, onEdit }: { row: ScheduleRow; onEdit: () => void }) {
  const session = useSession()
  const [isStopping, setStopping] = useState(false)
  const pause = useAction('platform.report_schedule.pause', {
    success: row.is_paused ? 'Mailing resumed' : 'Mailing paused',
  })
  const stop = useAction('platform.report_schedule.remove', { success: 'Mailing stopped' })
  const may = mayChangeSchedule(row, { ...session, user_id: session.user.id })
  const { title } = reportOf(row.report as ReportKey) // The query names it by its key.
  const days = {
    ...row,
    since: day(row.since),
    last_sent: row.last_sent === null ? null : day(row.last_sent),
  }
  const next = nextReport(days, day(session.today))
  const named = `${title}, ${scheduleWords(row).toLowerCase()}, to ${row.recipients.join(', ')}`
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1.5 last:border-b-0">
      <div className="min-w-0 flex-auto">
        <p>
          <strong className="font-medium">{scheduleWords(row)}</strong> as{' '}
          {labelIn(report_schedule.fields.format.choices, row.format)} to {row.recipients.join(', ')}{' '}
          {row.is_paused && <Badge tone="attention">Paused</Badge>}
        </p>
        <p className="text-12 text-n11">
          {row.last_sent ? `last sent ${dayText(row.last_sent)}` : 'not sent yet'}
          {next && `, next on ${dayText(next)}`}, set up by {row.user_name}
        </p>
        {row.problem && <p className="text-12 text-red11">{row.problem}</p>}
      </div>
      {may && (
        <div className="flex flex-wrap gap-1">
          <Button size="sm" icon={Pencil} aria-label={`Change: ${named}`} onClick={onEdit}>
            Change
          </Button>
          <Button
            size="sm"
            icon={row.is_paused ? Play : Pause}
            verb="platform.report_schedule.pause"
            busy={pause.busy}
            aria-label={`${row.is_paused ? 'Resume' : 'Pause'}: ${named}`}
            onClick={() => void pause.run({ id: row.id, is_paused: !row.is_paused })}
          >
            {row.is_paused ? 'Resume' : 'Pause'}
          </Button>
          <Button
            size="sm"
            icon={X}
            verb="platform.report_schedule.remove"
            busy={stop.busy}
            aria-label={`Stop: ${named}`}
            onClick={() => setStopping(true)}
          >
            Stop
          </Button>
        </div>
      )}
      <ConfirmAction
        open={isStopping}
        onClose={() => setStopping(false)}
        label="Stop"
        description={`Stop mailing ${named}?`}
        onConfirm={async () => (await stop.run({ id: row.id })) !== undefined}
      />
    </li>
  )
}
