/** A new sign-in address: asked for, confirmed, approved by a second person, and undone from the old address. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '#entity/access.ts'
import { approveRole } from '#server/auth/auth-operator-role.server.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { type Person, type Sample, sampleBusinesses, samplePerson, testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app, settings } = await testApp(database, clock, { SMTP_URL: 'smtp://127.0.0.1:9' })
const DEAD = 'This link is no longer valid.'
let sample: Sample
let mailbox: Mailbox
let person: Person
let fresh: string
let at_home: Browser
let net = 0

const browser = () => new Browser(app, `10.11.0.${++net}`)
async function signedIn(email: string): Promise<Browser> {
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
  person = await member('agency_user')
  at_home = await signedIn(person.email)
  fresh = `${crypto.randomUUID()}@example.org`
})

const { sql } = database
const ask = (email = fresh, by = at_home) => by.post('/api/auth/email', { email })
const confirm = (token: string) => browser().post('/api/auth/email/confirm', { token })
const undo = (token: string) => browser().post('/api/auth/email/undo', { token })
const openOf = async (by = at_home) =>
  ((await by.get('/api/auth/email')).body.data as { open: { waits_for: string } | null }).open
const statusOf = async (of: Browser) => (await of.get('/api/auth/session')).status
async function emailsOf({ user_id }: Person): Promise<string[]> {
  const rows = await sql<{ email: string }>(
    `select email from auth."user" where id = $1 union all select email from platform."user" where id = $1
     union all select email from business.business_contact where user_id = $1`,
    user_id,
  )
  return [...new Set(rows.map(({ email }) => email))]
}
async function linkTo(email: string, page: 'address' | 'address-undo'): Promise<string> {
  await mailbox.deliver()
  return mailbox.tokenTo(email, page)
}
async function asked(email = fresh, by = at_home): Promise<string> {
  expect((await ask(email, by)).body).toEqual({ success: true, data: null })
  return linkTo(email, 'address')
}
const events = async ({ user_id }: Person) =>
  (
    await sql<{ kind: string }>(
      `select kind from log.security_event where user_id = $1 and kind like 'email_%' order by at, id`,
      user_id,
    )
  ).map(({ kind }) => kind)

describe('a new address', () => {
  test('is confirmed by the link in its mail; user, contacts and sign-in follow, and both addresses are told', async () => {
    const other = await sampleBusinesses(database)
    await sql(
      `insert into business.business_contact (id, business_id, user_id, first_name, last_name, email, roles, joined_at)
       values ($1, $2, $3, 'Robin', 'Vale', $4, '{agency_user}', $5)`,
      crypto.randomUUID(),
      other.agency_id,
      person.user_id,
      person.email,
      clock.now(),
    )
    const token = await asked()
    expect(await emailsOf(person)).toEqual([person.email])
    expect(await openOf()).toMatchObject({ new_email: fresh, waits_for: 'confirmation' })
    const scanner = browser()
    for (let i = 0; i < 20; i += 1) await scanner.get(`/address/${token}`)
    expect((await confirm(token)).body.data).toEqual({ state: 'changed', email: fresh })
    expect(await emailsOf(person)).toEqual([fresh])
    expect(await openOf()).toBeNull()
    expect((await confirm(token)).body.message).toBe(DEAD)
    expect((await browser().login(person.email)).status).toBe(401)
    expect((await browser().login(fresh)).status).toBe(200)
    await mailbox.deliver()
    expect(mailbox.to(person.email).at(-1)).toContain(`You now sign in with ${fresh}`)
    expect(mailbox.to(fresh).at(-1)).toContain(`no longer with ${person.email}`)
    expect(await events(person)).toEqual(['email_asked', 'email_changed'])
    const audited = await sql(
      `select 1 from log.audit where action_id = 'auth.email.confirm' and user_id = $1 and new_values ->> 'email' = $2`,
      person.user_id,
      fresh,
    )
    expect(audited).toHaveLength(3)
  })

  test('asks for a recent confirmation of the person, and for an address that differs', async () => {
    clock.advance({ minutes: 6 })
    const refused = await ask()
    expect([refused.status, refused.body.message]).toEqual([403, 'Please confirm that it is you'])
    await at_home.confirm(refused)
    expect((await ask(person.email)).body.errors).toEqual({ email: 'You sign in with this address already' })
    expect((await ask('no address')).body.errors).toEqual({ email: 'Please enter a valid Email' })
    expect((await ask()).status).toBe(200)
  })

  test('in use gets the same answer, and no mail', async () => {
    const colleague = await member('agency_user')
    const on_paper = `${crypto.randomUUID()}@example.org`
    await sql(
      `insert into business.business_contact (id, business_id, first_name, last_name, email, roles)
       values ($1, $2, 'Ada', 'Byron', $3, '{agency_user}')`,
      crypto.randomUUID(),
      sample.agency_id,
      on_paper,
    )
    const free = await ask()
    for (const taken of [colleague.email, on_paper]) {
      expect((await ask(taken)).body).toEqual(free.body)
      await mailbox.deliver()
      expect(mailbox.to(taken)).toEqual([])
      expect(await openOf()).toMatchObject({ new_email: taken, waits_for: 'confirmation' })
    }
  })

  test('taken between mail and link is refused', async () => {
    const token = await asked()
    await sql(
      'update platform."user" set email = $1 where id = $2',
      fresh,
      (await member('agency_user')).user_id,
    )
    expect((await confirm(token)).body.message).toBe('This address is in use now. Please ask for another one')
    expect(await emailsOf(person)).toEqual([person.email])
  })

  test('the link works for a day, and only the last one asked for', async () => {
    const first = await asked()
    const second = await asked(`${crypto.randomUUID()}@example.org`)
    expect((await confirm(first)).body.message).toBe(DEAD)
    clock.advance({ hours: 25 })
    expect((await confirm(second)).body.message).toBe(DEAD)
    expect((await confirm('forged')).body.message).toBe(DEAD)
    expect(await openOf()).toBeNull()
  })

  test('two uses of the link at once change it once; five asks an hour are enough', async () => {
    const token = await asked()
    const answers = await Promise.all([confirm(token), confirm(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    for (let i = 0; i < 4; i += 1) expect((await ask(`${crypto.randomUUID()}@example.org`)).status).toBe(200)
    expect((await ask(`${crypto.randomUUID()}@example.org`)).status).toBe(429)
  })

  test('an inactive person changes nothing', async () => {
    const token = await asked()
    await sql('update platform."user" set is_active = false where id = $1', person.user_id)
    expect((await confirm(token)).body.message).toBe(DEAD)
  })

  test('links are in no table of ours and in no kept text', async () => {
    const token = await asked()
    const kept = await sql(
      `select 1 from log.mail where body_text like $1 union all select 1 from platform.outbox where payload::text like $1`,
      `%${token}%`,
    )
    expect(kept).toEqual([])
  })
})

describe('the link to the old address', () => {
  test('stops a change that waits, and works once', async () => {
    const token = await asked()
    const back = await linkTo(person.email, 'address-undo')
    expect((await undo(back)).body.data).toEqual({ email: person.email })
    expect([await statusOf(at_home), (await confirm(token)).status, (await undo(back)).status]).toEqual([
      401, 404, 404,
    ])
  })

  test('also after the change, for 7 days: it ends the sessions and the browsers known since', async () => {
    const devices = () => sql('select 1 from auth.device where user_id = $1', person.user_id)
    clock.advance({ minutes: 1 })
    expect((await confirm(await asked())).status).toBe(200)
    const elsewhere = await signedIn(fresh)
    expect(await devices()).toHaveLength(2)
    const back = await linkTo(person.email, 'address-undo')
    clock.advance({ hours: 24 * 7 - 1 })
    const answers = await Promise.all([undo(back), undo(back)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await emailsOf(person)).toEqual([person.email])
    expect([await statusOf(elsewhere), await statusOf(at_home)]).toEqual([401, 401])
    expect(await devices()).toHaveLength(1)
    expect((await browser().login(person.email)).status).toBe(200)
    await mailbox.deliver()
    expect(mailbox.to(fresh).at(-1)).toContain('The change to this address was undone')
    expect(await events(person)).toEqual(['email_asked', 'email_changed', 'email_changed'])
  })

  test('of a first change brings the first address back over a second one', async () => {
    expect((await confirm(await asked())).status).toBe(200)
    const back = await linkTo(person.email, 'address-undo')
    const second = `${crypto.randomUUID()}@example.org`
    expect((await confirm(await asked(second))).status).toBe(200)
    const later = await linkTo(fresh, 'address-undo')
    expect((await undo(back)).body.data).toEqual({ email: person.email })
    expect(await emailsOf(person)).toEqual([person.email])
    expect((await undo(later)).body.message).toBe(DEAD)
  })

  test('is dead after 7 days; before that nobody else gets the old address', async () => {
    expect((await confirm(await asked())).status).toBe(200)
    const back = await linkTo(person.email, 'address-undo')
    const by_other = await signedIn((await member('agency_user')).email)
    await ask(person.email, by_other)
    const before = mailbox.to(person.email).length
    await mailbox.deliver()
    expect(mailbox.to(person.email)).toHaveLength(before)
    clock.advance({ hours: 24 * 7 + 1 })
    expect((await undo(back)).body.message).toBe(DEAD)
  })
})

describe('a role that can release money', () => {
  let boss: Person
  let beth: Person
  let by_boss: Browser
  let by_beth: Browser
  beforeEach(async () => {
    boss = await member('agency_admin')
    beth = await member('agency_admin')
    by_boss = await signedIn(boss.email)
    by_beth = await signedIn(beth.email)
  })
  async function waiting(): Promise<string> {
    expect((await confirm(await asked(fresh, by_boss))).body.data).toEqual({ state: 'waiting', email: fresh })
    const [row] = await sql<{ id: string }>(
      `select id from request.role_change where user_id = $1 and kind = 'address' and status = 'pending'`,
      boss.user_id,
    )
    return row?.id ?? 'none'
  }
  const stateOf = async () =>
    (
      await sql<{ state: string }>(
        'select state from auth.address_change where user_id = $1 order by asked_at desc limit 1',
        boss.user_id,
      )
    )[0]?.state

  test('waits for another administrator, who is mailed; nobody approves their own', async () => {
    const id = await waiting()
    expect(await emailsOf(boss)).toEqual([boss.email])
    expect(await openOf(by_boss)).toMatchObject({ waits_for: 'second_person' })
    await mailbox.deliver()
    expect(mailbox.to(beth.email).at(-1)).toContain('has confirmed the new address')
    expect((await by_boss.act('request.role_change.approve', { id })).status).toBe(403)
    expect((await ask(`${crypto.randomUUID()}@example.org`, by_boss)).status).toBe(409)
    expect((await by_beth.act('request.role_change.approve', { id })).status).toBe(200)
    expect(await emailsOf(boss)).toEqual([fresh])
    expect(await stateOf()).toBe('changed')
    const again = await by_beth.act('request.role_change.approve', { id })
    expect(again.status).toBe(409)
    const back = await linkTo(boss.email, 'address-undo')
    expect((await undo(back)).status).toBe(200)
    expect(await emailsOf(boss)).toEqual([boss.email])
  })

  test.each([
    ['rejected', (id: string) => by_beth.act('request.role_change.reject', { id, comment: 'Not asked' })],
    ['withdrawn', (id: string) => by_boss.act('request.role_change.withdraw', { id, comment: 'A slip' })],
    ['withdrawn', () => by_boss.post('/api/auth/email/cancel', {})],
    ['withdrawn', async () => undo(await linkTo(boss.email, 'address-undo'))],
  ])('%s: nothing changes, and another one may be asked for', async (status, end) => {
    const id = await waiting()
    expect((await end(id)).status).toBe(200)
    expect(await sql('select status from request.role_change where id = $1', id)).toEqual([{ status }])
    expect([await emailsOf(boss), await stateOf()]).toEqual([[boss.email], 'cancelled'])
    expect((await by_beth.act('request.role_change.approve', { id })).status).toBe(409)
    expect((await ask(fresh, await signedIn(boss.email))).status).toBe(200)
  })

  test('after 7 days it is over, and another one may be asked for', async () => {
    const id = await waiting()
    clock.advance({ hours: 24 * 7 + 1 })
    by_boss = await signedIn(boss.email)
    by_beth = await signedIn(beth.email)
    expect((await by_beth.act('request.role_change.approve', { id })).status).toBe(409)
    expect(await openOf(by_boss)).toBeNull()
    expect(await waiting()).not.toBe(id)
  })

  test('an approval and an undo at once: one of them holds', async () => {
    const id = await waiting()
    const back = await linkTo(boss.email, 'address-undo')
    const [approved, undone] = await Promise.all([
      by_beth.act('request.role_change.approve', { id }),
      undo(back),
    ])
    expect(undone.status).toBe(200)
    expect([200, 409]).toContain(approved.status)
    expect(await emailsOf(boss)).toEqual([boss.email])
  })

  test('the only administrator of a provider waits for the operator', async () => {
    const root = await samplePerson(database, clock, sample.provider_id, ['provider_admin'])
    await sql(
      `update business.business_contact set is_active = false where business_id = $1 and user_id <> $2`,
      sample.provider_id,
      root.user_id,
    )
    boss = root
    by_boss = await signedIn(root.email)
    const id = await waiting()
    const done = await approveRole({ database, clock }, id)
    expect(done.done).toContain(`Signs in with ${fresh}`)
    expect(await emailsOf(root)).toEqual([fresh])
  })
})
