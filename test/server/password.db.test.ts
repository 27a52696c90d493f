/** Forgotten passwords, reset by a mailed link, and passwords changed by their owners. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { PASSWORD, type Person, type Sample, sampleBusinesses, samplePerson, testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app, settings } = await testApp(database, clock, { SMTP_URL: 'smtp://127.0.0.1:9' })
const NEW = 'quiet-orchard-61-lantern'
const DEAD = 'This link is no longer valid. Ask for a new one.'
let sample: Sample
let person: Person
let mailbox: Mailbox
let net = 0

beforeAll(async () => {
  sample = await sampleBusinesses(database)
  mailbox = await openMailbox(database, clock, settings)
})
beforeEach(async () => {
  person = await samplePerson(database, clock, sample.agency_id, ['agency_user'])
  clock.advance({ hours: 2 })
})

const { sql } = database
const browser = () => new Browser(app, `10.6.0.${++net}`)
const forgot = (email: string, from = browser()) => from.post('/api/auth/forgot', { email })
const reset = (token: string, password = NEW) => browser().post('/api/auth/reset', { token, password })
const statusOf = async (of: Browser) => (await of.get('/api/auth/session')).status
const kinds = async ({ user_id }: Person) =>
  (
    await sql<{ kind: string }>(
      'select kind from log.security_event where user_id = $1 order by at, id',
      user_id,
    )
  ).map(({ kind }) => kind)

async function mailedToken({ email } = person): Promise<string> {
  await forgot(email)
  await mailbox.deliver()
  return mailbox.tokenTo(email, 'reset')
}

describe('a forgotten password', () => {
  test('a mailed link sets a new one and ends all sessions; it opens none', async () => {
    const at_home = browser()
    await at_home.login(person.email)
    const token = await mailedToken()
    const from = browser()
    expect((await from.post('/api/auth/reset', { token, password: NEW })).body).toEqual({ success: true })
    expect([await statusOf(at_home), await statusOf(from)]).toEqual([401, 401])
    expect((await browser().login(person.email)).status).toBe(401)
    expect((await browser().login(person.email, NEW)).status).toBe(200)
    await mailbox.deliver()
    expect(mailbox.to(person.email).at(-1)).toContain('Your password was reset by a mailed link')
    expect(await kinds(person)).toEqual(expect.arrayContaining(['password_reset_asked', 'password_set']))
    const left = await sql('select 1 from auth.device where user_id = $1', person.user_id)
    expect(left).toHaveLength(1)
  })

  test('the link works once, for 30 minutes; a weak password and an opened page use nothing up', async () => {
    const token = await mailedToken()
    const scanner = browser()
    for (let i = 0; i < 100; i += 1) await scanner.get(`/reset/${token}`)
    expect((await reset(token, 'short')).body.errors).toEqual({
      password: 'Please enter a stronger password',
    })
    const answers = await Promise.all([reset(token), reset(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await reset(token)).body.message).toBe(DEAD)
    const late = await mailedToken()
    clock.advance({ minutes: 31 })
    expect((await reset(late)).body.message).toBe(DEAD)
    expect((await reset('forged')).body.message).toBe(DEAD)
  })

  test('one used link ends the others of its person', async () => {
    const first = await mailedToken()
    expect((await reset(await mailedToken())).status).toBe(200)
    expect((await reset(first)).status).toBe(404)
  })

  test('a second factor stays and is asked', async () => {
    const boss = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
    expect((await reset(await mailedToken(boss))).status).toBe(200)
    const answer = await browser().post('/api/auth/login', { email: boss.email, password: NEW })
    expect(answer.body.data).toMatchObject({ step: 'second_factor' })
  })

  test('unknown addresses get the same answer, the same rows and no mail', async () => {
    const rows = async () =>
      (
        await sql<{ outbox: number; events: number }>(
          `select (select count(*)::int from platform.outbox) as outbox,
             (select count(*)::int from log.security_event where kind = 'password_reset_asked') as events`,
        )
      )[0]
    const before = await rows()
    const known = await forgot(person.email)
    const between = await rows()
    const unknown = await forgot('nobody@example.org')
    const after = await rows()
    expect(unknown.body).toEqual(known.body)
    const grown = (from: typeof before, to: typeof before) => [
      (to?.outbox ?? 0) - (from?.outbox ?? 0),
      (to?.events ?? 0) - (from?.events ?? 0),
    ]
    expect([grown(before, between), grown(between, after)]).toEqual([
      [1, 1],
      [1, 1],
    ])
    await mailbox.deliver()
    expect(mailbox.to('nobody@example.org')).toEqual([])
  })

  test.each([
    ['inactive', 'update platform."user" set is_active = false where id = $1'],
    ['not joined', 'update platform."user" set is_confirmed = false where id = $1'],
  ])('a person who is %s gets no link', async (_why, change) => {
    await database.owner.query(change, [person.user_id])
    expect((await forgot(person.email)).body).toEqual({ success: true })
    await mailbox.deliver()
    expect(mailbox.to(person.email)).toEqual([])
  })

  test('a link is dead for a person who became inactive', async () => {
    const token = await mailedToken()
    await database.owner.query('update platform."user" set is_active = false where id = $1', [person.user_id])
    expect((await reset(token)).status).toBe(404)
  })

  test('three mails an hour go to a person, 20 wishes to a network', async () => {
    const answers = []
    for (let i = 0; i < 5; i += 1) answers.push((await forgot(person.email)).body)
    await mailbox.deliver()
    expect(mailbox.to(person.email)).toHaveLength(3)
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
    const one_net = browser()
    for (let i = 0; i < 20; i += 1) await forgot(`somebody${i}@example.org`, one_net)
    const other = await samplePerson(database, clock, sample.agency_id, ['agency_user'])
    expect((await forgot(other.email, one_net)).body).toEqual({ success: true })
    await mailbox.deliver()
    expect(mailbox.to(other.email)).toEqual([])
    clock.advance({ minutes: 61 })
    await mailedToken()
    expect(mailbox.to(person.email)).toHaveLength(4)
  })

  test('no table holds the link; the delivery erases its cipher', async () => {
    await forgot(person.email)
    await mailbox.deliver()
    const token = mailbox.tokenTo(person.email, 'reset')
    expect(await sql(`select id from platform.outbox where payload ? 'one_time_link'`)).toEqual([])
    const tables = await sql<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
    )
    for (const { name } of tables)
      expect([
        name,
        await sql(`select 1 from ${name} t where strpos(t::text, $1) > 0 limit 1`, token),
      ]).toEqual([name, []])
    const [kept] = await sql<{ body_text: string }>(
      'select body_text from log.mail where "to" = $1',
      person.email,
    )
    expect(kept?.body_text).toContain('[one-time link]')
  })

  test('guesses at the old password delay the new one no more', async () => {
    const from = browser()
    for (let i = 0; i < 5; i += 1) await from.login(person.email, 'wrong')
    expect((await from.login(person.email)).status).toBe(429)
    const token = await mailedToken()
    await from.post('/api/auth/reset', { token, password: NEW })
    expect((await from.login(person.email, NEW)).status).toBe(200)
  })
})

describe('a password of before scrypt named its parameters', () => {
  /** Of PASSWORD, as better-auth 1.7.7 hashed it. */
  const former =
    '3f8a415b80b6fa1374aa4edf564706db:97d70adc847ec366d819ea278dd59d438b5179c543508aee0782bd04b100fb217e13e747bf97e1f9b5abace3479e93116269161ea7fd9b326a330dff4c8111fe'
  const hash = async () =>
    (
      await sql<{ password: string }>('select password from auth.account where "userId" = $1', person.user_id)
    )[0]?.password

  test('opens, and is hashed again at the sign-in; a wrong one changes nothing', async () => {
    await database.app.query('update auth.account set password = $2 where "userId" = $1', [
      person.user_id,
      former,
    ])
    expect((await browser().login(person.email, 'wrong')).status).toBe(401)
    expect(await hash()).toBe(former)
    expect((await browser().login(person.email)).status).toBe(200)
    const renewed = await hash()
    expect(renewed).toMatch(/^scrypt\$10\$8\$3\$/)
    expect((await browser().login(person.email)).status).toBe(200)
    expect(await hash()).toBe(renewed)
  })
})

