/** The steps of a temp placement: their state, activity and audit. */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { present } from '#kernel/assert.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { hasOpenFlags } from '../../parties/self-dealing/find-flags.server.ts'
import { requireSeen, seenInput } from '../../shared/seen.server.ts'
import { model_allowed_sql } from '../activation.rules.ts'
import { readChecks } from '../checks/placement-checks.server.ts'
import { contract } from '../contract.entity.ts'
import type { temp_placement } from '../contract-kinds.entity.ts'
import { tellClient } from '../opt-out/placement-opt-out.server.ts'
import {
  askedSide,
  can,
  type PlacementFacts,
  statusAfter,
  type TempAction,
  type TempStep,
} from '../placement.rules.ts'
import { shownChecks } from '../placement-checks.rules.ts'
import { askForDocuments } from '../schedule/schedule-documents.server.ts'
import { type StepAnswer, stepContract } from '../step-contract.server.ts'
import { lockParties } from './lock-parties.server.ts'

export const tempStepInput = z.strictObject({ id: z.uuid() })
/** Of a side or of the provider, which agree to the terms that they saw. */
export const tempAgreeInput = tempStepInput.extend({ updated_at: seenInput })

type Row = ReadRow<
  typeof temp_placement,
  'id human_id status updated_at provider_id agency_id client_id contractor_id funder_id evidence_status funding_model'
> &
  PlacementFacts

const messages = {
  update: 'Changed',
  submit: 'Submitted',
  approve: 'Approved',
  approve_by_evidence: 'Approved by evidence',
  reject: 'Rejected',
  recall: 'Recalled by the agency',
  activate: 'Activated',
  return: 'Returned by the provider',
  cancel: 'Cancelled',
  delete: 'Deleted',
} as const satisfies Record<TempStep, string>

/** The asked side of an answer, for the activity: `Approved by the client`. */
const says = (action: TempStep, status: string): string => {
  const side = askedSide(status)
  const answers = action === 'approve' || action === 'approve_by_evidence' || action === 'reject'
  if (!answers || side === null) return messages[action]
  return action === 'approve_by_evidence'
    ? `Approved for the ${side} by evidence`
    : `${messages[action]} by the ${side}`
}

/** The contractor's answer is the last of the sides', and the provider's follows. */
const checked_statuses: readonly string[] = [
  'pending_approval_contractor',
  'awaiting_raise_approval',
  'pending_raise_approval',
]

/** Locks the placement and asks the rule. @throws not_found, not_allowed or precondition */
export async function lockTemp(context: VerbContext, action: TempAction, id: string): Promise<Row> {
  const { tx, viewer } = context
  const [found] = await loadVisible<Omit<Row, 'open_checks'>>(tx, viewer, 'contract.temp_placement', [id], {
    lock: true,
    columns: `t.id, t.human_id, t.status, t.updated_at, t.provider_id, t.agency_id, t.client_id, t.contractor_id, t.funder_id,
      t.created_by, t.evidence_status, t.funding_model, coalesce(t.submitted_by, t.created_by) as submitted_by, t.submitted_as,
      ${model_allowed_sql('t')} as is_model_allowed`,
  })
  const placement = present(found, 'the placement')
  if (action === 'activate') await lockParties(tx, id)
  const is_last = checked_statuses.includes(placement.status)
  const open_checks = is_last ? await readChecks(context, id) : []
  if (action === 'activate' && (await hasOpenFlags(tx, { entity: 'contract.temp_placement', entity_id: id })))
    open_checks.push('flags')
  const row = { ...placement, open_checks }
  requireCan(can[action](row, viewer))
  return row
}

/** @throws not_found, not_allowed or precondition */
export async function stepTemp(
  context: VerbContext,
  action: TempStep,
  {
    id,
    comment = null,
    updated_at,
  }: { readonly id: string; readonly comment?: string | null; readonly updated_at?: string | undefined },
): Promise<StepAnswer> {
  const row = await lockTemp(context, action, id)
  requireSeen('placement', row.updated_at, updated_at)
  return moveTemp(context, action, row, comment)
}

/** The step of a locked row that the rule allows. */
export async function moveTemp(
  context: VerbContext,
  action: TempStep,
  row: Row,
  comment: string | null,
): Promise<StepAnswer> {
  const to = statusAfter(action, row, context.viewer)
  const is_agreed = to === 'awaiting_raise_approval' || to === 'pending_raise_approval'
  await updateRow(context.tx, contract, row.id, {
    open_checks: is_agreed ? shownChecks(row.open_checks) : null,
    // A new submission needs new approvals.
    ...(to === 'draft' || action === 'submit' ? { evidence_status: null } : {}),
  })
  if (to === 'pending_approval_client') await tellClient(context, row)
  if (is_agreed && row.status === 'pending_approval_contractor') await askForDocuments(context, row.id)
  return stepContract(context, action, row, { to, message: says(action, row.status), comment })
}
