/**
 * The state of a list in its URL (spec §2): `group_by=groupId__value`, `filter_by` as JSON, `sort_by` as JSON with id
 * and desc, and the search text. Parsed against the list's own shape: unknown parts are dropped, so that an old link
 * or a hostile one still opens a list.
 */
import type { Field } from './entity.ts'
import type { FilterBy } from './filter.ts'
import { parseCondition, search_length_max } from './filter.ts'

export interface SortBy {
  readonly id: string
  readonly desc: boolean
}

export interface GroupBy {
  readonly id: string
  /** Empty: All. */
  readonly value: string
}

export interface ListState {
  readonly group_by: GroupBy | null
  /** Null: the list's default filter; an empty object: cleared on purpose. */
  readonly filter_by: FilterBy | null
  /** Null: the list's default sort. */
  readonly sort_by: SortBy | null
  readonly search: string
}

/** The parts of a list that its URL may name. */
export interface ListUrlShape {
  readonly filters: Readonly<Record<string, Field>>
  readonly groups: Readonly<Record<string, Field>>
  readonly sortable: ReadonlySet<string>
}

export type ListQuery = Readonly<Partial<Record<'group_by' | 'filter_by' | 'sort_by' | 'search', string>>>

export const empty_list_state: ListState = { group_by: null, filter_by: null, sort_by: null, search: '' }

/** The requests of an address; unknown parts are left out. */
export function decodeListState(shape: ListUrlShape, query: ListQuery): ListState {
  return {
    group_by: decodeGroup(shape, query.group_by),
    filter_by: decodeFilter(shape, query.filter_by),
    sort_by: decodeSort(shape, query.sort_by),
    search: (query.search ?? '').slice(0, search_length_max),
  }
}

/** Keys with nothing to say are left out, so that the plain list has a plain address. */
export function encodeListState(state: ListState): ListQuery {
  const { group_by, filter_by, sort_by, search } = state
  return {
    ...(group_by ? { group_by: `${group_by.id}__${group_by.value}` } : {}),
    ...(filter_by ? { filter_by: JSON.stringify(filter_by) } : {}),
    ...(sort_by ? { sort_by: JSON.stringify({ id: sort_by.id, desc: sort_by.desc }) } : {}),
    ...(search.trim() ? { search } : {}),
  }
}

function decodeGroup(shape: ListUrlShape, text: string | undefined): GroupBy | null {
  const at = text?.indexOf('__') ?? -1
  if (text === undefined || at < 0) return null
  const [id, value] = [text.slice(0, at), text.slice(at + 2)]
  const field = own(shape.groups, id)
  if (!field) return null
  const known = value === '' || !field.choices || field.choices.some((choice) => choice.value === value)
  return known ? { id, value } : { id, value: '' }
}

function decodeFilter(shape: ListUrlShape, text: string | undefined): FilterBy | null {
  const raw = parseJson(text)
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return null
  const kept: [string, FilterBy[string]][] = []
  for (const [path, condition] of Object.entries(raw)) {
    const field = own(shape.filters, path)
    const parsed = field && parseCondition(field, condition)
    if (parsed) kept.push([path, parsed])
  }
  return Object.fromEntries(kept)
}

function decodeSort(shape: ListUrlShape, text: string | undefined): SortBy | null {
  const raw = parseJson(text)
  if (typeof raw !== 'object' || raw === null) return null
  const { id, desc } = raw as Readonly<Record<string, unknown>> // An object; both are checked.
  return typeof id === 'string' && shape.sortable.has(id) ? { id, desc: desc !== false } : null
}

function parseJson(text: string | undefined): unknown {
  if (!text) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function own<V>(of: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(of, key) ? of[key] : undefined
}

/**
 * Spec §2: a click cycles descending, then ascending; a third returns to the list's own order. Every click changes
 * something: the column that the list is ordered by anyway begins with the other direction.
 * @param chosen null: the list's own order
 */
export function nextSort(chosen: SortBy | null, id: string, own: SortBy): SortBy | null {
  const now = chosen ?? own
  if (now.id !== id) return { id, desc: true }
  if (now.desc) return own.id === id && !own.desc ? null : { id, desc: false }
  return own.id === id && !own.desc ? { id, desc: true } : null
}
