/** The rows of an import as the pieces of work that they are, each rehearsed or done by itself. */
import { type Effects, marksOf } from '#business/imports/effects.server.ts'
import { type RowErrors, readCells } from '#business/imports/import-cells.rules.ts'
import { type Before, blamed, type Taken, type UnitInput } from '#business/imports/importer.server.ts'
import type { Viewer } from '#entity/access.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { assert, present } from '#kernel/assert.ts'
import { frozenAt } from '#kernel/clock.ts'
import { type Deferred, performLater } from '#server/perform.server.ts'
import { rememberReads } from '#server/remembered-reads.server.ts'
import type { Tx } from '#server/verb.ts'
import { unnestSql } from '#server/write-row.server.ts'
import type { import_row } from './import.entity.ts'
import { type ImportDeps, type ImportWork, refusalIn } from './import-parts.job.ts'

export type StoredRow = {
  readonly id: string
  readonly row_no: number
  readonly unit_no: number
  readonly cells: readonly string[]
  /** Faults of its single cells. */
  readonly errors: RowErrors
}
export type Unit = readonly StoredRow[]

/** The next units in this status after a unit, in the order of the file. */
export async function nextUnits(
  tx: Pick<Tx, 'rows'>,
  import_id: string,
  status: 'waiting' | 'valid',
  after: number,
  count: number,
): Promise<Unit[]> {
  const rows = await tx.rows<StoredRow>(
    `select id, row_no, unit_no, cells, errors from platform.import_row
     where import_id = $1 and status = $2 and unit_no > $3 and unit_no <= (select max(unit_no) from (
       select distinct unit_no from platform.import_row where import_id = $1 and status = $2 and unit_no > $3
       order by unit_no limit $4) wanted)
     order by unit_no, row_no`,
    [import_id, status, after, count],
  )
  return [...Map.groupBy(rows, (row) => row.unit_no).values()]
}

/** The outcome of a row. */
export type Outcome = ReadRow<typeof import_row, 'id status entity entity_id human_id'> & {
  readonly errors: string
  readonly effects: string | null
}
const outcome_columns = {
  id: 'uuid',
  status: 'text',
  errors: 'jsonb',
  entity: 'text',
  entity_id: 'uuid',
  human_id: 'text',
  effects: 'jsonb',
} as const

const plain = { errors: '{}', entity: null, entity_id: null, human_id: null, effects: null } as const

/** The status of a row with or without errors. */
export const outcomeOf = (
  { id }: StoredRow,
  errors: RowErrors | undefined,
  status: { good: 'valid'; bad: 'faulty' | 'failed' },
): Outcome =>
  errors === undefined
    ? { ...plain, id, status: status.good }
    : { ...plain, id, status: status.bad, errors: JSON.stringify(errors) }

/** All rows of a batch in one statement. */
export async function writeOutcomes(
  tx: Tx,
  { clock }: Pick<ImportDeps, 'clock'>,
  outcomes: readonly Outcome[],
): Promise<void> {
  const params: unknown[] = [clock.now()]
  const from = unnestSql<Outcome>(outcome_columns, outcomes, params, 'o')
  await tx.run(
    `update platform.import_row r set status = o.status, errors = o.errors, entity = o.entity, entity_id = o.entity_id,
       human_id = o.human_id, effects = o.effects, updated_at = $1 from ${from} where r.id = o.id`,
    params,
  )
}

/** One transaction's viewer, and the import's own way of reading rows. */
export type Trying = {
  readonly tx: Tx
  readonly deps: ImportDeps
  readonly work: ImportWork
  readonly viewer: Viewer
  /** Of the values of the batch. */
  readonly taken: Taken
}

const readRows = ({ importer, mapping, form }: ImportWork, rows: readonly StoredRow[]) =>
  rows.map(({ cells }) =>
    readCells(importer.shape, mapping, cells, { decimal_comma: form?.delimiter === ';' }),
  )

/** Values of these units that are taken now. */
export async function takenOf(
  { tx, work, viewer }: Pick<Trying, 'tx' | 'work' | 'viewer'>,
  units: readonly Unit[],
): Promise<Taken> {
  const { importer } = work
  return importer.taken ? importer.taken({ tx, viewer }, readRows(work, units.flat())) : new Set()
}

function inputOf({ tx, deps, work, viewer, taken }: Trying, unit: Unit): Promise<UnitInput> {
  return work.importer.inputOf({ tx, viewer, taken, clock: frozenAt(deps.clock) }, readRows(work, unit))
}

const within = ({ tx, deps }: Trying) => ({
  tx,
  clock: deps.clock,
  ...(deps.verbs ? { verbs: deps.verbs } : {}),
})

/** Errors by the row's place in its unit; on every row for faults of no single row. */
function faultsOf(unit: UnitInput, rows: number, error: unknown): Map<number, RowErrors> {
  const { message, errors } = refusalIn(error)
  const found = new Map<number, RowErrors>('input' in unit ? blamed(unit, rows, errors) : [])
  if (found.size === 0) for (let row = 0; row < rows; row += 1) found.set(row, { row: message })
  return found
}

