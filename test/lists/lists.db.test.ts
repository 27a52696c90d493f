/**
 * Every list for every category over the world of the access matrix: the requests that the browser would send, for every
 * filter, group, tag, sort and search, answered by the data endpoint and compared with SQL of the database's owner.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { entities } from '#business/entities.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import { catalog } from '#data/registry.ts'
import type { Category } from '#entity/access.ts'
import { CATEGORIES } from '#entity/access.ts'
import type { Condition } from '#entity/filter.ts'
import { allOf, shapeOf } from '#entity/filter.ts'
import { valueAt } from '#entity/path.ts'
import { category_roles } from '#entity/roles.ts'
import type { ListState } from '#entity/url-codec.ts'
import { empty_list_state } from '#entity/url-codec.ts'
import { fixedClock } from '#kernel/clock.ts'
import { day } from '#kernel/day.ts'
import { instant } from '#kernel/instant.ts'
import type { Looking } from '#test/access/world.ts'
import { viewerOf } from '#test/access/world.ts'
import { makeWorld } from '#test/access/world-platform.ts'
import { freshDatabase } from '#test/database.ts'
import type { Asked, ListTab, ShapedFilter } from '#web/list/model/list.ts'
import type { Request } from '#web/list/model/request.ts'
import { countsRequest, currentFilter, pageSize, recordsRequest } from '#web/list/model/request.ts'
import { ListOracle, likeSql, today } from './list-oracle.ts'
import { everyList, type Listed } from './registry.ts'

const database = await freshDatabase()
await makeWorld().write(database.owner)
const endpoint = new DataEndpoint({
  database,
  clock: fixedClock(instant(`${today}T12:00:00.000Z`)),
  catalog: catalog(),
})

/** Of each category one who has every role, and whose rows lie beside those of others. */
const who: Readonly<Record<Category, string>> = {
  agency: 'A1',
  client: 'L1',
  contractor: 'C5',
  funder: 'F1',
  provider: 'P1',
}
const lookingOf = (category: Category): Looking => ({
  label: `${who[category]} with all roles`,
  business: who[category],
  category,
  roles: category_roles[category],
})

interface Answer {
  readonly total: { aggregate: { count: number } }
  readonly count: { aggregate: { count: number } }
  readonly records: readonly { readonly id: string }[]
}

let numbers = 0
let nonzero = 0
afterAll(() => {
  process.stdout.write(`lists: ${numbers} numbers compared, ${nonzero} of them not zero\n`)
})

async function ask<D>(category: Category, { query, variables }: Request): Promise<D> {
  const answer = JSON.parse(await endpoint.execute(viewerOf(lookingOf(category)), { query, variables }))
  if (answer.errors) throw new Error(JSON.stringify(answer.errors))
  return answer.data
}

async function sql<R extends object>(statement: string): Promise<R[]> {
  return (await database.owner.query<R>(statement)).rows
}

/** Nothing is written here: each statement is counted once. */
const counts = new Map<string, number>()

async function counted(statement: string): Promise<number> {
  const known = counts.get(statement)
  if (known !== undefined) return known
  const [row] = await sql<{ n: number }>(`select count(*)::int as n ${statement}`)
  const n = row?.n ?? -1
  counts.set(statement, n)
  return n
}

/** One list of one category, with its tab, and what SQL says of it. */
class Checked {
  readonly #listed: Listed
  readonly #oracle: ListOracle
  readonly #base: string
  readonly #tab: ListTab | undefined
  readonly faults: string[] = []

  constructor(listed: Listed, tab: ListTab | undefined, looking = lookingOf(listed.category)) {
    this.#listed = listed
    this.#tab = tab
    this.#oracle = new ListOracle(looking)
    const { entity } = listed.shaped.list
    const own = this.#ownWhere()
    this.#base = `${this.#oracle.rows(entity)} and ${this.#oracle.where(entity, 't', own)}`
  }

