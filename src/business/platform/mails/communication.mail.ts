import { z } from 'zod'
import { mailTopic } from '#server/mail/mail-topic.server.ts'
import { communication_topic } from './communication.rules.ts'

type Row = {
  readonly id: string
  readonly business_id: string
  readonly subject: string
  readonly text: string
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly user_name: string
  readonly email: string
  readonly business: string
  readonly parent_entity: string
  readonly parent_id: string
  readonly attachment_ids: readonly string[]
}
type FileRow = {
  readonly file_name: string
  readonly content_type: string
  readonly file_url: string
  readonly sha256: string
  readonly size_bytes: number
}

export const communicationTopic = mailTopic({
  topic: communication_topic,
  payload: z.object({
    communication_id: z.string(),
    to: z.string(),
    provider_id: z.string().nullable(),
    agency_id: z.string().nullable(),
  }),
  read: async ({ tx }, { communication_id, provider_id, agency_id }) => {
    const row = await tx.row<Row>(
      `select c.id, c.business_id, c.subject, c.text, c."to", c.cc, c.user_name, u.email, b.name as business, c.parent_entity, c.parent_id,
         c.attachment_ids
       from platform.communication c join platform."user" u on u.id = c.user_id
       join business.business b on b.id = c.business_id where c.id = $1`,
      [communication_id],
    )
    return row ? { ...row, provider_id, agency_id } : null
  },
  record: ({ communication_id }) => ({ entity: 'platform.communication', id: communication_id }),
  words: ({ subject, text, to, cc, user_name, email, business }) => ({
    subject,
    body_text: [
      text,
      '',
      '--',
      `Sent by ${user_name}, ${business}. Write to ${email} to answer.`,
      ...(to.length + cc.length > 1 ? [`Sent to ${[...to, ...cc].join(', ')}.`] : []),
    ].join('\n'),
  }),
  attachments: ({ attachment_ids }, { tx }) =>
    tx.rows<FileRow>(
      `select file_name, content_type, file_url, sha256, size_bytes::int from platform.attachment
       where id::text = any ($1) order by file_name, id`,
      [attachment_ids],
    ),
  about: ({ id, business_id, parent_entity, parent_id, provider_id, agency_id }) => ({
    parent: { entity: parent_entity, id: parent_id },
    provider_id,
    agency_id,
    sender_business_id: business_id,
    communication_id: id,
  }),
})
