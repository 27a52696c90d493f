import { z } from 'zod'
import { addDays, type Day, formatDay } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { can, isShareCode, rightFaults, who } from '../../parties/compliance/compliance.rules.ts'
import { followPaper } from '../../parties/compliance/compliance-status.server.ts'
import { settleOfPaper } from '../../parties/onboarding/settle-approved.server.ts'
import { followOptOut } from '../../parties/papers/follow-opt-out.server.ts'
import { lockPaper, type PaperRow } from '../../parties/papers/load-paper.server.ts'
import { paper_shape } from '../../parties/papers/upload-paper.server.ts'
import { endMessage } from '../../parties/party-input.server.ts'
import { followSelfBilling } from '../../parties/self-billing/follow-self-billing.server.ts'
import { document } from '../../platform/file.entity.ts'
import { documentReasonInput } from '../../shared/chosen-input.server.ts'
import { verification } from '../checks/verification.server.ts'
import { recheckWaiting } from './recheck-waiting.server.ts'

const seen_shape = {
  method: paper_shape.method,
  reference: paper_shape.reference,
  valid_to: paper_shape.valid_to,
}
const seen_input = z.object(seen_shape)
type Seen = Partial<z.infer<typeof seen_input>>

const output = z.strictObject({ id: z.uuid(), status: z.string() })

/** A second person has seen the paper and its file. */
export const verifyPaper = verb({
  action_id: 'platform.compliance.verify',
  since: '0.1.0',
  summary: 'Verifies a compliance document',
  machine: 'refused',
  impersonator: 'refused',
  who: who.verify,
  input: z.strictObject({
    id: z.uuid(),
    /** Of a right to work that its contractor sent: how it was seen, and until when it holds. */
    ...seen_shape,
  }),
  output,
  run: (context, { id, ...seen }) => decide(context, 'verify', id, { comment: null, seen }),
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
  run: (context, { id, comment }) => decide(context, 'reject', id, { comment, seen: {} }),
})

async function decide(
  context: VerbContext,
  action: 'verify' | 'reject',
  id: string,
  { comment, seen }: { readonly comment: string | null; readonly seen: Seen },
): Promise<z.infer<typeof output>> {
  const row = await lockPaper(context, id)
  requireCan(can[action](row, context.viewer))
  const decided = verification(context, action, comment)
  const known = action === 'verify' ? seenFacts(row, seen, context.clock.today()) : {}
  await updateRow(context.tx, document, id, { ...decided, ...known })
  context.audit({
    entity: 'platform.document',
    entity_id: id,
    old_values: { status: row.status },
    new_values: { status: decided.status, ...known, ...(comment === null ? {} : { comment }) },
  })
  await followAgreement(context, row, action)
  await followPaper(context, row)
  await settleOfPaper(context, row)
  if (row.type === 'conduct_opt_out' && row.service_id !== null) await followOptOut(context, row.service_id)
  await recheckWaiting(context, row.business_id)
  return { id, status: decided.status }
}

/** A verified self-billing agreement is in force; one that is rejected after its verification is not any more. */
async function followAgreement(
  context: VerbContext,
  row: PaperRow,
  action: 'verify' | 'reject',
): Promise<void> {
  if (row.type !== 'self_billing_agreement') return
  if (action === 'verify') await followSelfBilling(context, row, 'agreed')
  else if (row.status === 'completed') await followSelfBilling(context, row, 'rejected')
}

/** @throws invalid where the check does not say it, or says it of a document that has it */
function seenFacts({ type, method, valid_from }: PaperRow, seen: Seen, today: Day) {
  const is_unseen = type === 'right_to_work' && method === null
  if (!is_unseen) {
    const given = Object.entries(seen).filter(([, one]) => one !== undefined && one !== '')
    if (given.length > 0)
      throw invalid(Object.fromEntries(given.map(([name]) => [name, validationText.matches])))
    return {}
  }
  const valid_to = seen.valid_to ?? null
  const end = endMessage(valid_from ?? today, valid_to)
  const errors = {
    ...rightFaults({ method: seen.method, valid_to }),
    ...(end === null ? {} : { valid_to: end }),
    ...(valid_to !== null && valid_to < today
      ? { valid_to: validationText.min_date(formatDay(addDays(today, -1))) }
      : {}),
    ...(seen.method === 'online' && !isShareCode(seen.reference)
      ? { reference: validationText.matches }
      : {}),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return { method: seen.method ?? null, valid_to, reference: seen.reference || null }
}
