/** Holds payments for work that was approved before its last worked day, until that day has passed (decision 0186). */
import { type Day, formatDayLong } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import type { CashDocument } from '../../settlement/load-cash.server.ts'
import { readUnworked } from '../../shared/unworked-days.server.ts'

const unworked_words = (last_day: Day): string =>
  `The last day of this work is ${formatDayLong(last_day)}: it is paid from the day after`

/** The reason of a document on the day that its money leaves, or null. */
export async function unworkedHolds(
  tx: Tx,
  documents: readonly Pick<CashDocument, 'id' | 'type'>[],
  leaves_on: Day,
): Promise<(document: Pick<CashDocument, 'id'>) => string | null> {
  const paid = documents.filter(({ type }) => type === 'contractor-agency' || type === 'agency_earnings')
  const last_days = await readUnworked(
    tx,
    paid.map(({ id }) => id),
    leaves_on,
  )
  return ({ id }) => {
    const last_day = last_days.get(id)
    return last_day === undefined ? null : unworked_words(last_day)
  }
}
