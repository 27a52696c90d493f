import { labelIn } from '#entity/choices.ts'
import type { Tone } from '#web/ui/Badge.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import type { Kind } from './kind.ts'

/** Tones of the statuses of spec §4. Any other status is neutral. */
const tones: Readonly<Record<string, Tone>> = {
  approved: 'positive',
  active: 'positive',
  onboarded: 'positive',
  completed: 'positive',
  compliant: 'positive',
  matched: 'positive',
  paid: 'positive',
  funded: 'positive',
  released: 'positive',
  reviewed: 'positive',
  sent: 'positive',
  confirmed: 'positive',
  applied: 'positive',
  submitted: 'attention',
  initiated: 'progress',
  open: 'progress',
  generated: 'progress',
  under_review: 'progress',
  inprogress: 'progress',
  running: 'progress',
  calculating: 'progress',
  checking: 'progress',
  approving: 'progress',
  applying: 'progress',
  undoing: 'progress',
  queued: 'progress',
  included: 'progress',
  pending: 'attention',
  pending_approval: 'attention',
  pending_invoices: 'attention',
  pending_approval_agency: 'attention',
  pending_approval_client: 'attention',
  pending_approval_contractor: 'attention',
  pending_raise_approval: 'attention',
  awaiting_raise_approval: 'attention',
  partially_matched: 'attention',
  allocated: 'attention',
  hold: 'attention',
  held: 'attention',
  stopped: 'attention',
  unmapped: 'attention',
  checked: 'attention',
  low: 'attention',
  agrees: 'positive',
  deferred: 'attention',
  given_up: 'critical',
  overdue: 'critical',
  rejected: 'critical',
  rejected_contractor: 'critical',
  suspense: 'attention',
  suspended: 'critical',
  refused: 'critical',
  failed: 'critical',
  recourse: 'critical',
  reversed: 'critical',
}

export function toneOf(value: string): Tone {
  return tones[value] ?? 'neutral'
}

export const choice: Kind = {
  width: 150,
  cell: ({ value, field, name }) => {
    if (typeof value !== 'string') return null
    const label = labelIn(field.choices ?? [], value)
    return /status$/.test(name) ? <Badge tone={toneOf(value)}>{label}</Badge> : label
  },
}
