import { z } from 'zod'
import { mailTopic } from '#server/mail/mail-topic.server.ts'
import { wordsOfMail } from '../platform/mails/own-words.server.ts'
import { invoice_mail_topic, invoiceMail, mailOf } from './invoice-mail.rules.ts'
import { printInvoice, readPrinted } from './invoice-pdf.server.ts'

export const invoiceMailTopic = mailTopic({
  topic: invoice_mail_topic,
  payload: z.object({ invoice_id: z.string(), to: z.string(), sender_business_id: z.string().optional() }),
  read: async ({ tx }, { invoice_id: id, sender_business_id }) => {
    const facts = await readPrinted(tx, id)
    const words = await wordsOfMail(tx, facts.maker_id, mailOf(facts.printed))
    return { id, sender_business_id, words, ...facts }
  },
  record: ({ invoice_id: id }) => ({ entity: 'transaction.invoice', id }),
  words: ({ printed, words }) => invoiceMail(printed, words),
  attachments: async ({ id }, { tx, files }) => [await printInvoice(tx, id, files)],
  about: ({ id, provider_id, agency_id, sender_business_id }) => ({
    parent: { entity: 'transaction.invoice', id },
    provider_id,
    agency_id,
    sender_business_id: sender_business_id ?? null,
  }),
})
