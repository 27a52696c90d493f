/**
 * Figures that are not a viewer's: what the contractor earns, for the client; what the client pays, for the contractor;
 * what the agency keeps, for who sees no commission (spec §6). One looks for them by halving an interval through every
 * channel; another changes them and looks whether anything at all is answered differently.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { readableFields, type Source } from '#data/catalog.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import { type Profile, profiles } from '#data/profile.ts'
import { catalog } from '#data/registry.ts'
import { visibleSql } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { type SeededPlacement, seedApprovedTimesheet, seedWeek } from '#test/fixtures/world.ts'
import { filters, type Question, type Route, routesTo, shown } from './channels.ts'

const { database, world } = await freshWorld()
const faults: unknown[] = []
const endpoint = new DataEndpoint({ database, clock: world.clock, onError: (error) => faults.push(error) })
const profileOf = profiles(catalog())
let week: SeededPlacement

beforeAll(async () => {
  const rates = [{ name: 'Standard', contractor_rate: '23.45', client_rate: '31.37' }]
  week = await seedWeek(world, { agency: { funding_model: 'indirect' }, placement: { rates } })
  await seedApprovedTimesheet(world, week)
})

type Answer = { data?: Record<string, unknown>; errors?: { message: string; extensions: { code: string } }[] }

async function ask(viewer: Viewer, query: string, variables?: Record<string, unknown>): Promise<Answer> {
  const body = await endpoint.execute(viewer, { query, ...(variables ? { variables } : {}) })
  if (faults[0]) throw new Error(`${query}: ${String(faults[0])}`, { cause: faults[0] })
  return JSON.parse(body) as Answer // The endpoint's own shape.
}

const who = {
  client: () => week.client.invoice_contact,
  'client’s manager': () => week.client.manager,
  contractor: () => week.contractor.viewer,
  'agency user': () => week.agency.user,
} as const
type Who = keyof typeof who

/** A figure, and who must not find it. `figure` is what the agency's administrator reads. */
const SECRETS: readonly { table: string; field: string; figure: number; from: readonly Who[] }[] = [
  {
    table: 'transaction_timesheet_detail',
    field: 'contractor_rate',
    figure: 23.45,
    from: ['client', 'client’s manager'],
  },
  {
    table: 'transaction_timesheet',
    field: 'contractor_amount',
    figure: 879.38,
    from: ['client', 'client’s manager'],
  },
  {
    table: 'transaction_invoice_set',
    field: 'contractor_net',
    figure: 879.38,
    from: ['client', 'client’s manager'],
  },
  { table: 'transaction_timesheet_detail', field: 'client_rate', figure: 31.37, from: ['contractor'] },
  { table: 'transaction_timesheet', field: 'client_amount', figure: 1176.38, from: ['contractor'] },
  { table: 'transaction_invoice_set', field: 'client_net', figure: 1176.38, from: ['contractor'] },
  {
    table: 'transaction_invoice_set',
    field: 'agency_net',
    figure: 0,
    from: ['client', 'client’s manager', 'contractor', 'agency user'],
  },
]

const admin = () => week.agency.admin
const adminProfile = (): Profile => profileOf(admin())
const routes = (table: string): Route[] => routesTo(adminProfile().tables, table, 2)

/** What the administrator reads. */
async function figureOf(table: string, field: string): Promise<number> {
  const { data } = await ask(admin(), `{ ${table}(where: {${field}: {_is_null: false}}) { ${field} } }`)
  const rows = data?.[table] as Record<string, number>[] // As asked for.
  return Math.max(...rows.map((row) => row[field] ?? 0))
}

/** Does some row have more than `n`? Null where the question is refused. */
async function isMore(viewer: Viewer, question: Question, n: number): Promise<boolean | null> {
  const { data } = await ask(viewer, question(n))
  if (!data) return null
  const [aggregate] = Object.values(data) as { aggregate: { count: number } }[] // The question is a count.
  return (aggregate?.aggregate.count ?? 0) > 0
}

/** Halves the interval until the figure is known to the penny. */
async function find(viewer: Viewer, question: Question): Promise<number | null> {
  let low = 0
  let high = 4096
  while (high - low > 0.005) {
    const middle = (low + high) / 2
    const more = await isMore(viewer, question, middle)
    if (more === null) return null
    if (more) low = middle
    else high = middle
  }
  return Math.round(high * 100) / 100
}

/** Refused as though there were no such thing. */
const NOT_THERE =
  /^(field '\w+' not found in type: '\w+'|expected one of the values .* but found '\w+'|the type of variable '\w+' is not found in the schema|no mutations exist)$/

