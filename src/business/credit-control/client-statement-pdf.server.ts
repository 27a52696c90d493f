/** A client's statement of account as a PDF file: the open documents that every screen shows. */
import { readFileSync } from 'node:fs'
import { loadVisible } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import type { Clock } from '#kernel/clock.ts'
import { day } from '#kernel/day.ts'
import { notAllowed, notFound } from '#kernel/errors.ts'
import { currency, parseMoney } from '#kernel/money.ts'
import { type PdfPage, pdfPage } from '#server/pdf/pdf-file.ts'
import type { Tx } from '#server/verb.ts'
import { isOneOf } from '../shared/who-may.rules.ts'
import { statementPage } from './client-statement.rules.ts'
import { client_facing } from './read-debts.server.ts'
import type { StatementFacts } from './statement-facts.rules.ts'

const template = readFileSync(new URL('./client-statement.typ', import.meta.url), 'utf8')

/** Spec §6: client statements are for these roles of the agency. */
const readers = { agency: ['agency_admin', 'agency_read_only'] } as const

/** The statement of one of the viewer's clients. @throws not_allowed, not_found */
export async function clientStatementPdf(
  tx: Tx,
  viewer: Viewer,
  client_id: string,
  clock: Clock,
): Promise<PdfPage> {
  if (!isOneOf(viewer, readers)) throw notAllowed()
  const [client] = await loadVisible<{ id: string; type: string }>(tx, viewer, 'business.business', [
    client_id,
  ])
  if (client?.type !== 'client') throw notFound('Client')
  return printStatement(await readStatement({ tx, clock }, viewer.business_id, client.id))
}

/** The same facts give the same bytes. Named by client and day. */
export async function printStatement(facts: StatementFacts): Promise<PdfPage> {
  return pdfPage(template, statementPage(facts), `Statement ${facts.client_human_id} ${facts.today}`)
}

type Line = {
  human_id: string
  what: string
  raised_date: string
  due_date: string
  total_amount: string
  paid_amount: string
  outstanding_balance: string
  alpha_code: string
}

/** The rows of a statement, without an access check: the caller has made it. @throws not_found */
export async function readStatement(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  agency_id: string,
  client_id: string,
): Promise<StatementFacts> {
  const parties = await tx.rows<{ id: string; human_id: string; name: string; address: string }>(
    `select b.id, b.human_id, b.name, coalesce(a.complete_address, '') as address
     from business.business b left join business.company c on c.id = b.company_id
     left join business.address a on a.id = c.address_id where b.id = any ($1)`,
    [[agency_id, client_id]],
  )
  const agency = parties.find((one) => one.id === agency_id)
  const client = parties.find((one) => one.id === client_id)
  if (!agency || !client) throw notFound('Client')
  const lines = await tx.rows<Line>(
    `select i.human_id, coalesce(w.name || ', ' || t.human_id, w.name, case when i.is_credit_note then 'Credit note' end, '') as what,
       i.raised_date, i.due_date, i.total_amount, i.paid_amount, i.outstanding_balance, y.alpha_code
     from transaction.invoice i
     join platform.currency y on y.id = i.currency_id
     left join transaction.timesheet t on t.id = i.timesheet_id
     left join business.business w on w.id = i.contractor_id
     where i.agency_id = $1 and i.client_id = $2 and i.status = 'open' and i.deleted_at is null and i.type in ${client_facing}
     order by i.due_date, length(i.human_id), i.human_id`,
    [agency_id, client_id],
  )
  const unallocated = await tx.rows<{ amount: string; alpha_code: string }>(
    `select s.unmatched_amount as amount, y.alpha_code from transaction.payment_receipt_summary s
     join platform.currency y on y.id = s.currency_id
     where s.agency_id = $1 and s.for_business_id = $2 and s.type = 'receipt' and s.deleted_at is null
       and s.status in ('allocated', 'partially_matched')
     order by length(s.human_id), s.human_id`,
    [agency_id, client_id],
  )
  return {
    agency: agency.name,
    agency_address: agency.address,
    client_human_id: client.human_id,
    client: client.name,
    client_address: client.address,
    today: clock.today(),
    lines: lines.map((line) => ({
      ...line,
      raised_date: day(line.raised_date),
      due_date: day(line.due_date),
      total_amount: parseMoney(line.total_amount, currency(line.alpha_code)),
      paid_amount: parseMoney(line.paid_amount, currency(line.alpha_code)),
      outstanding_balance: parseMoney(line.outstanding_balance, currency(line.alpha_code)),
    })),
    unallocated: unallocated.map((one) => parseMoney(one.amount, currency(one.alpha_code))),
  }
}
