/** Finds the records that uploads and copies name, and hangs another record on a stored file (spec §7, storage). */
import { z } from 'zod'
import { attachables } from '#business/platform/attachable.rules.ts'
import { loadVisible } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { invalid, isStintError, notFound } from '#kernel/errors.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { StoredFile } from '../storage.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { findVisibleByPath } from './api-file.server.ts'
import type { HttpContext } from './http-context.ts'
import { endingOf, isNamedAs, safeFileName, uploadText } from './upload-kinds.ts'

/** A path of spec §7: the record's id and the file's name. The name is null where the path has none. */
export function partsOfPath(path: string): { readonly parent_id: string; readonly name: string | null } {
  const cut = path.indexOf('/')
  return cut < 0
    ? { parent_id: path, name: null }
    : { parent_id: path.slice(0, cut), name: path.slice(cut + 1) }
}

/** The entity of a record that takes files, among those that the viewer may see. @throws not_found without one */
export async function attachableOf(tx: Tx, viewer: Viewer, id: string): Promise<string> {
  if (!isUuid(id)) throw notFound('Record')
  for (const entity of Object.keys(attachables)) {
    try {
      await loadVisible(tx, viewer, entity, [id], { columns: 't.id' })
      return entity
    } catch (error) {
      if (!isStintError(error) || error.code !== 'not_found') throw error
    }
  }
  throw notFound('Record')
}

export const copyInput = z.strictObject({
  /** The file that is copied. */
  path: z.string().min(1).max(600),
  /** The record that gets it, and its name there. */
  to_path: z.string().min(1).max(600),
  idempotency_key: z.string().optional(),
})

/**
 * The input of `platform.attachment.create` for a copy.
 * @throws not_found for a file or record that the viewer cannot see, invalid for a name of another kind
 */
export function copyOf(
  { database }: Pick<HttpContext, 'database'>,
  viewer: Viewer,
  { path, to_path }: Pick<z.infer<typeof copyInput>, 'path' | 'to_path'>,
): Promise<
  StoredFile & { parent_entity: string; parent_id: string; file_name: string; content_type: string }
> {
  return inTransaction(database, async (tx) => {
    const row = await findVisibleByPath(tx, viewer, path)
    if (!row) throw notFound('File')
    const { parent_id, name } = partsOfPath(to_path)
    const parent_entity = await attachableOf(tx, viewer, parent_id)
    const { file_url, sha256, content_type, size_bytes } = row
    // Readers take the kind from the ending, and the content has been checked against it.
    const file_name = safeFileName(name ?? row.file_name)
    if (!isNamedAs(file_name, content_type))
      throw invalid({ to_path: uploadText.same_ending(endingOf(row.file_name)) })
    return { parent_entity, parent_id, file_name, content_type, file_url, sha256, size_bytes }
  })
}
