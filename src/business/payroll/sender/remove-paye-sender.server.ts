import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { paye_scheme } from '../schemes/paye-scheme.entity.ts'
import { mayKeepSender, sender_keepers } from '../schemes/paye-scheme.rules.ts'
import { lockScheme } from '../schemes/paye-scheme-input.server.ts'

/** Forgets the credentials of a PAYE scheme at HMRC. Returns that were sent still get their answer. */
export const removePayeSender = verb({
  action_id: 'business.paye_scheme.remove_sender',
  since: '0.1.0',
  summary: 'Forgets the sender id and password of a PAYE scheme at HMRC',
  machine: 'refused',
  impersonator: 'refused',
  who: sender_keepers,
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id }) => {
    const { viewer, clock } = context
    const scheme = await lockScheme(context, id)
    requireCan(mayKeepSender(scheme, viewer))
    if (scheme.sender_set_at === null) throw precondition('The PAYE scheme has no credentials of HMRC')
    await updateRow(context.tx, paye_scheme, id, {
      sender_enc: null,
      sender_set_at: null,
      sender_set_by_name: null,
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'business.paye_scheme',
      entity_id: id,
      old_values: { hmrc_credentials: 'set' },
      new_values: { hmrc_credentials: 'removed' },
    })
    return { id }
  },
})
