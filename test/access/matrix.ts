/**
 * The access matrix (quality.md S1, S3): entity × looker × row × way to it, asked of the real endpoint and compared with
 * the hand-written oracle. One Matrix is one set of declarations; a mutated set must make it find faults (S2).
 */
import { type EntityAddress, entities } from '#business/entities.ts'
import type { Catalog } from '#data/catalog.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import { type Entity, rootName } from '#entity/entity.ts'
import { fixedClock } from '#kernel/clock.ts'
import { instant } from '#kernel/instant.ts'
import type { TestDatabase } from '#test/database.ts'
import type { Facts, Raw, Sight } from './facts.ts'
import { hiddenFields, withheldFields } from './oracle-fields.ts'
import { type Looking, viewerOf, type World } from './world.ts'

interface Answer {
  readonly data?: Readonly<Record<string, unknown>>
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[]
}

type Listed = readonly Readonly<Record<string, unknown>>[]

/** Everything a looker should be able to name and see of one entity. */
interface Case {
  readonly looking: Looking
  readonly address: EntityAddress
  readonly entity: Entity
  readonly root: string
  readonly sight: Sight | null
  readonly sights: ReadonlyMap<EntityAddress, Sight>
  readonly hidden: ReadonlySet<string>
  /** Fields that read as nothing in some rows. */
  readonly withheld: ReadonlyMap<string, (row: Raw) => boolean>
}

interface Link {
  readonly name: string
  readonly isArray: boolean
  /** Visible rows of the other side, by id of this side. */
  readonly linked: ReadonlyMap<string, readonly string[]>
  readonly isReached: boolean
}

interface MatrixOptions {
  readonly database: TestDatabase
  readonly world: World
  readonly facts: Facts
  readonly catalog: Catalog
}

/** A name that no declaration has. */
const undeclared = 'zz_undeclared_zz'

/** What `sum` may be asked of. */
const numbers = new Set(['money', 'rate', 'units', 'percent', 'integer'])

export class Matrix {
  readonly #options: MatrixOptions
  readonly #endpoint: DataEndpoint
  /** Single questions: may this looker have this row, or name this field, in this way? */
  probes = 0
  /** Those whose right answer was yes, and which the endpoint answered with yes. */
  positives = 0
  readonly faults: string[] = []
  /** How the endpoint refuses what does not exist, by looker and question. */
  readonly #undeclared = new Map<string, string>()

  constructor(options: MatrixOptions) {
    this.#options = options
    const clock = fixedClock(instant('2026-04-01T12:00:00.000Z'))
    this.#endpoint = new DataEndpoint({ database: options.database, clock, catalog: options.catalog })
  }

  async ask(looking: Looking, query: string): Promise<Answer> {
    return JSON.parse(await this.#endpoint.execute(viewerOf(looking), { query })) as Answer // The endpoint's own shape.
  }

  async caseOf(looking: Looking, address: EntityAddress): Promise<Case> {
    const sights = await this.#options.facts.sightOf(looking)
    const entity: Entity = entities[address]
    return {
      looking,
      address,
      entity,
      root: rootName(entity),
      sight: sights.get(address) ?? null,
      sights,
      hidden: hiddenFields(address, looking),
      withheld: withheldFields(address, looking),
    }
  }

  #fault(one: Case, how: string, what: string): void {
    this.faults.push(`${one.address}, ${one.looking.label}, ${how}: ${what}`)
  }

