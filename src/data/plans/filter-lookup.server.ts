/** Chooses the condition that is expected to find the fewest rows of a filtered list. */
import { field, itemsOf } from '../build.ts'
import type { RowsOf } from '../compile/compile-rows.server.ts'
import { isByKey } from '../compile/compile-where.server.ts'
import type { Input } from '../input.ts'
import type { ColumnView, RelationView, TableView } from '../profile.ts'
import { filterColumns } from './index-only-page.server.ts'

export type Entry = readonly [name: string, input: Input]

/** One way for a row to match: by a name, or by a column of its own that an index may find. */
type Alternative =
  | { readonly by: 'name'; readonly relation: RelationView; readonly input: Input }
  | { readonly by: 'column'; readonly column: ColumnView; readonly entry: Entry }

export interface Lookup {
  /** Empty: columns of the row itself, all in one index. */
  readonly alternatives: readonly Alternative[]
  /** The same as a filter. */
  readonly filter: Input
  /** The remaining conditions. */
  readonly rest: Input
}

/** Operators that an index answers, or that name single values. */
const FINDING: ReadonlySet<string> = new Set(['_ilike', '_like', '_eq', '_in'])
export const PATTERNS = ['_ilike', '_like'] as const

export const objectOf = (entries: readonly Entry[]): Input => ({ is: 'object', fields: new Map(entries) })
export const allOf = (entries: readonly Entry[]): Input => ({
  is: 'object',
  // Entries of several objects may share a name.
  fields: new Map([['_and', { is: 'list', items: entries.map((entry) => objectOf([entry])) }]]),
})

/** Related rows that may be looked up first: those that a key leads to, and those that name the row. */
export const isName = (view: RelationView): boolean =>
  isByKey(view) || (view.relation.kind === 'array' && !view.target.function)

/** The conditions that must all hold, with those inside `_and` beside the others. */
export function conjuncts(where: Input): Entry[] {
  if (where.is !== 'object') return []
  return [...where.fields].flatMap(([name, input]): Entry[] =>
    name === '_and' && itemsOf(input).every((one) => one.is === 'object')
      ? itemsOf(input).flatMap(conjuncts)
      : [[name, input]],
  )
}

function alternative(table: TableView, [name, input]: Entry): Alternative | null {
  if (input.is !== 'object') return null
  const relation = table.relations.get(name)
  if (relation) return isName(relation) ? { by: 'name', relation, input } : null
  const column = table.columns.get(name)
  if (!column || column.field.computed || column.type === 'jsonb' || input.fields.size === 0) return null
  const isFound = [...input.fields].every(([operator, value]) => FINDING.has(operator) && value.is === 'slot')
  return isFound ? { by: 'column', column, entry: [name, input] } : null
}

function alternatives(table: TableView, [name, input]: Entry): Alternative[] | null {
  const entries = name === '_or' ? itemsOf(input).map(conjuncts) : [[[name, input] as const]]
  const found = entries.map(([first, ...more]) =>
    first && more.length === 0 ? alternative(table, first) : null,
  )
  const whole = found.filter((one) => one !== null)
  const isSought = (one: Alternative) =>
    one.by === 'name' || PATTERNS.some((operator) => field(one.entry[1], operator))
  return whole.length === found.length && whole.some(isSought) ? whole : null
}

/** How few rows a condition may be expected to find: 0 a text, 1 single values, 2 anything else. */
function widthOf(input: Input): number {
  if (input.is === 'list') return Math.max(0, ...input.items.map(widthOf))
  if (input.is !== 'object') return 2
  const widths = [...input.fields].map(([name, value]) =>
    value.is === 'slot'
      ? PATTERNS.some((pattern) => pattern === name)
        ? 0
        : FINDING.has(name)
          ? 1
          : 2
      : widthOf(value),
  )
  return widths.length === 0 ? 2 : Math.min(...widths)
}

/** The narrowest of the conditions that can find the rows; the last of equals, which the user added last. */
export function lookupOf({ table, from, args }: RowsOf): Lookup | null {
  const where = args.get('where')
  if (!where || from || table.function || args.has('distinct_on')) return null
  const entries = conjuncts(where)
  const found = entries.flatMap((entry, n) => {
    const ways = alternatives(table, entry)
    return ways ? [{ n, entry, ways, width: widthOf(entry[1]) }] : []
  })
  const best = found.reduce<(typeof found)[number] | null>(
    (one, other) => (one === null || other.width <= one.width ? other : one),
    null,
  )
  if (!best) return null
  return {
    alternatives: best.ways,
    filter: objectOf([best.entry]),
    rest: allOf(entries.filter((_, at) => at !== best.n)),
  }
}

/** For a table with a covering index: a rare value would otherwise be searched from end to end. */
export function coveredLookup({ table, from, args }: RowsOf): Lookup | null {
  const where = args.get('where')
  const { covering } = table.source
  if (!where || !covering || from || table.function || args.has('distinct_on')) return null
  const filtered = filterColumns(table, where)
  if (filtered === null || filtered.every((name) => covering.light.has(name))) return null
  const isCovered = [...filtered, ...table.ruled].every((name) => covering.columns.has(name))
  return isCovered ? { alternatives: [], filter: where, rest: allOf([]) } : null
}
