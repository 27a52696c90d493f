/** Mails of documents: the PDF is made, kept and put into the mail log after the request that asked for it. */

import { invoice_mail_topic, invoiceMail } from '#business/invoices/invoice-mail.rules.ts'
import { printInvoice, readPrinted } from '#business/invoices/invoice-pdf.server.ts'
import { queueMail } from './mail-queue.server.ts'
import type { Topic } from './outbox-deliver.server.ts'

export const invoiceMailTopic: Topic = {
  topic: invoice_mail_topic,
  deliver: async ({ tx, clock, files, fact_key, payload }) => {
    const id = String(payload.invoice_id)
    const { printed, provider_id, agency_id } = await readPrinted(tx, id)
    const file = await printInvoice(tx, id, files)
    // The same bytes are one file, so a second try stores nothing new.
    const stored = await files.put(file.bytes)
    await queueMail(
      { tx, clock },
      {
        fact_key,
        to: String(payload.to),
        ...invoiceMail(printed),
        attachments: [{ ...stored, file_name: file.file_name, content_type: 'application/pdf' }],
        parent: { entity: 'transaction.invoice', id },
        provider_id,
        agency_id,
      },
    )
  },
}
