/** People who leave: every way in is closed to them, and an old cookie stays dead when they come back. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '#entity/access.ts'
import { openChallenge } from '#server/auth/auth-challenge.server.ts'
import { signToken } from '#server/auth/auth-cookie.ts'
import { newResetLink } from '#server/auth/auth-reset.mail.ts'
import { openSession } from '#server/auth/auth-session.server.ts'
import { totpCode } from '#server/auth/auth-totp.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { Browser, SECRET, testApp } from './harness.ts'
import {
  linkSample,
  PASSWORD,
  type Person,
  type Sample,
  sampleBusinesses,
  sampleContact,
  samplePerson,
  TOTP_SECRET,
  testClock,
} from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const SUPPORT = 'help@tideway.test'
const INACTIVE = `User is inactive. Please contact ${SUPPORT}`
const { app, settings } = await testApp(database, clock, { SUPPORT_EMAIL: SUPPORT })
let sample: Sample
let admin: Person
let other: Person
let boss: Browser
let second: Browser
let net = 0

const browser = () => new Browser(app, `10.7.0.${++net}`)
const person = (role: Role) => samplePerson(database, clock, sample.agency_id, [role])
const statusOf = async (of: Browser) => (await of.get('/api/auth/session')).status
const act = (by: Browser, action_id: string, input: object) =>
  by.post('/api/permission/action', { action_id, input, idempotency_key: crypto.randomUUID() })
const deactivate = (user_id: string, reason = 'Left the agency', by = boss) =>
  act(by, 'platform.user.deactivate', { user_id, reason })
const reactivate = (user_id: string, by = boss) => act(by, 'platform.user.reactivate', { user_id })
const run = (sql: string, ...params: unknown[]) => inTransaction(database, (tx) => tx.run(sql, params))

beforeAll(async () => {
  sample = await sampleBusinesses(database)
  await linkSample(database, sample)
  admin = await samplePerson(database, clock, sample.provider_id, ['provider_admin'])
  other = await samplePerson(database, clock, sample.provider_id, ['provider_admin'])
})
// Tests let days pass, and such a session ends with its day.
beforeEach(async () => {
  boss = browser()
  second = browser()
  await boss.login(admin.email)
  await second.login(other.email)
})

describe('a deactivated person', () => {
  test('is signed out of all businesses; after coming back the old cookie is dead, the password works', async () => {
    const them = await person('agency_user')
    await inTransaction(database, (tx) => sampleContact(tx, sample.client_id, them, ['hiring_manager']))
    const [here, there] = [browser(), browser()]
    await here.login(them.email)
    await there.login(them.email)
    expect((await deactivate(them.user_id)).status).toBe(200)
    expect([await statusOf(here), await statusOf(there)]).toEqual([401, 401])
    expect((await browser().login(them.email)).body.message).toBe(INACTIVE)
    // Said after the right password alone.
    expect((await browser().login(them.email, 'not the password')).body.message).not.toContain('inactive')
    expect((await deactivate(them.user_id)).body.message).toBe('This person is deactivated already')
    expect((await reactivate(them.user_id)).status).toBe(200)
    expect(await statusOf(here)).toBe(401)
    expect((await browser().login(them.email)).status).toBe(200)
    const { rows } = await database.owner.query<{ kind: string; says: string; by: string }>(
      `select kind, says, actor_user_id as by from log.security_event where user_id = $1 and kind like 'user_%'
       order by at, id`,
      [them.user_id],
    )
    expect(rows).toEqual([
      { kind: 'user_deactivated', says: 'Left the agency', by: admin.user_id },
      { kind: 'user_reactivated', says: 'In all businesses', by: admin.user_id },
    ])
  })

  test('with a role that can release money comes back once a second person confirms', async () => {
    const them = await person('agency_admin')
    await deactivate(them.user_id)
    const { role_change_id: id } = (await reactivate(them.user_id)).body.data as { role_change_id: string }
    const said = async (by: Browser) => (await act(by, 'request.role_change.approve', { id })).body.message
    expect((await browser().login(them.email)).body.message).toBe(INACTIVE)
    expect((await reactivate(them.user_id, second)).body.message).toMatch(
      /^A reactivation of .* waits already, asked for by/,
    )
    expect(await said(boss)).toBe('Somebody other than the asker decides this')
    expect((await act(second, 'request.role_change.approve', { id })).body.data).toEqual({
      id,
      user_id: them.user_id,
    })
    expect((await browser().login(them.email)).status).toBe(200)
    const { rows } = await database.owner.query<{ told: string }>(
      `select kind || ': ' || says as told from log.security_event
       where user_id = $1 and kind in ('role_asked', 'user_reactivated') order by at, id`,
      [them.user_id],
    )
    expect(rows.map(({ told }) => told)).toEqual([
      'role_asked: Reactivation',
      'user_reactivated: In all businesses',
    ])
  })

  test('comes back at once where the role was taken away meanwhile; what waited ends', async () => {
    const them = await person('agency_admin')
    await deactivate(them.user_id)
    const { role_change_id: id } = (await reactivate(them.user_id)).body.data as { role_change_id: string }
    await run(`update business.business_contact set roles = '{agency_user}' where user_id = $1`, them.user_id)
    expect((await reactivate(them.user_id)).body.data).toEqual({ id: them.user_id, role_change_id: null })
    expect((await act(second, 'request.role_change.approve', { id })).status).toBe(409)
  })

  test('needs a reason, is somebody else, and is decided by the provider’s administrators', async () => {
    const them = await person('agency_user')
    expect((await deactivate(them.user_id, ' ')).body.errors).toEqual({ reason: 'Please specify the reason' })
    expect((await deactivate(admin.user_id)).body.message).toContain('You cannot deactivate yourself')
    const agency = browser()
    await agency.login((await person('agency_admin')).email)
    expect((await deactivate(them.user_id, 'Left', agency)).status).toBeGreaterThanOrEqual(403)
    expect((await deactivate('nobody')).status).toBe(404)
    const far = await sampleBusinesses(database)
    const stranger = await samplePerson(database, clock, far.agency_id, ['agency_user'])
    expect((await deactivate(stranger.user_id)).status).toBe(404)
  })
})

type Route = (them: Person, leave: () => Promise<void>) => Promise<Browser>

const visitor = { ip: '127.0.0.1', user_agent: 'test' }
const stepOf = async (from: Browser, { email }: Person) =>
  (await from.post('/api/auth/login', { email, password: PASSWORD })).body.data as { challenge: string }
const code = () => totpCode(TOTP_SECRET, clock.now())

/** Each way to a session; the person leaves at its last moment. */
const routes: Readonly<Record<string, readonly [Role, Route]>> = {
  password: [
    'agency_user',
    async (them, leave) => {
      const from = browser()
      await leave()
      await from.login(them.email)
      return from
    },
  ],
  'code of the app': [
    'agency_admin',
    async (them, leave) => {
      const from = browser()
      const { challenge } = await stepOf(from, them)
      await leave()
      await from.post('/api/auth/verify', { challenge, method: 'totp', code: code() })
      return from
    },
  ],
  'first code of a new app': [
    'agency_admin',
    async (them, leave) => {
      await run('delete from auth.factor where user_id = $1', them.user_id)
      const from = browser()
      const { challenge } = await stepOf(from, them)
      const begun = await from.post('/api/auth/factors/totp', { challenge })
      const { id, secret } = begun.body.data as { id: string; secret: string }
      await leave()
      const typed = { challenge, id, code: totpCode(secret, clock.now()) }
      await from.post('/api/auth/factors/totp/confirm', typed)
      return from
    },
  ],
  'mailed link': [
    'agency_user',
    async (them, leave) => {
      const from = browser()
      const made = await inTransaction(database.session, (tx) =>
        openChallenge(tx, clock, them.user_id, { methods: ['pwd'], through: null }),
      )
      await leave()
      const cookie = `stint_challenge=${signToken(made.browser, SECRET)}`
      const typed = { challenge: made.token, method: 'mail' }
      await from.send({ method: 'POST', url: '/api/auth/verify', payload: typed, headers: { cookie } })
      return from
    },
  ],
  'link to a new password': [
    'agency_user',
    async (them, leave) => {
      const link = await inTransaction(database, (tx) => newResetLink({ tx, clock }, settings, them.user_id))
      await leave()
      const from = browser()
      const password = 'quiet-orchard-61-lantern'
      await from.post('/api/auth/reset', { token: link.split('/').at(-1), password })
      await from.login(them.email, password)
      return from
    },
  ],
  'open session': [
    'agency_user',
    async (them, leave) => {
      const from = browser()
      await from.login(them.email)
      await leave()
      return from
    },
  ],
  'switch of the business': [
    'agency_user',
    async (them, leave) => {
      const business_contact_id = await inTransaction(database, (tx) =>
        sampleContact(tx, sample.client_id, them, ['hiring_manager']),
      )
      const from = browser()
      await from.login(them.email)
      await leave()
      await from.post('/api/auth/switch', { business_contact_id })
      return from
    },
  ],
}

