/**
 * PostgreSQL tries an operator on the column's statistics, which sample everybody's rows, before any condition for the
 * viewer's rows. So no operator that can fail, or take long, may meet a value at planning.
 */
import { expect, it } from 'vitest'
import { open_operators } from '#data/build.ts'
import { parameters, requestFacts } from '#data/run.server.ts'
import { fixedClock } from '#kernel/clock.ts'
import { instant } from '#kernel/instant.ts'
import { openYard } from './endpoint.ts'
import { ids, viewers } from './world.ts'

const { ask, database, endpoint } = await openYard()
const clock = fixedClock(instant('2026-03-01T12:00:00.000Z'))

/** Rows of the south: enough for most common values and a histogram of each column. */
await database.owner.query(`
  insert into yard.firm (id, name, email, agency_id, industries, facts, created_at)
    select gen_random_uuid(), 'Hidden' || n % 40, 'GB82WEST' || n % 40, '${ids.south}',
      array['deep' || n % 4], jsonb_build_object('key' || n % 4, n % 4), '2026-01-01' from generate_series(1, 400) n;
  insert into yard.firm (id, name, agency_id) select gen_random_uuid(), 'Own' || n, '${ids.north}' from generate_series(1, 400) n;
  insert into yard.bill (id, human_id, kind, status, agency_id, firm_id, amount, margin, position, updated_at)
    select gen_random_uuid(), 'SECRET' || n, 'sale', 'open', '${ids.south}', '${ids.crux}', 777 + n % 4, 1, n % 40, '2026-01-01'
    from generate_series(1, 400) n;
  insert into yard.bill (id, human_id, kind, status, agency_id, firm_id, amount, margin, position, updated_at)
    select gen_random_uuid(), 'OWN' || n, 'sale', 'open', '${ids.north}', '${ids.acme}', n, 1, n, '2026-01-01'
    from generate_series(1, 400) n;
  analyze`)

/** What PostgreSQL expects of a statement when it knows the values. */
async function planOf(query: string, variables: Record<string, unknown>): Promise<string> {
  const { plan, values } = endpoint.prepareRequest(viewers.north, { query, variables })
  const bound = parameters(plan.slots, values, requestFacts(viewers.north, clock))
  const { rows } = await database
    .reader('agency')
    .query<{ 'QUERY PLAN': string }>(`explain ${plan.text ?? ''}`, bound)
  // A condition shows its value; the expected rows and costs come from it.
  return rows
    .flatMap((row) => (/ (Filter|Cond): /.test(row['QUERY PLAN']) ? [] : row['QUERY PLAN']))
    .join('\n')
}

const firms = (name: string, operator: string, scalar: string) =>
  `query($v: ${scalar}!) { yard_firm(where: {${name}: {${operator}: $v}}) { id } }`
const bills = (name: string, operator: string, scalar: string) =>
  `query($v: ${scalar}!) { yard_bill(where: {${name}: {${operator}: $v}}) { id } }`

type Planned = readonly [query: string, has: unknown, none: unknown]

const planned: readonly Planned[] = [
  ...['_like', '_nlike', '_ilike', '_nilike'].map(
    (one): Planned => [firms('email', one, 'String'), '%82WEST%', '%82WEXT%'],
  ),
  ...['_regex', '_nregex', '_iregex', '_niregex'].map(
    (one): Planned => [firms('email', one, 'String'), '82WEST', 'x'],
  ),
  ...['_similar', '_nsimilar'].map((one): Planned => [firms('email', one, 'String'), '%82WEST%', '%82WEXT%']),
  [firms('industries', '_contains', '[String!]'), ['deep1'], ['none']],
  [firms('industries', '_contained_in', '[String!]'), ['deep1'], ['none']],
  [firms('facts', '_contains', 'jsonb'), { key1: 1 }, { none: 1 }],
  [firms('facts', '_contained_in', 'jsonb'), { key1: 1 }, { none: 1 }],
  [firms('facts', '_eq', 'jsonb'), { key1: 1 }, { none: 1 }],
  [firms('facts', '_has_key', 'String'), 'key1', 'none'],
  [firms('facts', '_has_keys_any', '[String!]'), ['key1'], ['none']],
  [firms('facts', '_has_keys_all', '[String!]'), ['key1'], ['none']],
  ['query($v: String!) { yard_firm(where: {facts: {_cast: {String: {_like: $v}}}}) { id } }', '%key%', '%x%'],
  [bills('amount', '_eq', 'numeric'), '778', '1'],
  [bills('amount', '_gt', 'numeric'), '1', '900'],
  [bills('amount', '_in', '[numeric!]'), ['778', '779'], ['1', '2']],
  [
    'query($v: String!) { yard_bill(where: {firm: {email: {_ilike: $v}}}, limit: 5) { id } }',
    '%82W%',
    '%82X%',
  ],
]

it.each(planned)(
  'statistics: %s is planned alike for values that hidden rows have and for others',
  async (query, has, none) => {
    expect(await planOf(query, { v: has })).toBe(await planOf(query, { v: none }))
  },
)

it('statistics: a pattern with a dangling escape is refused, whatever hidden values are', async () => {
  const answers = await Promise.all(
    ['%WEST1\\', '%NONE1\\'].map((v) => ask(firms('email', '_like', 'String'), { v })),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.errors?.[0]?.message).toBe('invalid pattern: it ends with an escape character')
})

it('statistics: a regular expression with a back reference is refused', async () => {
  const { errors } = await ask(firms('email', '_regex', 'String'), { v: '^(G)\\1' })
  expect(errors?.[0]?.message).toBe('a regular expression cannot refer back to its groups')
})

it('statistics: values that the planner may know are compared by leakproof functions alone', async () => {
  const { rows } = await database.owner.query<{ type: string; operator: string; proleakproof: boolean }>(
    `select format_type(o.oprleft, null) as type, o.oprname as operator, p.proleakproof
     from pg_operator o join pg_proc p on p.oid = o.oprcode where o.oprleft = o.oprright`,
  )
  const names: Readonly<Record<string, string>> = { timestamptz: 'timestamp with time zone' }
  const leaking = open_operators.filter(
    ([type, operator]) =>
      !rows.some(
        (row) => row.type === (names[type] ?? type) && row.operator === operator && row.proleakproof,
      ),
  )
  expect(leaking).toEqual([])
})
