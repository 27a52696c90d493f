/** The members of a consolidated invoice, and the totals of its document (I10). */
import type { ReadRow } from '#entity/new-row.ts'
import type { CurrencyCode } from '#kernel/money.ts'
import { formatMoney, parseMoney, sum } from '#kernel/money.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import type { invoice } from '../invoices/invoice.entity.ts'
import type { ConsolidatedStatus, Member } from './consolidate.rules.ts'

export type MemberRow = Member &
  ReadRow<
    typeof invoice,
    | 'human_id status is_credit_note amount tax_amount total_amount outstanding_balance'
    | 'raised_date due_date invoice_set_id'
  > & {
    readonly currency: CurrencyCode
    readonly funding_model: string
  }

const columns = `i.id, i.human_id, i.type, i.status, i.from_business_id, i.currency_id, y.alpha_code as currency,
  i.payable_bank_account_id, i.po_number, i.contract_id, s.funding_model, i.is_credit_note, i.amount, i.tax_amount,
  i.total_amount, i.outstanding_balance, i.raised_date, i.due_date, i.invoice_set_id`
const tables = `transaction.invoice i join platform.currency y on y.id = i.currency_id
  join transaction.invoice_set s on s.id = i.invoice_set_id`

export type Wanted = {
  readonly agency_id: string
  readonly client_id: string
  readonly start: string
  readonly end: string
}

/** Open documents of a client that were raised in the period and are in no consolidation, locked. */
export function lockFree(tx: Tx, { agency_id, client_id, start, end }: Wanted): Promise<MemberRow[]> {
  return tx.rows<MemberRow>(
    `select ${columns} from ${tables}
     where i.agency_id = $1 and i.client_id = $2 and i.type in ('provider-client', 'agency-client', 'funder-client')
       and i.status = 'open' and i.deleted_at is null and i.consolidated_invoice_id is null and i.raised_date between $3 and $4
     order by i.id for update of i`,
    [agency_id, client_id, start, end],
  )
}

/** The invoices that are in it, locked in id order. */
export function lockMembers(tx: Tx, consolidated_invoice_id: string): Promise<MemberRow[]> {
  return tx.rows<MemberRow>(
    `select ${columns} from ${tables}
     where i.consolidated_invoice_id = $1 and i.deleted_at is null order by i.id for update of i`,
    [consolidated_invoice_id],
  )
}

/** Sums of whole documents, not of open amounts: the document shows the billed amounts. */
export function totalsOf(members: readonly MemberRow[], currency: CurrencyCode) {
  const total = (of: 'amount' | 'tax_amount' | 'total_amount') =>
    formatMoney(
      sum(
        currency,
        members.map((member) => parseMoney(member[of], currency)),
      ),
    )
  return {
    amount: total('amount'),
    tax_amount: total('tax_amount'),
    total_amount: total('total_amount'),
  }
}

/** The earliest due date of the members, payment by which is late for none of them; never before the day of issue. */
export function firstDueDate(members: readonly MemberRow[], today: string): string {
  const days = members.filter((member) => !member.is_credit_note).map((member) => member.due_date)
  const first = days.reduce((a, b) => (a < b ? a : b), days[0] ?? today)
  return first < today ? today : first
}

/** Puts the invoices into the consolidated one, or with null sets them free. */
export async function nameMembers(
  { tx, clock }: Pick<VerbContext, 'tx' | 'clock'>,
  invoice_ids: readonly string[],
  consolidated_invoice_id: string | null,
): Promise<void> {
  await tx.run(
    'update transaction.invoice set consolidated_invoice_id = $2, updated_at = $3 where id = any ($1)',
    [invoice_ids, consolidated_invoice_id, clock.now()],
  )
}

export type ConsolidatedRow = {
  readonly id: string
  readonly human_id: string
  readonly status: ConsolidatedStatus
  readonly type: string
  readonly agency_id: string
  readonly provider_id: string
  readonly client_id: string
  readonly from_business_id: string
  readonly to_business_id: string
  readonly currency: CurrencyCode
  readonly currency_id: string
  readonly total_amount: string
}

export const consolidated_columns = `t.id, t.human_id, t.status, t.type, t.agency_id, t.provider_id, t.client_id,
  t.from_business_id, t.to_business_id, t.currency_id, t.total_amount,
  (select y.alpha_code from platform.currency y where y.id = t.currency_id) as currency`
