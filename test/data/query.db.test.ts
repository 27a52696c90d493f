import { describe, expect, it } from 'vitest'
import { openYard } from './endpoint.ts'
import { ids, viewers } from './world.ts'

const { ask, endpoint } = await openYard()

/** Asks, and expects exactly this data. */
async function gives(query: string, data: unknown, variables?: Record<string, unknown>): Promise<void> {
  expect(await ask(query, variables)).toEqual({ data })
}
const bills = (where: string, order = 'human_id: asc') =>
  `{ yard_bill(where: ${where}, order_by: {${order}}) { human_id } }`
/** The filter finds these bills of the northern agency. */
async function finds(where: string, ...human_ids: string[]): Promise<void> {
  await gives(bills(where), { yard_bill: human_ids.map((human_id) => ({ human_id })) })
}

describe('fields', () => {
  it('come as JSON of their kind: numbers for money, ISO for time, lists and objects as they are', async () => {
    await gives(
      `{ yard_bill_by_pk(id: "${ids.a1}") { id human_id status amount due_date position note updated_at is_late } }`,
      {
        yard_bill_by_pk: {
          id: ids.a1,
          human_id: 'INV1',
          status: 'open',
          amount: 100,
          due_date: '2026-02-01',
          position: 1,
          note: 'first',
          updated_at: '2026-02-01T10:00:00+00:00',
          is_late: true,
        },
      },
    )
    await gives(`{ yard_firm_by_pk(id: "${ids.acme}") { industries facts is_active email } }`, {
      yard_firm_by_pk: {
        industries: ['rail', 'road'],
        facts: { size: 3, tags: ['x'] },
        is_active: true,
        email: 'a@acme.test',
      },
    })
  })
  it('keep the names and the order they were asked under', async () => {
    const body = await endpoint.execute(viewers.north, {
      query: `{ z: yard_bill(limit: 1) { b: id, a: status, __typename } __typename }`,
    })
    expect(body).toMatch(
      /^\{"data":\{"z":\[\{"b":".{36}","a":"[a-z]+","__typename":"yard_bill"\}\],"__typename":"query_root"\}\}$/,
    )
  })
  it('of jsonb take a path', async () => {
    await gives(
      `{ yard_firm(where: {name: {_eq: "Acme"}}) { size: facts(path: "$.size") tag: facts(path: "tags[0]") none: facts(path: "a.b") } }`,
      {
        yard_firm: [{ size: 3, tag: 'x', none: null }],
      },
    )
  })
  it('asked twice under one name are merged, with what is below them', async () => {
    await gives(
      `{ yard_bill(limit: 1, order_by: {human_id: desc}) { id: human_id id: human_id firm { name } firm { is_active } } }`,
      {
        yard_bill: [{ id: 'INV4', firm: { name: 'Bolt', is_active: false } }],
      },
    )
  })
  it('that are all skipped leave an empty object', async () => {
    await gives(`{ yard_bill(limit: 1) { id @skip(if: true) } }`, { yard_bill: [{}] })
  })
})

describe('fragments, directives and operations', () => {
  it('named and inline fragments are opened in place', async () => {
    await gives(
      `query { yard_bill(limit: 1, order_by: {human_id: asc}) { ...a ... on yard_bill { status } ... { firm { ...f } } } }
       fragment a on yard_bill { human_id } fragment f on yard_firm { name }`,
      { yard_bill: [{ human_id: 'FEE1', status: 'open', firm: { name: 'Bolt' } }] },
    )
  })
  it.each([
    [true, { yard_bill: [{ human_id: 'FEE1', status: 'open' }] }],
    [false, { yard_bill: [{ human_id: 'FEE1' }] }],
  ])('@include and @skip follow their variable (%s)', async (yes, data) => {
    await gives(
      `query($yes: Boolean!) { yard_bill(limit: 1, order_by: {human_id: asc}) { human_id status @include(if: $yes) }
       yard_firm @include(if: false) { id } }`,
      data,
      { yes },
    )
  })
  it('the named operation of several is run', async () => {
    const query = 'query a { yard_fee { human_id } } query b { yard_fee { amount } }'
    expect(await ask(query, {}, viewers.north, 'b')).toEqual({ data: { yard_fee: [{ amount: 12.34 }] } })
  })
  it('several root fields answer in one go', async () => {
    await gives(
      `{ total: yard_bill_aggregate { aggregate { count } } open: yard_bill_aggregate(where: {status: {_eq: open_}}) { aggregate { count } } records: yard_bill(limit: 1, order_by: {human_id: asc}) { human_id } }`.replace(
        'open_',
        '"open"',
      ),
      {
        total: { aggregate: { count: 5 } },
        open: { aggregate: { count: 4 } },
        records: [{ human_id: 'FEE1' }],
      },
    )
  })
})