/** Inside `rehearsing`: reads equal for every unit are asked once. */
type Rehearsing = Trying & { readonly rollBack: () => Promise<void> }

/** Units are rehearsed one after the other from one mark, which nothing of theirs outlives. */
export async function rehearsing<T>(
  trying: Trying,
  work: (rehearsing: Rehearsing) => Promise<T>,
): Promise<T> {
  const { tx } = trying
  const { tx: remembering, atMark } = rememberReads(tx)
  await tx.run('savepoint rehearsal')
  const result = await work({
    ...trying,
    tx: remembering,
    // The mark itself stays, for the next one.
    rollBack: async () => {
      await tx.run('rollback to savepoint rehearsal')
      atMark()
    },
  })
  await tx.run('release savepoint rehearsal')
  return result
}

/**
 * Rehearses a unit and changes nothing. A refused row is left out and the rest tried again, as applying will do. Rows
 * with faulty cells are rehearsed, too, so that a person sees all faults at once; unless they would spoil others.
 */
export async function rehearseUnit(
  trying: Rehearsing,
  unit: Unit,
): Promise<ReadonlyMap<StoredRow, RowErrors>> {
  const faults = new Map<StoredRow, RowErrors>()
  const isFaulty = ({ errors }: StoredRow) => Object.keys(errors).length > 0
  if (unit.length > 1) for (const row of unit.filter(isFaulty)) faults.set(row, row.errors)
  for (;;) {
    const rows = unit.filter((row) => !faults.has(row))
    const found: ReadonlyMap<number, RowErrors> =
      rows.length === 0 ? new Map() : await rehearseOnce(trying, rows)
    if (found.size === 0) break
    for (const [at, errors] of found) faults.set(present(rows[at], 'a row of the unit'), errors)
  }
  for (const row of unit.filter(isFaulty)) faults.set(row, { ...faults.get(row), ...row.errors })
  return faults
}

async function rehearseOnce(trying: Rehearsing, rows: Unit): Promise<ReadonlyMap<number, RowErrors>> {
  const { viewer, work, rollBack } = trying
  let unit: UnitInput = { errors: new Map() }
  try {
    unit = await inputOf(trying, rows)
    if ('errors' in unit) return unit.errors
    await performLater(within(trying), viewer, work.action_id, unit.input)
    return new Map()
  } catch (error) {
    return faultsOf(unit, rows.length, error)
  } finally {
    await rollBack()
  }
}

/** A unit that was shown as good is refused now. */
export class UnitRefused extends Error {
  override name = 'UnitRefused'
  readonly faults: ReadonlyMap<StoredRow, RowErrors>
  constructor(faults: ReadonlyMap<StoredRow, RowErrors>) {
    super('a unit was refused')
    this.faults = faults
  }
}

type Made = { readonly id?: unknown; readonly human_id?: unknown } | null

/** An applied unit with its answer. */
export type DoneUnit = {
  readonly rows: Unit
  readonly id: string
  readonly human_id: string
  readonly before: Before
  readonly deferred: Deferred
}

/** Does a unit, in the transaction at hand. @throws UnitRefused; its caller rolls back */
export async function applyUnit(trying: Trying, rows: Unit): Promise<DoneUnit> {
  const { tx, work, viewer } = trying
  const refused = (faults: ReadonlyMap<number, RowErrors>) =>
    new UnitRefused(new Map([...faults].map(([at, errors]) => [present(rows[at], 'a row'), errors])))
  const unit = await inputOf(trying, rows)
  if ('errors' in unit) throw refused(unit.errors)
  const before = unit.record ? await work.importer.before({ tx }, unit.record.id) : null
  const { answer, deferred } = await performLater(within(trying), viewer, work.action_id, unit.input).catch(
    (error: unknown) => {
      throw refused(faultsOf(unit, rows.length, error))
    },
  )
  const made: Made = typeof answer === 'object' ? answer : null
  const id = unit.record?.id ?? made?.id
  const human_id = unit.record?.human_id ?? unit.called ?? made?.human_id
  assert(typeof id === 'string' && typeof human_id === 'string', `${work.action_id} answers what it made`)
  return { rows, id, human_id, before, deferred }
}

/** The stored outcomes of a batch's units, with the marks of their rows. */
export async function outcomesOfDone(
  { tx, work: { importer } }: Pick<Trying, 'tx' | 'work'>,
  units: readonly DoneUnit[],
): Promise<Outcome[]> {
  if (units.length === 0) return []
  const ids = units.map(({ id }) => id)
  const marks = await marksOf(tx, importer, ids)
  return units.flatMap(({ rows, id, human_id, before }) => {
    const effects: Effects = { before, marks: present(marks.get(id), 'its marks') }
    return rows.map(
      (row, at): Outcome => ({
        id: row.id,
        status: 'applied',
        errors: '{}',
        entity: importer.entity,
        entity_id: id,
        human_id,
        effects: at === 0 ? JSON.stringify(effects) : null,
      }),
    )
  })
}
