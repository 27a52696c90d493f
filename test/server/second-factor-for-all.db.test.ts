/** A business that asks all its people for a second factor (people, §3): from its day on, in every way in. */
import { beforeEach, expect, test } from 'vitest'
import { totpCode } from '#server/auth/auth-totp.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { Program } from './program.ts'
import { linkSample, PASSWORD, sampleBusinesses, sampleContact, samplePerson, testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock)
const sample = await sampleBusinesses(database)
await linkSample(database, sample)
const elsewhere = await sampleBusinesses(database)
const { sql } = database
await sql(`update business.business set name = 'Larkfield' where id = $1`, sample.agency_id)

const asks = 'Larkfield asks its people for a second factor'
const admin = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
const admins = new Browser(app, '10.3.0.1')
let serial = 1

async function set(second_factor: boolean) {
  const send = () => admins.act('business.security_rule.set_second_factor', { second_factor })
  await admins.login(admin.email)
  const first = await send()
  if (!first.body.step_up) return first
  await admins.confirm(first)
  return send()
}
const person = () => samplePerson(database, clock, sample.agency_id, ['agency_user'])
async function signedIn(email: string): Promise<Browser> {
  const browser = new Browser(app, `10.3.1.${++serial}`)
  expect((await browser.login(email)).status).toBe(200)
  return browser
}
const isIn = async (browser: Browser) => (await browser.get('/api/auth/session')).status === 200
const firstStep = async (browser: Browser, email: string) =>
  (await browser.post('/api/auth/login', { email, password: PASSWORD })).body.data as {
    step?: string
    challenge?: string
    message?: string
    methods?: string[]
  }

beforeEach(async () => {
  clock.advance({ minutes: 6 })
  await sql('update business.business set second_factor_from = null')
})

test('its administrator announces it with 24 hours’ notice by mail, once; nobody else can', async () => {
  const one = await person()
  const theirs = await signedIn(one.email)
  const refused = await theirs.act('business.security_rule.set_second_factor', { second_factor: true })
  expect([refused.status, refused.body.code]).toEqual([403, 'not_allowed'])
  const stranger = await samplePerson(database, clock, elsewhere.agency_id, ['agency_user'])
  const announced = await set(true)
  expect(announced.status).toBe(200)
  const { second_factor_from: from } = announced.body.data as { second_factor_from: string }
  expect(Date.parse(from) - Date.parse(clock.now())).toBe(24 * 3600 * 1000)
  expect((await set(true)).body.message).toBe('A second factor is asked for already')
  const mails = await sql<{ to: string }>(
    `select payload ->> 'to' as "to" from platform.outbox where topic = 'business.security_rule'`,
  )
  const addresses = mails.map(({ to }) => to)
  expect(addresses).toContain(one.email)
  expect(addresses).not.toContain(stranger.email)
  expect(addresses).toHaveLength(new Set(addresses).size)
  const [event] = await sql<{ says: string; business_id: string }>(
    `select says, business_id from log.security_event where kind = 'setting_changed' order by at desc, id desc limit 1`,
  )
  expect(event).toEqual({
    says: `Second factor for all people required from ${from}`,
    business_id: sample.agency_id,
  })
  expect(await isIn(theirs)).toBe(true)
  const read = await admins.act('business.security_rule.read', {})
  const facts = read.body.data as { people: number; without_factor: number }
  expect(facts).toMatchObject({ second_factor_from: from, people: facts.without_factor + 1 })
})

