/** Letters about debt leave as mails; a statement brings its PDF, as of the day on which it goes. */
import { printStatement, readStatement } from '#business/credit-control/client-statement-pdf.server.ts'
import { credit_mail_topic, creditMail } from '#business/credit-control/credit-mail.rules.ts'
import { readLetter } from '#business/credit-control/read-letter.server.ts'
import { type MailAttachment, queueMail } from '#server/mail/mail-queue.server.ts'
import type { Topic } from '#server/mail/outbox-deliver.server.ts'

export const creditMailTopic: Topic = {
  topic: credit_mail_topic,
  deliver: async ({ tx, clock, files, fact_key, payload }) => {
    const id = String(payload.chase_id)
    const letter = await readLetter(tx, id)
    const attachments: MailAttachment[] = []
    if (letter.kind === 'statement') {
      const file = await printStatement(
        await readStatement({ tx, clock }, letter.agency_id, letter.client_id),
      )
      // The same bytes are one file, so a second try stores nothing new.
      attachments.push({
        ...(await files.put(file.bytes)),
        file_name: file.file_name,
        content_type: 'application/pdf',
      })
    }
    await queueMail(
      { tx, clock },
      {
        fact_key,
        to: String(payload.to),
        ...creditMail(letter, letter.lines),
        attachments,
        parent: { entity: 'transaction.chase', id },
        provider_id: letter.provider_id,
        agency_id: letter.agency_id,
      },
    )
  },
}
