/** `npm run queries`: writes the types of the documents in gql(…) (docs/web.md, "Read data"). */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalog } from '#data/registry.ts'
import { root } from '../steps.ts'
import { printQueries, type Source } from './query-types.ts'
import { wholeSchema } from './whole-schema.ts'

export const written_to = 'src/web/core/queries.gen.ts'

const read = (path: string): Source => ({ path, text: readFileSync(join(root, path), 'utf8') })

function sources(): Source[] {
  return ['src/business', 'src/web']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${String(name)}`),
    )
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|gen)\.tsx?$/.test(path))
    .sort()
    .map(read)
}

const choicesOf = (type: string, field: string): string[] =>
  (catalog().byRoot.get(type)?.entity.fields[field]?.choices ?? []).map(({ value }) => value)

export const queriesNow = (): string =>
  printQueries(wholeSchema(read('schema.graphql').text), choicesOf, sources())

if (import.meta.main) {
  writeFileSync(join(root, written_to), queriesNow())
  process.stdout.write(`${written_to} is written.\n`)
}
