/** Remittances: a completed batch mails every payee their payment, with the advice as a PDF. */

import { payeeAddresses } from '#business/parties/payee-addresses.server.ts'
import { adviceMail, payment_advice_topic } from '#business/payments/payment-advice.rules.ts'
import { printAdvice, readAdvice } from '#business/payments/payment-advice.server.ts'
import { queueMail } from '#server/mail/mail-queue.server.ts'
import type { Topic } from '#server/mail/outbox-deliver.server.ts'

export const paymentAdviceTopic: Topic = {
  topic: payment_advice_topic,
  deliver: async ({ tx, clock, files, fact_key, payload }) => {
    const id = String(payload.payment_id)
    const { advice, for_business_id, provider_id, agency_id } = await readAdvice(tx, id)
    const addresses = await payeeAddresses(tx, for_business_id)
    if (addresses.length === 0) return
    const file = await printAdvice(advice)
    // The same bytes are one file, so a second try stores nothing new.
    const stored = await files.put(file.bytes)
    for (const to of addresses) {
      await queueMail(
        { tx, clock },
        {
          fact_key: `${fact_key}:${to}`,
          to,
          ...adviceMail(advice),
          attachments: [{ ...stored, file_name: file.file_name, content_type: 'application/pdf' }],
          parent: { entity: 'transaction.payment_receipt_summary', id },
          provider_id,
          agency_id,
        },
      )
    }
  },
}
