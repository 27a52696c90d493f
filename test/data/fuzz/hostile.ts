/** Requests that mean harm, as they come over the wire: each of a kind, with random sizes. One seed, the same requests. */
import type { GraphQLSchema } from 'graphql'
import { hostileDocument, type Random } from './documents.ts'

/** One request. */
export interface Shot {
  readonly kind: string
  readonly body: Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** How the sender breaks off: in the middle of the body, or before the answer is read. */
  readonly drop?: 'half' | 'unread'
}

const between = (random: Random, low: number, high: number) => low + Math.floor(random() * (high - low + 1))
const pick = <T>(random: Random, list: readonly [T, ...T[]]): T =>
  list[Math.floor(random() * list.length)] ?? list[0]
const many = (n: number, of: (i: number) => string, between_them = ' ') =>
  Array.from({ length: n }, (_, i) => of(i)).join(between_them)
/** Mostly small, now and then beyond every limit. */
const size = (random: Random, most: number) => Math.ceil(random() ** 3 * most)

type Asked = { query: unknown; variables?: unknown; operationName?: unknown }
const json = (kind: string, asked: unknown): Shot => ({ kind, body: Buffer.from(JSON.stringify(asked)) })
const asking = (kind: string, query: string, more: Omit<Asked, 'query'> = {}): Shot =>
  json(kind, { query, ...more })

const INVOICE = 'transaction_invoice'
const SETS = 'query($w: transaction_invoice_bool_exp) { transaction_invoice(where: $w, limit: 1) { id } }'
const IDS = 'query($ids: [uuid!]) { transaction_invoice(where: {id: {_in: $ids}}) { id } }'
const UUID = '30000000-0000-4000-8000-000000000001'

const STRANGE_TEXT = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  '💷'.repeat(100),
  "'; drop table transaction.invoice; --",
  '$1',
  '{{7*7}}',
  '%',
  '\\',
  '(a+)+$',
  '((((((((((x{1,60}){1,60}){1,60}){1,60})))))))',
  '[[:<:]]',
  '../../etc/passwd',
] as const
const STRANGE_VALUE = [
  null,
  -1,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 31) - 1,
  '',
  'NaN',
  'Infinity',
  '-1',
  '9'.repeat(400),
  [],
  {},
  [[[]]],
  true,
  '0001-01-01 BC',
  '9999-99-99',
  'not-a-uuid',
  `${UUID}x`,
  { __proto__: null, constructor: 1 },
] as const

