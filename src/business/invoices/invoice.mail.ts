import { z } from 'zod'
import { mailTopic } from '#server/mail/mail-topic.server.ts'
import { invoice_mail_topic, invoiceMail } from './invoice-mail.rules.ts'
import { printInvoice, readPrinted } from './invoice-pdf.server.ts'

export const invoiceMailTopic = mailTopic({
  topic: invoice_mail_topic,
  payload: z.object({ invoice_id: z.string(), to: z.string(), sender_business_id: z.string().optional() }),
  read: async ({ tx }, { invoice_id: id, sender_business_id }) => ({
    id,
    sender_business_id,
    ...(await readPrinted(tx, id)),
  }),
  record: ({ invoice_id: id }) => ({ entity: 'transaction.invoice', id }),
  words: ({ printed }) => invoiceMail(printed),
  attachments: async ({ id }, { tx, files }) => [await printInvoice(tx, id, files)],
  about: ({ id, provider_id, agency_id, sender_business_id }) => ({
    parent: { entity: 'transaction.invoice', id },
    provider_id,
    agency_id,
    sender_business_id: sender_business_id ?? null,
  }),
})
