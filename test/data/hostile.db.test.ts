import { describe, expect, it } from 'vitest'
import { LIMITS } from '#data/limits.ts'
import { openYard } from './endpoint.ts'
import { ids, viewers } from './world.ts'

const { ask } = await openYard()

async function refused(
  query: string,
  variables?: Record<string, unknown>,
): Promise<{ message: string; code: string; path: string }> {
  const { errors, data } = await ask(query, variables)
  expect(data).toBeUndefined()
  const [error] = errors ?? []
  if (!error) throw new Error('nothing was refused')
  return { message: error.message, ...error.extensions }
}

describe('faults of a document, in the dialect’s words', () => {
  it.each([
    [
      'an unknown root field',
      '{ nothing { id } }',
      "field 'nothing' not found in type: 'query_root'",
      '$.selectionSet.nothing',
    ],
    [
      'an unknown field',
      '{ yard_bill { lines { nothing } } }',
      "field 'nothing' not found in type: 'yard_line'",
      '$.selectionSet.yard_bill.selectionSet.lines.selectionSet.nothing',
    ],
    [
      'a field of every object',
      '{ yard_bill { constructor } }',
      "field 'constructor' not found in type: 'yard_bill'",
      '$.selectionSet.yard_bill.selectionSet.constructor',
    ],
    [
      'an unknown argument',
      '{ yard_bill(nothing: 1) { id } }',
      "'yard_bill' has no argument named 'nothing'",
      '$.selectionSet.yard_bill',
    ],
    [
      'an unknown filter field',
      '{ yard_bill(where: {nothing: {_eq: 1}}) { id } }',
      "field 'nothing' not found in type: 'yard_bill_bool_exp'",
      '$.selectionSet.yard_bill.args.where.nothing',
    ],
    [
      'an unknown operator',
      '{ yard_bill(where: {status: {_is: "x"}}) { id } }',
      "field '_is' not found in type: 'String_comparison_exp'",
      '$.selectionSet.yard_bill.args.where.status._is',
    ],
    [
      'an operator of another type',
      '{ yard_bill(where: {amount: {_like: "1%"}}) { id } }',
      "field '_like' not found in type: 'numeric_comparison_exp'",
      '$.selectionSet.yard_bill.args.where.amount._like',
    ],
    [
      'an object without fields',
      '{ yard_bill { firm } }',
      "missing selection set for 'yard_firm'",
      '$.selectionSet.yard_bill.selectionSet.firm',
    ],
    [
      'a list without fields',
      '{ yard_bill }',
      "missing selection set for 'yard_bill'",
      '$.selectionSet.yard_bill',
    ],
    [
      'fields below a value',
      '{ yard_bill { id { x } } }',
      'unexpected subselection set for non-object field',
      '$.selectionSet.yard_bill.selectionSet.id',
    ],
    [
      'a missing key',
      '{ yard_bill_by_pk { id } }',
      "missing required field 'id'",
      '$.selectionSet.yard_bill_by_pk.args.id',
    ],
    [
      'one name for two fields',
      '{ yard_bill { a: id a: status } }',
      "different fields or arguments are selected under the name 'a'",
      '$.selectionSet.yard_bill',
    ],
    [
      'one name with two filters',
      '{ yard_bill(limit: 1) { id } yard_bill(limit: 2) { id } }',
      "different fields or arguments are selected under the name 'yard_bill'",
      '$',
    ],
    [
      'a fragment that is not there',
      '{ yard_bill { ...x } }',
      "fragment 'x' is not defined",
      '$.selectionSet.yard_bill',
    ],
    [
      'a fragment of another type',
      '{ yard_bill { ... on yard_firm { id } } }',
      "a fragment on type 'yard_firm' cannot be used within type 'yard_bill'",
      '$.selectionSet.yard_bill',
    ],
    [
      'fragments in a circle',
      '{ yard_bill { ...a } } fragment a on yard_bill { ...b } fragment b on yard_bill { ...a }',
      'the fragment definition(s) a form a cycle',
      '$.selectionSet.yard_bill',
    ],
    [
      'an unknown directive',
      '{ yard_bill { id @live } }',
      "directive 'live' is not defined in the schema",
      '$.selectionSet.yard_bill',
    ],
    [
      'a null comparison',
      '{ yard_bill(where: {status: {_eq: null}}) { id } }',
      "unexpected null value for '_eq'",
      '$',
    ],
    [
      'a null condition',
      '{ yard_bill(where: {status: null}) { id } }',
      "unexpected null value for 'status'",
      '$',
    ],
    [
      'a negative limit',
      '{ yard_bill(limit: -1) { id } }',
      "expected a non-negative 32-bit integer for type 'Int', but found a negative number",
      '$.selectionSet.yard_bill.args.limit',
    ],
    [
      'a negative offset',
      '{ yard_bill(offset: -1) { id } }',
      "expected a non-negative 32-bit integer for type 'Int', but found a negative number",
      '$.selectionSet.yard_bill.args.offset',
    ],
    [
      'a fraction for a limit',
      '{ yard_bill(limit: 1.5) { id } }',
      "expected a 32-bit integer for type 'Int', but found a number",
      '$.selectionSet.yard_bill.args.limit',
    ],
    [
      'a huge integer',
      '{ yard_bill(limit: 99999999999999999999) { id } }',
      "expected a 32-bit integer for type 'Int', but found a number",
      '$.selectionSet.yard_bill.args.limit',
    ],
    [
      'a text that is no uuid',
      '{ yard_bill(where: {id: {_eq: "1"}}) { id } }',
      "expected a uuid for type 'uuid', but found something else",
      '$.selectionSet.yard_bill.args.where.id._eq',
    ],
    [
      'a day that is not in the calendar',
      '{ yard_bill(where: {due_date: {_eq: "2026-02-30"}}) { id } }',
      "expected a date (YYYY-MM-DD) for type 'date', but found something else",
      '$.selectionSet.yard_bill.args.where.due_date._eq',
    ],
    [
      'a time that is not on the clock',
      '{ yard_bill(where: {updated_at: {_gt: "2026-02-01T25:00:00Z"}}) { id } }',
      "expected a timestamp (ISO 8601) for type 'timestamptz', but found something else",
      '$.selectionSet.yard_bill.args.where.updated_at._gt',
    ],
    [
      'a number for a text',
      '{ yard_bill(where: {status: {_eq: 1}}) { id } }',
      "expected a string for type 'String', but found a number",
      '$.selectionSet.yard_bill.args.where.status._eq',
    ],
    [
      'NUL in a text',
      '{ yard_bill(where: {status: {_eq: "a\\u0000"}}) { id } }',
      "expected a string for type 'String', but found something else",
      '$.selectionSet.yard_bill.args.where.status._eq',
    ],
    [
      'an order that is none',
      '{ yard_bill(order_by: {id: up}) { id } }',
      "expected one of the values ['asc', 'asc_nulls_first', 'asc_nulls_last', 'desc', 'desc_nulls_first', 'desc_nulls_last'] for type 'order_by', but found 'up'",
      '$.selectionSet.yard_bill.args.order_by[0].id',
    ],
    [
      'an invalid regular expression',
      '{ yard_bill(where: {status: {_regex: "("}}) { id } }',
      'invalid regular expression',
      '$.selectionSet.yard_bill.args.where.status._regex',
    ],
    [
      'a pattern that ends with its escape',
      '{ yard_bill(where: {note: {_like: "fir\\\\"}}) { id } }',
      'invalid pattern: it ends with an escape character',
      '$.selectionSet.yard_bill.args.where.note._like',
    ],
    [
      'two operations and no name',
      'query a { yard_bill { id } } query b { yard_bill { id } }',
      'exactly one operation has to be present in the document when operationName is not specified',
      '$',
    ],
    ['no operation', 'fragment a on yard_bill { id }', 'no operations found in the document', '$'],
    ['a type definition', 'type a { b: Int }', 'a document holds operations and fragments only', '$.query'],
    [
      'a variable that was not declared',
      '{ yard_bill(where: {id: {_eq: $x}}) { id } }',
      "unexpected null value for '_eq'",
      '$',
    ],
  ])('%s', async (_what, query, message, path) => {
    expect(await refused(query)).toMatchObject({ message, path })
  })
  it('a text that is no document', async () => {
    for (const text of [
      '',
      '{',
      'query { yard_bill { } }',
      '\u0000',
      '{ yard_bill(where: {) { id } }',
      '{ "a" }',
    ]) {
      expect(await refused(text)).toMatchObject({ code: 'validation-failed', path: '$.query' })
    }
  })
})

