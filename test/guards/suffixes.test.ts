import { describe, expect, test } from 'vitest'
import { allFiles } from './source.ts'
import { falseSuffixes, fullFolders, repeatedNames, unusedNames } from './suffixes.ts'

const files = allFiles()

describe('suffixes, folders and names', () => {
  test.each([
    ['suffixes match the exports', falseSuffixes],
    ['folders hold at most 50 code files', fullFolders],
    ['names occur once', repeatedNames],
    ['every shared name is still there', unusedNames],
  ])('repository: %s', (_name, rule) => {
    expect(rule(files)).toEqual([])
  })
})

const component = 'export function Total() {}\n'
const hook = 'export function useTotal() {}\n'
const helper = 'export const ROWS_MAX = 1\nexport const totalOf = () => 1\n'

/** A room with one file, and its screens. */
const room = (name: string, text: string, loads = '') => [
  { path: `src/business/a/${name}`, text },
  { path: 'src/business/a/a.screens.ts', text: loads && `const page = () => import('./${loads}')\n` },
]

describe('suffixes: the guard bites, and only there', () => {
  test.each([
    ['a card without a component', 'x.card.tsx', helper, ''],
    ['a card that a route opens', 'x.card.tsx', component, 'x.card.tsx'],
    ['a page that no route opens', 'x.page.tsx', component, ''],
    ['a card with a hook', 'x.card.tsx', component + hook, ''],
    ['a page with a hook', 'x.page.tsx', component + hook, 'x.page.tsx'],
    ['a form without a component', 'x.form.tsx', helper, ''],
    ['a form with a hook', 'x.form.tsx', component + hook, ''],
    ['a hook file without a hook', 'x.hook.ts', helper, ''],
    ['a hook file with a component', 'x.hook.tsx', component + hook, ''],
    ['helpers with a component', 'x.view.tsx', component, ''],
    ['helpers with a hook', 'x.view.ts', hook, ''],
  ])('%s: is reported', (_name, path, text, loads) => {
    expect(falseSuffixes(room(path, text, loads))).toHaveLength(1)
  })
  test.each([
    ['x.card.tsx', component + helper, ''],
    ['x.page.tsx', component, 'x.page.tsx'],
    ['x.form.tsx', component + helper, ''],
    ['x.hook.ts', hook + helper, ''],
    ['x.view.ts', helper, ''],
    ['x.rules.ts', helper, ''],
  ])('%s: passes', (path, text, loads) => {
    expect(falseSuffixes(room(path, text, loads))).toEqual([])
  })
})

const many = (count: number, ending: string) =>
  Array.from({ length: count }, (_, at) => ({ path: `src/a/f-${at}${ending}`, text: '' }))

describe('folders: the guard bites, and only there', () => {
  test('51 code files: are reported', () => {
    expect(fullFolders(many(51, '.ts'))).toHaveLength(1)
  })
  test('50 code files and their tests: pass', () => {
    expect(fullFolders([...many(50, '.ts'), ...many(50, '.test.ts')])).toEqual([])
  })
})

describe('names: the guard bites, and only there', () => {
  const named = (...paths: string[]) => repeatedNames(paths.map((path) => ({ path, text: '' })))
  test('two files of one name: are reported', () => {
    expect(named('src/a/rows.ts', 'src/b/rows.tsx')).toHaveLength(1)
  })
  test('names with different suffixes: pass', () => {
    expect(named('src/a/rows.server.ts', 'src/b/rows.rules.ts', 'test/a/rows.rules.ts')).toEqual([])
  })
})
