/** Records as a business sees them, by the rules of its administrators. */
import { sourceAt } from '#data/catalog.ts'
import { catalog } from '#data/registry.ts'
import { readsField, visibleSql } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { admin_roles } from '#entity/roles.ts'
import type { Tx } from '#server/verb.ts'
import { readViewerOfBusiness } from '#server/viewer-read.server.ts'

export type SeenRecord = { readonly id: string; readonly human_id: string | null }

/** The business without a person; null for one that is closed. */
export const viewerOfBusiness = (tx: Tx, business_id: string): Promise<Viewer | null> =>
  readViewerOfBusiness(tx, business_id, admin_roles)

/** Those of the ids that exist for the viewer. */
export async function seenRecords(
  tx: Tx,
  viewer: Viewer,
  entity: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SeenRecord>> {
  const source = sourceAt(catalog(), entity)
  if (!source.access[viewer.category]) return new Map()
  const has_name = 'human_id' in source.entity.fields && readsField(viewer, entity, 'human_id')
  const params: unknown[] = [ids]
  const visible = visibleSql(entity, viewer, 't', params)
  const rows = await tx.rows<SeenRecord>(
    `select t.id, ${has_name ? 't.human_id' : 'null::text'} as human_id from ${source.table_name} t
     where t.id = any ($1::uuid[]) and ${visible}`,
    params,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Businesses that the records name as their parties. */
export async function partiesOf(tx: Tx, entity: string, ids: readonly string[]): Promise<string[]> {
  const { table_name } = sourceAt(catalog(), entity)
  const rows = await tx.rows<{ id: string }>(
    `select distinct p.id from ${table_name} t, to_jsonb(t) r,
       lateral unnest(array[r ->> 'provider_id', r ->> 'agency_id', r ->> 'funder_id', r ->> 'business_id']) p (id)
     where t.id = any ($1::uuid[]) and p.id is not null`,
    [ids],
  )
  return rows.map(({ id }) => id)
}