describe('faults of variables', () => {
  const query =
    'query($id: uuid!, $w: yard_bill_bool_exp, $n: Int) { yard_bill(where: {_and: [{id: {_eq: $id}}, $w]}, limit: $n) { id } }'
  it.each([
    ['a missing one', {}, 'expecting a value for non-nullable variable: "id"', '$'],
    ['one too many', { id: ids.a1, more: 1 }, 'unexpected variables in variableValues: more', '$'],
    ['null where none may be', { id: null }, "unexpected null value for type 'uuid'", '$.variables.id'],
    ['another type', { id: 7 }, "expected a uuid for type 'uuid', but found a number", '$.variables.id'],
    [
      'a list for an object',
      { id: ids.a1, w: [] },
      "expected an object for type 'yard_bill_bool_exp', but found a list",
      '$.variables.w',
    ],
    [
      'a text for an object',
      { id: ids.a1, w: 'x' },
      "expected an object for type 'yard_bill_bool_exp', but found a string",
      '$.variables.w',
    ],
    [
      'an unknown field',
      { id: ids.a1, w: { nothing: {} } },
      "field 'nothing' not found in type: 'yard_bill_bool_exp'",
      '$.variables.w.nothing',
    ],
    [
      'a field of every object',
      { id: ids.a1, w: JSON.parse('{"__proto__": {"_eq": 1}}') as object },
      "field '__proto__' not found in type: 'yard_bill_bool_exp'",
      '$.variables.w.__proto__',
    ],
    [
      'a wrong item',
      { id: ids.a1, w: { id: { _in: [ids.a1, 'x'] } } },
      "expected a uuid for type 'uuid', but found something else",
      '$.variables.w.id._in[1]',
    ],
    [
      'a number beyond measure',
      { id: ids.a1, w: { amount: { _gt: Number.POSITIVE_INFINITY } } },
      "expected a number for type 'numeric', but found a number",
      '$.variables.w.amount._gt',
    ],
    [
      'a decimal with a million digits',
      { id: ids.a1, w: { amount: { _gt: '9'.repeat(1_000_000) } } },
      "expected a number for type 'numeric', but found something else",
      '$.variables.w.amount._gt',
    ],
    [
      'a limit as text',
      { id: ids.a1, n: '1' },
      "expected a 32-bit integer for type 'Int', but found a string",
      '$.variables.n',
    ],
  ])('%s', async (_what, variables, message, path) => {
    expect(await refused(query, variables as Record<string, unknown>)).toMatchObject({ message, path })
  })
  it('a type that the schema has not, or not for this viewer', async () => {
    expect(await refused('query($x: nothing) { yard_bill { id } }')).toMatchObject({
      message: "the type of variable 'x' is not found in the schema",
    })
    const hidden = await ask('query($w: yard_memo_bool_exp) { yard_bill { id } }', {}, viewers.acme)
    expect(hidden.errors?.[0]?.message).toBe("the type of variable 'w' is not found in the schema")
  })
  it('a variable of one type at a place of another', async () => {
    expect(
      await refused('query($x: String) { yard_bill(where: {id: {_eq: $x}}) { id } }', { x: ids.a1 }),
    ).toMatchObject({
      message: "variable 'x' is declared as 'String', but used where 'uuid' is expected",
    })
  })
})

