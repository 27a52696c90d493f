import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { instantFromMs, toMs } from '#kernel/instant.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import {
  type Person,
  type Sample,
  sampleBusinesses,
  sampleContact,
  samplePerson,
  testClock,
} from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock, { SUPPORT_EMAIL: 'help@example.org' })
const WRONG = 'The email or the password is not right'

let sample: Sample
let person: Person
let browser: Browser
let serial = 0

beforeAll(async () => {
  sample = await sampleBusinesses(database)
})
beforeEach(async () => {
  person = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
  browser = new Browser(app, `10.0.0.${++serial}`)
})
const set = (sql: string, params: unknown[]) => database.owner.query(sql, params)
const session = () => browser.get('/api/auth/session')
const later = (seconds: number) => instantFromMs(toMs(clock.now()) + seconds * 1000)

describe('signing in', () => {
  test('answers the auth context and keeps the session in a cookie no script can read', async () => {
    const answer = await browser.login(person.email.toUpperCase())
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      user: { id: person.user_id, name: 'Robin Vale', email: person.email },
      business: { id: sample.agency_id, currency_code: 'GBP' },
      category: 'agency',
      business_type: 'stint_agency',
      roles: ['agency_admin'],
      // The sign-in on a new device.
      notifications: 1,
      associated_id: null,
      methods: ['pwd', 'totp'],
      step_up_until: later(300),
      is_demo: false,
      today: '2026-03-04',
    })
    const [cookie] = [answer.raw.headers['set-cookie'] ?? []].flat()
    expect(cookie).toMatch(/^stint_session=.*; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
    expect((await session()).body).toEqual(answer.body)
    clock.advance({ minutes: 5 })
    expect((await session()).body.data).toMatchObject({ step_up_until: null })
  })

  test('reads the same for a wrong password and an unknown user', async () => {
    const wrong = await browser.login(person.email, 'not his password at all')
    const unknown = await browser.login('nobody@example.org')
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body])
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual({ success: false, message: WRONG, code: 'not_allowed' })
    expect((await session()).status).toBe(401)
  })

  test('missing email or password: a message under the field', async () => {
    expect((await browser.post('/api/auth/login', { email: '' })).body).toMatchObject({
      code: 'invalid',
      errors: { email: 'Mandatory', password: 'Mandatory' },
    })
  })

  test('inactive user: told only after the right password', async () => {
    await set('update platform."user" set is_active = false where id = $1', [person.user_id])
    expect((await browser.login(person.email, 'wrong')).body.message).toBe(WRONG)
    expect((await browser.login(person.email)).body.message).toBe(
      'User is inactive. Please contact help@example.org',
    )
  })

  test('five failures: slow that address and no other', async () => {
    for (let i = 0; i < 5; i += 1) await browser.login(person.email, 'wrong')
    expect((await browser.login(person.email)).body.message).toBe(
      'Too many attempts. Please try again in 5 seconds',
    )
    expect((await new Browser(app, '192.0.2.7').login(person.email)).status).toBe(200)
    clock.advance({ seconds: 6 })
    expect((await browser.login(person.email)).status).toBe(200)
  })

  test('replaces the session the browser had', async () => {
    await browser.login(person.email)
    const first = browser.cookie
    await browser.login(person.email)
    const old = new Browser(app)
    old.cookie = first
    expect((await old.get('/api/auth/session')).status).toBe(401)
    expect((await session()).status).toBe(200)
  })
})

describe('a role that can release money', () => {
  test('ends its session 12 hours after the last use, and 7 days after the sign-in', async () => {
    await browser.login(person.email)
    clock.advance({ hours: 11 })
    expect((await session()).status).toBe(200)
    clock.advance({ hours: 11 })
    expect((await session()).status).toBe(200)
    clock.advance({ hours: 13 })
    expect((await session()).status).toBe(401)
    await browser.login(person.email)
    for (let half = 0; half < 16; half += 1) {
      expect((await session()).status).toBe(200)
      clock.advance({ hours: 10, minutes: 30 })
    }
    expect((await session()).status).toBe(401)
  })

  test('another role keeps its week, and a switch asks to sign in again', async () => {
    const other = await samplePerson(database, clock, sample.client_id, ['hiring_manager'])
    await browser.login(other.email)
    const second = await inTransaction(database, (tx) =>
      sampleContact(tx, sample.agency_id, other, ['agency_admin']),
    )
    // Signed in with an app, which this role needs.
    await set(`update auth.session set methods = '{pwd,totp}' where "userId" = $1`, [other.user_id])
    clock.advance({ hours: 13 })
    const to = () => browser.post('/api/auth/switch', { business_contact_id: second })
    const late = await to()
    expect([late.status, late.body.message]).toEqual([403, 'Please sign in again to act for this business'])
    expect((await session()).status).toBe(200)
    expect((await to()).status).toBe(200)
  })
})

