import { describe, expect, test } from 'vitest'
import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { freshDatabase } from '#test/database.ts'
import { inTransaction } from './tx.ts'
import { insertRow, insertRows, insertSelectSql, updateRow } from './write-row.server.ts'

const sample = entity({
  module: 'public',
  name: 'sample',
  label: 'Sample',
  plural: 'Samples',
  fixed: { kind: 'small' },
  fields: {
    id: f.integer('Id'),
    kind: f.code('Kind'),
    to: f.text('To'),
    tags: f.tags('Tags'),
    data: f.nullable(f.json('Data')),
    status: f.defaulted(f.code('Status')),
  },
})

const database = await freshDatabase()
await database.owner.query(
  `create table public.sample (id integer primary key, kind text not null, "to" text not null, tags text[] not null,
     data jsonb, status text not null default 'open', deleted_at timestamptz)`,
)
await database.owner.query(`grant select, insert, update on public.sample to ${database.role_prefix}_app`)

const stored = async () =>
  (await database.owner.query('select id, kind, "to", tags, data, status from public.sample order by id'))
    .rows

describe('write row', () => {
  test('insert: one row and many keep lists, JSON, nulls and defaults alike', async () => {
    const rows = [
      { to: 'a', tags: ['x', 'say "y", {z}\\'], data: { list: [1, 'two'] } },
      { to: 'b', tags: [], data: null },
      { to: 'c', tags: ['line\nbreak'], data: ['json', null] },
    ]
    await inTransaction(database, async (tx) => {
      for (const [i, row] of rows.entries()) await insertRow(tx, sample, { id: i, ...row })
      expect(
        await insertRows(
          tx,
          sample,
          rows.map((row, i) => ({ id: 10 + i, ...row })),
        ),
      ).toBe(3)
      expect(await insertRows(tx, sample, [])).toBe(0)
    })
    const expected = (from: number) =>
      rows.map((row, i) => ({ id: from + i, kind: 'small', ...row, status: 'open' }))
    expect(await stored()).toEqual([...expected(0), ...expected(10)])
  })

  test('insert: what is in the way is left by the tail', async () => {
    const again = { id: 0, to: 'again', tags: [], data: null }
    await inTransaction(database, async (tx) => {
      expect(await insertRow(tx, sample, again, 'on conflict (id) do nothing')).toBe(0)
    })
  })

  test('insert from a select: expressions stand under the names of their columns', async () => {
    await inTransaction(database, (tx) =>
      tx.run(
        `${insertSelectSql(sample, { to: 'upper(o."to")', id: '$1', data: 'o.data', tags: 'o.tags' })}
         from public.sample o where o.id = $2`,
        [20, 0],
      ),
    )
    expect((await stored()).at(-1)).toMatchObject({ id: 20, kind: 'small', to: 'A', status: 'open' })
  })

  test('update: changes what is given and fails where there is no such row', async () => {
    await inTransaction(database, (tx) => updateRow(tx, sample, '20', { to: 'B', data: { is: 'new' } }))
    expect((await stored()).at(-1)).toMatchObject({ to: 'B', data: { is: 'new' }, status: 'open' })
    await expect(inTransaction(database, (tx) => updateRow(tx, sample, '99', { to: 'C' }))).rejects.toThrow(
      'public.sample has the row to change',
    )
  })
})
