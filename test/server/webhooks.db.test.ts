/** Webhooks (docs/security.md, webhooks): who hears of a record, how it is sent, and how faults end. */
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { allowedNetworks } from '#business/shared/public-address.rules.ts'
import { type SendDeps, sendDelivery } from '#business/webhooks/send-delivery.job.ts'
import { webhookFactsTopic } from '#business/webhooks/webhook-facts.job.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { fixedClock } from '#kernel/clock.ts'
import { type Instant, instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { runDaily } from '#server/daily.server.ts'
import { newDataKey } from '#server/data-key.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { rotateKey } from '#server/security/rotate-key.server.ts'
import { parseSettings } from '#server/settings.ts'
import { openFiles } from '#server/storage.server.ts'
import { freshWorld } from '../fixtures/fresh-world.ts'
import {
  act,
  seedAgency,
  seedApprovedTimesheet,
  seedClient,
  seedContractor,
  seedFunder,
  seedPlacement,
  seedProvider,
} from '../fixtures/world.ts'
import { HookEndpoint } from './hook-endpoint.ts'
import { test_data_keys } from './sample.ts'

const { database, world: closed } = await freshWorld()
/** The operator opened this machine to webhooks. */
const world = { ...closed, settings: { ...test_data_keys, webhookAllow: ['127.0.0.1'] } }
const provider = await seedProvider(world)
const agency = await seedAgency(world, provider)
const other = await seedAgency(world, provider)
const funder = await seedFunder(world, provider)
const parties = {
  agency,
  client: await seedClient(world, agency),
  contractor: await seedContractor(world, agency),
}

const endpoint = new HookEndpoint()
await endpoint.listen()
afterAll(() => endpoint.close())
beforeEach(async () => {
  endpoint.received.length = 0
  endpoint.answer = (response) => response.end()
  await rowsOf('update platform.webhook set deleted_at = now() where deleted_at is null')
  await rowsOf('truncate platform.webhook_delivery')
})

const rowsOf = async (sql: string, params: unknown[] = []) => (await database.owner.query(sql, params)).rows

type Made = { readonly id: string; readonly secret: string }
const events = ['transaction.timesheet.approved', 'transaction.timesheet.submitted']
const make = (viewer: Viewer = agency.admin, more: object = {}) =>
  act<Made>(world, viewer, 'platform.webhook.create', { url: endpoint.url, events, ...more })

const deps = (now: Instant = world.clock.now()): SendDeps => ({
  database,
  clock: fixedClock(now),
  settings: test_data_keys,
  posting: { allowed: allowedNetworks(['127.0.0.1']) },
})

/** Turns the facts of the outbox into deliveries, as the worker does. */
async function fanOut(): Promise<void> {
  const settings = parseSettings({ DATA_KEY: test_data_keys.dataKey })
  const topics = new Map([[webhookFactsTopic.topic, webhookFactsTopic]])
  const waiting = await rowsOf(
    `select id from platform.outbox where topic = 'webhook_facts' and delivered_at is null order by created_at, id`,
  )
  for (const { id } of waiting)
    await deliverOutbox(
      { database, clock: world.clock, settings, files: openFiles(settings.files) },
      topics,
      id,
    )
}

type Row = {
  id: string
  business_id: string
  event: string
  state: string
  attempts: number
  next_attempt_at: Instant | null
  status_code: number | null
  error: string | null
  response: string | null
  message_id: string
  payload: string
}
const deliveries = (): Promise<Row[]> =>
  rowsOf('select * from platform.webhook_delivery order by created_at, event, id')

const approved = async () => seedApprovedTimesheet(world, await seedPlacement(world, parties))

/** One delivery of a test message, sent once. */
async function sentOnce(hook: Made, now?: Instant): Promise<Row> {
  const { delivery_id } = await act<{ delivery_id: string }>(
    world,
    agency.admin,
    'platform.webhook.send_test',
    {
      id: hook.id,
    },
  )
  await sendDelivery(deps(now), delivery_id)
  return present(
    (await deliveries()).find(({ id }) => id === delivery_id),
    'the delivery',
  )
}

const later = (seconds: number): Instant => instantFromMs(toMs(world.clock.now()) + seconds * 1000)

describe('webhook: facts', () => {
  test('each webhook whose business sees the record gets a thin message, others none', async () => {
    const hooks = [
      await make(),
      await make(provider.admin),
      await make(other.admin),
      await make(funder.admin),
    ]
    await approved()
    await fanOut()
    const rows = await deliveries()
    expect(
      rows.map(({ business_id, event }) => [business_id === agency.id ? 'agency' : 'provider', event]).sort(),
    ).toEqual(
      ['agency', 'provider'].flatMap((who) => [
        [who, 'transaction.timesheet.approved'],
        [who, 'transaction.timesheet.submitted'],
      ]),
    )
    expect(hooks).toHaveLength(4)
    const { type, data } = JSON.parse(present(rows[0], 'a delivery').payload)
    expect(Object.keys(data).sort()).toEqual(['entity', 'human_id', 'id', 'old_status', 'status'])
    expect([type, data.entity, data.human_id]).toEqual([
      'transaction.timesheet.approved',
      'transaction.timesheet',
      expect.stringMatching(/^TMS/),
    ])
    expect([data.old_status, data.status]).toEqual(['submitted', 'approved'])
  })

  test('nothing is queued while nobody listens, nor for other events', async () => {
    await rowsOf(`delete from platform.outbox where topic = 'webhook_facts'`)
    await approved()
    expect(await rowsOf(`select id from platform.outbox where topic = 'webhook_facts'`)).toEqual([])
    await make(agency.admin, { events: ['transaction.payslip.paid'] })
    await approved()
    expect(await rowsOf(`select id from platform.outbox where topic = 'webhook_facts'`)).toEqual([])
  })

  test('a repeat of the fan-out writes nothing twice; a paused webhook keeps its own, a disabled one has none', async () => {
    const paused = await make()
    await act(world, agency.admin, 'platform.webhook.pause', { id: paused.id })
    const disabled = await make()
    await rowsOf(`update platform.webhook set state = 'disabled', reason = 'Gone' where id = $1`, [
      disabled.id,
    ])
    await approved()
    await fanOut()
    await rowsOf(
      `update platform.outbox set delivered_at = null, lease_until = null where topic = 'webhook_facts'`,
    )
    await fanOut()
    const rows = await deliveries()
    expect(rows).toHaveLength(2)
    for (const { id } of rows) await sendDelivery(deps(), id)
    expect(endpoint.received).toHaveLength(0)
    await act(world, agency.admin, 'platform.webhook.resume', { id: paused.id })
    for (const { id } of rows) await sendDelivery(deps(), id)
    expect(endpoint.received).toHaveLength(2)
  })

  test('a record that the business lost sight of is not delivered, nor again', async () => {
    await make(agency.admin, { events: ['transaction.timesheet.approved'] })
    const { id } = await approved()
    await fanOut()
    await rowsOf('update transaction.timesheet set agency_id = $2 where id = $1', [id, other.id])
    const [row] = await deliveries()
    await sendDelivery(deps(), present(row, 'a delivery').id)
    expect(endpoint.received).toHaveLength(0)
    expect((await deliveries())[0]).toMatchObject({
      state: 'failed',
      attempts: 0,
      error: 'Your business no longer sees this record',
    })
    await act(world, agency.admin, 'platform.webhook_delivery.send_again', { id: row?.id })
    await sendDelivery(deps(), present(row, 'a delivery').id)
    expect(endpoint.received).toHaveLength(0)
  })
})

describe('webhook: a delivery', () => {
  test('is verified by the receivers’ own library', async () => {
    const hook = await make()
    const now = instant(new Date().toISOString())
    expect(await sentOnce(hook, now)).toMatchObject({ state: 'delivered', attempts: 1, status_code: 200 })
    const { headers, body } = present(endpoint.received[0], 'a request')
    const verified = new Webhook(hook.secret).verify(body, headers as Record<string, string>)
    expect(verified).toMatchObject({ type: 'webhook.ping', data: { id: hook.id } })
    const foreign = new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`)
    expect(() => foreign.verify(body, headers as Record<string, string>)).toThrow('No matching signature')
    expect(() => new Webhook(hook.secret).verify(`${body} `, headers as Record<string, string>)).toThrow()
  })

  test('after a rotation both secrets sign for 24 hours, then the new one alone', async () => {
    const hook = await make()
    const next = await act<Made>(world, agency.admin, 'platform.webhook.rotate_secret', { id: hook.id })
    expect(next.secret).not.toBe(hook.secret)
    const signatures = async (now: Instant) => {
      endpoint.received.length = 0
      await sentOnce(hook, now)
      const { headers, body } = present(endpoint.received[0], 'a request')
      const sign = (secret: string) =>
        new Webhook(secret).sign(
          String(headers['webhook-id']),
          new Date(Math.floor(toMs(now) / 1000) * 1000),
          body,
        )
      const sent = String(headers['webhook-signature']).split(' ')
      return [sent.includes(sign(next.secret)), sent.includes(sign(hook.secret)), sent.length]
    }
    expect(await signatures(later(24 * 3600 - 1))).toEqual([true, true, 2])
    expect(await signatures(later(24 * 3600))).toEqual([true, false, 1])
  })

  test('sent again it keeps its message id and body, at a new moment', async () => {
    const hook = await make()
    endpoint.answer = (response) => response.writeHead(500).end('no')
    const row = await sentOnce(hook)
    expect(row).toMatchObject({ state: 'pending', attempts: 1, status_code: 500, response: 'no' })
    await expect(
      act(world, agency.admin, 'platform.webhook_delivery.send_again', { id: row.id }),
    ).rejects.toMatchObject({ code: 'precondition' })
    await rowsOf(
      `update platform.webhook_delivery set state = 'failed', next_attempt_at = null where id = $1`,
      [row.id],
    )
    await act(world, agency.admin, 'platform.webhook_delivery.send_again', { id: row.id })
    await sendDelivery(deps(later(60)), row.id)
    const [first, second] = endpoint.received
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
    expect(Number(second?.headers['webhook-timestamp'])).toBe(
      Number(first?.headers['webhook-timestamp']) + 60,
    )
  })

  test('two workers send it once', async () => {
    const hook = await make()
    const { delivery_id } = await act<{ delivery_id: string }>(
      world,
      agency.admin,
      'platform.webhook.send_test',
      {
        id: hook.id,
      },
    )
    await Promise.all(Array.from({ length: 4 }, () => sendDelivery(deps(), delivery_id)))
    expect(endpoint.received).toHaveLength(1)
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }])
  })
})

describe('webhook: faults', () => {
  test.each<[string, (typeof endpoint)['answer'], object]>([
    [
      'an error',
      (r) => r.writeHead(503).end('x'.repeat(9000)),
      { status_code: 503, error: 'The endpoint answered 503' },
    ],
    [
      'a redirect',
      (r) => r.writeHead(302, { location: `${endpoint.url}/elsewhere` }).end(),
      { status_code: 302, error: 'Redirects are not followed' },
    ],
    [
      'a broken connection',
      (r) => r.destroy(),
      { status_code: null, error: 'The connection was broken off' },
    ],
    [
      'letters that no column holds',
      (r) => r.writeHead(400).end('a\u0000b\u001b[31m'),
      { response: 'a b [31m' },
    ],
  ])('%s is a failed try', async (_name, answer, said) => {
    endpoint.answer = answer
    const row = await sentOnce(await make())
    expect(row).toMatchObject({ state: 'pending', attempts: 1, ...said })
    expect(endpoint.received).toHaveLength(1)
    expect(row.response?.length ?? 0).toBeLessThanOrEqual(500)
    const seconds = (toMs(present(row.next_attempt_at, 'a next try')) - toMs(world.clock.now())) / 1000
    expect(seconds).toBeGreaterThanOrEqual(4.5)
    expect(seconds).toBeLessThanOrEqual(5.5)
  })

  test('an endpoint that never answers is given up', async () => {
    endpoint.answer = () => undefined
    const hook = await make()
    const { delivery_id } = await act<{ delivery_id: string }>(
      world,
      agency.admin,
      'platform.webhook.send_test',
      {
        id: hook.id,
      },
    )
    const { posting, ...rest } = deps()
    await sendDelivery({ ...rest, posting: { ...posting, timeout_ms: 300 } }, delivery_id)
    expect(await deliveries()).toMatchObject([
      { state: 'pending', attempts: 1, error: 'No answer within 0.3 seconds' },
    ])
  })

  test('a process that ends gives the delivery back and counts no try', async () => {
    const hook = await make()
    const { delivery_id } = await act<{ delivery_id: string }>(
      world,
      agency.admin,
      'platform.webhook.send_test',
      {
        id: hook.id,
      },
    )
    const stop = new AbortController()
    endpoint.answer = () => stop.abort()
    const { posting, ...rest } = deps()
    await sendDelivery({ ...rest, posting: { ...posting, signal: stop.signal } }, delivery_id)
    expect(await deliveries()).toMatchObject([
      { state: 'pending', attempts: 0, error: null, lease_until: null },
    ])
    endpoint.answer = (response) => response.end()
    await sendDelivery(deps(), delivery_id)
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }])
  })

  test('Retry-After is kept', async () => {
    endpoint.answer = (response) => response.writeHead(429, { 'retry-after': '3600' }).end()
    const row = await sentOnce(await make())
    expect(toMs(present(row.next_attempt_at, 'a next try'))).toBe(toMs(later(3600)))
  })

  test('ten failed tries end it', async () => {
    endpoint.answer = (response) => response.writeHead(500).end()
    const hook = await make()
    let row = await sentOnce(hook)
    for (let tries = 2; tries <= 10; tries += 1) {
      await sendDelivery(deps(present(row.next_attempt_at, 'a next try')), row.id)
      row = present((await deliveries())[0], 'the delivery')
      expect(row.attempts).toBe(tries)
    }
    expect(row).toMatchObject({ state: 'failed', next_attempt_at: null })
    expect(await rowsOf('select state from platform.webhook where id = $1', [hook.id])).toEqual([
      { state: 'active' },
    ])
  })

  const hookRow = async (id: string) =>
    (await rowsOf('select state, reason, failing_since from platform.webhook where id = $1', [id]))[0]
  const tasksOf = (id: string) =>
    rowsOf(
      `select kind, state, title from log.notification_log where entity_id = $1 and class = 'task' order by created_at`,
      [id],
    )
  const mailsOf = (id: string) =>
    rowsOf(`select "to", subject from log.mail where parent_id = $1 order by "to"`, [id])

  test('410 disables the webhook: its administrators get a mail and a task until it is resumed', async () => {
    endpoint.answer = (response) => response.writeHead(410).end()
    const hook = await make()
    await sentOnce(hook)
    expect(await hookRow(hook.id)).toMatchObject({
      state: 'disabled',
      reason: 'The endpoint answered 410: it is gone',
    })
    expect(await mailsOf(hook.id)).toMatchObject([
      { to: agency.admin.email, subject: 'A webhook was disabled' },
    ])
    expect(await tasksOf(hook.id)).toMatchObject([{ kind: 'webhook_disabled', state: 'open' }])
    await expect(
      act(world, agency.admin, 'platform.webhook.send_test', { id: hook.id }),
    ).rejects.toMatchObject({
      message: 'This webhook is disabled. Resume it first.',
    })
    await act(world, agency.admin, 'platform.webhook.resume', { id: hook.id })
    expect(await tasksOf(hook.id)).toMatchObject([{ state: 'done' }])
    expect(await hookRow(hook.id)).toEqual({ state: 'active', reason: null, failing_since: null })
  })

  test('5 days of failures only disable it; one delivery among them begins the count again', async () => {
    const hook = await make()
    const day = 24 * 3600
    const fail = async (seconds: number) => {
      endpoint.answer = (response) => response.writeHead(500).end()
      await sentOnce(hook, later(seconds))
    }
    await fail(0)
    endpoint.answer = (response) => response.end()
    await sentOnce(hook, later(4 * day))
    await fail(4 * day + 1)
    await fail(9 * day)
    expect(await hookRow(hook.id)).toMatchObject({ state: 'active' })
    await fail(9 * day + 1)
    expect(await hookRow(hook.id)).toMatchObject({
      state: 'disabled',
      reason: 'Every try of 5 days has failed',
    })
    expect(await mailsOf(hook.id)).toHaveLength(1)
  })
})

test('webhook: deliveries are kept for 30 days', async () => {
  const hook = await make()
  const [old, young] = [await sentOnce(hook), await sentOnce(hook)]
  const made = (id: string, days: number) =>
    rowsOf('update platform.webhook_delivery set created_at = $2 where id = $1', [
      id,
      later(-days * 24 * 3600),
    ])
  await made(old.id, 31)
  await made(young.id, 29)
  await runDaily({ database, clock: world.clock })
  expect((await deliveries()).map(({ id }) => id)).toEqual([young.id])
})

test('webhook: after a change of DATA_KEY its secrets open with the new key alone', async () => {
  const hook = await make()
  await act(world, agency.admin, 'platform.webhook.rotate_secret', { id: hook.id })
  const next = { dataKey: newDataKey(), dataKeyOld: test_data_keys.dataKey }
  await expect(
    rotateKey(database, world.clock, { dataKey: newDataKey(), dataKeyOld: newDataKey() }),
  ).rejects.toThrow('set DATA_KEY_OLD')
  expect((await rotateKey(database, world.clock, next)).changed).toBeGreaterThanOrEqual(2)
  expect((await rotateKey(database, world.clock, { ...next, dataKeyOld: null })).changed).toBe(0)
  const { delivery_id } = await act<{ delivery_id: string }>(
    world,
    agency.admin,
    'platform.webhook.send_test',
    {
      id: hook.id,
    },
  )
  await sendDelivery({ ...deps(), settings: { ...next, dataKeyOld: null } }, delivery_id)
  const { headers, body } = present(endpoint.received[0], 'a request')
  const sent = new Date(Number(headers['webhook-timestamp']) * 1000)
  expect(String(headers['webhook-signature']).split(' ')).toContain(
    new Webhook(hook.secret).sign(String(headers['webhook-id']), sent, body),
  )
  await rotateKey(database, world.clock, { ...test_data_keys, dataKeyOld: next.dataKey })
})

describe('webhook: its verbs', () => {
  test('the number of a machine in a closed network is refused under its field, unless the operator opened it', async () => {
    const fault = { code: 'invalid', errors: { url: 'The address leads into a network that is not public' } }
    const hook = await make()
    for (const url of ['https://10.0.0.1/hooks', 'https://127.0.0.2:8443', 'https://[::ffff:a00:1]/']) {
      await expect(make(agency.admin, { url })).rejects.toMatchObject(fault)
      const change = act(world, agency.admin, 'platform.webhook.update', { id: hook.id, url, events })
      await expect(change).rejects.toMatchObject(fault)
    }
    const [row] = await rowsOf('select url from platform.webhook where id = $1', [hook.id])
    expect(row).toEqual({ url: endpoint.url })
  })

  test('the secret is in the first answer alone, in no table, and a repeat says that it was shown', async () => {
    const again = () =>
      act<Made>(world, agency.admin, 'platform.webhook.create', { url: endpoint.url, events }, 'hook 1')
    const { secret, ...rest } = await again()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await again()).toEqual({ ...rest, secret: null, already_shown: true })
    const tables = await rowsOf(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    for (const { name } of tables) {
      const found = await rowsOf(
        `select 1 from ${name} whole_row where whole_row::text like '%' || $1 || '%' limit 1`,
        [secret.slice(6)],
      )
      expect([name, found]).toEqual([name, []])
    }
  })

  test('another business finds nothing of it', async () => {
    const hook = await make()
    const row = await sentOnce(hook)
    for (const action of ['update', 'pause', 'resume', 'delete', 'rotate_secret', 'send_test', 'send_failed'])
      await expect(
        act(world, other.admin, `platform.webhook.${action}`, {
          id: hook.id,
          ...(action === 'update' ? { url: endpoint.url, events } : {}),
          ...(action === 'send_failed' ? { from_day: '2025-06-01', to_day: '2025-06-30' } : {}),
        }),
      ).rejects.toMatchObject({ code: 'not_found' })
    await expect(
      act(world, other.admin, 'platform.webhook_delivery.send_again', { id: row.id }),
    ).rejects.toMatchObject({ code: 'not_found' })
    await expect(make(agency.user)).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test.each([
    [{ url: 'http://127.0.0.1/hooks' }, 'url', 'The address must begin with https://'],
    [{ url: '   ' }, 'url', 'Required'],
    [{ events: [] }, 'events', 'Required'],
    [{ events: ['transaction.timesheet.draft'] }, 'events', undefined],
    [{ events: ['webhook.ping'] }, 'events', undefined],
  ])('%j is refused', async (more, field, message) => {
    const refused = await make(agency.admin, more).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'invalid' })
    const { errors } = refused as { errors: Record<string, string> }
    expect(Object.keys(errors)[0]).toMatch(new RegExp(`^${field}`))
    if (message !== undefined && message !== 'Required') expect(errors[field]).toBe(message)
  })

  test('the eleventh of a business is refused, and a deleted one makes room', async () => {
    const hooks = []
    for (let i = 0; i < 10; i += 1) hooks.push(await make())
    await expect(make()).rejects.toMatchObject({ code: 'precondition' })
    await act(world, agency.admin, 'platform.webhook.delete', { id: hooks[0]?.id })
    await make()
  })

  test('a deleted webhook sends nothing that waited', async () => {
    const hook = await make()
    await approved()
    await fanOut()
    await act(world, agency.admin, 'platform.webhook.delete', { id: hook.id })
    for (const { id } of await deliveries()) await sendDelivery(deps(), id)
    expect(endpoint.received).toHaveLength(0)
    expect(await deliveries()).toMatchObject([{ state: 'failed' }, { state: 'failed' }])
  })

  test('all failed of a period are sent again by a job, others stay', async () => {
    const hook = await make()
    const [row, outside, done] = [await sentOnce(hook), await sentOnce(hook), await sentOnce(hook)]
    await rowsOf(`update platform.webhook_delivery set state = 'failed' where id <> $1`, [done.id])
    await rowsOf(`update platform.webhook_delivery set created_at = '2025-05-01T10:00:00Z' where id = $1`, [
      outside.id,
    ])
    const period = { id: hook.id, from_day: '2025-06-01', to_day: '2025-06-30' }
    const { job_id, total } = await act<{ job_id: string; total: number }>(
      world,
      agency.admin,
      'platform.webhook.send_failed',
      period,
    )
    expect(total).toBe(1)
    const { runJob } = await import('#server/run-job.server.ts')
    await runJob({ database, clock: world.clock }, job_id)
    const states = new Map((await deliveries()).map(({ id, state }) => [id, state]))
    expect([row, outside, done].map(({ id }) => states.get(id))).toEqual(['pending', 'failed', 'delivered'])
    await rowsOf(`update platform.webhook_delivery set state = 'delivered', next_attempt_at = null`)
    await expect(act(world, agency.admin, 'platform.webhook.send_failed', period)).rejects.toMatchObject({
      message: 'No delivery of this period has failed',
    })
    await expect(
      act(world, agency.admin, 'platform.webhook.send_failed', { ...period, to_day: '2025-05-31' }),
    ).rejects.toMatchObject({ code: 'precondition' })
  })

  test('its changes are security events', async () => {
    const hook = await make()
    await act(world, agency.admin, 'platform.webhook.rotate_secret', { id: hook.id })
    await act(world, agency.admin, 'platform.webhook.delete', { id: hook.id })
    const rows = await rowsOf(`select says from log.security_event where kind = 'webhook_changed'`)
    for (const said of ['Active', 'New secret', 'Deleted'])
      expect(rows).toContainEqual({ says: `${endpoint.url}, ${said}` })
  })
})
