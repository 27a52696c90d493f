/** A record that notes and mails are about, by the name that people know it by. */
import { catalog } from '#data/registry.ts'
import { loadVisible, readsField } from '#data/visible.ts'
import { notFound } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'

export interface NamedRecord {
  readonly id: string
  /** `INV000123`, or the name or title where a record has no number. */
  readonly label: string
}

/** @throws not_found for unknown records, and for those that the viewer may not read */
export async function namedRecord(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  entity: string,
  id: string,
): Promise<NamedRecord> {
  const source = catalog().byPath.get(entity)
  if (!source) throw notFound('Record')
  const { fields, label } = source.entity
  const named = ['human_id', 'name', 'title'].find(
    (name) => fields[name] !== undefined && !fields[name].computed && readsField(viewer, entity, name),
  )
  const [row] = await loadVisible<{ id: string; label: string | null }>(tx, viewer, entity, [id], {
    columns: `t."${source.key}"::text as id, ${named ? `t."${named}"` : 'null'}::text as label`,
  })
  if (!row) throw notFound('Record')
  return { id: row.id, label: row.label ?? label }
}
