/** Health, metrics, the line of each request, rounds of checks and alarms (operations.md, health). */
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgeAlarms } from '#server/health/alarm.server.ts'
import { CheckRounds } from '#server/health/check-round.server.ts'
import { measureMetrics } from '#server/health/measure-metrics.server.ts'
import { registry } from '#server/health/metrics.ts'
import { serveMetrics } from '#server/health/metrics-listen.ts'
import { startBeat } from '#server/health/node-beat.server.ts'
import { openReadiness } from '#server/health/readiness.server.ts'
import { buildApp } from '#server/http/http.ts'
import { parseSettings } from '#server/settings.ts'
import { folderFiles } from '#server/storage.server.ts'
import type { Check } from '#server/verify.server.ts'
import { freshDatabase } from '../database.ts'
import { test_ca, test_certificate, test_certificate_key } from '../fixtures/tls.ts'
import { seedProvider, worldOn } from '../fixtures/world.ts'
import { Browser } from './harness.ts'
import { sampleBusinesses, samplePerson, testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const lines: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
const home = mkdtempSync(join(tmpdir(), 'stint-health-'))
const settings = parseSettings({ STINT_HOME: home })
const files = folderFiles(join(home, 'files'))
const readiness = openReadiness({ settings, database, files })
const app = await buildApp({
  installation: { settings, database, sessionSecret: 'a secret of this test alone, long enough' },
  host: '127.0.0.1',
  webFolder: join(home, 'dist'),
  clock,
  log,
  readiness,
})
const browser = new Browser(app)
afterAll(async () => {
  await app.close()
  readiness.close()
  rmSync(home, { recursive: true, force: true })
})

let email = ''
beforeAll(async () => {
  const sample = await sampleBusinesses(database)
  email = (await samplePerson(database, clock, sample.agency_id, ['primary_staff_user'])).email
  await browser.login(email)
})

describe('readiness', () => {
  test('callers on this machine see each check; strangers and callers behind a proxy the status alone', async () => {
    const own = await browser.get('/readyz')
    expect([own.status, Object.keys(own.body)]).toEqual([200, ['status', 'version', 'checks']])
    expect(own.body.checks).toMatchObject({
      database: { status: 'ok' },
      migrations: { value: '0 missing, 0 unknown' },
    })
    const stranger = await new Browser(app, '192.0.2.7').get('/readyz')
    expect(stranger.body).toEqual({ status: own.body.status })
    const behind = await browser.send({
      method: 'GET',
      url: '/readyz',
      headers: { 'x-forwarded-for': '192.0.2.7' },
    })
    expect(Object.keys(behind.body)).toEqual(['status'])
    expect((await browser.get('/livez')).body).toEqual({ status: 'ok' })
  })

  test('a process marks itself alive, and goes when it stops', async () => {
    const beat = await startBeat({ database, clock, log, kind: 'worker', address: null })
    const nodes = () =>
      database.owner.query('select kind, version from platform.node where id = $1', [beat.id])
    expect((await nodes()).rows).toEqual([
      { kind: 'worker', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    ])
    await beat.close()
    expect((await nodes()).rows).toEqual([])
  })
})

describe('the line of a request', () => {
  const lastLine = () => JSON.parse(lines.findLast((line) => line.includes('"msg":"request"')) ?? '{}')

  test('names the action, the person and the refusal, and nothing that the caller typed', async () => {
    const canary = 'canary-71'
    const body = {
      action_id: 'platform.note.create',
      input: { text: canary, [canary]: 1 },
      idempotency_key: canary,
    }
    await browser.post(`/api/permission/action?x=${canary}`, body)
    expect(lastLine()).toMatchObject({
      method: 'POST',
      route: '/api/permission/action',
      status: expect.any(Number),
      user_id: expect.any(String),
      business_id: expect.any(String),
    })
    expect(lines.join('')).not.toContain(canary)
  })

  test('an unknown address and an unknown action are counted without a name of their own', async () => {
    await browser.get('/api/canary-72')
    await browser.post('/api/permission/action', { action_id: 'canary.73', input: {} })
    expect(lastLine()).toMatchObject({ action_id: null, code: 'not_found' })
    const text = await registry.metrics()
    expect(text).toContain('stint_http_requests_total{route="other",method="GET",status="404"}')
    expect(text).not.toContain('canary')
  })
})

describe('metrics', () => {
  test('an address of their own answers with a token alone', async () => {
    const at = { host: '127.0.0.1', port: 0, token: 'a token of this test', tls: null, isAsked: true }
    const measure = () => measureMetrics({ database, readiness })
    const served = await serveMetrics({ at, measure, log })
    const ask = (headers: Record<string, string>) => fetch(served?.url ?? '', { headers })
    try {
      const refused = await ask({})
      expect([refused.status, refused.headers.get('x-content-type-options')]).toEqual([401, 'nosniff'])
      const answer = await ask({ authorization: 'Bearer a token of this test' })
      const text = await answer.text()
      expect(answer.headers.get('content-type')).toContain('text/plain')
      for (const name of [
        'stint_build_info',
        'stint_pool_connections',
        'stint_disk_free_ratio',
        'stint_signin_total',
      ])
        expect(text).toContain(name)
      // Lines of values; every label set is one series.
      expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length).toBeLessThan(
        6000,
      )
    } finally {
      await served?.close()
    }
  })

  test('with a certificate they answer over TLS of their own', async () => {
    const tls = { cert: test_certificate, key: test_certificate_key }
    const at = { host: '127.0.0.1', port: 0, token: null, tls, isAsked: true }
    const served = await serveMetrics({ at, measure: () => Promise.resolve(), log })
    const url = new URL(served?.url ?? '')
    try {
      expect(url.protocol).toBe('https:')
      const status = await new Promise((resolve, reject) =>
        get(url, { ca: test_ca }, (answer) => resolve(answer.statusCode)).on('error', reject),
      )
      expect(status).toBe(200)
      // Plain HTTP gets no answer there.
      await expect(fetch(`http://127.0.0.1:${url.port}/metrics`)).rejects.toThrow()
    } finally {
      await served?.close()
    }
  })

  test('a usual port that is taken turns them off; one that was asked for is a fault', async () => {
    const measure = () => Promise.resolve()
    const first = await serveMetrics({
      at: { host: '127.0.0.1', port: 0, token: null, tls: null, isAsked: true },
      measure,
      log,
    })
    const port = Number(new URL(first?.url ?? '').port)
    const again = (isAsked: boolean) =>
      serveMetrics({ at: { host: '127.0.0.1', port, token: null, tls: null, isAsked }, measure, log })
    try {
      expect(await again(false)).toBeNull()
      await expect(again(true)).rejects.toThrow('set METRICS_ADDRESS to another address')
    } finally {
      await first?.close()
    }
  })
})

describe('rounds of checks', () => {
  const check = (says: string, find: Check['find']): Check => ({ id: 'T1', says, find })
  const holds = (says: string) => check(says, () => Promise.resolve([]))
  const found = async () =>
    (await database.owner.query('select says, broken from platform.check_result order by checked_at, says'))
      .rows

  test('take the longest unasked first, and stop when their time is over', async () => {
    const checks = [holds('first'), holds('second'), holds('third')]
    const round = new CheckRounds({ database, clock, log, checks, budget_ms: 0 })
    expect(await round.run()).toBe(1)
    clock.advance({ hours: 24 })
    expect(await round.run()).toBe(1)
    expect((await found()).map((row) => row.says)).toEqual(['first', 'second'])
    clock.advance({ hours: 24 })
    await round.run()
    clock.advance({ hours: 24 })
    await round.run()
    expect((await found()).map((row) => row.says)).toEqual(['second', 'third', 'first'])
  })

  test('a check of a former release is forgotten, and its alarm ends', async () => {
    await database.owner.query(
      `insert into platform.check_result (says, check_id, checked_at, took_ms, broken, changed_at)
       values ('in former words', 'T1', now() - interval '3 days', 1, '{"row 1 is not"}', now())`,
    )
    const judge = () =>
      judgeAlarms({ database: database.jobs, clock }, { disk_free_ratio: 0.5, running_s: 0 })
    expect(await judge()).toContain('InvariantBroken')
    await new CheckRounds({ database: database.jobs, clock, log, checks: [holds('in words of today')] }).run()
    expect((await found()).map((row) => row.says)).toEqual(['in words of today'])
    expect(await judge()).not.toContain('InvariantBroken')
  })

  test('a check that cannot run holds up no other', async () => {
    const fails = check('fails', (tx) => tx.rows<never>('select 1 / 0').then(() => []))
    const round = new CheckRounds({ database, clock, log, checks: [fails, holds('other')] })
    expect(await round.run()).toBe(2)
    expect((await found()).map((row) => row.says)).toContain('other')
    expect((await found()).map((row) => row.says)).not.toContain('fails')
  })

  test('every check of verify runs as the worker’s role', async () => {
    const errors: string[] = []
    const quiet = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) })
    const round = new CheckRounds({ database: database.jobs, clock, log: quiet, budget_ms: 600_000 })
    expect(await round.run()).toBeGreaterThan(30)
    // All of them ran; L13 names the person of the sample, written by no verb.
    expect(errors.map((line) => JSON.parse(line).check)).toEqual(['L13'])
  })
})

