import { day, maxDay } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { holdItems } from './batch-item.server.ts'
import { insideReasons } from './document-holds/hold-inside.server.ts'
import { type BatchRow, itemsOf } from './load-batch.server.ts'

/**
 * Holds items at the review of a batch: a statement or a change turned their work inside after the batch was made.
 * @returns how many. @throws precondition where nothing else is left to pay
 */
export async function holdInside(
  context: VerbContext,
  { id, human_id, run_date }: BatchRow,
): Promise<number> {
  const included = (await itemsOf(context, id)).filter(({ status }) => status === 'included')
  const reasons = await insideReasons(
    context.tx,
    included.flatMap(({ invoice_id }) => invoice_id ?? []),
    maxDay(day(run_date), context.clock.today()),
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
