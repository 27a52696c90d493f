/** Columns, facts and actions that the lists of timesheets and of expenses share. */
import { Check } from 'lucide-react'
import { valueAt } from '#entity/path.ts'
import type { BulkAction, ListRow } from '#web/list/model/list.ts'
import { financing, not_client, not_contractor } from '../shared/list-filters.view.ts'
import { evidence_judges, type WorkFacts, type WorkStatus } from './work.rules.ts'

export const first_columns = [
  { field: 'human_id', width: 112 },
  { field: 'status', width: 120 },
  { field: 'contractor.name', label: 'Contractor', only: not_contractor },
  { field: 'client.name', label: 'Client', only: not_client },
  { field: 'agency.name', label: 'Agency', only: ['funder', 'provider'] },
  { field: 'contract.title', label: 'Placement', only: financing },
] as const

/** A list does not read the named approvers: the verb checks them. */
export const listedWork = (row: ListRow): WorkFacts => ({
  human_id: String(row.human_id),
  status: row.status as WorkStatus, // The entity's choices equal those of the rules (guard: schema).
  manual_timesheet_approval: valueAt(row, 'contract.manual_timesheet_approval') === true,
  submitted_by: null,
  has_file: true,
  approved_by: null,
  evidence_status: null,
  approver_contact_ids: [],
})

/** With the evidence, which agency and provider alone read. */
export const listedEvidence = (row: ListRow): WorkFacts => ({
  ...listedWork(row),
  evidence_status: (row.evidence_status ?? null) as WorkFacts['evidence_status'], // The entity's choices are the rule's.
})

export const acceptEvidence = (action_id: string, allowed: BulkAction['allowed']): BulkAction => ({
  label: 'Accept evidence',
  icon: Check,
  action_id,
  allowed,
  confirm: 'ask',
  only: evidence_judges.provider,
})
