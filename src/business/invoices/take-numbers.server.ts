import type { IssuedKind } from '#kernel/human-id.ts'
import type { Tx } from '#server/verb.ts'
import { unnestSql } from '#server/write-row.server.ts'
import type { Series } from './numbering.rules.ts'
import { seriesWanted, takeNumbers } from './numbering.rules.ts'

type Wanted = { readonly issuer_id: string; readonly kind: IssuedKind }

const wanted_columns = { issuer_id: 'uuid', kind: 'text' } as const
const advanced_columns = { issuer_id: 'uuid', kind: 'text', last_number: 'bigint' } as const

/**
 * Numbers documents in the order given. The counters stay locked in one order until the transaction ends, and a
 * rollback returns its numbers, so a series has no gaps (decision 0005).
 */
export async function numberDocuments(tx: Tx, documents: readonly Wanted[]): Promise<string[]> {
  const wanted = seriesWanted(documents)
  await openSeries(tx, wanted)
  const { human_ids, series } = takeNumbers(documents, await lockSeries(tx, wanted))
  const params: unknown[] = []
  await tx.run(
    `update platform.invoice_series s set last_number = n.last_number
     from ${unnestSql(advanced_columns, series, params, 'n')} where s.issuer_id = n.issuer_id and s.kind = n.kind`,
    params,
  )
  return human_ids
}

/**
 * Opens new series before any lock, so that nobody waits for a new one while holding a counter. In the order of the
 * issuers' numbers, because ids of one moment have none.
 */
async function openSeries(tx: Tx, wanted: readonly Wanted[]): Promise<void> {
  const params: unknown[] = []
  await tx.run(
    `insert into platform.invoice_series (issuer_id, kind, series_no)
     select n.issuer_id, n.kind, nextval('platform.invoice_series_no')
     from (select n.issuer_id, n.kind
       from ${unnestSql(wanted_columns, wanted, params, 'n')} join business.business b on b.id = n.issuer_id
       where not exists (select from platform.invoice_series s where s.issuer_id = n.issuer_id and s.kind = n.kind)
       order by b.human_id, n.kind) n
     on conflict do nothing`,
    params,
  )
}

function lockSeries(tx: Tx, wanted: readonly Wanted[]): Promise<Series[]> {
  const params: unknown[] = []
  const from = unnestSql(wanted_columns, wanted, params, 'w')
  return tx.rows<Series>(
    `select s.issuer_id, s.kind, s.series_no, s.last_number from platform.invoice_series s
     where (s.issuer_id, s.kind) in (select w.issuer_id, w.kind from ${from})
     order by s.issuer_id, s.kind for update of s`,
    params,
  )
}
