import { catalog } from '#data/registry.ts'
import { loadNamed, loadVisible } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { isStintError } from '#kernel/errors.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { Tx } from '../verb.ts'

export type FileRow = {
  readonly file_name: string
  readonly content_type: string
  readonly parents: readonly { readonly entity: string; readonly id: string }[]
}

export type StoredRow = FileRow & {
  readonly id: string
  readonly file_url: string
  readonly sha256: string
  readonly size_bytes: number
}

/** Records that name a stored file; the same bytes may hang on several. */
const naming = `
  select file_name, content_type, jsonb_build_array(
      jsonb_build_object('entity', 'platform.attachment', 'id', id),
      jsonb_build_object('entity', parent_entity, 'id', parent_id)) as parents
  from platform.attachment where file_url = $1 and deleted_at is null
  union all
  select file_name, content_type, jsonb_build_array(jsonb_build_object('entity', 'log.mail', 'id', mail_id))
  from log.mail_attachment where file_url = $1`

/** The first record through which the viewer may see the file: they must see its every parent. */
export async function findVisibleFile(tx: Tx, viewer: Viewer, file_url: string): Promise<FileRow | null> {
  for (const row of await tx.rows<FileRow>(naming, [file_url]))
    if (await isVisible(tx, viewer, row)) return row
  return null
}

/** The same by the record's id and the file's name (spec §7: a file path). */
export async function findVisibleByPath(tx: Tx, viewer: Viewer, path: string): Promise<StoredRow | null> {
  const cut = path.indexOf('/')
  const [parent_id, file_name] = [path.slice(0, cut), path.slice(cut + 1)]
  if (!isUuid(parent_id)) return null
  const rows = await tx.rows<StoredRow>(
    `select id, file_url, file_name, content_type, sha256, size_bytes::int, jsonb_build_array(
        jsonb_build_object('entity', 'platform.attachment', 'id', id),
        jsonb_build_object('entity', parent_entity, 'id', parent_id)) as parents
     from platform.attachment where parent_id = $1 and file_name = $2 and deleted_at is null order by id`,
    [parent_id, file_name],
  )
  for (const row of rows) if (await isVisible(tx, viewer, row)) return row
  return null
}

async function isVisible(tx: Tx, viewer: Viewer, row: FileRow): Promise<boolean> {
  // A file on a record outside the data endpoint cannot be downloaded.
  if (!row.parents.every(({ entity }) => catalog().byPath.has(entity))) return false
  try {
    for (const { entity, id } of row.parents) await loadVisible(tx, viewer, entity, [id], { columns: 't.id' })
    return true
  } catch (error) {
    if (isStintError(error) && error.code === 'not_found') return false
    throw error
  }
}

export type ZippedRow = {
  readonly id: string
  readonly file_name: string
  readonly file_url: string
  readonly size_bytes: number
  readonly parent_entity: string
  /** The number or name of its record. */
  readonly record: string
}

type AttachedRow = Omit<ZippedRow, 'record'> & { readonly parent_id: string }

/**
 * Attachments, each visible with its record, in the order of the ids.
 * @throws not_found when one is not: unknown, deleted and foreign ones read the same
 */
export async function findVisibleFiles(tx: Tx, viewer: Viewer, ids: readonly string[]): Promise<ZippedRow[]> {
  const rows = await loadVisible<AttachedRow>(tx, viewer, 'platform.attachment', ids, {
    columns: 't.id, t.file_name, t.file_url, t.size_bytes::int, t.parent_entity, t.parent_id',
  })
  const records = new Map<string, string>()
  for (const [entity, files] of Map.groupBy(rows, ({ parent_entity }) => parent_entity)) {
    const parents = files.map(({ parent_id }) => parent_id)
    for (const { id, label } of await loadNamed(tx, viewer, entity, parents)) records.set(id, label)
  }
  const by_id = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => {
    const row = by_id.get(id)
    return row ? [{ ...row, record: records.get(row.parent_id) ?? '' }] : []
  })
}

export type JobFile = FileRow & {
  readonly file_url: string
  /** The action that made it, and what the job keeps of its input. */
  readonly action_id: string | null
  readonly input: unknown
}

/**
 * The file of a user's own job; null before it exists, or after the user lost a role it was made with.
 * @throws not_found for a foreign job
 */
export async function findFileOfJob(tx: Tx, viewer: Viewer, job_id: string): Promise<JobFile | null> {
  await loadVisible(tx, viewer, 'platform.job', [job_id], { columns: 't.id' })
  const row = await tx.row<JobFile>(
    `select a.file_url, a.file_name, a.content_type, '[]'::jsonb as parents, j.action_id, j.input
     from platform.attachment a join platform.job j on j.id = a.parent_id
     where a.parent_entity = 'platform.job' and a.parent_id = $1 and a.deleted_at is null and j.viewer -> 'roles' <@ $2::jsonb`,
    [job_id, JSON.stringify(viewer.roles)],
  )
  return row ?? null
}