describe('alarms', () => {
  test('a broken row is told to the provider’s administrators once, again after four hours, and at its end', async () => {
    const { admin } = await seedProvider(worldOn(database))
    const own = { disk_free_ratio: 0.5, running_s: 0 }
    const judge = () => judgeAlarms({ database, clock }, own)
    const mails = async () =>
      (
        await database.owner.query(
          `select subject from log.mail where fact_key like 'alarm:%' and "to" = (select lower(email)
             from business.business_contact where id = $1) order by created_at, subject`,
          [admin.business_contact_id],
        )
      ).rows.map((row) => row.subject)
    await database.owner.query('delete from platform.check_result')
    expect(await judge()).toEqual([])
    await database.owner.query(
      `insert into platform.check_result (says, check_id, checked_at, took_ms, broken) values ('all is in order', 'T1', now(), 1, '{"row 1 is not"}')`,
    )
    expect(await judge()).toEqual(['InvariantBroken'])
    await judge()
    const begins = 'Stint alarm: a check of the books found broken rows'
    expect(await mails()).toEqual([begins])
    clock.advance({ hours: 4 })
    await judge()
    expect(await mails()).toEqual([begins, `${begins}, still`])
    await database.owner.query(`update platform.check_result set broken = '{}'`)
    clock.advance({ seconds: 1 })
    expect(await judge()).toEqual([])
    expect(await mails()).toEqual([begins, `${begins}, still`, `${begins}: over`])
  })
})

