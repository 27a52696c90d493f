import { z } from 'zod'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { documentReasonInput } from '../../shared/chosen-input.server.ts'
import { verification } from '../checks/verification.server.ts'
import { can, who } from './determination.rules.ts'
import { followDetermination, lockDetermination } from './load-determination.server.ts'
import { status_determination } from './status-determination.entity.ts'

const output = z.strictObject({ id: z.uuid(), status: z.string() })

/** A second person has seen the statement and its file. */
export const verifyDetermination = verb({
  action_id: 'contract.status_determination.verify',
  since: '0.1.0',
  summary: 'Verifies a status determination statement',
  machine: 'refused',
  impersonator: 'refused',
  who: who.verify,
  input: z.strictObject({ id: z.uuid() }),
  output,
  run: (context, { id }) => decide(context, 'verify', id, null),
})

export const rejectDetermination = verb({
  action_id: 'contract.status_determination.reject',
  since: '0.1.0',
  summary: 'Rejects a status determination statement, with a comment',
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
  const row = await lockDetermination(context, id)
  requireCan(can[action](row, context.viewer))
  const decided = verification(context, action, comment)
  await updateRow(context.tx, status_determination, id, decided)
  context.audit({
    entity: 'contract.status_determination',
    entity_id: id,
    old_values: { status: row.status },
    new_values: { status: decided.status, ...(comment === null ? {} : { comment }) },
  })
  await followDetermination(context, row.contract_id)
  return { id, status: decided.status }
}
