/**
 * The rows that cash moves, locked in one order everywhere: the receipt (or batch), then every document of every
 * affected set by id. Two people who match at once meet at the first shared row, and the second sees the first's
 * work.
 */
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { day } from '#kernel/day.ts'
import { notFound } from '#kernel/errors.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import type { invoice } from '../invoices/invoice.entity.ts'
import type { payment_receipt_detail, payment_receipt_summary } from './receipt.entity.ts'
import type { MatchLine } from './receipt.rules.ts'

/** A receipt, or a payment, as the verbs of this folder use it. Amounts are the database's decimal text. */
export type SummaryRow = ReadRow<
  typeof payment_receipt_summary,
  | 'id human_id type status for_business_id principal_id provider_id agency_id client_id'
  | 'currency_id amount matched_amount transaction_date reference'
> & {
  readonly currency: CurrencyCode
  readonly unmatched_amount: string
}

const summary_columns = `t.id, t.human_id, t.type, t.status, t.for_business_id, t.principal_id, t.provider_id,
  t.agency_id, t.client_id, t.currency_id, t.amount, t.matched_amount, t.unmatched_amount, t.transaction_date, t.reference,
  (select y.alpha_code from platform.currency y where y.id = t.currency_id) as currency`

/** A receipt the viewer can see. @throws not_found otherwise, in the same words */
export async function loadReceipt(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  id: string,
  options: { readonly lock: boolean },
): Promise<SummaryRow> {
  const [row] = await loadVisible<SummaryRow>(tx, viewer, 'transaction.payment_receipt_summary', [id], {
    lock: options.lock,
    columns: summary_columns,
  })
  if (row?.type !== 'receipt') throw notFound('Receipt')
  return row
}

/** A document of a set, with the facts that cash needs. */
export type CashDocument = ReadRow<
  typeof invoice,
  | 'id human_id type status funding_type funding_status release_condition due_date'
  | 'is_credit_note is_debit is_disputed provider_id agency_id client_id contractor_id'
  | 'funder_id from_business_id to_business_id currency_id total_amount paid_amount'
  | 'outstanding_balance funding_hold_reason payment_company_type'
> & {
  /** The original set: a credit set counts with the set it corrects. */
  readonly invoice_set_id: string
  /** Of the week it is for; of work without one, of the week it was raised in. */
  readonly week_end_date: string
  /** Of PAYE work: paid through payroll, not by a payment run. */
  readonly is_payroll: boolean
  /** For a client's document: it has no advance (any more). */
  readonly is_unfunded: boolean
  /** The owner of the books: the provider, or the funder in the indirect model (money.md §1.3). */
  readonly principal_id: string
  readonly currency: CurrencyCode
  /** Settled by credit of other sets: paid, though by no money of this one. */
  readonly carried_amount: string
}

const document_columns = `i.id, i.human_id, coalesce(s.corrects_set_id, s.id) as invoice_set_id, i.type, i.status, i.funding_type, i.funding_status, i.funding_hold_reason, i.payment_company_type,
  i.release_condition, i.due_date, i.is_credit_note,
  coalesce(i.period_end, (date_trunc('week', i.raised_date::timestamp) + interval '6 days')::date)::text as week_end_date,
  i.is_debit, i.is_disputed, i.generation_type in ('paye_timesheet', 'payroll_timesheet') as is_payroll,
  i.is_disallowed or i.reassigned_on is not null as is_unfunded,
  case s.funding_model when 'indirect' then s.funder_id else s.provider_id end as principal_id,
  i.provider_id, i.agency_id, i.client_id, i.contractor_id, i.funder_id, i.from_business_id, i.to_business_id,
  i.currency_id, y.alpha_code as currency, i.total_amount, i.paid_amount, i.outstanding_balance,
  coalesce((select sum(a.amount) from transaction.credit_allocation a
    join transaction.invoice n on n.id = a.credit_note_id join transaction.invoice_set ns on ns.id = n.invoice_set_id
    where a.invoice_id = i.id and a.reversal_date is null
      and coalesce(ns.corrects_set_id, ns.id) <> coalesce(s.corrects_set_id, s.id)), 0) as carried_amount`

/**
 * Every live document of these sets and their corrections, locked by id and read once locked. The ids come from rows
 * visible to the viewer.
 */
export async function lockSets(tx: Tx, set_ids: readonly string[]): Promise<CashDocument[]> {
  if (set_ids.length === 0) return []
  await tx.run(
    `select i.id from transaction.invoice i where i.invoice_set_id = any (array(${family})) and i.deleted_at is null order by i.id for update of i`,
    [set_ids],
  )
  return readSets(tx, set_ids)
}

/** These sets with their originals and corrections, as an array, so that documents are found by index. */
const family = `with roots as (select coalesce(corrects_set_id, id) as id from transaction.invoice_set where id = any ($1))
  select id from roots union select c.id from transaction.invoice_set c join roots r on c.corrects_set_id = r.id`

/** The same, read again after a change of our own. */
export function readSets(tx: Tx, set_ids: readonly string[]): Promise<CashDocument[]> {
  return tx.rows<CashDocument>(
    `select ${document_columns} from transaction.invoice i
     join transaction.invoice_set s on s.id = i.invoice_set_id
     join platform.currency y on y.id = i.currency_id
     where i.invoice_set_id = any (array(${family})) and i.deleted_at is null order by i.id`,
    [set_ids],
  )
}

/** A match line with its related rows. */
export type DetailRow = ReadRow<
  typeof payment_receipt_detail,
  'id payment_receipt_summary_id invoice_id amount payment_type post_date reversal_date'
>

export function linesOf(tx: Tx, summary_id: string): Promise<DetailRow[]> {
  return tx.rows<DetailRow>(
    `select id, payment_receipt_summary_id, invoice_id, amount, payment_type, post_date, reversal_date
     from transaction.payment_receipt_detail where payment_receipt_summary_id = $1 order by id`,
    [summary_id],
  )
}

export function lineOf(row: DetailRow, currency: CurrencyCode): MatchLine {
  return {
    amount: parseMoney(row.amount, currency),
    post_date: day(row.post_date),
    reversal_date: row.reversal_date === null ? null : day(row.reversal_date),
  }
}

export function outstandingOf(document: CashDocument): Money {
  return parseMoney(document.outstanding_balance, document.currency)
}
