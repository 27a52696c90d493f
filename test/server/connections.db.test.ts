/** Connections that bring nothing: unknown upgrades, half-open requests, too many of one address. */
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressKey } from '#server/http/http-limits.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { sampleBusinesses, samplePerson, testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock, {}, undefined, {
  connections_an_address: 40,
  headers_ms: 300,
  body_ms: 300,
  upload_stretch_ms: 300,
  look_ms: 100,
})
let port = 0
let cookie = ''
beforeAll(async () => {
  const { agency_id } = await sampleBusinesses(database)
  const person = await samplePerson(database, clock, agency_id, ['agency_admin'])
  const browser = new Browser(app)
  await browser.login(person.email)
  cookie = browser.cookie
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port // It listens on a port, not on a path.
})

const open: Socket[] = []
afterAll(() => {
  for (const socket of open) socket.destroy()
})

function dial(): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  open.push(socket)
  return socket
}

/** Everything the server says until it closes. */
async function answerTo(text: string): Promise<string> {
  const socket = dial()
  let said = ''
  socket.on('data', (part: Buffer) => {
    said += part.toString()
  })
  socket.write(text)
  await once(socket, 'close')
  return said
}

const connections = () =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

const upgrade = (path: string, more = '', kind = 'websocket') =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: ${kind}\r\n` +
  `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c3RpbnQgc3RpbnQgc3Rpbg==\r\n${more}\r\n`
const status = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])

test('upgrades: 500 to an unknown path get 404 and leave no connection', async () => {
  const seen = new Map<number, number>()
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all(Array.from({ length: 25 }, () => answerTo(upgrade('/unknown'))))
    for (const answer of answers) seen.set(status(answer), (seen.get(status(answer)) ?? 0) + 1)
  }
  expect(seen).toEqual(new Map([[404, 500]]))
  await expect.poll(connections).toBe(0)
})

test('upgrades: another protocol gets 400, a foreign page 403', async () => {
  expect(status(await answerTo(upgrade('/graphql', '', 'h2c')))).toBe(400)
  expect(status(await answerTo(upgrade('/graphql', 'Sec-WebSocket-Protocol: soap\r\n')))).toBe(400)
  expect(status(await answerTo(upgrade('/graphql')))).toBe(400)
  expect(status(await answerTo(upgrade('/graphql', 'Origin: https://elsewhere.test\r\n')))).toBe(403)
  await expect.poll(connections).toBe(0)
})

test('upgrades: an address has few sockets that have not said who they are', async () => {
  const waiting = Array.from({ length: 10 }, () => {
    const socket = dial()
    socket.write(upgrade('/graphql', 'Sec-WebSocket-Protocol: graphql-transport-ws\r\n'))
    return socket
  })
  await Promise.all(waiting.map((socket) => once(socket, 'data')))
  expect(status(await answerTo(upgrade('/graphql')))).toBe(429)
  for (const socket of waiting) socket.destroy()
  await expect.poll(connections).toBe(0)
})

test('half-open requests: headers and bodies that never come end with 408', async () => {
  const post = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Stint-CSRF: 1\r\nCookie: ${cookie}\r\nContent-Type: ${type}\r\nContent-Length: 90000\r\n\r\n`
  const answers = await Promise.all([
    answerTo('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n'),
    answerTo(`${post('/api/auth/login', 'application/json')}{`),
    answerTo(`${post('/graphql', 'application/json')}{`),
    answerTo(`${post('/api/storage/upload', 'multipart/form-data; boundary=b')}--b\r\n`),
  ])
  expect(answers.map(status)).toEqual([408, 408, 408, 408])
  for (const answer of answers) expect(answer).toMatch(/x-content-type-options: nosniff/i)
  await expect.poll(connections).toBe(0)
})

test('half-open requests: a body to no call is answered, and its connection ends', async () => {
  const answer = await answerTo(
    'POST /api/nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Stint-CSRF: 1\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n{',
  )
  expect([404, 408]).toContain(status(answer))
  await expect.poll(connections).toBe(0)
})

test('connections: those of one address over the limit are closed at once', async () => {
  const all = Array.from({ length: 60 }, dial)
  const closed = all.map((socket) => once(socket, 'close'))
  await expect.poll(() => all.filter((socket) => socket.destroyed).length).toBeGreaterThanOrEqual(20)
  for (const socket of all) socket.destroy()
  await Promise.all(closed)
  await expect.poll(connections).toBe(0)
})

test('headers: more than a hundred are refused, and so are long ones', async () => {
  const many = Array.from({ length: 120 }, (_, n) => `X-${n}: y\r\n`).join('')
  const refused = await answerTo(`GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n${many}\r\n`)
  expect([status(refused), refused]).toEqual([431, expect.stringContaining('nosniff')])
  const long = `X-Long: ${'y'.repeat(20_000)}\r\n`
  expect(status(await answerTo(`GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n${long}\r\n`))).toBe(431)
})

const bare = 'HTTP/1.1\r\nHost: 127.0.0.1\r\n'
test.each<[string, number, string]>([
  ['a path that cannot be read', 400, `GET /%ff ${bare}\r\n`],
  ['no HTTP at all', 400, 'HELLO\r\n\r\n'],
  ['long headers', 431, `GET / ${bare}X-Long: ${'y'.repeat(20_000)}\r\n\r\n`],
  [
    'many headers',
    431,
    `GET / ${bare}${Array.from({ length: 120 }, (_, n) => `X-${n}: y\r\n`).join('')}\r\n`,
  ],
  [
    'a body too large',
    413,
    `POST /api/auth/login ${bare}X-Stint-CSRF: 1\r\nContent-Type: application/json\r\nContent-Length: 9000000\r\n\r\n{`,
  ],
  ['a foreign name', 421, 'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'],
  ['a forged call', 403, `POST /api/auth/login ${bare}Connection: close\r\nContent-Length: 0\r\n\r\n`],
  ['a socket to no path', 404, upgrade('/unknown')],
])('early answers: %s gets %i with the headers of every answer', async (_what, wanted, request) => {
  const answer = await answerTo(request)
  expect(status(answer)).toBe(wanted)
  expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im)
  expect(answer).toMatch(/^x-frame-options: DENY\r$/im)
  expect(answer).toMatch(/^content-security-policy: default-src 'none';/im)
  expect(answer).toMatch(/^referrer-policy: same-origin\r$/im)
  expect(answer).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im)
})

test('addresses: an IPv6 address counts with its network', () => {
  const keys = [
    '192.0.2.7',
    '::ffff:192.0.2.7',
    '2001:db8:1:2:3::9',
    '2001:0db8:1:2::1',
    '::1',
    'fe80::1%eth0',
  ]
  expect(keys.map(addressKey)).toEqual([
    '192.0.2.7',
    '192.0.2.7',
    '2001:db8:1:2',
    '2001:db8:1:2',
    '0:0:0:0',
    'fe80:0:0:0',
  ])
})
