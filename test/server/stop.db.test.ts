/** The stop of a server with work in flight. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
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

test('stop: a verb in flight is answered, half-open bodies and sockets end, and nothing new is taken', async () => {
  await holder.query('begin')
  await holder.query('select from platform."user" where id = $1 for update', [person.user_id])
  const verb = change()
  const waits = async () => {
    const { rowCount } = await database.owner.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount
  }
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
  const socket_closed = once(socket, 'close')

  const closed = app.close()
  await socket_closed
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
