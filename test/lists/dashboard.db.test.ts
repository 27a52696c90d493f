/**
 * Each number of a dashboard leads to its rows: for every category and role, the list that it opens knows the filter it
 * carries, and counts as many rows as the number says.
 */
import { afterAll, describe, expect, test } from 'vitest'
import type { Asked } from '#business/dashboard/dashboard.rules.ts'
import {
  figuresOf,
  figuresRequest,
  isFor,
  monthsUpTo,
  otherSumsOf,
  otherSumsRequest,
} from '#business/dashboard/dashboard.rules.ts'
import { tiles } from '#business/dashboard/dashboard-tiles.view.ts'
import { trends } from '#business/dashboard/dashboard-trends.view.ts'
import { overview } from '#business/dashboard/overview-tiles.view.ts'
import { stepStates, stepsFor, stepsRequest } from '#business/dashboard/setup-steps.rules.ts'
import { setups } from '#business/dashboard/setup-steps.view.ts'
import type { Rows } from '#business/dashboard/tile.view.ts'
import { entities } from '#business/entities.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import { catalog } from '#data/registry.ts'
import type { Category, Role } from '#entity/access.ts'
import { CATEGORIES } from '#entity/access.ts'
import { allOf } from '#entity/filter.ts'
import { category_roles } from '#entity/roles.ts'
import { decodeListState, empty_list_state, encodeListState } from '#entity/url-codec.ts'
import { fixedClock } from '#kernel/clock.ts'
import { day } from '#kernel/day.ts'
import { instant } from '#kernel/instant.ts'
import { menuFor } from '#server/menu.server.ts'
import { viewerOf } from '#test/access/world.ts'
import { makeWorld } from '#test/access/world-platform.ts'
import { freshDatabase } from '#test/database.ts'
import { BuiltAnswer } from '#web/core/built-query.ts'
import { droppedParts } from '#web/list/model/dropped.ts'
import { recordsRequest } from '#web/list/model/request.ts'
import { shapeList } from '#web/list/model/shape.ts'
import { today } from './list-oracle.ts'
import { lists, sessionOf } from './registry.ts'

const database = await freshDatabase()
await makeWorld().write(database.owner)
const endpoint = new DataEndpoint({
  database,
  clock: fixedClock(instant(`${today}T12:00:00.000Z`)),
  catalog: catalog(),
})
const who: Readonly<Record<Category, string>> = {
  agency: 'A1',
  client: 'L1',
  contractor: 'C5',
  funder: 'F1',
  provider: 'P1',
}

interface Person {
  readonly category: Category
  readonly roles: readonly Role[]
}
/** Each role alone, and all roles of a category together. */
const people: readonly Person[] = CATEGORIES.flatMap((category) => [
  ...category_roles[category].map((role): Person => ({ category, roles: [role] })),
  { category, roles: category_roles[category] },
])

