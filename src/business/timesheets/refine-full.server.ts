/** A refinement in full: credits every document of the set and raises the corrected work again (money.md §1.8). */
import type { ReadRow } from '#entity/new-row.ts'
import { precondition } from '#kernel/errors.ts'
import { formatUnits, units } from '#kernel/rate.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { wholeCorrections } from '../corrections/correction.rules.ts'
import { issueCorrections } from '../corrections/credit-issue.server.ts'
import { settleCorrections } from '../corrections/credit-settle.server.ts'
import { carryOver, freeCash } from '../corrections/refine-cash.server.ts'
import { invoice_set, refinement } from '../invoices/invoice-set.entity.ts'
import { raiseInvoiceSets } from '../raising/raise-invoice-sets.server.ts'
import type { Entry } from '../rates/units.rules.ts'
import type { Refinable } from './refine-load.server.ts'
import { isPayroll, waitForPayroll } from './refine-payroll.server.ts'
import { writeNextVersion } from './refine-version.server.ts'
import { timesheets } from './timesheet-records.server.ts'

/** Returns the new set, or null when the work is to be approved again, or paid by payroll, first. */
export async function refineFull(
  context: VerbContext,
  refinable: Refinable,
  asked: { readonly details: readonly Entry[]; readonly reason: string; readonly re_approval: boolean },
  refinement: { readonly id: string; readonly human_id: string },
): Promise<string | null> {
  const { tx } = context
  const { sheet, from, cash } = refinable
  await refuseDifferences(context, sheet.id, sheet.human_id)
  await freeCash(context, cash, `${refinement.human_id}: ${asked.reason}`)
  const corrections = wholeCorrections(from.base.currency, from.documents)
  if (corrections.length > 0) {
    const issued = await issueCorrections(context, from, corrections, {
      reason: asked.reason,
      refinement_id: refinement.id,
    })
    await settleCorrections(context, from.base.id, issued)
  }
  await updateRow(tx, invoice_set, from.base.id, { status: 'credited', updated_at: context.clock.now() })
  const totals = await writeNextVersion(context, sheet, asked.details, asked.re_approval)
  await timesheets.recordSteps(context, 'refine', [
    {
      row: sheet,
      new_status: asked.re_approval ? 'submitted' : 'approved',
      message: `Refined with ${formatUnits(units(totals.total_units))} units (${refinement.human_id})`,
      comment: asked.reason,
      old_values: { version: sheet.version, total_units: sheet.total_units },
      new_values: { version: sheet.version + 1, total_units: totals.total_units },
    },
  ])
  if (asked.re_approval) return null
  if (isPayroll(from.base)) {
    await waitForPayroll(context, sheet)
    return null
  }
  const { raised, refused } = await raiseInvoiceSets(context, [sheet.id])
  const set_id = raised.get(sheet.id)
  if (set_id === undefined) throw precondition(refused.get(sheet.id) ?? 'No invoices could be raised')
  await nameRefinement(context, set_id, refinement.id)
  await carryOver(context, from.base.id, set_id, cash, refinement.human_id)
  return set_id
}

async function nameRefinement({ tx }: VerbContext, set_id: string, refinement_id: string): Promise<void> {
  await updateRow(tx, invoice_set, set_id, { refinement_id })
  await tx.run('update transaction.invoice set refinement_id = $2 where invoice_set_id = $1', [
    set_id,
    refinement_id,
  ])
}

/** Differences have documents of their own that would be counted again in the corrected hours. */
export async function refuseDifferences(context: VerbContext, id: string, human_id: string): Promise<void> {
  const [first] = await context.tx.rows<{ human_id: string }>(
    `select human_id from transaction.timesheet where refines_id = $1 and deleted_at is null and status <> 'cancelled' order by human_id`,
    [id],
  )
  if (first)
    throw precondition(
      `${human_id} was corrected by the difference ${first.human_id}: correct it by another difference`,
    )
}

type Pending = ReadRow<typeof refinement, 'id human_id status transaction_id'> & {
  readonly set_id: string
}

/**
 * Completes refinements that waited for the approval of these timesheets: earlier settlements move to the new
 * documents. The client's money stays on its receipts until it is matched, because less may have been approved.
 */
export async function completeRefinements(
  context: VerbContext,
  raised: ReadonlyMap<string, string>,
): Promise<void> {
  const { tx, clock } = context
  if (raised.size === 0) return
  const pending = await tx.rows<Pending>(
    `select r.id, r.human_id, r.status, r.transaction_id,
       (select s.id from transaction.invoice_set s where s.timesheet_id = r.transaction_id and s.status = 'credited'
        order by s.version desc limit 1) as set_id
     from transaction.refinement r
     where r.transaction_id = any ($1) and r.status <> 'completed' and r.mode = 'full' and r.deleted_at is null`,
    [[...raised.keys()]],
  )
  await completeDifferences(context, [...raised.keys()])
  for (const { id, human_id, status, transaction_id, set_id } of pending) {
    const new_set_id = raised.get(transaction_id) ?? ''
    await nameRefinement(context, new_set_id, id)
    await carryOver(context, set_id, new_set_id, [], human_id)
    await updateRow(tx, refinement, id, { status: 'completed', updated_at: clock.now() })
    context.audit({
      entity: 'transaction.refinement',
      entity_id: id,
      old_values: { status },
      new_values: { status: 'completed', invoice_set_id: new_set_id },
    })
  }
}

/** A difference is complete when neither its addition nor its deduction waits. */
async function completeDifferences(
  { tx, clock }: VerbContext,
  timesheet_ids: readonly string[],
): Promise<void> {
  // Asked first: most approved work corrects nothing, and a statement that may write costs its triggers.
  const [corrects] = await tx.rows(
    `select 1 as one from transaction.timesheet t where t.id = any ($1) and (t.refines_id is not null or t.refinement_id is not null) limit 1`,
    [timesheet_ids],
  )
  if (!corrects) return
  for (const table of ['transaction.invoice_set', 'transaction.invoice'] as const) {
    await tx.run(
      `update ${table} s set refinement_id = t.refinement_id from transaction.timesheet t
       where t.id = any ($1) and t.refines_id is not null and s.timesheet_id = t.id and s.refinement_id is null`,
      [timesheet_ids],
    )
  }
  await tx.run(
    `update transaction.refinement r set status = 'completed', updated_at = $2
     where r.status <> 'completed' and r.mode = 'difference'
       and r.id in (select t.refinement_id from transaction.timesheet t where t.id = any ($1))
       and not exists (select from transaction.timesheet o where o.refinement_id = r.id and o.deleted_at is null
         and o.id <> all ($1) and o.status in ('draft', 'submitted', 'rejected', 'suspense'))`,
    [timesheet_ids, clock.now()],
  )
}

/** Approved again but not raised yet: it waits for its documents, no longer for its approver. */
export async function awaitInvoices(
  { tx, clock }: VerbContext,
  timesheet_ids: readonly string[],
): Promise<void> {
  if (timesheet_ids.length === 0) return
  await tx.run(
    `update transaction.refinement r set status = 'pending_invoices', updated_at = $2
     where r.status = 'pending_approval' and r.deleted_at is null and case r.mode
       when 'full' then r.transaction_id = any ($1)
       else r.id in (select t.refinement_id from transaction.timesheet t where t.id = any ($1))
         and not exists (select from transaction.timesheet o where o.refinement_id = r.id and o.deleted_at is null
           and o.id <> all ($1) and o.status in ('draft', 'submitted', 'rejected')) end`,
    [timesheet_ids, clock.now()],
  )
}
