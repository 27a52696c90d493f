/** Live connections of programs: opened with a token in the first message, ended with it. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { freshDatabase } from '#test/database.ts'
import { act, seedAgency, seedProvider, worldOn } from '#test/fixtures/world.ts'
import { Browser, testApp } from '#test/server/harness.ts'
import { makeToken } from '#test/server/program.ts'
import { samplePerson } from '#test/server/sample.ts'

const database = await freshDatabase()
const world = worldOn(database)
const { app } = await testApp(database, world.clock)
const agency = await seedAgency(world, await seedProvider(world))
let port = 0
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port // It listens on a port, not on a path.
})
const sockets: WebSocket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})

async function open(payload: object, cookie?: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', {
    ...(cookie ? { headers: { cookie } } : {}),
  })
  sockets.push(socket)
  const closed = new Promise<[number, string]>((resolve) => {
    socket.once('close', (code, reason) => resolve([code, reason.toString()]))
  })
  const messages: unknown[] = []
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString())))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init', payload }))
  return { socket, closed, messages }
}
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

test('token: it reads live, and its end closes the connection', async () => {
  const { id, token } = await makeToken(world, agency.admin)
  const { socket, closed, messages } = await open(bearer(token))
  await once(socket, 'message')
  expect(messages).toEqual([{ type: 'connection_ack' }])
  const query = 'subscription { business_agency { id } }'
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }))
  await once(socket, 'message')
  expect(messages[1]).toMatchObject({
    type: 'next',
    payload: { data: { business_agency: [{ id: agency.id }] } },
  })
  await act(world, agency.admin, 'platform.api_token.revoke', { id })
  expect(await closed).toEqual([4403, 'Please sign in'])
})

test('token: a bad one, and one beside a cookie, open nothing', async () => {
  expect(await (await open(bearer('stint_live_x'))).closed).toEqual([4403, 'The token is not valid'])
  const person = await samplePerson(database, world.clock, agency.id, ['agency_user'])
  const browser = new Browser(app)
  await browser.login(person.email)
  const { token } = await makeToken(world, agency.admin)
  expect(await (await open(bearer(token), browser.cookie)).closed).toEqual([
    4400,
    'Send either a session or a token',
  ])
})

test('token: a person who makes one keeps their own connection', async () => {
  const person = await samplePerson(database, world.clock, agency.id, ['agency_admin'])
  const browser = new Browser(app)
  await browser.login(person.email)
  const { socket, messages } = await open({}, browser.cookie)
  await once(socket, 'message')
  const made = await browser.post('/api/permission/action', {
    action_id: 'platform.api_token.create',
    input: { name: 'Mine', roles: ['agency_admin'], actions: ['business.chase_pause.set'] },
  })
  expect(made.status).toBe(200)
  socket.send('{"type":"ping"}')
  await once(socket, 'message')
  expect(messages.at(-1)).toEqual({ type: 'pong' })
  expect(socket.readyState).toBe(WebSocket.OPEN)
})
