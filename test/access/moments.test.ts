/** Whoever reads the moment of a row reads each fact that moves it (decisions 0204 and 0205). */
import { expect, test } from 'vitest'
import { access } from '#business/access.ts'
import { catalogOf } from '#data/catalog.ts'
import { allFiles, isCode, isTest, type SourceFile } from '#test/guards/source.ts'
import { hiddenFacts, isTold, quiet_facts, readersOf, telltales } from './told-facts.ts'

const catalog = catalogOf(Object.values(access))
const sources = [...catalog.byPath.values()]

test('moments: every role that reads one reads all facts that move it', () => {
  const faults = sources.flatMap((source) =>
    readersOf(source).flatMap((reader) => {
      const facts = telltales(catalog, source, reader)
      return facts.length > 0 ? [`${source.path}, ${reader.roles[0]}: ${facts.join(' ')}`] : []
    }),
  )
  expect(
    faults,
    'withhold the moment (told_moment), or say in told-facts.ts why the facts move none',
  ).toEqual([])
})

test('moments: each exception is a fact that a reader of the moment does not read', () => {
  const hidden = new Set(
    sources.flatMap((source) =>
      readersOf(source)
        .filter((reader) => !isTold(source, reader))
        .flatMap((reader) =>
          hiddenFacts(catalog, source, reader).map((name) => `${source.table_name}.${name}`),
        ),
    ),
  )
  const stale = Object.entries(quiet_facts).flatMap(([table, facts]) =>
    Object.keys(facts)
      .map((name) => `${table}.${name}`)
      .filter((name) => !hidden.has(name)),
  )
  expect(stale).toEqual([])
})

interface Change {
  readonly path: string
  readonly table: string
  /** The text that says what is set. */
  readonly sets: string
}

/** The text up to the end of the bracket in which it begins, or up to a word outside of brackets. */
function upTo(text: string, word?: RegExp): string {
  let depth = 0
  for (const [n, letter] of [...text].entries()) {
    if ('({['.includes(letter)) depth += 1
    if (')}]'.includes(letter)) depth -= 1
    if (depth < 0 || (depth === 0 && word?.test(text.slice(n)))) return text.slice(0, n)
  }
  return text
}

const tables = new Map(sources.map(({ entity, table_name }) => [entity.name, table_name]))

/** Statements that change rows, as far as they name the columns themselves. */
function changesIn({ path, text }: SourceFile): Change[] {
  const statements = [...text.matchAll(/\bupdate ([a-z]+\.[a-z_]+) (?:[a-z]+ )?set\s([^`]*)/g)].map(
    ([, table = '', rest = '']): Change => ({ path, table, sets: upTo(rest, /^(\bwhere\b|\bfrom\b|')/) }),
  )
  const calls = text.split(/\bupdateRow\(/).slice(1)
  return [
    ...statements,
    ...calls.map((call): Change => {
      const name = call.match(/^\s*[\w.]+,\s*(\w+)/)?.[1]?.replace(/_entity$/, '') ?? ''
      return { path, table: tables.get(name) ?? name, sets: upTo(call) }
    }),
  ]
}

test('moments: no statement moves a moment by an exception', () => {
  const changes = allFiles()
    .filter(({ path }) => /^src\/(?!demo\/)/.test(path) && isCode(path) && !isTest(path))
    .flatMap(changesIn)
  expect(changes.length, 'changes of rows are found').toBeGreaterThan(200)
  const names = (sets: string, field: string) => new RegExp(`\\b${field}\\b *[=:,}]`).test(sets)
  const faults = changes.flatMap(({ path, table, sets }) =>
    Object.entries(quiet_facts[table] ?? {}).flatMap(([field, why]) => {
      if (!names(sets, field)) return []
      const isQuiet =
        why !== 'never' &&
        (!names(sets, 'updated_at') ||
          (why !== 'apart' &&
            ('rows' in why || why.along.split(' ').some((companion) => names(sets, companion)))))
      return isQuiet ? [] : [`${path}: ${table}.${field} (${JSON.stringify(why)})`]
    }),
  )
  expect(faults).toEqual([])
})
