import { z } from 'zod'
import { isStintError } from '#kernel/errors.ts'
import { units } from '#kernel/rate.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { raiseLess } from '../corrections/refine-less.server.ts'
import { raiseInvoiceSets } from '../raising/raise-invoice-sets.server.ts'
import { idsInput } from '../shared/chosen-input.server.ts'
import { unnestSql } from '../shared/insert-rows.server.ts'
import type { TimesheetRow } from './load-timesheets.server.ts'
import { lockTimesheets, requireCan } from './load-timesheets.server.ts'
import type { Step } from './record-timesheet-step.server.ts'
import { recordSteps } from './record-timesheet-step.server.ts'
import { awaitInvoices, completeRefinements } from './refine-full.server.ts'

const input = z.object({ ids: idsInput, comment: z.string().trim().max(4000).optional() })

/** What became of an approved timesheet. Why it went to suspense stands on the timesheet, for those who may read it. */
export type Approved = {
  readonly id: string
  readonly human_id: string
  readonly status: 'approved' | 'suspense'
}

/** Approves timesheets, all of them or none, and raises their invoice sets in the same transaction. */
export const approveTimesheets = verb<z.infer<typeof input>, { timesheets: Approved[] }>({
  action_id: 'transaction.timesheet.approve',
  input,
  run: async (context, { ids, comment }) => {
    const rows = await lockTimesheets(context, ids)
    requireCan('approve', rows, context.viewer)
    return { timesheets: await approveRows(context, rows, comment ?? null) }
  },
})

/**
 * The set-based core of the verb and of its job, over rows that are locked and may be approved. A client's approval
 * never fails for what the agency has not set up: such a timesheet is approved and waits in suspense with its reason.
 */
export async function approveRows(
  context: VerbContext,
  rows: readonly TimesheetRow[],
  comment: string | null,
): Promise<Approved[]> {
  const { viewer, clock } = context
  const at = clock.now()
  await context.tx.run(
    `update transaction.timesheet set approved_at = $2, approved_by = $3, approved_by_name = $4 where id = any ($1)`,
    [rows.map((row) => row.id), at, viewer.user_id, viewer.user_name],
  )
  const settled = await settleRaised(context, 'approve', rows, comment)
  return settled.map(({ id, human_id, status }) => ({ id, human_id, status }))
}

const outcome_columns = { id: 'uuid', status: 'text', suspense_reason: 'text' } as const

/** Raises what is approved, sets the status that follows from it, and records the steps. */
export async function settleRaised(
  context: VerbContext,
  action: 'approve' | 'raise',
  rows: readonly TimesheetRow[],
  comment: string | null,
): Promise<(Approved & { suspense_reason: string | null })[]> {
  const { raised, refused } = await raiseRows(context, rows)
  const outcomes = rows.map((row) => {
    const suspense_reason = refused.get(row.id) ?? null
    const status = suspense_reason === null ? ('approved' as const) : ('suspense' as const)
    return { id: row.id, human_id: row.human_id, status, suspense_reason }
  })
  const params: unknown[] = [context.clock.now()]
  await context.tx.run(
    `update transaction.timesheet t set status = o.status, suspense_reason = o.suspense_reason, updated_at = $1,
       evidence_hash = coalesce(t.evidence_hash, transaction.timesheet_evidence(t.id))
     from ${unnestSql(outcome_columns, outcomes, params, 'o')} where t.id = o.id`,
    params,
  )
  await recordSteps(
    context,
    action,
    rows.flatMap((row) => stepsOf(action, row, refused.get(row.id), raised.get(row.id) ?? null, comment)),
  )
  return outcomes
}

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

/** The approval, and apart from it the suspense: every party reads the first, agency and provider the second too. */
function stepsOf(
  action: 'approve' | 'raise',
  row: TimesheetRow,
  reason: string | undefined,
  invoice_set_id: string | null,
  comment: string | null,
): Step[] {
  const new_values = { invoice_set_id }
  if (action === 'raise') {
    return reason === undefined
      ? [{ row, new_status: 'approved', message: 'Invoices raised', new_values }]
      : [{ row, new_status: 'suspense', message: reason }]
  }
  const approved: Step = { row, new_status: 'approved', message: 'Approved', comment, new_values }
  if (reason === undefined) return [approved]
  return [approved, { row: { ...row, status: 'approved' }, new_status: 'suspense', message: reason }]
}
