import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSession } from '#server/auth/auth-session.server.ts'
import { totpCode } from '#server/auth/auth-totp.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { type Answer, Browser, testApp } from './harness.ts'
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
const { app } = await testApp(database, clock)
const WRONG = 'Invalid Code, Please enter a valid code'

let sample: Sample
let person: Person
let browser: Browser
let serial = 0

beforeAll(async () => {
  sample = await sampleBusinesses(database)
})
beforeEach(async () => {
  person = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
  browser = new Browser(app, `10.2.0.${++serial}`)
  clock.advance({ hours: 1 })
})

type Step = { step: string; challenge: string; methods: string[] }
const firstStep = async (of = browser) =>
  (await of.post('/api/auth/login', { email: person.email, password: PASSWORD })).body.data as Step
const verify = (challenge: string, code: string, method = 'totp', of = browser): Promise<Answer> =>
  of.post('/api/auth/verify', { challenge, method, code })
const now = (secret = TOTP_SECRET) => totpCode(secret, clock.now())
const wrongCode = () => (now() === '000000' ? '000001' : '000000')
const session = (of = browser) => of.get('/api/auth/session')
const kinds = async () =>
  (
    await database.owner.query<{ kind: string }>(
      'select kind from log.security_event where user_id = $1 order by at, id',
      [person.user_id],
    )
  ).rows.map(({ kind }) => kind)
const dropFactors = () =>
  inTransaction(database, (tx) => tx.run('delete from auth.factor where user_id = $1', [person.user_id]))

