import { z } from 'zod'
import { conflict, notFound } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { delegators } from './delegation.rules.ts'

type Row = { readonly to_contact_id: string; readonly is_over: boolean }

/** Takes own work back, also before the first day. */
export const endDelegation = verb({
  action_id: 'platform.delegation.end',
  since: '0.1.0',
  summary: 'Ends an own delegation before its last day',
  machine: 'refused',
  impersonator: 'refused',
  who: delegators,
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id }) => {
    const { tx, viewer, clock } = context
    const row = await tx.row<Row>(
      `select to_contact_id, ended_at is not null or to_day < $3 as is_over from platform.delegation
       where id = $1 and from_contact_id = $2 for update`,
      [id, viewer.business_contact_id, clock.today()],
    )
    if (!row) throw notFound('Delegation')
    if (row.is_over) throw conflict('This is over already')
    const now = clock.now()
    await tx.run('update platform.delegation set ended_at = $2, updated_at = $2 where id = $1', [id, now])
    context.audit({
      entity: 'platform.delegation',
      entity_id: id,
      old_values: { ended_at: null, to_contact_id: row.to_contact_id },
      new_values: { ended_at: now, to_contact_id: row.to_contact_id },
    })
    return { id }
  },
})
