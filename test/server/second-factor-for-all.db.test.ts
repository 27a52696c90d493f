/** A business that asks all its people for a second factor (people, §3): from its day on, in every way in. */
import { beforeEach, describe, expect, test } from 'vitest'
import { askEverybody } from '#server/auth/auth-operator-factor.server.ts'
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
  await sql('update platform.installation set second_factor_from = null')
})

test('second factor for all: its administrator announces it with 24 hours’ notice by mail, once; nobody else can', async () => {
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

test('second factor for all: from its moment on a session of a password alone is over on every route, and no other one', async () => {
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
  const { second_factor_from: from } = (await set(true)).body.data as { second_factor_from: string }
  clock.advance({ hours: 23 })
  const { token } = (await theirs.post('/api/permission/generateHasuraToken', {})).body.data as {
    token: string
  }
  clock.advance({ minutes: 55 })
  const told = async (browser: Browser) =>
    ((await browser.get('/api/auth/session')).body.data as { required_steps: unknown }).required_steps
  expect(await told(theirs)).toEqual([{ step: 'second_factor', from }])
  expect([await told(by_phone), await told(strangers)]).toEqual([[], []])
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

test('second factor for all: the next sign-in leads through the first factor, which stays the last one', async () => {
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

test('second factor for all: a person of two businesses goes on for the other one, and signs in again for this one', async () => {
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

test('second factor for all: a contact who has not joined is asked for nothing', async () => {
  const one = await samplePerson(database, clock, elsewhere.agency_id, ['agency_user'])
  const here = await inTransaction(database, (tx) =>
    sampleContact(tx, sample.agency_id, one, ['agency_user']),
  )
  await sql('update business.business_contact set joined_at = null where id = $1', here)
  await set(true)
  clock.advance({ hours: 24 })
  expect(await isIn(await signedIn(one.email))).toBe(true)
})

describe('of a client or a contractor', () => {
  type Rule = {
    second_factor_from: string | null
    people: number
    without_factor: number
    is_shared: boolean
  }
  const ask = async (browser: Browser, business_id?: string, second_factor = true) => {
    const send = () =>
      browser.act('business.security_rule.set_second_factor', {
        second_factor,
        ...(business_id === undefined ? {} : { business_id }),
      })
    const first = await send()
    if (!first.body.step_up) return first
    await browser.confirm(first)
    return send()
  }
  const of = (business_id: string, ...roles: Parameters<typeof samplePerson>[3][number][]) =>
    samplePerson(database, clock, business_id, roles)
  const fromOf = async (business_id: string) => {
    const [row] = await sql<{ second_factor_from: string | null }>(
      'select second_factor_from from business.business where id = $1',
      business_id,
    )
    return row?.second_factor_from ?? null
  }

  test('its hiring managers and invoice contacts ask for it, its approvers do not', async () => {
    const { client_id } = sample
    const approver = await of(client_id, 'timesheet_approver')
    const [theirs, manager] = [
      await signedIn(approver.email),
      await signedIn((await of(client_id, 'hiring_manager')).email),
    ]
    expect((await ask(theirs)).status).toBe(403)
    expect((await ask(manager)).status).toBe(200)
    clock.advance({ hours: 24 })
    expect(await isIn(theirs)).toBe(false)
    const step = await firstStep(new Browser(app, '10.3.4.1'), approver.email)
    expect(step.step).toBe('enrol')
  })

  test('an administrator of its agency and of the provider ask for it, and its people read who did', async () => {
    const { client_id } = sample
    const { email } = await of(client_id, 'timesheet_approver')
    await admins.login(admin.email)
    expect((await ask(admins, client_id)).status).toBe(200)
    const [mail] = await sql<{ payload: { subject: string; body_text: string } }>(
      `select payload from platform.outbox where topic = 'business.security_rule' and payload ->> 'to' = $1`,
      email,
    )
    expect(mail?.payload.subject).toMatch(/ asks you for a second factor$/)
    expect(mail?.payload.body_text).toContain(' of Larkfield decided so.')
    const [event] = await sql<{ business_id: string }>(
      `select business_id from log.security_event where kind = 'setting_changed' order by at desc, id desc limit 1`,
    )
    expect(event).toEqual({ business_id: client_id })
    const provider = await signedIn((await of(sample.provider_id, 'provider_admin')).email)
    expect((await ask(provider, client_id, false)).body.data).toEqual({ second_factor_from: null })
    const user = await signedIn((await person()).email)
    expect((await ask(user, client_id)).status).toBe(403)
    expect((await ask(admins, elsewhere.client_id)).status).toBe(404)
    expect((await ask(admins, sample.provider_id)).status).toBe(404)
  })

  test('of several agencies: the provider decides', async () => {
    const { client_id } = sample
    await sql(
      `insert into business.service (type, from_business_id, to_business_id, provider_id, agency_id, onboarding_date)
       values ('client-agency', $1, $2, $3, $2, '2026-01-05')`,
      client_id,
      elsewhere.agency_id,
      elsewhere.provider_id,
    )
    await admins.login(admin.email)
    expect((await ask(admins, client_id)).body.message).toBe(
      'It works with several agencies, so the provider decides this',
    )
    expect(await fromOf(client_id)).toBeNull()
    const read = await admins.act('business.security_rule.read', { business_id: client_id })
    expect(read.body.data as Rule).toMatchObject({ second_factor_from: null, is_shared: true })
  })
})

test('the operator asks everybody: a password alone is over after 24 hours in every business, until it is undone', async () => {
  const theirs = await signedIn((await person()).email)
  const stranger = await samplePerson(database, clock, elsewhere.agency_id, ['agency_user'])
  const strangers = await signedIn(stranger.email)
  const ask = (everybody: boolean) => askEverybody({ database, clock }, everybody)
  const { done } = await ask(true)
  expect(done).toMatch(/^From .* everybody signs in with a second factor$/)
  await expect(ask(true)).rejects.toThrow('Everybody is asked for a second factor already')
  const told = (await theirs.get('/api/auth/session')).body.data as { required_steps: { step: string }[] }
  expect(told.required_steps.map(({ step }) => step)).toEqual(['second_factor'])
  clock.advance({ hours: 23 })
  expect([await isIn(theirs), await isIn(strangers)]).toEqual([true, true])
  clock.advance({ hours: 1, minutes: 1 })
  expect([await isIn(theirs), await isIn(strangers)]).toEqual([false, false])
  const step = await firstStep(new Browser(app, '10.3.2.1'), stranger.email)
  expect(step.message).toBe('This installation asks its people for a second factor')
  await ask(false)
  expect(await isIn(await signedIn(stranger.email))).toBe(true)
  await expect(ask(false)).rejects.toThrow('Roles and businesses decide already')
})
