/** The requests of a list: one with the aliases total, count and records (spec §7.3), one with all group and tag counts. Pure. */
import type { Entity } from '#entity/entity.ts'
import { rootName } from '#entity/entity.ts'
import type { FilterBy, Where } from '#entity/filter.ts'
import { allOf, filterWhere, searchWhere } from '#entity/filter.ts'
import type { Entities } from '#entity/path.ts'
import { nest, selectionOf } from '#entity/path.ts'
import type { ListState } from '#entity/url-codec.ts'
import type { Day } from '#kernel/day.ts'
import { withCondition } from './filters.ts'
import type { Asked, ListSort, ShapedList } from './list.ts'

/** Spec §9. */
export const page_size = 10
/** Load More adds five pages' worth. */
const more_size = page_size * 5
export const max_records = 9999
/** One more than the cap, so that a count detects it without counting a million rows. */
const count_max = max_records + 1
const counted = `limit: ${count_max}) { aggregate { count } }`

export function pageSize(shaped: ShapedList): number {
  return shaped.list.page_size ?? page_size
}

/** How many rows Load More brings. */
export function moreSize(shaped: ShapedList): number {
  return shaped.list.page_size ? shaped.list.page_size * 5 : more_size
}

export interface Request {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** Condition of filters, group and search. */
export function matchedWhere({ entities, shaped, state, base, today }: Asked): Where {
  return allOf([
    base,
    ...filtersOf(entities, shaped.list.entity, currentFilter(shaped, state), today),
    groupWhere(state),
    searchWhere(shaped.search, state.search),
  ])
}

/** Null in the URL means the list's default. */
export function currentFilter(shaped: ShapedList, state: ListState): FilterBy {
  return state.filter_by ?? shaped.list.default_filter ?? {}
}

function filtersOf(entities: Entities, of: Entity, filter: FilterBy, today: Day): Where[] {
  return filterWhere(entities, of, filter, today)
}

function groupWhere(state: ListState): Where | null {
  const group = state.group_by
  return group && group.value !== '' ? nest(group.id, { _eq: group.value }) : null
}

/** The id as last key keeps the order stable across pages. */
export function orderBy(sort: ListSort): Where[] {
  const direction = sort.desc ? 'desc' : 'asc'
  const main = nest(sort.id, sort.nulls ? `${direction}_nulls_${sort.nulls}` : direction)
  return sort.id === 'id' ? [main] : [main, { id: direction }]
}

/** A chosen order uses default nulls; the declared order names its own. */
function order({ state, shaped }: Asked): Where[] {
  return orderBy(state.sort_by ?? shaped.sort)
}

/** The selection of paths and related counts, with the variables of the counts. */
function selection({ paths, related, list }: ShapedList, entities: Entities) {
  const named = related.flatMap(({ path, where }, at) =>
    where ? [{ name: `related_${at}`, where, type: `${manyOf(entities, list.entity, path)}_bool_exp!` }] : [],
  )
  const counts = related.map(({ path, alias, where }, at) => {
    const steps = path.split('.')
    const many = steps.pop()
    return [...steps, `${alias}: ${many}_aggregate(${where ? `where: $related_${at}, ` : ''}${counted}`].join(
      '.',
    )
  })
  return {
    text: selectionOf([...paths, ...counts]),
    head: named.map(({ name, type }) => `, $${name}: ${type}`).join(''),
    variables: Object.fromEntries(named.map(({ name, where }) => [name, where])),
  }
}

/** Root name of the entity at the end of a path of relations. */
function manyOf(entities: Entities, from: Entity, path: string): string {
  let at: Entity | undefined = from
  for (const step of path.split('.')) at = entities[at?.relations?.[step]?.to ?? '']
  return at ? rootName(at) : ''
}

/**
 * The rows from `offset`. The first page also requests both counts, and may be longer to read again everything shown.
 */
export function recordsRequest(asked: Asked, offset: number, size?: number): Request {
  const { shaped, base } = asked
  const root = rootName(shaped.list.entity)
  const wanted = size ?? (offset === 0 ? pageSize(shaped) : moreSize(shaped))
  const limit = Math.min(wanted, max_records - offset)
  const selected = selection(shaped, asked.entities)
  const rows = `records: ${root}(where: $where, order_by: $order_by, limit: $limit, offset: $offset) { ${selected.text} }`
  const variables = {
    where: matchedWhere(asked),
    order_by: order(asked),
    limit,
    offset,
    ...selected.variables,
  }
  const head = `$where: ${root}_bool_exp!, $order_by: [${root}_order_by!]!, $limit: Int!, $offset: Int!${selected.head}`
  if (offset > 0) return { query: `query list_more(${head}) { ${rows} }`, variables }
  return {
    query: `query list($base: ${root}_bool_exp!, ${head}) {
  total: ${root}_aggregate(where: $base, ${counted}
  count: ${root}_aggregate(where: $where, ${counted}
  ${rows}
}`,
    variables: { ...variables, base },
  }
}

/**
 * A cheap live query that answers on every change of a matching row: the count and the latest change. Null without a
 * change time. Readers of one side follow the rows that they see (decision 0221).
 * @param shown the number of rows
 */
export function changesRequest(asked: Asked, shown: number): Request | null {
  const { entity } = asked.shaped.list
  if (entity.root || !Object.hasOwn(entity.fields, 'updated_at')) return null
  const root = rootName(entity)
  if (asked.shaped.follows_rows) return shownRequest(asked, shown)
  return {
    query: `subscription list_changes($where: ${root}_bool_exp!) {
  count: ${root}_aggregate(where: $where, ${counted}
  last: ${root}(where: $where, order_by: [{ updated_at: desc }, { id: desc }], limit: 1) { id updated_at }
}`,
    variables: { where: matchedWhere(asked) },
  }
}

/** The count, and the shown rows as they are read: any difference is a change. */
function shownRequest(asked: Asked, shown: number): Request {
  const root = rootName(asked.shaped.list.entity)
  const selected = selection(asked.shaped, asked.entities)
  return {
    query: `subscription list_rows($where: ${root}_bool_exp!, $order_by: [${root}_order_by!]!, $limit: Int!${selected.head}) {
  count: ${root}_aggregate(where: $where, ${counted}
  shown: ${root}(where: $where, order_by: $order_by, limit: $limit) { ${selected.text} }
}`,
    variables: {
      where: matchedWhere(asked),
      order_by: order(asked),
      limit: Math.max(pageSize(asked.shaped), shown),
      ...selected.variables,
    },
  }
}

/** Every matching row with the fields that bulk actions need. */
export function allRequest(asked: Asked): Request {
  const { entity, sum, currency } = asked.shaped.list
  const known = ['id', 'human_id', 'status'].filter(
    (name) => name === 'id' || Object.hasOwn(entity.fields, name),
  )
  const paths = [...known, ...asked.shaped.fields, ...(sum ? [sum, currency ?? 'currency.alpha_code'] : [])]
  const root = rootName(entity)
  return {
    query: `query list_all($where: ${root}_bool_exp!, $order_by: [${root}_order_by!]!) {
  records: ${root}(where: $where, order_by: $order_by, limit: ${max_records}) { ${selectionOf(new Set(paths))} }
}`,
    variables: { where: matchedWhere(asked), order_by: order(asked) },
  }
}

/** The current state of selected rows; rows that left the list are absent. */
export function chosenRequest(asked: Asked, ids: readonly string[]): Request {
  const { query, variables } = allRequest(asked)
  return { query, variables: { ...variables, where: allOf([asked.base, { id: { _in: ids } }]) } }
}

/**
 * Counts by key: `group` for All, `group:value` for each option, `tag:id` for each tag. Each is the count after
 * pressing it: an option replaces the filter on its field (`groupFilter`), a tag adds to the filters.
 */
export function countsRequest(
  asked: Asked,
  group: string | null,
): { request: Request; keys: readonly string[] } | null {
  const { entities, shaped, state, base, today } = asked
  const filter = currentFilter(shaped, state)
  const held = (filters: FilterBy, ...more: readonly (Where | null)[]) =>
    allOf([
      base,
      ...filtersOf(entities, shaped.list.entity, filters, today),
      ...more,
      searchWhere(shaped.search, state.search),
    ])
  const wanted: [string, Where][] = []
  const shapedGroup = shaped.groups.find((one) => one.field === group)
  if (shapedGroup) {
    const others = withCondition(filter, shapedGroup.field, null)
    wanted.push(['group', held(others)])
    for (const { value } of shapedGroup.shape.choices ?? [])
      wanted.push([`group:${value}`, held(others, nest(shapedGroup.field, { _eq: value }))])
  }
  for (const tag of shaped.tags)
    wanted.push([`tag:${tag.id}`, held({ ...filter, ...tag.filter }, groupWhere(state))])
  if (wanted.length === 0) return null
  const root = rootName(shaped.list.entity)
  const variables = wanted.map((_, at) => `$w${at}: ${root}_bool_exp!`).join(', ')
  const fields = wanted.map((_, at) => `c${at}: ${root}_aggregate(where: $w${at}, ${counted}`).join('\n  ')
  return {
    keys: wanted.map(([key]) => key),
    request: {
      query: `query list_counts(${variables}) {\n  ${fields}\n}`,
      variables: Object.fromEntries(wanted.map(([, where], at) => [`w${at}`, where])),
    },
  }
}

/** Footer text (spec §2). Beyond the cap the count is inexact, so the text names the cap. */
export function footerText(total: number, count: number, isFiltered: boolean): string[] {
  const texts = isFiltered
    ? [`Matched Records: ${Math.min(count, max_records)} of ${Math.min(total, max_records)}`]
    : [`Total Records: ${Math.min(total, max_records)}`]
  return (isFiltered ? count : total) > max_records || total > max_records
    ? [...texts, `Max Records: ${max_records}`]
    : texts
}
