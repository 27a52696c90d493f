import { visibleSql } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import { precondition } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import type { WorkStatus } from '../approvable-work/work.rules.ts'
import { timesheets } from '../timesheets/timesheet-records.server.ts'
import { type Importer, oneByOne, type TakenBack, type UnitInput, type UnitRow } from './importer.server.ts'
import { shapeNamed } from './made-business.server.ts'

const id_column = 'human_id'
const date_column = 'details.date'
const rate_column = 'details.rate_name'
const units_column = 'details.units'

type Cell = { readonly date: string; readonly group_id: string; readonly units: string }

/**
 * Units of timesheets as rows, a row a day and rate. The file's cells overlay existing ones: a missing day stays, an
 * empty cell clears.
 */
export const importTimesheets: Importer = {
  shape: shapeNamed('timesheet_units'),
  reads: [id_column, date_column, rate_column, units_column],
  entity: 'transaction.timesheet',
  inputOf: async (context, rows) => {
    const human_id = (rows[0]?.values[id_column] ?? '').toUpperCase()
    const sheet = await findSheet(context, human_id)
    if (!sheet) return allRows(rows, { [id_column]: errorText.not_found('Timesheet') })
    const { tx } = context
    const groups = await groupsOf(context, sheet.contract_id)
    const standard = groups.get('standard') ?? (groups.size === 1 ? [...groups.values()][0] : undefined)
    const errors = new Map<number, Record<string, string>>()
    // The row of the file that each cell is of.
    const row_of: number[] = []
    const cells = rows.flatMap(({ values }, at): Cell[] => {
      const name = values[rate_column]?.toLowerCase()
      // A blank line of the template is skipped.
      if (name === undefined && values[units_column] === undefined) return []
      const group_id = name === undefined ? standard : groups.get(name)
      if (group_id === undefined) errors.set(at, { [rate_column]: errorText.not_found('Rate') })
      row_of.push(at)
      return [
        { date: values[date_column] ?? '', group_id: group_id ?? '', units: values[units_column] ?? '' },
      ]
    })
    if (errors.size > 0) return { errors }
    const there = await tx.rows<Cell>(
      `select date, group_id, coalesce(unit_fraction, units::text) as units from transaction.timesheet_detail
       where timesheet_id = $1 and deleted_at is null order by date, group_id`,
      [sheet.id],
    )
    const key = ({ date, group_id }: Cell) => `${date} ${group_id}`
    const named = new Set(cells.map(key))
    return {
      input: { id: sheet.id, details: [...cells, ...there.filter((cell) => !named.has(key(cell)))] },
      record: { id: sheet.id, human_id },
      blame: (error_key) => {
        const [, at, part] = /^details\.(\d+)(?:\.(\w+))?$/.exec(error_key) ?? []
        const row = row_of[Number(at ?? -1)]
        if (row === undefined) return null
        return {
          row,
          field: part === 'date' ? date_column : part === 'group_id' ? rate_column : units_column,
        }
      },
    }
  },
  before: async ({ tx }, id) => {
    const found = await tx.row<{ before: Record<string, unknown> }>(
      `select to_jsonb(t) || jsonb_build_object('details', coalesce((select jsonb_agg(to_jsonb(d) order by d.id)
         from transaction.timesheet_detail d where d.timesheet_id = t.id and d.deleted_at is null), '[]')) as before
       from transaction.timesheet t where t.id = $1`,
      [id],
    )
    return found?.before ?? null
  },
  watched: [
    { table: 'transaction.timesheet', where: 'r.id = $1', reason: 'has been changed since' },
    {
      table: 'transaction.timesheet_detail',
      where: 'r.timesheet_id = $1 and r.deleted_at is null',
      reason: 'has been changed since',
    },
  ],
  takeBack: oneByOne(takeBack),
}

const allRows = (rows: readonly UnitRow[], errors: Record<string, string>): UnitInput => ({
  errors: new Map(rows.map((_row, at) => [at, errors])),
})

/** Locked, so that the overlaid cells are the present ones. */
async function findSheet(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  human_id: string,
): Promise<{ id: string; contract_id: string } | undefined> {
  const params: unknown[] = [human_id]
  const visible = visibleSql('transaction.timesheet', viewer, 't', params)
  return tx.row(
    `select t.id, t.contract_id from transaction.timesheet t where t.human_id = $1 and ${visible} for update of t`,
    params,
  )
}

/** Rates of the placement by name, in small letters. */
async function groupsOf({ tx }: Pick<VerbContext, 'tx'>, contract_id: string): Promise<Map<string, string>> {
  const rows = await tx.rows<{ name: string; group_id: string }>(
    `select distinct lower(name) as name, group_id from contract.rate
     where contract_id = $1 and sub_type = 'contractor_rate' and deleted_at is null order by 1`,
    [contract_id],
  )
  return new Map(rows.map(({ name, group_id }) => [name, group_id]))
}

/** Columns that the import wrote; any other change of the timesheet prevents the undo. */
const restored = [
  'status',
  'total_units',
  'contractor_amount',
  'client_amount',
  'comment',
  'submitted_date',
  'submitted_by',
  'submitted_as',
  'updated_at',
] as const

async function takeBack(context: VerbContext, { id, human_id, before }: TakenBack): Promise<void> {
  const { tx, clock } = context
  const [sheet] = await timesheets.lock(context, [id])
  const row = present(sheet, 'the timesheet')
  if (!['draft', 'rejected', 'submitted'].includes(row.status))
    throw precondition(`${human_id} is ${row.status}`)
  const old = JSON.stringify(before)
  const list = restored.join(', ')
  await tx.run(
    `update transaction.timesheet t set (${list}) =
       (select ${list} from jsonb_populate_record(null::transaction.timesheet, $2::jsonb)) where t.id = $1`,
    [id, old],
  )
  // Cells that the import brought go; those that it wrote over are as they were.
  const was = `jsonb_populate_recordset(null::transaction.timesheet_detail, $2::jsonb -> 'details')`
  await tx.run(
    `update transaction.timesheet_detail d set deleted_at = $3, updated_at = $3
     where d.timesheet_id = $1 and d.deleted_at is null and not exists (select 1 from ${was} b where b.id = d.id)`,
    [id, old, clock.now()],
  )
  const cells =
    'units, unit_fraction, rate_name, unit_type, contractor_rate_id, client_rate_id, contractor_rate, client_rate, updated_at, deleted_at'
  await tx.run(
    `update transaction.timesheet_detail d set (${cells}) =
       (select ${cells} from ${was} b where b.id = d.id)
     where d.timesheet_id = $1 and exists (select 1 from ${was} b where b.id = d.id)`,
    [id, old],
  )
  await timesheets.recordSteps(context, 'import_undo', [
    {
      row,
      new_status: (before?.status ?? row.status) as WorkStatus, // As the table's check allows.
      message: 'Import undone',
      old_values: { total_units: row.total_units },
      new_values: { total_units: before?.total_units },
    },
  ])
}
