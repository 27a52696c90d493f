import type { ReadRow } from '#entity/new-row.ts'
import { day, formatDay } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { currency, formatMoney, sum } from '#kernel/money.ts'
import type { Rate4, Units4 } from '#kernel/rate.ts'
import { amountOf, sumUnits, toNumericText, units } from '#kernel/rate.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRows, unnestSql, updateRow } from '#server/write-row.server.ts'
import { loadVersions } from '../rates/load-versions.server.ts'
import type { RateUnit, RateVersion } from '../rates/rate-version.rules.ts'
import { rateOn, spansOverlap } from '../rates/rate-version.rules.ts'
import type { Cell, Entry } from '../rates/units.rules.ts'
import { readEntries } from '../rates/units.rules.ts'
import { lockKey } from '../shared/lock-key.server.ts'
import { awayDays } from './days/day-marks.rules.ts'
import { timesheet, timesheet_detail } from './timesheet.entity.ts'
import type { TimesheetRow } from './timesheet-records.server.ts'

/** A cell with the rates in force on its day. */
type PricedCell = Cell & { readonly contractor: RateVersion; readonly client: RateVersion }

export type Totals = {
  readonly total_units: string
  readonly contractor_amount: string
  readonly client_amount: string
}

/**
 * Makes these cells the whole content of a timesheet, priced at the rates in force on each day, and writes its totals.
 * @throws invalid under `details.{i}.units` and `details.{i}.date`, in the words of spec §5
 */
export async function writeDetails(
  context: VerbContext,
  sheet: TimesheetRow,
  entries: readonly Entry[],
): Promise<Totals> {
  const versions = await loadVersions(context.tx, sheet.contract_id)
  const marks = await readMarks(context, sheet.id)
  const priced = priceCells(sheet, entries, versions, awayDays(marks))
  const cells = priced.filter((cell) => cell.units > 0)
  await refuseReused(context, sheet, entries, cells)
  const totals = totalsOf(sheet, cells)
  await replaceCells(context, sheet, cells)
  await updateRow(context.tx, timesheet, sheet.id, {
    total_units: totals.total_units,
    contractor_amount: totals.contractor_amount,
    client_amount: totals.client_amount,
    updated_at: context.clock.now(),
    // Other days may have the same total.
    told_updated_at: context.clock.now(),
  })
  return totals
}

/** Only one timesheet of the placement has time for a day and rate. @throws invalid under `details.{i}.date` */
async function refuseReused(
  { tx }: Pick<VerbContext, 'tx'>,
  sheet: TimesheetRow,
  entries: readonly Entry[],
  cells: readonly Cell[],
): Promise<void> {
  if (sheet.is_difference) return
  // Two timesheets of these days may be saved at once.
  await lockKey(tx, `timesheet_days:${sheet.contract_id}`)
  const others = await tx.rows<{ date: string; group_id: string }>(
    `select d.date, d.group_id from transaction.timesheet_detail d join transaction.timesheet t on t.id = d.timesheet_id
     where t.contract_id = $1 and t.id <> $2 and t.status <> 'cancelled' and t.refines_id is null and t.deleted_at is null
       and t.start_date <= $4 and t.end_date >= $3 and d.deleted_at is null and d.units > 0`,
    [sheet.contract_id, sheet.id, sheet.start_date, sheet.end_date],
  )
  const worked = new Set(cells.map((one) => `${one.date} ${one.group_id}`))
  const taken = new Set(others.map((one) => `${one.date} ${one.group_id}`).filter((key) => worked.has(key)))
  const reused = entries.flatMap(({ date, group_id }, i) =>
    taken.has(`${date} ${group_id}`) ? [[`details.${i}.date`, validationText.date_reuse]] : [],
  )
  if (reused.length > 0) throw invalid(Object.fromEntries(reused))
}

/** Entries as cells at the rates in force on each day, written nowhere. @throws invalid as `writeDetails` does */
export async function priceEntries(
  context: VerbContext,
  sheet: TimesheetRow,
  entries: readonly Entry[],
): Promise<PricedCell[]> {
  const cells = priceCells(sheet, entries, await loadVersions(context.tx, sheet.contract_id))
  return cells.filter((cell) => cell.units > 0)
}

/** The saved cells as entries: submission prices them again, because a rate may have changed. */
export function readDetails({ tx }: Pick<VerbContext, 'tx'>, timesheet_id: string): Promise<Entry[]> {
  return tx.rows<Entry>(
    `select date, group_id, coalesce(unit_fraction, units::text) as units from transaction.timesheet_detail where timesheet_id = $1 and deleted_at is null order by date, group_id`,
    [timesheet_id],
  )
}

