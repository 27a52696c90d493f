import { loadVisible, visibleSql } from '#data/visible.ts'
import { conflict, notAllowed, precondition } from '#kernel/errors.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import type { Asker, TimesheetAction, TimesheetFacts } from './timesheet.rules.ts'
import { timesheetRefusal } from './timesheet.rules.ts'

/** A timesheet as its verbs use it, with what its placement says. */
export type TimesheetRow = TimesheetFacts & {
  readonly id: string
  readonly contract_id: string
  readonly provider_id: string
  readonly agency_id: string
  readonly client_id: string
  readonly contractor_id: string
  readonly funder_id: string | null
  readonly start_date: string
  readonly end_date: string
  readonly unit_type: 'hourly' | 'daily' | 'monthly' | 'custom'
  readonly total_units: string
  readonly currency: string
  readonly placement_start: string
  readonly placement_end: string | null
  readonly standard_units: string
}

/**
 * The timesheets of these ids, locked in id order: two people who decide at once meet here, and the second sees what
 * the first did. @throws not_found when any is not the viewer's
 */
export async function lockTimesheets(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  ids: readonly string[],
): Promise<TimesheetRow[]> {
  const seen = await loadVisible<{ id: string }>(tx, viewer, 'transaction.timesheet', ids, {
    lock: true,
    columns: 't.id',
  })
  return readTimesheets(
    tx,
    seen.map((row) => row.id),
  )
}

/** The same for a batch of a job: what is not there, or not the viewer's any more, is left out. */
export async function lockVisibleTimesheets(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  ids: readonly string[],
): Promise<TimesheetRow[]> {
  const params: unknown[] = [ids]
  const visible = visibleSql('transaction.timesheet', viewer, 't', params)
  const seen = await tx.rows<{ id: string }>(
    `select t.id from transaction.timesheet t where t.id = any ($1) and ${visible} order by t.id for update of t`,
    params,
  )
  return readTimesheets(
    tx,
    seen.map((row) => row.id),
  )
}

/** Reads without asking who is asking: the ids come from `lockTimesheets`, or from a job of our own. */
function readTimesheets(tx: Tx, ids: readonly string[]): Promise<TimesheetRow[]> {
  return tx.rows<TimesheetRow>(
    `select t.id, t.human_id, t.status, t.contract_id, t.provider_id, t.agency_id, t.client_id, t.contractor_id, t.funder_id,
       t.start_date, t.end_date, t.unit_type, t.total_units, y.alpha_code as currency,
       c.timesheet_submit, c.manual_timesheet_approval, c.start_date as placement_start, c.end_date as placement_end,
       c.standard_units,
       coalesce((select array_agg(n.business_contact_id::text order by n.id) from contract.contract_contact n
         where n.contract_id = c.id and n.type = 'timesheet_approver' and n.deleted_at is null), '{}') as approver_contact_ids
     from transaction.timesheet t
     join contract.contract c on c.id = t.contract_id
     join platform.currency y on y.id = t.currency_id
     where t.id = any ($1) order by t.id`,
    [ids],
  )
}

/** @throws not_allowed, precondition or conflict with the first refusal, in words that name the timesheet */
export function requireCan(action: TimesheetAction, rows: readonly TimesheetRow[], viewer: Asker): void {
  for (const row of rows) {
    const refusal = timesheetRefusal(action, row, viewer)
    if (refusal === null) continue
    if (refusal.code === 'not_allowed') throw notAllowed(refusal.message)
    throw refusal.code === 'conflict' ? conflict(refusal.message) : precondition(refusal.message)
  }
}
