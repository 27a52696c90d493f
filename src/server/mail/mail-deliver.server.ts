import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { SendMailOptions } from 'nodemailer'
import { z } from 'zod'
import { consolidated_proof_topic } from '#business/consolidated/consolidate-proof.rules.ts'
import type { Instant } from '#kernel/instant.ts'
import { baseUrl } from '../base-url.server.ts'
import { decryptText } from '../data-key.ts'
import { DEFAULT_MAIL_FROM, keptSetting } from '../kept-settings.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { LINK_PLACE, MAIL_TOPIC, one_time_link } from './mail-queue.server.ts'
import { openMail } from './mail-transport.server.ts'
import { NeverDelivered, reasonOfNever } from './never-delivered.ts'
import type { Delivery, Recording, Sending, Topic } from './outbox-deliver.server.ts'
import { writeOutbox } from './outbox-write.server.ts'
import { unsubscribeHeaders, unsubscribeToken } from './unsubscribe-token.ts'

type MailRow = {
  id: string
  to: string
  subject: string
  body_text: string
  parent_entity: string | null
  parent_id: string | null
}
type AttachmentRow = { file_name: string; content_type: string; file_url: string }

/** Mails about the inbox. */
const NOTIFICATION = 'log.notification_log'

/** Mails are always logged, and sent where SMTP is set up. */
export const sendTopic: Topic = {
  topic: MAIL_TOPIC,
  send: async (sending) => {
    const found = await inTransaction(sending.database, (tx) => mailOf(tx, sending))
    if (!found) return async () => undefined
    const { mail } = found
    const { smtpUrl } = sending.settings
    if (smtpUrl === null) return (delivery) => settle(delivery, mail, { status: 'kept' })
    try {
      const answer = await send(sending, found, smtpUrl)
      return (delivery) => settle(delivery, mail, { status: 'sent', answer, is_try: true })
    } catch (error) {
      const gone = reasonOfNever(error)
      if (gone !== null) return (delivery) => settle(delivery, mail, { status: 'failed', error: gone })
      // The receiving server refused for good: a retry would only annoy it.
      const failure = error as SmtpFailure
      if ((failure.responseCode ?? 0) < 500) throw error
      const refused = { error: failure.message, answer: answerOf(error), is_try: true } as const
      return (delivery) => settle(delivery, mail, { status: 'refused', ...refused })
    }
  },
  is_given_up: true,
  failed: async (delivery, { reason, error, next_try_at }) => {
    const status = next_try_at === null ? 'given_up' : 'deferred'
    const id = mailIdOf(delivery.payload)
    await mark(delivery, id, { status, error: reason, answer: answerOf(error), next_try_at, is_try: true })
    if (status === 'given_up') await proveIfConsolidated(delivery.tx, await parentOf(delivery.tx, id))
  },
}

/** As nodemailer throws; `response` is the sentence of the server, absent where none answered. */
type SmtpFailure = {
  readonly responseCode?: number
  readonly response?: unknown
  readonly message: string
}

function answerOf(error: unknown): string | null {
  const { response } = error as Partial<SmtpFailure>
  return typeof response === 'string' && response.trim() !== '' ? response.trim() : null
}

type Outcome = {
  readonly status: 'kept' | 'sent' | 'deferred' | 'refused' | 'given_up' | 'failed'
  readonly error?: string
  readonly answer?: string | null
  readonly next_try_at?: Instant | null
  /** A mail server was asked. */
  readonly is_try?: true
}

const mailIdOf = (payload: Readonly<Record<string, unknown>>): string => String(payload.mail_id)

type Found = {
  readonly mail: MailRow
  readonly files: readonly AttachmentRow[]
  /** The sender that people entered. */
  readonly mail_from: string | null
  readonly base: string
}

