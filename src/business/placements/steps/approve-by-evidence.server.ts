import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { requireSeen } from '../../shared/seen.server.ts'
import { contract } from '../contract.entity.ts'
import { evidenceInput, stateEvidence } from '../evidence-input.server.ts'
import { approvers, who } from '../placement.rules.ts'
import { stepAnswer } from '../step-contract.server.ts'
import { lockTemp, moveTemp } from './step-temp.server.ts'

/**
 * The agency states an approval that the client or contractor gave elsewhere, with a file. The provider checks it with
 * that side before the activation.
 */
export const approveByEvidence = verb({
  action_id: 'contract.temp_placement.approve_by_evidence',
  since: '0.1.0',
  summary: 'States an approval of a temporary placement that was given elsewhere, with a file',
  machine: 'refused',
  impersonator: 'refused',
  who: who.approve_by_evidence,
  input: evidenceInput,
  output: stepAnswer,
  run: async (context, { id, comment, updated_at, ...evidence }) => {
    const row = await lockTemp(context, 'approve_by_evidence', id)
    requireSeen('placement', row.updated_at, updated_at)
    const side =
      row.status === 'pending_approval_client'
        ? { business_id: row.client_id, roles: approvers.client }
        : { business_id: row.contractor_id, roles: approvers.contractor }
    const words = await stateEvidence(context, 'contract.temp_placement', { id, ...evidence }, side)
    const done = await moveTemp(context, 'approve_by_evidence', row, `${words}: ${comment}`)
    await updateRow(context.tx, contract, id, { evidence_status: 'waiting' })
    return done
  },
})
