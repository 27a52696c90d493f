import { describe, expect, it } from 'vitest'
import { catalogOf } from '#data/catalog.ts'
import { syncGrants } from '#data/grants.ts'
import { loadVisible, visibleSql } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { freshDatabase } from '#test/database.ts'
import { declarations, functions, ids, makeWorld, viewers } from './world.ts'

const database = await freshDatabase()
const catalog = catalogOf(declarations)
await makeWorld(database.owner)
await syncGrants(database.owner, database.role_prefix, catalog, functions)

const tx = {
  rows: async <R>(sql: string, params: readonly unknown[] = []) =>
    (await database.app.query(sql, [...params])).rows as R[],
}

async function humanIds(viewer: Viewer, path = 'yard.bill'): Promise<string[]> {
  const params: unknown[] = []
  const condition = visibleSql(path, viewer, 'b', params, catalog)
  const { rows } = await database.app.query<{ human_id: string }>(
    `select b.human_id from yard.bill b where ${condition} order by b.human_id`,
    params,
  )
  return rows.map((row) => row.human_id)
}

describe('the rows that exist for a viewer', () => {
  it('are those of the viewer’s own business, without the deleted ones', async () => {
    expect(await humanIds(viewers.north)).toEqual(['FEE1', 'INV1', 'INV2', 'INV3', 'INV4'])
    expect(await humanIds(viewers.south)).toEqual(['INV5'])
    expect(await humanIds(viewers.acme)).toEqual(['INV1', 'INV2', 'INV3'])
  })
  it('are every row where the declaration says so', async () => {
    expect(await humanIds(viewers.provider)).toEqual(['FEE1', 'INV1', 'INV2', 'INV3', 'INV4', 'INV5'])
  })
  it('are none where the declaration is null', async () => {
    expect(await humanIds(viewers.funder)).toEqual([])
  })
  it('are none where rows are reached through relations only', () => {
    expect(visibleSql('yard.firm', viewers.acme, 'f', [], catalog)).toBe('(false)')
  })
  it('are found through a relation of the rule', async () => {
    expect(await humanIds(viewers.kim)).toEqual(['INV5'])
  })
  it('are those of the fixed kind where two entities share a table', async () => {
    expect(await humanIds(viewers.north, 'yard.fee')).toEqual(['FEE1'])
  })
  it('are a part for a role whose part is named, and all where a second role is not', async () => {
    const params: unknown[] = []
    const count = async (viewer: Viewer) => {
      params.length = 0
      const sql = visibleSql('yard.line', viewer, 'l', params, catalog)
      const { rows } = await database.app.query<{ n: number }>(
        `select count(*)::int as n from yard.line l where ${sql}`,
        params,
      )
      return rows[0]?.n
    }
    expect(await count(viewers.north)).toBe(4)
    expect(await count(viewers.north_consultant)).toBe(3)
    expect(await count({ ...viewers.north, roles: ['agency_consultant', 'agency_user'] })).toBe(4)
    expect(await count({ ...viewers.north, roles: [] })).toBe(0)
  })
  it('takes its parameters on from those that are there', () => {
    const params: unknown[] = ['one']
    expect(visibleSql('yard.bill', viewers.north, 'b', params, catalog)).toBe(
      '(b."deleted_at" is null and b."agency_id" = $2::uuid)',
    )
    expect(params).toEqual(['one', ids.north])
  })
})

