/** What the operator does to sign-ins on the command line. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  endEverySession,
  endPersonSessions,
  makePasswordLink,
  resetSecondFactor,
} from '#server/auth/auth-operator.server.ts'
import { totpCode } from '#server/auth/auth-totp.ts'
import { newDataKey } from '#server/data-key.ts'
import { inTransaction } from '#server/tx.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { keepTestKey } from '../books-key.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { linkInput, mailedLink } from './mailed-link.ts'
import {
  PASSWORD,
  type Person,
  type Sample,
  sampleBusinesses,
  samplePerson,
  TOTP_SECRET,
  testClock,
} from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app, settings } = await testApp(database, clock)
const deps = { database, clock }

let sample: Sample
let admin: Person
let person: Person
let browser: Browser
let serial = 0

beforeAll(async () => {
  sample = await sampleBusinesses(database)
  admin = await samplePerson(database, clock, sample.provider_id, ['provider_admin'])
})
beforeEach(async () => {
  person = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
  browser = new Browser(app, `10.4.0.${++serial}`)
  clock.advance({ hours: 1 })
})

const statusOf = async (of: Browser) => (await of.get('/api/auth/session')).status
const firstStep = async (of: Browser, { email } = person) =>
  (await of.post('/api/auth/login', { email, password: PASSWORD })).body.data as {
    step?: string
    challenge?: string
  }
const mailsTo = async ({ email }: Person) =>
  (
    await database.owner.query<{ body_text: string }>(
      `select body_text from log.mail where "to" = $1 order by created_at, id`,
      [email],
    )
  ).rows.map(({ body_text }) => body_text)
const eventsOf = async (kind: string, user_id: string | null) =>
  (
    await database.owner.query<{ says: string; business_id: string; actor_user_id: string | null }>(
      'select says, business_id, actor_user_id from log.security_event where kind = $1 and user_id is not distinct from $2',
      [kind, user_id],
    )
  ).rows
const brokenSeals = async () => (await verifyDatabase(database)).find(({ id }) => id === 'R12')?.broken

test('a reset second factor: sessions and browsers end, the next sign-in sets up a new app', async () => {
  await browser.login(person.email)
  await browser.post('/api/auth/recovery-codes', {})
  const waiting = new Browser(app, '10.4.9.1')
  const { challenge: begun } = await firstStep(waiting)

  // The address as people type it.
  const reset = await resetSecondFactor(deps, ` ${person.email.toUpperCase()} `)
  const done = '1 app and 10 recovery codes removed, 1 session and 1 known browser ended'
  expect(reset).toEqual({ email: person.email, done, needs_factor: true, mails: 2 })
  expect(await statusOf(browser)).toBe(401)
  const late = { challenge: begun, method: 'totp', code: totpCode(TOTP_SECRET, clock.now()) }
  expect((await waiting.post('/api/auth/verify', late)).body.message).toBe(
    'This sign-in has ended. Please sign in again',
  )

  const { step, challenge } = await firstStep(browser)
  expect(step).toBe('enrol')
  const app_begun = await browser.post('/api/auth/factors/totp', { challenge })
  const { id, secret } = app_begun.body.data as { id: string; secret: string }
  await browser.post('/api/auth/factors/totp/confirm', { challenge, id, code: totpCode(secret, clock.now()) })
  expect(await statusOf(browser)).toBe(200)

  expect(await eventsOf('factor_reset', person.user_id)).toEqual([
    { says: `By the operator: ${done}`, business_id: sample.agency_id, actor_user_id: null },
  ])
  const told = (await mailsTo(person)).find((text) => text.startsWith('The operator'))
  expect(told).toContain('removed your authenticator apps and recovery codes, and ended your sessions')
  expect(told).toContain('Your next sign-in sets up a new app.')
  expect((await mailsTo(admin)).at(-1)).toContain(`of Robin Vale (${person.email})`)
  expect(await brokenSeals()).toEqual([])
})

test('a reset second factor: with mail, the next password is answered by a link, and the link leads to a new app', async () => {
  const smtp = {
    SMTP_URL: 'smtp://127.0.0.1:9',
    DATA_KEY: newDataKey(),
  }
  const { app: mailing, settings: own } = await testApp(database, clock, smtp)
  const next = new Browser(mailing, '10.4.8.1')
  await resetSecondFactor(deps, person.email)
  expect((await firstStep(next)).step).toBe('mail')
  await expect.poll(async () => (await mailsTo(person)).at(-1)).toContain('Your second factor was reset')
  const link = await mailedLink(database, own, person.email)
  const stranger = new Browser(mailing, '10.4.8.2')
  const byLink = (of: Browser) => of.post('/api/auth/verify', linkInput(link))
  expect((await byLink(stranger)).status).toBe(404)
  const { challenge, step } = (await byLink(next)).body.data as { challenge: string; step: string }
  expect(step).toBe('enrol')
  const { id, secret } = (await next.post('/api/auth/factors/totp', { challenge })).body.data as {
    id: string
    secret: string
  }
  clock.advance({ seconds: 60 })
  const code = totpCode(secret, clock.now())
  await next.post('/api/auth/factors/totp/confirm', { challenge, id, code })
  expect(await statusOf(next)).toBe(200)
  expect((await firstStep(new Browser(mailing, '10.4.8.3'))).step).toBe('second_factor')
})

test('a reset second factor of a role that needs none: the password alone signs in', async () => {
  const other = await samplePerson(database, clock, sample.client_id, ['hiring_manager'])
  expect(await resetSecondFactor(deps, other.email)).toMatchObject({ needs_factor: false })
  expect((await browser.login(other.email)).body.data).toMatchObject({ user: { email: other.email } })
})

test('ended sessions of one person: theirs alone, with sign-ins under way; the app stays', async () => {
  const others = new Browser(app, '10.4.9.2')
  await others.login(admin.email)
  await browser.login(person.email)
  const before = (await mailsTo(admin)).length

  const ended = await endPersonSessions(deps, person.email)
  expect(ended).toEqual({ done: `1 session of ${person.email} ended`, mails: 2 })
  expect([await statusOf(browser), await statusOf(others)]).toEqual([401, 200])
  expect((await firstStep(browser)).step).toBe('second_factor')
  expect(await eventsOf('session_ended', person.user_id)).toEqual([
    { says: 'By the operator: 1 session ended', business_id: sample.agency_id, actor_user_id: null },
  ])
  expect(await mailsTo(person)).toEqual([expect.stringContaining('ended your sessions')])
  expect((await mailsTo(admin)).slice(before)).toEqual([
    expect.stringContaining(`of Robin Vale (${person.email})`),
  ])
  expect(await brokenSeals()).toEqual([])
})

test('ended sessions of a person who is the administrator: one mail', async () => {
  const before = (await mailsTo(admin)).length
  expect(await endPersonSessions(deps, admin.email)).toMatchObject({ mails: 1 })
  expect((await mailsTo(admin)).slice(before)).toHaveLength(1)
})

test('ended sessions of everybody: no session is left, the provider is told', async () => {
  const others = new Browser(app, '10.4.9.3')
  await others.login(admin.email)
  await browser.login(person.email)
  const ended = await endEverySession(deps)
  expect(ended.mails).toBe(1)
  expect([await statusOf(browser), await statusOf(others)]).toEqual([401, 401])
  expect(await eventsOf('session_ended', null)).toEqual([
    {
      says: `By the operator, for everybody: ${ended.done}`,
      business_id: sample.provider_id,
      actor_user_id: null,
    },
  ])
  expect((await mailsTo(admin)).at(-1)).toContain('the sessions of everybody')
  expect(await mailsTo(person)).toEqual([])
})

test('a link to a new password: works once, without mail; the app stays', async () => {
  const made = await makePasswordLink({ ...deps, settings }, person.email)
  expect(made).toMatchObject({ email: person.email, minutes: 30, mails: 2 })
  const token = made.link.split('/').at(-1) ?? ''
  const password = 'quiet-orchard-61-lantern'
  expect((await browser.post('/api/auth/reset', { token, password })).status).toBe(200)
  expect((await browser.post('/api/auth/reset', { token, password })).status).toBe(404)
  const answer = await browser.post('/api/auth/login', { email: person.email, password })
  expect(answer.body.data).toMatchObject({ step: 'second_factor' })
  expect(await eventsOf('password_reset_asked', person.user_id)).toEqual([
    { says: 'By the operator', business_id: sample.agency_id, actor_user_id: null },
  ])
  expect((await mailsTo(person)).join()).not.toContain(token)
})

test('a link to a new password: none for a person who has not joined', async () => {
  await inTransaction(database, (tx) =>
    tx.run('update platform."user" set is_confirmed = false where id = $1', [person.user_id]),
  )
  await expect(makePasswordLink({ ...deps, settings }, person.email)).rejects.toThrow('has not joined')
})

test('an unknown or empty address changes nothing', async () => {
  await browser.login(person.email)
  for (const typed of ['nobody@example.org', ''])
    for (const work of [resetSecondFactor, endPersonSessions])
      await expect(work(deps, typed)).rejects.toThrow(
        `No user of this installation has the address "${typed}". Nothing was changed.`,
      )
  expect(await statusOf(browser)).toBe(200)
})

test('the command line: says what it did; wrong words and unknown addresses end with 1', async () => {
  const home = mkdtempSync(join(tmpdir(), 'stint-operator-'))
  keepTestKey(home)
  const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url))
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [main, 'admin', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        STINT_HOME: home,
        DATABASE_URL: database.url,
        ROLE_PREFIX: database.role_prefix,
        ROLE_SECRET: database.role_secret,
      },
    })
    let [said, refused] = ['', '']
    child.stdout.on('data', (part: Buffer) => {
      said += part.toString()
    })
    child.stderr.on('data', (part: Buffer) => {
      refused += part.toString()
    })
    const [code] = await once(child, 'close')
    return { code, said, refused }
  }
  try {
    expect(await run('reset-second-factor', person.email)).toMatchObject({
      code: 0,
      said: `${person.email}: 1 app and 0 recovery codes removed, 0 sessions and 0 known browsers ended.
The next sign-in with the right password sets up a new app.
2 people are told by mail. Without SMTP_URL the mails stay in the mail log.
`,
    })
    for (const command of ['reset-second-factor', 'end-sessions'])
      expect(await run(command, 'nobody@example.org')).toMatchObject({
        code: 1,
        said: '',
        refused: expect.stringContaining('has the address "nobody@example.org". Nothing was changed.'),
      })
    expect(await run('reset-second-factor')).toMatchObject({
      code: 1,
      refused: expect.stringContaining('Write the address of one person'),
    })
    const { rows } = await database.owner.query(
      `select outcome, says, business_id = $1 as is_of_provider from log.security_event
       where kind = 'admin_command' order by id`,
      [sample.provider_id],
    )
    const by = `by ${userInfo().username} on ${hostname()}`
    expect(rows).toEqual([
      { outcome: 'ok', says: `reset-second-factor, ${by}`, is_of_provider: true },
      { outcome: 'refused', says: `reset-second-factor, ${by}`, is_of_provider: true },
      { outcome: 'refused', says: `end-sessions, ${by}`, is_of_provider: true },
      { outcome: 'refused', says: `reset-second-factor, ${by}`, is_of_provider: true },
    ])
    expect(await brokenSeals()).toEqual([])
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
