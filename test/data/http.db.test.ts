/** The endpoint as clients reach it: sign-in, both paths, both socket protocols. */
import type { AddressInfo } from 'node:net'
import { type Client, createClient } from 'graphql-ws'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { LIMITS } from '#data/limits.ts'
import { freshDatabase } from '#test/database.ts'
import { Browser, testApp } from '#test/server/harness.ts'
import {
  linkSample,
  type Person,
  type Sample,
  sampleBusinesses,
  samplePerson,
  testClock,
} from '#test/server/sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock)

let sample: Sample
let person: Person
let port = 0
beforeAll(async () => {
  sample = await sampleBusinesses(database)
  await linkSample(database, sample)
  person = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port // It listens on a port, not on a path.
})

async function signedIn(): Promise<Browser> {
  const browser = new Browser(app)
  await browser.login(person.email)
  return browser
}

describe('POST', () => {
  it.each(['/graphql', '/v1/graphql'])('%s answers who is signed in, and nobody else', async (path) => {
    const stranger = await new Browser(app).post(path, { query: '{ __typename }' })
    expect(stranger.status).toBe(401)
    expect(stranger.body.errors).toEqual([
      { message: 'Please sign in', extensions: { path: '$', code: 'access-denied' } },
    ])
    const answer = await (await signedIn()).post(path, {
      query: `{ business_business(where: {id: {_eq: "${sample.agency_id}"}}) { type } }`,
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ data: { business_business: [{ type: 'agency' }] } })
    expect(answer.raw.headers['cache-control']).toBe('no-store')
  })
  it('refuses with 200 in the dialect’s shape', async () => {
    const answer = await (await signedIn()).post('/graphql', { query: '{ nothing }' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      errors: [
        {
          message: "field 'nothing' not found in type: 'query_root'",
          extensions: { path: '$.selectionSet.nothing', code: 'validation-failed' },
        },
      ],
    })
  })
  it('answers a list of requests with a list, up to a limit', async () => {
    const browser = await signedIn()
    const many = (n: number) => browser.post('/graphql', Array(n).fill({ query: '{ __typename }' }))
    expect((await many(2)).raw.json()).toEqual(Array(2).fill({ data: { __typename: 'query_root' } }))
    expect((await many(LIMITS.batch + 1)).body.errors).toMatchObject([
      { extensions: { code: 'limit-exceeded' } },
    ])
  })
  it.each([
    ['no JSON', '{', 400],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 200],
    [
      'broken UTF-8 in a text',
      Buffer.concat([Buffer.from('{"query":"{__typename} #'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
      200,
    ],
    ['a text', '"x"', 200],
    ['no query', '{}', 200],
    ['variables that are a list', '{"query":"{__typename}","variables":[1]}', 200],
    ['a query that is a number', '{"query":1}', 200],
    ['a body beyond the limit', `{"query":"${'x'.repeat(LIMITS.body_bytes)}"}`, 413],
    ['a megabyte of brackets', `{"query":"{__typename}","variables":${'['.repeat(1e6)}`, 200],
    ['a document of brackets', `{"query":"{ a(b: ${'['.repeat(50_000)}"}`, 200],
  ])('%s is refused in the same shape', async (_what, payload, status) => {
    const browser = await signedIn()
    const answer = await browser.send({
      method: 'POST',
      url: '/graphql',
      payload,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(status)
    expect(answer.body.errors).toHaveLength(1)
  })
  it('asks for the sender before it reads the body', async () => {
    const { status, raw } = await new Browser(app).send({
      method: 'POST',
      url: '/graphql',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect(status).toBe(401)
    expect(raw.body).toContain('access-denied')
  })
  it('holds from the next request on when a role is taken', async () => {
    const browser = await signedIn()
    const set = (active: boolean) =>
      database.owner.query('update business.business_contact set is_active = $2 where id = $1', [
        person.contact_id,
        active,
      ])
    await set(false)
    expect((await browser.post('/graphql', { query: '{ __typename }' })).status).toBe(401)
    await set(true)
    expect((await browser.post('/graphql', { query: '{ __typename }' })).status).toBe(200)
  })
})

const clients: Client[] = []
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.dispose()))
})

function socketClient(browser: Browser): Client {
  class OurSocket extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols, { headers: { cookie: browser.cookie } })
    }
  }
  const client = createClient({
    url: `ws://127.0.0.1:${port}/graphql`,
    webSocketImpl: OurSocket,
    retryAttempts: 0,
    lazy: true,
  })
  clients.push(client)
  return client
}

