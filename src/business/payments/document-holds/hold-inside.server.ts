/** Holds payments for work inside IR35 to limited companies: they may not be paid in full (decision 0104). */
import { precondition } from '#kernel/errors.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import type { CashDocument } from '../../settlement/load-cash.server.ts'
import { type InsideReason, inside_words } from '../../shared/inside-ir35.rules.ts'
import { insideReasonSql } from '../../shared/inside-ir35-sql.server.ts'
import { holdItems } from '../batch-item.server.ts'
import { type BatchRow, itemsOf } from '../load-batch.server.ts'

/** The sentence of each of these documents that waits, by id: pay and expenses alike, from the first day of the work. */
async function insideReasons(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; reason: InsideReason }>(
    `select r.id, r.reason from (
       select i.id, ${insideReasonSql('c', 'coalesce(i.period_start, i.raised_date)')} as reason
       from transaction.invoice i join contract.contract c on c.id = i.contract_id
       where i.id = any ($1) and i.type = 'contractor-agency') r where r.reason is not null`,
    [ids],
  )
  return new Map(rows.map(({ id, reason }) => [id, inside_words[reason]]))
}

/** Why a document waits, or null. */
export async function insideHolds(
  tx: Tx,
  documents: readonly CashDocument[],
): Promise<(document: CashDocument) => string | null> {
  const reasons = await insideReasons(
    tx,
    documents
      .filter((one) => one.type === 'contractor-agency' && one.payment_company_type === 'limited')
      .map(({ id }) => id),
  )
  return ({ id }) => reasons.get(id) ?? null
}

/**
 * Holds items at the review of a batch: a statement or a change turned their work inside after the batch was made.
 * @returns how many. @throws precondition where nothing else is left to pay
 */
export async function holdInside(context: VerbContext, { id, human_id }: BatchRow): Promise<number> {
  const included = (await itemsOf(context, id)).filter(({ status }) => status === 'included')
  const reasons = await insideReasons(
    context.tx,
    included.flatMap(({ invoice_id }) => invoice_id ?? []),
  )
  const waiting = new Map(
    included.flatMap((item) => {
      const reason = reasons.get(item.invoice_id ?? '')
      return reason === undefined ? [] : [[item.id, reason] as const]
    }),
  )
  if (waiting.size > 0 && waiting.size === included.length)
    throw precondition(`Batch ${human_id} pays only work inside IR35: cancel it`)
  return holdItems(context, id, waiting)
}
