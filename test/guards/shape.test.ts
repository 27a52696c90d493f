import { describe, expect, test } from 'vitest'
import { barrel, LINES_MAX, migrationFaults, misnamed, titles, tooLong } from './shape.ts'
import { allFiles, findings } from './source.ts'

const files = allFiles().sort((a, b) => (a.path < b.path ? -1 : 1))

describe('how files look', () => {
  test.each([
    ['small', tooLong],
    ['no barrel', barrel],
    ['well named', misnamed],
    ['one title a document', titles],
  ])('%s', (_name, rule) => {
    expect(findings(rule, files)).toEqual([])
  })
  test('migrations are numbered and say why', () => {
    expect(migrationFaults(files)).toEqual([])
  })
})

describe('each rule bites, and only there', () => {
  test('length', () => {
    const text = 'x\n'.repeat(LINES_MAX)
    expect(tooLong({ path: 'src/a.ts', text })).toEqual([])
    expect(tooLong({ path: 'src/a.ts', text: `${text}y\n` })).toHaveLength(1)
    expect(tooLong({ path: 'package-lock.json', text: `${text}y\n` })).toEqual([])
  })
  test.each([
    ['src/a/index.ts', 'export const a = 1'],
    ['src/a/all.ts', `export * from './a.ts'`],
    ['src/a/all.ts', `export { a } from './a.ts'`],
    ['src/a/all.ts', `export type { A } from './a.ts'`],
  ])('barrel %s: %s', (path, text) => {
    expect(barrel({ path, text })).toHaveLength(1)
  })
  test('a list of own exports is no barrel', () => {
    expect(barrel({ path: 'src/a.ts', text: `import { a } from './b.ts'\nexport { c }\n` })).toEqual([])
  })
  test.each(['src/a/RaiseInvoice.ts', 'src/a/raise_invoice.server.ts', 'src/a/raise.service.ts'])(
    'name %s',
    (path) => {
      expect(misnamed({ path, text: '' })).toHaveLength(1)
    },
  )
  test.each(['src/a/raise-invoice.server.ts', 'src/web/ui/Button.tsx', 'src/a/x.db.test.ts'])(
    'name %s passes',
    (path) => {
      expect(misnamed({ path, text: '' })).toEqual([])
    },
  )
  test.each([
    ['no title', 'Text\n'],
    ['two titles', '# One\n\n# Two\n'],
    ['a late title', 'Text\n\n# One\n'],
  ])('%s', (_name, text) => {
    expect(titles({ path: 'docs/a.md', text })).toHaveLength(1)
  })
  test('a comment in a code block is no title', () => {
    expect(titles({ path: 'docs/a.md', text: '# One\n\n```sh\n# not one\n```\n' })).toEqual([])
  })
  test('a gap, and a migration that keeps its reason to itself', () => {
    const why = '-- Why: it is so\n'
    expect(migrationFaults([{ path: 'migrations/0002_a.sql', text: why }])).toHaveLength(1)
    expect(migrationFaults([{ path: 'migrations/0001_a.sql', text: 'select 1' }])).toHaveLength(1)
    expect(migrationFaults([{ path: 'migrations/0001_a.sql', text: why }])).toEqual([])
  })
})
