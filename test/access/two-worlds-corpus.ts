/**
 * Requests of every kind for one viewer: each entity, field, operator, order, aggregate, with values that
 * hidden rows have, and hostile ones.
 */
import type { Catalog } from '#data/catalog.ts'
import type { DataRequest } from '#data/execute.server.ts'
import { listRequestOf } from '#data/list-fetch.server.ts'
import type { ColumnView, Profile, RelationView, TableView } from '#data/profile.ts'
import { aggregatedColumns } from '#data/schema/schema-table.ts'
import type { Viewer } from '#entity/access.ts'
import type { Entity } from '#entity/entity.ts'

/** What hidden and visible rows hold, by table. */
export type Values = ReadonlyMap<string, readonly Readonly<Record<string, string | null>>[]>

/** A list as a file. */
export interface AskedExport {
  readonly entity: Entity
  readonly where: Record<string, unknown>
  readonly order_by: readonly Record<string, unknown>[]
  readonly fields: readonly string[]
  readonly format: 'csv' | 'excel'
}

/** One request with a value that hidden rows may have, and with one that no row has. */
export interface AskedPattern {
  readonly has: DataRequest
  readonly none: DataRequest
}

interface CorpusOptions {
  readonly catalog: Catalog
  readonly viewer: Viewer
  readonly profile: Profile
  readonly values: Values
  readonly count: number
  readonly seed: number
}

const HOSTILE = [
  '%\\',
  '%_\\',
  '^(.+)\\1',
  '^(G)(B)(2).*\\3\\2\\1',
  '(((a+)+)+)+$',
  '(',
  '[z-a]',
  '.*.*.*.*zq',
  '%z%q%',
  '_%_%_%_%',
  '(?=.*zq)(?!.*b).*',
  "'; --",
  '\u202e',
  'x'.repeat(999),
]

const ORDERS = ['asc', 'desc', 'asc_nulls_first', 'desc_nulls_last']
const COMPARED = ['_eq', '_neq', '_gt', '_gte', '_lt', '_lte']
const TEXTS = [
  '_like',
  '_nlike',
  '_ilike',
  '_nilike',
  '_similar',
  '_nsimilar',
  '_regex',
  '_nregex',
  '_iregex',
  '_niregex',
]
const AGGREGATES = ['min', 'max', 'sum', 'avg', 'stddev', 'stddev_pop', 'variance', 'var_samp'] as const