describe('comparisons', () => {
  it.each([
    ['{status: {_eq: "closed"}}', ['INV2']],
    ['{status: {_neq: "open"}}', ['INV2']],
    ['{note: {_neq: "first"}}', ['INV3', 'INV4']],
    ['{amount: {_gt: 250.5}}', ['INV4']],
    ['{amount: {_gte: 250.5}}', ['INV2', 'INV4']],
    ['{amount: {_lt: "75.25"}}', ['FEE1']],
    ['{amount: {_lte: 75.25}}', ['FEE1', 'INV3']],
    ['{amount: {_eq: 1e2}}', ['INV1']],
    ['{amount: {_gt: 50, _lt: 101}}', ['INV1', 'INV3']],
    ['{human_id: {_in: ["INV1", "FEE1", "INV5"]}}', ['FEE1', 'INV1']],
    ['{human_id: {_in: []}}', []],
    ['{human_id: {_nin: ["INV1", "INV2", "INV3"]}}', ['FEE1', 'INV4']],
    ['{human_id: {_nin: []}}', ['FEE1', 'INV1', 'INV2', 'INV3', 'INV4']],
    ['{human_id: {_in: "INV1"}}', ['INV1']],
    ['{note: {_is_null: true}}', ['FEE1', 'INV2']],
    ['{note: {_is_null: false}}', ['INV1', 'INV3', 'INV4']],
    ['{human_id: {_like: "INV%"}, amount: {_lt: 100}}', ['INV3']],
    ['{human_id: {_nlike: "INV%"}}', ['FEE1']],
    ['{note: {_ilike: "%LARG%"}}', ['INV4']],
    ['{note: {_nilike: "%LARG%"}}', ['INV1', 'INV3']],
    ['{note: {_like: "50\\\\% off\\\\_now"}}', ['INV3']],
    ['{human_id: {_similar: "(INV|FEE)1"}}', ['FEE1', 'INV1']],
    ['{human_id: {_nsimilar: "INV%"}}', ['FEE1']],
    ['{human_id: {_regex: "^I.*[12]$"}}', ['INV1', 'INV2']],
    ['{human_id: {_nregex: "^I"}}', ['FEE1']],
    ['{human_id: {_iregex: "^fee"}}', ['FEE1']],
    ['{human_id: {_niregex: "^inv"}}', ['FEE1']],
    ['{due_date: {_lt: "2026-02-15"}}', ['INV1']],
    ['{due_date: {_gte: "2026-03-10T00:00:00Z"}}', ['INV2', 'INV4']],
    ['{updated_at: {_gt: "2026-02-03T10:00:00+00:00"}}', ['FEE1', 'INV4']],
    ['{updated_at: {_eq: "2026-02-03T12:00:00+02:00"}}', ['INV3']],
    ['{position: {_in: [1, 2]}}', ['INV1', 'INV2']],
    [`{id: {_eq: "${ids.a3}"}}`, ['INV3']],
    [`{id: {_in: ["${ids.a3}", "${ids.c1}"]}}`, ['INV3']],
    ['{is_late: {_eq: true}}', ['FEE1', 'INV1']],
    ['{}', ['FEE1', 'INV1', 'INV2', 'INV3', 'INV4']],
  ])('%s', async (where, human_ids) => {
    await finds(where, ...human_ids)
  })
})

