import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { contract } from '../placements/contract.entity.ts'
import { activationInput, requireVerified } from '../placements/evidence-input.server.ts'
import { verifiedWords } from '../placements/placement-evidence.rules.ts'
import { stepAnswer } from '../placements/step-contract.server.ts'
import { requireSeen } from '../shared/seen.server.ts'
import { who } from './perm-placement.rules.ts'
import { lockPerm, movePerm, stepInput } from './step-perm.server.ts'

/** The provider brings a placement into force that the client approved here, or by evidence that the provider checks. */
export const activatePermPlacement = verb({
  action_id: 'contract.perm_placement.activate',
  since: '0.1.0',
  summary: 'Activates a permanent placement',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.activate,
  input: activationInput.extend({ comment: stepInput.shape.comment }),
  output: stepAnswer,
  run: async (context, { id, comment, updated_at, ...check }) => {
    const row = await lockPerm(context, 'activate', id)
    requireSeen('placement', row.updated_at, updated_at)
    if (row.evidence_status === 'waiting') {
      requireVerified(check)
      await updateRow(context.tx, contract, id, { evidence_status: 'accepted' })
    }
    return movePerm(context, 'activate', row, verifiedWords(check) ?? comment ?? null)
  },
})
