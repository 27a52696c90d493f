/** Limits of a client with its risk carriers, and the debt that they carry. */
import type { Day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'

export type LimitKey = {
  readonly client_id: string
  readonly limiter_id: string
  readonly currency_id: string
}

export type LimitRow = LimitKey & {
  readonly id: string
  readonly agency_id: string | null
  readonly amount: string
  readonly effective_from: Day
  readonly effective_to: Day | null
}

/** Debt of a client by carrier, currency and agency, as money text. */
export type OwedRow = LimitKey & { readonly agency_id: string; readonly owed: string }

/** Limits that are in force on a day or later, oldest first. */
export const readLimits = (tx: Tx, client_id: string, from: Day): Promise<LimitRow[]> =>
  tx.rows<LimitRow>(
    `select id, client_id, limiter_id, currency_id, agency_id, amount, effective_from, effective_to
     from business.credit_limit where client_id = $1 and deleted_at is null and (effective_to is null or effective_to >= $2)
     order by effective_from, id`,
    [client_id, from],
  )

/** Open debt that uses up a limit: not what went back to the agency. */
export const readOwed = (tx: Tx, client_id: string): Promise<OwedRow[]> =>
  tx.rows<OwedRow>(
    `select i.client_id, transaction.principal_of(i.type, i.provider_id, i.funder_id) as limiter_id, i.currency_id, i.agency_id,
       sum(i.outstanding_balance) as owed
     from transaction.invoice i
     where i.client_id = $1 and i.status = 'open' and i.deleted_at is null and i.reassigned_on is null
       and i.type in ('provider-client', 'agency-client', 'funder-client')
     group by 1, 2, 3, 4`,
    [client_id],
  )

export const isOf = (key: Omit<LimitKey, 'client_id'>) => (row: Omit<LimitKey, 'client_id'>) =>
  row.limiter_id === key.limiter_id && row.currency_id === key.currency_id
