/** Lists filtered by the name of somebody on the row: both ways to find the rows give the same, and only the viewer's. */
import { beforeAll, describe, expect, it } from 'vitest'
import { catalogOf } from '#data/catalog.ts'
import { FEW_COUNTED, FEW_ROWS } from '#data/compile-driven.server.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import { syncGrants } from '#data/grants.ts'
import { type Access, type EntityWithAccess, viewer } from '#entity/access.ts'
import { type Entity, entity } from '#entity/entity.ts'
import { fixedClock } from '#kernel/clock.ts'
import { instant } from '#kernel/instant.ts'
import { freshDatabase } from '#test/database.ts'
import { viewers } from './world.ts'

const SCHEMA = `
  create schema quay;
  create table quay.firm (id uuid primary key, name text not null);
  create table quay.slip (
    id uuid primary key, number text not null, note text, is_paid boolean not null, agency_id uuid not null,
    sender_id uuid not null references quay.firm (id), payee_id uuid references quay.firm (id), deleted_at timestamptz);
  insert into quay.firm select ('20000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
    case n when 1 then 'Rare Ltd' when 2 then 'Common Plc' when 3 then 'Seldom LLP' when 4 then 'Nobody Co' else 'Foreign Inc' end
    from generate_series(1, 5) n;`

/** Numbers rise with n; every thousandth is Rare's, every hundredth is paid to Seldom, the others' is Common's. */
const slips = (agency: string, from: number, to: number, sender: number) => `
  insert into quay.slip select ('30000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'S' || lpad(n::text, 6, '0'), 'n' || n % 7, n % 2 = 0,
    '${agency}', ('20000000-0000-4000-8000-00000000000' || case when n % 1000 = 0 then 1 else ${sender} end)::uuid,
    case when n % 100 = 0 then '20000000-0000-4000-8000-000000000003'::uuid end,
    case when n % 1000 = 500 then timestamptz '2026-01-01' end
  from generate_series(${from}, ${to}) n`

const firm = entity({
  module: 'quay',
  name: 'firm',
  label: 'Firm',
  plural: 'Firms',
  soft_delete: false,
  fields: { id: { kind: 'uuid', label: 'Id' }, name: { kind: 'text', label: 'Name' } },
})
const slip = entity({
  module: 'quay',
  name: 'slip',
  label: 'Slip',
  plural: 'Slips',
  fields: {
    id: { kind: 'uuid', label: 'Id' },
    number: { kind: 'human_id', label: 'Number' },
    note: { kind: 'text', label: 'Note', nullable: true },
    is_paid: { kind: 'boolean', label: 'Paid' },
    sender_id: { kind: 'uuid', label: 'Sender' },
    payee_id: { kind: 'uuid', label: 'Payee', nullable: true },
  },
  relations: {
    sender: { kind: 'object', to: 'quay.firm', from: 'sender_id', key: 'id' },
    payee: { kind: 'object', to: 'quay.firm', from: 'payee_id', key: 'id' },
  },
})
const own = { agency_id: { _eq: viewer.business_id } }
const others = { client: null, contractor: null, funder: null } as const
const slip_access: Access<typeof slip> = {
  ...others,
  agency: { rows: own, fields: 'all' },
  provider: { rows: 'all', fields: 'all' },
}
const firm_access: Access<typeof firm> = {
  ...others,
  agency: { rows: 'parent', fields: 'all' },
  // Firms are rows of their own to the provider: his lists are found the plain way, and must say the same.
  provider: { rows: 'all', fields: 'all' },
}
const declarations: readonly EntityWithAccess[] = [
  { entity: slip, access: slip_access as Access<Entity> },
  { entity: firm, access: firm_access as Access<Entity> },
]

const database = await freshDatabase()
const endpoint = new DataEndpoint({
  database,
  clock: fixedClock(instant('2026-03-01T12:00:00.000Z')),
  catalog: catalogOf(declarations),
  functions: [],
})
const SIZE = FEW_COUNTED + FEW_ROWS

beforeAll(async () => {
  await database.owner.query(SCHEMA)
  await database.owner.query(slips(viewers.north.business_id, 1, SIZE, 2))
  await database.owner.query(slips(viewers.south.business_id, SIZE + 1, SIZE + 300, 5))
  await syncGrants(database.owner, database.role_prefix, catalogOf(declarations), [])
  await database.owner.query('analyze')
})

type Rows = { quay_slip: { id: string; number: string }[]; count: { aggregate: { count: number } } }
const QUERY = `query($where: quay_slip_bool_exp!, $order_by: [quay_slip_order_by!], $limit: Int, $offset: Int) {
  quay_slip(where: $where, order_by: $order_by, limit: $limit, offset: $offset) { id number sender { name } }
  count: quay_slip_aggregate(where: $where) { aggregate { count } } }`

