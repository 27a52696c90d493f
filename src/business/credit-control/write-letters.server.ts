/** Letters about debt: one to a client of an agency, kept as it was sent, and mailed to each of its people. */
import type { Clock } from '#kernel/clock.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx } from '#server/verb.ts'
import { insertRows } from '../shared/insert-rows.server.ts'
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
  const people = await tx.rows<{ email: string }>(
    `select distinct lower(email) as email from business.business_contact
     where business_id = $1 and is_active and deleted_at is null and 'invoice_contact' = any (roles) order by 1`,
    [client_id],
  )
  if (people.length > 0) return people.map((one) => one.email)
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
  await tx.run(
    `insert into transaction.chase (id, kind, provider_id, agency_id, client_id, funder_id, days, subject, body, recipients,
       invoice_count, user_name, on_date, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      letter.kind,
      provider_id,
      agency_id,
      client_id,
      funder_id,
      latest(letter),
      letter.subject,
      letter.body,
      recipients,
      letter.debts.length,
      letter.user_name,
      clock.today(),
      clock.now(),
    ],
  )
  await insertRows(
    tx,
    'transaction.chase_invoice',
    chase_invoice_columns,
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

const chase_invoice_columns = {
  id: 'uuid',
  chase_id: 'uuid',
  invoice_id: 'uuid',
  days: 'integer',
  outstanding_balance: 'numeric',
  days_overdue: 'integer',
  provider_id: 'uuid',
  agency_id: 'uuid',
  client_id: 'uuid',
  funder_id: 'uuid',
  currency_id: 'uuid',
  created_at: 'timestamptz',
} as const

function latest({ debts }: LetterToSend): number | null {
  const days = debts.map((one) => one.days).filter((one) => one !== null)
  return days.length === 0 ? null : Math.max(...days)
}
