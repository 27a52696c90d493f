import { labelIn } from '#entity/choices.ts'
import type { Tone } from '#web/ui/Badge.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { timesheet } from './timesheet.entity.ts'
import type { TimesheetStatus } from './timesheet.rules.ts'

const tones: Record<TimesheetStatus, Tone> = {
  draft: 'neutral',
  submitted: 'attention',
  rejected: 'critical',
  approved: 'positive',
  suspense: 'attention',
  cancelled: 'neutral',
}

export function timesheetTone(status: string): Tone {
  return tones[status as TimesheetStatus] ?? 'neutral' // A status this version does not know reads as neutral.
}

export function TimesheetStatusBadge({ status }: { status: TimesheetStatus }) {
  return <Badge tone={tones[status]}>{labelIn(timesheet.fields.status.choices, status)}</Badge>
}
