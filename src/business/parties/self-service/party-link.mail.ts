/** Mails the link. Its token is made here and nowhere kept: the table holds the hash, the waiting mail a cipher. */
import { z } from 'zod'
import { formatInstant, type Instant } from '#kernel/instant.ts'
import { newLinkToken } from '#server/auth/auth-link-token.ts'
import { baseUrl } from '#server/base-url.server.ts'
import { one_time_link, queueMail } from '#server/mail/mail-queue.server.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Topic } from '#server/mail/outbox-deliver.server.ts'
import { fillAutomatic } from '../../platform/mails/automatic-mail.rules.ts'
import { wordsOfMail } from '../../platform/mails/own-words.server.ts'
import { PARTY_LINK_TOPIC } from './load-party-link.server.ts'

const payload = z.object({ link_id: z.uuid(), send_no: z.number().int() })

type Facts = {
  readonly email: string
  readonly draft_id: string
  readonly expires_at: Instant
  readonly title: string
  readonly sender: string
  readonly agency: string
  readonly agency_id: string
  readonly provider_id: string
}

export const partyLinkTopic: Topic = {
  topic: PARTY_LINK_TOPIC,
  deliver: async (delivery) => {
    const parsed = payload.safeParse(delivery.payload)
    if (!parsed.success) throw new NeverDelivered(unreadable)
    const { link_id, send_no } = parsed.data
    const { tx, settings, fact_key } = delivery
    const { token, hash } = newLinkToken()
    // A link that was sent again, used or stopped meanwhile is not mailed.
    const facts = await tx.row<Facts>(
      `update auth.party_link k set token_hash = $3 from request.draft_request d, platform."user" u, business.business a
       where k.id = $1 and k.send_no = $2 and k.used_at is null and k.stopped_at is null and d.id = k.draft_id
         and d.deleted_at is null and u.id = k.created_by and a.id = d.business_id
       returning k.email, k.draft_id, k.expires_at, d.title, u.name as sender, a.name as agency, a.id as agency_id,
         a.provider_id`,
      [link_id, send_no, hash],
    )
    if (!facts) return
    const { email, title, sender, agency, expires_at, draft_id, provider_id, agency_id } = facts
    const { subject, text } = fillAutomatic(await wordsOfMail(tx, agency_id, 'details_link'), {
      'person.name': title,
      'sender.name': sender,
      'business.name': agency,
    })
    await queueMail(delivery, {
      fact_key,
      to: email,
      subject,
      body_text: [
        text,
        '',
        `Open this link on your phone or computer. You can stop at any time and come back by the same link. It works until ${formatInstant(expires_at)}:`,
        '',
        one_time_link,
        '',
        'The link is for you alone: please do not pass it on. If you do not expect this mail, ignore it.',
      ].join('\n'),
      parent: { entity: 'request.draft_request', id: draft_id },
      provider_id,
      agency_id,
      secret: { link: `${await baseUrl(tx, settings)}/details/${token}`, settings },
    })
  },
}
