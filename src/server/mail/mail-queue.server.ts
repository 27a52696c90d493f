import type { Clock } from '#kernel/clock.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { StoredFile } from '../storage.server.ts'
import type { Tx } from '../verb.ts'
import { writeOutbox } from './outbox-write.server.ts'

export const MAIL_TOPIC = 'mail'

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
  readonly agency_id?: string | null
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
  const made = await tx.run(
    `insert into log.mail (id, fact_key, "to", subject, body_text, status, parent_entity, parent_id, provider_id,
       agency_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'queued', $6, $7, $8, $9, $10, $10) on conflict (fact_key) do nothing`,
    [
      mail_id,
      mail.fact_key,
      to,
      mail.subject,
      mail.body_text,
      mail.parent?.entity ?? null,
      mail.parent?.id ?? null,
      mail.provider_id ?? null,
      mail.agency_id ?? null,
      clock.now(),
    ],
  )
  if (made === 0) {
    const first = await tx.row<{ id: string }>('select id from log.mail where fact_key = $1', [mail.fact_key])
    return { mail_id: first?.id ?? mail_id, is_new: false }
  }
  await attach(tx, mail_id, to, mail.attachments ?? [])
  await writeOutbox(tx, [{ topic: MAIL_TOPIC, fact_key: `mail:${mail.fact_key}`, payload: { mail_id } }])
  return { mail_id, is_new: true }
}

async function attach(tx: Tx, mail_id: string, to: string, files: readonly MailAttachment[]): Promise<void> {
  if (files.length === 0) return
  await tx.run(
    `insert into log.mail_attachment (mail_id, "to", file_name, content_type, file_url, sha256, size_bytes)
     select $1, $2, file_name, content_type, file_url, sha256, size_bytes from jsonb_to_recordset($3::jsonb)
       as r (file_name text, content_type text, file_url text, sha256 text, size_bytes bigint)`,
    [mail_id, to, JSON.stringify(files)],
  )
}