async function mailOf(
  tx: Tx,
  { payload, settings }: Pick<Sending, 'payload' | 'settings'>,
): Promise<Found | null> {
  const mail = await tx.row<MailRow>(
    'select id, "to", subject, body_text, parent_entity, parent_id from log.mail where id = $1',
    [mailIdOf(payload)],
  )
  if (!mail) return null
  const files = await tx.rows<AttachmentRow>(
    'select file_name, content_type, file_url from log.mail_attachment where mail_id = $1 order by file_name, id',
    [mail.id],
  )
  return { mail, files, mail_from: await keptSetting(tx, 'mail_from'), base: await baseUrl(tx, settings) }
}

/** Records the final outcome of a mail; a document proves those of a consolidated invoice (spec §3). */
async function settle(delivery: Recording, mail: MailRow, outcome: Outcome): Promise<void> {
  await mark(delivery, mail.id, outcome)
  await proveIfConsolidated(delivery.tx, mail)
}

type Parent = Pick<MailRow, 'id' | 'parent_entity' | 'parent_id'>

const parentOf = (tx: Tx, id: string): Promise<Parent | undefined> =>
  tx.row<Parent>('select id, parent_entity, parent_id from log.mail where id = $1', [id])

async function proveIfConsolidated(tx: Tx, mail: Parent | undefined): Promise<void> {
  if (mail?.parent_entity !== 'transaction.consolidated_invoice') return
  await writeOutbox(tx, [
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
  { status, error, answer, next_try_at, is_try }: Outcome,
): Promise<void> {
  // A worker that lost its claim changes no final outcome of another one.
  await tx.run(
    `update log.mail set status = $2, error = $3, answer = $4, next_try_at = $5, tries = tries + $6, updated_at = $7
     where id = $1 and status in ('queued', 'deferred')`,
    [
      id,
      status,
      error?.slice(0, 1000) ?? null,
      answer?.slice(0, 1000) ?? null,
      next_try_at ?? null,
      is_try ? 1 : 0,
      clock.now(),
    ],
  )
}

/** The same for every try of a fact, so that a receiver can drop a repeat. */
const messageId = (fact_key: string, from: string): string =>
  `<${createHash('sha256').update(fact_key).digest('hex').slice(0, 32)}@${from.split('@')[1]}>`

/** @returns the sentence by which the server took the mail */
async function send(
  sending: Sending,
  { mail, files, mail_from, base }: Found,
  smtp_url: string,
): Promise<string | null> {
  const from = sending.settings.mailFrom ?? mail_from ?? DEFAULT_MAIL_FROM
  const message: SendMailOptions = {
    from,
    to: mail.to,
    subject: mail.subject,
    text: mail.body_text.replace(one_time_link, () => linkOf(sending)),
    messageId: messageId(sending.fact_key, from),
    headers: headersOf(sending, mail, base),
    attachments: await Promise.all(files.map((file) => attachmentOf(sending, file))),
    // Nothing in a mail's text may make the sender read a file or fetch an address (quality S12).
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const transport = openMail(smtp_url, sending.settings.smtpCa)
  try {
    const { response } = await transport.sendMail(message)
    return response.trim() === '' ? null : response.trim()
  } finally {
    transport.close()
  }
}

const unsubscribing = z.object({ business_contact_id: z.string(), kind: z.string() })

/** Answers of robots to a notification help nobody (RFC 3834). */
function headersOf({ settings, payload }: Sending, { parent_entity }: MailRow, base: string) {
  const { data } = unsubscribing.safeParse(payload.unsubscribe)
  if (data === undefined && parent_entity !== NOTIFICATION) return {}
  return {
    'Auto-Submitted': 'auto-generated',
    ...(data === undefined ? {} : unsubscribeHeaders(base, unsubscribeToken(settings, data))),
  }
}

function linkOf({ settings, payload }: Sending): string {
  if (typeof payload.one_time_link !== 'string') return one_time_link
  try {
    return decryptText(settings, payload.one_time_link, LINK_PLACE)
  } catch {
    throw new NeverDelivered('Its one-time link cannot be read')
  }
}

async function attachmentOf({ files }: Sending, row: AttachmentRow) {
  const file = await files.read(row.file_url)
  if (!file) throw new NeverDelivered(`The attachment ${row.file_name} is missing`)
  return { filename: row.file_name, contentType: row.content_type, content: await buffer(file.stream) }
}
