/** Attachments of a consolidated invoice: its timesheet summary, the mail with both, and the mail proof. */
import { consolidated_mail_topic, consolidatedMail } from '#business/consolidated/consolidate-mail.rules.ts'
import { printConsolidated, readConsolidated } from '#business/consolidated/consolidate-pdf.server.ts'
import {
  consolidated_proof_topic,
  consolidated_summary_topic,
} from '#business/consolidated/consolidate-proof.rules.ts'
import { keepMailProof, keepTimesheetSummary } from '#business/consolidated/consolidate-proof.server.ts'
import { queueMail } from '#server/mail/mail-queue.server.ts'
import type { Topic } from '#server/mail/outbox-deliver.server.ts'

export const consolidatedSummaryTopic: Topic = {
  topic: consolidated_summary_topic,
  deliver: async (delivery) => {
    await keepTimesheetSummary(delivery, String(delivery.payload.consolidated_invoice_id))
  },
}

export const consolidatedMailTopic: Topic = {
  topic: consolidated_mail_topic,
  deliver: async (delivery) => {
    const { tx, clock, files, fact_key, payload } = delivery
    const id = String(payload.consolidated_invoice_id)
    const { printed, provider_id, agency_id } = await readConsolidated(tx, id)
    const file = await printConsolidated(tx, id, files)
    // The same bytes are one file, so a second try stores nothing new.
    const stored = await files.put(file.bytes)
    const summary = await keepTimesheetSummary(delivery, id)
    await queueMail(
      { tx, clock },
      {
        fact_key,
        to: String(payload.to),
        ...consolidatedMail(printed),
        attachments: [{ ...stored, file_name: file.file_name, content_type: 'application/pdf' }, summary],
        parent: { entity: 'transaction.consolidated_invoice', id },
        provider_id,
        agency_id,
      },
    )
  },
}

export const consolidatedProofTopic: Topic = {
  topic: consolidated_proof_topic,
  deliver: (delivery) => keepMailProof(delivery, String(delivery.payload.consolidated_invoice_id)),
}
