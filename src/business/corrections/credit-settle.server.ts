/** Sets a correction against its originals: the parent first, surplus stays with the credit note (money.md §1.8). */
import { present } from '#kernel/assert.ts'
import { isNegative, parseMoney } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { settleAndAudit } from '../funding/settle-invoices.server.ts'
import type { Allocation } from '../settlement/credit-allocate.server.ts'
import { insertAllocations, spread } from '../settlement/credit-allocate.server.ts'
import type { CashDocument } from '../settlement/load-cash.server.ts'
import { readSets } from '../settlement/load-cash.server.ts'
import type { Issuance } from './credit-issue.server.ts'

/** Allocates newly issued corrections and settles both sides. The set is locked. */
export async function settleCorrections(
  context: VerbContext,
  base_set_id: string,
  { documents }: Issuance,
): Promise<void> {
  const all = await readSets(context.tx, [base_set_id])
  const by_id = new Map(all.map((one) => [one.id, one]))
  const at = (id: string) => present(by_id.get(id), 'a document of the set')
  const allocations = documents.flatMap(({ id, parent_invoice_id, type, total_amount }): Allocation[] => {
    const note = at(id)
    // A debit has no parent: it is set against the agency's earnings of the set.
    if (parent_invoice_id === null)
      return isNegative(total_amount) ? spread([note], others(all, type, id)) : []
    const parent = at(parent_invoice_id)
    return isNegative(total_amount) ? spread([note], [parent]) : spread([parent], [note])
  })
  await insertAllocations(context, allocations)
  // Documents without an allocation count too: a credited fee is no longer owed of an advance.
  const touched = new Map(
    [...documents.map(({ id }) => at(id)), ...allocations.flatMap(({ credit, debt }) => [credit, debt])].map(
      (one) => [one.id, one],
    ),
  )
  await settleAndAudit(context, [...touched.values()])
}

function others(all: readonly CashDocument[], type: CashDocument['type'], id: string): CashDocument[] {
  return all.filter(
    (one) =>
      one.type === type &&
      one.id !== id &&
      !isNegative(parseMoney(one.outstanding_balance, one.currency)) &&
      one.status === 'open',
  )
}
