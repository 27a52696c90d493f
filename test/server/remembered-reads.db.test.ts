/** Rehearsals ask once a batch what reads alike for every unit, and never take an answer that a unit could have changed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Remembering, rememberReads } from '#server/remembered-reads.server.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { freshDatabase } from '../database.ts'

const database = await freshDatabase()
beforeAll(async () => {
  await database.owner.query('create table public.pot (id int primary key, stands int not null)')
  await database.owner.query('create sequence public.turn')
  await database.owner.query('insert into public.pot values (1, 10)')
  await database.owner.query(`grant select, insert, update on public.pot to public`)
  await database.owner.query(`grant usage on sequence public.turn to public`)
})
afterAll(() => database.owner.query('drop table public.pot'))

const pot = 'select stands from public.pot where id = $1'
const currency = 'select alpha_code from platform.currency where alpha_code = $1'

/** What is done within a transaction from one mark, and the statements that reached the database. */
async function fromMark(
  work: (remembering: Remembering & { back: () => Promise<void> }, asked: string[]) => Promise<void>,
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const asked: string[] = []
    const told: Tx = {
      rows: (sql, params) => {
        asked.push(sql)
        return tx.rows(sql, params)
      },
      row: tx.row,
      run: (sql, params) => tx.run(sql, params),
    }
    const remembering = rememberReads(told)
    await tx.run('savepoint mark')
    const back = async () => {
      await tx.run('rollback to savepoint mark')
      remembering.atMark()
    }
    await work({ ...remembering, back }, asked)
    await back()
  })
}

test('repeated reads from the mark: one query; another parameter is another', () =>
  fromMark(async ({ tx, back }, asked) => {
    for (let unit = 0; unit < 3; unit += 1) {
      expect(await tx.row(pot, [1])).toEqual({ stands: 10 })
      expect(await tx.row(pot, [2])).toBeUndefined()
      await tx.run('update public.pot set stands = stands + 1 where id = 1')
      await back()
    }
    expect(asked).toEqual([pot, pot])
  }))

test('after a write: queried again, until rolled back', () =>
  fromMark(async ({ tx, back }) => {
    expect(await tx.row(pot, [1])).toEqual({ stands: 10 })
    await tx.run('update public.pot set stands = 11 where id = 1')
    expect(await tx.row(pot, [1])).toEqual({ stands: 11 })
    await tx.rows('insert into public.pot values (3, 30) returning id')
    expect(await tx.row(pot, [3])).toEqual({ stands: 30 })
    await back()
    expect([await tx.row(pot, [1]), await tx.row(pot, [3])]).toEqual([{ stands: 10 }, undefined])
  }))

test.each([
  ['a lock', `${pot} for update`],
  ['a lock of another kind', `${pot} for no key update`],
  ['a function that changes something', `select nextval('public.turn') as stands where $1 = 1`],
  ['a function of a schema', 'select platform.new_id() as stands where $1 = 1'],
  [
    'an update in front of a select',
    'with new as (update public.pot set stands = 5 where id = $1 returning *) table new',
  ],
])('%s is asked each time, and so is what follows it', (_what, sql) =>
  fromMark(async ({ tx, back }, asked) => {
    for (let unit = 0; unit < 2; unit += 1) {
      await tx.rows(sql, [1])
      await tx.rows(pot, [1])
      await back()
    }
    expect(asked).toEqual([sql, pot, sql, pot])
  }),
)

test('settled tables: queried once even after a write, except beside others', () =>
  fromMark(async ({ tx }, asked) => {
    const beside = `${currency} and exists (select from public.pot)`
    for (let unit = 0; unit < 2; unit += 1) {
      await tx.run('update public.pot set stands = 12 where id = 1')
      expect(await tx.rows(currency, ['GBP'])).toEqual([{ alpha_code: 'GBP' }])
      await tx.rows(beside, ['GBP'])
    }
    expect(asked).toEqual([currency, beside, beside])
  }))

test('a verb’s change of a row stays its own', () =>
  fromMark(async ({ tx }) => {
    const [first] = await tx.rows<{ stands: number }>(pot, [1])
    if (first) first.stands = 99
    expect(await tx.rows(pot, [1])).toEqual([{ stands: 10 }])
  }))

test('more rows than one are a bug, remembered or not', () =>
  fromMark(async ({ tx }) => {
    const all = 'select alpha_code from platform.currency'
    await tx.rows(all)
    await expect(tx.row(all)).rejects.toThrow('the statement answers with one row at most')
  }))
