/**
 * Document numbers are sequential and without gaps per issuing business, as reg. 14 wants them
 * (registers.md §4.2). The counter row is locked and advanced in the transaction that issues the
 * documents, so that a rollback gives the numbers back.
 */
import { present } from '#kernel/assert.ts'
import type { IssuedKind } from '#kernel/human-id.ts'
import { formatIssuedId } from '#kernel/human-id.ts'
import type { PartyRole } from '../shared/invoice-types.rules.ts'

/** A row of platform.invoice_series. */
export type Series = {
  readonly issuer_id: string
  readonly kind: IssuedKind
  readonly series_no: number
  readonly last_number: number
}

/** The number series of a document: its supplier's, also for self-bills (decision 0005). */
export function issuerRole(document: { readonly from: PartyRole }): PartyRole {
  return document.from
}

/** Series wanted by documents, each once, in a fixed order: locked in this order, no two runs can deadlock. */
export function seriesWanted(
  wanted: readonly { issuer_id: string; kind: IssuedKind }[],
): { issuer_id: string; kind: IssuedKind }[] {
  const keyed = new Map(wanted.map(({ issuer_id, kind }) => [`${issuer_id} ${kind}`, { issuer_id, kind }]))
  return [...keyed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, series]) => series)
}

/** Numbers documents in the order given; returns their human ids and the advanced series. */
export function takeNumbers(
  wanted: readonly { readonly issuer_id: string; readonly kind: IssuedKind }[],
  series: readonly Series[],
): { human_ids: string[]; series: Series[] } {
  const open = new Map(series.map((one) => [`${one.issuer_id} ${one.kind}`, one]))
  const human_ids = wanted.map(({ issuer_id, kind }) => {
    const key = `${issuer_id} ${kind}`
    const { series_no, last_number } = present(open.get(key), `number series of ${key}`)
    open.set(key, { issuer_id, kind, series_no, last_number: last_number + 1 })
    return formatIssuedId(series_no, kind, last_number + 1)
  })
  return { human_ids, series: [...open.values()] }
}