describe('a changed password', () => {
  const change = (from: Browser, current: string, password: string) =>
    from.post('/api/auth/password', { current, password })

  test('needs the present one; other sessions end, this one goes on', async () => {
    const [here, there] = [browser(), browser()]
    await here.login(person.email)
    await there.login(person.email)
    const link = await mailedToken()
    expect((await change(here, 'not-my-password', NEW)).body.errors).toEqual({
      current: 'The password is not right',
    })
    expect((await change(here, PASSWORD, 'password1234')).body.errors).toEqual({
      password: 'Please enter a stronger password',
    })
    await database.owner.query(`update business.business set name = 'Quarrybank' where id = $1`, [
      sample.agency_id,
    ])
    expect((await change(here, PASSWORD, 'Quarrybank2026!')).body.errors).toEqual({
      password: 'Please enter a stronger password',
    })
    expect((await change(here, PASSWORD, PASSWORD)).status).toBe(400)
    expect((await change(here, PASSWORD, NEW)).body).toEqual({ success: true })
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401])
    expect((await browser().login(person.email)).status).toBe(401)
    expect((await browser().login(person.email, NEW)).status).toBe(200)
    // A link that was asked for before is dead.
    expect((await reset(link)).status).toBe(404)
    await mailbox.deliver()
    expect(mailbox.to(person.email).at(-1)).toContain('Your password was changed')
    expect(await kinds(person)).toContain('password_changed')
  })

  test('guesses are counted as at sign-in; nobody signed out changes any', async () => {
    const here = browser()
    await here.login(person.email)
    for (let i = 0; i < 10; i += 1) await change(here, `wrong ${i}`, NEW)
    expect((await change(here, PASSWORD, NEW)).status).toBe(429)
    expect((await change(browser(), PASSWORD, NEW)).status).toBe(401)
  })
})
