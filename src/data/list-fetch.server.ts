/**
 * A list with its two counts and the counts of related records, groups and tags (spec §7.3), as one request: `total`
 * under the base filter, `count` and `records` under filters and search too. A failure reads as zeros and an empty
 * list, with the reason.
 */
import { z } from 'zod'
import type { Viewer } from '#entity/access.ts'
import { allOf, searchWhere, type Where } from '#entity/filter.ts'
import { type Catalog, readableFields } from './catalog.ts'
import type { DataRequest } from './execute.server.ts'
import { LIMITS } from './limits.ts'
import { bool_exp, DocumentVariables, fields, name, of_entity, rootOf, selection } from './query-parts.ts'

const count = z.strictObject({
  alias: name,
  /** The list's own entity unless another is named: a related record's. */
  module: name.optional(),
  entity: name.optional(),
  where: bool_exp.optional(),
})

export const list_fetch = z.strictObject({
  ...of_entity,
  fields: fields.optional(),
  /** Base filter: which records the list is of. */
  where: bool_exp.optional(),
  filters: bool_exp.optional(),
  search: z.string().optional(),
  order_by: z.union([bool_exp, z.array(bool_exp)]).optional(),
  limit: z.int().min(0).max(LIMITS.rows).optional(),
  offset: z.int().min(0).optional(),
  counts: z
    .array(count)
    .max(LIMITS.root_fields - 3)
    .optional(),
})
export type ListFetch = z.infer<typeof list_fetch>

export interface FetchedList {
  readonly total: number
  readonly count: number
  readonly records: readonly unknown[]
  /** By alias. */
  readonly counts: Readonly<Record<string, number>>
  /** Set where nothing could be had: why, in words for the user. */
  readonly retry?: { readonly message: string; readonly code: string }
}

const LIMIT_DEFAULT = 10

/** Fields of the entity's search box that this viewer may read; a filter by any other would be refused. */
function searchedFields(catalog: Catalog, viewer: Viewer, { module, entity }: ListFetch): string[] {
  const source = catalog.byPath.get(`${module}.${entity}`)
  if (!source) return []
  return readableFields(source, viewer).filter((field) => source.entity.fields[field]?.searchable === true)
}

/** The newest first where none is asked for; invoices by their number (spec §9). */
function orderOf(catalog: Catalog, viewer: Viewer, list: ListFetch): ListFetch['order_by'] {
  if (list.order_by) return list.order_by
  const source = catalog.byPath.get(`${list.module}.${list.entity}`)
  const readable = source ? readableFields(source, viewer) : []
  if (source?.path === 'transaction.invoice' && readable.includes('human_id')) return { human_id: 'desc' }
  if (!readable.includes('created_at')) return undefined
  // A column without nulls needs no word about them, and its index fits.
  return { created_at: source?.entity.fields.created_at?.nullable ? 'desc_nulls_last' : 'desc' }
}

const COUNT = '{ aggregate { count } }'

/** Counts stop at the rows a list may show: an exact count of a million is worth nothing to its reader. */
function countField(variables: DocumentVariables, alias: string, root: string, where: Where): string {
  return `${alias}: ${root}_aggregate(where: ${variables.add(`${root}_bool_exp!`, where)}, limit: ${LIMITS.rows}) ${COUNT}`
}

/** A list fetch (spec §7.1) as the document and variables that answer it. */
export function listRequestOf(
  catalog: Catalog,
  viewer: Viewer,
  list: ListFetch,
  kind: 'query' | 'subscription' = 'query',
): DataRequest {
  const root = rootOf(list)
  const base = list.where ?? {}
  const search = searchWhere(searchedFields(catalog, viewer, list), list.search ?? '')
  const where = allOf([base, list.filters ?? null, search])
  const order = orderOf(catalog, viewer, list)
  const variables = new DocumentVariables()
  const args = [
    `where: ${variables.add(`${root}_bool_exp!`, where)}`,
    ...(order ? [`order_by: ${variables.add(`[${root}_order_by!]!`, order)}`] : []),
    `limit: ${list.limit ?? LIMIT_DEFAULT}`,
    `offset: ${variables.add('Int!', list.offset ?? 0)}`,
  ]
  const counts = (list.counts ?? []).map((one, at) => {
    const other = rootOf({ module: one.module ?? list.module, entity: one.entity ?? list.entity })
    return countField(variables, `n${at}`, other, one.where ?? {})
  })
  const roots = [
    countField(variables, 'total', root, base),
    countField(variables, 'count', root, where),
    `records: ${root}(${args.join(', ')}) { ${selection(list.fields ?? [])} }`,
    ...counts,
  ]
  return { query: `${kind} list${variables.head} { ${roots.join(' ')} }`, variables: variables.values }
}

type Answer = {
  readonly data?: Readonly<Record<string, { readonly aggregate?: { readonly count: number } }>> & {
    readonly records: readonly unknown[]
  }
  readonly errors?: readonly [{ readonly message: string; readonly extensions: { readonly code: string } }]
}

/** @param ask the data endpoint, as the viewer: a body of its answers for a request. Never rejects. */
export async function fetchList(
  ask: (request: DataRequest) => Promise<string>,
  request: DataRequest,
  list: ListFetch,
): Promise<FetchedList> {
  return listOf(await ask(request), list)
}

/** @param body the endpoint's answer to the list's document */
export function listOf(body: string, list: ListFetch): FetchedList {
  const { data, errors } = JSON.parse(body) as Answer // Of the document made above.
  const of = (alias: string) => data?.[alias]?.aggregate?.count ?? 0
  const counts = Object.fromEntries((list.counts ?? []).map(({ alias }, at) => [alias, of(`n${at}`)]))
  if (data) return { total: of('total'), count: of('count'), records: data.records, counts }
  const [error] = errors ?? []
  const retry = { message: error?.message ?? 'internal error', code: error?.extensions.code ?? 'unexpected' }
  return { total: 0, count: 0, records: [], counts, retry }
}
