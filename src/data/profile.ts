import { type Category, ROLES, type Role, type RowRule, type Viewer, type Withheld } from '#entity/access.ts'
import type { Field, Relation } from '#entity/entity.ts'
import { type SqlType, sqlTypeOf } from '#entity/new-row.ts'
import { category_roles } from '#entity/roles.ts'
import {
  type Catalog,
  fieldFor,
  fieldSql,
  type Looker,
  readableFields,
  rowsOf,
  type Source,
  sourceAt,
} from './catalog.ts'
import { Lru } from './lru.ts'
import { type BindClaim, isByParty, ruleColumns, visibleRowsSql } from './rule-sql.ts'
import type { FunctionRoot } from './schema/function-root.ts'
import { functions as ourFunctions } from './schema/functions.ts'

export type ScalarName = 'uuid' | 'String' | 'numeric' | 'Int' | 'date' | 'timestamptz' | 'Boolean' | 'jsonb'

const SCALARS = {
  uuid: 'uuid',
  text: 'String',
  numeric: 'numeric',
  bigint: 'Int',
  date: 'date',
  timestamptz: 'timestamptz',
  boolean: 'Boolean',
  'text[]': 'String',
  jsonb: 'jsonb',
} as const satisfies Record<SqlType, ScalarName>

/** A field that this kind of viewer may read. */
export interface ColumnView {
  readonly name: string
  readonly field: Field
  readonly type: SqlType
  readonly scalar: ScalarName
  readonly is_list: boolean
  readonly nullable: boolean
}

export interface RelationView {
  readonly name: string
  readonly relation: Relation
  readonly target: TableView
}

/** An entity as one kind of viewer knows it; everything else does not exist for them. */
export interface TableView {
  /** GraphQL type and root field. */
  readonly name: string
  readonly source: Source
  readonly columns: ReadonlyMap<string, ColumnView>
  readonly relations: ReadonlyMap<string, RelationView>
  /** False where rows are reached through relations only. */
  readonly is_root: boolean
  /** False refuses aggregates other than count. */
  readonly aggregates: boolean
  /** Set where the rows come from a function with arguments. */
  readonly function: FunctionRoot | null
  /** Tables that deciding on its rows reads, by name: true where only signals with the viewer's business matter. */
  readonly watched: ReadonlyMap<string, boolean>
  /** Columns of its own that deciding on its rows reads; those of other tables are written `path.column`. */
  readonly ruled: readonly string[]
  /** Conditions for the viewer's rows. `reached`: a relation of a visible row leads here. */
  readonly visible: (alias: string, bind: BindClaim, reached: boolean) => string[]
}

/** Viewers of one category whose roles give equal rights. */
export interface Profile {
  readonly id: string
  readonly category: Category
  readonly roles: readonly Role[]
  readonly catalog: Catalog
  readonly tables: ReadonlyMap<string, TableView>
}

export function columnSql(column: ColumnView, alias: string, today: () => string): string {
  return fieldSql(alias, column.name, column.field, today)
}

/** How a field is shown in the schema: its SQL type, its scalar, whether it may be null. */
export function columnView(name: string, field: Field): ColumnView {
  const type = sqlTypeOf(field.kind)
  return {
    name,
    field,
    type,
    scalar: SCALARS[type],
    is_list: type === 'text[]',
    nullable: field.nullable === true || field.computed !== undefined,
  }
}

function columnViews(source: Source, names: readonly string[], looker: Looker): Map<string, ColumnView> {
  const views = new Map<string, ColumnView>()
  for (const name of names) {
    const field = source.entity.fields[name]
    if (field) views.set(name, columnView(name, fieldFor(source, name, field, looker)))
  }
  return views
}

function watchedTables(catalog: Catalog, source: Source, rule: RowRule | null): Map<string, boolean> {
  const watched = new Map<string, boolean>()
  if (rule) {
    for (const [path] of ruleColumns(catalog, source, rule))
      watched.set(sourceAt(catalog, path).table_name, false)
  }
  // Its own name comes last: a rule that names its own columns does not make it a stranger's.
  return watched.set(source.table_name, rule !== null && isByParty(rule))
}

function ruledColumns(catalog: Catalog, source: Source, rule: RowRule | null): string[] {
  if (!rule) return []
  return ruleColumns(catalog, source, rule).map(([path, column]) =>
    path === source.path ? column : `${path}.${column}`,
  )
}

function tableView(
  catalog: Catalog,
  source: Source,
  looker: Looker,
  tables: Map<string, TableView>,
): TableView | null {
  const rows = rowsOf(source, looker)
  const columns = columnViews(source, readableFields(source, looker), looker)
  if (rows === null || columns.size === 0) return null
  let relations: Map<string, RelationView> | undefined
  return {
    name: source.root,
    source,
    columns,
    is_root: rows.is_root,
    aggregates: source.access[looker.category]?.aggregates !== false,
    function: null,
    watched: watchedTables(catalog, source, rows.rule),
    ruled: ruledColumns(catalog, source, rows.rule),
    // Relations go in circles: they are looked up once every table is there.
    get relations() {
      relations ??= relationViews(catalog, source, columns, tables)
      return relations
    },
    visible: (alias, bind, reached) => visibleRowsSql(catalog, source, looker, alias, bind, reached),
  }
}

