import type {
  Category,
  CategoryAccess,
  EntityWithAccess,
  Role,
  RowRule,
  Viewer,
  Withheld,
} from '#entity/access.ts'
import type { Entity, Field, Relation } from '#entity/entity.ts'
import { rootName, tableOf } from '#entity/entity.ts'
import { category_roles } from '#entity/roles.ts'
import { type CoveringIndex, type Indexes, type Lettered, indexes as ours } from './plans/list-indexes.ts'
import { ident, literal, qualified } from './sql.ts'

/** An entity in the data layer, for every viewer. */
export interface Source {
  readonly path: string
  /** GraphQL root field and type: `transaction_invoice`. */
  readonly root: string
  readonly entity: Entity
  readonly access: EntityWithAccess['access']
  /** Quoted table. */
  readonly table: string
  /** Its schema and name, unquoted: grants and change signals go by it. */
  readonly table_name: string
  readonly key: string
  readonly soft_delete: boolean
  /** The covering index of its lists' sorts and filters, if any. */
  readonly covering: CoveringIndex | null
  /** Columns whose index gives the rows of a large owner in order. */
  readonly opening: ReadonlySet<string>
  /** Foreign-key columns with an index: a join through them is an index lookup. */
  readonly reached: ReadonlySet<string>
  /** Indexed columns that find a party's rows. */
  readonly named: ReadonlySet<string>
  /** Columns that name a party, and the column by which their index tells a viewer's rows apart. */
  readonly paired: { readonly columns: ReadonlySet<string>; readonly by: string } | null
  /** Text columns with an index of their trigrams, and the columns of parties in the same index. */
  readonly lettered: Lettered | null
}

export interface Catalog {
  readonly byPath: ReadonlyMap<string, Source>
  readonly byRoot: ReadonlyMap<string, Source>
}

/** @throws when two entities share a path, or a relation names an entity that is not there. */
export function catalogOf(list: Iterable<EntityWithAccess>, indexes: Indexes = ours): Catalog {
  const byPath = new Map<string, Source>()
  const byRoot = new Map<string, Source>()
  for (const { entity, access } of list) {
    const path = `${entity.module}.${entity.name}`
    if (byPath.has(path)) throw new Error(`The entity ${path} is declared twice.`)
    const table_name = tableOf(entity)
    const source: Source = {
      path,
      root: rootName(entity),
      entity,
      access,
      table: qualified(table_name),
      table_name,
      covering: indexes.covering.get(table_name) ?? null,
      opening: indexes.opening.get(table_name) ?? new Set(),
      reached: indexes.reached.get(table_name) ?? new Set(),
      named: indexes.named.get(table_name) ?? new Set(),
      paired: indexes.paired.get(table_name) ?? null,
      lettered: indexes.lettered.get(table_name) ?? null,
      key: entity.key ?? 'id',
      soft_delete: entity.soft_delete !== false,
    }
    byPath.set(path, source)
    byRoot.set(source.root, source)
  }
  for (const { path, entity } of byPath.values()) {
    for (const [name, relation] of Object.entries(entity.relations ?? {})) {
      if (!byPath.has(relation.to))
        throw new Error(`${path}.${name} leads to ${relation.to}, which is no entity.`)
    }
  }
  return { byPath, byRoot }
}

export function sourceAt(catalog: Catalog, path: string): Source {
  const source = catalog.byPath.get(path)
  if (!source) throw new Error(`There is no entity ${path}.`)
  return source
}

/** The viewer's roles of their own category; others count for nothing. */
const rolesOf = (viewer: Looker): Role[] => {
  const possible: readonly Role[] = category_roles[viewer.category]
  return viewer.roles.filter((role) => possible.includes(role))
}

/** Without named roles every role of the category sees it. */
export const isSeen = (roles: readonly Role[] | undefined, viewer: Looker): boolean =>
  rolesOf(viewer).some((role) => roles === undefined || roles.includes(role))

export type Looker = Pick<Viewer, 'category' | 'roles'>

/** Which rows of an entity are a viewer's. */
export interface Rows {
  /** False where rows are reached through relations of other rows only: no root field, no load by id. */
  readonly is_root: boolean
  /** Null where every row is meant. */
  readonly rule: RowRule | null
}

