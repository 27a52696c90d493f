/** Attachments of a consolidated invoice: its timesheet summary, the mail with both, and the mail proof. */
import { z } from 'zod'
import { mailTopic } from '#server/mail/mail-topic.server.ts'
import type { Topic } from '#server/mail/outbox-deliver.server.ts'
import { consolidated_mail_topic, consolidatedMail } from './consolidate-mail.rules.ts'
import { printConsolidated, readConsolidated } from './consolidate-pdf.server.ts'
import { consolidated_proof_topic, consolidated_summary_topic } from './consolidate-proof.rules.ts'
import { keepMailProof, keepTimesheetSummary } from './consolidate-proof.server.ts'

export const consolidatedSummaryTopic: Topic = {
  topic: consolidated_summary_topic,
  deliver: async (delivery) => {
    await keepTimesheetSummary(delivery, String(delivery.payload.consolidated_invoice_id))
  },
}

export const consolidatedMailTopic = mailTopic({
  topic: consolidated_mail_topic,
  payload: z.object({ consolidated_invoice_id: z.string(), to: z.string() }),
  read: async ({ tx }, { consolidated_invoice_id: id }) => ({ id, ...(await readConsolidated(tx, id)) }),
  words: ({ printed }) => consolidatedMail(printed),
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
  deliver: (delivery) => keepMailProof(delivery, String(delivery.payload.consolidated_invoice_id)),
}