const kinds: Readonly<Record<string, (random: Random, schema: GraphQLSchema) => Shot>> = {
  document: (random, schema) => asking('document', hostileDocument(random, schema)),
  depth: (random) => {
    const n = size(random, 2_000)
    return asking(
      'depth',
      `{ ${INVOICE}(limit: 1) ${'{ lines(limit: 1) { invoice '.repeat(n)}{ id }${' } }'.repeat(n)} }`,
    )
  },
  brackets: (random) => {
    const n = size(random, 20_000)
    return asking('brackets', `{ ${INVOICE}(where: ${'{_not: '.repeat(n)}{}${'}'.repeat(n)}) { id } }`)
  },
  lists: (random) => asking('lists', `{ ${INVOICE}(where: {_or: ${'['.repeat(size(random, 30_000))}`),
  aliases: (random) =>
    asking('aliases', `{ ${INVOICE}(limit: 1) { ${many(size(random, 3_000), (i) => `a${i}: id`)} } }`),
  roots: (random) =>
    asking(
      'roots',
      `{ ${many(size(random, 400), (i) => `r${i}: ${INVOICE}_aggregate { aggregate { count } }`)} }`,
    ),
  'same name': () => asking('same name', `{ a: ${INVOICE}(limit: 1) { id } a: ${INVOICE}(limit: 2) { id } }`),
  cycle: (random) => {
    const n = between(random, 1, 30)
    const rings = many(n, (i) => `fragment f${i} on ${INVOICE} { ...f${(i + 1) % n} }`)
    return asking('cycle', `{ ${INVOICE} { ...f0 } } ${rings}`)
  },
  bomb: (random) => {
    const n = between(random, 5, 60)
    const halves = many(
      n,
      (i) => `fragment f${i} on ${INVOICE} { ${i + 1 === n ? 'id' : `...f${i + 1} ...f${i + 1}`} }`,
    )
    return asking('bomb', `{ ${INVOICE}(limit: 1) { ...f0 } } ${halves}`)
  },
  directives: (random) =>
    asking(
      'directives',
      `{ ${INVOICE}(limit: 1) { id ${'@include(if: true) '.repeat(size(random, 3_000))} } }`,
    ),
  comments: (random) => asking('comments', `{ __typename } ${'#\n'.repeat(size(random, 60_000))}`),
  strings: (random) =>
    asking(
      'strings',
      `{ ${INVOICE}(where: {human_id: {_eq: "${'x'.repeat(size(random, 200_000))}"}}) { id } }`,
    ),
  'a wide list': (random) =>
    asking('a wide list', IDS, { variables: { ids: Array(size(random, 40_000)).fill(UUID) } }),
  'a wide filter': (random) => {
    const list = Array(size(random, 10_000)).fill({ status: { _eq: 'open' } }) as object[]
    return asking('a wide filter', SETS, { variables: { w: { [pick(random, ['_or', '_and'])]: list } } })
  },
  'a deep filter': (random) => {
    let where: object = {}
    for (let n = size(random, 3_000); n > 0; n -= 1) where = { _not: where }
    return asking('a deep filter', SETS, { variables: { w: where } })
  },
  'strange text': (random) => {
    const operator = pick(random, ['_eq', '_like', '_ilike', '_similar', '_regex', '_iregex', '_gt'])
    const text = pick(random, STRANGE_TEXT)
    return asking('strange text', SETS, { variables: { w: { human_id: { [operator]: text } } } })
  },
  'strange value': (random) => {
    const field = pick(random, [
      'id',
      'total_amount',
      'due_date',
      'created_at',
      'is_overdue',
      'status',
      'lines',
      '_and',
    ])
    const value = pick(random, STRANGE_VALUE as unknown as [unknown, ...unknown[]]) // As listed above.
    return asking('strange value', SETS, {
      variables: { w: { [field]: random() < 0.5 ? value : { _eq: value } } },
    })
  },
  pages: (random) => {
    const n = pick(random, [
      '-1',
      '2147483648',
      '99999999999999999999',
      '1.5',
      '"1"',
      'null',
      '2147483647',
      '[1]',
      '$x',
    ])
    return asking('pages', `{ ${INVOICE}(${pick(random, ['limit', 'offset'])}: ${n}) { id } }`)
  },
  'rows times rows': (random) =>
    asking(
      'rows times rows',
      `{ ${INVOICE}(limit: ${size(random, 20_000)}) { lines(limit: ${size(random, 20_000)}) { invoice { lines(limit: ${size(random, 20_000)}) { id } } } } }`,
    ),
  introspection: (random) => {
    const n = between(random, 1, 12)
    return asking(
      'introspection',
      `{ __schema { types { ${'fields { type { '.repeat(n)}name${' } }'.repeat(n)} } } }`,
    )
  },
  'keys of every object': (random) => {
    const key = pick(random, ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__'])
    const variables = JSON.parse(`{"w": {"${key}": {"_eq": 1}}, "${key}": {"x": 1}}`) as object // Made here.
    return asking('keys of every object', SETS, { variables })
  },
  'wrong envelope': (random) =>
    json(
      'wrong envelope',
      pick(random, [
        [],
        null,
        1,
        'x',
        { query: 1 },
        { query: null },
        { query: ['{__typename}'] },
        { query: '{__typename}', variables: [1] },
        { query: '{__typename}', variables: 'x' },
        { query: '{__typename}', operationName: 1 },
        { query: '{__typename}', extensions: { persistedQuery: 1 } },
        Array(50).fill({ query: '{__typename}' }),
        [[{ query: '{__typename}' }]],
        { mutation: '{__typename}' },
      ] as [unknown, ...unknown[]]),
    ),
  'a write': (random) =>
    asking(
      'a write',
      `mutation($o: [platform_note_insert_input!]!) { insert_platform_note(objects: $o) { affected_rows } }`,
      {
        variables: {
          o: Array(size(random, 2_000)).fill({
            text: pick(random, STRANGE_TEXT),
            parent_entity: 'x',
            parent_id: UUID,
          }),
        },
      },
    ),
  'broken UTF-8': (random) => {
    const body = Buffer.from(
      '{"query":"{ transaction_invoice(where: {human_id: {_eq: \\"abc\\"}}) { id } }"}',
    )
    for (let n = between(random, 1, 5); n > 0; n -= 1)
      body[between(random, 10, body.length - 3)] = between(random, 0x80, 0xff)
    return { kind: 'broken UTF-8', body }
  },
  'torn JSON': (random) => {
    const whole = JSON.stringify({ query: SETS, variables: { w: { status: { _eq: 'open' } } } })
    return { kind: 'torn JSON', body: Buffer.from(whole.slice(0, between(random, 0, whole.length - 1))) }
  },
  noise: (random) => ({
    kind: 'noise',
    body: Buffer.from(Array.from({ length: between(random, 1, 300) }, () => between(random, 0, 255))),
  }),
  'nested JSON': (random) => {
    const n = size(random, 200_000)
    return {
      kind: 'nested JSON',
      body: Buffer.from(`{"query":"{__typename}","variables":${'['.repeat(n)}${']'.repeat(n)}}`),
    }
  },
  oversized: (random) =>
    json('oversized', { query: `{ __typename } #${'x'.repeat(between(random, 1_900_000, 3_000_000))}` }),
  'another type': (random) => ({
    kind: 'another type',
    body: Buffer.from('{"query":"{__typename}"}'),
    headers: {
      'content-type': pick(random, [
        'text/plain',
        'application/graphql',
        'application/xml',
        'x',
        'multipart/form-data; boundary=x',
      ]),
    },
  }),
  'no packing': () => ({
    kind: 'no packing',
    body: Buffer.from('not gzip'),
    headers: { 'content-encoding': 'gzip' },
  }),
  'breaks off': () => ({ ...asking('breaks off', '{ __typename }'), drop: 'half' }),
  'does not listen': () => ({
    ...asking(
      'does not listen',
      '{ __schema { types { name fields { name args { name } } inputFields { name } } } }',
    ),
    drop: 'unread',
  }),
}

export const KINDS = Object.keys(kinds)

/** The nth request: every kind has its turn, documents every other time. */
export function shot(random: Random, schema: GraphQLSchema, n: number): Shot {
  const kind = n % 2 === 0 ? 'document' : (KINDS[((n - 1) / 2) % KINDS.length] ?? 'document')
  const make = kinds[kind]
  if (!make) throw new Error(`There is no kind ${kind}.`)
  return make(random, schema)
}
