/**
 * Parts of an address or saved view that this list does not have for this reader, such as a removed column, a foreign
 * filter or a broken value. The list ignores them and says so. Missing and foreign parts read the same. Pure.
 */
import { search_length_max } from '#entity/filter.ts'
import type { ListQuery, ListState } from '#entity/url-codec.ts'
import { listText } from '#kernel/list-text.ts'
import type { ShapedList } from './list.ts'

/** The list state of an address, and the columns of a saved view. */
export type ListAddress = ListQuery & { readonly columns?: string }

const named_max = 40
/** Spaces are wildcards (spec §2): a search of spaces alone would match everything. */
export const blank_search = 'a search of wildcards only'

export function droppedParts(shaped: ShapedList, address: ListAddress, state: ListState): string[] {
  return [
    ...droppedFilters(shaped, address.filter_by, state),
    ...droppedSort(address.sort_by, state),
    ...droppedGroup(address.group_by, state),
    ...droppedColumns(shaped, address.columns),
    ...droppedSearch(address.search),
  ]
}

function droppedFilters(shaped: ShapedList, text: string | undefined, state: ListState): string[] {
  if (!text) return []
  const raw = parse(text)
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return ['the filter, which cannot be read']
  return Object.entries(raw).flatMap(([path, given]) => {
    const kept = state.filter_by && Object.hasOwn(state.filter_by, path) ? state.filter_by[path] : undefined
    // Names the reader's own filters by label, any other as written in the address.
    const own = shaped.filters.find((one) => one.field === path)
    if (!kept) return [own ? `the value of the filter ${quoted(own.label)}` : `the filter ${quoted(path)}`]
    // Drops values that are no choice.
    const values = typeof given === 'object' && given !== null && 'in' in given ? given.in : null
    const lost = Array.isArray(values) && 'in' in kept ? values.length - kept.in.length : 0
    return lost > 0
      ? [`${lost === 1 ? 'a value' : `${lost} values`} of the filter ${quoted(own?.label ?? path)}`]
      : []
  })
}

function droppedSort(text: string | undefined, state: ListState): string[] {
  if (!text || state.sort_by) return []
  const raw = parse(text)
  const id = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : null
  return [typeof id === 'string' ? `sorting by ${quoted(id)}` : 'the sorting, which cannot be read']
}

function droppedGroup(text: string | undefined, state: ListState): string[] {
  if (!text) return []
  const [id = '', ...value] = text.split('__')
  if (!state.group_by) return [`the group ${quoted(id)}`]
  return value.join('__') === state.group_by.value ? [] : [`the group ${quoted(value.join('__'))}`]
}

function droppedColumns(shaped: ShapedList, text: string | undefined): string[] {
  return columnsOf(text)
    .filter((name) => !shaped.offered.some((column) => column.field === name))
    .map((name) => `the column ${quoted(name)}`)
}

function droppedSearch(text: string | undefined): string[] {
  if (text === undefined || text === '') return []
  if (text.trim() === '') return [blank_search]
  return text.length > search_length_max ? [`the search text beyond ${search_length_max} characters`] : []
}

/** Columns as an address names them, in order. */
export function columnsOf(text: string | undefined): string[] {
  return (text ?? '').split(',').filter((name) => name !== '')
}

/** One sentence for the reader. */
export function droppedText(parts: readonly string[]): string {
  const all = listText(parts)
  if (all === blank_search) return `Not applied, as it matches everything: ${all}.`
  return `Not available in this list or to you: ${all}.`
}

function quoted(text: string): string {
  return `“${text.length > named_max ? `${text.slice(0, named_max)}…` : text}”`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