async function expectRefused(
  viewer: Viewer,
  query: string,
  variables?: Record<string, unknown>,
): Promise<void> {
  const { data, errors } = await ask(viewer, query, variables)
  expect(data, query).toBeUndefined()
  expect(errors?.[0]?.message, query).toMatch(NOT_THERE)
}

describe.each(SECRETS)('$field of $table', ({ table, field, figure, from }) => {
  it('is found to the penny by who may read it, through each kind of filter', async () => {
    const known = await figureOf(table, field)
    if (figure > 0) expect(known).toBeCloseTo(figure, 2)
    for (const question of Object.values(filters({ root: table, steps: [] }, field)))
      expect(await find(admin(), question)).toBeCloseTo(known, 2)
  })
  it('turns the answer of every route that leads to it', async () => {
    const known = await figureOf(table, field)
    const all = routes(table)
    expect(all.length).toBeGreaterThan(2)
    let telling = 0
    for (const route of all) {
      for (const question of Object.values(filters(route, field))) {
        expect(await isMore(admin(), question, known + 0.01)).toBe(false)
        if (await isMore(admin(), question, known - 0.01)) telling += 1
      }
    }
    expect(telling).toBeGreaterThan(5)
  })
  it.each(from)('is not found by %s', async (name) => {
    const viewer = who[name]()
    for (const route of routes(table)) {
      for (const question of Object.values(filters(route, field))) {
        expect(await find(viewer, question)).toBeNull()
        await expectRefused(viewer, question(20))
      }
      for (const query of Object.values(shown(route, field))) await expectRefused(viewer, query)
    }
  })
  it.each(from)('is not found by %s in variables, writes and live queries', async (name) => {
    const viewer = who[name]()
    const where = { [field]: { _gt: 20 } }
    await expectRefused(
      viewer,
      `query($w: ${table}_bool_exp) { ${table}_aggregate(where: $w) { aggregate { count } } }`,
      { w: where },
    )
    await expectRefused(viewer, `query($o: [${table}_order_by!]) { ${table}(order_by: $o) { __typename } }`, {
      o: { [field]: 'desc' },
    })
    const conflict = `on_conflict: {constraint: note_pkey, update_columns: [text], where: {${field}: {_gt: 20}}}`
    const object = `{text: "x", parent_entity: "transaction.timesheet", parent_id: "${week.id}"}`
    await expectRefused(
      viewer,
      `mutation { insert_platform_note_one(object: ${object}, ${conflict}) { id } }`,
    )
    await expectRefused(
      viewer,
      `mutation { update_platform_note(where: {${field}: {_gt: 20}}, _set: {text: "x"}) { affected_rows } }`,
    )
    await expectRefused(
      viewer,
      `mutation { delete_platform_note(where: {${field}: {_gt: 20}}) { affected_rows } }`,
    )
    await expectRefused(
      viewer,
      `mutation { update_${table}(where: {${field}: {_gt: 20}}, _set: {}) { affected_rows } }`,
    )
    const live = { query: `subscription { ${table}(where: {${field}: {_gt: 20}}) { __typename } }` }
    expect(() => endpoint.prepareRequest(viewer, live)).toThrow(NOT_THERE)
  })
  it.each(from)('is in no type of the schema of %s', async (name) => {
    const { data } = await ask(
      who[name](),
      '{ __schema { types { name fields { name } inputFields { name } enumValues { name } } } }',
    )
    const { types } = (data as { __schema: { types: { name: string }[] } }).__schema // As asked for.
    const of_table = types.filter((type) => type.name.startsWith(`${table}_`) || type.name === table)
    expect(JSON.stringify(of_table)).not.toContain(`"name":"${field}"`)
  })
})

/** Everything a viewer can be told without naming a row: rows, relations, totals, extremes, and the order by each column. */
function everything(profile: Profile): string[] {
  return [...profile.tables.values()].flatMap((table) => {
    if (!table.is_root || table.function) return []
    const columns = [...table.columns.keys()]
    const by = `order_by: {${table.source.key}: asc}`
    const related = [...table.relations.values()].map(({ name, relation, target }) =>
      relation.kind === 'array'
        ? `${name}(order_by: {${target.source.key}: asc}) { ${[...target.columns.keys()].join(' ')} } ${name}_aggregate { aggregate { count } }`
        : `${name} { ${[...target.columns.keys()].join(' ')} }`,
    )
    const numbers = columns.filter((name) =>
      ['numeric', 'Int'].includes(table.columns.get(name)?.scalar ?? ''),
    )
    const list = numbers.join(' ')
    const totals =
      list && table.aggregates
        ? ` sum { ${list} } avg { ${list} } min { ${list} } max { ${list} } stddev { ${list} }`
        : ''
    const orders = columns.map(
      (name) =>
        `{ ${table.name}(order_by: [{${name}: asc}, {${table.source.key}: asc}]) { ${table.source.key} } }`,
    )
    const counted = [...table.relations.values()]
      .filter(({ relation }) => relation.kind === 'array')
      .map(
        ({ name }) =>
          `{ ${table.name}(order_by: [{${name}_aggregate: {count: asc}}, {${table.source.key}: asc}]) { ${table.source.key} } }`,
      )
    return [
      `{ ${table.name}(${by}) { ${columns.join(' ')} ${related.join(' ')} } }`,
      `{ ${table.name}_aggregate { aggregate { count${totals} } } }`,
      ...orders,
      ...counted,
    ]
  })
}

