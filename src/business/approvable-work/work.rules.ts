/** The states of work that a client approves: timesheets and expenses (spec §4; transitions are ours, docs/gaps.md). */
import type { Viewer, WhoMay } from '#entity/access.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import type { Transition } from '../shared/transitions.rules.ts'
import { agency_side, agency_writers, isAnyPerson, provider_staff } from '../shared/who-may.rules.ts'

export type WorkStatus = 'draft' | 'submitted' | 'rejected' | 'approved' | 'suspense' | 'cancelled'

export const evidence_statuses = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'accepted', label: 'Accepted' },
] as const
export type EvidenceStatus = (typeof evidence_statuses)[number]['value']

/** Work with the approval settings of its placement. */
export type WorkFacts = {
  readonly human_id: string
  readonly status: WorkStatus
  readonly manual_timesheet_approval: boolean
  /** Contacts named on the placement as its timesheet approvers; none: any approver of the client. */
  readonly approver_contact_ids: readonly string[]
  /** Colleagues that stand in for a named approver today; absent: not known to the asker. */
  readonly stand_ins?: readonly { readonly contact_id: string; readonly for_name: string }[]
  /** Null: not known to the asker. */
  readonly submitted_by: string | null
  /** The person behind an impersonation. Absent: not known to the asker. */
  readonly submitted_as?: string | null
  /** Is the asker a person of the contractor, or of the company that is paid? Absent: not known to the asker. */
  readonly pays_asker?: boolean
  /**
   * Does a file hang on it, added since its last refinement? The client's approval of work that the agency approves by
   * hand.
   */
  readonly has_file: boolean
  /** Null: the client approved it itself, or it is not approved. */
  readonly evidence_status: EvidenceStatus | null
  /** Null: nobody, or not known to the asker. */
  readonly approved_by: string | null
}

export type Asker = Pick<Viewer, 'category' | 'roles' | 'business_contact_id'> &
  Partial<Pick<Viewer, 'user_id' | 'impersonator_user_id'>>
export type WorkAction =
  | 'save_draft'
  | 'submit'
  | 'approve'
  | 'accept_evidence'
  | 'reject'
  | 'raise'
  | 'cancel'

export const status_words = { draft: 'a draft', suspense: 'in suspense' } as const

export const enterers = { contractor: ['contractor'], agency: agency_writers } as const satisfies WhoMay
export const deciders = { client: ['timesheet_approver'], agency: agency_writers } as const satisfies WhoMay

export const evidence_judges = {
  provider: [...provider_staff, 'provider_approver'],
} as const satisfies WhoMay

const pays_asker = 'This pays a business of yours, so somebody else approves it'

/** The name of the absent approver, where this viewer stands in; null where the viewer decides in their own right. */
export function standsInFor(
  { approver_contact_ids, stand_ins = [] }: Pick<WorkFacts, 'approver_contact_ids' | 'stand_ins'>,
  { category, business_contact_id }: Asker,
): string | null {
  if (category !== 'client' || approver_contact_ids.includes(business_contact_id)) return null
  return stand_ins.find(({ contact_id }) => contact_id === business_contact_id)?.for_name ?? null
}

/** Nobody approves their own entries or pay, also as a person of several businesses; by hand only with a file. */
function proving(entered: 'hours' | 'expenses') {
  const provesWork = (row: WorkFacts, viewer: Asker): Verdict => {
    if (isAnyPerson([row.submitted_by, row.submitted_as], viewer))
      return refuse('not_allowed', `You entered these ${entered}, so somebody else approves them`)
    if (row.pays_asker === true) return refuse('not_allowed', pays_asker)
    return (
      viewer.category !== 'agency' || row.has_file || refuse('precondition', "Attach the client's approval")
    )
  }
  const judgesEvidence = (row: WorkFacts, viewer: Asker): Verdict => {
    if (row.evidence_status === 'accepted') return refuse('conflict', 'This evidence is already accepted')
    if (row.evidence_status === null)
      return refuse('precondition', 'The client approved this itself, so it needs no evidence')
    if (row.pays_asker === true) return refuse('not_allowed', pays_asker)
    return (
      !isAnyPerson([row.submitted_by, row.submitted_as, row.approved_by], viewer) ||
      refuse('not_allowed', `You entered or approved these ${entered}, so somebody else accepts the evidence`)
    )
  }
  return { provesWork, judgesEvidence }
}

/**
 * The contractor, or the agency for them, enters work; the client's timesheet approver decides. The agency decides only
 * where the placement allows approval by hand, off by default: the payee of an approval should not give it. It needs a
 * file for that, which the provider accepts (decision 0040).
 */
export function workStates<Row extends WorkFacts>(noun: 'timesheets' | 'expenses') {
  const decides = (row: Row, viewer: Asker): Verdict => {
    if (viewer.category === 'agency')
      return (
        row.manual_timesheet_approval ||
        refuse('not_allowed', `On this placement only the client approves ${noun}`)
      )
    const named = row.approver_contact_ids
    return (
      named.length === 0 ||
      named.includes(viewer.business_contact_id) ||
      standsInFor(row, viewer) !== null ||
      refuse('not_allowed', 'Another approver is named on this placement')
    )
  }
  const { provesWork, judgesEvidence } = proving(noun === 'timesheets' ? 'hours' : 'expenses')
  return {
    save_draft: { from: ['draft', 'rejected'], to: null, by: enterers, done: 'changed' },
    submit: {
      from: ['draft', 'rejected'],
      to: 'submitted',
      by: enterers,
      done: 'submitted',
      already: 'submitted',
    },
    approve: {
      from: ['submitted'],
      to: 'approved',
      by: deciders,
      done: 'approved',
      already: 'approved',
      before: decides,
      refuse: provesWork,
    },
    accept_evidence: {
      from: ['approved', 'suspense'],
      to: null,
      by: evidence_judges,
      done: 'accepted',
      refuse: judgesEvidence,
    },
    reject: {
      from: ['submitted'],
      to: 'rejected',
      by: deciders,
      done: 'rejected',
      already: 'rejected',
      before: decides,
    },
    raise: { from: ['suspense'], to: 'approved', by: agency_side, done: 'invoiced', already: 'approved' },
    cancel: {
      from: ['draft', 'rejected'],
      to: 'cancelled',
      by: { ...enterers, provider: provider_staff },
      done: 'cancelled',
      already: 'cancelled',
    },
  } satisfies Record<WorkAction, Transition<WorkFacts, Asker> | Transition<Row, Asker>>
}
