/** Webhooks and the network (quality S12): where they may connect, and nobody waits for another's endpoint. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { allowedNetworks } from '#business/shared/public-address.rules.ts'
import { type Posting, postTo } from '#business/webhooks/endpoint-post.server.ts'
import { systemClock } from '#kernel/clock.ts'
import { openLog } from '#server/log.ts'
import { parseSettings } from '#server/settings.ts'
import { startWorker } from '#server/worker.ts'
import { freshDatabase } from '../database.ts'
import { act, seedAgency, seedProvider, worldOn } from '../fixtures/world.ts'
import { SECRET } from './harness.ts'
import { HookEndpoint } from './hook-endpoint.ts'
import { test_data_keys } from './sample.ts'

const endpoint = new HookEndpoint()
const beside = new HookEndpoint()
beforeAll(async () => {
  await endpoint.listen()
  await beside.listen()
})
afterEach(() => {
  endpoint.received.length = 0
  endpoint.answer = (response) => response.end()
})
afterAll(() => Promise.all([endpoint.close(), beside.close()]))

const post = (posting: Posting, url: string) => postTo(posting, url, { 'webhook-id': 'msg_1' }, '{}')
const nothing = allowedNetworks([])
const named = (...addresses: string[]): Posting => ({ allowed: nothing, resolve: async () => addresses })

/** Literal addresses, as browsers and programs write them; all lead to this machine or a closed network. */
const literals = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '127.255.255.254',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '169.254.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2001::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[100::1]',
  '[5f00::1]',
] as const

/** A name's addresses: one closed address among public ones is enough. */
const names: readonly (readonly string[])[] = [
  ['127.0.0.1'],
  ['93.184.215.14', '127.0.0.1'],
  ['::1'],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::ffff:127.0.0.1'],
  ['fe80::1%lo'],
  [],
]

describe('webhook: networks', () => {
  test(`${literals.length + names.length} hostile addresses get no connection`, async () => {
    expect(literals.length + names.length).toBeGreaterThanOrEqual(60)
    const before = endpoint.connections + beside.connections
    for (const literal of literals)
      for (const port of [endpoint.port, beside.port])
        await expect(post({ allowed: nothing }, `https://${literal}:${port}/`)).rejects.toThrow(
          'The address leads into a network that is not public',
        )
    for (const addresses of names)
      await expect(post(named(...addresses), `https://hooks.example.org:${endpoint.port}/`)).rejects.toThrow(
        addresses.length === 0 ? 'leads nowhere' : 'not public',
      )
    expect(endpoint.connections + beside.connections).toBe(before)
    expect(endpoint.received).toEqual([])
  })

  test('a name that changes its address after the check is not asked again', async () => {
    let asked = 0
    const posting: Posting = {
      allowed: allowedNetworks(['127.0.0.1']),
      resolve: async () => {
        asked += 1
        return asked === 1 ? ['127.0.0.1'] : ['::1']
      },
    }
    expect(await post(posting, `https://hooks.example.org:${beside.port}/`)).toMatchObject({ status: 200 })
    expect(asked).toBe(1)
  })

  test('the certificate must name the host', async () => {
    const posting: Posting = { allowed: allowedNetworks(['127.0.0.1']), resolve: async () => ['127.0.0.1'] }
    await expect(post(posting, `https://other.example.org:${beside.port}/`)).rejects.toThrow(
      'The certificate of the endpoint is not valid',
    )
  })

  test('4 kB of an endless answer are read', async () => {
    let written = 0
    endpoint.answer = (response) => {
      const more = () => {
        written += 1
        if (!response.destroyed) response.write('x'.repeat(1024), () => setImmediate(more))
      }
      more()
    }
    const posting: Posting = { allowed: allowedNetworks(['127.0.0.1']) }
    const { response } = await post(posting, endpoint.url)
    expect(response).toHaveLength(500)
    expect(written).toBeLessThan(100_000)
  })
})

describe('webhook: the worker', () => {
  test('delivers for others while all endpoints of one business never answer', async () => {
    const database = await freshDatabase()
    const now = systemClock.now()
    const settings_of_acts = { ...test_data_keys, webhookAllow: ['127.0.0.1'] }
    const world = { ...worldOn(database, now), settings: settings_of_acts }
    const provider = await seedProvider(world)
    const [slow, quick] = [await seedAgency(world, provider), await seedAgency(world, provider)]
    endpoint.answer = () => undefined
    beside.received.length = 0
    const hookOf = (agency: typeof slow, url: string) =>
      act<{ id: string }>(world, agency.admin, 'platform.webhook.create', {
        url,
        events: ['transaction.timesheet.approved'],
      })
    for (let i = 0; i < 5; i += 1) {
      const { id } = await hookOf(slow, endpoint.url)
      for (let j = 0; j < 20; j += 1) await act(world, slow.admin, 'platform.webhook.send_test', { id })
    }
    const { id } = await hookOf(quick, beside.url)
    for (let j = 0; j < 10; j += 1) await act(world, quick.admin, 'platform.webhook.send_test', { id })
    const settings = {
      ...parseSettings({ WEBHOOK_ALLOW: '127.0.0.1', DATA_KEY: test_data_keys.dataKey }),
      databaseUrl: database.url,
    }
    const worker = await startWorker(
      { settings, database, sessionSecret: SECRET },
      { log: openLog('silent'), clock: systemClock },
    )
    try {
      await beside.until(10)
      // Two of each endpoint, four of the business.
      expect(endpoint.received.length).toBeLessThanOrEqual(4)
    } finally {
      await worker.close()
    }
    const { rows } = await database.owner.query(
      `select state, attempts, lease_until from platform.webhook_delivery where business_id = $1 and (attempts > 0 or lease_until is not null)`,
      [slow.id],
    )
    expect(rows).toEqual([])
  })
})