const FIGURES: ReadonlySet<string> = new Set(['money', 'rate', 'units', 'percent'])

/** Lets figures be changed as no verb would: rules of the tables stand in the way of the experiment. */
async function loosen(): Promise<void> {
  const { rows } = await database.owner.query<{ statement: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
     from pg_constraint c join pg_class r on r.oid = c.conrelid
     where c.contype = 'c' and r.relkind = 'r' and c.conrelid::regclass::text ~ '^(business|contract|"?transaction"?|payment|ledger)\\.'
     union all select distinct format('alter table %s disable trigger user', t.tgrelid::regclass)
     from pg_trigger t join pg_class r on r.oid = t.tgrelid where not t.tgisinternal and r.relkind = 'r'`,
  )
  for (const { statement } of rows) await database.owner.query(statement)
}

/** Real columns of a table; a view has none that could be changed. */
async function columnsOf(table: string): Promise<Set<string>> {
  const { rows } = await database.owner.query<{ name: string }>(
    `select a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attrelid = $1::regclass and c.relkind = 'r' and a.attgenerated = '' and a.attnum > 0`,
    [table],
  )
  return new Set(rows.map((row) => row.name))
}

/**
 * Where a viewer is shown a column of a table, under any of the entities that are made of it: a condition over `t`, or
 * null where rows are reached through others only, since whether those are seen is not theirs to say.
 */
function shownWhere(
  sources: readonly Source[],
  viewer: Viewer,
  name: string,
  params: unknown[],
): string | null {
  const shown = sources.filter((source) => readableFields(source, viewer).includes(name))
  if (shown.some((source) => source.access[viewer.category]?.rows === 'parent')) return null
  const seen = shown.map((source) => visibleSql(source.path, viewer, 't', params))
  return seen.length === 0 ? 'false' : seen.map((one) => `coalesce(${one}, false)`).join(' or ')
}

/** Adds to every figure that is not the viewer's: hidden columns of all rows, every column of rows that the viewer does not see. */
async function disturb(viewer: Viewer): Promise<number> {
  let changed = 0
  const tables = Map.groupBy(catalog().byPath.values(), (source) => source.table)
  for (const [table, sources] of tables) {
    const fields = sources.flatMap((source) => Object.entries(source.entity.fields))
    const real = await columnsOf(table)
    const figures = fields.filter(([name, field]) => FIGURES.has(field.kind) && real.has(name))
    for (const name of new Set(figures.map(([one]) => one))) {
      const params: unknown[] = []
      const seen = shownWhere(sources, viewer, name, params)
      if (seen === null) continue
      const { rowCount } = await database.owner.query(
        `update ${table} t set "${name}" = t."${name}" + 7 where not (${seen})`,
        params,
      )
      changed += rowCount ?? 0
    }
  }
  return changed
}

describe('figures that are not the viewer’s, changed behind their back', () => {
  beforeAll(loosen)
  it.each([
    ['client', () => week.client.invoice_contact],
    ['client’s manager', () => week.client.manager],
    ['approver', () => week.client.approver],
    ['contractor', () => week.contractor.viewer],
    ['agency user', () => week.agency.user],
  ] as const)('change no answer of any question of the %s', async (_name, viewerOf) => {
    const viewer = viewerOf()
    const questions = everything(profileOf(viewer))
    expect(questions.length).toBeGreaterThan(50)
    const answers = async () => {
      const all: string[] = []
      for (const query of questions) {
        const answer = await ask(viewer, query)
        expect(answer.errors, query).toBeUndefined()
        all.push(JSON.stringify(answer))
      }
      return all
    }
    const before = await answers()
    expect(await disturb(viewer)).toBeGreaterThan(10)
    const after = await answers()
    for (const [at, query] of questions.entries())
      expect({ query, answer: after[at] }).toEqual({ query, answer: before[at] })
  })
  it('do change answers of who sees them', async () => {
    const query =
      '{ transaction_invoice_set { agency_net } transaction_timesheet_detail(limit: 1) { contractor_rate client_rate } }'
    const before = await ask(admin(), query)
    await disturb(week.client.invoice_contact)
    expect(await ask(admin(), query)).not.toEqual(before)
  })
})
