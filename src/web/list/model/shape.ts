/** A list for one viewer: the permitted parts, with their fields looked up. Pure. */
import type { Category } from '#entity/access.ts'
import type { Entity, Field } from '#entity/entity.ts'
import type { Entities } from '#entity/path.ts'
import { findField } from '#entity/path.ts'
import type { Session } from '#web/core/session.ts'
import { kinds } from '#web/kinds/kinds.ts'
import type { Column, Filter, List, Related, ShapedColumn, ShapedList } from './list.ts'
import { isFor } from './list.ts'

/**
 * Looks up every path. An unknown path is a fault of the declaration and throws.
 * @param chosen the columns of the reader in order; unavailable ones are skipped
 */
export function shapeList(
  entities: Entities,
  list: List,
  session: Session,
  chosen: readonly string[] | null = null,
): ShapedList {
  const field = (path: string): Field => {
    const found = findField(entities, list.entity, path)
    if (!found) throw new Error(`${list.entity.module}.${list.entity.name} has no field ${path}`)
    return found.field
  }
  const mine = <P extends { only?: unknown }>(parts: readonly P[] | undefined) =>
    (parts ?? []).filter((part) => isFor(part as never, session))
  const all = mine(list.columns).map((column) =>
    column.related
      ? shapeRelated(column, list, entities)
      : shapeColumn(column, field(column.field), list.currency),
  )
  const export_only = all.filter((column) => column.export_only)
  const offered = all.filter((column) => !column.export_only)
  const shown = offered.filter((column) => !column.hidden)
  const columns = chosenOf(offered, chosen) ?? shown
  const read = [...new Set([...shown, ...columns])]
  const filters = mine(list.filters).map((filter) => {
    const shape = field(filter.field)
    return { ...filter, label: filter.label ?? shape.label, shape: withOptions(shape, filter.options) }
  })
  const groups = mine(list.groups).map((group) => {
    const shape = field(group.field)
    return { ...group, label: group.label ?? shape.label, shape: withOptions(shape, group.options) }
  })
  const paths = (parts: List['search']): string[] =>
    mine((parts ?? []).map((one) => (typeof one === 'string' ? { field: one } : one))).map((one) =>
      String(one.field),
    )
  const search = list.search ? paths(list.search) : searchable(list.entity)
  return {
    list,
    columns,
    offered,
    export_only,
    related: read.flatMap(({ related, field: path }) =>
      related ? [{ path, alias: aliasOf(related), where: related.where ?? null }] : [],
    ),
    filters,
    groups,
    tags: mine(list.tags),
    tabs: mine(list.tabs),
    search,
    fields: paths(list.fields),
    paths: pathsOf(list, read, paths(list.fields)),
    url: {
      // Tags may use fields without a filter.
      filters: Object.fromEntries([
        ...mine(list.tags).flatMap((tag) =>
          Object.keys(tag.filter).map((path) => [path, field(path)] as const),
        ),
        ...filters.map((filter) => [filter.field, filter.shape] as const),
      ]),
      groups: Object.fromEntries(groups.map((group) => [group.field, group.shape])),
      sortable: new Set(offered.filter((column) => column.sortable !== false).map((column) => column.field)),
    },
    sort: list.sort,
    follows_rows: follows_rows.includes(session.category),
  }
}

/** They read the moment of the facts that their side shares with others (decision 0205). */
const follows_rows: readonly Category[] = ['client', 'contractor', 'funder']

/** A column with everything that its field says: label, width, alignment, currency. */
export function shapeColumn(column: Column, shape: Field, currency: string | undefined): ShapedColumn {
  const kind = kinds[shape.kind]
  const isAmount = shape.kind === 'money'
  return {
    ...column,
    label: column.label ?? shape.label,
    width: column.width ?? kind.width,
    shape,
    numeric: kind.numeric ?? false,
    // A rate shows its currency only if the column names one.
    currency_path: isAmount
      ? (column.currency ?? currency ?? 'currency.alpha_code')
      : shape.kind === 'rate'
        ? (column.currency ?? null)
        : null,
    value_path: column.field,
    // Buttons, differences and database keys cannot be sorted.
    ...(column.action || typeof column.as === 'object' ? { sortable: false } : {}),
  }
}

/** The column with the link of the row: its unique id, or the first. */
export function mainColumn(shaped: ShapedList): number {
  return Math.max(
    0,
    shaped.columns.findIndex((column) => column.shape.kind === 'human_id'),
  )
}

const aliasOf = ({ tab }: Related) => `related_${tab.replace(/\W/g, '_')}`

/** A related count: visible, but neither sortable nor summable. */
function shapeRelated(column: Column, list: List, entities: Entities): ShapedColumn {
  const steps = column.field.split('.')
  const many = steps.pop() ?? ''
  let at: Entity | undefined = list.entity
  for (const step of steps) at = entities[at?.relations?.[step]?.to ?? '']
  const relation = at?.relations?.[many]
  if (!column.related || relation?.kind !== 'array')
    throw new Error(`${list.entity.module}.${list.entity.name} has no relation to many ${column.field}`)
  const label = column.label ?? entities[relation.to]?.plural ?? many
  return {
    ...column,
    label,
    width: column.width ?? kinds.integer.width,
    shape: { kind: 'integer', label },
    numeric: true,
    currency_path: null,
    value_path: [...steps, aliasOf(column.related), 'aggregate', 'count'].join('.'),
    sortable: false,
  }
}

/** The named columns that exist; null if none does. */
function chosenOf(offered: readonly ShapedColumn[], chosen: readonly string[] | null): ShapedColumn[] | null {
  const found = [...new Set(chosen ?? [])].flatMap((name) => offered.filter((one) => one.field === name))
  return found.length > 0 ? found : null
}

function pathsOf(list: List, columns: readonly ShapedColumn[], fields: readonly string[]): string[] {
  const { card } = list
  const shown = new Set(columns.map((column) => column.field))
  const ofColumn = (column: ShapedColumn): string[] => [
    ...(column.related ? [] : [column.field]),
    ...(column.currency_path ? [column.currency_path] : []),
    ...(typeof column.as === 'object'
      ? [column.as.kind === 'file' ? column.as.file_url : column.as.old]
      : []),
  ]
  // A card shows only the viewer's columns: these know the read access.
  const ofCard = Object.values(card)
    .flat()
    .filter((path) => shown.has(path))
  return [...new Set(['id', ...columns.flatMap(ofColumn), ...ofCard, ...fields])]
}

function withOptions(shape: Field, options: Filter['options']): Field {
  return options ? { ...shape, choices: options } : shape
}

function searchable(entity: Entity): string[] {
  return Object.entries(entity.fields)
    .filter(([, field]) => field.searchable)
    .map(([name]) => name)
}
