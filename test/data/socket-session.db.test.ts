/** Sockets whose session is over: nothing is answered or done on them, whatever the client sends. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { present } from '#kernel/assert.ts'
import { instantFromMs, toMs } from '#kernel/instant.ts'
import { newUuid } from '#kernel/uuid.ts'
import { viewer_tables } from '#server/viewer-read.server.ts'
import { freshDatabase } from '#test/database.ts'
import { Browser, testApp } from '#test/server/harness.ts'
import { linkSample, type Person, sampleBusinesses, samplePerson, testClock } from '#test/server/sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock)
let person: Person
let agency_id = ''
let port = 0
const sockets: WebSocket[] = []
beforeAll(async () => {
  const sample = await sampleBusinesses(database)
  await linkSample(database, sample)
  agency_id = sample.agency_id
  person = await samplePerson(database, clock, agency_id, ['agency_admin'])
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port // It listens on a port, not on a path.
})
afterAll(() => {
  for (const socket of sockets) socket.terminate()
})

/** A greeted socket without a live query. `signed_in`: after the sign-in. */
async function greeted(
  signed_in: () => Promise<void> = async () => undefined,
): Promise<{ browser: Browser; socket: WebSocket; closed: Promise<number> }> {
  const browser = new Browser(app)
  await browser.login(person.email)
  await signed_in()
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', {
    headers: { cookie: browser.cookie },
  })
  sockets.push(socket)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const greeting = new Promise((resolve) => socket.once('message', resolve))
  socket.send('{"type":"connection_init"}')
  await greeting
  return { browser, socket, closed }
}

const note = (text: string) =>
  JSON.stringify({
    id: 'late',
    type: 'subscribe',
    payload: {
      query: `mutation { insert_platform_note_one(object: {text: "${text}", parent_entity: "business.business", parent_id: "${agency_id}"}) { id } }`,
    },
  })

async function notes(text: string): Promise<number> {
  const { rowCount } = await database.owner.query('select from platform.note where text = $1', [text])
  return rowCount ?? 0
}

test('socket: one on which nobody subscribed ends with its session', async () => {
  const { browser, closed } = await greeted()
  await browser.get('/api/auth/logout')
  expect(await closed).toBe(4403)
})

test('socket: a mutation on a socket whose session has just ended changes nothing', async () => {
  const { browser, socket, closed } = await greeted()
  socket.send(note('in time'))
  await expect.poll(() => notes('in time')).toBe(1)
  await browser.get('/api/auth/logout')
  socket.send(note('at once'))
  expect(await closed).toBe(4403)
  expect(await notes('at once')).toBe(0)
})

/** Sessions of the person come through it. @returns its id */
async function ownProvider(change: { required_from?: string } = {}): Promise<string> {
  const id = newUuid(clock)
  const { rows } = await database.owner.query<{ id: string }>(
    `insert into business.identity_provider (id, business_id, type, name, issuer, application_id, client_secret_enc,
       verify_token, required, required_from, created_by, created_by_name, created_at, updated_at)
     values ($1::uuid, $2, 'oidc', 'Larkfield', 'https://login.example.test', 'stint', 'cipher', $1::text, $3::timestamptz is not null, $3, $4, 'Ada', $5, $5)
     returning id`,
    [id, agency_id, change.required_from ?? null, person.user_id, clock.now()],
  )
  return present(rows[0], 'a provider').id
}

const endProviders = () =>
  database.owner.query('update business.identity_provider set deleted_at = $1', [clock.now()])

test('socket: one ends within a second of the provider by which its person came', async () => {
  const id = await ownProvider()
  const { closed } = await greeted(async () => {
    await database.owner.query(
      `update auth.session set identity_provider_id = $1, methods = '{sso,totp}' where "userId" = $2`,
      [id, person.user_id],
    )
  })
  await endProviders()
  expect(await closed).toBe(4403)
})

test('socket: one ends when its business begins to ask for another way in', async () => {
  const { closed } = await greeted()
  await ownProvider({ required_from: instantFromMs(toMs(clock.now()) + 60_000) })
  clock.advance({ minutes: 1, seconds: 1 })
  expect(await closed).toBe(4403)
  await endProviders()
})

test('socket: each table by which a viewer is read signals its changes, or has a reason', async () => {
  const silent = {
    // It goes with its session and has an end of its own.
    'auth.session_token': true,
    // Never changed: the token's row in `platform` is revoked.
    'auth.api_token': true,
    // A demo stays one.
    'platform.installation': true,
  }
  const { rows } = await database.owner.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger where tgname = 'live_update'`,
  )
  const watched = new Set(rows.map(({ name }) => name.replaceAll('"', '')))
  expect(viewer_tables.size).toBeGreaterThan(5)
  expect([...viewer_tables].filter((name) => !watched.has(name)).sort()).toEqual(Object.keys(silent).sort())
})

test('socket: a client that does not answer the close is not served, and is cut off', async () => {
  const { socket, closed } = await greeted()
  // It reads nothing more, so it does not answer the close either.
  socket.pause()
  socket.send('{"type":"unknown"}')
  socket.send(note('after the close'))
  await expect
    .poll(() => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count))), {
      timeout: 8_000,
    })
    .toBe(0)
  socket.resume()
  await closed
  expect(await notes('after the close')).toBe(0)
}, 15_000)
