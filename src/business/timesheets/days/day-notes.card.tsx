/** Marks of the days of a timesheet: absences, and descriptions of the work. */
import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { type Day, eachDay, formatDayLong } from '#kernel/day.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { availabilities, type Marked, markedDays } from './day-marks.rules.ts'

type Sheet = {
  readonly id: string
  readonly start_date: Day
  readonly end_date: Day
  readonly details: readonly Marked[]
}

export function DayNotes({ sheet, editable }: { readonly sheet: Sheet; readonly editable: boolean }) {
  const [asked, setAsked] = useState<string | null>(null)
  const marked = markedDays(sheet.details)
  if (marked.length === 0 && !editable) return null
  const start = marked.find((one) => one.date === asked)
  return (
    <Card
      title="Days"
      actions={
        editable && (
          <Button size="sm" icon={NotebookPen} onClick={() => setAsked('')}>
            Note on a day
          </Button>
        )
      }
    >
      {marked.length === 0 ? (
        <p className="text-n11">Holiday, sickness and what was done on a day show here.</p>
      ) : (
        <ul className="flex flex-col divide-y">
          {marked.map(({ date, availability, description }) => (
            <li key={date} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <span className="numeric w-32 shrink-0">{formatDayLong(date)}</span>
              {availability && (
                <strong className="font-medium">{labelIn(availabilities, availability)}</strong>
              )}
              <span className="min-w-0 flex-1 break-words">{description}</span>
              {editable && (
                <Button size="sm" tone="quiet" onClick={() => setAsked(date)}>
                  Change
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {asked !== null && (
        <VerbModal
          title="Note on a day"
          description="A day that is marked away takes no time. Leave both blank to take the note off."
          action_id="transaction.timesheet.note_day"
          fixed={{ id: sheet.id }}
          initial={{
            date: asked,
            availability: start?.availability ?? '',
            description: start?.description ?? '',
          }}
          fields={[
            {
              kind: 'choice',
              name: 'date',
              label: 'Day',
              required: true,
              options: eachDay(sheet.start_date, sheet.end_date).map((on) => ({
                value: on,
                label: formatDayLong(on),
              })),
            },
            {
              kind: 'choice',
              name: 'availability',
              label: 'Availability',
              placeholder: 'Available',
              options: availabilities,
            },
            { kind: 'area', name: 'description', label: 'Description', max: 500 },
          ]}
          submit="Save note"
          success="The day is noted"
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  )
}
