/** The moment of a last change moves by the facts that all its readers read, and by no others (decision 0204). */
import { beforeAll, expect, test } from 'vitest'
import { access } from '#business/access.ts'
import { catalogOf, readableFields } from '#data/catalog.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import type { Viewer } from '#entity/access.ts'
import { billOf, match, seedReceipt } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { act, cutLimit, type SeededPlacement, seedApprovedWeek } from '#test/fixtures/world.ts'
import { isTold, readersOf, storedFields } from './told-facts.ts'

const { database, world } = await freshWorld()
const endpoint = new DataEndpoint({ database, clock: world.clock })
let placement: SeededPlacement
let bill: { readonly id: string }

beforeAll(async () => {
  const { sheet, ...seeded } = await seedApprovedWeek(world)
  placement = seeded.placement
  bill = await billOf(database, sheet)
})

async function momentFor(viewer: Viewer, root: string, id: string): Promise<string> {
  const where = `where: { id: { _eq: "${id}" } }`
  const query = `{
    row: ${root}(${where}) { updated_at }
    newest: ${root}_aggregate(${where}) { aggregate { max { updated_at } } }
  }`
  const { data, errors } = JSON.parse(await endpoint.execute(viewer, { query }))
  expect(errors).toBeUndefined()
  const [row] = data.row as { updated_at: string }[]
  expect(data.newest.aggregate.max).toEqual(row)
  return row?.updated_at ?? ''
}

const catalog = catalogOf(Object.values(access))
/** Never changed, or read from a column of each side. */
const still = ['id', 'created_at', 'updated_at', 'change_request_id']
const { rows: triggers } = await database.owner.query<{ table: string; text: string }>(
  `select tgrelid::regclass::text as table, pg_get_triggerdef(oid) as text from pg_trigger
   where tgfoid = 'platform.tell_moment'::regproc and tgname not like '%_first' order by 1`,
)

/** Who reads the told moment of a table, by entity. */
const toldReaders = (table: string) =>
  [...catalog.byPath.values()]
    // The kinds of contract declare their readers more exactly.
    .filter(({ table_name, path }) => table_name === table && path !== 'contract.contract')
    .flatMap((source) =>
      readersOf(source)
        .filter((reader) => isTold(source, reader))
        .map((reader) => ({ source, reader })),
    )

test('told moments: a trigger keeps each that is read', () => {
  const read = [...catalog.byPath.values()].filter((source) =>
    readersOf(source).some((reader) => isTold(source, reader)),
  )
  expect(triggers.map(({ table }) => table.replaceAll('"', '')).sort()).toEqual(
    [...new Set(read.map(({ table_name }) => table_name))].sort(),
  )
})

test.each(triggers)('$table: the told moment moves by the shared facts', ({ table, text }) => {
  const read = new Set<string>()
  const hidden = new Set<string>()
  const readers = toldReaders(table.replaceAll('"', ''))
  for (const { source, reader } of readers) {
    const own = readableFields(source, reader)
    for (const name of storedFields(source)) (own.includes(name) ? read : hidden).add(name)
  }
  const expected = [...read].filter((name) => !hidden.has(name) && !still.includes(name))
  // One fact, or a row of facts, is compared.
  const compared = text.matchAll(/\(new\.("?)(\w+)\1 IS DISTINCT FROM old\.\1\2\1\)/g)
  const columns = [...compared].map(([, , column = '']) => column)
  const can_go = readers.some(({ source }) => source.soft_delete)
  expect(columns.sort()).toEqual([...expected, ...(can_go ? ['deleted_at'] : [])].sort())
})

type Change = Record<string, unknown>

async function agree(change: Change, approvers: readonly Viewer[]): Promise<void> {
  world.clock.advance({ hours: 1 })
  const made = await act<{ id: string }>(world, placement.agency.admin, 'request.change_request.create', {
    contract_id: placement.id,
    comment: 'As agreed',
    ...change,
  })
  for (const approver of approvers)
    await act(world, approver, 'request.change_request.approve', { ids: [made.id] })
}

/** The readers for whom the moment moves. */
async function movedFor(
  readers: Readonly<Record<string, Viewer>>,
  root: string,
  id: string,
  change: () => Promise<unknown>,
): Promise<string[]> {
  const read = () => Promise.all(Object.values(readers).map((viewer) => momentFor(viewer, root, id)))
  const before = await read()
  await change()
  const after = await read()
  return Object.keys(readers).filter((_, i) => before[i] !== after[i])
}

test('a placement: rates and funding of others move no moment of client and contractor', async () => {
  const { agency, client, contractor, group_id } = placement
  const readers = { agency: agency.admin, client: client.manager, contractor: contractor.viewer }
  for (const root of ['contract_temp_placement', 'contract_contract']) {
    const moved = (change: Change, approvers: readonly Viewer[]) =>
      movedFor(readers, root, placement.id, () => agree(change, approvers))
    const rate = root === 'contract_contract' ? '21.00' : '20.50'
    const rates = { effective_from: '2025-07-01', rates: [{ group_id, contractor_rate: rate }] }
    expect(await moved(rates, [contractor.viewer])).toEqual(['agency'])
    const shared = { work_location: `Leeds, ${rate}` }
    expect(await moved(shared, [client.manager, contractor.viewer])).toEqual([
      'agency',
      'client',
      'contractor',
    ])
  }
})

test('a document: a risk that the client does not read moves no moment of it, money does', async () => {
  const { agency, client } = placement
  const readers = { agency: agency.admin, client: client.invoice_contact }
  const moved = (change: () => Promise<unknown>) => movedFor(readers, 'transaction_invoice', bill.id, change)
  const lower = () => {
    world.clock.advance({ hours: 1 })
    return cutLimit(world, placement, '10.00')
  }
  expect(await moved(lower)).toEqual(['agency'])
  const pay = async () => {
    world.clock.advance({ hours: 1 })
    const receipt = await seedReceipt(world, placement, '100.00')
    await match(world, agency.provider.operations, receipt, bill, '100.00')
  }
  expect(await moved(pay)).toEqual(['agency', 'client'])
})
