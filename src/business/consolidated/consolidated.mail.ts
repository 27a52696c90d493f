/** Attachments of a consolidated invoice: its timesheet summary, the mail with both, and the mail proof. */
import { z } from 'zod'
import { isUuid } from '#kernel/uuid.ts'
import { mailTopic } from '#server/mail/mail-topic.server.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Topic } from '#server/mail/outbox-deliver.server.ts'
import { wordsOfMail } from '../platform/mails/own-words.server.ts'
import { consolidated_mail_topic, consolidatedMail } from './consolidate-mail.rules.ts'
import { printConsolidated, readConsolidated } from './consolidate-pdf.server.ts'
import { consolidated_proof_topic, consolidated_summary_topic } from './consolidate-proof.rules.ts'
import { keepMailProof, keepTimesheetSummary } from './consolidate-proof.server.ts'

type Sent = Readonly<Record<string, unknown>>

const idOf = ({ consolidated_invoice_id: id }: Sent): string | null =>
  typeof id === 'string' && isUuid(id) ? id : null

/** @throws NeverDelivered for a payload without the id */
function requireId(payload: Sent): string {
  const id = idOf(payload)
  if (id === null) throw new NeverDelivered(unreadable)
  return id
}

export const consolidatedSummaryTopic: Topic = {
  topic: consolidated_summary_topic,
  record: (payload) => ({ entity: 'transaction.consolidated_invoice', id: idOf(payload) ?? '' }),
  deliver: async (delivery) => {
    await keepTimesheetSummary(delivery, requireId(delivery.payload))
  },
}

export const consolidatedMailTopic = mailTopic({
  topic: consolidated_mail_topic,
  payload: z.object({ consolidated_invoice_id: z.string(), to: z.string() }),
  read: async ({ tx }, { consolidated_invoice_id: id }) => {
    const facts = await readConsolidated(tx, id)
    return { id, words: await wordsOfMail(tx, facts.maker_id, 'consolidated_invoice'), ...facts }
  },
  words: ({ printed, words }) => consolidatedMail(printed, words),
  record: ({ consolidated_invoice_id: id }) => ({ entity: 'transaction.consolidated_invoice', id }),
  attachments: async ({ id }, delivery) => [
    await printConsolidated(delivery.tx, id, delivery.files),
    await keepTimesheetSummary(delivery, id),
  ],
  about: ({ id, provider_id, agency_id }) => ({
    parent: { entity: 'transaction.consolidated_invoice', id },
    provider_id,
    agency_id,
  }),
})

export const consolidatedProofTopic: Topic = {
  topic: consolidated_proof_topic,
  record: (payload) => ({ entity: 'transaction.consolidated_invoice', id: idOf(payload) ?? '' }),
  deliver: (delivery) => keepMailProof(delivery, requireId(delivery.payload)),
}