describe('joining conditions', () => {
  it.each([
    ['{_and: [{status: {_eq: "open"}}, {amount: {_gt: 100}}]}', ['INV4']],
    ['{_or: [{status: {_eq: "closed"}}, {amount: {_gt: 500}}]}', ['INV2', 'INV4']],
    ['{_not: {status: {_eq: "open"}}}', ['INV2']],
    ['{_and: []}', ['FEE1', 'INV1', 'INV2', 'INV3', 'INV4']],
    ['{_or: []}', []],
    ['{_not: {}}', []],
    [
      '{_or: [{_and: [{status: {_eq: "open"}}, {amount: {_lt: 50}}]}, {_not: {amount: {_lt: 1000}}}]}',
      ['FEE1', 'INV4'],
    ],
    ['{_or: {status: {_eq: "closed"}}}', ['INV2']],
    ['{status: {_eq: "open"}, _or: [{amount: {_eq: 100}}, {amount: {_eq: 250.5}}]}', ['INV1']],
  ])('%s', async (where, human_ids) => {
    await finds(where, ...human_ids)
  })
})

describe('filters through relations', () => {
  it.each([
    ['{firm: {name: {_eq: "Bolt"}}}', ['FEE1', 'INV4']],
    ['{firm: {}}', ['FEE1', 'INV1', 'INV2', 'INV3', 'INV4']],
    ['{_not: {firm: {name: {_eq: "Bolt"}}}}', ['INV1', 'INV2', 'INV3']],
    ['{lines: {units: {_gt: 5}}}', ['INV1', 'INV2']],
    ['{lines: {}}', ['INV1', 'INV2', 'INV4']],
    ['{_not: {lines: {}}}', ['FEE1', 'INV3']],
    ['{lines: {bill: {firm: {name: {_eq: "Acme"}}}}}', ['INV1', 'INV2']],
    ['{lines_aggregate: {count: {predicate: {_eq: 2}}}}', ['INV1']],
    ['{lines_aggregate: {count: {predicate: {_eq: 0}}}}', ['FEE1', 'INV3']],
    ['{lines_aggregate: {count: {predicate: {_gte: 1}, filter: {rate: {_gt: 9}}}}}', ['INV1', 'INV4']],
    [
      '{lines_aggregate: {count: {predicate: {_eq: 1}, arguments: [rate], distinct: true}}}',
      ['INV1', 'INV2', 'INV4'],
    ],
  ])('%s', async (where, human_ids) => {
    await finds(where, ...human_ids)
  })
})

describe('comparisons of jsonb and lists', () => {
  const firms = async (where: string, ...names: string[]) =>
    gives(`{ yard_firm(where: ${where}, order_by: {name: asc}) { name } }`, {
      yard_firm: names.map((name) => ({ name })),
    })
  it.each([
    ['{facts: {_contains: {size: 3}}}', ['Acme']],
    ['{facts: {_contained_in: {size: 3, tags: ["x", "y"]}}}', ['Acme', 'Bolt']],
    ['{facts: {_has_key: "size"}}', ['Acme']],
    ['{facts: {_has_keys_any: ["nothing", "tags"]}}', ['Acme']],
    ['{facts: {_has_keys_all: ["size", "nothing"]}}', []],
    ['{facts: {_eq: {}}}', ['Bolt']],
    ['{facts: {_cast: {String: {_like: "%tags%"}}}}', ['Acme']],
    ['{industries: {_contains: ["rail"]}}', ['Acme']],
    ['{industries: {_contained_in: ["sea"]}}', ['Bolt']],
    ['{industries: {_eq: ["rail", "road"]}}', ['Acme']],
    ['{industries: {_in: [["rail", "road"], ["sea"]]}}', ['Acme']],
    ['{is_active: {_eq: false}}', ['Bolt']],
    ['{email: {_is_null: true}}', ['Bolt']],
  ])('%s', async (where, names) => {
    await firms(where, ...names)
  })
})