describe('messages', () => {
  test('a held message is late neither for readiness nor for metrics nor for alarms; a free one is', async () => {
    const judge = () => judgeAlarms({ database, clock }, { disk_free_ratio: 0.5, running_s: 0 })
    const ages = async () => {
      const fresh = openReadiness({ settings, database, files })
      await measureMetrics({ database, readiness: fresh })
      const { outbox_oldest_s } = await fresh.measure()
      fresh.close()
      const text = await registry.metrics()
      return [outbox_oldest_s !== null && outbox_oldest_s > 3000, text.includes('topic="held"')]
    }
    await database.owner.query('update platform.outbox set delivered_at = now() where delivered_at is null')
    await database.owner.query(
      `insert into platform.outbox (topic, fact_key, payload, created_at, is_held)
       values ('held', 'held', '{}', now() - interval '1 hour', true)`,
    )
    expect([await ages(), await judge()]).toEqual([[false, false], []])
    await database.owner.query('update platform.outbox set is_held = false')
    expect([await ages(), await judge()]).toEqual([[true, true], ['OutboxStuck']])
  })
})

describe('stopping', () => {
  test('readiness fails at once; calls are answered on, and no connection is kept', async () => {
    readiness.stop()
    const ready = await browser.get('/readyz')
    expect([ready.status, ready.raw.headers.connection]).toEqual([503, 'close'])
    expect(ready.body.checks).toMatchObject({ stopping: { status: 'fail' } })
    const call = await browser.get('/api/auth/session')
    expect([call.status, call.raw.headers.connection]).toEqual([200, 'close'])
    expect((await browser.get('/livez')).status).toBe(200)
  })
})
