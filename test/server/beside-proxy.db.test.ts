/** An installation behind a proxy that ends https: requests beside the proxy, or not encrypted, are not answered. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { sampleBusinesses, samplePerson, testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const HOST = 'stint.example.org'
const { app } = await testApp(database, clock, {
  PUBLIC_URL: `https://${HOST}`,
  TRUSTED_PROXIES: '10.0.0.0/8',
})

test('proxy: a sign-in, a page and a session of a caller beside the proxy are refused; health and this machine are not', async () => {
  const { agency_id } = await sampleBusinesses(database)
  const { email } = await samplePerson(database, clock, agency_id, ['agency_user'])
  const from = (address: string) => new Browser(app, address, HOST)
  const proxied = from('10.0.0.1')
  expect((await proxied.login(email)).status).toBe(200)
  expect((await proxied.get('/api/auth/session')).status).toBe(200)
  for (const beside of [from('192.0.2.7'), from('2001:db8::7')]) {
    beside.cookie = proxied.cookie
    expect((await beside.get('/api/auth/session')).status).toBe(421)
    expect((await beside.login(email)).body.message).toBe('This address is not served here')
    expect((await beside.get('/')).status).toBe(421)
    expect((await beside.get('/livez')).status).toBe(200)
  }
  expect((await from('127.0.0.1').login(email)).status).toBe(200)
  const open = await proxied.send({
    method: 'GET',
    url: '/api/auth/session',
    headers: { 'x-forwarded-proto': 'http' },
  })
  expect(open.status).toBe(421)
})

/** Of this machine, but not of its own loop. */
const outer = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address

test.runIf(outer !== undefined)('a socket of a caller beside the proxy is refused', async () => {
  await app.listen({ port: 0, host: '0.0.0.0' })
  const { port } = app.server.address() as AddressInfo // It listens on a port, not on a path.
  const opened = (address: string) =>
    new WebSocket(`ws://${address}:${port}/graphql`, 'graphql-transport-ws', { headers: { host: HOST } })
  const [, answer] = await once(opened(outer ?? ''), 'unexpected-response')
  expect((answer as IncomingMessage).statusCode).toBe(421) // As the event gives it.
  const here = opened('127.0.0.1')
  await once(here, 'open')
  here.terminate()
})
