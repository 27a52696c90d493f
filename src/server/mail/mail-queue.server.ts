import { mail_attachment, mail as mail_entity } from '#business/platform/log.entity.ts'
import { link_place } from '#business/platform/mails/mail-template.rules.ts'
import type { Clock } from '#kernel/clock.ts'
import { newUuid } from '#kernel/uuid.ts'
import { insertRow, insertRows } from '#server/write-row.server.ts'
import { type DataKeySettings, encryptText } from '../data-key.ts'
import type { StoredFile } from '../storage.server.ts'
import type { Tx } from '../verb.ts'
import { writeOutbox } from './outbox-write.server.ts'
import type { Unsubscribing } from './unsubscribe-token.ts'

export const MAIL_TOPIC = 'mail'

/** Stands in a kept text for a link that works once. */
export const one_time_link = link_place

/** The column of the encrypted link; erased at the delivery. */
export const LINK_PLACE = 'platform.outbox.one_time_link'

export type OneTimeLink = { readonly link: string; readonly settings: DataKeySettings }

export type MailAttachment = StoredFile & { readonly file_name: string; readonly content_type: string }

export type Mail = {
  /** The reported business fact, e.g. `invoice:{id}:{recipient}`: one fact, one mail. */
  readonly fact_key: string
  /** One address; a mail to several people is several mails. */
  readonly to: string
  readonly subject: string
  readonly body_text: string
  /** Files that are in the store already (storage.server.ts). */
  readonly attachments?: readonly MailAttachment[]
  /** The subject record. */
  readonly parent?: { readonly entity: string; readonly id: string }
  readonly provider_id?: string | null
  /** The sender: its people read the delivery. Absent for mails that the product writes by itself. */
  readonly sender_business_id?: string | null
  /** The written mail that this one brings to an address. */
  readonly communication_id?: string | null
  readonly agency_id?: string | null
  /** Sent in place of `one_time_link` in the text. Only the mail log of a demo holds it. */
  readonly secret?: OneTimeLink
  /** A mail about tasks or notices, which its person can switch off; documents and security mails carry none. */
  readonly unsubscribe?: Unsubscribing
}

/**
 * Puts a mail into the mail log, readable at once, and sends it after commit where SMTP is set up.
 * @returns its id, and whether it is new; a repeated fact keeps its first mail
 */
export async function queueMail(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  mail: Mail,
): Promise<{ mail_id: string; is_new: boolean }> {
  const to = mail.to.trim().toLowerCase()
  const mail_id = newUuid(clock)
  const made = await insertRow(
    tx,
    mail_entity,
    {
      id: mail_id,
      fact_key: mail.fact_key,
      to,
      subject: mail.subject,
      body_text: mail.secret ? await keptText(tx, mail.body_text, mail.secret) : mail.body_text,
      status: 'queued',
      parent_entity: mail.parent?.entity ?? null,
      parent_id: mail.parent?.id ?? null,
      provider_id: mail.provider_id ?? null,
      agency_id: mail.agency_id ?? null,
      error: null,
      answer: null,
      next_try_at: null,
      sender_business_id: mail.sender_business_id ?? null,
      communication_id: mail.communication_id ?? null,
      created_at: clock.now(),
      updated_at: clock.now(),
    },
    'on conflict (fact_key) do nothing',
  )
  if (made === 0) {
    const first = await tx.row<{ id: string }>('select id from log.mail where fact_key = $1', [mail.fact_key])
    return { mail_id: first?.id ?? mail_id, is_new: false }
  }
  const files = mail.attachments ?? []
  await insertRows(
    tx,
    mail_attachment,
    files.map(({ file_name, content_type, file_url, sha256, size_bytes }) => ({
      mail_id,
      to,
      file_name,
      content_type,
      file_url,
      sha256,
      size_bytes,
    })),
  )
  await writeOutbox(tx, [
    {
      topic: MAIL_TOPIC,
      fact_key: `mail:${mail.fact_key}`,
      business_id: mail.agency_id ?? mail.provider_id ?? null,
      payload: {
        mail_id,
        ...(mail.unsubscribe ? { unsubscribe: mail.unsubscribe } : {}),
        ...(mail.secret
          ? { one_time_link: encryptText(mail.secret.settings, mail.secret.link, LINK_PLACE) }
          : {}),
      },
    },
  ])
  return { mail_id, is_new: true }
}

/** The people of a demo read their mail in the mail log, so the link is printed there. */
async function keptText(tx: Tx, text: string, { link }: OneTimeLink): Promise<string> {
  const installation = await tx.row<{ is_demo: boolean }>('select is_demo from platform.installation')
  return installation?.is_demo ? text.replace(one_time_link, () => link) : text
}
