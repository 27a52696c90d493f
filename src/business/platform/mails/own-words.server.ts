/** The published words of a business for a mail. */
import type { Tx } from '#server/verb.ts'
import { type AutomaticMail, automaticMail } from './automatic-mail.rules.ts'
import type { MailWords } from './communication.rules.ts'

/** Undefined where the business has none of its own. */
export const ownWords = (
  tx: Tx,
  business_id: string,
  template: string,
): Promise<(MailWords & { readonly id: string }) | undefined> =>
  tx.row(
    `select id, subject, text from config.mail_template
     where business_id = $1 and template = $2 and status = 'published' and deleted_at is null`,
    [business_id, template],
  )

/** The words of a mail that the product sends by itself: the sender's own, else the product's. */
export async function wordsOfMail(tx: Tx, business_id: string, mail: AutomaticMail): Promise<MailWords> {
  return (await ownWords(tx, business_id, mail)) ?? automaticMail(mail).words
}
