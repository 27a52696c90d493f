/** Request of an export: all matching rows in the shown order and columns, plus columns for files only. Pure. */

import { labelIn } from '#entity/choices.ts'
import { rootName } from '#entity/entity.ts'
import type { Where } from '#entity/filter.ts'
import { allOf, idsIn } from '#entity/filter.ts'
import { knowsSuspense, type Template } from '#entity/template.ts'
import { groupThousands } from '#kernel/decimal-text.ts'
import { conditionText } from '#web/kinds/condition-text.ts'
import { filterOf } from './filters.ts'
import type { Asked, Request } from './request.ts'
import { currentFilter, matchedWhere, orderBy } from './request.ts'

export type ExportAs = 'csv' | 'excel' | 'pdf'
/** An export in a format, or a CSV template. */
export type ExportChoice = { readonly format: ExportAs } | { readonly template: Template }

/** `1 row`, `1,234 rows`. */
export const rowsText = (rows: number): string =>
  rows === 1 ? '1 row' : `${groupThousands(String(rows))} rows`

export interface ExportColumn {
  readonly field: string
  readonly label: string
}

/** Row limit of a PDF (experience.md, tension 9). CSV and Excel hold the rest. */
export const pdf_rows_max = 5000
/** Row limit of an Excel sheet below its header. */
export const excel_rows_max = 1_048_575

/** The columns of a file: the shown ones and those for files only. */
export function exportColumns({ shaped }: Asked): { shown: ExportColumn[]; extra: ExportColumn[] } {
  // A file holds neither links to related rows nor buttons.
  const isFiled = ({ related, action }: (typeof shaped.columns)[number]) => !related && !action
  const columns = shaped.columns.filter(isFiled)
  const export_only = shaped.export_only.filter(isFiled)
  const named = ({ field, label }: ExportColumn) => ({ field, label })
  const shown = columns.map(named)
  const taken = new Set(shown.map(({ field }) => field))
  const more = export_only.filter(({ field }) => !taken.has(field)).map(named)
  for (const { field } of more) taken.add(field)
  // A number in a file has no currency sign, so files get a currency column (spec §2).
  const currencies = [
    ...new Set([...columns, ...export_only].flatMap(({ currency_path }) => currency_path ?? [])),
  ].filter((field) => !taken.has(field))
  return { shown, extra: [...more, ...currencies.map((field) => ({ field, label: 'Currency' }))] }
}

/**
 * The input of `platform.export.start`.
 * @param chosen ids of the selected rows, exported whatever the filter became since
 */
export function exportInput(
  asked: Asked,
  choice: ExportChoice,
  facts: readonly ExportFact[] = [],
  chosen: readonly string[] | null = null,
): Readonly<Record<string, unknown>> {
  const { shaped, state } = asked
  const { entity, title } = shaped.list
  const { shown, extra } = exportColumns(asked)
  return {
    entity: `${entity.module}.${entity.name}`,
    title,
    ...(chosen ? { where: asked.base, ids: chosen } : { where: matchedWhere(asked) }),
    facts,
    order_by: orderBy(state.sort_by ?? shaped.sort),
    ...('template' in choice
      ? { format: 'csv', template: choice.template.name }
      : { format: choice.format, columns: [...shown, ...extra] }),
  }
}

/** Count of matching rows, and of suspense rows that a template leaves out (spec §2). */
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

/** Filters, group and search as shown, or the number of selected rows. `names` holds names of picked ids. */
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

/** Picked ids of the filters, by their entity and name field. */
export function pickedIds(asked: Asked): { root: string; label: string; ids: readonly string[] }[] {
  return Object.entries(currentFilter(asked.shaped, asked.state)).flatMap(([path, condition]) => {
    const { pick } = filterOf(asked.shaped, path)
    const ids = idsIn(condition)
    return pick && ids.length > 0 ? [{ root: pick.entity.replace('.', '_'), label: pick.label, ids }] : []
  })
}
