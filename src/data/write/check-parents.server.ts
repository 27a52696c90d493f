/** The records that new rows belong to, asked for in the transaction of the insert. */
import type { Viewer } from '#entity/access.ts'
import { isStintError } from '#kernel/errors.ts'
import type { Tx } from '#server/verb.ts'
import type { Catalog } from '../catalog.ts'
import { DataFault } from '../fault.ts'
import { ident } from '../sql.ts'
import { loadVisible } from '../visible.ts'
import type { ParentColumns } from './write-access.ts'

type Row = Readonly<Record<string, unknown>>

const refusal = (path: string): DataFault =>
  new DataFault('permission-error', 'the record that this one belongs to was not found', path)

function idsByEntity(rows: readonly Row[], parent: ParentColumns): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const row of rows) {
    const entity = String(row[parent.entity])
    const of_entity = ids.get(entity) ?? []
    ids.set(entity, of_entity)
    of_entity.push(String(row[parent.id]))
  }
  return ids
}

/**
 * @param rows inserted rows, with the columns that name their records
 * @throws permission-error, in the same words for an unknown record and for one that the viewer may not read
 */
export async function requireParents(
  reading: { readonly tx: Pick<Tx, 'rows'>; readonly viewer: Viewer; readonly catalog: Catalog },
  rows: readonly Row[],
  parent: ParentColumns,
  path: string,
): Promise<void> {
  const { tx, viewer, catalog } = reading
  for (const [entity, ids] of idsByEntity(rows, parent)) {
    const source = catalog.byPath.get(entity)
    if (!source) throw refusal(path)
    try {
      await loadVisible(tx, viewer, entity, ids, { columns: `t.${ident(source.key)}`, catalog })
    } catch (error) {
      if (isStintError(error) && error.code === 'not_found') throw refusal(path)
      throw error
    }
  }
}
