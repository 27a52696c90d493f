/**
 * What may be done with a timesheet, by whom and from which status (spec §4; transitions are ours, docs/gaps.md).
 * Server, button and tests ask the same `can`.
 */
import type { Viewer } from '#entity/access.ts'
import { errorText } from '#kernel/messages.ts'
import type { WhoMay } from '../shared/who-may.rules.ts'
import { agency_writers, isOneOf, provider_staff } from '../shared/who-may.rules.ts'

export type TimesheetStatus = 'draft' | 'submitted' | 'rejected' | 'approved' | 'suspense' | 'cancelled'

type Transition = {
  readonly from: readonly TimesheetStatus[]
  /** Null: the status stays. */
  readonly to: TimesheetStatus | null
  readonly by: WhoMay
}

/**
 * Entering and submitting is the contractor's, or the agency's where the placement says so (`timesheet_submit`).
 * Deciding is for the client's timesheet approver; for the agency only where the placement allows approval by hand
 * (`manual_timesheet_approval`), which is off unless asked for: whoever is paid on an approval should not give it.
 */
export const timesheet_states = {
  save_draft: {
    from: ['draft', 'rejected'],
    to: null,
    by: { contractor: ['contractor'], agency: agency_writers },
  },
  submit: {
    from: ['draft', 'rejected'],
    to: 'submitted',
    by: { contractor: ['contractor'], agency: agency_writers },
  },
  approve: {
    from: ['submitted'],
    to: 'approved',
    by: { client: ['timesheet_approver'], agency: agency_writers },
  },
  reject: {
    from: ['submitted'],
    to: 'rejected',
    by: { client: ['timesheet_approver'], agency: agency_writers },
  },
  raise: { from: ['suspense'], to: 'approved', by: { agency: agency_writers, provider: provider_staff } },
  // A correction of approved work (money.md §1.8): its status stays, or it is submitted again.
  refine: { from: ['approved'], to: null, by: { agency: agency_writers, provider: provider_staff } },
  cancel: {
    from: ['draft', 'rejected'],
    to: 'cancelled',
    by: { agency: agency_writers, provider: provider_staff },
  },
} as const satisfies Record<string, Transition>

export type TimesheetAction = keyof typeof timesheet_states

/** A timesheet with what its placement says about entering and deciding. */
export type TimesheetFacts = {
  readonly human_id: string
  readonly status: TimesheetStatus
  readonly timesheet_submit: 'contractor' | 'agency'
  readonly manual_timesheet_approval: boolean
  /** Contacts named on the placement as its timesheet approvers; none: any approver of the client. */
  readonly approver_contact_ids: readonly string[]
}

export type Asker = Pick<Viewer, 'category' | 'roles' | 'business_contact_id'>

export type Refusal = {
  /** `conflict`: somebody was faster; `precondition`: the status forbids it. */
  readonly code: 'not_allowed' | 'precondition' | 'conflict'
  readonly message: string
}

const done: Record<TimesheetAction, string> = {
  save_draft: 'changed',
  submit: 'submitted',
  approve: 'approved',
  reject: 'rejected',
  raise: 'invoiced',
  refine: 'refined',
  cancel: 'cancelled',
}

/** Why the action is refused, or null when it may go on. */
export function timesheetRefusal(
  action: TimesheetAction,
  row: TimesheetFacts,
  viewer: Asker,
): Refusal | null {
  const person = personRefusal(action, row, viewer)
  if (person !== null) return { code: 'not_allowed', message: person }
  const { from, to }: Transition = timesheet_states[action]
  if (from.includes(row.status)) return null
  if (row.status === to) return { code: 'conflict', message: `Timesheet ${row.human_id} is already ${to}` }
  const message = `Timesheet ${row.human_id} is ${statusWords[row.status]} and cannot be ${done[action]}`
  return { code: 'precondition', message }
}

const statusWords: Record<TimesheetStatus, string> = {
  draft: 'a draft',
  submitted: 'submitted',
  rejected: 'rejected',
  approved: 'approved',
  suspense: 'in suspense',
  cancelled: 'cancelled',
}

function personRefusal(action: TimesheetAction, row: TimesheetFacts, viewer: Asker): string | null {
  if (!isOneOf(viewer, timesheet_states[action].by)) return errorText.not_allowed
  if (action === 'save_draft' || action === 'submit') {
    if (row.timesheet_submit === viewer.category) return null
    return row.timesheet_submit === 'agency'
      ? 'On this placement the agency enters the timesheets'
      : 'On this placement the contractor enters the timesheets'
  }
  if (action !== 'approve' && action !== 'reject') return null
  if (viewer.category === 'agency') {
    return row.manual_timesheet_approval ? null : 'On this placement only the client approves timesheets'
  }
  const named = row.approver_contact_ids
  return named.length === 0 || named.includes(viewer.business_contact_id)
    ? null
    : 'Another approver is named on this placement'
}

/** True, or why the documents of this work cannot be foreseen: it is not handed in yet, or it has them already. */
export function mayForesee(row: Pick<TimesheetFacts, 'human_id' | 'status'>): true | string {
  if (row.status === 'submitted' || row.status === 'suspense') return true
  const reason = row.status === 'approved' ? 'it is invoiced already' : 'there is nothing to invoice'
  return `Timesheet ${row.human_id} is ${statusWords[row.status]}: ${reason}`
}

type Can = (row: TimesheetFacts, viewer: Asker) => true | string
const ask =
  (action: TimesheetAction): Can =>
  (row, viewer) =>
    timesheetRefusal(action, row, viewer)?.message ?? true

/** True, or the reason that the user reads. */
export const can = {
  save_draft: ask('save_draft'),
  submit: ask('submit'),
  approve: ask('approve'),
  reject: ask('reject'),
  raise: ask('raise'),
  refine: ask('refine'),
  cancel: ask('cancel'),
} satisfies Record<TimesheetAction, Can>
