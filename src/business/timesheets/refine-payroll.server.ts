/**
 * Corrected PAYE work waits for payroll again: paid pay stays, the next run adjusts it, and its figures raise the
 * documents (money.md §1.8).
 */
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import type { BaseSet } from '../corrections/credit-load.server.ts'
import { timesheet } from './timesheet.entity.ts'
import { type TimesheetRow, timesheets } from './timesheet-records.server.ts'

export function isPayroll({ generation_type }: Pick<BaseSet, 'generation_type'>): boolean {
  return generation_type === 'paye_timesheet' || generation_type === 'payroll_timesheet'
}

const waits_for_payroll = 'Payroll figures of the correction are not available yet'

/** Puts approved work into suspense until payroll's figures are there. The timesheet is locked. */
export async function waitForPayroll(
  context: VerbContext,
  row: Pick<TimesheetRow, 'id' | 'provider_id' | 'agency_id' | 'client_id' | 'contractor_id' | 'funder_id'>,
): Promise<void> {
  await updateRow(context.tx, timesheet, row.id, {
    status: 'suspense',
    suspense_reason: waits_for_payroll,
    updated_at: context.clock.now(),
  })
  await timesheets.recordSteps(context, 'refine', [
    { row: { ...row, status: 'approved' }, new_status: 'suspense', message: waits_for_payroll },
  ])
}
