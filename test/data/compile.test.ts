import { describe, expect, it } from 'vitest'
import { catalogOf } from '#data/catalog.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import { parameters, requestFacts } from '#data/run.server.ts'
import type { Viewer } from '#entity/access.ts'
import { fixedClock } from '#kernel/clock.ts'
import { instant } from '#kernel/instant.ts'
import { declarations, functions, ids, viewers } from './world.ts'

const clock = fixedClock(instant('2026-03-01T12:00:00.000Z'))
const away = (): never => {
  throw new Error('compiling reads no database')
}
const endpoint = new DataEndpoint({
  database: { reader: away, transaction: away },
  clock,
  catalog: catalogOf(declarations),
  functions,
})

function compiled(query: string, variables: Record<string, unknown> = {}, viewer: Viewer = viewers.north) {
  const { plan, values } = endpoint.prepareRequest(viewer, { query, variables })
  return {
    text: plan.text,
    values: parameters(plan.slots, values, requestFacts(viewer, clock)),
    tables: plan.tables,
  }
}

describe('a statement', () => {
  it('of plain fields is one select: rule first, values as parameters, the limit in the text', () => {
    expect(
      compiled(
        '{ yard_bill(where: {status: {_eq: "open"}}, order_by: {updated_at: desc}, limit: 10) { id amount } }',
      ),
    ).toMatchObject({
      text: `select (select coalesce(json_agg(r), '[]') from (select t1."id" as "id", t1."amount" as "amount" from "yard"."bill" t1 where t1."deleted_at" is null and t1."agency_id" = $1::uuid and t1."status" = $2::text order by t1."updated_at" desc, t1."id" asc limit 10) r)::text`,
      values: [ids.north, 'open'],
    })
  })
  it('with relations cuts the page before it reads them', () => {
    expect(compiled('{ yard_bill(limit: 1, offset: 5) { firm { name } } }').text).toBe(
      `select (select coalesce(json_agg(r), '[]') from (select (select row_to_json(r) from (select t2."name" as "name" from "yard"."firm" t2 where t2."id" = t1."firm_id" and t2."deleted_at" is null and t2."agency_id" = $1::uuid limit 1) r) as "firm" from (select t1."firm_id" from "yard"."bill" t1 where t1."deleted_at" is null and t1."agency_id" = $1::uuid order by t1."id" asc limit 1 offset $2::bigint) t1) r)::text`,
    )
  })
  it('writes constants of rules as they are, so that partial indexes match, and walks a rule’s relation without its own rule', () => {
    expect(compiled('{ yard_line { id } }', {}, viewers.north_consultant).text).toContain(
      `exists (select 1 from "yard"."bill" t1_1 where t1_1."id" = t1."bill_id" and t1_1."deleted_at" is null and t1_1."status" = 'open')`,
    )
  })
  it('gives a list value as one array, and the day only where a derived field needs it', () => {
    const query = 'query($ids: [uuid!]) { yard_bill(where: {id: {_in: $ids}}) { is_late } }'
    expect(compiled(query, { ids: [ids.a1, ids.a2] })).toMatchObject({
      text: expect.stringContaining('t1."id" = any($3::uuid[])') as string,
      values: ['2026-03-01', ids.north, [ids.a1, ids.a2]],
    })
  })
  it('leaves no parameter that nothing uses', () => {
    expect(compiled('{ yard_bill(where: {is_late: {}}) { id } }').values).toEqual([ids.north])
  })
  it('has a zero offset nowhere, and another one as a parameter: pages share a plan', () => {
    const query = 'query($o: Int) { yard_bill(offset: $o) { id } }'
    expect(compiled(query, { o: 0 }).text).not.toContain('offset')
    const [first, second] = [compiled(query, { o: 10 }), compiled(query, { o: 20 })]
    expect(first.text).toBe(second.text)
    expect([first, second].map(({ values }) => values.filter((value) => typeof value === 'number'))).toEqual([
      [10],
      [20],
    ])
  })
  it('counts without sorting, however the client orders', () => {
    expect(
      compiled('{ yard_bill_aggregate(order_by: {amount: asc}) { aggregate { count } } }').text,
    ).not.toContain('order by')
  })
  it('knows the tables it reads, and of which only the viewer’s own rows matter', () => {
    expect(
      [...compiled('{ yard_bill(where: {firm: {name: {_eq: "x"}}}) { lines { id } } }').tables].sort(),
    ).toEqual([
      ['yard.bill', true],
      ['yard.firm', true],
      ['yard.line', true],
    ])
    expect([...compiled('{ yard_line { id } }', {}, viewers.acme).tables].sort()).toEqual([
      ['yard.bill', false],
      ['yard.line', false],
    ])
  })
})

describe('the first rows of a function', () => {
  const headed = new DataEndpoint({
    database: { reader: away, transaction: away },
    clock,
    catalog: catalogOf(declarations),
    functions: functions.map((one) => ({ ...one, head: { sql: 'yard.first_totals', by: 'amount' } })),
  })
  const asked = (args: string) =>
    headed.prepareRequest(viewers.north, { query: `{ get_status_totals(${args}) { status } }` }).plan.text
  it('come from its sibling that stops after them, as many as the page reaches', () => {
    expect(asked('order_by: [{amount: asc}, {status: desc}], limit: 10')).toContain(
      'from yard.first_totals(head => least(10, 2147483647)::integer, ',
    )
    expect(asked('order_by: {amount: asc}, limit: 10, offset: 20, where: {}')).toMatch(
      /from yard\.first_totals\(head => least\(10 \+ \$\d::bigint, 2147483647\)::integer, .* limit 10 offset \$\d::bigint/,
    )
  })
  it('come from all of them in another order, or with a condition', () => {
    for (const args of [
      'order_by: {amount: desc}, limit: 10',
      'order_by: {status: asc}, limit: 10',
      'order_by: [{status: asc}, {amount: asc}], limit: 10',
      'limit: 10',
      'order_by: {amount: asc}, limit: 10, distinct_on: amount',
      'order_by: {amount: asc}, limit: 10, where: {status: {_eq: "open"}}',
    ]) {
      const text = asked(args)
      expect(text).not.toContain('first_totals')
      expect(text).toContain('get_status_totals(')
    }
  })
})

describe('plans', () => {
  const plan = (w: unknown) =>
    endpoint.prepareRequest(viewers.north, {
      query: 'query($w: yard_bill_bool_exp) { yard_bill(where: $w) { id } }',
      variables: { w },
    }).key
  it('are told apart by structure, never by chance of spelling', () => {
    const keys = [
      { note: { _eq: 'a' } },
      { note: { _neq: 'a' } },
      { note: { _is_null: true } },
      { note: { _is_null: false } },
      { _and: [{ note: { _eq: 'a' } }] },
      { _and: [{ note: { _eq: 'a' } }, {}] },
      { _and: [{ note: {} }, { status: { _eq: 'a' } }] },
      { _or: [{ note: { _eq: 'a' } }] },
      { note: { _eq: 'a', _neq: 'b' } },
      { note: { _neq: 'b', _eq: 'a' } },
      { note: { _in: ['a'] } },
      {},
      null,
    ].map(plan)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
