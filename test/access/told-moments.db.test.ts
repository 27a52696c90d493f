/** The moment of a last change moves by the facts that all its readers read, and by no others (decision 0204). */
import { beforeAll, expect, test } from 'vitest'
import { access } from '#business/access.ts'
import { catalogOf, fieldsOfCategory } from '#data/catalog.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import type { Category, Viewer } from '#entity/access.ts'
import { billOf, match, seedReceipt } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { act, cutLimit, type SeededPlacement, seedApprovedWeek } from '#test/fixtures/world.ts'

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

const shared: Readonly<Record<string, { trigger: string; told: readonly Category[] }>> = {
  'contract.contract': { trigger: 'contract_told', told: ['client', 'contractor', 'funder'] },
  'transaction.invoice': { trigger: 'invoice_told', told: ['client', 'contractor'] },
}
/** Never changed, or read from a column of each side. */
const still = ['id', 'created_at', 'updated_at', 'change_request_id']

test.each(Object.entries(shared))('%s: the told moment moves by the shared facts', async (table, one) => {
  const read = new Set<string>()
  const hidden = new Set<string>()
  for (const source of catalogOf(Object.values(access)).byPath.values()) {
    // The kinds of contract declare their readers more exactly.
    if (source.table_name !== table || source.entity.name === 'contract') continue
    for (const category of one.told.filter((side) => source.access[side])) {
      const own = new Set(fieldsOfCategory(source, category))
      // Generated columns follow those that are compared.
      for (const [name, field] of Object.entries(source.entity.fields))
        if (!field.computed && !field.generated) (own.has(name) ? read : hidden).add(name)
    }
  }
  const expected = [...read].filter((name) => !hidden.has(name) && !still.includes(name))
  const { rows } = await database.owner.query<{ text: string }>(
    'select pg_get_triggerdef(oid) as text from pg_trigger where tgname = $1',
    [one.trigger],
  )
  const compared = (rows[0]?.text ?? '').matchAll(/\(new\.(\w+) IS DISTINCT FROM old\.\1\)/g)
  const columns = [...compared].map(([, column = '']) => column)
  expect(columns.sort()).toEqual([...expected, 'deleted_at'].sort())
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