async function ask<D>(
  { category, roles }: Person,
  query: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<D> {
  const looking = { label: `${category} as ${roles.join(', ')}`, business: who[category], category, roles }
  const answer = JSON.parse(await endpoint.execute(viewerOf(looking), { query, variables }))
  if (answer.errors) throw new Error(`${looking.label}: ${JSON.stringify(answer.errors)}`)
  return answer.data
}

/** Every number of this person's dashboard: tiles, and the rows of each bar. */
function numbersOf({ category, roles }: Person): (Rows & Asked & { readonly named: string })[] {
  const months = monthsUpTo(day(today), 6)
  return [
    ...tiles[category].filter((one) => isFor(one, roles)).map((one) => ({ ...one, named: one.label })),
    ...overview[category].flatMap((group) =>
      group.tiles
        .filter((one) => isFor(one, roles))
        .map((one) => ({ ...one, named: `${group.title}: ${one.label}` })),
    ),
    ...trends[category]
      .filter((one) => isFor(one, roles))
      .flatMap(({ title, series }) =>
        months.flatMap((month) =>
          series.map((one) => ({
            ...one,
            filter: { ...one.filter, [one.day]: month },
            named: `${title}, ${month.from}, ${one.label}`,
          })),
        ),
      ),
  ]
}

/** What the list behind a number shows: the parts of the address it leaves out, and its count. */
async function opened(person: Person, rows: Rows): Promise<{ dropped: string[]; count: number }> {
  const { category, roles } = person
  const load = lists[rows.path]
  if (!load) throw new Error(`no list at ${rows.path}`)
  const list = await load(category)
  const shaped = shapeList(entities, list, sessionOf(category, roles))
  const address = encodeListState({ ...empty_list_state, filter_by: rows.filter })
  const state = decodeListState(shaped.url, address)
  const tab = rows.tab ? list.tabs?.find((one) => one.id === rows.tab) : list.tabs?.[0]
  if (rows.tab && !tab) throw new Error(`${rows.path} has no tab ${rows.tab}`)
  if (typeof list.where === 'function') throw new Error('a condition of the session is not covered here')
  const base = allOf([list.where ?? null, tab?.where ?? null])
  const request = recordsRequest({ entities, shaped, state, base, today: day(today) }, 0)
  const answer = await ask<{ count: { aggregate: { count: number } } }>(
    person,
    request.query,
    request.variables,
  )
  return { dropped: droppedParts(shaped, address, state), count: answer.count.aggregate.count }
}

let compared = 0
let nonzero = 0
afterAll(() => {
  process.stdout.write(`dashboards: ${compared} numbers compared, ${nonzero} of them not zero\n`)
})

test('funder’s debts: equal the portfolio invoice by invoice', async () => {
  const funder: Person = { category: 'funder', roles: ['funder_analyst'] }
  const exposure = tiles.funder.filter(({ id }) => id === 'exposure')
  const { query, variables } = figuresRequest({ entities, today: day(today), currency: 'GBP' }, exposure)
  const [figure] = figuresOf(exposure, new BuiltAnswer(await ask<object>(funder, query, variables)))
  const { rows } = await ask<{ rows: readonly { net_outstanding_balance: number }[] }>(
    funder,
    `{ rows: get_funding_portfolio(where: { alpha_code: { _eq: "GBP" } }) { net_outstanding_balance } }`,
    {},
  )
  expect(figure?.count).toBeGreaterThan(0)
  const portfolio = rows.reduce((sum, one) => sum + Math.round(one.net_outstanding_balance * 100), 0)
  expect(Math.round((figure?.sum ?? 0) * 100)).toBe(portfolio)
})

test('sums of a tile: every row is in the business’s currency or in one of the others', async () => {
  const agency: Person = { category: 'agency', roles: category_roles.agency }
  const summed = tiles.agency.filter(({ sum }) => sum !== undefined)
  const read = async (currency: string | null) => {
    const { query, variables } = figuresRequest({ entities, today: day(today), currency }, summed)
    return figuresOf(summed, new BuiltAnswer(await ask<object>(agency, query, variables)))
  }
  const [own, all] = await Promise.all([read('EUR'), read(null)])
  for (const [at, asked] of summed.entries()) {
    const others = ['GBP', 'USD', 'SEK', 'PLN'].map((currency) => ({ asked, currency }))
    const { query, variables } = otherSumsRequest({ entities, today: day(today), currency: 'EUR' }, others)
    const sums = otherSumsOf(others, new BuiltAnswer(await ask<object>(agency, query, variables)), asked)
    expect(sums.length > 0).toBe((own[at]?.others ?? 0) > 0)
    const total = sums.reduce((sum, { amount }) => sum + amount, own[at]?.sum ?? 0)
    expect(Math.round(total * 100)).toBe(Math.round((all[at]?.sum ?? 0) * 100))
  }
  expect(own.some(({ others }) => others > 0)).toBe(true)
})

describe.each(people)('$category as $roles', (person) => {
  test('every number opens as many rows', async () => {
    const numbers = numbersOf(person)
    const asking = { entities, today: day(today), currency: null }
    const figures: number[] = []
    // As many at once as the data endpoint takes.
    for (let from = 0; from < numbers.length; from += 15) {
      const some = numbers.slice(from, from + 15)
      const { query, variables } = figuresRequest(asking, some)
      figures.push(
        ...figuresOf(some, new BuiltAnswer(await ask<object>(person, query, variables))).map(
          ({ count }) => count,
        ),
      )
    }
    const told: string[] = []
    for (const [at, one] of numbers.entries()) {
      const { dropped, count } = await opened(person, one)
      if (dropped.length > 0) told.push(`${one.named}: the list leaves out ${dropped.join(', ')}`)
      if (count !== figures[at]) told.push(`${one.named}: ${figures[at]}, but the list has ${count}`)
      compared += 1
      if (count > 0) nonzero += 1
    }
    expect(told).toEqual([])
  })

  test('every number opens a list of the menu', () => {
    const menu = menuFor({
      ...person,
      features: ['perm_placement', 'vat_liability'],
      has_perm_placements: true,
    })
    const outside = numbersOf(person).filter((one) => !menu.some(({ key }) => key === one.path))
    expect(outside.map(({ named }) => named)).toEqual([])
  })

  test('the first steps are read in one request', async () => {
    const { category, roles } = person
    const asked = {
      until: stepsFor(setups[category].until, roles),
      steps: stepsFor(setups[category].steps, roles),
    }
    const looking = viewerOf({ label: category, business: who[category], category, roles })
    const { query, variables } = stepsRequest(asked, {
      business_id: looking.business_id,
      business_contact_id: looking.business_contact_id,
      today,
    })
    const answer = new BuiltAnswer(await ask<object>(person, query, variables))
    expect(answer.rows('until_0').length).toBeLessThanOrEqual(1)
    const has = (root: string) => !root.startsWith('until') && answer.rows(root).length > 0
    const states = stepStates(asked, has, true)
    expect(states?.map(({ step }) => step.id)).toEqual(asked.steps.map(({ id }) => id))
  })
})
