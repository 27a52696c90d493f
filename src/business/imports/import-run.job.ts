/**
 * Runs imports: checks a file by rehearsing its rows, applies them, undoes them. A row's outcome commits with its
 * effect, so that a worker may be killed at any moment and the next continues.
 */

import { type Effects, marksOf, requireUntouched } from '#business/imports/effects.server.ts'
import type { RowErrors } from '#business/imports/import-cells.rules.ts'
import { type ImportJob, import_jobs } from '#business/imports/load-import.server.ts'
import { takeHumanIdsBeside } from '#business/shared/human-id.server.ts'
import { present } from '#kernel/assert.ts'
import { isStintError, toErrorBody } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import { isPassing } from '#server/failure.ts'
import { type Deferred, openContext, untilDecided, writeDeferred } from '#server/perform.server.ts'
import { inSavepoint, inTransaction, keepStatements } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import {
  aloneWith,
  finishImport,
  type ImportDeps,
  ImportStopped,
  type ImportWork,
  requireTime,
  requireWanted,
  takeImport,
  tellProgress,
  viewerNow,
} from './import-parts.job.ts'
import { countRows, stageImport } from './import-stage.job.ts'
import {
  applyUnit,
  type DoneUnit,
  nextUnits,
  type Outcome,
  outcomeOf,
  outcomesOfDone,
  rehearseUnit,
  rehearsing,
  type StoredRow,
  type Trying,
  takenOf,
  type Unit,
  UnitRefused,
  writeOutcomes,
} from './import-units.job.ts'

/** Few enough that the audit chain and the counter of human ids, which applying holds until it commits, are soon free. */
export const apply_batch = 50
/** Checking locks only its own job, so that a cancellation waits for one batch at most. */
export const check_batch = 100
/** Records that are taken back by the same statements. */
const UNDO_BATCH = 100
/** Longest transaction of a whole file. */
const APPLY_PATIENCE = '60min'
/** Above the number of any row. */
const AFTER_ALL = 2 ** 31 - 1

/**
 * Continues the work of an import.
 * @returns 'ended' when nothing is left, 'resting' when the process is ending
 * @throws without a database; the queue tries again, and committed work stays
 */
export async function runImport(
  deps: ImportDeps,
  kind: ImportJob,
  job_id: string,
): Promise<'ended' | 'resting'> {
  const work = async () => {
    try {
      const taken = await takeImport(deps, job_id)
      await steps[taken.kind](deps, taken)
      return 'ended'
    } catch (error) {
      if (error instanceof ImportStopped) return error.outcome
      if (isPassing(error)) throw error
      await fail(deps, kind, job_id, error)
      return 'ended'
    }
  }
  return (await aloneWith(deps, job_id, work)) ?? 'ended'
}

const steps = {
  [import_jobs.check]: checkImport,
  [import_jobs.apply]: (deps, work) => (work.mode === 'all' ? applyAll(deps, work) : applyValid(deps, work)),
  [import_jobs.undo]: undoImport,
} satisfies Record<ImportJob, (deps: ImportDeps, work: ImportWork) => Promise<void>>

/** The status of an import after a failure: an unreadable file is refused for good. */
const after_failure = {
  [import_jobs.check]: 'refused',
  [import_jobs.apply]: 'applying',
  [import_jobs.undo]: 'applied',
} satisfies Record<ImportJob, string>

async function fail(deps: ImportDeps, kind: ImportJob, job_id: string, error: unknown): Promise<void> {
  if (!isStintError(error)) deps.log?.error({ err: error, job_id }, 'work on an import failed')
  const message = isStintError(error) ? toErrorBody(error).message : errorText.internal
  await inTransaction(deps.database, async (tx) => {
    const found = await tx.row<{ id: string }>(
      `select (input ->> 'import_id')::uuid as id from platform.job where id = $1 and status in ('queued', 'running') for update`,
      [job_id],
    )
    if (found && kind === import_jobs.check)
      await tx.run('delete from platform.import_row where import_id = $1', [found.id])
    if (found)
      await finishImport(
        tx,
        deps,
        { job_id, id: found.id },
        { status: after_failure[kind], job: 'failed', message },
      )
  })
}

/** The batch in a transaction of its own, repeated where the database asks for it. */
function inBatch<T>(deps: ImportDeps, work: ImportWork, run: (tx: Tx) => Promise<T>): Promise<T> {
  requireTime(deps)
  return untilDecided(
    deps.database,
    async (tx) => {
      await requireWanted(tx, work.job_id)
      await planForLookups(tx)
      return run(tx)
    },
    true,
  )
}

/**
 * A file fills tables faster than their statistics follow, and cached plans of foreign keys and triggers would read
 * whole tables for each row. This discards them and forces indexes.
 */
async function planForLookups(tx: Tx): Promise<void> {
  keepStatements(tx)
  await tx.run('set local enable_seqscan = off')
  await tx.run('discard plans')
}

/** How far the work of a job is; handed from batch to batch, so that a batch that is repeated counts once. */
type Reached = { readonly after: number; readonly done: number; readonly failed: number }

