import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { present } from '#kernel/assert.ts'
import { startJob } from '#server/job.server.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { requireOneOf } from '../shared/who-may.rules.ts'
import { import_file } from './import.entity.ts'
import type { ImportFacts } from './import.rules.ts'
import type { Mapping } from './import-columns.rules.ts'
import type { ImportShape } from './import-kind.rules.ts'
import { shapeOfTemplate } from './import-shape.rules.ts'

/** Kinds of the jobs that work on an import; their input is `{ import_id }`. */
export const import_jobs = {
  check: 'platform.import.check',
  apply: 'platform.import.apply',
  undo: 'platform.import.undo',
} as const
export type ImportJob = (typeof import_jobs)[keyof typeof import_jobs]

const labels = {
  [import_jobs.check]: 'Check of',
  [import_jobs.apply]: 'Import of',
  [import_jobs.undo]: 'Undoing of',
} satisfies Record<ImportJob, string>

type ImportRecord = ImportFacts &
  ReadRow<typeof import_file, 'id file_name template action_id'> & {
    readonly columns: readonly string[]
    readonly mapping: Mapping
  }

/**
 * The viewer's own import, locked, with its shape.
 * @throws not_found, not_allowed for a viewer who lost the right to its action
 */
export async function lockImport(
  { tx, viewer }: VerbContext,
  id: string,
): Promise<ImportRecord & { readonly shape: ImportShape }> {
  await loadVisible(tx, viewer, 'platform.import', [id], { lock: true, columns: 't.id' })
  const row = present(
    await tx.row<ImportRecord>(
      `select i.id, i.file_name, i.template, i.action_id, i.status, i.columns, i.mapping, i.row_count, i.faulty_count, i.applied_count,
         j.status as job_status
       from platform.import i left join platform.job j on j.id = i.job_id where i.id = $1`,
      [id],
    ),
    'the import',
  )
  const shape = present(shapeOfTemplate(row.template), 'its shape')
  requireOneOf(viewer, shape.who)
  return { ...row, shape }
}

/** Hands an import to a job of this kind, and writes that it is at work. */
export async function startImportJob(
  context: VerbContext,
  { id, file_name }: Pick<ImportRecord, 'id' | 'file_name'>,
  kind: ImportJob,
  status: 'checking' | 'applying' | 'undoing',
  total: number,
): Promise<string> {
  const job_id = await startJob(context, {
    kind,
    action_id: context.action_id,
    label: `${labels[kind]} ${file_name}`,
    input: { import_id: id },
    total,
  })
  await updateRow(context.tx, import_file, id, {
    status,
    job_id,
    message: null,
    updated_at: context.clock.now(),
  })
  return job_id
}