describe('order', () => {
  it.each([
    ['{amount: asc}', ['FEE1', 'INV3', 'INV1', 'INV2', 'INV4']],
    ['{amount: desc}', ['INV4', 'INV2', 'INV1', 'INV3', 'FEE1']],
    ['{due_date: asc}', ['INV1', 'FEE1', 'INV2', 'INV4', 'INV3']],
    ['{due_date: desc}', ['INV3', 'INV4', 'INV2', 'FEE1', 'INV1']],
    ['{due_date: asc_nulls_first}', ['INV3', 'INV1', 'FEE1', 'INV2', 'INV4']],
    ['{due_date: asc_nulls_last}', ['INV1', 'FEE1', 'INV2', 'INV4', 'INV3']],
    ['{due_date: desc_nulls_first}', ['INV3', 'INV4', 'INV2', 'FEE1', 'INV1']],
    ['{due_date: desc_nulls_last}', ['INV4', 'INV2', 'FEE1', 'INV1', 'INV3']],
    ['[{status: asc}, {amount: desc}]', ['INV2', 'INV4', 'INV1', 'INV3', 'FEE1']],
    ['{status: asc, amount: asc}', ['INV2', 'FEE1', 'INV3', 'INV1', 'INV4']],
    ['[{firm: {name: desc}}, {human_id: asc}]', ['FEE1', 'INV4', 'INV1', 'INV2', 'INV3']],
    ['[{lines_aggregate: {count: desc}}, {human_id: asc}]', ['INV1', 'INV2', 'INV4', 'FEE1', 'INV3']],
    [
      '[{lines_aggregate: {max: {rate: desc_nulls_last}}}, {human_id: desc}]',
      ['INV4', 'INV1', 'INV2', 'INV3', 'FEE1'],
    ],
    ['[{is_late: desc}, {human_id: asc}]', ['INV3', 'FEE1', 'INV1', 'INV2', 'INV4']],
  ])('%s', async (order, human_ids) => {
    await gives(`{ yard_bill(order_by: ${order}) { human_id } }`, {
      yard_bill: human_ids.map((human_id) => ({ human_id })),
    })
  })
})

describe('limit, offset and distinct_on', () => {
  const page = async (args: string, ...human_ids: string[]) =>
    gives(`{ yard_bill(order_by: {human_id: asc}, ${args}) { human_id firm { id @skip(if: true) } } }`, {
      yard_bill: human_ids.map((human_id) => ({ human_id, firm: {} })),
    })
  it('cuts pages', async () => {
    await page('limit: 2', 'FEE1', 'INV1')
    await page('limit: 2, offset: 0', 'FEE1', 'INV1')
    await page('limit: 2, offset: 3', 'INV3', 'INV4')
    await page('limit: 0')
    await page('offset: 4', 'INV4')
    await page('limit: 10, offset: 99')
  })
  it('takes both as variables', async () => {
    const query =
      'query($l: Int, $o: Int) { yard_bill(order_by: {human_id: asc}, limit: $l, offset: $o) { human_id } }'
    for (const [l, o, ...human_ids] of [
      [1, 0, 'FEE1'],
      [1, 1, 'INV1'],
      [2, 2, 'INV2', 'INV3'],
    ] as const) {
      await gives(query, { yard_bill: human_ids.map((human_id) => ({ human_id })) }, { l, o })
    }
    await gives(query, {
      yard_bill: ['FEE1', 'INV1', 'INV2', 'INV3', 'INV4'].map((human_id) => ({ human_id })),
    })
  })
  it('gives one row for each value, the first by the order', async () => {
    await gives(
      '{ yard_bill(distinct_on: status, order_by: [{status: asc}, {amount: desc}]) { status human_id } }',
      {
        yard_bill: [
          { status: 'closed', human_id: 'INV2' },
          { status: 'open', human_id: 'INV4' },
        ],
      },
    )
    await gives('{ yard_bill(distinct_on: [status]) { status } }', {
      yard_bill: [{ status: 'closed' }, { status: 'open' }],
    })
  })
  it('refuses distinct columns that the order does not start with', async () => {
    expect(
      (await ask('{ yard_bill(distinct_on: [status], order_by: {amount: asc}) { id } }')).errors?.[0]
        ?.message,
    ).toBe('"distinct_on" columns must match initial "order_by" columns')
  })
})

