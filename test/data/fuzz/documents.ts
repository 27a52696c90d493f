/** Random documents over a schema: mostly right, often strange, sometimes torn. The same seed gives the same documents. */
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'

export type Random = () => number

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const pick = <T>(random: Random, list: readonly T[]): T => {
  const one = list[Math.floor(random() * list.length)]
  if (one === undefined) throw new Error('There is nothing to pick from.')
  return one
}

/** Right and wrong values of each scalar, as they stand in a document. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  uuid: [
    '"30000000-0000-4000-8000-000000000001"',
    '"x"',
    '""',
    '1',
    '"30000000-0000-4000-8000-000000000001\' or 1=1--"',
  ],
  String: [
    '"open"',
    '""',
    '"%"',
    '"_"',
    '"\\\\"',
    '"(["',
    '"(a+)+$"',
    '"\\u0000"',
    '"💷"',
    '"\\ud800"',
    '"\'; drop table yard.bill; --"',
    '1',
    'true',
    '"[[:<:]]"',
    '"***"',
    '"\\\\1"',
  ],
  Int: ['0', '1', '-1', '2147483647', '2147483648', '1.5', '"1"', '-2147483648', '1e3'],
  Float: ['0.5'],
  numeric: [
    '0',
    '100.00',
    '-0.01',
    '1e400',
    '1e-400',
    '"NaN"',
    '"Infinity"',
    '99999999999999999999999999999999999999',
    '"1,000"',
    '"0x10"',
  ],
  date: [
    '"2026-02-01"',
    '"2026-02-30"',
    '"0001-01-01"',
    '"9999-12-31"',
    '"10000-01-01"',
    '"infinity"',
    '"today"',
    '20260201',
  ],
  timestamptz: [
    '"2026-02-01T10:00:00Z"',
    '"2026-02-01"',
    '"2026-02-01T24:00:00Z"',
    '"now"',
    '"2026-02-01T10:00:00+99:99"',
    '"epoch"',
  ],
  Boolean: ['true', 'false', '"true"', '1'],
  jsonb: ['{}', '{a: 1}', '[]', '"x"', 'null', '{a: {b: [1, "\\u0000"]}}', '"\\ud800"'],
}

function scalar(random: Random, name: string): string {
  const values = VALUES[name] ?? ['1']
  // Right values come first, and more often.
  return random() < 0.6 ? (values[0] ?? '1') : pick(random, values)
}

function value(random: Random, type: GraphQLInputType, depth: number): string {
  if (random() < 0.02) return pick(random, ['null', '{}', '[]', '$nothing', 'nothing', '""', '[[]]'])
  const bare = isNonNullType(type) ? type.ofType : type
  if (isListType(bare)) {
    const items = Array.from({ length: Math.floor(random() * 3) }, () => value(random, bare.ofType, depth))
    return random() < 0.2 ? value(random, bare.ofType, depth) : `[${items.join(', ')}]`
  }
  if (isEnumType(bare)) return pick(random, bare.getValues()).name
  if (!isInputObjectType(bare)) return scalar(random, bare.name)
  const fields = Object.values(bare.getFields())
  return `{${fieldsText(random, fields, depth)}}`
}

function fieldsText(
  random: Random,
  fields: readonly (GraphQLInputField | GraphQLArgument)[],
  depth: number,
): string {
  const required = fields.filter((field) => isNonNullType(field.type))
  const further =
    depth > 4 ? [] : Array.from({ length: Math.floor(random() * 3) }, () => pick(random, fields))
  const chosen = [...new Set([...required, ...further])]
  if (random() < 0.01) return 'nothing: 1'
  return chosen.map((field) => `${field.name}: ${value(random, field.type, depth + 1)}`).join(', ')
}

function selection(random: Random, type: GraphQLObjectType, depth: number): string {
  const fields = Object.values(type.getFields())
  const parts = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    if (random() < 0.01) return 'nothing'
    const field = pick(random, fields)
    const inner = getNamedType(field.type)
    if (isObjectType(inner) && depth > 6) return '__typename'
    const args = field.args.length > 0 && random() < 0.6 ? fieldsText(random, field.args, 1) : ''
    const alias = random() < 0.3 ? `a${Math.floor(random() * 4)}: ` : ''
    const directive =
      random() < 0.05 ? pick(random, [' @skip(if: true)', ' @include(if: false)', ' @skip', ' @live']) : ''
    const below = isObjectType(inner) ? ` ${selection(random, inner, depth + 1)}` : ''
    return `${alias}${field.name}${args ? `(${args})` : ''}${directive}${random() < 0.99 ? below : ''}`
  })
  return `{ ${parts.join(' ')} }`
}

/** Now and then a document is torn or doubled, as a broken client would send it. */
function torn(random: Random, text: string): string {
  const at = Math.floor(random() * text.length)
  if (random() < 0.3) return text.slice(0, at)
  if (random() < 0.5)
    return (
      text.slice(0, at) +
      pick(random, ['{', '}', '$', '"', '\u0000', '...', '@', '(', '\uFEFF', '#']) +
      text.slice(at)
    )
  return text + text
}

export function hostileDocument(random: Random, schema: GraphQLSchema): string {
  const mutation = schema.getMutationType()
  const query = schema.getQueryType()
  const root = mutation && random() < 0.2 ? mutation : query
  if (!root) throw new Error('The schema has no root.')
  const text = `${root === mutation ? 'mutation' : 'query'} ${selection(random, root, 0)}`
  return random() < 0.1 ? torn(random, text) : text
}
