import { describe, expect, test } from 'vitest'
import { access } from '#business/access.ts'
import { entities } from '#business/entities.ts'
import type { Entity } from '#entity/entity.ts'
import { instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { allowedNetworks, mayReach, not_public, numberFault } from '../shared/public-address.rules.ts'
import {
  can,
  canSendAgain,
  canTest,
  failsForDays,
  nextTry,
  retry_seconds,
  retryAfter,
  urlFault,
} from './webhook.rules.ts'
import { bodyText, event_entities, eventsFor, factsOf, webhook_events } from './webhook-events.rules.ts'
import { newWebhookSecret, signedHeaders } from './webhook-signature.server.ts'
import { SLOTS, startable } from './webhook-slots.job.ts'

const now = instant('2026-11-22T09:20:00.000Z')
const id = '0192f0c0-0000-7000-8000-0000000000aa'

describe('webhook: signature', () => {
  test('the worked example of Standard Webhooks', () => {
    const body = bodyText({
      type: 'transaction.timesheet.approved',
      timestamp: now,
      data: { id, human_id: 'TMS000123' },
    })
    const secret = 'whsec_c3RpbnQtd2ViaG9vay10ZXN0LWtleS0zMmJ5dGVzISE='
    const message_id = '0192f0c0-0000-7000-8000-000000000001'
    expect(signedHeaders([secret], { message_id, at_seconds: 1_795_341_600, body })).toEqual({
      'webhook-id': `msg_${message_id}`,
      'webhook-timestamp': '1795341600',
      'webhook-signature': 'v1,8d8Y5+x6Z69LaTO/LVWIeRx97+jWpn+e8VWBR9raXLU=',
    })
    const both = signedHeaders([newWebhookSecret(), secret], { message_id, at_seconds: 1_795_341_600, body })
    expect(both['webhook-signature']).toMatch(/^v1,\S{44} v1,8d8Y5\+x6Z69LaTO/)
  })

  test('a secret is 32 random bytes after its mark', () => {
    const secrets = new Set(Array.from({ length: 100 }, newWebhookSecret))
    expect(secrets.size).toBe(100)
    for (const secret of secrets)
      expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32)
  })
})

describe('webhook: tries', () => {
  const waits = (attempts: number, draw = 0.5, asked: number | null = null) => {
    const next = nextTry(now, attempts, draw, asked)
    return next === null ? null : (toMs(next) - toMs(now)) / 1000
  }

  test('ten in all, over 75:35:05 hours', () => {
    expect(retry_seconds.map((_, i) => waits(i + 1))).toEqual([...retry_seconds])
    expect(retry_seconds.reduce((sum, one) => sum + one, 0)).toBe(75 * 3600 + 35 * 60 + 5)
    expect(waits(10)).toBeNull()
  })

  test.each([
    [0, 270],
    [0.5, 300],
    [1, 330],
  ])('drawn %d: spread by a tenth', (draw, seconds) => {
    expect(waits(2, draw)).toBe(seconds)
  })

  test.each([
    ['120', 120],
    ['0', 0],
    ['Sun, 22 Nov 2026 10:20:00 GMT', 3600],
    ['Sun, 22 Nov 2026 08:20:00 GMT', 0],
    ['soon', null],
    ['2026', 2026],
    ['-5', null],
    ['1e9', null],
    [undefined, null],
    ['', null],
  ])('Retry-After %j is %j seconds', (header, seconds) => {
    expect(retryAfter(header, now)).toBe(seconds)
  })

  test('a later moment that the receiver asked for is kept, up to a day', () => {
    expect(waits(1, 0.5, 3600)).toBe(3600)
    expect(waits(1, 0.5, 1)).toBe(5)
    expect(waits(1, 0.5, 1_000_000)).toBe(86_400)
    expect(waits(10, 0.5, 3600)).toBeNull()
  })

  test.each([
    [null, false],
    [5 * 24 * 3600 - 1, false],
    [5 * 24 * 3600, true],
  ])('failing for %j seconds: given up %j', (seconds, is_over) => {
    const since = seconds === null ? null : instantFromMs(toMs(now) - seconds * 1000)
    expect(failsForDays(since, now)).toBe(is_over)
  })
})