  #ownWhere() {
    const { where } = this.#listed.list
    if (typeof where === 'function') throw new Error('a condition of the session is not covered here')
    return allOf([where ?? null, this.#tab?.where ?? null])
  }

  #asked(state: Partial<ListState>): Asked {
    const { shaped } = this.#listed
    // Filters are cleared unless the state says otherwise: what is preset has a check of its own.
    return {
      entities,
      shaped,
      state: { ...empty_list_state, filter_by: {}, ...state },
      base: this.#ownWhere(),
      today: day(today),
    }
  }

  #filterSql(filter: Readonly<Record<string, Condition>>): string[] {
    const { shaped } = this.#listed
    return Object.entries(filter).map(([path, condition]) => {
      const field = shaped.url.filters[path]
      if (!field) throw new Error(`no filter ${path}`)
      return this.#oracle.filter(shaped.list.entity, 't', path, field, condition)
    })
  }

  #same(what: string, got: number, right: number): void {
    numbers += 1
    if (right > 0) nonzero += 1
    if (got !== right) this.faults.push(`${what}: ${got} instead of ${right}`)
  }

  /** Total, matched and the first page under this state. */
  async #compare(what: string, state: Partial<ListState>, conditions: readonly string[]): Promise<void> {
    const { category, shaped } = this.#listed
    const answer = await ask<Answer>(category, recordsRequest(this.#asked(state), 0))
    const matched = await counted([this.#base, ...conditions].join(' and '))
    this.#same(`${what}, total`, answer.total.aggregate.count, await counted(this.#base))
    this.#same(`${what}, matched`, answer.count.aggregate.count, matched)
    this.#same(`${what}, rows`, answer.records.length, Math.min(matched, pageSize(shaped)))
  }

  async opens(): Promise<void> {
    const { list, shaped } = this.#listed
    await this.#compare('opened', {}, [])
    const preset = currentFilter(shaped, empty_list_state)
    const isPlain = !JSON.stringify(preset).includes('today')
    if (list.default_filter && isPlain)
      await this.#compare('as preset', { filter_by: null }, this.#filterSql(preset))
  }

  async filters(): Promise<void> {
    for (const filter of this.#listed.shaped.filters)
      for (const condition of await this.#conditions(filter)) {
        const by = { [filter.field]: condition }
        await this.#compare(
          `filter ${filter.field} ${JSON.stringify(condition)}`,
          { filter_by: by },
          this.#filterSql(by),
        )
      }
  }

  /** Conditions of a filter that some rows meet, made from what the rows hold. */
  async #conditions(filter: ShapedFilter): Promise<Condition[]> {
    const { field, shape } = filter
    if (shape.choices) {
      const values = shape.choices.map(({ value }) => value)
      const some = [values.at(0), values.at(Math.floor(values.length / 2)), values.at(-1)]
      return [...some.flatMap((value) => (value === undefined ? [] : [{ in: [value] }])), { in: values }]
    }
    if (shapeOf(shape) === 'is') return [{ is: true }, { is: false }]
    const found = await this.#values(field)
    const some = found[Math.floor(found.length / 2)]
    switch (shapeOf(shape)) {
      case 'contains':
        return [{ contains: some?.slice(1, 7).trim() || 'nothing' }, { contains: '100%_' }]
      case 'in':
        return [{ in: [some ?? '00000000-0000-4000-8000-000000000000'] }]
      default: {
        const isDay = shape.kind === 'day' || shape.kind === 'instant'
        const value = some === undefined ? (isDay ? '2026-02-01' : '1') : isDay ? some.slice(0, 10) : some
        return [{ from: value }, { to: value }, { from: value, to: value }]
      }
    }
  }

  /** What stands in a field of the rows that are there, some of it. */
  async #values(path: string): Promise<string[]> {
    const { entity } = this.#listed.shaped.list
    // Through a relation to many only its first row's value is looked at: enough to have one that is met.
    const value = this.#oracle.value(entity, 't', path)
    const rows = await sql<{ value: string }>(
      `select distinct (${value})::text as value ${this.#base} and (${value})::text <> '' order by 1 limit 9`,
    )
    return rows.map((row) => row.value)
  }

  async groups(): Promise<void> {
    const { category, shaped } = this.#listed
    for (const group of shaped.groups) {
      const asked = countsRequest(this.#asked({}), group.field)
      if (!asked) continue
      const answer = await ask<Record<string, { aggregate: { count: number } }>>(category, asked.request)
      for (const [at, key] of asked.keys.entries()) {
        const value = key.startsWith('group:') ? key.slice('group:'.length) : null
        if (value === null) continue
        const own = this.#oracle.value(shaped.list.entity, 't', group.field)
        const right = await counted(`${this.#base} and ${own} = '${value}'`)
        this.#same(`group ${group.field} ${value}`, answer[`c${at}`]?.aggregate.count ?? -1, right)
        const by = { id: group.field, value }
        await this.#compare(`grouped by ${group.field} ${value}`, { group_by: by }, [`${own} = '${value}'`])
      }
    }
  }

  async tags(): Promise<void> {
    for (const tag of this.#listed.shaped.tags) {
      if (JSON.stringify(tag.filter).includes('today')) continue
      await this.#compare(`tag ${tag.id}`, { filter_by: tag.filter }, this.#filterSql(tag.filter))
    }
  }

  async searches(): Promise<void> {
    const { shaped } = this.#listed
    for (const path of shaped.search) {
      const [some = 'nothing at all'] = (await this.#values(path)).slice(-1)
      const wanted = some.slice(0, 12)
      const any = shaped.search.map((one) =>
        likeSql(this.#oracle.value(shaped.list.entity, 't', one), wanted),
      )
      await this.#compare(`search ${wanted}`, { search: wanted }, [`(${any.join(' or ')})`])
    }
  }

  async sorts(): Promise<void> {
    const { category, shaped } = this.#listed
    let has_looked_behind = false
    for (const column of shaped.columns.filter((one) => one.sortable !== false)) {
      for (const desc of [true, false]) {
        const state = { sort_by: { id: column.field, desc } }
        const first = await ask<Answer>(category, recordsRequest(this.#asked(state), 0))
        const size = pageSize(shaped)
        // A page that is not full is the last one: the first sort looks behind it, too.
        const isLast = first.records.length < size && has_looked_behind
        has_looked_behind = true
        const more = isLast ? null : await ask<Answer>(category, recordsRequest(this.#asked(state), size))
        const got = [...first.records, ...(more?.records ?? [])].map((row) => String(valueAt(row, 'id')))
        const direction = desc ? 'desc' : 'asc'
        const value = this.#oracle.value(shaped.list.entity, 't', column.field)
        const right = await sql<{ id: string }>(
          `select t.id::text as id ${this.#base} order by ${value} ${direction}, t.id ${direction} limit ${size + size * 5}`,
        )
        this.#same(`sorted by ${column.field} ${direction}, rows`, got.length, right.length)
        const at = right.findIndex(({ id }, i) => id !== got[i])
        if (at >= 0) this.faults.push(`sorted by ${column.field} ${direction}: another row at ${at}`)
      }
    }
  }
}

const listed = await everyList()

describe.each(CATEGORIES)('%s', (category) => {
  test.each(
    listed
      .filter((one) => one.category === category)
      .map((one) => ({ one, at: one.at, title: one.list.title })),
  )('$at ($title)', { timeout: 120_000 }, async ({ one }) => {
    const tabs = one.shaped.tabs.length > 0 ? one.shaped.tabs : [undefined]
    for (const [no, tab] of tabs.entries()) {
      const checked = new Checked(one, tab)
      await checked.opens()
      // What the tabs differ in is the rows; every part of the list is asked of the first that has some.
      if (no === 0 || tab?.id === 'all') {
        await checked.filters()
        await checked.groups()
        await checked.tags()
        await checked.searches()
        await checked.sorts()
      }
      expect(checked.faults).toEqual([])
    }
  })
})

test('foreign rows are detected', async () => {
  const timesheets = listed.find((one) => one.at === 'transaction/timesheet' && one.category === 'agency')
  if (!timesheets) throw new Error('no timesheets')
  const checked = new Checked(timesheets, undefined, { ...lookingOf('agency'), business: 'A2' })
  await checked.opens()
  await checked.groups()
  expect(checked.faults.length).toBeGreaterThan(3)
})

test('compared enough rows', () => {
  expect(numbers).toBeGreaterThan(10_000)
  expect(nonzero / numbers).toBeGreaterThan(0.5)
})
