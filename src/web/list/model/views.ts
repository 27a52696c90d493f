/** Saved views: the address of a list under a name. Pure. */
import type { ListState } from '#entity/url-codec.ts'
import { encodeListState } from '#entity/url-codec.ts'

export interface SavedView {
  readonly id: string
  readonly name: string
  /** The query of the address. */
  readonly search: string
}

/** The query of the current list state, with its columns if changed. */
export function searchOf(state: ListState, columns: readonly string[] | null): string {
  const parts = { ...encodeListState(state), ...(columns ? { columns: columns.join(',') } : {}) }
  return new URLSearchParams(parts as Record<string, string>).toString() // Left-out keys are not in the object.
}

/** Whether two queries are equal in any order. */
export function isSameSearch(a: string, b: string): boolean {
  const said = (text: string) => {
    const query = new URLSearchParams(text)
    query.sort()
    return query.toString()
  }
  return said(a) === said(b)
}

/** The view shown now, if any. */
export function viewOf(views: readonly SavedView[], search: string): SavedView | null {
  return views.find((view) => isSameSearch(view.search, search)) ?? null
}
