/** The next version of a timesheet, and difference timesheets (money.md §1.8). */

import { present } from '#kernel/assert.ts'
import { day } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { currency, formatMoney, sum } from '#kernel/money.ts'
import type { Units4 } from '#kernel/rate.ts'
import { amountOf, rate, sumUnits, toNumericText, units, unitsFromScaled } from '#kernel/rate.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { fromSource, insertRows, insertSelectSql } from '#server/write-row.server.ts'
import type { Entry } from '../rates/units.rules.ts'
import { nextHumanId } from '../shared/human-id.server.ts'
import { partiesOf } from '../shared/party-columns.rules.ts'
import type { WorkedCell } from './refine-hours.server.ts'
import { timesheet, timesheet_detail } from './timesheet.entity.ts'
import type { TimesheetRow } from './timesheet-records.server.ts'
import type { Totals } from './write-timesheet-details.server.ts'
import { writeDetails } from './write-timesheet-details.server.ts'

/**
 * Writes the corrected hours as the next version. The former cells stay, marked as superseded. Hours that are approved
 * again were entered by the viewer, so somebody else approves them.
 */
export async function writeNextVersion(
  context: VerbContext,
  sheet: TimesheetRow,
  details: readonly Entry[],
  again: boolean,
): Promise<Totals> {
  const { tx, viewer, clock } = context
  await tx.run(
    'update transaction.timesheet_detail set deleted_at = $2, updated_at = $2 where timesheet_id = $1 and deleted_at is null',
    [sheet.id, clock.now()],
  )
  const totals = await writeDetails(context, sheet, details)
  if (units(totals.total_units) === 0)
    throw invalid({ details: 'Please enter the time worked: a week that was not worked is credited instead' })
  await tx.run(
    `update transaction.timesheet set version = version + 1, updated_at = $2, evidence_hash = null,
       status = case when $3 then 'submitted' else status end,
       approved_at = case when $3 then null else approved_at end,
       approved_by = case when $3 then null else approved_by end,
       approved_by_name = case when $3 then null else approved_by_name end,
       evidence_status = case when $3 then null else evidence_status end,
       submitted_date = case when $3 then $2 else submitted_date end,
       submitted_by = case when $3 then $4 else submitted_by end,
       submitted_as = case when $3 then $5 else submitted_as end where id = $1`,
    [sheet.id, clock.now(), again, viewer.user_id, viewer.impersonator_user_id],
  )
  if (!again) await takeEvidence(tx, sheet.id)
  return totals
}

/** Invoiced work matches its evidence; unapproved work has none. */
async function takeEvidence(tx: Tx, id: string): Promise<void> {
  await tx.run(
    'update transaction.timesheet t set evidence_hash = transaction.timesheet_evidence(t.id) where t.id = $1',
    [id],
  )
}

type ChangedCell = WorkedCell & { readonly change: Units4 }

export type DifferenceSheet = {
  readonly id: string
  readonly human_id: string
  readonly total_units: string
}

