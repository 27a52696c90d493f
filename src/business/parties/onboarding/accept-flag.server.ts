/** The provider's look at the flags of a record (decision 0082). */

import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import { conflict, notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { reasonOf, requireCan } from '#kernel/refusal.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { documentReasonInput } from '../../shared/chosen-input.server.ts'
import { tellDecided } from '../company-status/company-standing.server.ts'
import { findFlags } from '../self-dealing/find-flags.server.ts'
import { flag_readers, flag_rule_names, flagged_entities, mayAccept } from '../self-dealing/flag.rules.ts'
import { settleApproved } from './settle-approved.server.ts'

const subject = { entity: z.enum(flagged_entities), entity_id: z.uuid() }

export const readFlags = verb({
  action_id: 'funding.risk_flag.read',
  since: '0.1.0',
  summary: 'Shows the flags of self-dealing and of unusual figures on a record',
  machine: 'refused',
  impersonator: 'refused',
  who: flag_readers,
  is_reading: true,
  input: z.strictObject(subject),
  output: z.strictObject({
    flags: z.array(
      z.strictObject({
        rule: z.enum(flag_rule_names),
        facts: z.string(),
        accepted: z.strictObject({ comment: z.string(), by: z.string(), at: z.string() }).nullable(),
      }),
    ),
    /** Why the reader accepts none; null: they may. */
    refusal: z.string().nullable(),
  }),
  run: async (context, asked) => {
    await requireSeen(context, asked)
    const { flags, first } = await findFlags(context.tx, asked)
    return { flags: [...flags], refusal: reasonOf(mayAccept(first, context.viewer)) }
  },
})

export const acceptFlag = verb({
  action_id: 'funding.risk_flag.accept',
  since: '0.1.0',
  summary: 'Accepts a flag of a record, with the reason',
  machine: 'refused',
  impersonator: 'refused',
  who: flag_readers,
  input: z.strictObject({
    ...subject,
    rule: z.enum(flag_rule_names),
    facts: z.string().trim().min(1, { error: validationText.required }).max(1000),
    comment: documentReasonInput,
  }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { comment, rule, facts, ...record }) => {
    const { tx, viewer, clock } = context
    await requireSeen(context, record, true)
    const { flags, first } = await findFlags(tx, record)
    requireCan(mayAccept(first, viewer))
    const flag = flags.find((one) => one.rule === rule && one.facts === facts)
    if (!flag) throw notFound('Flag')
    if (flag.accepted) throw conflict('This flag is already accepted')
    const id = newUuid(clock)
    await tx.run(
      `insert into business.risk_flag (id, provider_id, rule, entity, entity_id, facts, comment, accepted_by, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        viewer.provider_id,
        rule,
        record.entity,
        record.entity_id,
        facts,
        comment,
        viewer.user_id,
        clock.now(),
      ],
    )
    context.audit({
      entity: record.entity,
      entity_id: record.entity_id,
      new_values: { accepted_flag: rule, comment },
    })
    if (rule === 'company_status' && record.entity === 'business.business')
      tellDecided(context.enqueue, record.entity_id, clock.now())
    if (record.entity === 'transaction.timesheet') await tellHours(context, record.entity_id)
    if (record.entity === 'business.business') await settleApproved(context, record.entity_id)
    return { id }
  },
})

/** The client's debt is judged again: the flag held the advance on these hours. */
async function tellHours({ tx, clock, enqueue }: VerbContext, id: string): Promise<void> {
  const row = await tx.row<{ client_id: string }>(
    'select client_id from transaction.timesheet where id = $1',
    [id],
  )
  tellDecided(enqueue, present(row, 'the timesheet').client_id, clock.now())
}

/** @throws not_found */
async function requireSeen(
  { tx, viewer }: VerbContext,
  { entity, entity_id }: { readonly entity: (typeof flagged_entities)[number]; readonly entity_id: string },
  lock = false,
): Promise<void> {
  await loadVisible(tx, viewer, entity, [entity_id], { lock, columns: 't.id' })
}
