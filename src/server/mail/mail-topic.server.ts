/** A mail topic as one declaration: rows, words, attachments and recipients. */
import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import type { PdfPage } from '../pdf/pdf-file.ts'
import type { DeliveredRecord } from './end-delivery.server.ts'
import { type Mail, type MailAttachment, queueMail } from './mail-queue.server.ts'
import { asFinal, NeverDelivered, unreadable } from './never-delivered.ts'
import type { Delivery, Topic } from './outbox-deliver.server.ts'

type Words = Pick<Mail, 'subject' | 'body_text'>
type About = Required<Pick<Mail, 'parent' | 'provider_id' | 'agency_id'>> &
  Pick<Mail, 'sender_business_id' | 'communication_id'>
type Recipient = Pick<Mail, 'to' | 'fact_key'>
type Payload = { readonly to?: string | undefined }

interface MailTopic<P extends Payload, Facts> {
  readonly topic: string
  readonly payload: z.ZodType<P>
  /** The rows behind the mail; null: nothing to send. */
  readonly read: (delivery: Delivery, payload: P) => Promise<Facts | null>
  readonly words: (facts: Facts) => Words
  readonly attachments?: (facts: Facts, delivery: Delivery) => Promise<readonly (PdfPage | MailAttachment)[]>
  /** The payload's `to`, under the fact of the outbox, unless given. */
  readonly recipients?: (facts: Facts, delivery: Delivery) => Promise<readonly Recipient[]>
  readonly about: (facts: Facts) => About
  readonly record: (payload: P) => DeliveredRecord | null
}

export function mailTopic<P extends Payload, Facts>(mail: MailTopic<P, Facts>): Topic {
  return {
    topic: mail.topic,
    record: (sent) => {
      const { data } = mail.payload.safeParse(sent)
      return data === undefined ? null : mail.record(data)
    },
    deliver: async (delivery) => {
      const parsed = mail.payload.safeParse(delivery.payload)
      if (!parsed.success) throw new NeverDelivered(unreadable)
      const payload = parsed.data
      const facts = await asFinal(() => mail.read(delivery, payload))
      if (facts === null) return
      const recipients = mail.recipients
        ? await mail.recipients(facts, delivery)
        : [{ to: payload.to ?? '', fact_key: delivery.fact_key }]
      if (recipients.length === 0 || recipients.some(({ to }) => to.trim() === ''))
        throw new NeverDelivered('No recipient has an e-mail address')
      const attachments = await storedFiles(delivery, (await mail.attachments?.(facts, delivery)) ?? [])
      for (const recipient of recipients)
        await queueMail(delivery, {
          ...recipient,
          ...mail.words(facts),
          attachments,
          ...mail.about(facts),
        })
    },
  }
}

/** Stores printed files: the same bytes are one file, so a second try stores nothing new. */
async function storedFiles(
  { files, printed }: Delivery,
  attached: readonly (PdfPage | MailAttachment)[],
): Promise<MailAttachment[]> {
  const made = printed(attached.filter((file) => 'print' in file))
  const stored: MailAttachment[] = []
  for (const file of attached) {
    if ('print' in file) {
      const { bytes, file_name } = present(made.get(file), 'a printed file')
      stored.push({ ...(await files.put(bytes)), file_name, content_type: 'application/pdf' })
    } else stored.push(file)
  }
  return stored
}

/** The payload of a notice: its words are those of the moment it was written. */
const notice = {
  to: z.string(),
  subject: z.string(),
  body_text: z.string(),
  provider_id: z.string().nullable(),
  agency_id: z.string().nullable(),
}

/** A topic whose mails were written by the verb; `id` names the payload's field with the record's id. */
export function noticeTopic<Id extends string>(topic: string, entity: string, id: Id): Topic {
  const payload = z.object({ ...notice, [id]: z.string() }) as unknown as z.ZodType<
    Words & Pick<About, 'provider_id' | 'agency_id'> & { readonly to: string } & Readonly<Record<Id, string>>
  > // The computed key widens the object's type.
  return mailTopic({
    topic,
    payload,
    read: async (_delivery, written) => written,
    words: ({ subject, body_text }) => ({ subject, body_text }),
    record: ({ [id]: record }) => ({ entity, id: record }),
    about: ({ provider_id, agency_id, [id]: record }) => ({
      parent: { entity, id: record },
      provider_id,
      agency_id,
    }),
  })
}
