/** A list as one viewer has it: declared parts that are his, with their fields looked up. Pure. */
import type { Entity, Field } from '#entity/entity.ts'
import type { Entities } from '#entity/path.ts'
import { findField } from '#entity/path.ts'
import type { ListUrlShape, SortBy } from '#entity/url-codec.ts'
import type { Session } from '#web/core/session.ts'
import { kinds } from '#web/kinds/kinds.ts'
import type { Column, Filter, Group, List, ListTab, Tag } from './list.ts'
import { isFor } from './list.ts'

export interface ShapedColumn extends Column {
  readonly label: string
  readonly width: number
  readonly shape: Field
  readonly numeric: boolean
  readonly currency_path: string | null
}
export interface ShapedFilter extends Filter {
  readonly label: string
  readonly shape: Field
}
export interface ShapedGroup extends Group {
  readonly label: string
  readonly shape: Field
}

export interface ShapedList {
  readonly list: List
  readonly columns: readonly ShapedColumn[]
  readonly filters: readonly ShapedFilter[]
  readonly groups: readonly ShapedGroup[]
  readonly tags: readonly Tag[]
  readonly tabs: readonly ListTab[]
  readonly search: readonly string[]
  /** Read besides the columns. */
  readonly fields: readonly string[]
  /** Every path a row is read with. */
  readonly paths: readonly string[]
  readonly url: ListUrlShape
  readonly sort: SortBy
}

/** Looks every path up. A path that does not exist is a fault of the declaration and throws: the guard test opens them all. */
export function shapeList(entities: Entities, list: List, session: Session): ShapedList {
  const field = (path: string): Field => {
    const found = findField(entities, list.entity, path)
    if (!found) throw new Error(`${list.entity.module}.${list.entity.name} has no field ${path}`)
    return found.field
  }
  const mine = <P extends { only?: unknown }>(parts: readonly P[] | undefined) =>
    (parts ?? []).filter((part) => isFor(part as never, session))
  const columns = mine(list.columns).map((column) => shapeColumn(column, field(column.field), list.currency))
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
    filters,
    groups,
    tags: mine(list.tags),
    tabs: mine(list.tabs),
    search,
    fields: paths(list.fields),
    paths: pathsOf(list, columns, paths(list.fields)),
    url: {
      // Tags speak of fields that need not have a filter of their own.
      filters: Object.fromEntries([
        ...mine(list.tags).flatMap((tag) =>
          Object.keys(tag.filter).map((path) => [path, field(path)] as const),
        ),
        ...filters.map((filter) => [filter.field, filter.shape] as const),
      ]),
      groups: Object.fromEntries(groups.map((group) => [group.field, group.shape])),
      sortable: new Set(columns.filter((column) => column.sortable !== false).map((column) => column.field)),
    },
    sort: list.sort,
  }
}

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
    currency_path: isAmount ? (column.currency ?? currency ?? 'currency.alpha_code') : null,
  }
}

function pathsOf(list: List, columns: readonly ShapedColumn[], fields: readonly string[]): string[] {
  const { card } = list
  const shown = new Set(columns.map((column) => column.field))
  // A card shows what the viewer's columns hold, nothing more: the columns know who may read what.
  const ofCard = [card.title, card.badge, card.party, card.detail, card.amount, card.date].filter(
    (path): path is string => path !== undefined && shown.has(path),
  )
  return [
    ...new Set([
      'id',
      ...columns.flatMap((column) => [column.field, ...(column.currency_path ? [column.currency_path] : [])]),
      ...ofCard,
      ...fields,
    ]),
  ]
}

function withOptions(shape: Field, options: Filter['options']): Field {
  return options ? { ...shape, choices: options } : shape
}

function searchable(entity: Entity): string[] {
  return Object.entries(entity.fields)
    .filter(([, field]) => field.searchable)
    .map(([name]) => name)
}