describe('limits', () => {
  const nest = (depth: number): string =>
    depth === 0 ? 'id' : `bill { lines(limit: 1) { ${nest(depth - 1)} } }`
  const deepWhere = (depth: number): object =>
    depth === 0 ? { status: { _eq: 'open' } } : { _not: deepWhere(depth - 1) }
  const bomb = (n: number): string =>
    Array.from(
      { length: n },
      (_, i) => `fragment f${i} on yard_bill { ${i + 1 === n ? 'id' : `...f${i + 1} ...f${i + 1}`} }`,
    ).join(' ')
  it.each([
    ['depth', `{ yard_line(limit: 1) { ${nest(5)} } }`, undefined],
    [
      'root fields',
      `{ ${Array.from({ length: LIMITS.root_fields + 1 }, (_, i) => `${'x'.repeat(i + 1)}: __typename`).join(' ')} }`,
      undefined,
    ],
    [
      'aliases',
      `{ yard_bill { ${Array.from({ length: LIMITS.aliases + 1 }, (_, i) => `a${i}: id`).join(' ')} } }`,
      undefined,
    ],
    ['the length of an alias', `{ yard_bill { ${'a'.repeat(64)}: id } }`, undefined],
    ['tokens', `{ yard_bill { ${'id '.repeat(LIMITS.tokens)} } }`, undefined],
    ['the length of a document', `{ yard_bill { id } } #${'x'.repeat(LIMITS.query_bytes)}`, undefined],
    ['fragments that double', `{ yard_bill { ...f0 } } ${bomb(40)}`, undefined],
    ['directives without end', `{ yard_bill { id ${'@include(if: true) '.repeat(2_000)} } }`, undefined],
    [
      'list items',
      'query($ids: [uuid!]) { yard_bill(where: {id: {_in: $ids}}) { id } }',
      { ids: Array(LIMITS.list_items + 1).fill(ids.a1) },
    ],
    [
      'a million list items',
      'query($ids: [uuid!]) { yard_bill(where: {id: {_in: $ids}}) { id } }',
      { ids: Array(1_000_000).fill(ids.a1) },
    ],
    [
      'objects of a filter',
      'query($w: [yard_bill_bool_exp!]) { yard_bill(where: {_or: $w}) { id } }',
      { w: Array(LIMITS.input_objects).fill({ status: { _eq: 'x' } }) },
    ],
    [
      'the depth of a filter',
      'query($w: yard_bill_bool_exp) { yard_bill(where: $w) { id } }',
      { w: deepWhere(500) },
    ],
    [
      'a regular expression without end',
      '{ yard_bill(where: {human_id: {_regex: "((((x{1,60}){1,60}){1,60}){1,60})"}}) { id } }',
      undefined,
    ],
    [
      'a pattern without end in a variable',
      'query($p: String!) { yard_bill(where: {human_id: {_nsimilar: $p}}) { id } }',
      { p: '((((x{1,60}){1,60}){1,60}){1,60})' },
    ],
    [
      'a pattern without end in a filter that is a variable',
      'query($w: yard_bill_bool_exp) { yard_bill(where: $w) { id } }',
      { w: { firm: { name: { _iregex: '(((x{255}){255}){255})' } } } },
    ],
    ['rows times rows', '{ yard_line(limit: 10000) { bill { lines(limit: 10000) { id } } } }', undefined],
    [
      'introspection in circles',
      '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
      undefined,
    ],
    [
      'brackets without end',
      `{ yard_bill(where: ${'{_not: '.repeat(1_500)}{}${'}'.repeat(1_500)}) { id } }`,
      undefined,
    ],
  ])('%s', async (_what, query, variables) => {
    await ask('{ __typename }')
    const { code, message } = await refused(query, variables)
    expect(['limit-exceeded', 'validation-failed']).toContain(code)
    expect(message).not.toMatch(/postgres|syntax error at|column|relation/i)
  })
  it('a list without a limit has the endpoint’s own', async () => {
    expect((await ask('{ yard_bill(limit: 2000000000) { id } }')).data).toBeDefined()
  })
  it('serves what is just within them', async () => {
    const roots = Array.from(
      { length: 30 },
      (_, i) => `c${i}: yard_bill_aggregate(where: {position: {_eq: ${i}}}) { aggregate { count } }`,
    )
    expect(Object.keys((await ask(`{ ${roots.join(' ')} }`)).data ?? {})).toHaveLength(30)
    const many = await ask('query($ids: [uuid!]) { yard_bill(where: {id: {_in: $ids}}) { human_id } }', {
      ids: Array(LIMITS.list_items).fill(ids.a1),
    })
    expect(many).toEqual({ data: { yard_bill: [{ human_id: 'INV1' }] } })
  })
})

