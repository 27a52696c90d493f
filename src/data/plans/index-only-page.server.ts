/** Lists that an index holds whole (list-indexes.ts): it says which rows make the page, and only those are fetched. */
import type { Build } from '../build.ts'
import { columnsOf } from '../catalog.ts'
import { orderBySql } from '../compile/compile-order.server.ts'
import { type Args, type Cut, columnList, fromWhere, type RowsOf } from '../compile/compile-rows.server.ts'
import type { Input } from '../input.ts'
import type { TableView } from '../profile.ts'
import { ident } from '../sql.ts'

/** Columns that a filter names; null where it goes beyond the row. */
export function filterColumns(table: TableView, input: Input | undefined): string[] | null {
  if (input === undefined || input.is === 'null') return []
  if (input.is === 'list') return flat(input.items.map((one) => filterColumns(table, one)))
  if (input.is !== 'object') return null
  return flat(
    [...input.fields].map(([name, one]) => {
      if (name === '_and' || name === '_or' || name === '_not') return filterColumns(table, one)
      const column = table.columns.get(name)
      return column ? columnsOf(name, column.field) : null
    }),
  )
}

const flat = (parts: readonly (string[] | null)[]): string[] | null => {
  const known = parts.filter((part) => part !== null)
  return known.length === parts.length ? known.flat() : null
}

function isCovered(table: TableView, args: Args, { sorted }: Cut): boolean {
  const { covering } = table.source
  const [first] = sorted
  if (!covering || !first || sorted.some(({ column }) => column === null)) return false
  const filtered = filterColumns(table, args.get('where'))
  if (filtered === null) return false
  const order = sorted.flatMap(({ column }) => {
    const view = table.columns.get(column ?? '')
    return view ? columnsOf(view.name, view.field) : []
  })
  const isIndexOrder =
    covering.ordered.has(first.column ?? '') && filtered.every((name) => covering.light.has(name))
  return !isIndexOrder && [...filtered, ...order, ...table.ruled].every((name) => covering.columns.has(name))
}

/** The rows of a list with these columns, in order, limit and offset done; null where no index holds the list. */
export function indexOnlyPage(
  build: Build,
  rows: RowsOf,
  alias: string,
  columns: ReadonlySet<string>,
  cut: Cut,
): string | null {
  const { table, from, args } = rows
  if (from || table.function || args.has('distinct_on') || !args.has('limit') || !isCovered(table, args, cut))
    return null
  const key = ident(table.source.key)
  const found = build.alias()
  const keys = cut.sorted.map(({ sql }, n) => `${sql} as s${n}`)
  const inner = `select ${alias}.${key} as key, ${keys.join(', ')} ${fromWhere(build, rows, alias)}${cut.tail}`
  const order = orderBySql(cut.sorted.map(({ direction }, n) => ({ sql: `${found}.s${n}`, direction })))
  return `select ${columnList(columns, alias)} from (${inner}) ${found} join ${table.source.table} ${alias} on ${alias}.${key} = ${found}.key${order}`
}
