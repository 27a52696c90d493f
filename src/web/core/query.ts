/** Documents of the data endpoint with the types that schema.graphql gives them (docs/web.md, "Read data"). */
import type { Queries } from './queries.gen.ts'

type Name = keyof Queries

/** The word after `query` or `fragment`. */
type NameIn<Text extends string> = Text extends `${'query' | 'fragment'} ${infer Rest}`
  ? Rest extends `${infer Word} ${string}`
    ? Word extends `${infer Before}(${string}`
      ? Before
      : Word
    : never
  : never

type Known<Text extends string> = NameIn<Text> extends Name ? NameIn<Text> : never

type Documents<Names extends readonly unknown[]> = { [At in keyof Names]: Document<Names[At] & Name> }

/** Names of fragments: their variables are those of the query around them. */
export type Fragment = { [N in Name]: [Queries[N]['variables']] extends [never] ? N : never }[Name]

export interface Document<N extends Name> {
  readonly text: string
  /** Only for the type check. */
  readonly name?: N
}

export type Answer<D> = D extends Document<infer N> ? Queries[N]['answer'] : never
export type Variables<N extends Name> = Queries[N]['variables']

/** `npm run queries` makes the types of these documents. Fragments follow the text. */
export function gql<const Text extends string>(
  text: Text & ([Known<Text>] extends [never] ? { readonly missing: 'npm run queries' } : unknown),
  ...parts: Documents<[...Queries[Known<Text>]['parts']]>
): Document<Known<Text>> {
  return { text: [text, ...parts.map((part) => part.text)].join('\n') }
}
