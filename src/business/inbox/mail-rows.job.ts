/** Rows of the inbox on their way into mails, with the person's choice. */
import type { Clock } from '#kernel/clock.ts'
import { queueMail } from '#server/mail/mail-queue.server.ts'
import type { Tx } from '#server/verb.ts'
import { categoryOf } from '#server/viewer-read.server.ts'
import { kind_names, kindFacts } from '../platform/notification-kinds.rules.ts'

/** Sends the mails of tasks and notices. */
export type Mailing = {
  readonly tx: Tx
  readonly clock: Clock
  /** The address of this installation. */
  readonly base: string
}

export type MailRow = {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly message: string
  readonly link: string | null
  readonly email: string
  readonly business: string
  readonly business_type: string
  readonly business_contact_id: string
}

/** Kinds that a topic of their own mails at once, in SQL. */
export const own_mails = kind_names
  .filter((kind) => kindFacts(kind)?.own_mail)
  .map((kind) => `'${kind}'`)
  .join(', ')

/** Rows of one sweep; the next takes the rest. */
const ROWS_MAX = 1000

/**
 * Open rows that no mail named yet, of people who may still act. Locked: two servers never mail the same row.
 * @param where SQL over the row `n` and `wanted.mail`, with parameters from `$1` on
 */
export const rowsToMail = (tx: Tx, where: string, params: readonly unknown[]): Promise<MailRow[]> =>
  tx.rows<MailRow>(
    `select n.id, n.kind, n.title, n.message, n.link, lower(u.email) as email, b.name as business, b.type as business_type,
       c.id as business_contact_id
     from log.notification_log n
     join business.business_contact c on c.id = n.business_contact_id and c.is_active and c.deleted_at is null
     join platform."user" u on u.id = n.user_id and u.id = c.user_id and u.is_active and u.deleted_at is null
     join business.business b on b.id = c.business_id and b.is_active and b.deleted_at is null
     left join platform.notification_preference p on p.business_contact_id = n.business_contact_id and p.kind = n.kind
     cross join lateral (select coalesce(p.mail, n.mail) as mail) wanted
     where n.mailed_at is null and n.state = 'open' and ${where}
     order by n.id limit ${ROWS_MAX} for update of n skip locked`,
    params,
  )

export const markMailed = ({ tx, clock }: Mailing, rows: readonly MailRow[]): Promise<number> =>
  tx.run('update log.notification_log set mailed_at = $2 where id = any ($1)', [
    rows.map(({ id }) => id),
    clock.now(),
  ])

/** One mail to the person of these rows. The person may turn off its kind. The mail belongs to the record of the first row. */
export const mailRow = (
  mailing: Mailing,
  first: MailRow,
  mail: { readonly fact_key: string; readonly subject: string; readonly body_text: string },
  kind: string,
): Promise<unknown> =>
  queueMail(mailing, {
    ...mail,
    to: first.email,
    parent: { entity: 'log.notification_log', id: first.id },
    unsubscribe: { business_contact_id: first.business_contact_id, kind },
  })

const pageOf = (base: string, row: MailRow, path: string): string =>
  `${base}/${categoryOf(row.business_type)}/${path}`

/** `- Approve 30 h: Yusuf Rahman, week to 15 Nov 2026`, and below it the address of the record. */
export const lineOf = (base: string, row: MailRow): string =>
  [`- ${row.title}: ${row.message}`, ...(row.link === null ? [] : [`  ${pageOf(base, row, row.link)}`])].join(
    '\n',
  )

/** The end of each mail. */
export const footOf = (base: string, row: MailRow): string =>
  [
    `Your inbox: ${pageOf(base, row, 'inbox')}`,
    `Choose your mails: ${pageOf(base, row, 'profile/notifications')}`,
  ].join('\n')
