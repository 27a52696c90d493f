/**
 * Every list of every category with the requests that the browser sends for it: opened, its last page, sorted by each
 * column both ways, filtered by each filter, with the counts of its groups and tags, and searched.
 */
import { entities } from '#business/entities.ts'
import { rootName } from '#entity/entity.ts'
import type { Condition, FilterBy, Where } from '#entity/filter.ts'
import { allOf, shapeOf } from '#entity/filter.ts'
import { selectionOf } from '#entity/path.ts'
import type { ListState } from '#entity/url-codec.ts'
import { empty_list_state } from '#entity/url-codec.ts'
import type { Day } from '#kernel/day.ts'
import { everyList, type Listed } from '#test/lists/registry.ts'
import type { Asked, ListTab, ShapedFilter } from '#web/list/model/list.ts'
import type { Request } from '#web/list/model/request.ts'
import {
  changesRequest,
  countsRequest,
  max_records,
  moreSize,
  recordsRequest,
} from '#web/list/model/request.ts'
import type { Probe, ProbedList } from '../data/lists/probe.ts'

/** Texts somebody may search for: on many rows, on some, on none, and too short for an index of trigrams. */
const SEARCHES = ['an', 'o', 'rail', 'er 1', 'zzqx', '2024', 'inv12'] as const

/** Every value at a path, through relations to many too. */
function valuesAt(row: unknown, path: string): unknown[] {
  return path.split('.').reduce<unknown[]>(
    (found, step) =>
      found.flatMap((one) => {
        const value =
          typeof one === 'object' && one !== null ? (one as Readonly<Record<string, unknown>>)[step] : null // As just checked.
        return Array.isArray(value) && typeof value[0] === 'object' ? value : [value]
      }),
    [row],
  )
}

class ListProbes {
  readonly #listed: Listed
  readonly #today: Day
  readonly #tab: ListTab | undefined

  constructor(listed: Listed, today: Day) {
    this.#listed = listed
    this.#today = today
    this.#tab = listed.shaped.tabs[0]
  }

  #asked(state: Partial<ListState>, tab = this.#tab): Asked {
    const { where } = this.#listed.list
    const own: Where = typeof where === 'function' ? {} : (where ?? {})
    return {
      entities,
      shaped: this.#listed.shaped,
      state: { ...empty_list_state, ...state },
      base: allOf([own, tab?.where ?? null]),
      today: this.#today,
    }
  }

  sample(): Pick<Probe, 'query' | 'variables'> {
    const { shaped } = this.#listed
    const root = rootName(shaped.list.entity)
    const paths = [...shaped.filters.map(({ field }) => field), ...shaped.search]
    return {
      query: `{ records: ${root}(limit: 40) { ${selectionOf(['id', ...new Set(paths)])} } }`,
      variables: {},
    }
  }

  #conditions({ field, shape }: ShapedFilter, rows: readonly unknown[]): Condition[] {
    if (shape.choices)
      return [...new Set([shape.choices[0], shape.choices.at(-1)])].flatMap((one) =>
        one ? [{ in: [one.value] }] : [],
      )
    if (shapeOf(shape) === 'is') return [{ is: true }, { is: false }]
    const found = rows
      .flatMap((row) => valuesAt(row, field))
      .filter((value) => value !== null && value !== undefined)
    const some = String(found[Math.floor(found.length / 2)] ?? '')
    switch (shapeOf(shape)) {
      case 'contains':
        return [{ contains: some || 'nothing' }, { contains: 'zzqx' }, { contains: 'e' }]
      case 'in':
        return [{ in: [some || '00000000-0000-4000-8000-000000000000'] }]
      default: {
        const isDay = shape.kind === 'day' || shape.kind === 'instant'
        const value = some === '' ? (isDay ? '2025-02-01' : '1') : isDay ? some.slice(0, 10) : some
        return [{ from: value, to: value }, { from: isDay ? '2031-01-01' : '999999999' }, { to: value }]
      }
    }
  }

  probes(rows: readonly unknown[]): Probe[] {
    const { shaped } = this.#listed
    const probe = (kind: Probe['kind'], of: string, request: Request | null): Probe[] =>
      request ? [{ kind, of, ...request }] : []
    const first = (kind: Probe['kind'], of: string, state: Partial<ListState>, tab?: ListTab) =>
      probe(kind, of, recordsRequest(this.#asked(state, tab), 0))
    const filtered = (of: string, filter_by: FilterBy) => first('filter', of, { filter_by })
    return [
      ...first('opened', 'as it opens', {}),
      ...first('opened', 'without a preset', { filter_by: {} }),
      ...shaped.tabs.slice(1).flatMap((tab) => first('opened', `tab ${tab.label}`, {}, tab)),
      ...probe('live', 'changes', this.#live()),
      ...probe(
        'more',
        'last page',
        recordsRequest(this.#asked({ filter_by: {} }), max_records - moreSize(shaped)),
      ),
      ...shaped.offered
        .filter((column) => column.sortable !== false)
        .flatMap(({ field }) => [
          ...first('sort', `${field} asc`, { filter_by: {}, sort_by: { id: field, desc: false } }),
          ...first('sort', `${field} desc`, { filter_by: {}, sort_by: { id: field, desc: true } }),
        ]),
      ...shaped.filters.flatMap((filter) =>
        this.#conditions(filter, rows).flatMap((condition) =>
          filtered(`${filter.field} ${JSON.stringify(condition)}`, { [filter.field]: condition }),
        ),
      ),
      ...shaped.groups.flatMap(({ field, shape }) => [
        ...probe(
          'counts',
          `group ${field}`,
          countsRequest(this.#asked({ filter_by: {} }), field)?.request ?? null,
        ),
        ...(shape.choices ?? []).flatMap(({ value }) =>
          first('filter', `group ${field} ${value}`, { filter_by: {}, group_by: { id: field, value } }),
        ),
      ]),
      ...(shaped.groups.length === 0
        ? probe('counts', 'tags', countsRequest(this.#asked({ filter_by: {} }), null)?.request ?? null)
        : []),
      ...shaped.tags.flatMap((tag) => filtered(`tag ${tag.id}`, tag.filter)),
      ...(shaped.search.length > 0 ? this.#searches(rows) : []),
    ]
  }

  #searches(rows: readonly unknown[]): Probe[] {
    const { shaped } = this.#listed
    const own = shaped.search.flatMap((path) =>
      rows
        .flatMap((row) => valuesAt(row, path))
        .filter((value) => typeof value === 'string')
        .slice(0, 1),
    )
    return [...new Set([...SEARCHES, ...own.map((text) => String(text).slice(0, 20))])].map((search) => ({
      kind: 'search',
      of: JSON.stringify(search),
      ...recordsRequest(this.#asked({ filter_by: {}, search }), 0),
    }))
  }

  /** The live query, as a query: what its first answer and each later one cost. */
  #live(): Request | null {
    const live = changesRequest(this.#asked({ filter_by: {} }), 0)
    return live && { ...live, query: live.query.replace(/^subscription/, 'query') }
  }
}

export async function probedLists(today: Day): Promise<ProbedList[]> {
  const listed = await everyList()
  return listed.map((one) => {
    const probes = new ListProbes(one, today)
    return {
      category: one.category,
      at: one.at,
      title: one.list.title,
      sample: probes.sample(),
      probes: (rows) => probes.probes(rows),
    }
  })
}
