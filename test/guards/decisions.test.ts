import { describe, expect, test } from 'vitest'
import { decisionFaults } from './decisions.ts'
import { allFiles } from './source.ts'

const record = (name: string, day = '2026-11-21') => ({
  path: `docs/decisions/${name}`,
  text: `# One\n\nDate: ${day}. Status: accepted.\n`,
})
const index = (names: readonly string[], missing: string) => ({
  path: 'docs/decisions/README.md',
  text: [
    ...names.map((name) => `| [${name.slice(0, 4)}](${name}) | One | 2026-11-21 | accepted |`),
    `\nMissing numbers: ${missing}.`,
  ].join('\n'),
})

describe('index of decision records', () => {
  test('each record is there once, in order, and each missing number is listed', () => {
    expect(decisionFaults(allFiles())).toEqual([])
  })

  test('rows that are lost, double, out of order or missing are found', () => {
    const found = decisionFaults([
      index(['0004-d.md', '0001-a.md', '0001-a.md', '0009-gone.md'], '0002, 0003'),
      record('0001-a.md'),
      record('0004-d.md'),
      record('0005-e.md'),
    ])
    expect(found).toEqual([
      'docs/decisions/README.md has no row of 0005-e.md',
      'docs/decisions/README.md has a row of a lost record: 0009-gone.md',
      'docs/decisions/README.md has 0001-a.md twice or out of order',
      'docs/decisions/README.md has 0001-a.md twice or out of order',
    ])
  })

  test('other dates and unlisted numbers are found', () => {
    const found = decisionFaults([
      index(['0001-a.md', '0006-f.md'], '0002 to 0004, 0008'),
      record('0001-a.md', '2026-11-22'),
      record('0006-f.md'),
    ])
    expect(found).toEqual([
      'docs/decisions/0001-a.md lacks its date, 2026-11-21, or its status',
      'docs/decisions/README.md does not list among the missing numbers: 0005',
      'docs/decisions/README.md lists as missing, though a record has it or later numbers are free: 0008',
    ])
  })
})