async function checkImport(deps: ImportDeps, taken: ImportWork): Promise<void> {
  const work = taken.row_count > 0 ? taken : await stageImport(deps, taken)
  const waiting = await inBatch(deps, work, (tx) => leftOver(tx, work))
  let reached: Reached | null = { after: 0, done: work.row_count - waiting, failed: 0 }
  while (reached) reached = await nextBatch(deps, work, reached, checkBatch)
}

type Batch = (deps: ImportDeps, work: ImportWork, tx: Tx, reached: Reached) => Promise<Reached | null>

const nextBatch = (
  deps: ImportDeps,
  work: ImportWork,
  reached: Reached,
  batch: Batch,
): Promise<Reached | null> => inBatch(deps, work, (tx) => batch(deps, work, tx, reached))

/** Rehearses the next units; null when there was none left. */
const checkBatch: Batch = async (deps, work, tx, reached) => {
  const viewer = await viewerNow(tx, work.viewer, work.importer)
  const units = await nextUnits(tx, work.id, 'waiting', reached.after, check_batch)
  const last = units.at(-1)?.[0]
  if (!last) {
    await countRows(tx, work.id)
    await tellProgress(tx, deps, work.job_id, { total: work.row_count, done: work.row_count })
    await finishImport(tx, deps, work, { status: 'checked' })
    return null
  }
  const outcomes: Outcome[] = []
  const taken = await takenOf({ tx, work, viewer }, units)
  await rehearsing({ tx, deps, work, viewer, taken }, async (trying) => {
    for (const unit of units) {
      const faults = await rehearseUnit(trying, unit)
      for (const row of unit) outcomes.push(outcomeOf(row, faults.get(row), { good: 'valid', bad: 'faulty' }))
    }
  })
  await writeOutcomes(tx, deps, outcomes)
  const done = reached.done + outcomes.length
  await tellProgress(tx, deps, work.job_id, { total: work.row_count, done })
  return { after: last.unit_no, done, failed: 0 }
}

async function leftOver(tx: Tx, { id }: ImportWork): Promise<number> {
  const [found] = await tx.rows<{ n: number }>(
    `select count(*)::int as n from platform.import_row where import_id = $1 and status = 'waiting'`,
    [id],
  )
  return found?.n ?? 0
}

/** The rows that can be done; one that is refused after all is named and the rest go on. */
async function applyValid(deps: ImportDeps, work: ImportWork): Promise<void> {
  let reached: Reached | null = { after: 0, done: 0, failed: 0 }
  while (reached) reached = await nextBatch(deps, work, reached, applyBatch)
}

const applyBatch: Batch = async (deps, work, tx, reached) => {
  const viewer = await viewerNow(tx, work.viewer, work.importer)
  const units = await nextUnits(tx, work.id, 'valid', reached.after, apply_batch)
  const last = units.at(-1)?.[0]
  if (!last) {
    await countRows(tx, work.id)
    await finishImport(tx, deps, work, { status: 'applied' })
    return null
  }
  const trying = { tx, deps, work, viewer, taken: await takenOf({ tx, work, viewer }, units) }
  const { done: made, refused } = await applyUnits(trying, units)
  const outcomes = [...refused, ...(await outcomesOfDone(trying, made))]
  await writeOutcomes(tx, deps, outcomes)
  const applied = outcomes.filter(({ status }) => status === 'applied').length
  const failed = outcomes.length - applied
  await tx.run(
    `update platform.import set applied_count = applied_count + $2, failed_count = failed_count + $3,
       faulty_count = faulty_count + $3 where id = $1`,
    [work.id, applied, failed],
  )
  const now = { after: last.unit_no, done: reached.done + applied, failed: reached.failed + failed }
  await tellProgress(tx, deps, work.job_id, now)
  await writeDeferred(
    tx,
    made.map(({ deferred }) => deferred),
  )
  return now
}

type Applied = { readonly done: readonly DoneUnit[]; readonly refused: readonly Outcome[] }

/** All of them without a word between; where one is refused, each by itself. */
async function applyUnits(trying: Trying, units: readonly Unit[]): Promise<Applied> {
  const { tx } = trying
  try {
    return { done: await inSavepoint(tx, () => applyEach(trying, units)), refused: [] }
  } catch (error) {
    if (!(error instanceof UnitRefused)) throw error
  }
  const done: DoneUnit[] = []
  const refused: Outcome[] = []
  for (const unit of units)
    try {
      done.push(await inSavepoint(tx, () => applyUnit(trying, unit)))
    } catch (error) {
      if (!(error instanceof UnitRefused)) throw error
      refused.push(...failedUnit(unit, error.faults))
    }
  return { done, refused }
}

async function applyEach(trying: Trying, units: readonly Unit[]): Promise<DoneUnit[]> {
  const done: DoneUnit[] = []
  for (const unit of units) done.push(await applyUnit(trying, unit))
  return done
}

const other_row = 'Another row of the same record was refused'

