/** Why payments of documents wait, whatever their payees' accounts: asked when a batch is made, and again until it is paid. */
import type { Day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import type { CashDocument } from '../../settlement/load-cash.server.ts'
import { disputeHolds } from './hold-disputed.server.ts'
import { insideHolds } from './hold-inside.server.ts'
import { uncheckedHolds } from './hold-unchecked.server.ts'
import { unprovenHolds } from './hold-unproven.server.ts'
import { unworkedHolds } from './hold-unworked.server.ts'

/**
 * The reason of a document on a pay date, or null. `documents` are all of the sets. A batch that is paid before its run
 * date sends the money on `leaves_on`.
 */
export async function documentHolds(
  tx: Tx,
  documents: readonly CashDocument[],
  paid_on: Day,
  leaves_on: Day = paid_on,
): Promise<(document: CashDocument) => string | null> {
  const holds = [
    disputeHolds(documents),
    await insideHolds(tx, documents, paid_on),
    await unworkedHolds(tx, documents, leaves_on),
    unprovenHolds(documents),
    await uncheckedHolds(tx, documents, paid_on),
  ]
  return (document) => holds.reduce<string | null>((reason, hold) => reason ?? hold(document), null)
}
