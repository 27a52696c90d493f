/**
 * Work whose pay run is opened again (payroll-run, states): its documents are credited in full, and it waits for payroll
 * with the same hours. A refinement names both, and its next documents take over what the credits leave.
 */
import { conflict, precondition } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow, updateRow } from '#server/write-row.server.ts'
import { wholeCorrections } from '../corrections/correction.rules.ts'
import { issueCorrections } from '../corrections/credit-issue.server.ts'
import { settleCorrections } from '../corrections/credit-settle.server.ts'
import { freeCash } from '../corrections/refine-cash.server.ts'
import { invoice_set, refinement } from '../invoices/invoice-set.entity.ts'
import { nextHumanId } from '../shared/human-id.server.ts'
import { partiesOf } from '../shared/party-columns.rules.ts'
import { refuseDifferences } from './refine-full.server.ts'
import { lockRefinable } from './refine-load.server.ts'
import { timesheet } from './timesheet.entity.ts'
import { type TimesheetRow, timesheets } from './timesheet-records.server.ts'

const waits = 'Its pay run was opened again, and pays it once it is approved'

/**
 * The timesheet is locked, and approved.
 * @throws precondition for work that a difference corrected, or that is one; conflict while a receipt is matched
 */
export async function waitAgain(context: VerbContext, sheet: TimesheetRow, reason: string): Promise<void> {
  const { tx, viewer, clock } = context
  if (sheet.status !== 'approved')
    throw conflict(`Timesheet ${sheet.human_id} is ${sheet.status}: please look again`)
  if (sheet.is_difference)
    throw precondition(
      `Timesheet ${sheet.human_id} is a difference, whose documents stay: put it right with another difference`,
    )
  await refuseDifferences(context, sheet.id, sheet.human_id)
  const { from, cash, sheet: found } = await lockRefinable(context, sheet)
  const id = newUuid(clock)
  const human_id = await nextHumanId(tx, 'RFN')
  await insertRow(tx, refinement, {
    ...{ id, human_id, reason, mode: 'full', status: 'pending_invoices', re_approval: false },
    ...{ transaction_id: sheet.id, transaction_type: 'timesheet', ...partiesOf(sheet) },
    ...{ created_by: viewer.user_id, created_at: clock.now(), updated_at: clock.now() },
  })
  await freeCash(context, cash, `${human_id}: ${reason}`)
  const corrections = wholeCorrections(from.base.currency, from.documents)
  if (corrections.length > 0)
    await settleCorrections(
      context,
      from.base.id,
      await issueCorrections(context, from, corrections, { reason, refinement_id: id }),
    )
  await updateRow(tx, invoice_set, from.base.id, { status: 'credited', updated_at: clock.now() })
  const version = found.version + 1
  await updateRow(tx, timesheet, sheet.id, { version, evidence_hash: null, updated_at: clock.now() })
  // The same hours, approved by the same person: evidence of the new version.
  await tx.run(
    `update transaction.timesheet t set evidence_hash = transaction.timesheet_evidence(t.id), status = 'suspense', suspense_reason = $2
     where t.id = $1`,
    [sheet.id, waits],
  )
  await timesheets.recordSteps(context, 'refine', [
    {
      ...{ row: sheet, new_status: 'suspense', message: `${waits} (${human_id})`, comment: reason },
      ...{ old_values: { version: found.version }, new_values: { version } },
    },
  ])
  context.audit({
    entity: 'transaction.refinement',
    entity_id: id,
    new_values: { human_id, mode: 'full', status: 'pending_invoices', reason, timesheet_id: sheet.id },
  })
}