async function asked(who: typeof viewers.north, variables: Record<string, unknown>): Promise<Rows> {
  const body = JSON.parse(await endpoint.execute(who, { query: QUERY, variables })) as {
    data?: Rows
    errors?: unknown
  } // The endpoint's own shape.
  expect(body.errors).toBeUndefined()
  if (!body.data) throw new Error('no data')
  return body.data
}

const provider = { ...viewers.north, category: 'provider', roles: ['provider_admin'] } as const
const name = (text: string) => ({ name: { _ilike: `%${text}%` } })

const FILTERS: readonly (readonly [title: string, where: object])[] = [
  ['a name of few rows', { sender: name('rare') }],
  ['a name of more rows than are looked up', { sender: name('common') }],
  ['a name of nobody', { sender: name('zzz') }],
  ['a name without rows', { sender: name('nobody') }],
  ['a name on others’ rows alone', { sender: name('foreign') }],
  ['every name', { sender: {} }],
  ['a name on rows that may have none', { payee: name('seldom') }],
  ['two names', { sender: name('rare'), payee: name('seldom') }],
  [
    'a name and a column',
    { _and: [{ sender: name('rare') }, { is_paid: { _eq: true } }, { note: { _eq: 'n3' } }] },
  ],
  [
    'a search among names and own text',
    { _or: [{ number: { _ilike: '%1234%' } }, { sender: name('1234') }, { payee: name('1234') }] },
  ],
  [
    'a search that finds by name',
    { _or: [{ number: { _ilike: '%rare%' } }, { sender: name('rare') }, { payee: name('rare') }] },
  ],
  [
    'a search that finds both ways',
    { _or: [{ number: { _ilike: '%000%' } }, { sender: name('rare') }, { payee: name('seldom') }] },
  ],
  ['a search for two letters', { _or: [{ number: { _ilike: '%42%' } }, { sender: name('42') }] }],
  ['a search for nothing that exists', { _or: [{ number: { _ilike: '%qqq%' } }, { sender: name('qqq') }] }],
  ['a name that must not be', { _not: { payee: name('seldom') } }],
  ['a name or something else', { _or: [{ sender: name('rare') }, { is_paid: { _is_null: true } }] }],
]

describe('a list filtered by a name', () => {
  it.each(FILTERS)('is what it is without the detour: %s', async (_, where) => {
    const within = { number: { _lte: `S${String(SIZE).padStart(6, '0')}` } }
    for (const page of [
      { order_by: [{ number: 'desc' }], limit: 10 },
      { order_by: [{ sender: { name: 'asc' } }, { number: 'asc' }], limit: 5, offset: 3 },
      { order_by: [{ note: 'asc_nulls_first' }, { id: 'desc' }], limit: 50, offset: 10 },
    ]) {
      const found = await asked(viewers.north, { where, ...page })
      // The provider sees all; the agency's are the rows up to SIZE.
      expect(found).toEqual(await asked(provider, { where: { _and: [where, within] }, ...page }))
    }
  })

  it('counts up to its limit', async () => {
    const count = async (text: string, limit: number) => {
      const query = `{ quay_slip_aggregate(where: {sender: {name: {_ilike: "${text}"}}}, limit: ${limit}) { aggregate { count } } }`
      return JSON.parse(await endpoint.execute(viewers.north, { query })) as unknown
    }
    const gives = (count: number) => ({ data: { quay_slip_aggregate: { aggregate: { count } } } })
    expect(await count('%common%', FEW_COUNTED)).toEqual(gives(FEW_COUNTED))
    expect(await count('%common%', 7)).toEqual(gives(7))
    expect(await count('%rare%', FEW_COUNTED)).toEqual(gives(SIZE / 1000))
    expect(await count('%zzz%', FEW_COUNTED)).toEqual(gives(0))
  })

  it('gives no row of another business, though the name stands on many of them', async () => {
    const where = { sender: name('foreign') }
    expect((await asked(viewers.north, { where })).count.aggregate.count).toBe(0)
    expect((await asked(viewers.south, { where })).count.aggregate.count).toBe(300)
  })

  it('reads the rest of the business’s rows only where the name has many', async () => {
    const { plan } = endpoint.prepareRequest(viewers.north, {
      query: `{ quay_slip(where: {sender: {name: {_ilike: "%x%"}}}, limit: 10) { id } }`,
    })
    expect(plan.text).toContain(`limit ${FEW_ROWS + 1}`)
    const plain = endpoint.prepareRequest(provider, {
      query: `{ quay_slip(where: {sender: {name: {_ilike: "%x%"}}}, limit: 10) { id } }`,
    })
    expect(plain.plan.text).not.toContain('materialized')
  })
})
