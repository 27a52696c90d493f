/** Letters about debt leave as mails; a statement brings its PDF, as of the day on which it goes. */
import { z } from 'zod'
import { mailTopic } from '#server/mail/mail-topic.server.ts'
import { printStatement, readStatement } from './client-statement-pdf.server.ts'
import { credit_mail_topic, creditMail } from './credit-mail.rules.ts'
import { readLetter } from './read-letter.server.ts'

export const creditMailTopic = mailTopic({
  topic: credit_mail_topic,
  payload: z.object({ chase_id: z.string(), to: z.string() }),
  read: async ({ tx }, { chase_id: id }) => ({ id, ...(await readLetter(tx, id)) }),
  record: ({ chase_id: id }) => ({ entity: 'transaction.chase', id }),
  words: (letter) => creditMail(letter, letter.lines),
  attachments: async ({ kind, agency_id, client_id }, { tx, clock }) =>
    kind === 'statement'
      ? [await printStatement(await readStatement({ tx, clock }, agency_id, client_id))]
      : [],
  about: ({ id, provider_id, agency_id }) => ({
    parent: { entity: 'transaction.chase', id },
    provider_id,
    agency_id,
  }),
})
