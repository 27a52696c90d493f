import { describe, expect, test } from 'vitest'
import { commentLines, deadCitations, longCells, RELATIVE_CLAUSES_MAX, relativeClauses } from './english.ts'
import { allFiles, findings } from './source.ts'

const files = allFiles()

describe('English', () => {
  test('comments of src: relative clauses stay under 3 %', () => {
    const { share, lines } = relativeClauses(files)
    const message = `${(share * 100).toFixed(2)} % of comment lines\n${lines.slice(0, 20).join('\n')}`
    expect(share, message).toBeLessThan(RELATIVE_CLAUSES_MAX)
  })
  test('tables of docs: cells hold at most 40 words', () => {
    expect(findings(longCells, files)).toEqual([])
  })
  test('comments and documents: every cited page and decision is in the repository', () => {
    expect(deadCitations(files)).toEqual([])
  })
})

describe('English: the guard bites, and only there', () => {
  test.each(['// Whoever is paid.', '/** The account, and who holds it. */', '/*\n * What it costs.\n */'])(
    'relative clause: %j is counted',
    (text) => {
      expect(relativeClauses([{ path: 'src/a.ts', text }]).share).toBe(1)
    },
  )
  test.each([
    ['src/a.ts', '// The payee.'],
    ['src/a.ts', `const url = 'https://who.example'`],
    ['src/a.test.ts', '// Whoever is paid.'],
  ])('relative clause: %s with %j passes', (path, text) => {
    expect(relativeClauses([{ path, text }])).toEqual({ share: 0, lines: [] })
  })
  test('comment lines: carry their line number', () => {
    const text = 'const a = 1\n/**\n * Why.\n */\n'
    expect(commentLines({ path: 'src/a.ts', text })).toEqual([{ path: 'src/a.ts', line: 3, text: '* Why.' }])
  })

  const row = (words: number) => `| a | ${Array(words).fill('b').join(' ')} |\n`
  test('table cell: 41 words are reported', () => {
    expect(longCells({ path: 'docs/a.md', text: row(41) })).toHaveLength(1)
    expect(longCells({ path: 'README.md', text: row(41) })).toHaveLength(1)
  })
  test('table cell: 40 words pass, and so do paragraphs', () => {
    expect(longCells({ path: 'docs/a.md', text: row(40) })).toEqual([])
    expect(longCells({ path: 'docs/a.md', text: row(41).slice(1) })).toEqual([])
  })

  const docs = ['docs/web.md', 'docs/reference/money.md', 'docs/decisions/0001-a.md', 'README.md'].map(
    (path) => ({ path, text: '# Title\n' }),
  )
  const cited = (text: string) => deadCitations([{ path: 'src/a.ts', text }, ...docs])
  test.each(['// lost.md §1', '// docs/reference/web.md', '// decision 0009', '/* money.md, lost.md */'])(
    'citation: %j is reported',
    (text) => {
      expect(cited(text)).toHaveLength(1)
    },
  )
  test.each([
    ['docs/web.md', 'See `lost.md` §1 (decision 0001).'],
    ['docs/decisions/0001-a.md', 'See decision 0009.'],
    ['src/web/a.css', '/* lost.md, traps */'],
  ])('citation: in %s, %j is reported', (path, text) => {
    expect(deadCitations([...docs.filter((one) => one.path !== path), { path, text }])).toHaveLength(1)
  })
  test.each([
    '// Money.md §1 and docs/web.md',
    '// decision 0001',
    '// data-endpoint, decision 3',
    `const page = 'lost.md'`,
  ])('citation: %j passes', (text) => {
    expect(cited(text)).toEqual([])
  })
})
