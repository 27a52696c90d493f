/** The input of an export: all matching rows in the shown order, the shown columns, and columns for files alone. Pure. */

import { labelIn } from '#entity/choices.ts'
import { rootName } from '#entity/entity.ts'
import type { Where } from '#entity/filter.ts'
import { allOf, idsIn } from '#entity/filter.ts'
import { knowsSuspense, type Template } from '#entity/template.ts'
import { groupThousands } from '#kernel/decimal-text.ts'
import { conditionText } from '#web/kinds/condition-text.ts'
import { filterOf } from './filters.ts'
import type { Asked } from './list.ts'
import type { Request } from './request.ts'
import { currentFilter, matchedWhere, orderBy } from './request.ts'

export type ExportAs = 'csv' | 'excel' | 'pdf' | 'json_lines'
/** An export in a format, or a CSV template. */
export type ExportChoice = { readonly format: ExportAs } | { readonly template: Template }

/** `1 row`, `1,234 rows`. */
export const rowsText = (rows: number): string =>
  rows === 1 ? '1 row' : `${groupThousands(String(rows))} rows`

export interface ExportColumn {
  readonly field: string
  readonly label: string
}

/** Row limit of a PDF (experience.md, tension 9). Longer lists need CSV or Excel. */
export const pdf_rows_max = 5000
/** Most rows of an Excel sheet, without its header. */
export const excel_rows_max = 1_048_575

/** The columns of a file: the shown ones and those for files alone. */
export function exportColumns({ shaped }: Asked): { shown: ExportColumn[]; file_only: ExportColumn[] } {
  // Files have no links and no buttons.
  const fitsInFile = ({ related, action }: (typeof shaped.columns)[number]) => !related && !action
  const columns = shaped.columns.filter(fitsInFile)
  const export_only = shaped.export_only.filter(fitsInFile)
  const toColumn = ({ field, label }: ExportColumn) => ({ field, label })
  const shown = columns.map(toColumn)
  const used = new Set(shown.map(({ field }) => field))
  const file_only = export_only.filter(({ field }) => !used.has(field)).map(toColumn)
  for (const { field } of file_only) used.add(field)
  // Amounts in files have no currency sign, so a column names the currency (spec §2).
  const currencies = [
    ...new Set([...columns, ...export_only].flatMap(({ currency_path }) => currency_path ?? [])),
  ].filter((field) => !used.has(field))
  return { shown, file_only: [...file_only, ...currencies.map((field) => ({ field, label: 'Currency' }))] }
}

/**
 * The input of `platform.export.start`.
 * @param chosen ids of the selected rows; the filter is then ignored
 */
export function exportInput(
  asked: Asked,
  choice: ExportChoice,
  facts: readonly ExportFact[] = [],
  chosen: readonly string[] | null = null,
): Readonly<Record<string, unknown>> {
  const { shaped, state } = asked
  const { entity, title } = shaped.list
  const { shown, file_only } = exportColumns(asked)
  return {
    entity: `${entity.module}.${entity.name}`,
    title,
    // The verb adds the ids to the filter itself.
    ...(chosen ? { where: asked.base, ids: chosen } : { where: matchedWhere(asked) }),
    facts,
    order_by: orderBy(state.sort_by ?? shaped.sort),
    ...('template' in choice
      ? { format: 'csv', template: choice.template.name }
      : { format: choice.format, columns: [...shown, ...file_only] }),
  }
}

/** Counts all matching rows, and those in suspense: a template leaves these out (spec §2). */
export function exportCountRequest(
  asked: Asked,
  choice: ExportChoice,
  chosen: readonly string[] | null = null,
): Request {
  const { entity } = asked.shaped.list
  const root = rootName(entity)
  const where = chosen ? allOf([asked.base, { id: { _in: chosen } }]) : matchedWhere(asked)
  if (!('template' in choice) || !knowsSuspense(asked.entities, entity))
    return {
      query: `query export_count($where: ${root}_bool_exp!) { count: ${root}_aggregate(where: $where) { aggregate { count } } }`,
      variables: { where },
    }
  const suspense = allOf([where, { status: { _eq: 'suspense' } } as Where])
  return {
    query: `query export_count($where: ${root}_bool_exp!, $suspense: ${root}_bool_exp!) {
  count: ${root}_aggregate(where: $where) { aggregate { count } }
  suspense: ${root}_aggregate(where: $suspense) { aggregate { count } }
}`,
    variables: { where, suspense },
  }
}

export interface ExportFact {
  readonly label: string
  readonly value: string
}

/** Head lines of the file: filters, group and search, or the number of selected rows. `names` are of ids in filters. */
export function exportFacts(
  asked: Asked,
  names: Readonly<Record<string, string>>,
  chosen: readonly string[] | null = null,
): ExportFact[] {
  if (chosen) return [{ label: 'Selected', value: rowsText(chosen.length) }]
  const { shaped, state, today } = asked
  const filters = Object.entries(currentFilter(shaped, state)).map(([path, condition]) => {
    const filter = filterOf(shaped, path)
    return { label: filter.label, value: conditionText(filter, condition, today, names).slice(0, 500) }
  })
  const group = shaped.groups.find((one) => one.field === state.group_by?.id)
  const value = state.group_by?.value
  const search = state.search.trim()
  return [
    ...filters,
    ...(group && value ? [{ label: group.label, value: labelIn(group.shape.choices ?? [], value) }] : []),
    ...(search ? [{ label: 'Search', value: `“${search}”` }] : []),
  ]
}

/** Ids in the filters, with the entity and the field that name them. */
export function filterIds(asked: Asked): { root: string; label: string; ids: readonly string[] }[] {
  return Object.entries(currentFilter(asked.shaped, asked.state)).flatMap(([path, condition]) => {
    const { pick } = filterOf(asked.shaped, path)
    const ids = idsIn(condition)
    return pick && ids.length > 0 ? [{ root: pick.entity.replace('.', '_'), label: pick.label, ids }] : []
  })
}