function priceCells(
  sheet: TimesheetRow,
  entries: readonly Entry[],
  versions: readonly RateVersion[],
  away: Readonly<Record<string, string>> = {},
): PricedCell[] {
  const unit_type_of_group: Record<string, RateUnit> = {}
  const name_of_group: Record<string, string> = {}
  const standard_units_of_group: Record<string, Units4> = {}
  for (const version of versions) {
    unit_type_of_group[version.group_id] = version.value_text
    name_of_group[version.group_id] = version.name
  }
  const period = { start_date: day(sheet.start_date), end_date: day(sheet.end_date) }
  // The last version of the period decides, as in the grid.
  for (const version of versions)
    if (spansOverlap(version, { effective_from: period.start_date, effective_to: period.end_date }))
      standard_units_of_group[version.group_id] = units(version.standard_units ?? sheet.standard_units)
  const placement_end = sheet.placement_end === null ? null : day(sheet.placement_end)
  const { cells, errors: found } = readEntries(entries, {
    unit_type: sheet.unit_type,
    standard_units: units(sheet.standard_units),
    period,
    placement: { start_date: day(sheet.placement_start), end_date: placement_end },
    unit_type_of_group,
    standard_units_of_group,
    name_of_group,
    away,
  })
  const errors: Record<string, string> = { ...found }
  const is_faultless = Object.keys(found).length === 0
  // Without faults the cells run parallel to the entries.
  const priced = (is_faultless ? cells : []).flatMap((cell, i): PricedCell[] => {
    if (unit_type_of_group[cell.group_id] === undefined) {
      errors[`details.${i}.group_id`] = validationText.matches
      return []
    }
    if (cell.units === 0) return []
    const contractor = rateOn(versions, cell.group_id, 'contractor_rate', cell.date)
    const client = rateOn(versions, cell.group_id, 'client_rate', cell.date)
    if (contractor !== null && client !== null) return [{ ...cell, contractor, client }]
    errors[`details.${i}.date`] = `There is no rate in force on ${formatDay(cell.date)}`
    return []
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return priced
}

/** Amounts as the documents will have them: units of one pair of rate versions are one line, rounded once. */
function totalsOf(sheet: TimesheetRow, cells: readonly PricedCell[]): Totals {
  const code = currency(sheet.currency)
  const lines = new Map<string, { units: Units4[]; contractor: Rate4; client: Rate4 }>()
  for (const cell of cells) {
    const key = `${cell.contractor.id} ${cell.client.id}`
    const line = lines.get(key) ?? {
      units: [],
      contractor: cell.contractor.value_numeric,
      client: cell.client.value_numeric,
    }
    line.units.push(cell.units)
    lines.set(key, line)
  }
  const amounts = (side: 'contractor' | 'client') =>
    formatMoney(
      sum(
        code,
        [...lines.values()].map((line) => amountOf(sumUnits(line.units), line[side], code)),
      ),
    )
  return {
    total_units: toNumericText(sumUnits(cells.map((cell) => cell.units))),
    contractor_amount: amounts('contractor'),
    client_amount: amounts('client'),
  }
}

const cell_columns = { date: 'date', group_id: 'uuid' } as const

/** The marks of a timesheet's days, Standard first. */
export function readMarks({ tx }: Pick<VerbContext, 'tx'>, timesheet_id: string) {
  return tx.rows<Pick<Detail, 'id' | 'date' | 'availability' | 'description' | 'units'>>(
    `select id, date, availability, description, units from transaction.timesheet_detail
     where timesheet_id = $1 and deleted_at is null order by date, rate_name <> 'Standard', rate_name, id`,
    [timesheet_id],
  )
}
type Detail = ReadRow<typeof timesheet_detail, 'id date availability description units'>

/**
 * Cells that are no more are marked deleted, or are of no time where their day has a mark; the others are written over, so
 * that a draft's saves do not pile up.
 */
async function replaceCells(
  { tx, clock }: VerbContext,
  sheet: TimesheetRow,
  cells: readonly PricedCell[],
): Promise<void> {
  const rows = cells.map((cell) => ({
    id: newUuid(clock),
    date: cell.date,
    group_id: cell.group_id,
    rate_name: cell.contractor.name,
    units: toNumericText(cell.units),
    unit_fraction: cell.unit_fraction ?? null,
    unit_type: cell.contractor.value_text,
    contractor_rate_id: cell.contractor.id,
    client_rate_id: cell.client.id,
    contractor_rate: toNumericText(cell.contractor.value_numeric),
    client_rate: toNumericText(cell.client.value_numeric),
  }))
  const gone: unknown[] = [sheet.id, clock.now()]
  await tx.run(
    `update transaction.timesheet_detail d set updated_at = $2, units = 0, unit_fraction = null,
       deleted_at = case when d.availability is null and d.description is null then $2::timestamptz end
     where d.timesheet_id = $1 and d.deleted_at is null
       and not exists (select 1 from ${unnestSql(cell_columns, rows, gone, 'r')} where r.date = d.date and r.group_id = d.group_id)`,
    gone,
  )
  const { provider_id, agency_id, client_id, contractor_id, funder_id } = sheet
  await insertRows(
    tx,
    timesheet_detail,
    rows.map((row) => ({
      ...row,
      timesheet_id: sheet.id,
      provider_id,
      agency_id,
      client_id,
      contractor_id,
      funder_id,
      availability: null,
      description: null,
      created_at: clock.now(),
      updated_at: clock.now(),
    })),
    `on conflict (timesheet_id, date, group_id) where deleted_at is null do update set
       units = excluded.units, unit_fraction = excluded.unit_fraction, rate_name = excluded.rate_name, unit_type = excluded.unit_type,
       contractor_rate_id = excluded.contractor_rate_id, client_rate_id = excluded.client_rate_id,
       contractor_rate = excluded.contractor_rate, client_rate = excluded.client_rate, updated_at = excluded.updated_at`,
  )
}
