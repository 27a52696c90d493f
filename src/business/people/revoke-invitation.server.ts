import { z } from 'zod'
import { conflict, notFound } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { changedContact } from './changed-contact.server.ts'
import { contact_changers } from './contact.rules.ts'
import { endInvitation } from './invite-contact.server.ts'

const input = z.strictObject({ business_contact_id: z.uuid() })

/** Takes an invitation back: its link is dead, and the contact has no sign-in. */
export const revokeInvitation = verb({
  action_id: 'log.unconfirmed_user.revoke',
  since: '0.1.0',
  summary: 'Revokes an open invitation',
  machine: 'refused',
  impersonator: 'refused',
  who: contact_changers,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { business_contact_id }) => {
    const { contact } = await changedContact(context, business_contact_id)
    if (contact.joined_at !== null) throw conflict('This person has already joined')
    if (!(await endInvitation(context, contact.id))) throw notFound('Invitation')
    return { id: contact.id }
  },
})
