import { beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '#data/limits.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { type Person, sampleBusinesses, samplePerson, testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock)
let person: Person
const browser = new Browser(app)
const colleague = new Browser(app)
const manager = new Browser(app)

beforeAll(async () => {
  const sample = await sampleBusinesses(database)
  person = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
  await browser.login(person.email)
  await colleague.login((await samplePerson(database, clock, sample.agency_id, ['agency_admin'])).email)
  await manager.login((await samplePerson(database, clock, sample.client_id, ['hiring_manager'])).email)
})

describe('a call that changes something', () => {
  const url = '/api/permission/action'
  const payload = { action_id: 'test.nothing', input: {}, idempotency_key: 'k' }

  test.each([
    ['without our header', { 'x-stint-csrf': '' }],
    ['from a page of another origin', { origin: 'https://evil.example' }],
    ['from another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
  ])('%s is refused', async (_what, headers) => {
    const answer = await browser.send({ method: 'POST', url, payload, headers })
    expect([answer.status, answer.body.code]).toEqual([403, 'not_allowed'])
  })

  test('from our own page is looked at', async () => {
    const headers = { origin: 'http://localhost:80', host: 'localhost:80' }
    const answer = await browser.send({ method: 'POST', url, payload, headers })
    expect([answer.status, answer.body.message]).toEqual([404, 'Action not found'])
  })

  test('signed out: asked to sign in', async () => {
    const answer = await new Browser(app).post(url, payload)
    expect([answer.status, answer.body]).toEqual([
      401,
      { success: false, message: 'Please sign in', code: 'signed_out' },
    ])
  })

  test('without action id answers nothing', async () => {
    const answer = await browser.post(url, { input: {} })
    expect([answer.status, answer.raw.body]).toEqual([204, ''])
  })

  test.each([
    ['action', { action_id: 'test.nothing', input: {}, idempotencyKey: 'k' }, 'idempotencyKey'],
    ['hasuraAction', { action: { name: 'test.nothing' }, input: {}, once: 'k' }, 'once'],
  ])('%s: an unknown key beside the input is refused with its name', async (name, body, key) => {
    const answer = await browser.post(`/api/permission/${name}`, body)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(`"${key}":"Please enter a valid Input"`)
  })

  test('sign-out needs our header too, since it is a GET', async () => {
    const answer = await browser.send({
      method: 'GET',
      url: '/api/auth/logout',
      headers: { 'x-stint-csrf': '' },
    })
    expect(answer.status).toBe(403)
    expect((await browser.get('/api/auth/session')).status).toBe(200)
  })
})

test('actions: refusals of values that others have are limited for each user', async () => {
  const input = {
    company: {
      name: 'Kestrel',
      brn: '10000001',
      is_vat_registered: false,
      email: 'accounts@example.org',
      address: { line_1: '1 Mill Lane', city: 'Leeds', zipcode: 'LS1 1AA' },
    },
    temp_payment_terms: 30,
  }
  await database.owner.query(
    `insert into business.address (id, line_1, city, zipcode) values ('00000000-0000-7000-8000-0000000000ad', '1 Mill Lane', 'Leeds', 'LS1 1AA')`,
  )
  await database.owner.query(
    `insert into business.company (name, brn, address_id) values ('Kestrel', '10000001', '00000000-0000-7000-8000-0000000000ad')`,
  )
  const create = () => browser.post('/api/permission/action', { action_id: 'business.client.create', input })
  for (let n = 0; n < LIMITS.duplicates_a_minute; n += 1) {
    const answer = await create()
    expect([answer.status, answer.body.message]).toEqual([400, 'Registration Number already exists'])
  }
  const answer = await create()
  expect([answer.status, answer.body.message]).toEqual([
    429,
    'Too many values that exist already. Please try again in a minute',
  ])
})

test('unknown call: says so; an unknown page does not name one', async () => {
  expect((await browser.post('/api/permission/fly', {})).body).toEqual({
    success: false,
    message: 'There is no call POST /api/permission/fly',
    code: 'not_found',
  })
})

test.each([
  ['not JSON', '{', 'application/json'],
  ['another kind', '<x/>', 'application/xml'],
])('a body that is %s is refused in one sentence', async (_what, payload, type) => {
  const answer = await browser.send({
    method: 'POST',
    url: '/api/auth/login',
    payload,
    headers: { 'content-type': type },
  })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(answer.body).toMatchObject({ success: false, code: 'invalid' })
})

describe('text that no column can hold', () => {
  const nul = 'a\u0000b'
  test.each([
    ['/api/auth/login', { email: `${nul}@example.org`, password: 'x' }],
    ['/api/auth/demo', { persona: nul }],
    ['/api/auth/switch', { business_contact_id: nul }],
    ['/api/permission/action', { action_id: nul, input: {} }],
    [
      '/api/permission/action',
      { action_id: 'platform.user.update_preferences', input: { preferences: { a: nul } } },
    ],
    [
      '/api/permission/action',
      { action_id: 'platform.user.update_preferences', input: { preferences: {} }, idempotency_key: nul },
    ],
  ])('%s says so', async (url, payload) => {
    const answer = await browser.post(url, payload)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid'])
  })

  test('is unique nowhere, and names no file', async () => {
    const unique = { value: nul, field: 'email' }
    const asked = await browser.post('/api/permission/unique', { module: 'platform', entity: 'user', unique })
    expect(asked.body).toEqual({ success: true, data: { unique: false } })
    expect((await browser.get('/api/storage/download?path=%00')).status).toBe(400)
    expect((await browser.get('/api/pdf/invoice/%00')).status).toBe(400)
  })
})

test('unreadable address: refused like any call', async () => {
  const answer = await browser.get('/agency/transaction/invoice/%ff')
  expect([answer.status, answer.body]).toEqual([
    400,
    { success: false, message: 'The request could not be read', code: 'invalid' },
  ])
  expect(answer.raw.headers['x-content-type-options']).toBe('nosniff')
})

test('every answer carries a strict policy, its number, and is not kept by caches', async () => {
  const { raw } = await browser.get('/api/auth/session')
  expect(raw.headers['content-security-policy']).toContain("script-src 'self'")
  expect(raw.headers['content-security-policy']).not.toContain('unsafe')
  expect(raw.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(raw.headers['x-content-type-options']).toBe('nosniff')
  expect(raw.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(raw.headers['cache-control']).toBe('no-store')
})

describe('the unique check', () => {
  const ask = async (module: string, entity: string, field: string, value: string, by = browser) =>
    (await by.post('/api/permission/unique', { module, entity, unique: { value, field, type: 'text' } })).body

  test('answers a signed-in caller with one flag', async () => {
    expect(await ask('platform', 'user', 'email', person.email.toUpperCase())).toEqual({
      success: true,
      data: { unique: false },
    })
    expect(await ask('platform', 'user', 'email', 'new@example.org')).toMatchObject({
      data: { unique: true },
    })
  })

  test.each([
    ['platform', 'user', 'email'],
    ['business', 'company', 'brn'],
    ['business', 'individual', 'utr'],
  ])('%s.%s.%s: a role without its form is answered alike for every value', async (module, entity, field) => {
    expect(await ask(module, entity, field, '99999999', colleague)).toMatchObject({ data: { unique: true } })
    expect(await ask(module, entity, field, '99999999', manager)).toMatchObject({ data: { unique: false } })
  })

  test('forbidden questions count as not unique', async () => {
    expect(await ask('business', 'bank_account', 'account_number', '1')).toMatchObject({
      data: { unique: false },
    })
    expect(await ask('platform', 'user', 'email', '')).toMatchObject({ data: { unique: false } })
  })

  test('what cannot be read counts as not unique; the limit is of the person, and answers 429', async () => {
    const ask_it = (payload: string) =>
      browser.send({
        method: 'POST',
        url: '/api/permission/unique',
        payload,
        headers: { 'content-type': 'application/json' },
      })
    expect(await ask_it('{"module"')).toMatchObject({ status: 200, body: { data: { unique: false } } })
    const free = '{"module":"platform","entity":"user","unique":{"value":"new@example.org","field":"email"}}'
    clock.advance({ minutes: 2 })
    const answers = []
    for (let i = 0; i < 61; i += 1) answers.push(await ask_it(free))
    for (const answer of answers.slice(0, 60)) expect(answer.body).toMatchObject({ data: { unique: true } })
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { success: false } })
    // A colleague behind the same address.
    expect(await ask('platform', 'user', 'email', 'new@example.org', colleague)).toMatchObject({
      data: { unique: true },
    })
  })

  test('answers strangers nothing', async () => {
    expect(await ask('platform', 'user', 'email', person.email, new Browser(app))).toMatchObject({
      code: 'signed_out',
    })
  })
})

describe('health', () => {
  test('is good while the database answers', async () => {
    const answer = await browser.get('/api/health')
    expect([answer.status, answer.body.checks]).toMatchObject([200, { database: { status: 'ok' } }])
  })

  test('every lost connection comes back without a restart', async () => {
    // A role may end its own connections, this one too; an owner without superuser rights no others.
    const lost = database.app.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and usename = current_user order by pid = pg_backend_pid()`,
    )
    await expect(lost).rejects.toThrow('terminating connection')
    const statuses = new Set<number>()
    for (let i = 0; i < 20 && !statuses.has(200); i += 1)
      statuses.add((await browser.get('/api/health')).status)
    expect(statuses).toContain(200)
    expect((await browser.get('/api/auth/session')).status).toBe(200)
  })
})
