import type pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'

const database = await freshDatabase()

test('numbers, days and moments come back exact', async () => {
  const { rows } = await database.app.query(
    `select 1.50::numeric(15,2) as amount, date '2026-03-29' as day, 9007199254740991::int8 as big,
       timestamptz '2026-03-29 02:30:00.123456+01' as moment, array[date '2026-01-01'] as days,
       array[1.10, 2.00]::numeric(15,2)[] as amounts, array[1, null]::int8[] as counts`,
  )
  expect(rows).toEqual([
    {
      amount: '1.50',
      day: '2026-03-29',
      big: Number.MAX_SAFE_INTEGER,
      moment: '2026-03-29T01:30:00.123Z',
      days: ['2026-01-01'],
      amounts: ['1.10', '2.00'],
      counts: [1, null],
    },
  ])
})

test('an integer that a number cannot hold exactly is refused rather than bent', async () => {
  await expect(database.app.query('select 9007199254740993::int8')).rejects.toThrow('9007199254740993')
})

test('transaction: commits its result and rolls back on an error', async () => {
  await database.owner.query('create table public.note_of_test (text text)')
  await database.owner.query('grant select, insert on public.note_of_test to stint_app')
  const answer = await database.transaction(async (connection) => {
    await connection.query(`insert into public.note_of_test values ('kept')`)
    return 'done'
  })
  expect(answer).toBe('done')
  const failing = database.transaction(async (connection) => {
    await connection.query(`insert into public.note_of_test values ('lost')`)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  const { rows } = await database.app.query('select text from public.note_of_test')
  expect(rows).toEqual([{ text: 'kept' }])
})

test('a connection that the server ended is replaced, not lent again', async () => {
  const held = await database.app.connect()
  const pidOf = async (connection: Pick<pg.PoolClient, 'query'>) => {
    const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid
  }
  const ended = await pidOf(held)
  await database.app.query('select pg_terminate_backend($1)', [ended])
  const failure = await held.query('select 1').catch((error: Error) => error)
  held.release(true)
  expect(failure).toBeInstanceOf(Error)
  expect(await pidOf(database.app)).not.toBe(ended)
})

test('lost connection: its transaction fails, and the next one works', async () => {
  const lost = database.transaction(async (connection) => {
    const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
    await database.app.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await connection.query('select 1')
  })
  await expect(lost).rejects.toThrow()
  expect(
    await database.transaction(async (connection) => (await connection.query('select 1')).rowCount),
  ).toBe(1)
})

test('each category reads as its own role, which owns nothing and may create nothing', async () => {
  for (const category of ['agency', 'client', 'contractor', 'funder', 'provider'] as const) {
    const reader = database.reader(category)
    const { rows } = await reader.query('select current_user as name')
    expect(rows).toEqual([{ name: `stint_${category}` }])
    await expect(reader.query('create table public.mine (id int)')).rejects.toThrow(/permission denied/)
    await expect(reader.query('create temporary table mine (id int)')).rejects.toThrow(/permission denied/)
    await expect(reader.query('set role stint_app')).rejects.toThrow(/permission denied/)
  }
})
