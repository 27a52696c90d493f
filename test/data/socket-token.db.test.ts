/** Live connections of programs and people: opened with a token in the first message or a cookie, ended with them. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { act, seedAgency, seedProvider } from '#test/fixtures/world.ts'
import { Browser, testApp } from '#test/server/harness.ts'
import { makeToken } from '#test/server/program.ts'
import { samplePerson } from '#test/server/sample.ts'

const { database, world } = await freshWorld()
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

describe('a session that ends by its time', () => {
  const connected = async (browser: Browser) => {
    const connection = await open({}, browser.cookie)
    await once(connection.socket, 'message')
    return connection
  }
  const support = async () => {
    const { email } = await samplePerson(database, world.clock, agency.provider.id, ['provider_admin'])
    const browser = new Browser(app)
    await browser.login(email)
    return browser
  }

  test('closes the connections of an impersonation and leaves others open', async () => {
    const colleague = await samplePerson(database, world.clock, agency.id, ['agency_user'])
    const [browser, other] = [await support(), new Browser(app)]
    await other.login(colleague.email)
    const acting = { business_contact_id: colleague.contact_id, reason: 'The list stays empty', minutes: 15 }
    expect((await browser.act('platform.impersonation.start', acting)).status).toBe(200)
    const [ended, stays] = [await connected(browser), await connected(other)]
    world.clock.advance({ minutes: 15 })
    expect(await ended.closed).toEqual([4403, 'Please sign in'])
    expect(stays.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('closes those of a role that can release money after 12 hours, unless it was used', async () => {
    const [idle, busy] = [await support(), await support()]
    const [ended, stays] = [await connected(idle), await connected(busy)]
    world.clock.advance({ hours: 11 })
    await busy.get('/api/auth/session')
    world.clock.advance({ hours: 1 })
    expect(await ended.closed).toEqual([4403, 'Please sign in'])
    expect(stays.socket.readyState).toBe(WebSocket.OPEN)
  })
})
