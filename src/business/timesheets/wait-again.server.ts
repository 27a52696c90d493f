/**
 * Work whose pay run is opened again (payroll-run, states): its documents are credited in full, or its credits are reversed, and it
 * waits for payroll with the same hours. The next documents take over what the credits leave.
 */
import { present } from '#kernel/assert.ts'
import { conflict } from '#kernel/errors.ts'
import { units } from '#kernel/rate.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow, updateRow } from '#server/write-row.server.ts'
import { wholeCorrections } from '../corrections/correction.rules.ts'
import { issueCorrections } from '../corrections/credit-issue.server.ts'
import { settleCorrections } from '../corrections/credit-settle.server.ts'
import { freeCash } from '../corrections/refine-cash.server.ts'
import { reverseLess } from '../corrections/reverse-less.server.ts'
import { invoice_set, refinement } from '../invoices/invoice-set.entity.ts'
import { nextHumanId } from '../shared/human-id.server.ts'
import { partiesOf } from '../shared/party-columns.rules.ts'
import { refuseDifferences } from './refine-full.server.ts'
import { lockOwnDocuments } from './refine-load.server.ts'
import { type TimesheetRow, timesheets } from './timesheet-records.server.ts'

const waits = 'Its pay run was opened again, and pays it once it is approved'

/**
 * The timesheet is locked, and approved.
 * @throws precondition for work that a difference corrected; conflict while a receipt is matched
 */
export async function waitAgain(context: VerbContext, sheet: TimesheetRow, reason: string): Promise<void> {
  if (sheet.status !== 'approved')
    throw conflict(`Timesheet ${sheet.human_id} is ${sheet.status}: please look again`)
  if (!sheet.is_difference) await refuseDifferences(context, sheet.id, sheet.human_id)
  const is_less = sheet.is_difference && units(sheet.total_units) < 0
  const cause = is_less ? await giveBack(context, sheet, reason) : await credit(context, sheet, reason)
  await suspendAgain(context, sheet, { reason, cause })
}

/** Credits the documents in full. A refinement names them and the next ones. @returns its number */
async function credit(context: VerbContext, sheet: TimesheetRow, reason: string): Promise<string> {
  const { tx, viewer, clock } = context
  const { from, cash } = await lockOwnDocuments(context, sheet)
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
  context.audit({
    entity: 'transaction.refinement',
    entity_id: id,
    new_values: { human_id, mode: 'full', status: 'pending_invoices', reason, timesheet_id: sheet.id },
  })
  return human_id
}

/** Reverses the credits of work that was taken off. @returns the number of the refinement that took it off */
async function giveBack(context: VerbContext, sheet: TimesheetRow, reason: string): Promise<string> {
  const found = present(
    await context.tx.row<{ set_id: string; refinement_id: string; human_id: string }>(
      `select s.id as set_id, r.id as refinement_id, r.human_id from transaction.timesheet t
       join transaction.refinement r on r.id = t.refinement_id
       join transaction.invoice_set s on s.timesheet_id = t.id and s.version = t.version and s.status = 'live'
       where t.id = $1`,
      [sheet.id],
    ),
    'the credits of a difference',
  )
  await reverseLess(context, { ...found, reason })
  return found.human_id
}

async function suspendAgain(
  context: VerbContext,
  sheet: TimesheetRow,
  { reason, cause }: { readonly reason: string; readonly cause: string },
): Promise<void> {
  const { tx, clock } = context
  // The same hours, approved by the same person: evidence of the new version.
  // Differences of a week are numbered by their versions.
  const { was, version } = present(
    await tx.row<{ was: number; version: number }>(
      `update transaction.timesheet t set evidence_hash = null, updated_at = $2, version = case when t.refines_id is null then t.version + 1
         else (select max(o.version) + 1 from transaction.timesheet o where o.contract_id = t.contract_id and o.start_date = t.start_date
           and o.type = t.type) end
       where t.id = $1 returning old.version as was, new.version`,
      [sheet.id, clock.now()],
    ),
    'the timesheet',
  )
  await tx.run(
    `update transaction.timesheet t set evidence_hash = transaction.timesheet_evidence(t.id), status = 'suspense', suspense_reason = $2
     where t.id = $1`,
    [sheet.id, waits],
  )
  await tx.run(
    `update transaction.refinement r set status = 'pending_invoices', updated_at = $2 from transaction.timesheet t
     where t.id = $1 and t.refines_id is not null and r.id = t.refinement_id and r.status = 'completed'`,
    [sheet.id, clock.now()],
  )
  await timesheets.recordSteps(context, 'refine', [
    {
      ...{ row: sheet, new_status: 'suspense', message: `${waits} (${cause})`, comment: reason },
      ...{ old_values: { version: was }, new_values: { version } },
    },
  ])
}
