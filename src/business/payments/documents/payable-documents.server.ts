/** Due and released documents for a payment run, with the documents of their sets locked. */
import type { Day } from '#kernel/day.ts'
import { isPositive } from '#kernel/money.ts'
import type { Tx } from '#server/verb.ts'
import type { Payable } from '../../funding/recover-from-agency.server.ts'
import { releaseSets } from '../../funding/release-sets.server.ts'
import type { CashDocument } from '../../settlement/load-cash.server.ts'
import { lockSets } from '../../settlement/load-cash.server.ts'

export type RunFacts = {
  readonly principal_id: string
  readonly provider_id: string
  readonly currency_id: string
  readonly run_date: Day
}

export type DueDocuments = {
  /** Every document of every set that has something payable, locked. */
  readonly documents: readonly CashDocument[]
  /** In the order in which they fell due. */
  readonly payable: readonly Payable[]
}

const client_facing = `('provider-client', 'agency-client', 'funder-client')`

/**
 * Contractors and agencies that the run date owes money: due, released, not in another batch. Payroll pays the
 * employed: their documents are not self-billed and are left out.
 */
export async function dueDocuments(tx: Tx, run: RunFacts): Promise<DueDocuments> {
  const candidates = await tx.rows<{ id: string; invoice_set_id: string }>(
    // Open payables first, by their own index (migrations/0006): by itself the planner reads every set, because it
    // cannot guess how many are this principal's. A set's receipt is read once a document.
    `with due as materialized (
       select i.id, i.invoice_set_id, i.release_condition in ('due_date', 'run_date') and i.funding_status <> 'held' as is_released
       from transaction.invoice i
       where i.provider_id = $1 and i.currency_id = $2 and i.status = 'open' and i.deleted_at is null
         and i.type in ('contractor-agency', 'agency_earnings')
         and (i.type = 'agency_earnings' or i.is_self_billed or i.generation_type = 'purchase_ledger')
         and i.outstanding_balance > 0 and not i.is_credit_note
         and (i.due_date <= $4 or i.release_condition = 'client_receipt' or i.funding_status = 'held'))
     select d.id, d.invoice_set_id from due d
     join transaction.invoice_set s on s.id = d.invoice_set_id
     left join lateral (select true as is_paid from transaction.invoice b
       where not d.is_released and b.invoice_set_id in (s.id, s.corrects_set_id) and b.type in ${client_facing}
         and b.deleted_at is null and b.outstanding_balance < b.total_amount limit 1) c on true
     where case s.funding_model when 'indirect' then s.funder_id else s.provider_id end = $3
       and (d.is_released or c.is_paid)
       and not exists (select from payment.payment_batch_item p where p.invoice_id = d.id and p.status in ('included', 'held'))`,
    [run.provider_id, run.currency_id, run.principal_id, run.run_date],
  )
  const documents = await lockSets(tx, [...new Set(candidates.map((row) => row.invoice_set_id))])
  const wanted = new Set(candidates.map((row) => row.id))
  // Asked again under the lock: a batch made in between may have taken some.
  const taken = await takenDocuments(tx, [...wanted])
  const releases = releaseSets(documents, run.run_date)
  const payable = documents
    .filter((document) => wanted.has(document.id) && !taken.has(document.id) && document.status === 'open')
    .flatMap((document): Payable[] => {
      const amount = releases.get(document.id)?.payable
      return amount && isPositive(amount) ? [{ document, payable: amount }] : []
    })
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return { documents, payable }
}

/** The first day after the run date on which a released document is due; null without one. */
export async function nextDueDay(tx: Tx, run: RunFacts): Promise<Day | null> {
  const next = await tx.row<{ due_date: Day | null }>(
    `select min(i.due_date) as due_date from transaction.invoice i
     join transaction.invoice_set s on s.id = i.invoice_set_id
     where i.provider_id = $1 and i.currency_id = $2 and i.status = 'open' and i.deleted_at is null
       and i.type in ('contractor-agency', 'agency_earnings')
       and (i.type = 'agency_earnings' or i.is_self_billed or i.generation_type = 'purchase_ledger')
       and i.outstanding_balance > 0 and not i.is_credit_note and i.due_date > $4
       and i.release_condition in ('due_date', 'run_date') and i.funding_status <> 'held'
       and case s.funding_model when 'indirect' then s.funder_id else s.provider_id end = $3
       and not exists (select from payment.payment_batch_item p where p.invoice_id = i.id and p.status in ('included', 'held'))`,
    [run.provider_id, run.currency_id, run.principal_id, run.run_date],
  )
  return next?.due_date ?? null
}

const keyOf = ({ document }: Payable) => `${document.due_date} ${document.id}`

async function takenDocuments(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ invoice_id: string }>(
    `select invoice_id from payment.payment_batch_item where invoice_id = any ($1) and status in ('included', 'held')`,
    [ids],
  )
  return new Set(rows.map((row) => row.invoice_id))
}

/** The payee of a document: the contractor's company that it is issued for, or the agency. */
export function payeeOf(document: CashDocument): string {
  return document.type === 'contractor-agency' ? document.from_business_id : document.agency_id
}