const failedUnit = (unit: Unit, faults: ReadonlyMap<StoredRow, RowErrors>): Outcome[] =>
  unit.map((row) => outcomeOf(row, faults.get(row) ?? { row: other_row }, { good: 'valid', bad: 'failed' }))

const firstMessage = (faults: ReadonlyMap<StoredRow, RowErrors>): string => {
  const [[row, errors] = [undefined, {}]] = faults
  return `Row ${row?.row_no}: ${Object.values(errors)[0]}. Nothing was imported.`
}

/** All rows in one transaction. @throws precondition with the row that was refused, when nothing was changed */
async function applyAll(deps: ImportDeps, work: ImportWork): Promise<void> {
  const follow = follower(deps, work)
  try {
    await untilDecided(deps.database, (tx) => applyEvery(deps, work, tx, follow), true)
  } catch (error) {
    if (!(error instanceof UnitRefused)) throw error
    await inBatch(deps, work, async (tx) => {
      const found = [...error.faults].map(([row, errors]) =>
        outcomeOf(row, errors, { good: 'valid', bad: 'faulty' }),
      )
      await writeOutcomes(tx, deps, found)
      await countRows(tx, work.id)
      await finishImport(tx, deps, work, {
        status: 'checked',
        job: 'failed',
        message: firstMessage(error.faults),
      })
    })
  }
}

async function applyEvery(
  deps: ImportDeps,
  work: ImportWork,
  tx: Tx,
  follow: (done: number) => Promise<void>,
): Promise<void> {
  // A whole file in one transaction takes minutes. PostgreSQL 17 brought the limit.
  await tx.rows(
    `select set_config(name, '${APPLY_PATIENCE}', true) from pg_settings where name = 'transaction_timeout'`,
  )
  const viewer = await viewerNow(tx, work.viewer, work.importer)
  takeHumanIdsBeside(tx, (alone) => inTransaction(deps.database, alone))
  const deferred: Deferred[] = []
  let done = 0
  for (let after = 0; ; ) {
    await planForLookups(tx)
    const units = await nextUnits(tx, work.id, 'valid', after, apply_batch)
    const last = units.at(-1)?.[0]
    if (!last) break
    const trying = { tx, deps, work, viewer, taken: await takenOf({ tx, work, viewer }, units) }
    const made = await applyEach(trying, units)
    const outcomes = await outcomesOfDone(trying, made)
    await writeOutcomes(tx, deps, outcomes)
    for (const one of made) deferred.push(one.deferred)
    after = last.unit_no
    done += outcomes.length
    await follow(done)
  }
  await requireWanted(tx, work.job_id)
  await countRows(tx, work.id)
  await tellProgress(tx, deps, work.job_id, { done })
  await writeDeferred(tx, deferred)
  await finishImport(tx, deps, work, { status: 'applied' })
}

/** Tells, beside a long transaction, how far it is, and finds out whether it should go on. @throws ImportStopped */
function follower(deps: ImportDeps, work: ImportWork): (done: number) => Promise<void> {
  return async (done) => {
    requireTime(deps)
    await inTransaction(deps.database, async (tx) => {
      await requireWanted(tx, work.job_id)
      await tellProgress(tx, deps, work.job_id, { done })
    })
  }
}

type AppliedUnit = StoredRow & {
  readonly entity_id: string
  readonly human_id: string
  readonly effects: Effects
}

/** Everything in one transaction, the last row first. @throws precondition with the row that something was built upon */
async function undoImport(deps: ImportDeps, work: ImportWork): Promise<void> {
  const follow = follower(deps, work)
  await untilDecided(
    deps.database,
    async (tx) => {
      const viewer = await viewerNow(tx, work.viewer, work.importer)
      const { context, finish } = openContext({ tx, clock: deps.clock }, viewer, import_jobs.undo)
      let done = 0
      for (let before = AFTER_ALL; ; ) {
        const units = await tx.rows<AppliedUnit>(
          `select id, row_no, unit_no, entity_id, human_id, effects from platform.import_row
           where import_id = $1 and status = 'applied' and effects is not null and unit_no < $2
           order by unit_no desc limit ${UNDO_BATCH}`,
          [work.id, before],
        )
        if (units.length === 0) break
        await planForLookups(tx)
        const ids = units.map(({ entity_id }) => entity_id)
        const marks = await marksOf(tx, work.importer, ids)
        for (const unit of units)
          requireUntouched(work.importer, unit, present(marks.get(unit.entity_id), 'its marks'))
        await work.importer.takeBack(
          context,
          units.map((unit) => ({ ...unit, id: unit.entity_id, before: unit.effects.before })),
        )
        before = units.at(-1)?.unit_no ?? 0
        done += units.length
        await follow(done)
      }
      await requireWanted(tx, work.job_id)
      await tx.run(
        `update platform.import_row set status = 'undone', updated_at = $2 where import_id = $1 and status = 'applied'`,
        [work.id, deps.clock.now()],
      )
      await countRows(tx, work.id)
      await tx.run('update platform.job set done = total where id = $1', [work.job_id])
      await finishImport(tx, deps, work, { status: 'undone' })
      await finish()
    },
    true,
  )
}
