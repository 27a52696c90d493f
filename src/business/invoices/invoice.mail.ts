import { z } from 'zod'
import { mailTopic } from '#server/mail/mail-topic.server.ts'
import { invoice_mail_topic, invoiceMail } from './invoice-mail.rules.ts'
import { printInvoice, readPrinted } from './invoice-pdf.server.ts'

export const invoiceMailTopic = mailTopic({
  topic: invoice_mail_topic,
  payload: z.object({ invoice_id: z.string(), to: z.string() }),
  read: async ({ tx }, { invoice_id: id }) => ({ id, ...(await readPrinted(tx, id)) }),
  record: ({ invoice_id: id }) => ({ entity: 'transaction.invoice', id }),
  words: ({ printed }) => invoiceMail(printed),
  attachments: async ({ id }, { tx, files }) => [await printInvoice(tx, id, files)],
  about: ({ id, provider_id, agency_id }) => ({
    parent: { entity: 'transaction.invoice', id },
    provider_id,
    agency_id,
  }),
})