describe('a sign-in with a second factor', () => {
  test('no session before the code; a code works once', async () => {
    const { step, challenge, methods } = await firstStep()
    expect([step, methods]).toEqual(['second_factor', ['totp']])
    expect((await session()).status).toBe(401)
    expect((await verify(challenge, now())).body.data).toMatchObject({ user: { email: person.email } })
    expect((await session()).status).toBe(200)
    // The same code again, in another browser.
    const thief = new Browser(app, '10.2.9.1')
    expect((await verify((await firstStep(thief)).challenge, now(), 'totp', thief)).body).toMatchObject({
      errors: { code: WRONG },
    })
    expect(await kinds()).toContain('factor_failed')
  })

  test('the second step belongs to the browser of the first, and to ten minutes', async () => {
    const { challenge } = await firstStep()
    const ended = 'This sign-in has ended. Please sign in again'
    expect((await verify(challenge, now(), 'totp', new Browser(app))).body.message).toBe(ended)
    expect((await verify('forged', now())).body.message).toBe(ended)
    clock.advance({ minutes: 11 })
    expect((await verify(challenge, now())).body.message).toBe(ended)
  })

  test('six codes at once: five are judged', async () => {
    const { challenge } = await firstStep()
    const answers = await Promise.all(Array.from({ length: 6 }, () => verify(challenge, wrongCode())))
    expect(answers.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 429])
    // The right one comes too late, also for a new sign-in until the pause is over.
    expect((await verify(challenge, now())).status).toBe(429)
    expect((await verify((await firstStep()).challenge, now())).status).toBe(429)
    clock.advance({ minutes: 16 })
    expect((await verify((await firstStep()).challenge, now())).status).toBe(200)
  })

  test('one right code twice at once opens one session', async () => {
    const other = new Browser(app, '10.2.9.2')
    const steps = [await firstStep(), await firstStep(other)] as const
    const answers = await Promise.all([
      verify(steps[0].challenge, now()),
      verify(steps[1].challenge, now(), 'totp', other),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

describe('a role that can release money', () => {
  test('is led through its first factor before any session', async () => {
    await dropFactors()
    const { step, challenge } = await firstStep()
    expect(step).toBe('enrol')
    const begun = await browser.post('/api/auth/factors/totp', { challenge })
    const { id, secret, otpauth_uri } = begun.body.data as { id: string; secret: string; otpauth_uri: string }
    expect(otpauth_uri).toContain(`secret=${secret}`)
    const confirm = (code: string) => browser.post('/api/auth/factors/totp/confirm', { challenge, id, code })
    expect((await confirm(now(secret) === '000000' ? '000001' : '000000')).status).toBe(400)
    expect((await session()).status).toBe(401)
    const { recovery_codes } = (await confirm(now(secret))).body.data as { recovery_codes: string[] }
    expect(recovery_codes).toHaveLength(10)
    expect((await session()).status).toBe(200)
    expect(await kinds()).toContain('factor_added')
    const kept = await database.owner.query('select secret_enc from auth.factor where id = $1', [id])
    expect(JSON.stringify(kept.rows)).not.toContain(secret)
  })

  test('no way in opens a session without it', async () => {
    const visitor = { ip: '127.0.0.1', user_agent: 'test' }
    const open = (methods: readonly ('pwd' | 'mail' | 'totp')[]) =>
      inTransaction(database.session, (tx) =>
        openSession(
          tx,
          clock,
          { user_id: person.user_id, business_contact_id: person.contact_id, methods },
          visitor,
        ),
      )
    await expect(open(['pwd'])).rejects.toThrow('Your role needs a second factor')
    await expect(open(['pwd', 'mail'])).rejects.toThrow('Your role needs a second factor')
    expect(await open(['pwd', 'totp'])).toMatch(/^\S{43}$/)
  })

  test('given during a session: the next request asks to sign in again', async () => {
    const other = await samplePerson(database, clock, sample.agency_id, ['agency_user'])
    await browser.login(other.email)
    expect((await session()).status).toBe(200)
    await database.owner.query(
      `update business.business_contact set roles = '{agency_admin}' where id = $1`,
      [other.contact_id],
    )
    expect((await session()).status).toBe(401)
  })

  test('keeps its last factor', async () => {
    await browser.login(person.email)
    const { factors } = (await browser.get('/api/auth/factors')).body.data as { factors: { id: string }[] }
    const remove = () => browser.post('/api/auth/factors/remove', { id: factors[0]?.id })
    clock.advance({ minutes: 6 })
    const refused = await remove()
    expect(refused.body.message).toBe('Please confirm that it is you')
    await browser.confirm(refused)
    expect((await remove()).body.message).toBe('Your role needs a second factor')
  })
})

describe('recovery codes', () => {
  const codesOf = async () => {
    await browser.login(person.email)
    const { body } = await browser.post('/api/auth/recovery-codes', {})
    return (body.data as { recovery_codes: string[] }).recovery_codes
  }

  test('each signs in once, and the person is told by mail', async () => {
    const [code = '', next = ''] = await codesOf()
    const typed = code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    expect((await verify((await firstStep()).challenge, typed, 'recovery_code')).status).toBe(200)
    expect((await verify((await firstStep()).challenge, code, 'recovery_code')).status).toBe(400)
    expect((await verify((await firstStep()).challenge, next, 'recovery_code')).status).toBe(200)
    const { rows } = await database.owner.query<{ body_text: string }>(
      'select body_text from log.mail where "to" = $1 order by created_at, id',
      [person.email],
    )
    expect(rows.at(-1)?.body_text).toContain('8 are left')
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(await kinds()).toContain('recovery_used')
  })

  test('the third left one opens a task, and new ones close it', async () => {
    const codes = await codesOf()
    const tasks = async () =>
      (
        await database.owner.query<{ state: string; link: string }>(
          `select state, link from log.notification_log where kind = 'recovery_codes_few' and user_id = $1`,
          [person.user_id],
        )
      ).rows
    for (const code of codes.slice(0, 7)) {
      expect(await tasks()).toEqual([])
      expect((await verify((await firstStep()).challenge, code, 'recovery_code')).status).toBe(200)
    }
    expect(await tasks()).toEqual([{ state: 'open', link: 'profile/security' }])
    expect((await verify((await firstStep()).challenge, codes[7] ?? '', 'recovery_code')).status).toBe(200)
    expect(await tasks()).toHaveLength(1)
    await codesOf()
    expect(await tasks()).toEqual([{ state: 'done', link: 'profile/security' }])
  })

  test('new ones replace the old', async () => {
    const [old = ''] = await codesOf()
    await codesOf()
    expect((await verify((await firstStep()).challenge, old, 'recovery_code')).status).toBe(400)
  })
})

test('anybody may add an app, and remove it', async () => {
  const other = await samplePerson(database, clock, sample.client_id, ['hiring_manager'])
  await browser.login(other.email)
  clock.advance({ minutes: 6 })
  const refused = await browser.post('/api/auth/factors/totp', {})
  expect(refused.body.step_up).toEqual({ methods: ['password'], max_age: 300 })
  await browser.confirm(refused)
  const begun = await browser.post('/api/auth/factors/totp', {})
  const { id, secret } = begun.body.data as { id: string; secret: string }
  const done = await browser.post('/api/auth/factors/totp/confirm', { id, code: now(secret) })
  expect((done.body.data as { recovery_codes: string[] }).recovery_codes).toHaveLength(10)
  const foreign = new Browser(app, '10.2.9.3')
  await foreign.login(person.email)
  expect((await foreign.post('/api/auth/factors/remove', { id })).status).toBe(404)
  const answer = await new Browser(app, '10.2.9.4').post('/api/auth/login', {
    email: other.email,
    password: PASSWORD,
  })
  expect(answer.body.data).toMatchObject({ step: 'second_factor' })
  expect((await browser.post('/api/auth/factors/remove', { id })).status).toBe(200)
  const left = await database.owner.query('select from auth.recovery_code where user_id = $1', [
    other.user_id,
  ])
  expect(left.rowCount).toBe(0)
})