describe('introspection', () => {
  it('is limited by the minute, and free from the cache', async () => {
    const viewer = { ...viewers.north, user_id: 'curious' }
    const fresh = Array.from(
      { length: LIMITS.introspections_a_minute + 1 },
      (_, n) => `{ a${n}: __type(name: "uuid") { name } }`,
    )
    const answers: (string | undefined)[] = []
    for (const query of fresh) answers.push((await ask(query, {}, viewer)).errors?.[0]?.extensions.code)
    expect(answers).toEqual([...Array(LIMITS.introspections_a_minute).fill(undefined), 'limit-exceeded'])
    expect((await ask(fresh[0] ?? '', {}, viewer)).data).toEqual({ a0: { name: 'uuid' } })
  })
})

describe('a margin cannot be found out by asking around it', () => {
  it('by bisection through filters, sorts and aggregates', async () => {
    const asks = [1, 5, 10, 20, 50].flatMap((n) => [
      `{ yard_bill(where: {margin: {_gt: ${n}}}) { id } }`,
      `{ yard_bill(where: {_not: {margin: {_lte: ${n}}}}) { id } }`,
      `{ yard_line(where: {bill: {margin: {_gt: ${n}}}}) { id } }`,
      `{ yard_bill_aggregate(where: {margin: {_gt: ${n}}}) { aggregate { count } } }`,
      `{ yard_bill(order_by: {margin: desc}, limit: ${n}) { human_id } }`,
      `{ yard_line(order_by: {bill: {margin: desc}}, limit: ${n}) { id } }`,
      `{ yard_bill_aggregate { aggregate { max { margin } } } }`,
      `{ yard_bill(distinct_on: margin, limit: ${n}) { id } }`,
    ])
    const answers = await Promise.all(asks.map((query) => ask(query, {}, viewers.acme)))
    expect(answers.filter((answer) => answer.data !== undefined)).toEqual([])
  })
  it('by introspection', async () => {
    const query = '{ __schema { types { name fields { name } inputFields { name } enumValues { name } } } }'
    expect(JSON.stringify(await ask(query, {}, viewers.acme))).not.toContain('margin')
    expect(JSON.stringify(await ask(query, {}, viewers.north_user))).not.toContain('margin')
    expect(JSON.stringify(await ask(query, {}, viewers.north))).toContain('margin')
  })
})
