/** Letters about debt: one to a client of an agency, kept as it was sent, and mailed to each of its people. */
import type { Clock } from '#kernel/clock.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx } from '#server/verb.ts'
import { insertRow, insertRows } from '#server/write-row.server.ts'
import { mailed, type ReachWay } from '../platform/mails/contact-preference.rules.ts'
import { knownContactSql } from '../shared/known-contact.server.ts'
import { chase, chase_invoice } from './credit.entity.ts'
import { credit_mail_topic } from './credit-mail.rules.ts'

type Within = { readonly tx: Tx; readonly clock: Clock }

/** An open client-facing document as its letter says it. */
export type Debt = {
  readonly id: string
  readonly human_id: string
  readonly agency_id: string
  readonly provider_id: string
  readonly client_id: string
  readonly funder_id: string | null
  readonly currency_id: string
  readonly outstanding_balance: string
  readonly due_date: string
  readonly days_overdue: number
}

type LetterToSend = {
  readonly kind: 'manual' | 'scheduled' | 'statement'
  readonly subject: string
  readonly body: string
  readonly user_name: string
  /** Of one agency and one client; the step that asks for each, null by hand. */
  readonly debts: readonly { readonly debt: Debt; readonly days: number | null }[]
}

export type Outgoing = {
  readonly topic: string
  readonly fact_key: string
  readonly payload: { chase_id: string; to: string }
}

/** Recipients of letters about a client's debt: its invoice contacts, else the company's own address. */
export async function creditAddresses({ tx }: Pick<Within, 'tx'>, client_id: string): Promise<string[]> {
  const people = await tx.rows<{ email: string; reach_by: ReachWay }>(
    `select lower(email) as email, reach_by from business.business_contact
     where business_id = $1 and ${knownContactSql()} and 'invoice_contact' = any (roles) order by 1`,
    [client_id],
  )
  if (people.length > 0) return [...new Set(mailed(people).map((one) => one.email))]
  const company = await tx.row<{ email: string | null }>(
    `select lower(c.email) as email from business.business b join business.company c on c.id = b.company_id where b.id = $1`,
    [client_id],
  )
  return company?.email ? [company.email] : []
}

/** Stores a letter and returns its mail. Null without a recipient. */
export async function writeLetter(
  within: Within,
  letter: LetterToSend,
): Promise<{ id: string; recipients: string[]; outgoing: Outgoing[] } | null> {
  const { tx, clock } = within
  const [first] = letter.debts
  if (!first) return null
  const { agency_id, provider_id, client_id, funder_id } = first.debt
  const recipients = await creditAddresses(within, client_id)
  if (recipients.length === 0) return null
  const id = newUuid(clock)
  await insertRow(tx, chase, {
    id,
    kind: letter.kind,
    provider_id,
    agency_id,
    client_id,
    funder_id,
    days: latest(letter),
    subject: letter.subject,
    body: letter.body,
    recipients,
    invoice_count: letter.debts.length,
    user_name: letter.user_name,
    on_date: clock.today(),
    created_at: clock.now(),
  })
  await insertRows(
    tx,
    chase_invoice,
    letter.debts.map(({ debt, days }) => ({
      id: newUuid(clock),
      chase_id: id,
      invoice_id: debt.id,
      days: letter.kind === 'scheduled' ? days : null,
      outstanding_balance: debt.outstanding_balance,
      days_overdue: debt.days_overdue,
      provider_id: debt.provider_id,
      agency_id: debt.agency_id,
      client_id: debt.client_id,
      funder_id: debt.funder_id,
      currency_id: debt.currency_id,
      created_at: clock.now(),
    })),
  )
  const outgoing = recipients.map((to) => ({
    topic: credit_mail_topic,
    fact_key: `chase:${id}:${to}`,
    payload: { chase_id: id, to },
  }))
  return { id, recipients, outgoing }
}

function latest({ debts }: LetterToSend): number | null {
  const days = debts.map((one) => one.days).filter((one) => one !== null)
  return days.length === 0 ? null : Math.max(...days)
}
