/** A refinement by difference: timesheets of their own for additions and deductions (money.md §1.8). */

import { conflict, invalid, precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { raiseDifference } from './decide-timesheets.server.ts'
import type { Hours } from './refine-hours.server.ts'
import type { Refinable } from './refine-load.server.ts'
import { isPayroll, waitForPayroll } from './refine-payroll.server.ts'
import type { DifferenceSheet } from './refine-version.server.ts'
import { changesOf, insertDifference } from './refine-version.server.ts'
import { timesheets } from './timesheet-records.server.ts'

/**
 * Leaves the timesheet unchanged: additions and deductions go onto timesheets of their own (docs/gaps.md, version and
 * difference).
 * @throws conflict while an earlier difference waits for approval
 */
export async function refineDifference(
  context: VerbContext,
  { sheet, from }: Refinable,
  asked: { readonly reason: string; readonly re_approval: boolean },
  { worked, wanted }: Hours,
  refinement: { readonly id: string; readonly human_id: string },
): Promise<DifferenceSheet[]> {
  await refuseUndecided(context, sheet.id, sheet.human_id)
  const { more, less } = changesOf(worked, wanted)
  if (more.length === 0 && less.length === 0)
    throw invalid({ details: 'These are the hours that were invoiced: there is no difference' })
  const status = asked.re_approval ? 'submitted' : 'approved'
  const made: DifferenceSheet[] = []
  // Deductions first, so that a client at its limit has room for the additions.
  for (const cells of [less, more]) {
    if (cells.length === 0) continue
    const difference = await insertDifference(context, sheet, cells, { refinement_id: refinement.id, status })
    made.push(difference)
    const row = { ...sheet, id: difference.id, human_id: difference.human_id, status: 'draft' as const }
    await timesheets.recordSteps(context, 'refine', [
      {
        row,
        new_status: status,
        message: `Difference to ${sheet.human_id} (${refinement.human_id})`,
        comment: asked.reason,
        new_values: { total_units: difference.total_units },
      },
    ])
    if (asked.re_approval) continue
    if (isPayroll(from.base)) await waitForPayroll(context, row)
    else {
      const refused = await raiseDifference(context, difference)
      if (refused !== null) throw precondition(refused)
    }
  }
  return made
}

/** Two differences at once would each be counted from hours that the other changes. */
async function refuseUndecided(context: VerbContext, id: string, human_id: string): Promise<void> {
  const waiting = await context.tx.rows<{ human_id: string }>(
    `select human_id from transaction.timesheet where refines_id = $1 and deleted_at is null
       and status in ('draft', 'submitted', 'rejected', 'suspense') order by human_id`,
    [id],
  )
  const [first] = waiting
  if (first)
    throw conflict(`Timesheet ${first.human_id} is a difference to ${human_id} that is not decided yet`)
}
