/**
 * Lists filtered by related rows, and lists in the order of somebody's name: whichever way the rows are found, they are the
 * same, and only the viewer's.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { catalogOf } from '#data/catalog.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import { syncGrants } from '#data/grants.ts'
import { NEAR_ROWS } from '#data/plans/filter-by-relation.server.ts'
import { FEW_ROWS, LITTLE_ROWS } from '#data/plans/found-rows.server.ts'
import type { Indexes } from '#data/plans/list-indexes.ts'
import { FEW_NAMES } from '#data/plans/name-lookup.server.ts'
import { FEW_SORTED } from '#data/plans/sort-by-relation.server.ts'
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
    from generate_series(1, 5) n;
  create table quay.ship (id uuid primary key, port text not null, is_afloat boolean not null);
  insert into quay.ship select ('40000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Port ' || n % 50, n % 9 > 0
    from generate_series(1, 3000) n;
  create table quay.mark (slip_id uuid not null, ship_id uuid not null, note text not null);
  create index on quay.mark (slip_id);
  create index on quay.slip using gin (number gin_trgm_ops, agency_id) where deleted_at is null;
  create index on quay.slip (sender_id, agency_id) where deleted_at is null;
  create index on quay.slip (payee_id, agency_id) where deleted_at is null;`

/** Numbers rise with n; every thousandth is Rare's, every hundredth is paid to Seldom, the others' is Common's. */
const slips = (agency: string, from: number, to: number, sender: number) => `
  insert into quay.slip select ('30000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'S' || lpad(n::text, 6, '0'), 'n' || n % 7, n % 2 = 0,
    '${agency}', ('20000000-0000-4000-8000-00000000000' || case when n % 1000 = 0 then 1 else ${sender} end)::uuid,
    case when n % 100 = 0 then '20000000-0000-4000-8000-000000000003'::uuid end,
    case when n % 1000 = 500 then timestamptz '2026-01-01' end
  from generate_series(${from}, ${to}) n;
  insert into quay.mark select ('30000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
    ('40000000-0000-4000-8000-' || lpad((1 + n % 3000)::text, 12, '0'))::uuid, 'M' || n % 40 from generate_series(${from}, ${to}, 2) n`

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
    marks: { kind: 'array', to: 'quay.mark', from: 'id', key: 'slip_id' },
  },
})
const ship = entity({
  module: 'quay',
  name: 'ship',
  label: 'Ship',
  plural: 'Ships',
  soft_delete: false,
  fields: {
    id: { kind: 'uuid', label: 'Id' },
    port: { kind: 'text', label: 'Port' },
    is_afloat: { kind: 'boolean', label: 'Afloat' },
  },
})
const mark = entity({
  module: 'quay',
  name: 'mark',
  label: 'Mark',
  plural: 'Marks',
  soft_delete: false,
  key: 'note',
  fields: {
    note: { kind: 'text', label: 'Note' },
    slip_id: { kind: 'uuid', label: 'Slip' },
    ship_id: { kind: 'uuid', label: 'Ship' },
  },
  relations: { ship: { kind: 'object', to: 'quay.ship', from: 'ship_id', key: 'id' } },
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
  provider: { rows: 'all', fields: 'all' },
}
const mark_access: Access<typeof mark> = {
  ...others,
  agency: { rows: 'all', fields: 'all' },
  provider: { rows: 'all', fields: 'all' },
}
/** A ship that sank is not shown: who sees a slip does not see every ship of its marks. */
const ship_access: Access<typeof ship> = {
  ...others,
  agency: { rows: { is_afloat: { _eq: true } }, fields: 'all' },
  provider: { rows: { is_afloat: { _eq: true } }, fields: 'all' },
}
const declarations: readonly EntityWithAccess[] = [
  { entity: slip, access: slip_access as Access<Entity> },
  { entity: firm, access: firm_access as Access<Entity> },
  { entity: mark, access: mark_access as Access<Entity> },
  { entity: ship, access: ship_access as Access<Entity> },
]

const database = await freshDatabase()
/** Its one index holds what it is sorted and filtered by, and firms' slips are found by their own. */
const indexes = {
  covering: new Map([
    [
      'quay.slip',
      {
        columns: new Set(['id', 'number', 'note', 'is_paid', 'agency_id', 'deleted_at']),
        ordered: new Set(['number']),
        light: new Set(['is_paid', 'agency_id', 'deleted_at']),
      },
    ],
  ]),
  opening: new Map([['quay.slip', new Set(['number'])]]),
  reached: new Map([['quay.mark', new Set(['slip_id'])]]),
  named: new Map([['quay.slip', new Set(['sender_id', 'payee_id'])]]),
  paired: new Map([['quay.slip', { columns: new Set(['sender_id', 'payee_id']), by: 'agency_id' }]]),
  lettered: new Map([
    ['quay.slip', { columns: new Set(['number']), by: new Set(['agency_id']) }],
    ['quay.firm', { columns: new Set(['name']), by: new Set<string>() }],
  ]),
}
const endpointWith = (known: Indexes) =>
  new DataEndpoint({
    database,
    clock: fixedClock(instant('2026-03-01T12:00:00.000Z')),
    catalog: catalogOf(declarations, known),
    functions: [],
  })
const endpoint = endpointWith(indexes)
/** Neither trigrams nor indexes of a name and a party: as most tables are. */
const fewer = endpointWith({ ...indexes, paired: new Map(), lettered: new Map() })
/** Trigrams of all parties in one index, and no list that opens in an order. */
const mixed = endpointWith({
  ...indexes,
  opening: new Map(),
  lettered: new Map([['quay.slip', { columns: new Set(['number']), by: new Set<string>() }]]),
})
/** As many as lists count (spec §2). */
const COUNTED = 10_000
const SIZE = FEW_ROWS + 2 * NEAR_ROWS

beforeAll(async () => {
  await database.owner.query(SCHEMA)
  await database.owner.query(slips(viewers.north.business_id, 1, SIZE, 2))
  await database.owner.query(slips(viewers.south.business_id, SIZE + 1, SIZE + 2 * NEAR_ROWS, 5))
  // More numbers of somebody else than a search looks at.
  await database.owner.query(
    `insert into quay.slip select gen_random_uuid(), 'WEST' || n, null, false, gen_random_uuid(), '20000000-0000-4000-8000-000000000005'
     from generate_series(1, ${FEW_ROWS + 1}) n`,
  )
  await syncGrants(database.owner, database.role_prefix, catalogOf(declarations), [])
  await database.owner.query('analyze')
})

type Rows = { quay_slip: { id: string; number: string }[]; count: { aggregate: { count: number } } }
const QUERY = `query($where: quay_slip_bool_exp!, $order_by: [quay_slip_order_by!], $limit: Int, $offset: Int) {
  quay_slip(where: $where, order_by: $order_by, limit: $limit, offset: $offset) { id number sender { name } }
  count: quay_slip_aggregate(where: $where) { aggregate { count } } }`

async function asked(
  who: typeof viewers.north,
  variables: Record<string, unknown>,
  of = endpoint,
): Promise<Rows> {
  const body = JSON.parse(await of.execute(who, { query: QUERY, variables })) as {
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
  ['a text of many rows, also among the first', { number: { _ilike: '%S00%' } }],
  ['a text of many rows, none among the first', { number: { _ilike: '%S021%' } }],
  ['a text of more rows of others than are looked at', { number: { _ilike: '%WEST%' } }],
  ['a text in lower case', { number: { _ilike: '%s0012%' } }],
  ['a text of digits alone', { number: { _ilike: '%1234%' } }],
  ['a text of digits with any letter between', { number: { _ilike: '%123_4%' } }],
  ['a text of digits in two places', { number: { _ilike: '%012%3%' } }],
  ['a text of digits that nobody has', { number: { _ilike: '%999999%' } }],
  ['a text of a column, of both cases', { number: { _ilike: '%1234%', _like: '%S0%' } }],
  ['a text with a column', { _and: [{ number: { _ilike: '%1234%' } }, { is_paid: { _eq: true } }] }],
  ['a search for two letters', { _or: [{ number: { _ilike: '%42%' } }, { sender: name('42') }] }],
  ['a search for nothing that exists', { _or: [{ number: { _ilike: '%qqq%' } }, { sender: name('qqq') }] }],
  ['a column of its own, of many rows', { note: { _eq: 'n3' } }],
  [
    'a column of its own, of rows far away',
    { _and: [{ note: { _in: ['n1', 'n2'] } }, { number: { _lte: 'S000040' } }] },
  ],
  ['a column of its own, of many rows far away', { number: { _lte: 'S015000' } }],
  ['a column of its own, of no row', { note: { _eq: 'zzz' } }],
  ['a name that must not be', { _not: { payee: name('seldom') } }],
  ['a name or something else', { _or: [{ sender: name('rare') }, { is_paid: { _is_null: true } }] }],
  ['one of the rows that name it', { marks: { note: { _eq: 'M7' } } }],
  ['none of the rows that name it', { marks: { note: { _eq: 'M0' } } }],
  ['any row that names it', { marks: {} }],
  ['a row behind those that name it', { marks: { ship: { port: { _ilike: '%port 7' } } } }],
  [
    'a row behind and one between',
    { marks: { note: { _like: 'M1%' }, ship: { port: { _ilike: '%port 7%' } } } },
  ],
  ['a row behind that is nobody’s to see', { marks: { ship: { is_afloat: { _eq: false } } } }],
  ['most rows behind', { marks: { ship: { port: { _ilike: '%port%' } } } }],
  [
    'a search that goes behind, too',
    {
      _or: [
        { number: { _ilike: '%00123%' } },
        { sender: name('rare') },
        { marks: { ship: { port: { _eq: 'Port 9' } } } },
      ],
    },
  ],
]

/** A double negation means the same and is looked up nowhere. */
const plainly = (where: object) => ({ _not: { _not: where } })

describe('a list filtered by a name', () => {
  it.each(FILTERS)('is what it is without the detour: %s', async (_, where) => {
    const within = { number: { _lte: `S${String(SIZE).padStart(6, '0')}` } }
    for (const page of [
      { order_by: [{ number: 'desc' }], limit: 10 },
      { order_by: [{ sender: { name: 'asc' } }, { number: 'asc' }], limit: 5, offset: 3 },
      { order_by: [{ note: 'asc_nulls_first' }, { id: 'desc' }], limit: 50, offset: 10 },
    ]) {
      const found = await asked(viewers.north, { where, ...page })
      expect(found).toEqual(await asked(viewers.north, { where: plainly(where), ...page }))
      expect(found).toEqual(await asked(viewers.north, { where, ...page }, fewer))
      expect(found).toEqual(await asked(viewers.north, { where, ...page }, mixed))
      // Who has little is asked row by row.
      expect(await asked(viewers.south, { where, ...page })).toEqual(
        await asked(viewers.south, { where: plainly(where), ...page }),
      )
      // The provider sees all; the agency's are the rows up to SIZE.
      expect(found).toEqual(await asked(provider, { where: { _and: [where, within] }, ...page }))
    }
  })

  it.each(FILTERS)('counts up to its limit what it counts without the detour: %s', async (_, where) => {
    const query = `query($where: quay_slip_bool_exp!) {
      all: quay_slip_aggregate(where: $where, limit: ${COUNTED}) { __typename aggregate { count } }
      few: quay_slip_aggregate(where: $where, limit: 7) { aggregate { total: count } }
      later: quay_slip_aggregate(where: $where, limit: 7, offset: 3) { aggregate { count } } }`
    const counts = async (who: typeof viewers.north, one: object, of = endpoint) =>
      JSON.parse(await of.execute(who, { query, variables: { where: one } })) as { data?: object }
    for (const who of [viewers.north, viewers.south, provider]) {
      const plain = await counts(who, plainly(where))
      expect(plain.data).toBeDefined()
      for (const of of [endpoint, fewer, mixed]) expect(await counts(who, where, of)).toEqual(plain)
    }
  })

  it('counts up to its limit', async () => {
    const count = async (text: string, limit: number) => {
      const query = `{ quay_slip_aggregate(where: {sender: {name: {_ilike: "${text}"}}}, limit: ${limit}) { aggregate { count } } }`
      return JSON.parse(await endpoint.execute(viewers.north, { query })) as unknown
    }
    const gives = (count: number) => ({ data: { quay_slip_aggregate: { aggregate: { count } } } })
    expect(await count('%common%', COUNTED)).toEqual(gives(COUNTED))
    expect(await count('%common%', 7)).toEqual(gives(7))
    const held = async (note: string, limit: number) => {
      const query = `{ quay_slip_aggregate(where: {note: {_eq: "${note}"}}, limit: ${limit}) { aggregate { count } } }`
      return JSON.parse(await endpoint.execute(viewers.north, { query })) as unknown
    }
    expect(await held('n3', 7)).toEqual(gives(7))
    expect(await held('zzz', COUNTED)).toEqual(gives(0))
    const { rows } = await database.owner.query<{ n: number }>(
      `select count(*)::int as n from quay.slip where agency_id = $1 and deleted_at is null and note = 'n3'`,
      [viewers.north.business_id],
    )
    expect(await held('n3', COUNTED)).toEqual(gives(rows[0]?.n ?? -1))
    expect(await count('%rare%', COUNTED)).toEqual(gives(SIZE / 1000))
    expect(await count('%zzz%', COUNTED)).toEqual(gives(0))
  })

  it('gives no row of another business, though the name stands on many of them', async () => {
    const where = { sender: name('foreign') }
    expect((await asked(viewers.north, { where })).count.aggregate.count).toBe(0)
    expect((await asked(viewers.south, { where })).count.aggregate.count).toBe(2 * NEAR_ROWS - 4)
  })

  it('looks up once what a list and its count both need', () => {
    const variables = { where: { sender: name('x') }, order_by: [{ number: 'desc' }], limit: 10, offset: 0 }
    const { plan } = endpoint.prepareRequest(viewers.north, { query: QUERY, variables })
    // By trigrams, and without; and as many rows are what who has little has.
    expect(plan.text?.split(`limit ${FEW_NAMES + 1}`)).toHaveLength(4)
    expect(LITTLE_ROWS).toBe(FEW_NAMES)
    // Their number, in the index alone; and the rows, which a page near the list's beginning does not need.
    expect(plan.text?.split(`limit ${FEW_ROWS + 1}`)).toHaveLength(3)
  })

  it('looks a text up in the trigrams of its column first, where an index has them', async () => {
    const query = `{ quay_slip(where: {number: {_ilike: "%123%"}}, limit: 10) { id } }`
    expect(endpoint.prepareRequest(viewers.north, { query }).plan.text).toContain('is_common')
    expect(fewer.prepareRequest(viewers.north, { query }).plan.text).not.toContain('is_common')
    // Neither the viewer nor the table holds a row back.
    const firms = `{ quay_firm(where: {name: {_ilike: "%rare%"}}) { name } }`
    expect(JSON.parse(await endpoint.execute(provider, { query: firms }))).toEqual({
      data: { quay_firm: [{ name: 'Rare Ltd' }] },
    })
  })

  it('reads the rest of the business’s rows only where the name has many', async () => {
    const { plan } = endpoint.prepareRequest(viewers.north, {
      query: `{ quay_slip(where: {sender: {name: {_ilike: "%x%"}}}, limit: 10) { id } }`,
    })
    expect(plan.text).toContain(`limit ${FEW_ROWS + 1}`)
    expect(plan.text).toContain(`limit ${NEAR_ROWS}`)
    const plain = endpoint.prepareRequest(viewers.north, {
      query: `{ quay_slip(where: {_not: {_not: {sender: {name: {_ilike: "%x%"}}}}}, limit: 10) { id } }`,
    })
    expect(plain.plan.text).not.toContain('materialized')
  })
})

describe('a list in the order of a name', () => {
  const ORDERS: readonly (readonly [title: string, order_by: readonly object[], sql: string])[] = [
    ['first', [{ sender: { name: 'asc' } }, { id: 'asc' }], 's.name asc, t.id asc'],
    ['last', [{ sender: { name: 'desc' } }, { id: 'desc' }], 's.name desc, t.id desc'],
    ['of nobody, last', [{ payee: { name: 'asc' } }, { number: 'desc' }], 'p.name asc, t.number desc'],
    ['of nobody, first', [{ payee: { name: 'desc' } }, { id: 'asc' }], 'p.name desc, t.id asc'],
    [
      'of nobody, before all',
      [{ payee: { name: 'asc_nulls_first' } }, { id: 'asc' }],
      'p.name asc nulls first, t.id asc',
    ],
    [
      'of nobody, behind all',
      [{ payee: { name: 'desc_nulls_last' } }, { id: 'asc' }],
      'p.name desc nulls last, t.id asc',
    ],
    [
      'beside another',
      [{ sender: { name: 'desc' } }, { payee: { name: 'asc' } }, { id: 'asc' }],
      's.name desc, p.name asc, t.id asc',
    ],
  ]
  const filters = [
    ['all', {}, 'true'],
    ['few', { note: { _eq: 'n3' } }, `t.note = 'n3'`],
  ] as const

  it.each(ORDERS)('has the right rows: %s', async (_, order_by, order) => {
    for (const [, where, condition] of filters)
      for (const [limit, offset] of [
        [10, 0],
        [25, 11],
        [50, 100],
        [20, SIZE - 30],
      ]) {
        const got = await asked(viewers.north, { where, order_by, limit, offset })
        const { rows } = await database.owner.query<{ id: string }>(
          `select t.id from quay.slip t left join quay.firm s on s.id = t.sender_id left join quay.firm p on p.id = t.payee_id
           where t.deleted_at is null and t.agency_id = $1 and ${condition} order by ${order} limit ${limit} offset ${offset}`,
          [viewers.north.business_id],
        )
        expect(got.quay_slip.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
      }
  })

  it.each([
    ['one column', [{ note: 'asc' }, { number: 'desc' }], {}, 't.note asc, t.number desc', 'true'],
    [
      'two columns',
      [{ is_paid: 'desc' }, { note: 'desc' }, { id: 'asc' }],
      {},
      't.is_paid desc, t.note desc, t.id',
      'true',
    ],
    [
      'a column, of some rows',
      [{ note: 'asc' }, { id: 'asc' }],
      { is_paid: { _eq: true } },
      't.note, t.id',
      't.is_paid',
    ],
  ])('finds a page in one index, and then its rows: %s', async (_, order_by, where, order, condition) => {
    for (const [limit, offset] of [
      [10, 0],
      [50, 123],
    ]) {
      const got = await asked(viewers.north, { where, order_by, limit, offset })
      const { rows } = await database.owner.query<{ id: string }>(
        `select t.id from quay.slip t where t.deleted_at is null and t.agency_id = $1 and ${condition}
         order by ${order} limit ${limit} offset ${offset}`,
        [viewers.north.business_id],
      )
      expect(got.quay_slip.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    }
    const { plan } = endpoint.prepareRequest(viewers.north, {
      query: QUERY,
      variables: { where, order_by, limit: 10, offset: 0 },
    })
    expect(plan.text).toContain(' as key')
  })

  it('leaves a list as it is whose order an index gives', () => {
    const query = '{ quay_slip(where: {is_paid: {_eq: true}}, order_by: {number: desc}, limit: 10) { id } }'
    expect(endpoint.prepareRequest(viewers.north, { query }).plan.text).not.toContain(' as key')
    const related = '{ quay_slip(where: {marks: {}}, order_by: {note: desc}, limit: 10) { id } }'
    expect(endpoint.prepareRequest(viewers.north, { query: related }).plan.text).not.toContain(' as key')
  })

  it('sorts few rows, and goes through the names of many', () => {
    const { plan } = endpoint.prepareRequest(viewers.north, {
      query: '{ quay_slip(order_by: {sender: {name: asc}}, limit: 10) { id } }',
    })
    expect(plan.text).toContain(`limit ${FEW_SORTED + 1}`)
    expect(SIZE).toBeGreaterThan(FEW_SORTED + SIZE / 1000)
  })
})
