/** Mails about a changed bank account, to the addresses known at the request (quality S16). */
import { z } from 'zod'
import { bank_account_mail_topic } from '#business/bank-accounts/bank-account.rules.ts'
import { queueMail } from '#server/mail/mail-queue.server.ts'
import type { Topic } from '#server/mail/outbox-deliver.server.ts'

const notice = z.object({
  bank_account_id: z.string(),
  to: z.string(),
  subject: z.string(),
  body_text: z.string(),
  provider_id: z.string().nullable(),
  agency_id: z.string().nullable(),
})

export const bankAccountMailTopic: Topic = {
  topic: bank_account_mail_topic,
  deliver: async ({ tx, clock, fact_key, payload }) => {
    const { bank_account_id, ...mail } = notice.parse(payload)
    const parent = { entity: 'business.bank_account', id: bank_account_id }
    await queueMail({ tx, clock }, { fact_key, ...mail, parent })
  },
}
