/** Mails an invitation. Its token is made here and nowhere kept: the table holds the hash, the waiting mail a cipher. */
import { z } from 'zod'
import { labelOf } from '#entity/choices.ts'
import { formatInstant, type Instant } from '#kernel/instant.ts'
import { newLinkToken } from '#server/auth/auth-link-token.ts'
import { baseUrl } from '#server/base-url.server.ts'
import { one_time_link, queueMail } from '#server/mail/mail-queue.server.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Delivery, Topic } from '#server/mail/outbox-deliver.server.ts'
import { fillAutomatic } from '../platform/mails/automatic-mail.rules.ts'
import type { MailWords } from '../platform/mails/communication.rules.ts'
import { wordsOfMail } from '../platform/mails/own-words.server.ts'
import { INVITATION_DAYS, invitation_topic } from './invitation.rules.ts'
import { inviterSql } from './inviter.server.ts'

const payload = z.object({ invitation_id: z.uuid(), send: z.number().int() })

type Facts = {
  readonly id: string
  readonly business_contact_id: string
  readonly email: string
  readonly invited_by: string
  readonly expires_at: Instant
  readonly first_name: string
  readonly roles: readonly string[]
  readonly business_name: string
  readonly business_type: string
  /** The business that the inviter acts for: for people of clients and contractors mostly another one. */
  readonly inviter_business: string
  readonly inviter_business_id: string
  readonly provider_id: string
}

/** Null for an invitation that was sent again, accepted or revoked meanwhile. */
function factsOf({ tx }: Delivery, id: string, send: number): Promise<Facts | undefined> {
  return tx.row<Facts>(
    `select i.id, i.business_contact_id, i.email, i.expires_at, c.first_name, c.roles, b.name as business_name,
       b.type as business_type, coalesce(b.provider_id, b.id) as provider_id, inviter.name as invited_by,
       inviter.business_name as inviter_business, inviter.business_id as inviter_business_id
     from platform.invitation i
     join business.business_contact c on c.id = i.business_contact_id
     join business.business b on b.id = i.business_id
     ${inviterSql}
     where i.id = $1 and i.sends = $2 and i.state = 'sent' for update of i`,
    [id, send],
  )
}

function wordsFor(facts: Facts, words: MailWords): MailWords {
  const { first_name, invited_by, inviter_business, business_name, business_type, roles } = facts
  return fillAutomatic(words, {
    'person.first_name': first_name,
    // A contractor acts for nobody else.
    'invitation.purpose':
      business_type === 'contractor' ? 'to Stint' : `to act for ${business_name} on Stint`,
    'invitation.roles': roles.map(labelOf).join(', '),
    'sender.name': inviter_business === business_name ? invited_by : `${invited_by} of ${inviter_business}`,
    'business.name': inviter_business,
  })
}

const textOf = (opening: string, { expires_at }: Facts): string =>
  [
    opening,
    '',
    `Open this link to join. It works for ${INVITATION_DAYS} days, until ${formatInstant(expires_at)}:`,
    '',
    one_time_link,
    '',
    'The link is for you alone: please do not pass it on. If you do not expect this invitation, ignore this mail.',
  ].join('\n')

export const invitationTopic: Topic = {
  topic: invitation_topic,
  deliver: async (delivery) => {
    const parsed = payload.safeParse(delivery.payload)
    if (!parsed.success) throw new NeverDelivered(unreadable)
    const { invitation_id, send } = parsed.data
    const facts = await factsOf(delivery, invitation_id, send)
    if (!facts) return
    const { tx, clock, settings, fact_key } = delivery
    const words = await wordsOfMail(tx, facts.inviter_business_id, 'invitation')
    const { subject, text } = wordsFor(facts, words)
    const { token, hash } = newLinkToken()
    await tx.run(
      `insert into auth.invitation_token (token_hash, invitation_id, send, created_at) values ($1, $2, $3, $4)`,
      [hash, invitation_id, send, clock.now()],
    )
    await queueMail(delivery, {
      fact_key,
      to: facts.email,
      subject,
      body_text: textOf(text, facts),
      parent: { entity: 'business.business_contact', id: facts.business_contact_id },
      provider_id: facts.provider_id,
      secret: { link: `${await baseUrl(tx, settings)}/join/${token}`, settings },
    })
  },
}
