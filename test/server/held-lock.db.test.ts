/** A lock that one business holds stops that business only: sessions have connections of their own. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TURN_CLASSES } from '#server/turns/turn-classes.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { type Person, sampleBusinesses, samplePerson, testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock)
const own = new Browser(app)
const beside = new Browser(app)
let person: Person
let neighbour: Person
beforeAll(async () => {
  const sample = await sampleBusinesses(database)
  person = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
  neighbour = await samplePerson(database, clock, sample.client_id, ['hiring_manager'])
  await own.login(person.email)
  await beside.login(neighbour.email)
})

const holder = await database.owner.connect()
afterAll(() => holder.release(true))

const change = (density: string, browser = own) =>
  browser.post('/api/permission/action', {
    action_id: 'platform.user.update_preferences',
    input: { preferences: { density } },
  })

test('held lock: health, sign-in and the session answer; the verbs are refused and change nothing', async () => {
  await holder.query('begin')
  await holder.query('select from platform."user" where id = $1 for update', [person.user_id])
  const waiting = Promise.all(Array.from({ length: 14 }, () => change('compact')))
  const waits = async () => {
    const { rows } = await database.owner.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.n
  }
  // As many as a session may have at once.
  await expect.poll(waits).toBe(TURN_CLASSES.verb.session)
  const other = new Browser(app)
  expect((await other.get('/api/health')).status).toBe(200)
  expect((await other.login(neighbour.email)).status).toBe(200)
  expect((await other.get('/api/auth/session')).status).toBe(200)
  expect((await change('compact', beside)).status).toBe(200)
  expect(await waits()).toBe(TURN_CLASSES.verb.session)
  const answers = await waiting
  await holder.query('rollback')
  const said = new Set(answers.map(({ status, body }) => `${status} ${body.code}`))
  expect([...said].sort()).toEqual(['409 conflict', '429 too_many'])
  for (const { status, body, raw } of answers) {
    const pause = raw.headers['retry-after']
    if (status === 429) expect(body.message).toBe(`Too much at once. Please try again in ${pause} seconds`)
  }
  const { rows } = await database.owner.query('select preferences from platform."user" where id = $1', [
    person.user_id,
  ])
  expect(JSON.stringify(rows)).not.toContain('compact')
  expect((await change('compact')).status).toBe(200)
})

test('full pool: a verb is refused after a while and changes nothing', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => database.app.connect()))
  // None comes free, so the verb waits as long as in production, not as long as verbs of tests do.
  database.app.options.connectionTimeoutMillis = 3_000
  const { status, body, raw } = await change('comfortable')
  for (const one of all) one.release()
  expect([status, body.message, raw.headers['retry-after']]).toEqual([
    503,
    'This is taking too long at the moment. Nothing was changed. Please try again.',
    '2',
  ])
})

test('limits: each role has its own, and sessions may not touch the work', async () => {
  const limits = async (pool: typeof database.app) => {
    const { rows } = await pool.query<{ statement: string; lock: string }>(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
    )
    return Object.values(rows[0] ?? {})
  }
  expect(await limits(database.session.pool)).toEqual(['2s', '1s'])
  expect(await limits(database.app)).toEqual(['30s', '5s'])
  expect(await limits(database.jobs.app)).toEqual(['2min', '15s'])
  expect(await limits(database.reader('agency'))).toEqual(['15s', '2s'])
  const session = database.session.pool
  await expect(session.query('select from transaction.invoice')).rejects.toThrow('permission denied')
  await expect(session.query(`update business.business set name = name`)).rejects.toThrow('permission denied')
  await expect(session.query(`update platform."user" set email = email`)).rejects.toThrow('permission denied')
})
