/** Reads of the data endpoint: their types come from schema.graphql, never from an interface beside the query. */
import { type Finding, isTest, linesWith, type SourceFile } from './source.ts'

const isScreenCode = ({ path }: SourceFile): boolean =>
  /^src\/(web|business)\/.*\.tsx?$/.test(path) && !isTest(path)

/** `graphql<Answer>(…)` and the like: a type argument that the schema does not check. */
export function typedByHand(file: SourceFile): Finding[] {
  if (!isScreenCode(file) || file.path === 'src/web/core/call.ts') return []
  return linesWith(file, /\b(graphql|builtQuery|endpointAnswer)\s*</, file.text)
}

/** The shape of an answer, in a file that reads: `Answer<typeof document>` says the same. */
export function answerByHand(file: SourceFile): Finding[] {
  if (!isScreenCode(file) || !/\b(gql|graphql)\(/.test(file.text)) return []
  return linesWith(file, /^(export )?(interface|type) \w*Answer\b/, file.text)
}

/** A text that is known beforehand belongs in gql(…). A document built at run time has a computed part. */
export function queryOutsideGql({ path, text }: SourceFile): Finding[] {
  if (!isScreenCode({ path, text })) return []
  const written = text.matchAll(/(gql\(\s*)?(`(?:query|fragment) \w+ ?[({][^`]*`|'query \w+ ?[({][^'\n]*')/g)
  return [...written]
    .filter(([, tag, query = '']) => tag === undefined && !query.includes('$' + '{'))
    .map(([, , query = '']) => `${path}: put ${query.slice(1, 30).split('\n')[0]}… into gql(…)`)
}
