/** Work of many rows keeps its statements prepared on their connection, and goes on where a table was altered meanwhile. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Tx } from '#server/verb.ts'

// The names of statements are used up once a process: other files of this worker must not count.
vi.resetModules()
const { untilDecided } = await import('#server/perform.server.ts')
const { inTransaction, keepStatements } = await import('#server/tx.ts')
const { plainDatabase } = await import('../database.ts')

const database = await plainDatabase()
const owner = (sql: string) => database.owner.query(sql)
beforeAll(async () => {
  await owner('create table public.jar (id int primary key, holds text not null)')
  await owner(`insert into public.jar values (1, 'jam'), (2, 'tea')`)
  await owner('grant select, update on public.jar to public')
})
afterAll(() => owner('drop table public.jar'))

const look = 'select j.* from public.jar j where j.id = $1'
const prepared = (tx: Tx) =>
  tx.rows<{ times: number }>(
    `select generic_plans + custom_plans as times from pg_prepared_statements where statement = '${look}'`,
  )

test('a statement with parameters is read once; one without, and those of other transactions, leave nothing', async () => {
  await inTransaction(database, async (tx) => {
    await tx.row(look, [1])
    expect(await prepared(tx)).toEqual([])
    keepStatements(tx)
    for (const [id, holds] of [
      [1, 'jam'],
      [2, 'tea'],
      [1, 'jam'],
    ])
      expect(await tx.row(look, [id])).toEqual({ id, holds })
    expect(await prepared(tx)).toEqual([{ times: 3 }])
    await tx.run('update public.jar set holds = holds')
    expect(await tx.rows(`select 1 from pg_prepared_statements where statement like 'update%'`)).toEqual([])
  })
})

test('table altered between batches: read again, and nothing is lost', async () => {
  let tries = 0
  const batch = () =>
    untilDecided(
      database,
      async (tx) => {
        tries += 1
        keepStatements(tx)
        await tx.run(`update public.jar set holds = holds || $1 where id = 1`, ['!'])
        return tx.row(look, [1])
      },
      true,
    )
  expect(await batch()).toEqual({ id: 1, holds: 'jam!' })
  await owner('alter table public.jar add column is_open boolean not null default true')
  tries = 0
  // The connection that was used last is lent first.
  expect(await batch()).toEqual({ id: 1, holds: 'jam!!', is_open: true })
  expect(tries).toBeGreaterThan(1)
})