/** The same numbers for the same seed. */
function drawFrom(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

/** Does the report say that its figures depend on what this viewer does not read? */
function isOfHidden({ function: report }: TableView, { roles }: Viewer): boolean {
  const from = report?.hidden?.from ?? []
  return from === 'all' || roles.some((role) => from.includes(role))
}

class Corpus {
  readonly #options: CorpusOptions
  readonly #draw: (most: number) => number
  readonly #roots: readonly TableView[]

  constructor(options: CorpusOptions) {
    this.#options = options
    this.#draw = drawFrom(options.seed)
    this.#roots = [...options.profile.tables.values()].filter(
      (table) => table.is_root && !isOfHidden(table, options.viewer),
    )
  }

  /** Lists alone, in turn. */
  *#lists(): Generator<TableView> {
    const lists = this.#roots.filter((table) => !table.function)
    for (let n = 0; n < this.#options.count; n += 1) {
      const table = lists[(n * 7 + this.#options.seed) % lists.length]
      if (table) yield table
    }
  }

  *exports(): Generator<AskedExport> {
    for (const table of this.#lists()) {
      const fields = [...table.columns.keys()].filter(() => this.#isSo(60))
      const order_by = [this.#order(table), { [table.source.key]: 'asc' }]
      yield {
        entity: table.source.entity,
        where: this.#isSo(50) ? this.#where(table) : {},
        order_by,
        fields: fields.length === 0 ? [table.source.key] : fields,
        format: this.#isSo(50) ? 'csv' : 'excel',
      }
    }
  }

  *subscriptions(): Generator<DataRequest> {
    for (const table of this.#lists()) {
      const { query, variables } = this.#request(table)
      yield { query: query.replace(/^query/, 'subscription'), variables: variables ?? {} }
    }
  }

  /** Patterns that some text of the database holds, beside one that none does. */
  *patterns(): Generator<AskedPattern> {
    for (const table of this.#lists()) {
      const column = this.#pick(
        [...table.columns.values()].filter(({ scalar, is_list }) => scalar === 'String' && !is_list),
      )
      const stored = column ? this.#stored(table, column) : null
      if (!column || !stored || stored.length < 3) continue
      const operator = this.#pick(TEXTS) ?? '_like'
      const start = this.#draw(stored.length - 2)
      const part = stored.slice(start, start + 4).replaceAll(/\W/g, '_')
      const query = `query q($v: String!) { ${table.name}(where: { ${column.name}: { ${operator}: $v } }) { ${table.source.key} } }`
      const of = (text: string) => (operator.endsWith('regex') ? text.replaceAll('_', '.') : `%${text}%`)
      yield {
        has: { query, variables: { v: of(part) } },
        none: { query, variables: { v: of(part.replaceAll(/[^\W_]/g, 'Q')) } },
      }
    }
  }

  *requests(): Generator<DataRequest> {
    for (let n = 0; n < this.#options.count; n += 1) {
      const table = this.#roots[n % this.#roots.length]
      if (table) yield this.#request(table)
    }
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[this.#draw(list.length)]
  }

  #isSo(share: number): boolean {
    return this.#draw(100) < share
  }

  /** A value that some row has, hidden or not. */
  #stored(table: TableView, column: ColumnView): string | null {
    const row = this.#pick(this.#options.values.get(table.source.table_name) ?? [])
    return row?.[column.field.column ?? column.name] ?? null
  }

  #text(table: TableView, column: ColumnView, operator: string): string {
    if (this.#isSo(25)) return this.#pick(HOSTILE) ?? ''
    const stored = (this.#stored(table, column) ?? 'zq').slice(0, 40)
    const part = stored.slice(this.#draw(3), 3 + this.#draw(stored.length + 1))
    if (/like$/.test(operator)) return this.#pick([`%${part}%`, `${part}%`, `%${part}\\`, `%zq`]) ?? ''
    if (/similar$/.test(operator)) return this.#pick([`%${part}%`, `${part}(%)`, '%zq']) ?? ''
    if (/regex$/.test(operator))
      return this.#pick([part, `^${part}`, `^(${part}).*\\1`, `(${part}|zq)$`]) ?? ''
    return stored
  }

  #scalar(table: TableView, column: ColumnView): unknown {
    const stored = this.#stored(table, column)
    switch (column.scalar) {
      case 'String':
        return this.#text(table, column, '')
      case 'Int':
        return Math.trunc(Number(stored ?? 1)) % 2_000_000_000
      case 'numeric':
        return this.#pick([stored ?? '1', '0', '1e100', '-0.0001'])
      case 'Boolean':
        return this.#isSo(50)
      case 'date':
        return this.#pick([stored?.slice(0, 10) ?? '2026-03-01', '0001-01-01', '9999-12-31'])
      case 'timestamptz':
        return this.#pick([stored?.slice(0, 19) ?? '2026-03-01', '9999-12-31T23:59:59Z'])
      case 'jsonb':
        return this.#pick([{}, { zq: 1 }, ['zq'], 'zq'])
      case 'uuid':
        return stored ?? '10000000-0000-4000-8000-000000000001'
    }
  }

  /** One comparison of one column. */
  #comparison(table: TableView, column: ColumnView): Record<string, unknown> {
    if (this.#isSo(8)) return { _is_null: this.#isSo(50) }
    if (column.is_list) {
      const operator = this.#pick(['_contains', '_contained_in', '_eq']) ?? '_eq'
      return { [operator]: ['zq'] }
    }
    if (column.scalar === 'jsonb') {
      const operator = this.#pick(['_contains', '_contained_in', '_has_key', '_has_keys_any', '_cast']) ?? ''
      if (operator === '_cast') return { _cast: { String: { _ilike: '%zq%' } } }
      if (operator === '_has_key') return { _has_key: 'zq' }
      return { [operator]: operator === '_has_keys_any' ? ['zq', 'a'] : this.#scalar(table, column) }
    }
    if (column.scalar === 'String' && this.#isSo(75)) {
      const operator = this.#pick(TEXTS) ?? '_like'
      return { [operator]: this.#text(table, column, operator) }
    }
    if (this.#isSo(15)) return { [this.#isSo(50) ? '_in' : '_nin']: [this.#scalar(table, column)] }
    return { [this.#pick(COMPARED) ?? '_eq']: this.#scalar(table, column) }
  }

  #where(table: TableView, depth = 0): Record<string, unknown> {
    const relation = depth < 2 && this.#isSo(25) ? this.#pick([...table.relations.values()]) : undefined
    if (relation) return this.#related(relation, depth)
    const column = this.#pick([...table.columns.values()])
    const one = column ? { [column.name]: this.#comparison(table, column) } : {}
    if (depth < 2 && this.#isSo(10)) return { _not: one }
    if (depth < 2 && this.#isSo(15))
      return { [this.#isSo(50) ? '_or' : '_and']: [one, this.#where(table, depth + 1)] }
    return one
  }

  #related({ name, relation, target }: RelationView, depth: number): Record<string, unknown> {
    const inner = this.#where(target, depth + 1)
    if (relation.kind === 'object' || this.#isSo(70)) return { [name]: inner }
    return { [`${name}_aggregate`]: { count: { filter: inner, predicate: { _gt: this.#draw(2) } } } }
  }

  #order(table: TableView): Record<string, unknown> {
    const direction = this.#pick(ORDERS)
    const relation = this.#isSo(20) ? this.#pick([...table.relations.values()]) : undefined
    if (relation?.relation.kind === 'array') return { [`${relation.name}_aggregate`]: { count: direction } }
    const owner = relation?.target ?? table
    const column = this.#pick([...owner.columns.keys()]) ?? ''
    return relation ? { [relation.name]: { [column]: direction } } : { [column]: direction }
  }

  #fields(table: TableView, depth = 0): string {
    const columns = [...table.columns.keys()].filter(() => this.#isSo(60))
    const relation = depth < 2 && this.#isSo(50) ? this.#pick([...table.relations.values()]) : undefined
    if (relation?.relation.kind === 'object')
      columns.push(`${relation.name} { ${this.#fields(relation.target, depth + 1)} }`)
    else if (relation)
      columns.push(
        `${relation.name}(limit: 3) { ${this.#fields(relation.target, depth + 1)} } ${relation.name}_aggregate { aggregate { count } }`,
      )
    return columns.length === 0 ? '__typename' : columns.join(' ')
  }

  #totals(table: TableView): string {
    if (!table.aggregates) return 'count'
    const parts = AGGREGATES.flatMap((operator) => {
      const names = aggregatedColumns(table, operator).map(({ name }) => name)
      return names.length === 0 ? [] : [`${operator} { ${names.join(' ')} }`]
    })
    return ['count', ...parts.filter(() => this.#isSo(40))].join(' ')
  }

  #request(table: TableView): DataRequest {
    const { name } = table
    const where = this.#where(table)
    const head = `query q($where: ${name}_bool_exp!, $order: [${name}_order_by!])`
    const variables = { where, order: this.#isSo(60) ? [this.#order(table)] : [] }
    const cut = this.#pick(['', ', limit: 1', ', limit: 3, offset: 1', ', limit: 2']) ?? ''
    switch (this.#draw(6)) {
      case 0:
        return {
          query: `${head} { ${name}_aggregate(where: $where, order_by: $order${cut}) { aggregate { ${this.#totals(table)} } nodes { __typename } } }`,
          variables,
        }
      case 1:
        return this.#search(table)
      case 2:
        return this.#byKey(table)
      case 3: {
        const column = this.#pick([...table.columns.keys()]) ?? ''
        return {
          query: `query q($where: ${name}_bool_exp!) { ${name}(where: $where, distinct_on: [${column}]${cut}) { ${this.#fields(table)} } }`,
          variables: { where },
        }
      }
      default:
        return {
          query: `${head} { ${name}(where: $where, order_by: $order${cut}) { ${this.#fields(table)} } }`,
          variables,
        }
    }
  }

  #search(table: TableView): DataRequest {
    const [module = '', entity = ''] = table.source.path.split('.')
    const column = this.#pick([...table.columns.values()].filter(({ scalar }) => scalar === 'String'))
    const text = column ? this.#text(table, column, '') : 'zq'
    const list = { module, entity, fields: ['__typename'], search: text.slice(0, 60), limit: 5 }
    return listRequestOf(this.#options.catalog, this.#options.viewer, list)
  }

  #byKey(table: TableView): DataRequest {
    const key = table.columns.get(table.source.key)
    if (!key || table.function) return { query: `{ ${table.name}(limit: 2) { ${this.#fields(table)} } }` }
    return {
      query: `query q($id: ${key.scalar}!) { ${table.name}_by_pk(${key.name}: $id) { ${this.#fields(table)} } }`,
      variables: { id: this.#scalar(table, key) },
    }
  }
}

export const corpusOf = (options: CorpusOptions): Corpus => new Corpus(options)