function relationViews(
  catalog: Catalog,
  source: Source,
  columns: ReadonlyMap<string, ColumnView>,
  tables: ReadonlyMap<string, TableView>,
): Map<string, RelationView> {
  const views = new Map<string, RelationView>()
  for (const [name, relation] of Object.entries(source.entity.relations ?? {})) {
    const target = tables.get(catalog.byPath.get(relation.to)?.root ?? '')
    const from = columns.get(relation.from)
    if (!target || !from) continue
    // A relation from a withheld field starts at the column that the viewer reads.
    views.set(name, { name, relation: { ...relation, from: from.field.column ?? relation.from }, target })
  }
  return views
}

function functionView(
  root: FunctionRoot,
  catalog: Catalog,
  looker: Looker,
  tables: Map<string, TableView>,
): TableView | null {
  const who = root.who[looker.category]
  if (!who || (who !== 'all' && !who.some((role) => looker.roles.includes(role)))) return null
  const nothing = { agency: null, client: null, contractor: null, funder: null, provider: null }
  const source: Source = {
    path: root.name,
    root: root.name,
    entity: root.rows,
    access: nothing,
    table: root.sql,
    table_name: root.sql,
    key: root.rows.key ?? 'id',
    soft_delete: false,
    covering: null,
    opening: new Set(),
    reached: new Set(),
    named: new Set(),
    paired: null,
    lettered: null,
  }
  const columns = columnViews(source, Object.keys(root.rows.fields), looker)
  return {
    name: root.name,
    source,
    columns,
    is_root: true,
    aggregates: true,
    function: root,
    watched: new Map(),
    ruled: [],
    get relations() {
      return relationViews(catalog, source, columns, tables)
    },
    visible: () => [],
  }
}

/** Roles that some declaration of the category names; the others make no difference. */
function rolesThatMatter(
  catalog: Catalog,
  functions: readonly FunctionRoot[],
  category: Category,
): Set<Role> {
  const named = new Set<Role>()
  const add = (roles: readonly Role[] = []) => {
    for (const role of roles) named.add(role)
  }
  for (const { access } of catalog.byPath.values()) {
    const one = access[category]
    if (!one) continue
    for (const part of [one, one.insert, one.update, one.delete]) add(part?.roles)
    const byRole: Readonly<Record<string, readonly Role[] | undefined>> = one.fields_by_role ?? {}
    for (const roles of Object.values(byRole)) add(roles)
    const withheld: Readonly<Record<string, Withheld | undefined>> = one.withheld ?? {}
    for (const less of Object.values(withheld)) if (less?.from) add(ROLES)
    // A role that is not named in rows_by_role sees all, so there every role matters.
    if (one.rows_by_role) add(ROLES)
  }
  for (const { who } of functions) {
    const roles = who[category]
    if (roles && roles !== 'all') add(roles)
  }
  return named
}

function makeProfile(
  catalog: Catalog,
  functions: readonly FunctionRoot[],
  looker: Looker,
  id: string,
): Profile {
  const tables = new Map<string, TableView>()
  for (const source of catalog.byPath.values()) {
    const view = tableView(catalog, source, looker, tables)
    if (view) tables.set(view.name, view)
  }
  for (const root of functions) {
    const view = functionView(root, catalog, looker, tables)
    if (view) tables.set(view.name, view)
  }
  return { id, category: looker.category, roles: looker.roles, catalog, tables }
}

/** Gives each viewer their profile; each is made once. Their number is bounded by the roles that declarations name. */
export function profiles(
  catalog: Catalog,
  functions: readonly FunctionRoot[] = ourFunctions,
): (viewer: Pick<Viewer, 'category' | 'roles'>) => Profile {
  const made = new Map<string, Profile>()
  const matter = new Map<Category, Set<Role>>()
  const make = (category: Category, roles: readonly Role[]): Profile => {
    const named = matter.get(category) ?? rolesThatMatter(catalog, functions, category)
    matter.set(category, named)
    const possible: readonly Role[] = category_roles[category]
    const own = possible.filter((role) => roles.includes(role))
    // Roles that nothing names are alike, but having one of them is not having none (catalog.ts, isSeen).
    const unnamed = possible.find((role) => !named.has(role))
    const significant = own.filter((role) => named.has(role))
    const mine = significant.length === 0 && own.length > 0 && unnamed ? [unnamed] : significant
    const id = `${category}:${mine.join(',')}`
    const profile = made.get(id) ?? makeProfile(catalog, functions, { category, roles: mine }, id)
    made.set(id, profile)
    return profile
  }
  // Sessions list their roles in one order, so that this finds them without sorting; it is small for the same reason.
  const seen = new Lru<Profile>(200)
  return ({ category, roles }) => {
    const key = `${category} ${roles.join()}`
    const known = seen.get(key)
    if (known) return known
    const profile = make(category, roles)
    seen.set(key, profile)
    return profile
  }
}