/** A timesheet of its own for the additions, or for the deductions. */
export async function insertDifference(
  context: VerbContext,
  sheet: TimesheetRow,
  cells: readonly ChangedCell[],
  made: { readonly refinement_id: string; readonly status: 'approved' | 'submitted' },
): Promise<DifferenceSheet> {
  const { tx, viewer, clock } = context
  const id = newUuid(clock)
  const human_id = await nextHumanId(tx, 'TMS')
  const totals = totalsOf(sheet, cells)
  const is_approved = made.status === 'approved'
  await tx.run(
    `${insertSelectSql(timesheet, {
      ...fromSource('t', ['contract_id', 'provider_id', 'agency_id', 'client_id', 'contractor_id']),
      ...fromSource('t', ['funder_id', 'start_date', 'end_date', 'timesheet_frequency', 'unit_type']),
      ...fromSource('t', ['currency_id']),
      id: '$1',
      human_id: '$2',
      type: `'manual'`,
      status: '$3',
      version: `(select coalesce(max(o.version), 0) + 1 from transaction.timesheet o
        where o.contract_id = t.contract_id and o.start_date = t.start_date and o.type = 'manual')`,
      total_units: '$4',
      contractor_amount: '$5',
      client_amount: '$6',
      refines_id: 't.id',
      refinement_id: '$7',
      submitted_date: '$8::timestamptz',
      submitted_by: '$9::text',
      submitted_as: '$13::text',
      approved_at: 'case when $10::boolean then $8::timestamptz end',
      approved_by: 'case when $10 then $9::text end',
      approved_by_name: 'case when $10 then $11::text end',
      comment: 'null',
      suspense_reason: 'null',
      held_by: 'null',
      evidence_status: 'null',
      evidence_hash: 'null',
      created_at: '$8',
      updated_at: '$8',
    })} from transaction.timesheet t where t.id = $12`,
    [
      id,
      human_id,
      made.status,
      totals.total_units,
      totals.contractor_amount,
      totals.client_amount,
      made.refinement_id,
      clock.now(),
      viewer.user_id,
      is_approved,
      viewer.user_name,
      sheet.id,
      viewer.impersonator_user_id,
    ],
  )
  await insertCells(context, sheet, id, cells)
  if (is_approved) await takeEvidence(tx, id)
  return { id, human_id, total_units: totals.total_units }
}

async function insertCells(
  { tx, clock }: VerbContext,
  sheet: TimesheetRow,
  timesheet_id: string,
  cells: readonly ChangedCell[],
): Promise<void> {
  await insertRows(
    tx,
    timesheet_detail,
    cells.map(({ change, ...cell }) => ({
      ...cell,
      id: newUuid(clock),
      timesheet_id,
      ...partiesOf(sheet),
      units: toNumericText(change),
      unit_fraction: null,
      availability: null,
      description: null,
      is_difference: true,
      created_at: clock.now(),
      updated_at: clock.now(),
    })),
  )
}

/** As the documents have it: units of one pair of rates are one line, rounded once. */
function totalsOf(sheet: TimesheetRow, cells: readonly ChangedCell[]): Totals {
  const code = currency(sheet.currency)
  const lines = Map.groupBy(cells, (cell) => `${cell.contractor_rate_id} ${cell.client_rate_id}`)
  const amount = (side: 'contractor_rate' | 'client_rate') =>
    formatMoney(
      sum(
        code,
        [...lines.values()].map((of_line) =>
          amountOf(
            sumUnits(of_line.map((cell) => cell.change)),
            rate(present(of_line[0], 'a cell')[side]),
            code,
          ),
        ),
      ),
    )
  return {
    total_units: toNumericText(sumUnits(cells.map((cell) => cell.change))),
    contractor_amount: amount('contractor_rate'),
    client_amount: amount('client_rate'),
  }
}

/** The change of each cell; unchanged cells are left out. */
export function changesOf(
  worked: readonly WorkedCell[],
  wanted: readonly WorkedCell[],
): { more: ChangedCell[]; less: ChangedCell[] } {
  const key = (cell: WorkedCell) => `${day(cell.date)} ${cell.group_id}`
  const was = new Map(worked.map((cell) => [key(cell), cell]))
  const is = new Map(wanted.map((cell) => [key(cell), cell]))
  const more: ChangedCell[] = []
  const less: ChangedCell[] = []
  for (const at of new Set([...was.keys(), ...is.keys()])) {
    const before = was.get(at)
    const after = is.get(at)
    const change = unitsFromScaled(units(after?.units ?? '0') - units(before?.units ?? '0'))
    if (change > 0 && after) more.push({ ...after, change })
    // Deducted at the invoiced rate, not at today's.
    if (change < 0 && before) less.push({ ...before, change })
  }
  return { more, less }
}
