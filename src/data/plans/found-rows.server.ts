/**
 * The bounded search of a list filtered by names or texts: rows that match, and whether there are more. A list and its
 * count ask the same, so that it is run once. Each way is a common table expression, run only if a branch needs it.
 */
import type { Build } from '../build.ts'
import { columnsOf } from '../catalog.ts'
import { orderBySql, type SortKey } from '../compile/compile-order.server.ts'
import { columnList } from '../compile/compile-rows.server.ts'
import { whereSql } from '../compile/compile-where.server.ts'
import type { Input } from '../input.ts'
import { openingColumns } from '../opening-columns.ts'
import type { TableView } from '../profile.ts'
import { ident } from '../sql.ts'
import { conjuncts, type Lookup, objectOf } from './filter-lookup.server.ts'
import { columnMatches, type Ids, namesSql, ofNames } from './name-lookup.server.ts'
import { type Trigrams, trigramsSql, whereAll } from './trigram-lookup.server.ts'

/** Up to this many rows a list is made of them; of more, a page is not far from the list's beginning. */
export const FEW_ROWS = 20_000
/** The same for columns of the row itself, as many as a count shows (data-endpoint.md, decision 5). */
export const FEW_COVERED = 10_000

/** Up to this many rows that were found, a page is sorted from them at once. */
const AT_ONCE_ROWS = 500

/** Up to this many names are looked up one by one where an index leads from a name to the viewer's own rows. */
const FEW_PAIRED = 300

/** For viewers with few rows, test each row for the name; the name alone may match a million rows. */
export const LITTLE_ROWS = 10_000

const boundOf = (ways: Lookup['alternatives']): number => (ways.length === 0 ? FEW_COVERED : FEW_ROWS)

export interface Found {
  /** The common table expression of how many rows were found, and whether those are all. */
  readonly bound: string
  /** Are there such names, and little that might have them? Null where no name is asked for. */
  readonly direct: string | null
  /** Are so many found that the list's beginning is tried first? Null where it always is. */
  readonly wide: (sorted: readonly SortKey[]) => string | null
  /** Whether a row has one of the names, all being known, or matches by itself; otherwise each row's own are asked. */
  readonly matching: (alias: string, each: string) => string
  /** The number of different rows found. */
  readonly counted: string
  /** An array of the ids of all rows found. */
  readonly ids: string
  /** The first rows by an order, if few were found; null where none carry the order. */
  readonly first: (sorted: readonly SortKey[], reach: string | null, alias: string) => First | null
}

interface First {
  /** An array of their ids. */
  readonly ids: string
  /** Were rows found that do not carry the order? Null where every way carries it. */
  readonly isPlain: string | null
}

/** A way to find rows: a text that was looked up, or conditions. */
interface Way {
  readonly text?: Trigrams
  readonly match: readonly string[]
  /** Does it read the rows themselves? They then carry the columns that lists are sorted by. */
  readonly carries: boolean
}

interface Step {
  /** After `from`: its rows, with their conditions. */
  readonly rows: string
  readonly count: string
  readonly carries: boolean
}

const anyOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`

/** Columns of the row that a condition is made of. */
export function conditionColumns(table: TableView, input: Input): string[] {
  if (input.is === 'list') return input.items.flatMap((one) => conditionColumns(table, one))
  if (input.is !== 'object') return []
  return [...input.fields].flatMap(([name, one]) => {
    if (name === '_and' || name === '_or' || name === '_not') return conditionColumns(table, one)
    const column = table.columns.get(name)
    if (column) return columnsOf(name, column.field)
    const relation = table.relations.get(name) ?? table.relations.get(name.replace(/_aggregate$/, ''))
    return relation ? [relation.relation.from] : []
  })
}

/** Columns of the row itself that decide whether it is visible: a slow operator asks for them again. */
export function visibilityColumns({ ruled, source }: TableView): string[] {
  const own = ruled.filter((name) => !name.includes('.'))
  return [...own, ...Object.keys(source.entity.fixed ?? {}), ...(source.soft_delete ? ['deleted_at'] : [])]
}

/** The key, and the columns by which lists of a large table are sorted. */
const carriedColumns = (table: TableView): ReadonlySet<string> =>
  new Set([table.source.key, ...openingColumns(table)])

/** Whether the viewer has no more rows than this. */
export function littleSql(build: Build, table: TableView, most: number): string {
  return build.once(table, `no more than ${most}`, () => {
    const [little, one] = [build.alias(), build.alias()]
    const rows = `select from ${table.source.table} ${one}${whereAll(build.visible(table, one, false))} limit ${most + 1}`
    build.share(`${little} as materialized (select count(*) <= ${most} as is_all from (${rows}) few)`)
    return `(select is_all from ${little})`
  })
}

/** Does an index lead from the name or text to the viewer's own rows, without reading rows of others? */
function isPairedWay({ source, ruled }: TableView, way: Lookup['alternatives'][number]): boolean {
  if (way.by === 'column') return source.lettered?.columns.has(way.column.name) ?? false
  const isOwn =
    source.paired?.columns.has(way.relation.relation.from) && way.relation.relation.kind !== 'array'
  return Boolean(isOwn) && ruled.length === 1 && ruled[0] === source.paired?.by
}

const countAll = (names: readonly (Ids | null)[]): string =>
  names.flatMap((one) => (one ? [one.count] : [])).join(' + ')

interface Sought {
  readonly build: Build
  readonly table: TableView
  readonly lookup: Lookup
  readonly names: readonly (Ids | null)[]
  readonly texts: readonly (Trigrams | null)[]
  /** Conditions that no way's names are more than are looked at. */
  readonly isWorth: readonly string[]
}

/** The ways to find rows. The most expensive come last: text without trigrams, and any text after the names. */
function waysOf({ build, table, lookup, names, texts, isWorth }: Sought, one: string): Way[] {
  const { alternatives, filter } = lookup
  const byNames = alternatives.flatMap((way, n): Way[] => {
    const known = names[n]
    if (way.by !== 'name' || !known) return []
    return [{ match: [ofNames(table, way.relation, one, known)], carries: true }]
  })
  const byColumns = alternatives.map((way, n): Way[] => {
    const text = texts[n]
    if (way.by !== 'column') return []
    if (!text)
      return columnMatches(build, table, one, way.entry).map((match) => ({
        match: [...isWorth, ...match],
        carries: false,
      }))
    const read = `(${whereSql(build, table, one, objectOf([way.entry]))}) is true`
    return [
      { text, match: [], carries: true },
      { match: [...isWorth, ...text.otherwise, read], carries: false },
    ]
  })
  return [
    ...(alternatives.length === 0 ? [{ match: [whereSql(build, table, one, filter)], carries: false }] : []),
    ...byNames,
    ...byColumns.flatMap((each) => each.slice(0, 1)),
    ...byColumns.flatMap((each) => each.slice(1)),
  ]
}

/** Rows that were found by a text: all of them, or those that are the viewer's and meet the other conditions. */
function stepOfText({ build, table, lookup }: Sought, { name, number, isOwn }: Trigrams): Step {
  const one = build.alias()
  const rest = conjuncts(lookup.rest).length === 0 ? [] : [whereSql(build, table, one, lookup.rest)]
  const conditions = [...(isOwn ? [] : build.visible(table, one, false)), ...rest]
  const picked = conditions.length === 0 ? '' : ` filter (where ${conditions.join(' and ')})`
  build.share(
    `${number} as materialized (select count(*) as n, count(*)${picked} as picked from ${name} ${one})`,
  )
  return {
    rows: `${name} ${one}${whereAll(conditions)}`,
    count: `(select picked from ${number})`,
    carries: true,
  }
}

/** Shares common table expressions of the rows of each way and of their number. */
function shareSteps(sought: Sought, few: number, isCountedAlone: boolean): Step[] {
  const { build, table, lookup } = sought
  const one = build.alias()
  const carried = carriedColumns(table)
  const steps: Step[] = []
  for (const { text, match, carries } of waysOf(sought, one)) {
    if (text) {
      steps.push(stepOfText(sought, text))
      continue
    }
    const conditions = [
      // Once one way has found too many, the others change nothing.
      ...steps.map((step) => `${step.count} <= ${few}`),
      ...build.visible(table, one, false),
      ...match,
      whereSql(build, table, one, lookup.rest),
    ]
    const [name, number] = [build.alias(), build.alias()]
    const rows = `from ${table.source.table} ${one} where ${conditions.join(' and ')} limit ${few + 1}`
    const columns = carries ? carried : new Set([table.source.key])
    build.share(
      `${name} as materialized (select ${columnList(columns, one)} ${rows})`,
      `${number} as materialized (select count(*) as n from ${isCountedAlone ? `(select ${rows}) ${one}` : name})`,
    )
    steps.push({ rows: name, count: `(select n from ${number})`, carries })
  }
  return steps
}

/** Shares the bounded search of a lookup. */
export function foundSql(build: Build, table: TableView, lookup: Lookup): Found {
  const { alternatives: ways } = lookup
  const few = boundOf(ways)
  const isPaired = ways.length > 0 && ways.every((way) => isPairedWay(table, way))
  const names = ways.map((way) => (way.by === 'name' ? namesSql(build, way.relation, way.input) : null))
  const isOver = names.flatMap((one) => one?.over ?? [])
  const isWorth = isOver.map((one) => `not ${one}`)
  const columns = new Set([
    ...carriedColumns(table),
    ...conditionColumns(table, lookup.rest),
    ...visibilityColumns(table),
  ])
  const texts = ways.map((way) =>
    way.by === 'column' ? trigramsSql(build, table, way.entry, few, { columns, first: isWorth }) : null,
  )
  build.share(...names.flatMap((known) => known?.sql ?? []), ...texts.flatMap((text) => text?.sql ?? []))
  // Rows of a name are counted in the index alone: a page may need none of them.
  const isCountedAlone =
    isPaired && ways.length === 1 && ways[0]?.by === 'name' && conjuncts(lookup.rest).length === 0
  const steps = shareSteps({ build, table, lookup, names, texts, isWorth }, few, isCountedAlone)
  const unknown = anyOf(isOver)
  const isCut = texts.flatMap((text) => text?.over ?? [])
  const found = steps.map(({ count }) => count).join(' + ')
  const key = ident(table.source.key)
  const rowsOf = (some: readonly Step[], columns: string, union = 'union all') =>
    some.map(({ rows }) => `select ${columns} from ${rows}`).join(` ${union} `)
  // Of several ways each may have found the same row.
  const isSingle = ways.length <= 1
  const different = isSingle ? found : `(select count(*) from (${rowsOf(steps, key, 'union')}) i)`
  const [bound, ids] = [build.alias(), build.alias()]
  build.share(
    `${bound} as materialized (select found, more, unknown, case when ${anyOf([...isOver, ...isCut])} then ${different} >= ${FEW_COVERED} else true end as is_counted from (select ${found} as found, ${anyOf([`${found} > ${few}`, ...isCut])} as more, ${unknown} as unknown) found)`,
    `${ids} as materialized (select array(${rowsOf(steps, key)}) as ids)`,
  )
  const carrying = steps.filter(({ carries }) => carries)
  const plain = steps.filter(({ carries }) => !carries)
  const carried = carriedColumns(table)
  const isCarried = (sorted: readonly SortKey[]) =>
    carrying.length > 0 && sorted.every(({ column }) => column !== null && carried.has(column))
  return {
    bound,
    direct: directSql(build, table, names, isPaired),
    wide: (sorted) => wideSql(texts, isPaired ? names : [], bound, isCarried(sorted) && !isCountedAlone),
    matching: matchingSql(build, table, ways, names, unknown),
    counted: isSingle ? `(select found from ${bound})` : different,
    ids: `(select ids from ${ids})`,
    first: (sorted, reach, alias) => {
      if (reach === null || !isCarried(sorted)) return null
      const columns = [...carried].map(ident).join(', ')
      // A row stands there at most as often as there are ways.
      const most = `least(${reach}, ${few}) * ${carrying.length}`
      return {
        ids: `array(select ${alias}.${key} from (${rowsOf(carrying, columns)}) ${alias}${orderBySql(sorted)} limit ${most})`,
        isPlain: plain.length === 0 ? null : `(${plain.map(({ count }) => `${count} > 0`).join(' or ')})`,
      }
    },
  }
}

export const keyType = (table: TableView): string => table.columns.get(table.source.key)?.type ?? 'uuid'

function wideSql(
  texts: readonly (Trigrams | null)[],
  names: readonly (Ids | null)[],
  bound: string,
  isSorted: boolean,
): string | null {
  const common = texts.flatMap((text) => text?.common ?? [])
  const named = countAll(names)
  const wide = [...common, ...(named === '' ? [] : [`${named} > ${FEW_PAIRED}`])]
  if (wide.length === 0) return null
  const many = [...(isSorted ? [] : [`found > ${AT_ONCE_ROWS}`]), 'more', 'unknown']
  return `case when ${wide.join(' or ')} then true else (select ${many.join(' or ')} from ${bound}) end`
}

const matchingSql =
  (
    build: Build,
    table: TableView,
    ways: Lookup['alternatives'],
    names: readonly (Ids | null)[],
    unknown: string,
  ): Found['matching'] =>
  (alias, each) => {
    const known = ways.flatMap((way, n) => {
      const name = names[n]
      if (way.by === 'column') return [whereSql(build, table, alias, objectOf([way.entry]))]
      return name ? [ofNames(table, way.relation, alias, name)] : []
    })
    return `case when ${unknown} then ${each} else ${known.join(' or ')} end`
  }

function directSql(
  build: Build,
  table: TableView,
  names: readonly (Ids | null)[],
  isPaired: boolean,
): string | null {
  const count = countAll(names)
  if (count === '') return null
  const direct = build.alias()
  const little = littleSql(build, table, LITTLE_ROWS)
  build.share(
    `${direct} as materialized (select case when ${count} > ${isPaired ? FEW_PAIRED : 0} then ${little} else false end as is_direct)`,
  )
  return `(select is_direct from ${direct})`
}
