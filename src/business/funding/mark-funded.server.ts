import type { VerbContext } from '#server/verb.ts'
import type { CashDocument } from '../settlement/load-cash.server.ts'
import { isClientFacing } from '../shared/invoice-types.rules.ts'

/**
 * A pay-out before the client's receipt makes documents funded. Earnings paid again are no longer the agency's debt.
 * `documents` are all documents of the sets of `paid`.
 */
export async function markFunded(
  { tx, clock }: VerbContext,
  documents: readonly CashDocument[],
  paid: readonly { readonly document: CashDocument }[],
): Promise<void> {
  const paid_sets = new Set(paid.map(({ document }) => document.invoice_set_id))
  const paid_ids = new Set(paid.map(({ document }) => document.id))
  const ids = documents
    .filter((document) => {
      const is_advance = isClientFacing(document.type) || document.type.startsWith('agency-')
      return paid_ids.has(document.id) || (is_advance && paid_sets.has(document.invoice_set_id))
    })
    .map((document) => document.id)
  await tx.run(
    `update transaction.invoice set funding_status = 'funded', updated_at = $2
     where id = any ($1) and funding_status in ('pending', 'released', 'recourse')`,
    [ids, clock.now()],
  )
}