describe('webhook: its address', () => {
  test.each([
    ['https://example.org/hooks', null],
    ['https://example.org:443/hooks?a=b', null],
    ['https://example.org:8443', null],
    ['https://example.org:1024', null],
    ['https://example.org:1023', 'The port must be 443 or above 1023'],
    ['https://example.org:22', 'The port must be 443 or above 1023'],
    ['https://example.org:0', 'The port must be 443 or above 1023'],
    ['http://example.org', 'The address must begin with https://'],
    ['ftp://example.org', 'The address must begin with https://'],
    ['file:///etc/passwd', 'The address must begin with https://'],
    ['javascript:alert(1)', 'The address must begin with https://'],
    ['https://user@example.org', 'The address must hold no user and no password'],
    ['https://user:password@example.org', 'The address must hold no user and no password'],
    ['https://example.org/#part', 'The address must hold no #'],
    ['https://example.org/#', 'The address must hold no #'],
    ['https://example.org./', 'The address must name a host'],
    ['example.org', 'Please enter an address such as https://example.org/hooks'],
    ['https://', 'Please enter an address such as https://example.org/hooks'],
    [`https://example.org/${'a'.repeat(2000)}`, 'Please enter at most 2000 characters'],
  ])('%s: %j', (text, fault) => {
    expect(urlFault(text)).toBe(fault)
  })

  test.each([
    ['93.184.215.14', true],
    ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
    ['::ffff:93.184.215.14', true],
    ['64:ff9b::93.184.215.14', true],
    ['64:ff9b::5db8:d70e', true],
    ['127.0.0.1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:7f00:1', false],
    ['64:ff9b::10.0.0.1', false],
    ['64:ff9b:1::93.184.215.14', false],
    ['fe80::1%eth0', false],
    ['no address', false],
    ['', false],
  ])('%s may be reached: %j', (address, may) => {
    expect(mayReach(address, allowedNetworks([]))).toBe(may)
  })

  test('a network of the house is opened by its setting, in all forms of the address', () => {
    const allowed = allowedNetworks(['10.1.0.0/16', 'fd00:1::/32', '127.0.0.1'])
    for (const one of ['10.1.2.3', '::ffff:10.1.2.3', 'fd00:1::5', '127.0.0.1'])
      expect([one, mayReach(one, allowed)]).toEqual([one, true])
    for (const one of ['10.2.0.1', '::ffff:10.2.0.1', 'fd00:2::5', '127.0.0.2', '::1'])
      expect([one, mayReach(one, allowed)]).toEqual([one, false])
  })
})

describe('webhook: the number of a machine as its address', () => {
  test.each([
    ['https://10.0.0.1/hooks', not_public],
    ['https://127.1/hooks', not_public],
    ['https://2130706433/', not_public],
    ['https://0x7f000001/', not_public],
    ['https://[::1]:8443/', not_public],
    ['https://[::ffff:10.0.0.1]/', not_public],
    ['https://169.254.169.254/latest', not_public],
    ['https://10.1.2.3/', null],
    ['https://93.184.215.14/', null],
    ['https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/', null],
    ['https://hooks.example.org/', null],
  ])('%s: %j', (address, fault) => {
    expect(numberFault(address, ['10.1.0.0/16'])).toBe(fault)
  })
})

