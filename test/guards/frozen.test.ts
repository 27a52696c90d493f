import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type MigrationFile, readMigrations } from '#server/migrate.ts'
import { statementsAlone } from '#server/migrate-text.rules.ts'
import { sealed_tables } from '#server/seals/sealed-tables.ts'
import { contractFaults, freeze, frozenFaults, readFrozen } from '../../scripts/freeze.ts'

const file = (name: string, hash: string): MigrationFile => ({ name, hash, text: '' })
const [first, second] = [file('0001_a.sql', 'aa'), file('0002_b.sql', 'bb')]
const frozen = [{ name: '0001_a.sql', sha256: 'aa', release: '0.1.0' }]

describe('migrations', () => {
  test('are as they landed: migrations/frozen.json holds the hash of each', () => {
    expect(frozenFaults(readMigrations(), readFrozen())).toEqual([])
  })

  test('hold no statement that cannot run in a transaction', () => {
    expect(
      readMigrations().flatMap(({ name, text }) => statementsAlone(text).map((one) => [name, one])),
    ).toEqual([])
  })

  test('that the changelog names exist', () => {
    const numbers = new Set(readMigrations().map(({ name }) => name.slice(0, 4)))
    const named = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/\b(\d{4})\.\n/g)].map(
      ([, no = '']) => no,
    )
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((no) => !numbers.has(no))).toEqual([])
  })

  test('take something away only after the release that stopped using it', () => {
    expect(contractFaults(readMigrations(), readFrozen())).toEqual([])
  })
})

/** Sealed tables that get a column with a value: each old row then differs from its seal. */
const unsealed = ({ name, text }: Pick<MigrationFile, 'name' | 'text'>): string[] =>
  [...text.matchAll(/alter table ([a-z_.]+)([^;]*);/g)]
    .filter(([, , change = '']) => /add column[^,]*(not null|default)/.test(change))
    .flatMap(([, table = '']) => (table in sealed_tables ? [table] : []))
    .filter((table) => !text.includes(`keep_sealed('${table}')`))
    .map((table) => `${name} adds values to ${table}: call log.keep_sealed('${table}')`)

describe('migrations of sealed tables', () => {
  test('seal the rows again that get a column with a value', () => {
    const since = readMigrations().filter(({ name }) => name > '0072_seals_with_a_key.sql')
    expect(since.flatMap(unsealed)).toEqual([])
  })

  test('a forgotten seal: named with its call', () => {
    const text =
      'alter table business.service\n  add column note text,\n  add column rank int not null default 0;'
    expect(unsealed({ name: '0099_a.sql', text })).toEqual([
      "0099_a.sql adds values to business.service: call log.keep_sealed('business.service')",
    ])
    expect(unsealed({ name: '0099_a.sql', text: text.replace('business.service', 'platform.job') })).toEqual(
      [],
    )
    expect(
      unsealed({ name: '0099_a.sql', text: 'alter table business.service add column note text;' }),
    ).toEqual([])
  })
})

describe('frozen migrations', () => {
  test('a new file: named with the command that adds it', () => {
    expect(frozenFaults([first, second], frozen)).toEqual([
      'migrations/0002_b.sql is not in migrations/frozen.json: run npm run freeze',
    ])
  })

  test('a changed or missing file: named', () => {
    expect(frozenFaults([file('0001_a.sql', 'cc')], frozen)[0]).toContain(
      '0001_a.sql is frozen and was changed',
    )
    expect(frozenFaults([], frozen)[0]).toContain('0001_a.sql is frozen and gone')
  })

  test('freeze: adds new files with the release and leaves the others', () => {
    expect(freeze([first, second], frozen, '0.2.0')).toEqual([
      ...frozen,
      { name: '0002_b.sql', sha256: 'bb', release: '0.2.0' },
    ])
  })

  test('freeze: refuses a changed file, and a new one before a frozen one', () => {
    expect(() => freeze([file('0001_a.sql', 'cc')], frozen, '0.2.0')).toThrow('was changed')
    expect(() => freeze([file('0000_z.sql', 'zz'), first], frozen, '0.2.0')).toThrow('not in its place')
  })

  test.each([
    ['alter table a drop column b;', 1],
    ['alter table a\n  rename column b to c;', 1],
    ['alter table a alter column b set not null;', 1],
    ['-- contract: since v0.1.0\ndrop table a;', 0],
    ['-- contract: since v0.2.0\ndrop table a;', 1],
    ['alter table a add column b text; create index i on a (b);', 0],
  ])('a file of a later release: %j', (text, faults) => {
    const later = { ...second, text }
    const all = [...frozen, { name: later.name, sha256: later.hash, release: '0.2.0' }]
    expect(contractFaults([first, later], all)).toHaveLength(faults)
  })
})
