import type { Tx } from '#server/verb.ts'
import type { CashDocument } from '../settlement/load-cash.server.ts'
import { disputeHolds } from './hold-disputed.server.ts'
import { insideHolds } from './hold-inside.server.ts'
import { unprovenHolds } from './hold-unproven.server.ts'

/** Why a document waits, or null: the one check when a batch is made and until it is paid. `documents` are all of the sets. */
export async function documentHolds(
  tx: Tx,
  documents: readonly CashDocument[],
): Promise<(document: CashDocument) => string | null> {
  const holds = [disputeHolds(documents), await insideHolds(tx, documents), unprovenHolds(documents)]
  return (document) => holds.reduce<string | null>((reason, hold) => reason ?? hold(document), null)
}
