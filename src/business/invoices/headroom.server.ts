import type { Day } from '#kernel/day.ts'
import { currency, type Money, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#server/verb.ts'

type HeadroomKey = {
  readonly client_id: string
  readonly principal_id: string
  readonly currency_id: string
}

type Row = HeadroomKey & {
  /** Null: the whole limit; else this agency's part of it. */
  readonly agency_id: string | null
  readonly credit_limit: string
  readonly exposure: string
  readonly alpha_code: string
}

const keyText = (key: HeadroomKey) => `${key.client_id} ${key.principal_id} ${key.currency_id}`
const partText = (key: HeadroomKey, agency_id: string) => `${keyText(key)} ${agency_id}`

/** The rest of each client's credit limit with its risk carrier, reduced as documents are raised (money.md §1.9). */
export class Headroom {
  readonly #left = new Map<string, number>()

  constructor(
    rows: readonly { readonly key: HeadroomKey; readonly agency_id: string | null; readonly left: Money }[],
  ) {
    for (const { key, agency_id, left } of rows)
      this.#left.set(agency_id === null ? keyText(key) : partText(key, agency_id), left.minor)
  }

  /**
   * Whether there is a limit, and the amount fits it and the agency's part. The debt exists either way, so it is taken
   * either way.
   */
  take(key: HeadroomKey, agency_id: string, amount: Money): { has_limit: boolean; fits: boolean } {
    const left = this.#take(keyText(key), amount)
    const own = this.#take(partText(key, agency_id), amount)
    if (left === undefined) return { has_limit: false, fits: false }
    return { has_limit: true, fits: amount.minor <= Math.min(left, own ?? left) }
  }

  #take(text: string, amount: Money): number | undefined {
    const left = this.#left.get(text)
    if (left !== undefined) this.#left.set(text, left - amount.minor)
    return left
  }
}

/**
 * Reads limits in force and open debt. Call it with the number series locked, so that nobody else raises meanwhile.
 */
export async function readHeadroom(tx: Tx, client_ids: readonly string[], on: Day): Promise<Headroom> {
  const rows = await tx.rows<Row>(
    `with lim as (
       select distinct on (client_id, limiter_id, currency_id, agency_id) client_id, limiter_id, currency_id, agency_id, amount
       from business.credit_limit
       where client_id = any ($1) and deleted_at is null and effective_from <= $2
         and (effective_to is null or effective_to >= $2)
       order by client_id, limiter_id, currency_id, agency_id, effective_from desc, id desc)
     select lim.client_id, lim.limiter_id as principal_id, lim.currency_id, lim.agency_id, lim.amount as credit_limit, y.alpha_code,
       coalesce((select sum(i.outstanding_balance) from transaction.invoice i
         where i.client_id = lim.client_id and i.currency_id = lim.currency_id and i.status = 'open' and i.deleted_at is null
           and i.reassigned_on is null and (lim.agency_id is null or i.agency_id = lim.agency_id)
           and i.type in ('provider-client', 'agency-client', 'funder-client')
           and case i.type when 'funder-client' then i.funder_id else i.provider_id end = lim.limiter_id), 0) as exposure
     from lim join platform.currency y on y.id = lim.currency_id`,
    [client_ids, on],
  )
  return new Headroom(
    rows.map((row) => {
      const code = currency(row.alpha_code)
      const [limit, exposure] = [parseMoney(row.credit_limit, code), parseMoney(row.exposure, code)]
      return {
        key: row,
        agency_id: row.agency_id,
        left: { minor: limit.minor - exposure.minor, currency: code },
      }
    }),
  )
}
