import { z } from 'zod'
import { changedContact } from '#business/people/changed-contact.server.ts'
import { contact_changers } from '#business/people/contact.rules.ts'
import { canCopyLink } from '#business/people/invitation.rules.ts'
import { nextSend, openInvitation } from '#business/people/invite-contact.server.ts'
import { conflict, notFound } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { baseUrl } from '../base-url.server.ts'
import type { Settings } from '../settings.ts'
import { type Verb, verb } from '../verb.ts'
import { newLinkToken } from './auth-link-token.ts'

const input = z.strictObject({ business_contact_id: z.uuid() })

const output = z.strictObject({ link: z.url(), email: z.email(), expires_at: z.iso.datetime() })

/**
 * Without mail the inviter hands an invitation's link over. Only its own call runs this verb: the common one could keep
 * the answer, and with it the link.
 */
export const copyInvitationLink = (
  settings: Pick<Settings, 'smtpUrl' | 'publicUrl'>,
): Verb<z.infer<typeof input>, z.infer<typeof output>> =>
  verb({
    action_id: 'log.unconfirmed_user.copy_link',
    since: '0.1.0',
    summary: 'Makes a new link of an open invitation, to be copied',
    machine: 'refused',
    impersonator: 'refused',
    who: contact_changers,
    input,
    output,
    run: async (context, { business_contact_id }) => {
      const { tx, clock } = context
      const { contact } = await changedContact(context, business_contact_id)
      if (contact.joined_at !== null) throw conflict('This person has already joined')
      if (settings.smtpUrl !== null)
        throw conflict('Links go by mail. Send the invitation again to mail a new one')
      const invitation = await openInvitation(context, contact.id)
      if (!invitation) throw notFound('Invitation')
      requireCan(canCopyLink(invitation, contact.roles))
      const { send, expires_at } = await nextSend(context, invitation)
      const { token, hash } = newLinkToken()
      await tx.run(
        `insert into auth.invitation_token (token_hash, invitation_id, send, is_copied, created_at)
         values ($1, $2, $3, true, $4)`,
        [hash, invitation.id, send, clock.now()],
      )
      context.audit({
        entity: 'log.unconfirmed_user',
        entity_id: invitation.id,
        new_values: { business_contact_id: contact.id, state: 'sent', sends: send, is_copied: true },
      })
      return { link: `${await baseUrl(tx, settings)}/join/${token}`, email: invitation.email, expires_at }
    },
  })
