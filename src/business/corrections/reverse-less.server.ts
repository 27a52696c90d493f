/**
 * Takes back the documents of a difference timesheet that took work off (decision 0208): its credits are reversed, and stay as
 * reversed credits of the work that they corrected.
 */
import { present } from '#kernel/assert.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { followRelease } from '../funding/follow-release.server.ts'
import { keepReassigned } from '../funding/reassign-invoice.server.ts'
import { settleAndAudit } from '../funding/settle-invoices.server.ts'
import { invoice } from '../invoices/invoice.entity.ts'
import { invoice_set } from '../invoices/invoice-set.entity.ts'
import { withdrawFromBatches } from '../payments/withdraw-from-batches.server.ts'
import { insertAllocations, spread } from '../settlement/credit-allocate.server.ts'
import { outstandingOf, readSets } from '../settlement/load-cash.server.ts'
import { reversalOf } from './correction.rules.ts'
import { issueCorrections } from './credit-issue.server.ts'
import { type BaseDocuments, lockBase } from './credit-load.server.ts'
import { settleCorrections } from './credit-settle.server.ts'

type Less = { readonly set_id: string; readonly refinement_id: string; readonly reason: string }

/** The timesheet is locked. */
export async function reverseLess(
  context: VerbContext,
  { set_id, refinement_id, reason }: Less,
): Promise<void> {
  const { tx, clock } = context
  const from = await lockBase(tx, set_id)
  const rows = await tx.rows<{ id: string }>('select id from transaction.invoice where invoice_set_id = $1', [
    set_id,
  ])
  const of_set = new Set(rows.map(({ id }) => id))
  const credited = from.documents.filter(({ id }) => of_set.has(id))
  await withdrawFromBatches(context, [...of_set], reason)
  await updateRow(tx, invoice_set, set_id, { status: 'credit', updated_at: clock.now() })
  const issued = await issueCorrections(context, from, credited.map(reversalOf), { reason, refinement_id })
  for (const [i, { id }] of issued.documents.entries())
    await updateRow(tx, invoice, id, {
      reverses_invoice_id: present(credited[i], 'the document that is reversed').id,
    })
  await settleCorrections(context, from.base.id, issued)
  await setOffReversed(
    context,
    from,
    new Map(
      issued.documents.map(({ id }, i) => [id, present(credited[i], 'the document that is reversed').id]),
    ),
  )
  await keepReassigned(context, from.base.id, issued.set_id)
  await followRelease(context, [from.base.id], reason)
}

/** Credit that no document took yet is set against its reversal, so that neither is paid. */
async function setOffReversed(
  context: VerbContext,
  { base }: BaseDocuments,
  reversed: ReadonlyMap<string, string>,
): Promise<void> {
  const by_id = new Map((await readSets(context.tx, [base.id])).map((one) => [one.id, one]))
  const allocations = [...reversed].flatMap((pair) => {
    const both = pair.map((id) => present(by_id.get(id), 'a document of the set'))
    return spread(
      both.filter((one) => outstandingOf(one).minor < 0),
      both.filter((one) => outstandingOf(one).minor > 0),
    )
  })
  await insertAllocations(context, allocations)
  await settleAndAudit(
    context,
    allocations.flatMap(({ credit, debt }) => [credit, debt]),
  )
}
