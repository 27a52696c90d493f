/** When a batch is completed, every payee is mailed the advice of the payment as a PDF. */
import { z } from 'zod'
import { payeeAddresses } from '#business/parties/payee-addresses.server.ts'
import { mailTopic } from '#server/mail/mail-topic.server.ts'
import { wordsOfMail } from '../platform/mails/own-words.server.ts'
import { adviceMail, payment_advice_topic } from './payment-advice.rules.ts'
import { printAdvice, readAdvice } from './payment-advice.server.ts'

export const paymentAdviceTopic = mailTopic({
  topic: payment_advice_topic,
  payload: z.object({ payment_id: z.string(), to: z.undefined().optional() }),
  read: async ({ tx }, { payment_id: id }) => {
    const facts = await readAdvice(tx, id)
    return { id, words: await wordsOfMail(tx, facts.payer_id, 'payment_advice'), ...facts }
  },
  record: ({ payment_id: id }) => ({ entity: 'transaction.payment_receipt_summary', id }),
  words: ({ advice, words }) => adviceMail(advice, words),
  attachments: async ({ advice }) => [await printAdvice(advice)],
  recipients: async ({ for_business_id }, { tx, fact_key }) =>
    (await payeeAddresses(tx, for_business_id)).map((to) => ({ to, fact_key: `${fact_key}:${to}` })),
  about: ({ id, provider_id, agency_id }) => ({
    parent: { entity: 'transaction.payment_receipt_summary', id },
    provider_id,
    agency_id,
  }),
})
