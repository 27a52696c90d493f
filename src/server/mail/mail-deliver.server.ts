import { buffer } from 'node:stream/consumers'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { consolidated_proof_topic } from '#business/consolidated/consolidate-proof.rules.ts'
import type { Tx } from '../verb.ts'
import { MAIL_TOPIC, one_time_link } from './mail-queue.server.ts'
import { NeverDelivered, reasonOfNever } from './never-delivered.ts'
import type { Delivery, Topic } from './outbox-deliver.server.ts'
import { writeOutbox } from './outbox-write.server.ts'

type MailRow = {
  id: string
  to: string
  subject: string
  body_text: string
  parent_entity: string | null
  parent_id: string | null
}
type AttachmentRow = { file_name: string; content_type: string; file_url: string }

/** A silent server must not hold the row's transaction for long. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const

/** Mails are always logged, and sent where SMTP is set up. */
export const sendTopic: Topic = {
  topic: MAIL_TOPIC,
  deliver: async (delivery) => {
    const mail = await mailOf(delivery)
    if (!mail) return
    if (delivery.settings.smtpUrl === null) return settle(delivery, mail, 'kept', null)
    try {
      await send(delivery, mail, delivery.settings.smtpUrl)
    } catch (error) {
      // The receiving server refused for good: a retry would only annoy it.
      const failure = error as { responseCode?: number; message: string } // As nodemailer throws.
      const gone = reasonOfNever(error)
      if (gone === null && (failure.responseCode ?? 0) < 500) throw error
      return settle(delivery, mail, 'failed', gone ?? failure.message)
    }
    await settle(delivery, mail, 'sent', null)
  },
  failed: (delivery, reason) => mark(delivery, mailIdOf(delivery.payload), 'queued', reason),
}

const mailIdOf = (payload: Readonly<Record<string, unknown>>): string => String(payload.mail_id)

function mailOf({ tx, payload }: Delivery): Promise<MailRow | undefined> {
  return tx.row<MailRow>(
    'select id, "to", subject, body_text, parent_entity, parent_id from log.mail where id = $1',
    [mailIdOf(payload)],
  )
}

/** Records the final outcome of a mail; a document proves those of a consolidated invoice (spec §3). */
async function settle(
  delivery: Delivery,
  mail: MailRow,
  status: 'kept' | 'sent' | 'failed',
  error: string | null,
): Promise<void> {
  await mark(delivery, mail.id, status, error)
  if (mail.parent_entity !== 'transaction.consolidated_invoice') return
  await writeOutbox(delivery.tx, [
    {
      topic: consolidated_proof_topic,
      fact_key: `mail-proof:${mail.id}`,
      payload: { consolidated_invoice_id: mail.parent_id },
    },
  ])
}

async function mark(
  { tx, clock }: { readonly tx: Tx; readonly clock: Delivery['clock'] },
  id: string,
  status: string,
  error: string | null,
): Promise<void> {
  await tx.run('update log.mail set status = $2, error = $3, updated_at = $4 where id = $1', [
    id,
    status,
    error?.slice(0, 1000) ?? null,
    clock.now(),
  ])
}

async function send(delivery: Delivery, mail: MailRow, smtp_url: string): Promise<void> {
  const { tx, settings } = delivery
  const files = await tx.rows<AttachmentRow>(
    'select file_name, content_type, file_url from log.mail_attachment where mail_id = $1 order by file_name, id',
    [mail.id],
  )
  const message: SendMailOptions = {
    from: settings.mailFrom,
    to: mail.to,
    subject: mail.subject,
    text: mail.body_text.replace(one_time_link, () =>
      String(delivery.payload.one_time_link ?? one_time_link),
    ),
    // Equal for every try, so that a receiver can drop a repeat.
    messageId: `<${mail.id}@${settings.mailFrom.split('@')[1]}>`,
    attachments: await Promise.all(files.map((file) => attachmentOf(delivery, file))),
    // Nothing in a mail's text may make the sender read a file or fetch an address (quality S12).
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const transport = createTransport({ url: smtp_url, ...patience })
  try {
    await transport.sendMail(message)
  } finally {
    transport.close()
  }
}

async function attachmentOf({ files }: Delivery, row: AttachmentRow) {
  const file = await files.read(row.file_url)
  if (!file) throw new NeverDelivered(`The attachment ${row.file_name} is missing`)
  return { filename: row.file_name, contentType: row.content_type, content: await buffer(file.stream) }
}
