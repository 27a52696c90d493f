import { z } from 'zod'
import { formatDay } from '#kernel/day.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { dayInput, mandatory } from '../../parties/party-input.server.ts'
import { reasonInput } from '../../shared/chosen-input.server.ts'
import { contract } from '../contract.entity.ts'
import { who } from '../placement.rules.ts'
import { evidence_methods, evidenceWords } from '../placement-evidence.rules.ts'
import { stepAnswer } from '../step-contract.server.ts'
import { lockTemp, moveTemp } from './step-temp.server.ts'

const input = z.strictObject({
  id: z.uuid(),
  method: z.enum(evidence_methods.map(({ value }) => value)),
  approved_by_name: mandatory,
  approved_on: dayInput,
  comment: reasonInput,
})

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
  input,
  output: stepAnswer,
  run: async (context, { id, comment, ...evidence }) => {
    const row = await lockTemp(context, 'approve_by_evidence', id)
    const today = context.clock.today()
    if (evidence.approved_on > today)
      throw invalid({ approved_on: validationText.max_date(formatDay(today)) })
    const file = await context.tx.row(
      `select 1 from platform.attachment where parent_entity = 'contract.temp_placement' and parent_id = $1 and deleted_at is null limit 1`,
      [id],
    )
    if (file === undefined) throw precondition('Attach the approval first')
    const done = await moveTemp(context, 'approve_by_evidence', row, `${evidenceWords(evidence)}: ${comment}`)
    await updateRow(context.tx, contract, id, { evidence_status: 'waiting' })
    return done
  },
})
