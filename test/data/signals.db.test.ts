/** What a table says when it changes: whose rows, in one signal a statement, and nothing where no row changed (migration 0047). */

import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'

const database = await freshDatabase()
const owner = (sql: string, params: readonly unknown[] = []) => database.owner.query(sql, [...params])
const id = (no: number) => `00000000-0000-7000-8000-0000${String(no).padStart(8, '0')}`
const end = (no: number) => String(no).padStart(8, '0')

let listener: pg.PoolClient
const heard: string[] = []
beforeAll(async () => {
  // No column that names a party, and some: the name is one that must be quoted.
  await owner('create table public."Two words" (no int)')
  await owner('create table public.shared (no int, agency_id uuid, client_id uuid, other_id uuid)')
  await owner(`call platform.watch_changes('public."Two words"')`)
  await owner(`call platform.watch_changes('public.shared')`)
  // Twice is once.
  await owner(`call platform.watch_changes('public.shared')`)
  listener = await database.owner.connect()
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await listener.query('listen stint_live')
})
afterAll(async () => {
  listener.release(true)
  await owner('drop table public.shared, public."Two words"')
})

/** What was said of these tables by the statements, each a commit of its own. */
async function said(...statements: readonly string[]): Promise<string[]> {
  for (const statement of statements) await owner(statement)
  await owner(`notify stint_live, 'the end'`)
  await expect.poll(() => heard.at(-1)).toBe('the end')
  return heard.splice(0).filter((one) => one.startsWith('public.'))
}

test('a statement says whose rows it changed, before and after, and each party once', async () => {
  const sorted = (signals: readonly string[]) =>
    signals.map((signal) => {
      const [table, parties = ''] = signal.split(':')
      return [table, parties.split(',').sort()]
    })
  const found = await said(
    `insert into public.shared values (1, '${id(1)}', '${id(2)}', '${id(9)}'), (2, '${id(1)}', null, '${id(9)}')`,
    `update public.shared set client_id = '${id(3)}' where no = 1`,
    'delete from public.shared where no = 2',
  )
  expect(sorted(found)).toEqual([
    ['public.shared', [end(1), end(2)]],
    ['public.shared', [end(1), end(2), end(3)]],
    ['public.shared', [end(1)]],
  ])
})

test('rows of nobody by name, and of more than sixty parties, may be anybody’s', async () => {
  const many = (count: number) =>
    `insert into public.shared select n, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid from generate_series(101, ${100 + count}) n`
  const [nobody, sixty, more] = await said('insert into public.shared values (3)', many(60), many(61))
  expect(nobody).toBe('public.shared:*')
  expect(sixty?.split(',')).toHaveLength(60)
  expect(more).toBe('public.shared:*')
})

test('a statement that changed no row says nothing', async () => {
  expect(
    await said(
      'update public.shared set no = 0 where no = -1',
      'delete from public.shared where no = -1',
      'insert into public.shared select where false',
      'update public."Two words" set no = 1',
      'insert into public."Two words" values (1)',
      'update public."Two words" set no = 2',
      'delete from public."Two words"',
      'delete from public."Two words"',
    ),
  ).toEqual(['public.Two words:*', 'public.Two words:*', 'public.Two words:*'])
})

test('every table that says when it changes does so by a function of its own', async () => {
  const { rows } = await owner(
    `select t.tgrelid::regclass::text as name, count(distinct t.tgfoid)::int as functions, count(*)::int as triggers
     from pg_trigger t where t.tgname like 'live\\_%' group by 1 having count(distinct t.tgfoid) <> 1 or count(*) <> 3`,
  )
  expect(rows).toEqual([])
  const { rows: shared } = await owner(
    `select tgfoid from pg_trigger where tgname like 'live\\_%' group by 1 having count(distinct tgrelid) > 1`,
  )
  expect(shared).toEqual([])
})
