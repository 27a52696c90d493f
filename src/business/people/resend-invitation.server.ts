import { z } from 'zod'
import { visibleSql } from '#data/visible.ts'
import { conflict, notFound, tooMany } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { changedContact } from './changed-contact.server.ts'
import { contact_changers } from './contact.rules.ts'
import { canResend, minutesToWait } from './invitation.rules.ts'
import { openInvitation, sendAgain } from './invite-contact.server.ts'

const input = z
  .strictObject({
    business_contact_id: z.uuid().optional(),
    user_id: z.string().trim().min(1).max(100).optional(),
  })
  .refine((asked) => (asked.business_contact_id === undefined) !== (asked.user_id === undefined), {
    path: ['business_contact_id'],
    error: validationText.required,
  })

/** Sends an open invitation again (spec §7, resendUser). */
export const resendInvitation = verb({
  action_id: 'log.unconfirmed_user.resend',
  since: '0.1.0',
  summary: 'Sends an open invitation again',
  machine: 'refused',
  impersonator: 'refused',
  who: contact_changers,
  input,
  output: z.strictObject({ email: z.string(), sent_at: z.iso.datetime(), expires_at: z.iso.datetime() }),
  run: async (context, { business_contact_id, user_id = '' }) => {
    const { contact } = await changedContact(
      context,
      business_contact_id ?? (await invitedContact(context, user_id)),
    )
    if (contact.joined_at !== null) throw conflict('This person has already joined')
    const invitation = await openInvitation(context, contact.id)
    if (!invitation) throw notFound('Invitation')
    requireCan(canResend(invitation))
    const minutes = minutesToWait(invitation, context.clock.now())
    if (minutes > 0) throw tooMany(`Please wait ${minutes} minutes before sending it again`, minutes * 60)
    return { email: invitation.email, ...(await sendAgain(context, invitation)) }
  },
})

/** The contact of a user that was invited last, of those that the viewer sees. @throws not_found */
async function invitedContact({ tx, viewer }: VerbContext, user_id: string): Promise<string> {
  const params: unknown[] = [user_id]
  const visible = visibleSql('business.business_contact', viewer, 't', params)
  const contact = await tx.row<{ id: string }>(
    `select t.id from business.business_contact t where t.user_id = $1 and ${visible}
     order by t.joined_at is null desc, t.id desc limit 1`,
    params,
  )
  if (!contact) throw notFound('User')
  return contact.id
}