describe('changes take effect on the next request:', () => {
  beforeEach(() => browser.login(person.email))

  const changes: [string, () => Promise<unknown>][] = [
    [
      'a disabled user',
      () => set('update platform."user" set is_active = false where id = $1', [person.user_id]),
    ],
    [
      'a removed user',
      () => set('update platform."user" set deleted_at = now() where id = $1', [person.user_id]),
    ],
    [
      'a contact that ended',
      () => set('update business.business_contact set is_active = false where id = $1', [person.contact_id]),
    ],
    [
      'no role left',
      () => set(`update business.business_contact set roles = '{}' where id = $1`, [person.contact_id]),
    ],
    ['a session past its end', async () => clock.advance({ days: 8 })],
    ['a sign-out', () => browser.get('/api/auth/logout')],
  ]
  test.each(changes)('%s', async (_what, change) => {
    const kept = browser.cookie
    expect((await session()).status).toBe(200)
    await change()
    browser.cookie = kept
    expect((await session()).body).toMatchObject({ success: false, code: 'signed_out' })
  })

  test('a disabled business', async () => {
    await set('update business.business set is_active = false where id = $1', [sample.agency_id])
    expect((await session()).status).toBe(401)
    await set('update business.business set is_active = true where id = $1', [sample.agency_id])
    expect((await session()).status).toBe(200)
  })

  test('a changed role, in the menu too', async () => {
    expect(JSON.stringify((await session()).body.data)).toContain('/agency/report/commission')
    await set(`update business.business_contact set roles = '{agency_user}' where id = $1`, [
      person.contact_id,
    ])
    const { data } = (await session()).body
    expect(data).toMatchObject({ roles: ['agency_user'] })
    expect(JSON.stringify(data)).not.toContain('/agency/report/commission')
  })

  test('a switch to another business, in both tabs, and at the next sign-in', async () => {
    const second = await inTransaction(database, (tx) =>
      sampleContact(tx, sample.client_id, person, ['timesheet_approver']),
    )
    const tab = new Browser(app)
    tab.cookie = browser.cookie
    const answer = await browser.post('/api/auth/switch', { business_contact_id: second })
    expect(answer.body.data).toMatchObject({ category: 'client', roles: ['timesheet_approver'] })
    expect((await tab.get('/api/auth/session')).body.data).toMatchObject({
      business: { id: sample.client_id },
    })
    const later = new Browser(app)
    expect((await later.login(person.email)).body.data).toMatchObject({
      business: { id: sample.client_id },
      businesses: [{ business_id: sample.agency_id }, { business_id: sample.client_id }],
    })
  })

  test('switch to a foreign contact: not found', async () => {
    const stranger = await samplePerson(database, clock, sample.client_id, ['hiring_manager'])
    const answer = await browser.post('/api/auth/switch', { business_contact_id: stranger.contact_id })
    expect([answer.status, answer.body.message]).toEqual([404, 'Business not found'])
    expect((await session()).body.data).toMatchObject({ category: 'agency' })
  })

  test('a session in use is lengthened, for a month at most', async () => {
    const other = await samplePerson(database, clock, sample.client_id, ['hiring_manager'])
    await browser.login(other.email)
    for (let day = 0; day < 29; day += 1) {
      clock.advance({ days: 1 })
      expect((await session()).status).toBe(200)
    }
    clock.advance({ days: 1, seconds: 1 })
    expect((await session()).status).toBe(401)
  })
})

describe('the cookie', () => {
  test('is worth nothing with another signature', async () => {
    await browser.login(person.email)
    const [name, value = ''] = browser.cookie.split('=')
    browser.cookie = `${name}=${value.split('.')[0]}.${'A'.repeat(43)}`
    expect((await session()).status).toBe(401)
  })

  test('https product: the cookie is https only', async () => {
    const secure = await testApp(database, clock, { PUBLIC_URL: 'https://stint.example.org' })
    const answer = await new Browser(secure.app, '127.0.0.1', 'stint.example.org').login(person.email)
    expect([answer.raw.headers['set-cookie']].flat()[0]).toMatch(/^__Host-stint_session=.*; Secure$/)
    expect(answer.raw.headers['strict-transport-security']).toBeDefined()
  })
})

describe('one-click sign-ins', () => {
  test('do not exist outside a demo', async () => {
    expect((await browser.get('/api/auth/demo')).status).toBe(404)
    await samplePerson(database, clock, sample.agency_id, ['agency_admin'], 'persona-off')
    expect((await browser.post('/api/auth/demo', { persona: 'persona-off' })).status).toBe(404)
  })

  test('list the personas of a demo and sign in as one', async () => {
    await set('update platform.installation set is_demo = true', [])
    const { email } = await samplePerson(
      database,
      clock,
      sample.client_id,
      ['timesheet_approver'],
      'approver',
    )
    const list = await browser.get('/api/auth/demo')
    expect(list.body.data).toContainEqual(
      expect.objectContaining({ persona: 'approver', email, category: 'client' }),
    )
    expect((await browser.post('/api/auth/demo', { persona: 'approver' })).body.data).toMatchObject({
      category: 'client',
      is_demo: true,
    })
    await set('update platform.installation set is_demo = false', [])
  })
})
