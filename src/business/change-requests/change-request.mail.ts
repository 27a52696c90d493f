/** Mails of change requests: the next approver, and the outcome. */
import { z } from 'zod'
import { change_request_mail_topic } from '#business/change-requests/request-mail.rules.ts'
import { queueMail } from '#server/mail/mail-queue.server.ts'
import type { Topic } from '#server/mail/outbox-deliver.server.ts'

const notice = z.object({
  change_request_id: z.string(),
  to: z.string(),
  subject: z.string(),
  body_text: z.string(),
  provider_id: z.string().nullable(),
  agency_id: z.string().nullable(),
})

export const changeRequestMailTopic: Topic = {
  topic: change_request_mail_topic,
  deliver: async ({ tx, clock, fact_key, payload }) => {
    const { change_request_id, ...mail } = notice.parse(payload)
    const parent = { entity: 'request.change_request', id: change_request_id }
    await queueMail({ tx, clock }, { fact_key, ...mail, parent })
  },
}
