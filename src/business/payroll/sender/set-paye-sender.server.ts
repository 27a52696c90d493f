import { z } from 'zod'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { mandatory } from '../../parties/party-input.server.ts'
import { paye_scheme } from '../schemes/paye-scheme.entity.ts'
import { mayKeepSender, sender_keepers } from '../schemes/paye-scheme.rules.ts'
import { lockScheme } from '../schemes/paye-scheme-input.server.ts'
import { SENDER_PLACE, senderText } from './paye-sender.server.ts'

const SENDER_MAX = 64

const password = z
  .string()
  .max(SENDER_MAX)
  .refine((typed) => typed.trim() !== '', { error: validationText.required })
  .refine((typed) => !/\p{Cc}/u.test(typed), { error: validationText.matches })

/** Keeps the credentials by which HMRC knows the employer. They are encrypted, and nobody reads them again. */
export const setPayeSender = verb({
  action_id: 'business.paye_scheme.set_sender',
  since: '0.1.0',
  summary: 'Keeps the sender id and password of a PAYE scheme at HMRC',
  machine: 'refused',
  impersonator: 'refused',
  who: sender_keepers,
  input: z.strictObject({ id: z.uuid(), sender_id: mandatory.max(SENDER_MAX), sender_password: password }),
  output: z.strictObject({ id: z.uuid() }),
  step_up: FIVE_MINUTES,
  run: async (context, { id, sender_id, sender_password }) => {
    const { viewer, clock } = context
    const scheme = await lockScheme(context, id)
    requireCan(mayKeepSender(scheme, viewer))
    const now = clock.now()
    await updateRow(context.tx, paye_scheme, id, {
      sender_enc: context.encrypt(senderText({ id: sender_id, password: sender_password }), SENDER_PLACE),
      sender_set_at: now,
      sender_set_by_name: viewer.user_name,
      updated_at: now,
    })
    context.audit({
      entity: 'business.paye_scheme',
      entity_id: id,
      new_values: { hmrc_credentials: 'changed' },
    })
    return { id }
  },
})