describe('webhook: events', () => {
  test('each names an entity, and a status of it', () => {
    const of_sets = ['transaction.invoice_set.raised']
    const unknown = webhook_events.filter((name) => {
      const entity = event_entities.find((one) => name.startsWith(`${one}.`)) ?? ''
      const found: Entity | undefined = entities[entity as keyof typeof entities]
      const values = found?.fields.status?.choices?.map(({ value }) => value) ?? []
      return !values.includes(name.slice(entity.length + 1)) && !of_sets.includes(name)
    })
    expect(unknown).toEqual([])
    expect(new Set(webhook_events).size).toBe(webhook_events.length)
  })

  test('every entity with events names its parties in its rows', () => {
    const nameless = event_entities.filter((entity) => {
      const { fields } = entities[entity]
      return !('provider_id' in fields) && !('agency_id' in fields) && !('business_id' in fields)
    })
    expect(nameless).toEqual([])
  })

  test.each(['agency', 'funder', 'provider'] as const)(
    'the form of %s offers no event of an entity that is closed',
    (category) => {
      const open = event_entities.filter((entity) => access[entity].access[category] !== null)
      expect(eventsFor(category)).toEqual(
        webhook_events.filter((name) => open.some((one) => name.startsWith(`${one}.`))),
      )
    },
  )

  const of = (entity: string, old_values?: object, new_values?: object) =>
    factsOf([
      {
        entity,
        entity_id: id,
        old_values: old_values as Record<string, unknown> | undefined,
        new_values: new_values as Record<string, unknown> | undefined,
      },
    ]).map(({ event, old_status, status }) => [event, old_status, status])

  test.each<[string, object | undefined, object | undefined, unknown]>([
    [
      'transaction.timesheet',
      { status: 'submitted' },
      { status: 'approved' },
      [['transaction.timesheet.approved', 'submitted', 'approved']],
    ],
    ['transaction.timesheet', { status: 'approved' }, { status: 'approved' }, []],
    ['transaction.timesheet', undefined, { status: 'draft' }, []],
    ['transaction.timesheet', undefined, undefined, []],
    ['transaction.timesheet', { comment: 'a' }, { comment: 'b' }, []],
    [
      'transaction.timesheet',
      { status: 'submitted' },
      { status: 'approved', invoice_set_id: id },
      [
        ['transaction.timesheet.approved', 'submitted', 'approved'],
        ['transaction.invoice_set.raised', null, 'raised'],
      ],
    ],
    ['transaction.timesheet', {}, { invoice_set_id: null }, []],
    [
      'contract.temp_placement',
      undefined,
      { status: 'active' },
      [['contract.contract.active', null, 'active']],
    ],
    ['platform.job', { status: 'running' }, { status: 'cancelled' }, []],
    ['business.bank_account', { status: 'pending' }, { status: 'confirmed' }, []],
  ])('%s from %j to %j: %j', (entity, old_values, new_values, facts) => {
    expect(of(entity, old_values, new_values)).toEqual(facts)
  })
})

describe('webhook: states', () => {
  const admin = { category: 'agency', roles: ['agency_admin'] } as const
  const reader = { category: 'agency', roles: ['agency_user'] } as const

  test.each([
    ['pause', 'active', true],
    ['pause', 'paused', 'conflict'],
    ['pause', 'disabled', 'precondition'],
    ['resume', 'paused', true],
    ['resume', 'disabled', true],
    ['resume', 'active', 'conflict'],
  ] as const)('%s while %s: %j', (action, status, verdict) => {
    const said = can[action]({ status }, admin)
    expect(said === true ? said : said.code).toBe(verdict)
    expect(can[action]({ status }, reader)).toMatchObject({ code: 'not_allowed' })
  })

  test.each([
    ['failed', 'active', true],
    ['delivered', 'active', true],
    ['failed', 'paused', true],
    ['pending', 'active', 'precondition'],
    ['failed', 'disabled', 'precondition'],
  ])('a %s delivery of a webhook that is %s: sent again %j', (state, hook, verdict) => {
    const said = canSendAgain({ state }, hook)
    expect(said === true ? said : said.code).toBe(verdict)
  })

  test.each([
    ['active', true],
    ['paused', 'precondition'],
    ['disabled', 'precondition'],
  ] as const)('a test of one that is %s: %j', (status, verdict) => {
    const said = canTest({ status })
    expect(said === true ? said : said.code).toBe(verdict)
  })
})

describe('webhook: slots', () => {
  const due = (business: string, hook: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      id: `${business} ${hook} ${i}`,
      webhook_id: `${business} ${hook}`,
      business_id: business,
    }))

  test('an endpoint has two, a business four', () => {
    expect(startable(due('A', 'a', 9), [])).toHaveLength(SLOTS.webhook)
    const many = ['a', 'b', 'c', 'd'].flatMap((hook) => due('A', hook, 9))
    expect(startable(many, [])).toHaveLength(SLOTS.business)
  })

  test('a business with all its endpoints busy holds up nobody else', () => {
    const slow = ['a', 'b', 'c', 'd'].flatMap((hook) => due('A', hook, 9))
    const running = startable(slow, [])
    const started = startable([...slow, ...due('B', 'a', 1)], running)
    expect(started.map(({ business_id }) => business_id)).toEqual(['B'])
  })

  test('a delivery that runs is not started again, and all together have an end', () => {
    const [one] = due('A', 'a', 1)
    expect(startable(due('A', 'a', 1), one ? [one] : [])).toEqual([])
    const all = Array.from({ length: 400 }, (_, i) => due(`B${i}`, 'a', 1)).flat()
    expect(startable(all, [])).toHaveLength(SLOTS.all)
  })
})
