import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { contract } from '../placements/contract.entity.ts'
import { evidenceInput, stateEvidence } from '../placements/evidence-input.server.ts'
import { stepAnswer } from '../placements/step-contract.server.ts'
import { requireSeen } from '../shared/seen.server.ts'
import { perm_approvers, who } from './perm-placement.rules.ts'
import { lockPerm, movePerm } from './step-perm.server.ts'

/** The agency states the client's approval given elsewhere, with a file. The provider checks it before the activation. */
export const approvePermByEvidence = verb({
  action_id: 'contract.perm_placement.approve_by_evidence',
  since: '0.1.0',
  summary: 'States an approval of a permanent placement that was given elsewhere, with a file',
  machine: 'refused',
  impersonator: 'refused',
  who: who.approve_by_evidence,
  input: evidenceInput,
  output: stepAnswer,
  run: async (context, { id, comment, updated_at, ...evidence }) => {
    const row = await lockPerm(context, 'approve_by_evidence', id)
    requireSeen('placement', row.updated_at, updated_at)
    const side = { business_id: row.client_id, roles: perm_approvers.client }
    const words = await stateEvidence(context, 'contract.perm_placement', { id, ...evidence }, side)
    const done = await movePerm(context, 'approve_by_evidence', row, `${words}: ${comment}`)
    await updateRow(context.tx, contract, id, { evidence_status: 'waiting' })
    return done
  },
})
