/** The stop of a server with work in flight. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openDatabase } from '#server/database.ts'
import { test_keys } from '#test/books-key.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { type Person, sampleBusinesses, samplePerson, testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock, {}, undefined, { body_ms: 300 })
let person: Person
let cookie = ''
let port = 0
beforeAll(async () => {
  const { agency_id } = await sampleBusinesses(database)
  person = await samplePerson(database, clock, agency_id, ['agency_admin'])
  const browser = new Browser(app)
  await browser.login(person.email)
  cookie = browser.cookie
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port // It listens on a port, not on a path.
})

const holder = await database.owner.connect()
afterAll(() => holder.release(true))
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
afterAll(() => agent.destroy())

type Answer = { readonly status: number | undefined; readonly connection: string | undefined }

/** A change of preferences over a connection that the client keeps. */
function change(): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'x-stint-csrf': '1', 'content-type': 'application/json' }
    const call = request(
      { agent, port, host: '127.0.0.1', path: '/api/permission/action', method: 'POST', headers },
      (answer) => {
        answer.resume()
        answer.once('end', () =>
          resolve({ status: answer.statusCode, connection: answer.headers.connection }),
        )
      },
    )
    call.once('error', reject)
    call.end(
      JSON.stringify({
        action_id: 'platform.user.update_preferences',
        input: { preferences: { density: 'compact' } },
      }),
    )
  })
}

const waits = async () => {
  const { rowCount } = await database.owner.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount
}

test('stop: a transaction that does not end in time is undone, and its caller may repeat it', async () => {
  const ending = openDatabase({
    url: database.url,
    readUrl: null,
    rolePrefix: database.role_prefix,
    roleSecret: database.role_secret,
    poolSize: 4,
    booksKeys: test_keys,
  })
  const late = await testApp({ ...database, ...ending, owner: database.owner }, clock)
  const browser = new Browser(late.app)
  browser.cookie = cookie
  const ask = (of: Browser) =>
    of.post('/api/permission/action', {
      action_id: 'platform.user.update_preferences',
      input: { preferences: { density: 'comfortable' } },
      idempotency_key: 'a change at the end',
    })
  await holder.query('begin')
  await holder.query('select from platform."user" where id = $1 for update', [person.user_id])
  const verb = ask(browser)
  await expect.poll(waits).toBe(1)
  ending.cut()
  const { status, body, raw } = await verb
  expect([status, body.message, raw.headers['retry-after']]).toEqual([
    503,
    'The server is restarting. Please try again; nothing is done twice.',
    '1',
  ])
  const next = await ask(browser)
  expect(next.body.message).toBe(body.message)
  await holder.query('rollback')
  await ending.close()
  const other = new Browser(app)
  other.cookie = cookie
  expect((await ask(other)).status).toBe(200)
})

test('stop: a verb in flight is answered, half-open bodies and sockets end, and nothing new is taken', async () => {
  await holder.query('begin')
  await holder.query('select from platform."user" where id = $1 for update', [person.user_id])
  const verb = change()
  await expect.poll(waits).toBe(1)
  const half = connect(port, '127.0.0.1')
  half.on('error', () => undefined)
  half.resume()
  half.write('POST /api/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900\r\n\r\n{')
  const half_closed = once(half, 'close')
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', {
    headers: { cookie },
  })
  await once(socket, 'open')
  const socket_closed = once(socket, 'close').then(([code, reason]) => [code, String(reason)])

  const closed = app.close()
  expect(await socket_closed).toEqual([1001, 'Server restarting'])
  await half_closed
  const late = connect(port, '127.0.0.1')
  const refused = once(late, 'connect').then(
    () => 'accepted',
    (error: NodeJS.ErrnoException) => error.code,
  )
  expect(await refused).toBe('ECONNREFUSED')
  await holder.query('rollback')
  expect(await verb).toEqual({ status: 200, connection: 'close' })
  await closed
  const { rows } = await database.owner.query<{ density: string }>(
    `select preferences ->> 'density' as density from platform."user" where id = $1`,
    [person.user_id],
  )
  expect(rows).toEqual([{ density: 'compact' }])
})