/** Answers of a subscription as they come. */
function listen(
  client: Client,
  query: string,
  variables?: Record<string, unknown>,
): AsyncIterableIterator<unknown> {
  return client.iterate({ query, ...(variables ? { variables } : {}) })
}
async function next(answers: AsyncIterableIterator<unknown>): Promise<unknown> {
  const { value, done } = await answers.next()
  if (done) throw new Error('The subscription ended.')
  return (value as { data: unknown }).data // The protocol's next message.
}

const NOTES = 'subscription { platform_note(order_by: {text: asc}) { text } }'
const addNote = (browser: Browser, text: string) =>
  browser.post('/graphql', {
    query: 'mutation($o: platform_note_insert_input!) { insert_platform_note_one(object: $o) { id } }',
    variables: { o: { text, parent_entity: 'business.business', parent_id: sample.client_id } },
  })

describe('subscriptions', () => {
  afterEach(async () => {
    await database.owner.query('delete from platform.note')
  })
  it('send the answer at once, and again when it has changed', async () => {
    const browser = await signedIn()
    const answers = listen(socketClient(browser), NOTES)
    expect(await next(answers)).toEqual({ platform_note: [] })
    await addNote(browser, 'a')
    expect(await next(answers)).toEqual({ platform_note: [{ text: 'a' }] })
    await addNote(browser, 'b')
    expect(await next(answers)).toEqual({ platform_note: [{ text: 'a' }, { text: 'b' }] })
    await database.owner.query(`update platform.note set text = 'c' where text = 'a'`)
    expect(await next(answers)).toEqual({ platform_note: [{ text: 'b' }, { text: 'c' }] })
    await answers.return?.()
  })
  it('stay silent for what another business does', async () => {
    const browser = await signedIn()
    const answers = listen(socketClient(browser), NOTES)
    expect(await next(answers)).toEqual({ platform_note: [] })
    const other = await samplePerson(database, clock, sample.client_id, ['invoice_contact'])
    const stranger = new Browser(app)
    await stranger.login(other.email)
    expect((await addNote(stranger, 'theirs')).body).toHaveProperty('data')
    await addNote(browser, 'mine')
    expect(await next(answers)).toEqual({ platform_note: [{ text: 'mine' }] })
  })
  it('take variables, by key, and count', async () => {
    const browser = await signedIn()
    const { body } = await addNote(browser, 'a')
    const id = (body.data as { insert_platform_note_one: { id: string } }).insert_platform_note_one.id // The query's own shape.
    const client = socketClient(browser)
    const one = listen(client, 'subscription($id: uuid!) { platform_note_by_pk(id: $id) { text } }', { id })
    const count = listen(client, 'subscription { platform_note_aggregate { aggregate { count } } }')
    expect(await next(one)).toEqual({ platform_note_by_pk: { text: 'a' } })
    expect(await next(count)).toEqual({ platform_note_aggregate: { aggregate: { count: 1 } } })
    await browser.post('/graphql', { query: `mutation { delete_platform_note_by_pk(id: "${id}") { id } }` })
    expect(await next(one)).toEqual({ platform_note_by_pk: null })
    expect(await next(count)).toEqual({ platform_note_aggregate: { aggregate: { count: 0 } } })
  })
  it('take a list fetch: total, count and records, which say when they were changed', async () => {
    const browser = await signedIn()
    const client = socketClient(browser)
    const list = {
      module: 'platform',
      entity: 'note',
      fields: ['text'],
      filters: { text: { _neq: 'b' } },
      order_by: { text: 'asc' },
    }
    const answers = client.iterate({ query: '', extensions: { list } })
    expect(await next(answers)).toEqual({ total: 0, count: 0, records: [], counts: {} })
    await addNote(browser, 'a')
    const stamps = {
      id: expect.any(String) as string,
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    }
    const records = [{ text: 'a', ...stamps }]
    expect(await next(answers)).toEqual({ total: 1, count: 1, records, counts: {} })
    await addNote(browser, 'b')
    expect(await next(answers)).toEqual({ total: 2, count: 1, records, counts: {} })
    await expect(
      client.iterate({ query: '', extensions: { list: { ...list, limit: -1 } } }).next(),
    ).rejects.toMatchObject([{ extensions: { code: 'validation-failed', path: '$.extensions.list.limit' } }])
  })
  it('of nothing tell that the connection stands', async () => {
    const client = socketClient(await signedIn())
    expect(await next(listen(client, 'subscription { __typename }'))).toEqual({
      __typename: 'subscription_root',
    })
  })
  it('answer queries and mutations too', async () => {
    const browser = await signedIn()
    const client = socketClient(browser)
    expect(await next(listen(client, '{ __typename }'))).toEqual({ __typename: 'query_root' })
  })
  it('refuse what is not in the schema, with its error', async () => {
    const answers = listen(socketClient(await signedIn()), 'subscription { nothing { id } }')
    await expect(answers.next()).rejects.toMatchObject([
      { message: "field 'nothing' not found in type: 'subscription_root'" },
    ])
  })
  it('end when the person signs out', async () => {
    const browser = await signedIn()
    const answers = listen(socketClient(browser), NOTES)
    await next(answers)
    const ended = expect(answers.next()).rejects.toMatchObject({ code: 4403, reason: 'Please sign in' })
    await browser.get('/api/auth/logout')
    await ended
  })
  it('are not for strangers, nor for other sites', async () => {
    await expect(listen(socketClient(new Browser(app)), NOTES).next()).rejects.toMatchObject({ code: 4403 })
    const browser = await signedIn()
    const foreign = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', {
      headers: { cookie: browser.cookie, origin: 'https://elsewhere.example' },
    })
    const refusal = await new Promise<string>((resolve) =>
      foreign.once('error', (error) => resolve(error.message)),
    )
    expect(refusal).toBe('Unexpected server response: 403')
  })
})