describe('loading rows for a verb', () => {
  it('gives them in id order, each once, money as text', async () => {
    const rows = await loadVisible<{ id: string; amount: string; due_date: string }>(
      tx,
      viewers.north,
      'yard.bill',
      [ids.a2, ids.a1, ids.a2],
      { catalog, columns: 't.id, t.amount, t.due_date' },
    )
    expect(rows).toEqual([
      { id: ids.a1, amount: '100.00', due_date: '2026-02-01' },
      { id: ids.a2, amount: '250.50', due_date: '2026-03-10' },
    ])
  })
  it.each([
    ['another business', ids.c1],
    ['a deleted row', ids.deleted],
    ['no row', '99999999-9999-4999-8999-999999999999'],
    ['no id at all', "x' or true"],
  ])('reads the same for %s', async (_what, id) => {
    await expect(
      loadVisible(tx, viewers.north, 'yard.bill', [ids.a1, id], { catalog }),
    ).rejects.toMatchObject({
      code: 'not_found',
      message: 'Bill not found',
    })
  })
  it('holds a locked row until the transaction ends', async () => {
    const client = await database.app.connect()
    await client.query('begin')
    const held = {
      rows: async <R>(sql: string, params: readonly unknown[] = []) =>
        (await client.query(sql, [...params])).rows as R[],
    }
    await loadVisible(held, viewers.north, 'yard.bill', [ids.a1], { catalog, lock: true })
    await expect(
      database.app.query('select from yard.bill where id = $1 for update nowait', [ids.a1]),
    ).rejects.toMatchObject({ code: '55P03' })
    await client.query('rollback')
    client.release()
  })
})

describe('the grants behind it', () => {
  const read = (viewer: Viewer, sql: string) => database.reader(viewer.category).query(sql)

  it('let a category read what some role of it may', async () => {
    await expect(read(viewers.north, 'select margin from yard.bill')).resolves.toBeDefined()
  })
  it.each([
    ['a hidden column', viewers.acme, 'select margin from yard.bill'],
    ['a hidden column inside a filter', viewers.acme, 'select id from yard.bill where margin > 1'],
    ['whole rows with a hidden column', viewers.acme, 'select * from yard.bill'],
    ['an entity that is not theirs', viewers.funder, 'select id from yard.bill'],
    ['a table no declaration names', viewers.provider, 'select code from yard.secret'],
    ['credentials', viewers.provider, 'select password from auth.account'],
  ])('refuse %s', async (_what, viewer, sql) => {
    await expect(read(viewer, sql)).rejects.toMatchObject({ code: '42501' })
  })
  it('refuse every write of a viewer’s own role', async () => {
    await expect(read(viewers.provider, `update yard.bill set note = 'x'`)).rejects.toMatchObject({
      code: '42501',
    })
  })
  it('let verbs write, but never change or remove what is kept', async () => {
    await expect(database.app.query(`update yard.bill set note = note where false`)).resolves.toBeDefined()
    await expect(database.app.query('delete from yard.bill where false')).rejects.toMatchObject({
      code: '42501',
    })
    const { rows } = await database.app.query(
      `select has_table_privilege(name, 'insert') as adds, has_table_privilege(name, 'update') as changes,
         has_table_privilege(name, 'delete') as removes
       from unnest(array['ledger.posting', 'ledger.transaction', 'log.audit', 'transaction.timesheet_activity']) name`,
    )
    // Ledger and audit log have a function each as the only way in.
    const closed = { adds: false, changes: false, removes: false }
    expect(rows).toEqual([closed, closed, closed, { ...closed, adds: true }])
  })
  it('come out the same when made again, and take back what is no longer declared', async () => {
    const held = `select table_schema, table_name, column_name, grantee from information_schema.column_privileges
      where privilege_type = 'SELECT' and grantee like '${database.role_prefix}_%' order by 1, 2, 3, 4`
    const before = await database.owner.query(held)
    await database.owner.query(`grant select on yard.secret to ${database.role_prefix}_funder`)
    await syncGrants(database.owner, database.role_prefix, catalog, functions)
    expect((await database.owner.query(held)).rows).toEqual(before.rows)
  })
  it('fail, changing nothing, where a declaration names a column that is not there', async () => {
    const wrong = declarations.map((one) =>
      one.entity.name === 'firm'
        ? {
            ...one,
            entity: {
              ...one.entity,
              fields: { ...one.entity.fields, absent: { kind: 'text', label: 'x' } as const },
            },
          }
        : one,
    )
    await expect(
      syncGrants(database.owner, database.role_prefix, catalogOf(wrong), functions),
    ).rejects.toThrow('yard.firm has no absent, named by a declaration for agency.')
    await expect(read(viewers.north, 'select id from yard.bill')).resolves.toBeDefined()
  })
})