describe('relations', () => {
  it('give objects and lists, with arguments of their own, at any depth', async () => {
    await gives(
      `{ yard_firm(order_by: {name: asc}) { name bills(where: {status: {_eq: "open"}}, order_by: {amount: desc}, limit: 2) {
         human_id firm { name bills_aggregate { aggregate { count } } } lines(order_by: {position: desc}) { position bill { human_id } } } } }`,
      {
        yard_firm: [
          {
            name: 'Acme',
            bills: [
              {
                human_id: 'INV1',
                firm: { name: 'Acme', bills_aggregate: { aggregate: { count: 3 } } },
                lines: [
                  { position: 2, bill: { human_id: 'INV1' } },
                  { position: 1, bill: { human_id: 'INV1' } },
                ],
              },
              {
                human_id: 'INV3',
                firm: { name: 'Acme', bills_aggregate: { aggregate: { count: 3 } } },
                lines: [],
              },
            ],
          },
          {
            name: 'Bolt',
            bills: [
              {
                human_id: 'INV4',
                firm: { name: 'Bolt', bills_aggregate: { aggregate: { count: 2 } } },
                lines: [{ position: 1, bill: { human_id: 'INV4' } }],
              },
              {
                human_id: 'FEE1',
                firm: { name: 'Bolt', bills_aggregate: { aggregate: { count: 2 } } },
                lines: [],
              },
            ],
          },
        ],
      },
    )
  })
  it('under several names are told apart', async () => {
    await gives(
      `{ yard_firm(where: {name: {_eq: "Acme"}}) { open: bills_aggregate(where: {status: {_eq: "open"}}) { aggregate { count } } closed: bills(where: {status: {_eq: "closed"}}) { human_id } } }`,
      {
        yard_firm: [{ open: { aggregate: { count: 2 } }, closed: [{ human_id: 'INV2' }] }],
      },
    )
  })
})

describe('aggregates', () => {
  it('count rows, columns and distinct columns', async () => {
    await gives(
      `{ yard_bill_aggregate { aggregate { count notes: count(columns: [note]) kinds: count(columns: status, distinct: true) pairs: count(columns: [status, firm_id], distinct: true) } } }`,
      {
        yard_bill_aggregate: { aggregate: { count: 5, notes: 3, kinds: 2, pairs: 3 } },
      },
    )
  })
  it('add up, find extremes and spread', async () => {
    await gives(
      `{ yard_bill_aggregate(where: {human_id: {_like: "INV%"}}) { aggregate { sum { amount position } avg { position } min { amount due_date human_id } max { amount updated_at } } } }`,
      {
        yard_bill_aggregate: {
          aggregate: {
            sum: { amount: 1425.75, position: 7 },
            avg: { position: 2.3333333333333335 },
            min: { amount: 75.25, due_date: '2026-02-01', human_id: 'INV1' },
            max: { amount: 1000, updated_at: '2026-02-04T10:00:00+00:00' },
          },
        },
      },
    )
    const { data } = await ask(
      `{ yard_bill_aggregate { aggregate { stddev { position } stddev_pop { position } stddev_samp { position } var_pop { position } var_samp { position } variance { position } } } }`,
    )
    expect(data).toEqual({
      yard_bill_aggregate: {
        aggregate: {
          stddev: { position: 2.6457513110645907 },
          stddev_pop: { position: 2.29128784747792 },
          stddev_samp: { position: 2.6457513110645907 },
          var_pop: { position: 5.25 },
          var_samp: { position: 7 },
          variance: { position: 7 },
        },
      },
    })
  })
  it('of no rows are null, and the count is zero', async () => {
    await gives(
      `{ yard_bill_aggregate(where: {status: {_eq: "x"}}) { aggregate { count sum { amount } max { note } } nodes { id } } }`,
      {
        yard_bill_aggregate: {
          aggregate: { count: 0, sum: { amount: null }, max: { note: null } },
          nodes: [],
        },
      },
    )
  })
  it('give the rows too, and stand under limit, offset and distinct_on', async () => {
    await gives(
      `{ yard_bill_aggregate(order_by: {amount: desc}, limit: 2, offset: 1) { aggregate { count sum { amount } } nodes { human_id firm { name } } __typename } }`,
      {
        yard_bill_aggregate: {
          aggregate: { count: 2, sum: { amount: 350.5 } },
          nodes: [
            { human_id: 'INV2', firm: { name: 'Acme' } },
            { human_id: 'INV1', firm: { name: 'Acme' } },
          ],
          __typename: 'yard_bill_aggregate',
        },
      },
    )
    await gives(`{ yard_bill_aggregate(distinct_on: status) { aggregate { count __typename } } }`, {
      yard_bill_aggregate: { aggregate: { count: 2, __typename: 'yard_bill_aggregate_fields' } },
    })
  })
  it('count up to a cap', async () => {
    await gives('{ yard_bill_aggregate(limit: 3) { aggregate { count } } }', {
      yard_bill_aggregate: { aggregate: { count: 3 } },
    })
  })
})

