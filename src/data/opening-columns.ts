/** The columns by which lists of a large table open, as the viewer reads them: some read another column of the field. */
import type { TableView } from './profile.ts'

const columnOf = ({ columns }: TableView, name: string): string[] => {
  const view = columns.get(name)
  return view === undefined || view.field.computed ? [] : [view.field.column ?? name]
}

export const openingColumns = (table: TableView): string[] =>
  [...table.source.opening].flatMap((name) => columnOf(table, name))

/** The order of a large table that is asked for without one. */
export const momentColumn = (table: TableView): string | null =>
  (table.source.opening.has('updated_at') ? columnOf(table, 'updated_at')[0] : undefined) ?? null