/** Inactive in each of the ways that a row can say it, with what an administrator's verb ends besides left out. */
const leavings: Readonly<Record<string, string>> = {
  'deactivated user': 'update platform."user" set deactivated_at = now() where id = $1',
  'inactive user': 'update platform."user" set is_active = false where id = $1',
  'deleted user': 'update platform."user" set deleted_at = now() where id = $1',
  'inactive contacts': 'update business.business_contact set is_active = false where user_id = $1',
}

const every_way = Object.keys(leavings).flatMap((how) =>
  Object.entries(routes).map(([name, [role, route]]) => ({ how, name, role, route })),
)

test.each(every_way)('$how: no session by $name', async ({ how, role, route }) => {
  clock.advance({ hours: 1 })
  const them = await person(role)
  const from = await route(them, async () => {
    await run(leavings[how] ?? '', them.user_id)
  })
  expect(await statusOf(from)).toBe(401)
  await expect(
    inTransaction(database.session, (tx) =>
      openSession(
        tx,
        clock,
        { user_id: them.user_id, business_contact_id: them.contact_id, methods: ['pwd', 'totp'] },
        visitor,
      ),
    ),
  ).rejects.toThrow('User is inactive')
})

test('an inactive contact: sessions, sign-ins under way and links of this business end', async () => {
  const head = browser()
  await head.login((await person('agency_admin')).email)
  const them = await person('agency_user')
  const there = browser()
  await there.login(them.email)
  const link = await inTransaction(database, (tx) => newResetLink({ tx, clock }, settings, them.user_id))
  const contact = { id: them.contact_id, first_name: 'Robin', last_name: 'Vale', email: them.email }
  const update = (is_active: boolean) =>
    act(head, 'business.business_contact.update', { ...contact, roles: ['agency_user'], is_active })
  expect((await update(false)).status).toBe(200)
  expect(await statusOf(there)).toBe(401)
  expect((await browser().login(them.email)).body.message).toBe(INACTIVE)
  expect((await update(true)).status).toBe(200)
  expect(await statusOf(there)).toBe(401)
  const typed = { token: link.split('/').at(-1), password: 'quiet-orchard-61-lantern' }
  expect((await browser().post('/api/auth/reset', typed)).status).toBe(404)
  expect((await browser().login(them.email)).status).toBe(200)
})