/** The rows left by the viewer's roles: all of them if one of the roles is not named. */
function roleRows(byRole: CategoryAccess<Entity>['rows_by_role'], viewer: Looker): RowRule | null {
  if (!byRole) return null
  const rules = rolesOf(viewer).map((role) => byRole[role])
  return rules.includes(undefined) ? null : { _or: rules.filter((rule) => rule !== undefined) }
}

/** The rows of this viewer, or null where the viewer sees no row of the entity. */
export function rowsOf(source: Source, viewer: Looker): Rows | null {
  const access = source.access[viewer.category]
  if (!access || !isSeen(access.roles, viewer)) return null
  const base = typeof access.rows === 'string' ? null : access.rows
  const part = roleRows(access.rows_by_role, viewer)
  return { is_root: access.rows !== 'parent', rule: base && part ? { _and: [base, part] } : (base ?? part) }
}

/** Every rule by which any role of the category is given rows. */
export function rulesOfCategory(source: Source, category: Category): RowRule[] {
  const access = source.access[category]
  if (!access) return []
  const parts = Object.values(access.rows_by_role ?? {})
  return typeof access.rows === 'string' ? parts : [access.rows, ...parts]
}

/** Names of the fields this viewer may read, in declared order; empty where the viewer may not see the entity. */
export function readableFields(source: Source, viewer: Looker): string[] {
  const access = source.access[viewer.category]
  if (!access || !isSeen(access.roles, viewer)) return []
  const { fields } = access
  const byRole: Readonly<Record<string, readonly Role[] | undefined>> = access.fields_by_role ?? {}
  return Object.keys(source.entity.fields).filter(
    (name) => (fields === 'all' || fields.shown.includes(name)) && isSeen(byRole[name], viewer),
  )
}

/** A field as this viewer reads it: from its own column, or from the one in which some of it is withheld from them. */
export function fieldFor(source: Source, name: string, field: Field, viewer: Looker): Field {
  const withheld: Readonly<Record<string, Withheld | undefined>> =
    source.access[viewer.category]?.withheld ?? {}
  const less = withheld[name]
  if (!less || (less.from && !rolesOf(viewer).every((role) => less.from?.includes(role)))) return field
  return less.is_filled
    ? { ...field, column: less.column }
    : { ...field, column: less.column, nullable: true }
}

/** The columns that replace a withheld field. */
export function withheldColumns(source: Source, name: string): string[] {
  const columns = Object.values(source.access).flatMap((access) => {
    const withheld: Readonly<Record<string, Withheld | undefined>> = access?.withheld ?? {}
    return withheld[name]?.column ?? []
  })
  return [...new Set(columns)]
}

/** Fields readable by any role of the category: the grants of its login role. */
export function fieldsOfCategory(source: Source, category: Category): string[] {
  return readableFields(source, { category, roles: category_roles[category] })
}

/** Columns of the same row that a field is made of. */
export function columnsOf(name: string, field: Field): string[] {
  return field.computed ? field.computed.args.filter((arg) => arg !== '$today') : [field.column ?? name]
}

/** A field as SQL; `today` gives the parameter of the London day, only where one is needed. */
export function fieldSql(alias: string, name: string, field: Field, today: () => string): string {
  if (!field.computed) return `${alias}.${ident(field.column ?? name)}`
  const args = field.computed.args.map((arg) => (arg === '$today' ? today() : `${alias}.${ident(arg)}`))
  return `${qualified(field.computed.fn)}(${args.join(', ')})`
}

/** The rows of the table that are rows of this entity, and not deleted. */
export function ownRowsSql(source: Source, alias: string): string[] {
  const fixed = Object.entries(source.entity.fixed ?? {})
  const conditions = fixed.map(([column, value]) => `${alias}.${ident(column)} = ${literal(value)}`)
  if (source.soft_delete) conditions.push(`${alias}."deleted_at" is null`)
  return conditions
}

/** Rows of `to` that belong to a row of `from` by this relation. */
export function joinSql(relation: Relation, from: string, to: string): string[] {
  const further = Object.entries(relation.where ?? {})
  return [
    `${to}.${ident(relation.key)} = ${from}.${ident(relation.from)}`,
    ...further.map(([column, value]) => `${to}.${ident(column)} = ${literal(value)}`),
  ]
}