  /** Which rows came that should not, and the other way round. */
  #compare(one: Case, how: string, found: readonly string[], expected: ReadonlySet<string>): void {
    const { world, facts } = this.#options
    const name = (id: string) => world.nameOf(one.entity.table ?? one.address, id)
    const got = new Set(found)
    const leaked = found.filter((id) => !expected.has(id))
    const missing = [...expected].filter((id) => !got.has(id))
    this.probes += facts.rowsOf(one.entity).length
    this.positives += expected.size - missing.length
    if (leaked.length > 0)
      this.#fault(one, how, `sees ${leaked.slice(0, 4).map(name).join(' · ')} (${leaked.length})`)
    if (missing.length > 0)
      this.#fault(one, how, `lacks ${missing.slice(0, 4).map(name).join(' · ')} (${missing.length})`)
  }

  /**
   * A question that must be answered, word for word, as if its subject did not exist: as the same question about a
   * name that nobody ever declared.
   */
  async #refused(one: Case, how: string, name: string, ask: (name: string) => string): Promise<void> {
    this.probes += 1
    const answer = await this.ask(one.looking, ask(name))
    const key = `${one.looking.label} ${ask(undeclared)}`
    let right = this.#undeclared.get(key)
    if (right === undefined) {
      const { errors } = await this.ask(one.looking, ask(undeclared))
      right = errors?.[0]?.extensions.code === 'validation-failed' ? JSON.stringify(errors) : 'refused'
      this.#undeclared.set(key, right)
    }
    // Not where it begins another name: `created_by_name` is not about `created_by`.
    const whole = new RegExp(`\\b${name}(?=\\b|_aggregate|_by_pk)`, 'g')
    const said = JSON.stringify(answer.errors)?.replaceAll(whole, undeclared)
    if (said !== right)
      this.#fault(one, how, `${ask(name)} was answered with ${answer.errors?.[0]?.message ?? 'data'}`)
  }

  #readable(one: Case): string[] {
    return Object.keys(one.entity.fields).filter((name) => !one.hidden.has(name))
  }

  /** Lists, counts, sums and rows by id of one entity for one looker. */
  async rows(looking: Looking, address: EntityAddress, byIdLimit = 24): Promise<void> {
    const one = await this.caseOf(looking, address)
    if (!one.sight || one.sight.isReached) return this.#absent(one)
    const { root, sight } = one
    const fields = this.#readable(one)
    const sums = fields.filter((name) => {
      const field = one.entity.fields[name]
      return field && numbers.has(field.kind) && !field.computed
    })
    const sumAsked = sums.length > 0 ? `sum { ${sums.join(' ')} }` : ''
    const { data, errors } = await this.ask(
      looking,
      `{ list: ${root}(order_by: {id: asc}) { ${fields.join(' ')} }
         total: ${root}_aggregate { aggregate { count ${sumAsked} } nodes { id } }
         found: ${root}_aggregate(where: {id: {_is_null: false}}) { aggregate { count } } }`,
    )
    if (!data) return this.#fault(one, 'list', errors?.[0]?.message ?? 'no data')
    const list = data.list as Listed
    const total = data.total as { aggregate: { count: number; sum?: Record<string, number> }; nodes: Listed }
    const found = data.found as { aggregate: { count: number } }
    this.#compare(one, 'list', idsOf(list), sight.ids)
    this.#compare(one, 'nodes of aggregate', idsOf(total.nodes), sight.ids)
    for (const [how, count] of [
      ['count', total.aggregate.count],
      ['filtered count', found.aggregate.count],
    ] as const) {
      this.probes += 1
      if (count === sight.ids.size) this.positives += 1
      else this.#fault(one, how, `${count} instead of ${sight.ids.size}`)
    }
    this.#sums(one, sums, total.aggregate.sum ?? {})
    this.#figures(one, sums, list)
    await this.#withheld(one)
    await this.#byId(one, byIdLimit)
  }

  #sums(one: Case, sums: readonly string[], got: Readonly<Record<string, number | null>>): void {
    const rows = this.#options.facts.rowsOf(one.entity).filter((row) => one.sight?.ids.has(row.id ?? ''))
    for (const name of sums) {
      this.probes += 1
      // Amounts of this world have two decimals at most and stay far below where a float loses one.
      const right = rows.reduce((sum, row) => sum + Number(told(one, row, name) ?? 0), 0)
      if (Math.abs((got[name] ?? 0) - right) < 0.005) this.positives += 1
      else this.#fault(one, `sum of ${name}`, `${got[name]} instead of ${right}`)
    }
  }

  /** Each figure of each row: in full, or nothing where it is withheld from the viewer. */
  #figures(one: Case, names: readonly string[], list: Listed): void {
    const known = new Map(this.#seenRows(one).map((row) => [idOf(row), row]))
    for (const found of list) {
      const row = known.get(String(found.id))
      if (!row) continue
      for (const name of names) {
        this.probes += 1
        const right = told(one, row, name)
        const got = found[name] ?? null
        const isRight = right === null ? got === null : got !== null && Number(got) === Number(right)
        if (isRight) this.positives += 1
        else this.#fault(one, name, `${this.#nameOf(one, idOf(row))} says ${String(got)} instead of ${right}`)
      }
    }
  }

  /** What is withheld is nothing wherever the field is named: in a filter, an order, an extreme. */
  async #withheld(one: Case): Promise<void> {
    const rows = this.#seenRows(one)
    for (const name of one.withheld.keys()) {
      const figure = (row: Raw) => told(one, row, name)
      const ids = (some: readonly Raw[]) => new Set(some.map(idOf))
      const untold = rows.filter((row) => figure(row) === null)
      const values = [...new Set(untold.map((row) => Number(row[name])))]
      const { data, errors } = await this.ask(
        one.looking,
        `{ none: ${one.root}(where: {${name}: {_is_null: true}}) { id }
           order: ${one.root}(order_by: [{${name}: asc}, {id: asc}]) { id }
           ends: ${one.root}_aggregate(where: {${name}: {_neq: 0}}) { aggregate { min { ${name} } max { ${name} } } }
           ${values.map((value, i) => `is${i}: ${one.root}(where: {${name}: {_eq: ${value}}}) { id }`).join(' ')} }`,
      )
      if (!data) return this.#fault(one, name, errors?.[0]?.message ?? 'no data')
      this.#compare(one, `${name} of nothing`, idsOf(data.none as Listed), ids(untold))
      for (const [i, value] of values.entries()) {
        const right = rows.filter((row) => figure(row) !== null && Number(figure(row)) === value)
        this.#compare(one, `${name} of ${value}`, idsOf(data[`is${i}`] as Listed), ids(right))
      }
      const at = (row: Raw) => (figure(row) === null ? Number.POSITIVE_INFINITY : Number(figure(row)))
      const sorted = [...rows].sort((a, b) => at(a) - at(b) || order(idOf(a), idOf(b))).map(idOf)
      const numbers = rows.map(at).filter((n) => Number.isFinite(n) && n !== 0)
      const { aggregate } = data.ends as { aggregate: Record<'min' | 'max', Record<string, number | null>> }
      const found = [idsOf(data.order as Listed).join(), aggregate.min[name], aggregate.max[name]]
      const right = [sorted.join(), Math.min(...numbers), Math.max(...numbers)]
      this.probes += rows.length
      if (numbers.length === 0 || JSON.stringify(found) === JSON.stringify(right))
        this.positives += rows.length
      else this.#fault(one, name, 'its order or its extremes tell of what is withheld')
    }
  }

  /** Rows by their id: some that are the looker's, and more that are not. */
  async #byId(one: Case, limit: number): Promise<void> {
    const ids = this.#options.facts.rowsOf(one.entity).map((row) => row.id ?? '')
    const seen = ids.filter((id) => one.sight?.ids.has(id))
    const unseen = ids.filter((id) => !one.sight?.ids.has(id))
    const some = [...spread(seen, Math.ceil(limit / 3)), ...spread(unseen, Math.floor((limit * 2) / 3))]
    for (let at = 0; at < some.length; at += 30) {
      const chunk = some.slice(at, at + 30)
      const asked = chunk.map((id, i) => `a${i}: ${one.root}_by_pk(id: ${literal(one, id)}) { id }`)
      if (asked.length === 0) continue
      const { data, errors } = await this.ask(one.looking, `{ ${asked.join(' ')} }`)
      if (!data) return this.#fault(one, 'by id', errors?.[0]?.message ?? 'no data')
      for (const [i, id] of chunk.entries()) {
        this.probes += 1
        const isThere = data[`a${i}`] !== null
        const isRight = isThere === one.sight?.ids.has(id)
        if (isRight && isThere) this.positives += 1
        if (!isRight)
          this.#fault(
            one,
            'by id',
            `${isThere ? 'sees' : 'lacks'} ${this.#options.world.nameOf(one.entity.table ?? one.address, id)}`,
          )
      }
    }
  }

  async #absent(one: Case): Promise<void> {
    const id = this.#options.facts.rowsOf(one.entity)[0]?.id ?? ''
    await this.#refused(one, 'list', one.root, (root) => `{ ${root} { __typename } }`)
    await this.#refused(one, 'count', one.root, (root) => `{ ${root}_aggregate { aggregate { count } } }`)
    await this.#refused(
      one,
      'by id',
      one.root,
      (root) => `{ ${root}_by_pk(id: ${literal(one, id)}) { __typename } }`,
    )
  }

  /** Every field that the looker may not read, in every place where it could be named. */
  async hidden(looking: Looking, address: EntityAddress): Promise<void> {
    const one = await this.caseOf(looking, address)
    if (!one.sight || one.sight.isReached) return
    for (const name of one.hidden) {
      for (const [place, ask] of Object.entries(places)) {
        await this.#refused(one, `${name} in ${place}`, name, (field) => ask(one.root, field))
      }
    }
  }

  /** Relations of the entity: the viewer's, with the rows they lead to; null for the others. */
  #links(one: Case): { links: Link[]; absent: { name: string; isArray: boolean }[] } {
    const { facts } = this.#options
    const links: Link[] = []
    const absent: { name: string; isArray: boolean }[] = []
    for (const [name, relation] of Object.entries(one.entity.relations ?? {})) {
      const isArray = relation.kind === 'array'
      const to = relation.to as EntityAddress // Relations are checked by the schema guard.
      const sight = one.sights.get(to)
      if (!sight || one.hidden.has(relation.from)) {
        absent.push({ name, isArray })
        continue
      }
      const others = Map.groupBy(
        facts.rowsOf(entities[to]).filter((row) => sight.ids.has(row.id ?? '') && meets(row, relation.where)),
        (row) => row[relation.key] ?? '',
      )
      const linked = new Map<string, readonly string[]>()
      for (const row of this.#seenRows(one)) {
        const key = row[relation.from]
        linked.set(row.id ?? '', key === null || key === undefined ? [] : (others.get(key) ?? []).map(idOf))
      }
      links.push({ name, isArray, linked, isReached: sight.isReached })
    }
    return { links, absent }
  }

  #seenRows(one: Case): Raw[] {
    return this.#options.facts.rowsOf(one.entity).filter((row) => one.sight?.ids.has(row.id ?? ''))
  }

  /** Every relation, as a selection, a filter, a count, a filter by count and a sort. */
  async relations(looking: Looking, address: EntityAddress): Promise<void> {
    const one = await this.caseOf(looking, address)
    if (!one.sight || one.sight.isReached) return
    const { links, absent } = this.#links(one)
    for (const link of links) await this.#link(one, link)
    for (const { name, isArray } of absent) {
      const { root } = one
      const order = isArray ? '_aggregate: {count: asc}' : ': {id: asc}'
      await this.#refused(one, `${name} in select`, name, (to) => `{ ${root} { ${to} { __typename } } }`)
      await this.#refused(one, `${name} in where`, name, (to) => `{ ${root}(where: {${to}: {}}) { id } }`)
      await this.#refused(
        one,
        `${name} in order_by`,
        name,
        (to) => `{ ${root}(order_by: {${to}${order}}) { id } }`,
      )
    }
  }

  async #link(one: Case, link: Link): Promise<void> {
    const { root } = one
    const { name, isArray, linked } = link
    const count = isArray ? `${name}_aggregate { aggregate { count } }` : ''
    const order = isArray ? `{${name}_aggregate: {count: asc}}` : `{${name}: {id: asc}}`
    const byCount = isArray
      ? `counted: ${root}(where: {${name}_aggregate: {count: {predicate: {_gt: 0}}}}) { id }`
      : ''
    const { data, errors } = await this.ask(
      one.looking,
      `{ list: ${root}(order_by: [${order}, {id: asc}]) { id ${name} { id } ${count} }
         with: ${root}(where: {${name}: {}}) { id }
         without: ${root}(where: {_not: {${name}: {}}}) { id } ${byCount} }`,
    )
    if (!data) return this.#fault(one, name, errors?.[0]?.message ?? 'no data')
    const list = data.list as Listed
    for (const row of list) {
      const id = String(row.id)
      const right = linked.get(id) ?? []
      const found = isArray
        ? idsOf(row[name] as Listed)
        : row[name]
          ? idsOf([row[name] as Listed[number]])
          : []
      this.probes += 1 + right.length
      const isSame = found.length === right.length && found.every((other) => right.includes(other))
      if (isSame) this.positives += found.length
      else this.#fault(one, name, `${this.#nameOf(one, id)} has ${found.length} of ${right.length}`)
      const counted = isArray
        ? (row[`${name}_aggregate`] as { aggregate: { count: number } }).aggregate.count
        : null
      if (counted !== null && counted !== right.length)
        this.#fault(one, `count of ${name}`, `${this.#nameOf(one, id)}: ${counted} of ${right.length}`)
    }
    const some = new Set([...linked].filter(([, others]) => others.length > 0).map(([id]) => id))
    const none = new Set([...linked.keys()].filter((id) => !some.has(id)))
    this.#compare(one, `filter by ${name}`, idsOf(data.with as Listed), some)
    this.#compare(one, `filter by no ${name}`, idsOf(data.without as Listed), none)
    if (isArray) this.#compare(one, `filter by count of ${name}`, idsOf(data.counted as Listed), some)
    this.#order(one, link, idsOf(list))
  }

  /** Sorting by what one may not see would tell it (the oracle that quality.md S3 names). */
  #order(one: Case, { name, isArray, linked }: Link, found: readonly string[]): void {
    const key = (id: string) => {
      const others = linked.get(id) ?? []
      return isArray ? String(others.length).padStart(6, '0') : (others[0] ?? '~')
    }
    const right = [...linked.keys()].sort((a, b) => order(key(a), key(b)) || orderIds(one, a, b))
    this.probes += 1
    if (right.every((id, i) => id === found[i])) this.positives += 1
    else this.#fault(one, `sort by ${name}`, 'the order tells of rows that are not his')
  }

  #nameOf(one: Case, id: string): string {
    return this.#options.world.nameOf(one.entity.table ?? one.address, id)
  }
}