describe('the People page', () => {
  type Row = {
    email: string
    state: string
    sessions: number
    last_sign_in_at: string | null
    roles: string[]
  }
  const people = (by: Browser, business_id = sample.agency_id) =>
    by.post('/api/permission/people', { business_id })
  const rowsOf = async (by: Browser, business_id = sample.agency_id) =>
    (await people(by, business_id)).body.data as Row[]

  test('shows state, sessions and the last sign-in of the people of one business', async () => {
    const head = browser()
    const admin_of_agency = await person('agency_admin')
    await head.login(admin_of_agency.email)
    const them = await person('agency_user')
    const row = async (email = them.email) => (await rowsOf(head)).find((one) => one.email === email)
    expect(await row()).toMatchObject({ state: 'joined', sessions: 0, last_sign_in_at: null })
    await browser().login(them.email)
    await browser().login(them.email)
    expect(await row()).toMatchObject({ sessions: 2, last_sign_in_at: clock.now() })
    await deactivate(them.user_id)
    expect(await row()).toMatchObject({ state: 'deactivated', sessions: 0 })
    const invited = {
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'ada@tideway.test',
      roles: ['agency_user'],
    }
    await act(head, 'business.business_contact.create', { business_id: sample.agency_id, ...invited })
    expect(await row(invited.email)).toMatchObject({ state: 'invited', sessions: 0 })
    clock.advance({ days: 8 })
    const again = browser()
    await again.login(admin_of_agency.email)
    expect((await rowsOf(again)).find(({ email }) => email === invited.email)?.state).toBe('expired')
  })

  test('is for administrators: of their own business, the provider’s of all that they see', async () => {
    const [head, user] = [browser(), browser()]
    await head.login((await person('agency_admin')).email)
    await user.login((await person('agency_user')).email)
    expect((await people(user)).status).toBe(404)
    expect((await people(head, sample.client_id)).status).toBe(404)
    const far = await sampleBusinesses(database)
    expect((await people(head, far.agency_id)).status).toBe(404)
    const top = browser()
    await top.login(admin.email)
    expect((await rowsOf(top)).length).toBeGreaterThan(0)
    expect(await rowsOf(top, far.agency_id)).toEqual([])
    expect((await people(browser())).status).toBe(401)
  })
})