test('from its moment on a session of a password alone is over on every route, and no other one', async () => {
  const one = await person()
  const theirs = await signedIn(one.email)
  const strangers = await signedIn(
    (await samplePerson(database, clock, elsewhere.agency_id, ['agency_user'])).email,
  )
  const by_phone = await signedIn((await person()).email)
  await sql(
    `update auth.session set methods = '{pwd,sms}' where "userId" = (select id from auth."user" where email = $1)`,
    by_phone.email,
  )
  await set(true)
  clock.advance({ hours: 23 })
  const { token } = (await theirs.post('/api/permission/generateHasuraToken', {})).body.data as {
    token: string
  }
  clock.advance({ minutes: 55 })
  expect(await isIn(theirs)).toBe(true)
  const fresh = (await theirs.post('/api/permission/generateHasuraToken', {})).body.data as { token: string }
  expect(token).not.toBe(fresh.token)
  clock.advance({ minutes: 6 })
  const asked = await Promise.all([
    theirs.get('/api/auth/session'),
    theirs.get('/api/auth/sessions'),
    theirs.post('/graphql', { query: '{ __typename }' }),
    theirs.post('/v1/graphql', { query: '{ __typename }' }),
    theirs.act('platform.user.update_preferences', { preferences: {} }),
    theirs.post('/api/permission/metadata', {}),
    theirs.post('/api/permission/generateHasuraToken', {}),
    theirs.post('/api/storage/download', { path: `${crypto.randomUUID()}/a.pdf` }),
    theirs.post('/api/pdf/invoicePdfGen', { id: crypto.randomUUID() }),
    theirs.post('/api/auth/switch', { business_contact_id: one.contact_id }),
    new Program(app, fresh.token).query('{ __typename }'),
  ])
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 401))
  expect([await isIn(strangers), await isIn(by_phone)]).toEqual([true, true])
  expect(await isIn(await signedIn(admin.email))).toBe(true)
  expect((await set(false)).body.data).toEqual({ second_factor_from: null })
  expect(await isIn(theirs)).toBe(true)
})

test('the next sign-in leads through the first factor, which stays the last one', async () => {
  const one = await person()
  await set(true)
  clock.advance({ hours: 24 })
  const browser = new Browser(app, '10.3.2.1')
  const step = await firstStep(browser, one.email)
  expect(step).toMatchObject({ step: 'enrol', message: asks, methods: ['passkey', 'totp'] })
  expect(await isIn(browser)).toBe(false)
  const { challenge } = step
  const begun = (await browser.post('/api/auth/factors/totp', { challenge })).body.data as {
    id: string
    secret: string
  }
  const code = totpCode(begun.secret, clock.now())
  const done = await browser.post('/api/auth/factors/totp/confirm', { challenge, id: begun.id, code })
  expect(done.status).toBe(200)
  expect(await isIn(browser)).toBe(true)
  const facts = await browser.get('/api/auth/factors')
  expect(facts.body.data).toMatchObject({ is_required: true, asked_by: 'Larkfield' })
  const removed = await browser.post('/api/auth/factors/remove', { id: begun.id })
  expect([removed.status, removed.body.message]).toEqual([409, asks])
  const none = await browser.post('/api/permission/updateMFAPreference', { preference: 'none' })
  expect([none.status, none.body.message]).toEqual([409, asks])
})

test('a person of two businesses goes on for the other one, and signs in again for this one', async () => {
  const one = await samplePerson(database, clock, elsewhere.agency_id, ['agency_user'])
  const here = await inTransaction(database, (tx) =>
    sampleContact(tx, sample.agency_id, one, ['agency_user']),
  )
  const browser = await signedIn(one.email)
  await set(true)
  clock.advance({ hours: 24 })
  expect(await isIn(browser)).toBe(true)
  const switched = await browser.post('/api/auth/switch', { business_contact_id: here })
  expect([switched.status, switched.body.message]).toEqual([
    403,
    'Please sign in again to act for this business',
  ])
  expect((await firstStep(new Browser(app, '10.3.2.2'), one.email)).step).toBe('enrol')
})

test('a contact who has not joined is asked for nothing', async () => {
  const one = await samplePerson(database, clock, elsewhere.agency_id, ['agency_user'])
  const here = await inTransaction(database, (tx) =>
    sampleContact(tx, sample.agency_id, one, ['agency_user']),
  )
  await sql('update business.business_contact set joined_at = null where id = $1', here)
  await set(true)
  clock.advance({ hours: 24 })
  expect(await isIn(await signedIn(one.email))).toBe(true)
})