/** Where a field could be named. */
const places: Readonly<Record<string, (root: string, field: string) => string>> = {
  select: (root, field) => `{ ${root} { ${field} } }`,
  where: (root, field) => `{ ${root}(where: {${field}: {_is_null: true}}) { id } }`,
  'where in _not': (root, field) => `{ ${root}(where: {_not: {${field}: {_is_null: true}}}) { id } }`,
  order_by: (root, field) => `{ ${root}(order_by: {${field}: asc}) { id } }`,
  distinct_on: (root, field) => `{ ${root}(distinct_on: ${field}) { id } }`,
  'count of': (root, field) => `{ ${root}_aggregate { aggregate { count(columns: ${field}) } } }`,
  max: (root, field) => `{ ${root}_aggregate { aggregate { max { ${field} } } } }`,
  'where of an aggregate': (root, field) =>
    `{ ${root}_aggregate(where: {${field}: {_is_null: true}}) { aggregate { count } } }`,
}

/** What of a row's figure this looker is told. */
const told = (one: Case, row: Raw, name: string): string | null =>
  one.withheld.get(name)?.(row) ? null : (row[name] ?? null)
const idOf = (row: Raw): string => row.id ?? ''
const meets = (row: Raw, where: Readonly<Record<string, string | boolean>> = {}): boolean =>
  Object.entries(where).every(([column, value]) => row[column] === String(value))
const idsOf = (list: Listed): string[] => list.map((row) => String(row.id))
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const isNumber = (one: Case): boolean => one.entity.fields.id?.kind === 'integer'
const orderIds = (one: Case, a: string, b: string): number =>
  isNumber(one) ? Number(a) - Number(b) : order(a, b)
const literal = (one: Case, id: string): string => (isNumber(one) ? id : `"${id}"`)

/** At most `limit` of the list, evenly spread, so that every deal and state has its turn. */
function spread<T>(list: readonly T[], limit: number): T[] {
  if (list.length <= limit) return [...list]
  return Array.from({ length: limit }, (_, i) => list[Math.floor((i * list.length) / limit)] as T) // Within its length.
}
