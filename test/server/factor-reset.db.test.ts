/** Lost second factors: reset by an administrator; money roles wait for a second person and a day that a mail stops. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runDueFactorResets } from '#business/people/run-factor-reset.job.ts'
import type { Role } from '#entity/access.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { PASSWORD, type Person, type Sample, sampleBusinesses, samplePerson, testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app, settings } = await testApp(database, clock, { SMTP_URL: 'smtp://127.0.0.1:9' })
let sample: Sample
let mailbox: Mailbox
let alice: Person
let beth: Person
let carl: Person
let by_alice: Browser
let by_beth: Browser
let net = 0

const browser = () => new Browser(app, `10.12.0.${++net}`)
async function signedIn({ email }: Person): Promise<Browser> {
  const made = browser()
  expect((await made.login(email)).status).toBe(200)
  return made
}
const member = (role: Role, business_id = sample.agency_id) =>
  samplePerson(database, clock, business_id, [role])

beforeAll(async () => {
  mailbox = await openMailbox(database, clock, settings)
})
beforeEach(async () => {
  clock.advance({ hours: 2 })
  sample = await sampleBusinesses(database)
  alice = await member('agency_admin')
  beth = await member('agency_admin')
  carl = await member('agency_admin')
  by_alice = await signedIn(alice)
  by_beth = await signedIn(beth)
})

const { sql } = database
const reset = (by: Browser, { user_id }: Person, reason = 'The phone is lost') =>
  by.act('platform.user.reset_factors', { user_id, reason })
const factorsOf = async ({ user_id }: Person) =>
  (await sql('select 1 from auth.factor where user_id = $1', user_id)).length
const statusOf = async (of: Browser) => (await of.get('/api/auth/session')).status
const events = async ({ user_id }: Person) =>
  (
    await sql<{ kind: string }>(
      `select kind from log.security_event where user_id = $1 and kind like 'factor_reset%' order by at, id`,
      user_id,
    )
  ).map(({ kind }) => kind)
async function asked(): Promise<string> {
  const { body } = await reset(by_alice, carl)
  expect(body).toMatchObject({ success: true })
  return (body.data as { role_change_id: string }).role_change_id
}
async function approved(): Promise<void> {
  const id = await asked()
  expect((await by_beth.act('request.role_change.approve', { id })).status).toBe(200)
}
async function keepLink({ email } = carl): Promise<string> {
  await mailbox.deliver()
  return mailbox.tokenTo(email, 'keep-factors')
}
const keep = (token: string) => browser().post('/api/auth/factors/keep', { token })

describe('a person without a role that can release money', () => {
  let dora: Person
  beforeEach(async () => {
    dora = await member('agency_user')
    await sql(
      `insert into auth.factor (id, user_id, type, label, created_at, confirmed_at) values ($1, $2, 'totp', 'App', $3, $3)`,
      crypto.randomUUID(),
      dora.user_id,
      clock.now(),
    )
  })

  test('loses factors, sessions and known browsers at once, and is told', async () => {
    await sql(
      `insert into auth.device (id, user_id, created_at, last_seen_at) values ($1, $2, $3, $3)`,
      crypto.randomUUID(),
      dora.user_id,
      clock.now(),
    )
    expect((await reset(by_alice, dora)).body).toMatchObject({ data: { role_change_id: null } })
    expect(await factorsOf(dora)).toBe(0)
    expect(await sql('select 1 from auth.device where user_id = $1', dora.user_id)).toEqual([])
    expect(await events(dora)).toEqual(['factor_reset'])
    expect((await browser().login(dora.email)).status).toBe(200)
    await mailbox.deliver()
    expect(mailbox.to(dora.email).at(-1)).toContain('removed your second factors and recovery codes')
    expect((await reset(by_alice, dora)).body.message).toBe('This person has no second factor')
  })

  test('of another agency reads as unknown; other roles may not ask', async () => {
    const stranger = await member('agency_admin', (await sampleBusinesses(database)).agency_id)
    expect((await reset(await signedIn(stranger), dora)).status).toBe(404)
    expect((await reset(await signedIn(await member('agency_user')), dora)).status).toBe(403)
    expect(await factorsOf(dora)).toBe(1)
    expect((await reset(by_alice, dora, ' ')).body.errors).toEqual({
      reason: 'Please specify the reason',
    })
  })

  test('asks the administrator for a recent confirmation', async () => {
    clock.advance({ minutes: 6 })
    const refused = await reset(by_alice, dora)
    expect(refused.body.message).toBe('Please confirm that it is you')
    await by_alice.confirm(refused)
    expect((await reset(by_alice, dora)).status).toBe(200)
  })
})

describe('a role that can release money', () => {
  test('waits for another administrator; never oneself, and never the asker', async () => {
    expect((await reset(by_alice, alice)).body.message).toBe(
      'You cannot reset your own second factors: ask another administrator',
    )
    const id = await asked()
    expect((await reset(by_beth, carl)).status).toBe(409)
    for (const by of [by_alice, await signedIn(carl)])
      expect((await by.act('request.role_change.approve', { id })).status).toBe(403)
    await mailbox.deliver()
    expect(mailbox.to(beth.email).at(-1)).toContain('asks to reset the second factors')
    const rejected = await by_beth.act('request.role_change.reject', { id, comment: 'They have their phone' })
    expect(rejected.status).toBe(200)
    clock.advance({ hours: 25 })
    await runDueFactorResets({ database, clock })
    expect(await factorsOf(carl)).toBe(1)
  })

  test('then waits a day; the next right password leads by mail to a new factor', async () => {
    await approved()
    await mailbox.deliver()
    clock.advance({ hours: 23 })
    await runDueFactorResets({ database, clock })
    const by_carl = await signedIn(carl)
    expect([await factorsOf(carl), await statusOf(by_carl)]).toEqual([1, 200])
    clock.advance({ hours: 1, minutes: 1 })
    await Promise.all([runDueFactorResets({ database, clock }), runDueFactorResets({ database, clock })])
    expect([await factorsOf(carl), await statusOf(by_carl)]).toEqual([0, 401])
    expect(await events(carl)).toEqual(['factor_reset_waits', 'factor_reset'])
    await mailbox.deliver()
    expect(mailbox.to(carl.email).at(-1)).toContain('Your next sign-in sets up a new factor')
    const { body } = await browser().post('/api/auth/login', { email: carl.email, password: PASSWORD })
    expect(body.data).toMatchObject({ step: 'mail' })
  })

  test('a link in a mail to each known address stops it, once; the administrators are told', async () => {
    const old_email = `${crypto.randomUUID()}@example.org`
    await sql(
      `insert into auth.address_change (id, user_id, old_email, new_email, state, asked_at, changed_at, updated_at)
       values ($1, $2, $3, $4, 'changed', $5, $5, $5)`,
      crypto.randomUUID(),
      carl.user_id,
      old_email,
      carl.email,
      clock.now(),
    )
    await approved()
    const [token, other] = [await keepLink(), await keepLink({ ...carl, email: old_email })]
    expect(token).not.toBe(other)
    const answers = await Promise.all([keep(other), keep(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    clock.advance({ hours: 25 })
    await runDueFactorResets({ database, clock })
    expect(await factorsOf(carl)).toBe(1)
    expect(await events(carl)).toEqual(['factor_reset_waits', 'factor_reset_stopped'])
    await mailbox.deliver()
    for (const { email } of [alice, beth])
      expect(mailbox.to(email).at(-1)).toContain('was stopped by a link in a mail to them')
    by_alice = await signedIn(alice)
    await asked()
  })

  test('an administrator stops it on People with a reason; those who agreed are told', async () => {
    const wait_of = async (by: Browser) => {
      const { body } = await by.post('/api/permission/people', { business_id: sample.agency_id })
      const rows = body.data as { user_id: string; factor_reset_at: string | null }[]
      return rows.find(({ user_id }) => user_id === carl.user_id)?.factor_reset_at
    }
    const stop = (by: Browser, reason = 'The phone is found') =>
      by.act('platform.user.stop_factor_reset', { user_id: carl.user_id, reason })
    expect([await wait_of(by_beth), (await stop(by_beth)).status]).toEqual([null, 409])
    await approved()
    expect(await wait_of(by_beth)).not.toBeNull()
    expect((await stop(by_beth, ' ')).body).toMatchObject({ errors: { reason: 'Please specify the reason' } })
    const other = await signedIn(await member('agency_admin', (await sampleBusinesses(database)).agency_id))
    expect((await stop(other)).status).toBe(404)
    expect((await stop(await signedIn(await member('agency_user')))).status).toBe(403)
    expect((await stop(by_beth)).status).toBe(200)
    expect([await wait_of(by_beth), (await stop(by_beth)).status]).toEqual([null, 409])
    clock.advance({ hours: 25 })
    await runDueFactorResets({ database, clock })
    expect(await factorsOf(carl)).toBe(1)
    expect(await events(carl)).toEqual(['factor_reset_waits', 'factor_reset_stopped'])
    await mailbox.deliver()
    expect(mailbox.to(alice.email).join()).toContain('Reason: The phone is found')
    expect(mailbox.to(carl.email).join()).toContain('Your second factors stay')
  })

  test('the link is dead after the day, and forged ones are', async () => {
    await approved()
    const token = await keepLink()
    clock.advance({ hours: 24, minutes: 1 })
    expect([(await keep(token)).status, (await keep('forged')).status]).toEqual([404, 404])
  })
})
