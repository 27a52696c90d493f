/** Who is cut off from live queries, and what one connection may hold of the server. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { LIMITS } from '#data/limits.ts'
import { TURN_CLASSES } from '#server/turns/turn-classes.ts'
import { freshDatabase } from '#test/database.ts'
import { Browser, testApp } from '#test/server/harness.ts'
import { type Person, type Sample, sampleBusinesses, samplePerson, testClock } from '#test/server/sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock)
let sample: Sample
let port = 0
beforeAll(async () => {
  sample = await sampleBusinesses(database)
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port // It listens on a port, not on a path.
})

const sockets: WebSocket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})

const newPerson = () => samplePerson(database, clock, sample.agency_id, ['agency_admin'])

async function signIn({ email }: Person): Promise<Browser> {
  const browser = new Browser(app)
  await browser.login(email)
  return browser
}

interface Line {
  readonly socket: WebSocket
  readonly send: (message: unknown) => void
  readonly receive: () => Promise<unknown>
  /** Code and reason, once it is closed. */
  readonly closed: Promise<[code: number, reason: string]>
}

async function open({ cookie }: Browser): Promise<Line> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', {
    headers: { cookie },
  })
  sockets.push(socket)
  const received: unknown[] = []
  let wake: () => void = () => undefined
  socket.on('message', (data: Buffer) => {
    received.push(JSON.parse(data.toString()))
    wake()
  })
  socket.on('error', () => undefined)
  const closed = new Promise<[number, string]>((resolve) => {
    socket.once('close', (code, reason) => resolve([code, reason.toString()]))
  })
  await once(socket, 'open')
  return {
    socket,
    send: (message) => socket.send(JSON.stringify(message)),
    receive: async () => {
      while (received.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return received.shift()
    },
    closed,
  }
}

async function greeted(browser: Browser): Promise<Line> {
  const line = await open(browser)
  line.send({ type: 'connection_init' })
  expect(await line.receive()).toEqual({ type: 'connection_ack' })
  return line
}

const subscribe = (id: string, query: string, variables?: object) => ({
  id,
  type: 'subscribe',
  payload: { query, ...(variables ? { variables } : {}) },
})
const COUNT = 'subscription { platform_note_aggregate { aggregate { count } } }'

async function listening(browser: Browser): Promise<Line> {
  const line = await greeted(browser)
  line.send(subscribe('1', COUNT))
  expect(await line.receive()).toMatchObject({ id: '1', type: 'next' })
  return line
}

describe('who listens is cut off', () => {
  const ends: readonly (readonly [string, (person: Person, browser: Browser) => Promise<unknown>])[] = [
    ['when he signs out', (_person, browser) => browser.get('/api/auth/logout')],
    [
      'when he is disabled',
      ({ user_id }) =>
        database.owner.query('update platform."user" set is_active = false where id = $1', [user_id]),
    ],
    [
      'when he may no longer act for the business',
      ({ contact_id }) =>
        database.owner.query('update business.business_contact set is_active = false where id = $1', [
          contact_id,
        ]),
    ],
    [
      'when a role is taken from him',
      ({ contact_id }) =>
        database.owner.query(`update business.business_contact set roles = '{agency_user}' where id = $1`, [
          contact_id,
        ]),
    ],
    [
      'when his session is ended elsewhere',
      ({ user_id }) => database.owner.query('delete from auth.session where "userId" = $1', [user_id]),
    ],
  ]
  it.each(ends)('%s, on every connection; others are not', async (_when, end) => {
    const [person, other] = [await newPerson(), await newPerson()]
    const browser = await signIn(person)
    const lines = [await listening(browser), await listening(browser)]
    const others = await listening(await signIn(other))
    await end(person, browser)
    for (const line of lines) expect(await line.closed).toEqual([4403, 'Please sign in'])
    others.send({ type: 'ping' })
    expect(await others.receive()).toEqual({ type: 'pong' })
  })
  it('when the viewer’s business is closed, everybody of it', async () => {
    const { agency_id } = await sampleBusinesses(database)
    const lines: Line[] = []
    for (let n = 0; n < 3; n += 1) {
      const person = await samplePerson(database, clock, agency_id, ['agency_admin'])
      lines.push(await listening(await signIn(person)))
    }
    await database.owner.query('update business.business set is_active = false where id = $1', [agency_id])
    for (const line of lines) expect((await line.closed)[0]).toBe(4403)
  })
  it('when the viewer switches to another business: their rows there are another subscription', async () => {
    const person = await newPerson()
    const browser = await signIn(person)
    const line = await listening(browser)
    const { rows } = await database.owner.query<{ id: string }>(
      `insert into business.business_contact (business_id, user_id, first_name, last_name, email, roles, joined_at)
       values ($1, $2, 'Robin', 'Vale', $3, '{invoice_contact}', now()) returning id`,
      [sample.client_id, person.user_id, person.email],
    )
    await browser.post('/api/auth/switch', { business_contact_id: rows[0]?.id })
    expect(await line.closed).toEqual([4403, 'Please sign in'])
    await listening(browser)
  })
})

