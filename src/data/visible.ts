import type { Claim, Viewer } from '#entity/access.ts'
import { notFound } from '#kernel/errors.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { Tx } from '#server/verb.ts'
import { type Catalog, readableFields, sourceAt } from './catalog.ts'
import { catalog as ours } from './registry.ts'
import { CLAIM_TYPES, visibleRowsSql } from './rule-sql.ts'
import { ident } from './sql.ts'

/**
 * SQL condition for the rows of `path` that exist for the viewer: the entity's own rows, not deleted, theirs by the
 * row rule (spec §6). Pushes its parameters onto `params` and numbers them from there.
 */
export function visibleSql(
  path: string,
  viewer: Viewer,
  alias: string,
  params: unknown[],
  catalog: Catalog = ours(),
): string {
  const numbers = new Map<string, string>()
  const bind = (claim: Claim['claim']) => {
    const known = numbers.get(claim)
    if (known) return known
    params.push(viewer[claim])
    const number = `$${params.length}::${CLAIM_TYPES[claim]}`
    numbers.set(claim, number)
    return number
  }
  const conditions = visibleRowsSql(catalog, sourceAt(catalog, path), viewer, alias, bind, false)
  return conditions.length === 0 ? 'true' : `(${conditions.join(' and ')})`
}

/** May this viewer read the field in the rows that they see? */
export function readsField(viewer: Viewer, path: string, field: string, catalog: Catalog = ours()): boolean {
  return readableFields(sourceAt(catalog, path), viewer).includes(field)
}

export interface LoadOptions {
  /** Locks the rows in id order, so that two verbs over the same rows wait instead of deadlocking. */
  readonly lock?: boolean
  /** SQL select list over the alias `t`; every column when absent. */
  readonly columns?: string
  readonly catalog?: Catalog
}

/**
 * The rows of these ids, in id order, each once. Money and rates come as decimal text, days as YYYY-MM-DD.
 * @throws not_found when any id does not exist, is deleted, or is not the viewer's: the three read the same.
 */
export async function loadVisible<R>(
  tx: Pick<Tx, 'rows'>,
  viewer: Viewer,
  path: string,
  ids: readonly string[],
  { lock = false, columns = 't.*', catalog = ours() }: LoadOptions = {},
): Promise<R[]> {
  const { entity, key, table } = sourceAt(catalog, path)
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const type = keyType(entity.fields[key]?.kind)
  if (type === 'uuid' && !wanted.every(isUuid)) throw notFound(entity.label)
  const params: unknown[] = [wanted]
  const visible = visibleSql(path, viewer, 't', params, catalog)
  const rows = await tx.rows<R>(
    `select ${columns} from ${table} t where t.${ident(key)} = any($1::${type}[]) and ${visible}
     order by t.${ident(key)}${lock ? ' for update of t' : ''}`,
    params,
  )
  if (rows.length !== wanted.length) throw notFound(entity.label)
  return rows
}

export interface NamedRecord {
  readonly id: string
  /** `INV000123`, or the name or title of a record without a number, else its noun. */
  readonly label: string
}

/**
 * Records of any entity by the names that people know them by.
 * @throws not_found as `loadVisible`, and for what is no entity
 */
export async function loadNamed(
  tx: Pick<Tx, 'rows'>,
  viewer: Viewer,
  path: string,
  ids: readonly string[],
): Promise<NamedRecord[]> {
  const source = ours().byPath.get(path)
  if (!source) throw notFound('Record')
  const { fields, label } = source.entity
  const named = ['human_id', 'name', 'title'].find(
    (name) => fields[name] !== undefined && !fields[name].computed && readsField(viewer, path, name),
  )
  const columns = `t.${ident(source.key)}::text as id, ${named ? `t.${ident(named)}` : 'null'}::text as label`
  const rows = await loadVisible<{ id: string; label: string | null }>(tx, viewer, path, ids, { columns })
  return rows.map((row) => ({ id: row.id, label: row.label ?? label }))
}

/** Most ids are uuids; a user's is the sign-in library's text. */
const keyType = (kind: string | undefined): 'uuid' | 'text' =>
  kind === undefined || kind === 'uuid' ? 'uuid' : 'text'
