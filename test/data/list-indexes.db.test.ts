/** What the compiler believes of indexes and of derived choices is what the database has. */
import { describe, expect, it } from 'vitest'
import { narrowed } from '#data/plans/derived-bounds.ts'
import { indexes } from '#data/plans/list-indexes.ts'
import { freshDatabase } from '#test/database.ts'

const database = await freshDatabase()

interface Index {
  readonly name: string
  readonly columns: readonly string[]
  readonly keys: number
  readonly condition: string | null
}

async function indexesOf(table: string): Promise<Index[]> {
  const { rows } = await database.owner.query<Index>(
    `select i.indexrelid::regclass::text as name, i.indnkeyatts::int as keys, pg_get_expr(i.indpred, i.indrelid) as condition,
       array(select pg_get_indexdef(i.indexrelid, n, true) from generate_series(1, i.indnatts) n) as columns
     from pg_index i where i.indrelid = $1::regclass`,
    [table],
  )
  return rows
}

describe.each([...indexes.covering])('%s', (table, covering) => {
  it('has an index that holds all that is said of it', async () => {
    const held = (await indexesOf(table)).filter(({ columns }) =>
      [...covering.columns].every((name) => name === 'deleted_at' || columns.includes(name)),
    )
    expect(held.map(({ condition }) => condition)).toEqual(['(deleted_at IS NULL)'])
  })

  it('has the orders that need none', async () => {
    const found = await indexesOf(table)
    for (const party of ['agency_id', 'provider_id'])
      for (const name of covering.ordered)
        expect(found.some(({ columns }) => columns[0] === party && columns[1] === name)).toBe(true)
  })
})

it.each([...indexes.opening])('%s comes in the orders that its lists open in', async (table, columns) => {
  const found = await indexesOf(table)
  // What several entities share is told apart by a type that each has fixed.
  const begins = (index: Index, names: readonly string[]) =>
    names.every((name, n) => index.columns[n] === name)
  for (const party of ['agency_id', 'provider_id'])
    for (const name of columns)
      expect(
        found.some(
          (index) =>
            index.condition === '(deleted_at IS NULL)' &&
            (begins(index, [party, name]) || begins(index, [party, 'type', name])),
        ),
      ).toBe(true)
})

it.each([...indexes.named])('%s is found by whom it names', async (table, columns) => {
  const found = await indexesOf(table)
  for (const name of columns)
    expect(
      found.some(
        (index) => index.columns[0] === name && [null, '(deleted_at IS NULL)'].includes(index.condition),
      ),
    ).toBe(true)
})

it.each([...indexes.reached])('%s is come to from what it names', async (table, columns) => {
  const found = await indexesOf(table)
  for (const name of columns)
    expect(found.some((index) => index.columns[0] === name && index.condition === null)).toBe(true)
})

it.each([...indexes.paired])(
  '%s tells rows of a name apart by their party',
  async (table, { columns, by }) => {
    const found = await indexesOf(table)
    for (const name of columns)
      expect(
        found.some(
          ({ columns: [first, second], condition }) =>
            first === name && second === by && condition === '(deleted_at IS NULL)',
        ),
      ).toBe(true)
  },
)

it('knows every column whose trigrams are in an index, the parties beside it, and no other', async () => {
  const { rows } = await database.owner.query<{ place: string; parties: string[] }>(
    `select i.indrelid::regclass || '.' || a.attname as place,
       array(select pg_get_indexdef(i.indexrelid, n, true) from generate_series(2, i.indnatts) n order by 1) as parties
     from pg_index i
       join pg_opclass c on c.oid = i.indclass[0] and c.opcname = 'gin_trgm_ops'
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]`,
  )
  const known = [...indexes.lettered].flatMap(([table, { columns, by }]) =>
    [...columns].map((name) => ({ place: `${table}.${name}`, parties: [...by].sort() })),
  )
  const byPlace = <T extends { place: string }>(all: T[]) =>
    all.sort((one, other) => (one.place < other.place ? -1 : 1))
  expect(byPlace(known)).toEqual(byPlace(rows))
})

const CHOICES = {
  'transaction.finance_status': ['initiated', 'overdue', 'paid'],
  'transaction.age_bucket': ['current', '0-30', '31-60', '61-90', '91-120', 'over 120'],
} as const

describe.each(Object.entries(CHOICES))('%s', (fn, values) => {
  const rows = `(select status, date '2026-03-01' + n as due_date from generate_series(-200, 50) n,
    unnest(array['draft', 'generated', 'open', 'closed', 'cancelled']) status) t`
  const today = () => `date '2026-03-01'`
  const value = `${fn}(t.status, t.due_date, ${today()})`
  const counted = async (condition: string) => {
    const { rows: found } = await database.owner.query<{ n: number }>(
      `select count(*)::int as n from ${rows} where ${condition}`,
    )
    return found[0]?.n ?? -1
  }
  const column = (name: string) => `t.${name}`

  it.each(values)('is %s where its columns say so, and nowhere else', async (one) => {
    const implied = narrowed(fn, { sql: `'${one}'::text`, is_list: false }, today, column).join(' and ')
    expect(await counted(`${value} = '${one}'`)).toBeGreaterThan(0)
    expect(await counted(`(${value} = '${one}') is distinct from (${implied})`)).toBe(
      // A function that says nothing of a row is not the value either.
      await counted(`${value} is null and not (${implied})`),
    )
  })

  it('leaves no row of several values out', async () => {
    for (const some of [values.slice(0, 1), values.slice(1, 3), values]) {
      const list = `array[${some.map((one) => `'${one}'`).join(', ')}]::text[]`
      const implied = narrowed(fn, { sql: list, is_list: true }, today, column).join(' and ')
      const all = await counted(`${value} = any (${list})`)
      expect(all).toBeGreaterThan(0)
      expect(await counted(`${value} = any (${list}) and ${implied}`)).toBe(all)
    }
  })
})

it('says nothing of other functions', () => {
  expect(narrowed('transaction.age', { sql: '1', is_list: false }, () => 'now()', String)).toEqual([])
})
