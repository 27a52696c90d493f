import { isStintError } from '#kernel/errors.ts'
import { units } from '#kernel/rate.ts'
import type { VerbContext } from '#server/verb.ts'
import { workDecisions } from '../approvable-work/decide-work.server.ts'
import { raiseLess } from '../corrections/refine-less.server.ts'
import { judgeDebt } from '../funding/follow-disallowance.server.ts'
import { raiseInvoiceSets } from '../raising/raise-invoice-sets.server.ts'
import { awaitInvoices, completeRefinements } from './refine-full.server.ts'
import type { TimesheetAction } from './timesheet.rules.ts'
import { type TimesheetRow, timesheets } from './timesheet-records.server.ts'

type Raising = Pick<TimesheetRow, 'id' | 'total_units'>

/** Sets of work that was done; credits of work that a refinement takes off again. */
async function raiseRows(
  context: VerbContext,
  rows: readonly Raising[],
): Promise<{ raised: Map<string, string>; refused: Map<string, string> }> {
  const less = rows.filter((row) => units(row.total_units) < 0)
  const more = rows.filter((row) => !less.includes(row))
  const outcome = await raiseInvoiceSets(
    context,
    more.map((row) => row.id),
  )
  const raised = new Map(outcome.raised)
  const refused = new Map(outcome.refused)
  for (const { id } of less) {
    try {
      raised.set(id, await raiseLess(context, id))
    } catch (refusal) {
      // Nothing is written before the last of its refusals.
      if (!isStintError(refusal) || refusal.code !== 'precondition') throw refusal
      refused.set(id, refusal.message)
    }
  }
  await completeRefinements(context, raised)
  await awaitInvoices(context, [...refused.keys()])
  return { raised, refused }
}

/** Raises a difference that needs no approval. Why there are no documents, or null. */
export async function raiseDifference(context: VerbContext, row: Raising): Promise<string | null> {
  const { refused } = await raiseRows(context, [row])
  return refused.get(row.id) ?? null
}

export const {
  approve: approveTimesheets,
  accept: acceptTimesheetEvidence,
  raise: raiseTimesheets,
  reject: rejectTimesheets,
  cancel: cancelTimesheets,
  many: { start: approveManyTimesheets, batch: approveTimesheetBatch },
  settleRaised,
} = workDecisions<TimesheetRow, TimesheetAction>(timesheets, {
  judge: judgeDebt,
  raise: raiseRows,
  set: 'evidence_hash = coalesce(t.evidence_hash, transaction.timesheet_evidence(t.id))',
})
