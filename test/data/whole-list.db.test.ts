/**
 * What an export reads through a cursor, column by column and with joins, is what the data endpoint answers: every entity,
 * every column, every relation to one, a relation to many, as every viewer of the access tests' world. One way to see rows.
 */
import { expect, test } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import { type Profile, profiles, type RelationView, type TableView } from '#data/profile.ts'
import { type ListReader, readWholeList } from '#data/read-rows.server.ts'
import { catalog } from '#data/registry.ts'
import type { Viewer } from '#entity/access.ts'
import type { Where } from '#entity/filter.ts'
import { selectionOf, valueAt } from '#entity/path.ts'
import { systemClock } from '#kernel/clock.ts'
import { lookers, viewerOf } from '../access/world.ts'
import { makeWorld } from '../access/world-platform.ts'
import { freshDatabase } from '../database.ts'

const database = await freshDatabase()
await makeWorld().write(database.owner)
const endpoint = new DataEndpoint({ database, clock: systemClock })
const profileOf = profiles(catalog())

const toOne = ({ relation }: RelationView) => relation.kind === 'object'
const below = ({ name, target }: RelationView) =>
  [...target.columns.keys()].map((column) => `${name}.${column}`)

/** Its columns, those of the rows it leads to, one step further, and the rows of one relation to many. */
function pathsOf(table: TableView): string[] {
  const relations = [...table.relations.values()]
  const further = relations.filter(toOne).flatMap(({ name, target }) =>
    [...target.relations.values()]
      .filter(toOne)
      .slice(0, 2)
      .flatMap((next) => below(next).map((path) => `${name}.${path}`)),
  )
  const many = relations.find((one) => !toOne(one))
  return [
    ...table.columns.keys(),
    ...relations.filter(toOne).flatMap(below),
    ...further,
    ...(many ? below(many) : []),
  ]
}

type Asked = { readonly where: Where; readonly order_by: readonly Where[]; readonly limit?: number }

async function answered(viewer: Viewer, table: TableView, paths: string[], asked: Asked): Promise<unknown[]> {
  const body = await endpoint.execute(viewer, {
    query: `query ($where: ${table.name}_bool_exp!, $order_by: [${table.name}_order_by!]!) {
      ${table.name}(where: $where, order_by: $order_by, limit: ${asked.limit ?? 10_000}) { ${selectionOf(paths)} } }`,
    variables: { where: asked.where, order_by: asked.order_by },
  })
  const { data, errors } = JSON.parse(body) as { data?: Record<string, unknown[]>; errors?: unknown } // The endpoint's form.
  expect(errors, table.name).toBeUndefined()
  return data?.[table.name] ?? []
}

async function read(viewer: Viewer, table: TableView, paths: string[], asked: Asked) {
  const client = await database.reader(viewer.category).connect()
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    const list: ListReader = await readWholeList({ endpoint, client, clock: systemClock }, viewer, {
      entity: table.source.entity,
      paths,
      ...asked,
    })
    const rows: (readonly unknown[])[] = []
    for await (const page of list.pages) rows.push(...page)
    return { ...list, rows }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Numbers come as text through the cursor: amounts and counts are compared as numbers, all else as it is. */
const told = (value: unknown, is_number: boolean) => (is_number && value !== null ? Number(value) : value)

function isNumber(table: TableView, path: string): boolean {
  const [first = '', ...rest] = path.split('.')
  const relation = table.relations.get(first)
  if (rest.length > 0 && relation) return isNumber(relation.target, rest.join('.'))
  return ['numeric', 'bigint'].includes(table.columns.get(first)?.type ?? '')
}

const roots = (profile: Profile) =>
  [...profile.tables.values()].filter((table) => table.is_root && !table.function)

const isNight = Boolean(process.env.STINT_NIGHTLY)
/** Those of a category differ in roles and rows, not in how lists are read: by day one of each. */
const looking_today = lookers.filter(
  ({ category }, at) => isNight || lookers.findIndex((one) => one.category === category) === at,
)

test.each(looking_today.map((looking) => ({ looking, label: looking.label })))(
  'the whole list of every entity as $label',
  async ({ looking }) => {
    const viewer = viewerOf(looking)
    let rows_seen = 0
    for (const table of roots(profileOf(viewer))) {
      if (!table.columns.has(table.source.key)) continue
      const paths = pathsOf(table)
      const asked = { where: {}, order_by: [{ [table.source.key]: 'desc' }] }
      const wanted = await answered(viewer, table, paths, asked)
      const { rows, paths: read_paths, count } = await read(viewer, table, paths, asked)
      expect([table.name, count, rows.length]).toEqual([table.name, wanted.length, wanted.length])
      const isThere = (path: string) =>
        read_paths.some((leaf) => path === leaf || path.startsWith(`${leaf}.`))
      expect(paths.filter((path) => !isThere(path))).toEqual([])
      for (const [at, row] of wanted.entries())
        for (const [leaf, path] of read_paths.entries()) {
          const is_number = isNumber(table, path)
          expect([table.name, path, told(rows[at]?.[leaf], is_number)]).toEqual([
            table.name,
            path,
            told(valueAt(row, path), is_number),
          ])
        }
      rows_seen += rows.length
    }
    expect(rows_seen).toBeGreaterThan(0)
  },
  120_000,
)

test('filters by a name, orders by a relation and the first rows alone are those of the endpoint', async () => {
  const looking = lookers.find(({ category }) => category === 'provider')
  if (!looking) throw new Error('There is no provider.')
  const viewer = viewerOf(looking)
  const table = profileOf(viewer).tables.get('transaction_invoice')
  if (!table) throw new Error('A provider has invoices.')
  const by_name = [{ client: { name: 'desc' } }, { total_amount: 'asc' }, { id: 'asc' }]
  const asks: Asked[] = [
    { where: { client: { name: { _ilike: '%business%' } } }, order_by: by_name },
    { where: { client: { name: { _ilike: 'nobody' } } }, order_by: by_name },
    { where: { status: { _eq: 'open' } }, order_by: by_name, limit: 3 },
    { where: {}, order_by: [{ is_overdue: 'desc' }, { lines_aggregate: { count: 'desc' } }, { id: 'asc' }] },
  ]
  const paths = ['id', 'finance_status', 'client.name', 'total_amount']
  const found: number[] = []
  for (const asked of asks) {
    const wanted = await answered(viewer, table, paths, asked)
    const { rows, paths: read_paths } = await read(viewer, table, paths, asked)
    const of = (path: string) => read_paths.indexOf(path)
    expect(rows.map((row) => [row[of('id')], row[of('finance_status')], row[of('client.name')]])).toEqual(
      wanted.map((row) => [valueAt(row, 'id'), valueAt(row, 'finance_status'), valueAt(row, 'client.name')]),
    )
    found.push(rows.length)
  }
  expect(found[0]).toBeGreaterThan(1)
  expect(found.slice(1, 3)).toEqual([0, 3])
})