describe('one connection, and one session, hold so much and no more', () => {
  it('connections', async () => {
    const browser = await signIn(await newPerson())
    for (let n = 0; n < TURN_CLASSES.socket.session; n += 1) await greeted(browser)
    const more = await open(browser)
    more.send({ type: 'connection_init' })
    expect(await more.closed).toEqual([4429, 'Too many connections'])
    // Others have room, and so has this viewer once they leave one.
    await greeted(await signIn(await newPerson()))
    const [first] = sockets
    first?.close()
    if (first) await once(first, 'close')
    const again = await open(browser)
    again.send({ type: 'connection_init' })
    expect(await Promise.race([again.receive(), again.closed])).toEqual({ type: 'connection_ack' })
  })
  it('subscriptions, by their number', async () => {
    const line = await greeted(await signIn(await newPerson()))
    for (let n = 0; n <= LIMITS.subscriptions; n += 1) line.send(subscribe(String(n), COUNT))
    const answers = []
    for (let n = 0; n <= LIMITS.subscriptions; n += 1) answers.push(await line.receive())
    expect(answers.filter((one) => (one as { type: string }).type === 'next')).toHaveLength(
      LIMITS.subscriptions,
    )
    expect(answers).toContainEqual(
      expect.objectContaining({
        type: 'error',
        payload: [expect.objectContaining({ extensions: { code: 'limit-exceeded', path: '$' } })],
      }),
    )
    // One that is left makes room.
    line.send({ id: '0', type: 'complete' })
    line.send(subscribe('again', COUNT))
    expect(await line.receive()).toMatchObject({ id: 'again', type: 'next' })
  })
  it('subscriptions, by what they carry', async () => {
    const line = await greeted(await signIn(await newPerson()))
    const large = { w: { text: { _neq: 'x'.repeat(LIMITS.subscription_bytes * 0.6) } } }
    const query = 'subscription($w: platform_note_bool_exp!) { platform_note(where: $w) { text } }'
    line.send(subscribe('1', query, large))
    line.send(subscribe('2', query, large))
    const answers = [await line.receive(), await line.receive()]
    expect(answers).toContainEqual({ id: '1', type: 'next', payload: { data: { platform_note: [] } } })
    expect(answers).toContainEqual(
      expect.objectContaining({
        id: '2',
        type: 'error',
        payload: [expect.objectContaining({ message: 'the subscriptions of this connection are too large' })],
      }),
    )
  })
  it('messages that come faster than they are answered', async () => {
    const line = await greeted(await signIn(await newPerson()))
    for (let n = 0; n < LIMITS.socket_messages * 4; n += 1)
      line.send(subscribe(`q${n}`, '{ business_business_aggregate { aggregate { count } } }'))
    expect(await line.closed).toEqual([4429, 'Too many messages at once'])
    // Everybody else is served.
    await listening(await signIn(await newPerson()))
  })
  it('a message as long as a body may be', async () => {
    const line = await greeted(await signIn(await newPerson()))
    line.send(subscribe('1', `{ __typename } #${'x'.repeat(LIMITS.body_bytes)}`))
    expect((await line.closed)[0]).toBe(1009)
  })
})
