/** Short mails about a record: the words are those of the moment in which it was told. */
import { z } from 'zod'
import { notice_topic } from '#business/invoices/notice.rules.ts'
import { queueMail } from './mail-queue.server.ts'
import type { Topic } from './outbox-deliver.server.ts'

const notice = z.object({
  to: z.string(),
  subject: z.string(),
  body_text: z.string(),
  parent_entity: z.string(),
  parent_id: z.string(),
  provider_id: z.string().nullable(),
  agency_id: z.string().nullable(),
})

export const noticeTopic: Topic = {
  topic: notice_topic,
  deliver: async ({ tx, clock, fact_key, payload }) => {
    const { parent_entity: entity, parent_id: id, ...mail } = notice.parse(payload)
    await queueMail({ tx, clock }, { fact_key, ...mail, parent: { entity, id } })
  },
}
