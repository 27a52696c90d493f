import { z } from 'zod'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { can, who } from '../../parties/compliance/compliance.rules.ts'
import { followPaper } from '../../parties/compliance/compliance-status.server.ts'
import { settleOfPaper } from '../../parties/onboarding/settle-approved.server.ts'
import { followOptOut } from '../../parties/papers/follow-opt-out.server.ts'
import { lockPaper } from '../../parties/papers/load-paper.server.ts'
import { document } from '../../platform/file.entity.ts'
import { documentReasonInput } from '../../shared/chosen-input.server.ts'
import { verification } from '../checks/verification.server.ts'
import { recheckWaiting } from './recheck-waiting.server.ts'

const output = z.strictObject({ id: z.uuid(), status: z.string() })

/** A second person has seen the paper and its file. */
export const verifyPaper = verb({
  action_id: 'platform.compliance.verify',
  since: '0.1.0',
  summary: 'Verifies a compliance document',
  machine: 'refused',
  impersonator: 'refused',
  who: who.verify,
  input: z.strictObject({ id: z.uuid() }),
  output,
  run: (context, { id }) => decide(context, 'verify', id, null),
})

export const rejectPaper = verb({
  action_id: 'platform.compliance.reject',
  since: '0.1.0',
  summary: 'Rejects a compliance document, with a comment',
  machine: 'refused',
  impersonator: 'refused',
  who: who.reject,
  input: z.strictObject({ id: z.uuid(), comment: documentReasonInput }),
  output,
  run: (context, { id, comment }) => decide(context, 'reject', id, comment),
})

async function decide(
  context: VerbContext,
  action: 'verify' | 'reject',
  id: string,
  comment: string | null,
): Promise<z.infer<typeof output>> {
  const row = await lockPaper(context, id)
  requireCan(can[action](row, context.viewer))
  const decided = verification(context, action, comment)
  await updateRow(context.tx, document, id, decided)
  context.audit({
    entity: 'platform.document',
    entity_id: id,
    old_values: { status: row.status },
    new_values: { status: decided.status, ...(comment === null ? {} : { comment }) },
  })
  await followPaper(context, row)
  await settleOfPaper(context, row)
  if (row.type === 'conduct_opt_out' && row.service_id !== null) await followOptOut(context, row.service_id)
  await recheckWaiting(context, row.business_id)
  return { id, status: decided.status }
}
