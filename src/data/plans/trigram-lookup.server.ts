/**
 * Rows by a text in one of their columns, from the index of its trigrams. PostgreSQL does not know the pattern when it
 * plans (decision 0033), so it would rather read all rows of the viewer: the index comes first by the form of the statement.
 */
import { type Build, field, slotSql } from '../build.ts'
import { columnList } from '../compile/compile-rows.server.ts'
import { whereSql } from '../compile/compile-where.server.ts'
import type { TableView } from '../profile.ts'
import { type Entry, objectOf } from './filter-lookup.server.ts'
import { isLongSql, isText } from './name-lookup.server.ts'

/** So many of the viewer's rows are tried, to tell a common text from a rare one. */
const TRIED_ROWS = 300
/** Of these so many match a common text: the viewer's own rows are then read until enough are found. */
const COMMON_ROWS = 15

export interface Trigrams {
  /** The common table expression of the rows that match; where they are not the viewer's own, those are picked from them. */
  readonly name: string
  readonly sql: readonly string[]
  /** The common table expression of their number `n`. */
  readonly number: string
  /** Are they the viewer's own, as an index of both tells? */
  readonly isOwn: boolean
  /** More rows match than are looked at. */
  readonly over: string
  readonly common: string
  /** Conditions for the texts that the index does not answer: short or common ones. */
  readonly otherwise: readonly string[]
}

/** Nothing where no condition holds the viewer back. */
export const whereAll = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`

/**
 * Conditions of the ways to match a text. Digits read the same in both cases: PostgreSQL compares them faster where it
 * need not lower each row's text.
 */
function caseWays(build: Build, table: TableView, row: string, entry: Entry): string[][] {
  const [name, input] = entry
  const matched = whereSql(build, table, row, objectOf([entry]))
  const pattern = input.is === 'object' && input.fields.size === 1 ? field(input, '_ilike') : undefined
  if (!pattern) return [[matched]]
  const isDigits = `${slotSql(build, pattern, 'text')} ~ '^[0-9%-]+$'`
  const exact = objectOf([[name, { is: 'object', fields: new Map([['_like', pattern]]) }]])
  return [
    [isDigits, whereSql(build, table, row, exact)],
    [`not ${isDigits}`, matched],
  ]
}

/** @returns null where no index has the column's trigrams */
export function trigramsSql(
  build: Build,
  table: TableView,
  entry: Entry,
  most: number,
  { columns, first }: { readonly columns: ReadonlySet<string>; readonly first: readonly string[] },
): Trigrams | null {
  const { lettered } = table.source
  if (!isText(table, entry) || !lettered?.columns.has(entry[0])) return null
  const [name, number, tried, row] = [build.alias(), build.alias(), build.alias(), build.alias()]
  const matches = () => whereSql(build, table, row, objectOf([entry]))
  const isLong = () => isLongSql(build, entry).join(' and ')
  const mine = build.visible(table, row, false)
  const isOwn = table.ruled.some((column) => lettered.by.has(column))
  const kept = table.source.soft_delete ? [`${row}.deleted_at is null`] : []
  const own = `select ${columnList(new Set([entry[0]]), row)} from ${table.source.table} ${row}${whereAll([...first, ...mine])} limit ${TRIED_ROWS}`
  const common = `(select is_common from ${tried})`
  const found = caseWays(build, table, row, entry).map((way) => {
    const conditions = [...first, `not ${common}`, isLong(), ...way, ...(isOwn ? mine : kept)]
    return `(select ${columnList(columns, row)} from ${table.source.table} ${row} where ${conditions.join(' and ')} limit ${most + 1})`
  })
  return {
    name,
    number,
    isOwn,
    sql: [
      `${tried} as materialized (select count(*) >= ${COMMON_ROWS} as is_common from (${own}) ${row} where (${matches()}) is true)`,
      `${name} as materialized (${found.join(' union all ')})`,
    ],
    over: `(select n > ${most} from ${number})`,
    common,
    otherwise: [`(${common} or not (${isLong()}))`],
  }
}
