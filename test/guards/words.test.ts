import { describe, expect, test } from 'vitest'
import { allFiles, findings } from './source.ts'
import { lostPaths, rules } from './words.ts'

const files = allFiles()

describe('what must not be written', () => {
  test.each(Object.entries(rules))('%s', (_name, rule) => {
    expect(findings(rule, files)).toEqual([])
  })
})

describe('files that documents name', () => {
  test('each is there', () => {
    expect(lostPaths(files)).toEqual([])
  })

  test('a lost one is found, a placeholder and a name in a record of decisions are not', () => {
    const text = 'See `src/gone.server.ts`, `src/business/ROOM/do-it.server.ts` and `src/here.ts`.'
    const found = lostPaths([
      { path: 'docs/a.md', text },
      { path: 'docs/decisions/0001-a.md', text },
      { path: 'src/here.ts', text: '' },
    ])
    expect(found).toEqual(['docs/a.md names src/gone.server.ts, which does not exist'])
  })

  test('a lost link is found in every document', () => {
    const text = '[a](../gone.md#part), [b](0001-a.md#part), [c](https://example.org/d.md), [e](#part)'
    const found = lostPaths([{ path: 'docs/decisions/0001-a.md', text }])
    expect(found).toEqual(['docs/decisions/0001-a.md names docs/gone.md, which does not exist'])
  })
})

type Sample = readonly [rule: keyof typeof rules, path: string, text: string]

const bad: readonly Sample[] = [
  ['ownTime', 'src/server/a.ts', 'const now = new Date()'],
  ['ownTime', 'src/business/a/b.rules.ts', 'const ms = Date.now()'],
  ['ownTime', 'src/server/a.ts', 'const text = `${' + 'new Date()}`'],
  ['floatAmount', 'src/business/a/b.rules.ts', 'parseFloat(text)'],
  ['floatAmount', 'src/web/list/a.tsx', 'const n = Number(row.total_amount)'],
  ['ownRounding', 'src/business/a/b.rules.ts', 'x.toFixed(2)'],
  ['roundedMoney', 'src/business/a/b.rules.ts', 'Math.round(x * 100)'],
  ['anyType', 'src/server/a.ts', 'function f(x: any) {}'],
  ['anyType', 'test/a.ts', 'const y = x as any'],
  ['anyType', 'src/server/a.ts', 'const m = new Map<string, any>()'],
  ['suppressed', 'src/server/a.ts', '// @ts-expect-error'],
  ['suppressed', 'src/server/a.ts', '// biome-ignore lint/style/useConst'],
  ['sleepyTest', 'e2e/a.e2e.ts', 'await page.waitForTimeout(500)'],
  ['sleepyTest', 'src/a.test.ts', `import { setTimeout } from 'node:timers/promises'`],
  ['skippedTest', 'src/a.test.ts', `test.skip('later', () => {})`],
  ['skippedTest', 'src/a.test.ts', `describe.only('this', () => {})`],
  [
    'insertByPosition',
    'src/a.server.ts',
    'run(`insert into a.b (a, b, c, d, e, f,\n g, h, i, j) values ($1)`)',
  ],
  ['insertByPosition', 'src/a.server.ts', 'run(`insert into a.b as t (${' + 'names}) select 1`)'],
  [
    'insertFromJson',
    'src/a.server.ts',
    'run(`insert into a.b select * from jsonb_populate_record(null::a.b, $1)`)',
  ],
  ['unfinished', 'src/server/a.ts', '// TODO: the rest'],
  ['unfinished', 'docs/a.md', 'FIXME'],
  ['machinePath', 'scripts/a.ts', `const root = '/home/me/stint'`],
  ['doubledLine', 'CHANGELOG.md', `- ${'A person reads it twice. '.repeat(3)}\n`.repeat(2)],
  [
    'doubledLine',
    'CHANGELOG.md',
    [`0234`, `0216`].map((no) => `- ${'A person reads it twice. '.repeat(3)} Migration ${no}.`).join('\n'),
  ],
  ['machinePath', 'docs/a.md', 'Run it in /root/stint'],
  ['registryHost', '.ci/run', 'npm ci --registry https://registry.example.org'],
  ['registryHost', 'package-lock.json', '"resolved": "https://somewhere/a.tgz"'],
]

const good: readonly Sample[] = [
  ['ownTime', 'src/kernel/instant.ts', 'new Date(ms)'],
  ['ownTime', 'src/server/a.ts', '// never new Date()'],
  ['ownTime', 'src/server/a.ts', `say('new Date')`],
  ['ownTime', 'test/a.ts', 'new Date()'],
  ['floatAmount', 'src/server/a.ts', 'Number(row.line_count)'],
  ['ownRounding', 'src/web/kinds/amount.tsx', 'x.toFixed(2)'],
  ['roundedMoney', 'src/web/ui/a.tsx', 'Math.round(width)'],
  ['anyType', 'src/server/a.ts', 'const any = companies.some(isActive)'],
  ['suppressed', 'src/web/a.tsx', '// biome-ignore lint/a11y/x: the label is the caption above'],
  ['insertByPosition', 'src/a.server.ts', 'run(`insert into a.b (a, b) values ($1, $2)`)'],
  [
    'insertByPosition',
    'src/a.db.test.ts',
    'run(`insert into a.b (a, b, c, d, e, f, g, h, i, j) values ($1)`)',
  ],
  ['machinePath', 'src/server/a.ts', `route('/homepage')`],
]

describe('each rule bites, and only there', () => {
  test.each(bad)('%s refuses in %s: %s', (rule, path, text) => {
    expect(rules[rule]({ path, text })).toHaveLength(1)
  })
  test.each(good)('%s lets pass in %s: %s', (rule, path, text) => {
    expect(rules[rule]({ path, text })).toEqual([])
  })
  test('every rule has a sample that it refuses', () => {
    expect(new Set(bad.map(([rule]) => rule))).toEqual(new Set(Object.keys(rules)))
  })
})
