/** Client debt with its advances, for the rules of recourse. */
import type { ReadRow } from '#entity/new-row.ts'
import type { CurrencyCode } from '#kernel/money.ts'
import type { Tx } from '#server/verb.ts'
import type { invoice } from '../invoices/invoice.entity.ts'

/** A client-facing document that is disallowed, reassigned or that an agency owes for. Amounts are decimal text. */
export type DebtRow = ReadRow<
  typeof invoice,
  | 'id human_id outstanding_balance disallowed_amount disallowed_status reassigned_on'
  | 'recourse_amount provider_id agency_id contractor_id funder_id currency_id'
> & {
  /** Its set, with its corrections as one. */
  readonly family_id: string
  readonly principal_id: string
  readonly client_id: string
  readonly currency: CurrencyCode
  /** Of the whole set. */
  readonly gone_out: string
  readonly fees: string
  readonly received: string
}

/** Names `i`, the document, and `s`, its set. */
export type DebtScope = { readonly where: string; readonly params: readonly unknown[] }

const client_facing = `('provider-client', 'agency-client', 'funder-client')`
/** The condition of the index invoice_recourse. */
const at_stake = '(i.is_disallowed or i.recourse_amount > 0 or i.reassigned_on is not null)'

/** Every such document of every set in scope, locked in the order of their ids; sets in theirs, oldest document first. */
export async function lockDebts(tx: Tx, { where, params }: DebtScope): Promise<DebtRow[]> {
  const found = await tx.rows<{ id: string }>(
    `select i.id from transaction.invoice i join transaction.invoice_set s on s.id = i.invoice_set_id
     where i.type in ${client_facing} and i.deleted_at is null and ${at_stake} and ${where} order by i.id for update of i`,
    params,
  )
  if (found.length === 0) return []
  return tx.rows<DebtRow>(
    `with families as (
       select distinct coalesce(s.corrects_set_id, s.id) as id from transaction.invoice i
       join transaction.invoice_set s on s.id = i.invoice_set_id where i.id = any ($1))
     select i.id, i.human_id, f.id as family_id, i.outstanding_balance, i.disallowed_amount, i.disallowed_status, i.reassigned_on,
       i.recourse_amount, transaction.principal_of(i.type, i.provider_id, i.funder_id) as principal_id, i.provider_id, i.agency_id,
       i.client_id, i.contractor_id, i.funder_id, i.currency_id, y.alpha_code as currency, c.gone_out, c.fees, c.received
     from families f
     cross join lateral transaction.advance_on(f.id) c
     cross join lateral (select f.id union all select t.id from transaction.invoice_set t where t.corrects_set_id = f.id) s
     join transaction.invoice i on i.invoice_set_id = s.id
     join platform.currency y on y.id = i.currency_id
     where i.type in ${client_facing} and i.deleted_at is null and ${at_stake}
     order by f.id, i.raised_date, length(i.human_id), i.human_id`,
    [found.map((row) => row.id)],
  )
}
