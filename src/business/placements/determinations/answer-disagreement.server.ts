/** The contractor disagrees with a statement, and the client's side answers (onboarding §2.6). */
import { z } from 'zod'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { documentReasonInput } from '../../shared/chosen-input.server.ts'
import { answerDueOn, can, who } from './determination.rules.ts'
import { followDetermination, lockDetermination } from './load-determination.server.ts'
import { status_determination } from './status-determination.entity.ts'

export const disagreeDetermination = verb({
  action_id: 'contract.status_determination.disagree',
  since: '0.1.0',
  summary: 'States the contractor’s disagreement with a status determination statement',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.disagree,
  input: z.strictObject({ id: z.uuid(), disagreement: documentReasonInput }),
  output: z.strictObject({ id: z.uuid(), answer_due_on: z.string() }),
  run: async (context, { id, disagreement }) => {
    const { tx, viewer, clock } = context
    const row = await lockDetermination(context, id)
    requireCan(can.disagree(row, viewer))
    const stated = { disagreed_on: clock.today(), disagreement }
    await updateRow(tx, status_determination, id, { ...stated, updated_at: clock.now() })
    context.audit({ entity: 'contract.status_determination', entity_id: id, new_values: stated })
    return { id, answer_due_on: answerDueOn(stated.disagreed_on) }
  },
})

export const answerDisagreement = verb({
  action_id: 'contract.status_determination.answer',
  since: '0.1.0',
  summary: 'Answers the contractor’s disagreement with a status determination statement',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.answer,
  input: z.strictObject({
    id: z.uuid(),
    /** `changed` withdraws the statement: the next one follows. */
    answer_outcome: z.enum(['upheld', 'changed']),
    answer: documentReasonInput,
  }),
  output: z.strictObject({ id: z.uuid(), status: z.string() }),
  run: async (context, { id, ...given }) => {
    const { tx, viewer, clock } = context
    const row = await lockDetermination(context, id)
    requireCan(can.answer(row, viewer))
    const status = given.answer_outcome === 'changed' ? 'withdrawn' : 'completed'
    const answered = { ...given, answered_on: clock.today(), status } as const
    await updateRow(tx, status_determination, id, { ...answered, updated_at: clock.now() })
    context.audit({
      entity: 'contract.status_determination',
      entity_id: id,
      old_values: { status: row.status },
      new_values: answered,
    })
    if (status === 'withdrawn') await followDetermination(context, row.contract_id)
    return { id, status }
  },
})