describe('variables', () => {
  it('carry whole filters, orders and lists', async () => {
    const query = `query($where: yard_bill_bool_exp!, $order_by: [yard_bill_order_by!]!, $limit: Int = 2) {
      yard_bill(where: $where, order_by: $order_by, limit: $limit) { human_id } }`
    const names = (...human_ids: string[]) => ({ yard_bill: human_ids.map((human_id) => ({ human_id })) })
    await gives(query, names('INV4', 'INV1'), {
      where: { status: { _eq: 'open' } },
      order_by: { amount: 'desc' },
    })
    await gives(query, names('INV1', 'INV3', 'FEE1'), {
      where: { status: { _in: ['open'] }, amount: { _lt: 101 } },
      order_by: [{ amount: 'desc' }],
      limit: 5,
    })
    await gives(query, names('FEE1', 'INV4'), {
      where: { firm: { name: { _eq: 'Bolt' } } },
      order_by: [{ amount: 'asc' }],
    })
    await gives(query, names('INV2'), { where: { status: { _eq: 'closed' } }, order_by: [] })
  })
  it('may be single objects where lists are wanted, and sit inside literals', async () => {
    await gives(
      `query($id: uuid!, $s: String) { yard_bill(where: {_and: [{id: {_in: [$id]}}, {status: {_eq: $s}}]}) { human_id } }`,
      { yard_bill: [{ human_id: 'INV1' }] },
      { id: ids.a1, s: 'open' },
    )
    await gives(
      `query($ids: [uuid!]!) { yard_bill(where: {id: {_in: $ids}}) { human_id } }`,
      { yard_bill: [{ human_id: 'INV1' }] },
      { ids: ids.a1 },
    )
  })
  it('that are null or absent filter nothing when they are the whole filter', async () => {
    const query = 'query($w: yard_fee_bool_exp) { yard_fee(where: $w) { human_id } }'
    await gives(query, { yard_fee: [{ human_id: 'FEE1' }] })
    await gives(query, { yard_fee: [{ human_id: 'FEE1' }] }, { w: null })
  })
  it('never widen a comparison by being null or absent', async () => {
    const query = 'query($s: String) { yard_bill(where: {status: {_eq: $s}}) { id } }'
    expect((await ask(query)).errors?.[0]?.message).toBe("unexpected null value for '_eq'")
    expect((await ask(query, { s: null })).errors?.[0]?.message).toBe("unexpected null value for '_eq'")
  })
  it('of equal structure share a plan, whatever their values', async () => {
    const query = 'query($w: yard_bill_bool_exp) { yard_bill(where: $w) { human_id } }'
    const operation = endpoint.operationOf(viewers.north, { query })
    const plan = (w: unknown) => endpoint.prepare(viewers.north, operation, { w }).plan
    expect(plan({ id: { _in: [ids.a1] } })).toBe(plan({ id: { _in: [ids.a2, ids.a3] } }))
    expect(plan({ status: { _eq: 'open' } })).toBe(plan({ status: { _eq: 'closed' } }))
    expect(plan({ status: { _eq: 'open' } })).not.toBe(plan({ status: { _neq: 'open' } }))
    expect(plan({ note: { _is_null: true } })).not.toBe(plan({ note: { _is_null: false } }))
  })
})

