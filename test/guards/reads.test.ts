import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { queriesNow, written_to } from '../../scripts/queries/main.ts'
import { printQueries } from '../../scripts/queries/query-types.ts'
import { wholeSchema } from '../../scripts/queries/whole-schema.ts'
import { answerByHand, queryOutsideGql, typedByHand } from './reads.ts'
import { allFiles, findings } from './source.ts'

const files = allFiles()

describe('reads', () => {
  test.each([
    ['no type argument at a call', typedByHand],
    ['no answer declared beside its query', answerByHand],
    ['every known query is in gql', queryOutsideGql],
  ])('%s', (_name, rule) => {
    expect(findings(rule, files)).toEqual([])
  })
  test(`${written_to}: fits the queries and the schema (else run: npm run queries)`, () => {
    expect(readFileSync(written_to, 'utf8') === queriesNow()).toBe(true)
  })
})

describe('each rule bites, and only there', () => {
  const path = 'src/business/a/a.page.tsx'
  test.each([
    [typedByHand, 'graphql<Rows>(document, {}, signal)'],
    [typedByHand, 'builtQuery<Rows>(text, {}, signal)'],
    [answerByHand, 'const a = gql(`query a { b { id } }`)\ninterface Answer {\n}'],
    [answerByHand, 'const a = gql(`query a { b { id } }`)\nexport type RowsAnswer = { id: string }'],
    [queryOutsideGql, 'const a = `query a { b { id } }`'],
    [queryOutsideGql, `const a = 'query a { b { id } }'`],
  ])('%o: %s', (rule, text) => {
    expect(rule({ path, text })).toHaveLength(1)
    expect(rule({ path: 'src/data/a.server.ts', text })).toEqual([])
  })
  test.each([
    [typedByHand, 'graphql(document, {}, signal)'],
    [answerByHand, 'const a = gql(`query a { b { id } }`)\ntype Row = Answer<typeof a>'],
    [queryOutsideGql, 'const a = gql(\n  `query a { b { id } }`,\n)'],
    [queryOutsideGql, 'const a = `query a($w: $' + '{root}_bool_exp!) { b { id } }`'],
  ])('%o passes: %s', (rule, text) => {
    expect(rule({ path, text })).toEqual([])
  })
})

describe('printed types', () => {
  const schema = wholeSchema(`
    scalar uuid scalar numeric scalar bigint scalar date scalar timestamptz scalar jsonb
    schema { query: query_root }
    type query_root { note: [note!]! }
    type note { id: uuid! text: String kind: String! amount: numeric written: date! parts: [note!]! whole: note tags: [String!] data: jsonb }
  `)
  const choicesOf = (_type: string, field: string) => (field === 'kind' ? ['short', 'long'] : [])
  const printed = (...texts: string[]) =>
    printQueries(
      schema,
      choicesOf,
      texts.map((text) => ({ path: 'src/a.tsx', text: `gql(\`${text}\`)` })),
    )

  test('answer: nulls, lists, choices, days, json columns and optional parts follow the schema', () => {
    const text = printed(
      'query notes($of: uuid!, $at: date, $where: note_bool_exp!, $more: Boolean!) { rows: note(where: $where, limit: 5) { id kind tags data ...own text @include(if: $more) parts_aggregate(where: { id: { _eq: $of }, written: { _gt: $at } }) { aggregate { count sum { amount } } } } }',
      'fragment own on note { written whole { amount } }',
    )
    expect(
      text.slice(text.indexOf('readonly notes'), text.indexOf('  /** src/a.tsx */\n  readonly own')),
    ).toMatchInlineSnapshot(`
      "readonly notes: {
          readonly variables: { readonly of: string; readonly at?: string | null; readonly where: Where; readonly more: boolean }
          readonly parts: readonly ['own']
          readonly answer: {
            readonly rows: readonly {
              readonly id: string
              readonly kind: 'short' | 'long'
              readonly tags: readonly string[] | null
              readonly data: Json<'note.data'> | null
              readonly written: Day
              readonly whole: {
                readonly amount: number | null
              } | null
              readonly text?: string | null
              readonly parts_aggregate: {
                readonly aggregate: {
                  readonly count: number
                  readonly sum: {
                    readonly amount: number | null
                  } | null
                } | null
              }
            }[]
          }
        }
      "
    `)
  })

  test.each([
    ['query a { note { bogus } }', 'Cannot query field "bogus"'],
    ['query a { note(where: { bogus: { _eq: 1 } }) { id } }', 'Field "bogus" is not defined'],
    ['query a { note(where: { id: { _like: "x" } }) { id } }', 'Field "_like" is not defined'],
    [
      'query a($id: numeric!) { note(where: { id: { _eq: $id } }) { id } }',
      'used in position expecting type',
    ],
    ['query a { note { ...gone } }', 'Unknown fragment "gone"'],
    ['{ note { id } }', 'starts with "query name"'],
    ['query a { note { $' + '{fields} } }', 'computed part'],
  ])('fault: %s', (text, fault) => {
    expect(() => printed(text)).toThrow(fault)
  })
  test('fault: two documents of one name', () => {
    expect(() => printed('query a { note { id } }', 'query a { note { text } }')).toThrow(
      'both name a document',
    )
  })
  test('schema: the printed one is read as GraphQL', () => {
    expect(buildSchema(readFileSync('schema.graphql', 'utf8')).getQueryType()?.name).toBe('query_root')
  })
})