describe('the sockets’ manners', () => {
  const sockets: WebSocket[] = []
  afterAll(() => {
    for (const socket of sockets) socket.terminate()
  })
  async function open(
    protocol: string,
  ): Promise<{ send: (message: unknown) => void; receive: () => Promise<unknown>; closed: Promise<number> }> {
    const browser = await signedIn()
    const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/graphql`, protocol, {
      headers: { cookie: browser.cookie },
    })
    sockets.push(socket)
    const received: unknown[] = []
    const waiting: ((message: unknown) => void)[] = []
    socket.on('message', (data) => {
      const message: unknown = JSON.parse(String(data))
      const taker = waiting.shift()
      if (taker) taker(message)
      else received.push(message)
    })
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return {
      send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
      receive: () =>
        received.length > 0
          ? Promise.resolve(received.shift())
          : new Promise((resolve) => waiting.push(resolve)),
      closed,
    }
  }
  it('speak the older protocol', async () => {
    const { send, receive, closed } = await open('graphql-ws')
    send({ type: 'connection_init', payload: {} })
    expect(await receive()).toEqual({ type: 'connection_ack' })
    expect(await receive()).toEqual({ type: 'ka' })
    send({ id: '1', type: 'start', payload: { query: '{ __typename }' } })
    expect(await receive()).toEqual({
      id: '1',
      type: 'data',
      payload: { data: { __typename: 'query_root' } },
    })
    expect(await receive()).toEqual({ id: '1', type: 'complete' })
    send({ id: '2', type: 'start', payload: { query: '{ nothing }' } })
    expect(await receive()).toMatchObject({
      id: '2',
      type: 'error',
      payload: { message: "field 'nothing' not found in type: 'query_root'" },
    })
    send({ type: 'connection_terminate' })
    expect(await closed).toBe(1000)
  })
  it.each([
    [
      'a subscription before the greeting',
      [{ id: '1', type: 'subscribe', payload: { query: '{ __typename }' } }],
      4401,
    ],
    ['two greetings', [{ type: 'connection_init' }, { type: 'connection_init' }], 4429],
    ['no JSON', ['{'], 4400],
    ['an unknown message', [{ type: 'hello' }], 4400],
    [
      'one name twice',
      [
        { type: 'connection_init' },
        { id: '1', type: 'subscribe', payload: { query: NOTES } },
        { id: '1', type: 'subscribe', payload: { query: NOTES } },
      ],
      4409,
    ],
  ])('end the connection after %s', async (_what, messages, code) => {
    const { send, closed } = await open('graphql-transport-ws')
    for (const message of messages) send(message)
    expect(await closed).toBe(code)
  })
  it('answer a ping', async () => {
    const { send, receive } = await open('graphql-transport-ws')
    send({ type: 'ping' })
    expect(await receive()).toEqual({ type: 'pong' })
  })
})
