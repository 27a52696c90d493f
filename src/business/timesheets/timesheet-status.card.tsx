import { labelIn } from '#entity/choices.ts'
import type { Tone } from '#web/ui/Badge.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import type { WorkStatus } from '../approvable-work/work.rules.ts'
import { timesheet } from './timesheet.entity.ts'

const tones: Record<WorkStatus, Tone> = {
  draft: 'neutral',
  submitted: 'attention',
  rejected: 'critical',
  approved: 'positive',
  suspense: 'attention',
  cancelled: 'neutral',
}

export function timesheetTone(status: string): Tone {
  return tones[status as WorkStatus] ?? 'neutral' // A status this version does not know reads as neutral.
}

export function TimesheetStatusBadge({ status }: { status: WorkStatus }) {
  return <Badge tone={tones[status]}>{labelIn(timesheet.fields.status.choices, status)}</Badge>
}
