/**
 * Chooses how PostgreSQL finds the rows of a list. All ways give the same rows by the same rules:
 * - first rows of a function: a sibling function stops after them (compile-rows.server.ts);
 * - related filter: looks up the related rows first when they are few (filter-by-relation, filter-lookup, name-lookup);
 * - related order: reads related names in order until the page is full (sort-by-relation);
 * - index-only page: finds the page in a covering index, then fetches its rows (index-only-page, list-indexes);
 * - otherwise one plain select. Derived choices add bounds to its conditions (derived-bounds).
 */
import type { Build } from '../build.ts'
import { type Cut, fromWhere, headFrom, type RowsOf } from '../compile/compile-rows.server.ts'
import { relatedCountSql, relatedFilterFrom, type Wanted } from './filter-by-relation.server.ts'
import { indexOnlyPage } from './index-only-page.server.ts'
import { relatedOrderFrom } from './sort-by-relation.server.ts'

/** From and where of all rows that match, up to a limit: for totals and for whole lists. */
export const allRowsFrom = (build: Build, rows: RowsOf, alias: string, wanted: Wanted): string =>
  relatedFilterFrom(build, rows, alias, wanted) ?? fromWhere(build, rows, alias, wanted.joins)

/** The number of a list's rows up to its limit, where no row is needed for it; null elsewhere. */
export const countedSql = (build: Build, rows: RowsOf, wanted: Wanted): string | null =>
  relatedCountSql(build, rows, wanted)

/** From and where of a page. @returns is_cut: whether order, limit and offset are done */
export function pageFrom(
  build: Build,
  rows: RowsOf,
  alias: string,
  page: Cut & Pick<Wanted, 'columns'>,
): { readonly from: string; readonly is_cut: boolean } {
  const detour =
    headFrom(build, rows, alias, page) ??
    relatedFilterFrom(build, rows, alias, page) ??
    relatedOrderFrom(build, rows, alias, page)
  if (detour !== null) return { from: detour, is_cut: false }
  const covered = indexOnlyPage(build, rows, alias, page.columns, page)
  return covered === null
    ? { from: fromWhere(build, rows, alias, page.joins), is_cut: false }
    : { from: `from (${covered}) ${alias}`, is_cut: true }
}