describe('what a viewer sees', () => {
  it('is their own, at every level', async () => {
    const query =
      '{ yard_bill(order_by: {human_id: asc}) { human_id } yard_bill_aggregate { aggregate { count } } }'
    expect(await ask(query, {}, viewers.south)).toEqual({
      data: { yard_bill: [{ human_id: 'INV5' }], yard_bill_aggregate: { aggregate: { count: 1 } } },
    })
    expect(await ask(`{ yard_bill_by_pk(id: "${ids.c1}") { id } }`)).toEqual({
      data: { yard_bill_by_pk: null },
    })
    expect(await ask(`{ yard_bill_by_pk(id: "${ids.deleted}") { id } }`)).toEqual({
      data: { yard_bill_by_pk: null },
    })
  })
  it('reaches through relations to rows that have no root field', async () => {
    expect(
      await ask(
        '{ yard_bill(order_by: {human_id: asc}, limit: 1) { human_id firm { name } } }',
        {},
        viewers.acme,
      ),
    ).toEqual({
      data: { yard_bill: [{ human_id: 'INV1', firm: { name: 'Acme' } }] },
    })
    expect((await ask('{ yard_firm { name } }', {}, viewers.acme)).errors?.[0]).toEqual({
      message: "field 'yard_firm' not found in type: 'query_root'",
      extensions: { path: '$.selectionSet.yard_firm', code: 'validation-failed' },
    })
  })
  it.each([
    ['read', '{ yard_bill { margin } }', 'yard_bill'],
    ['filtered', '{ yard_bill(where: {margin: {_gt: 1}}) { id } }', 'yard_bill_bool_exp'],
    [
      'filtered through a relation',
      '{ yard_line(where: {bill: {margin: {_gt: 1}}}) { id } }',
      'yard_bill_bool_exp',
    ],
    ['sorted by', '{ yard_bill(order_by: {margin: asc}) { id } }', 'yard_bill_order_by'],
    ['summed', '{ yard_bill_aggregate { aggregate { sum { margin } } } }', 'yard_bill_sum_fields'],
  ])('has no hidden field, %s', async (_how, query, type) => {
    for (const viewer of [viewers.acme, viewers.north_user]) {
      expect((await ask(query, {}, viewer)).errors?.[0]?.message).toBe(
        `field 'margin' not found in type: '${type}'`,
      )
    }
    expect((await ask(query, {}, viewers.north)).errors).toBeUndefined()
  })
  it('has no hidden column in distinct_on or count', async () => {
    for (const query of [
      '{ yard_bill(distinct_on: margin) { id } }',
      '{ yard_bill_aggregate { aggregate { count(columns: margin) } } }',
    ]) {
      expect((await ask(query, {}, viewers.acme)).errors?.[0]?.message).toMatch(
        /^expected one of the values .* but found 'margin'$/,
      )
    }
  })
  it('has only counts where aggregates are refused', async () => {
    expect(await ask('{ yard_bill_aggregate { aggregate { count } } }', {}, viewers.kim)).toEqual({
      data: { yard_bill_aggregate: { aggregate: { count: 1 } } },
    })
    expect(
      (await ask('{ yard_bill_aggregate { aggregate { max { human_id } } } }', {}, viewers.kim)).errors?.[0]
        ?.message,
    ).toBe("field 'max' not found in type: 'yard_bill_aggregate_fields'")
  })
  it('is nothing at all for a category without access, and still a schema', async () => {
    expect(await ask('{ no_queries_available __typename }', {}, viewers.funder)).toEqual({
      data: { no_queries_available: null, __typename: 'query_root' },
    })
  })
})
