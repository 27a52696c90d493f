/** Sessions: seen and ended by their person, and by administrators (spec §7, logoutUser). */
import { expect, test } from 'vitest'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { Program } from './program.ts'
import {
  linkSample,
  PASSWORD,
  type Person,
  sampleBusinesses,
  sampleContact,
  samplePerson,
  testClock,
} from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock)
const sample = await sampleBusinesses(database)
await linkSample(database, sample)
const others = await sampleBusinesses(database)

let address = 0
async function signedIn(person: Person, user_agent = ''): Promise<Browser> {
  const browser = new Browser(app, `10.1.0.${++address}`)
  const headers: Record<string, string> = user_agent === '' ? {} : { 'user-agent': user_agent }
  const answer = await browser.login(person.email, PASSWORD, headers)
  expect(answer.status).toBe(200)
  return browser
}
type Seen = {
  id: string
  device: string
  ip: string
  methods: string[]
  business_name: string
  is_current: boolean
}
const sessionsOf = async (browser: Browser) => (await browser.get('/api/auth/sessions')).body.data as Seen[]
const isIn = async (browser: Browser) => (await browser.get('/api/auth/session')).status === 200
const person = (business_id: string, role: Parameters<typeof samplePerson>[3][number]) =>
  samplePerson(database, clock, business_id, [role])

test('own sessions: listed with device and address, ended one by one or all others, never anybody else’s', async () => {
  const me = await person(sample.agency_id, 'agency_user')
  const phone = await signedIn(me, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1')
  const desk = await signedIn(me, 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/141.0')
  const third = await signedIn(me)
  const stranger = await signedIn(await person(sample.agency_id, 'agency_user'))
  const seen = await sessionsOf(desk)
  expect(seen.map(({ device }) => device).sort()).toEqual([
    'Another program',
    'Firefox on Windows',
    'Safari on iPhone',
  ])
  expect(seen.filter(({ is_current }) => is_current).map(({ device }) => device)).toEqual([
    'Firefox on Windows',
  ])
  expect(seen.map(({ methods }) => methods)).toEqual([['pwd'], ['pwd'], ['pwd']])
  expect(JSON.stringify(seen)).not.toContain(desk.cookie.split('=')[1]?.split('.')[0] ?? 'no cookie')
  const on_phone = seen.find(({ device }) => device === 'Safari on iPhone')
  const theirs = (await sessionsOf(stranger))[0]
  const end = (body: object) => desk.post('/api/auth/sessions/end', body)
  expect((await end({ ids: [on_phone?.id, theirs?.id] })).body.data).toEqual({ ended: 1 })
  expect([await isIn(phone), await isIn(stranger), await isIn(third)]).toEqual([false, true, true])
  expect((await end({ others: true })).body.data).toEqual({ ended: 1 })
  expect([await isIn(third), await isIn(desk), await isIn(stranger)]).toEqual([false, true, true])
  expect((await end({ ids: [] })).status).toBe(400)
  expect((await new Browser(app).get('/api/auth/sessions')).status).toBe(401)
})

test('own security events: what concerned the person in the last 90 days, and nothing of anybody else', async () => {
  type Event = { kind: string; outcome: string; device: string; ip: string; says: string; by_other: boolean }
  const windows = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/141.0'
  const me = await person(sample.agency_id, 'agency_user')
  await new Browser(app, '10.2.0.1').login(me.email, 'wrong')
  const colleague = await signedIn(await person(sample.agency_id, 'agency_user'))
  const desk = await signedIn(me, windows)
  const eventsOf = async (browser: Browser, query = '') =>
    (await browser.get(`/api/auth/events${query}`)).body.data as Event[]
  const mine = await eventsOf(desk)
  expect(mine.map(({ kind, outcome }) => `${kind} ${outcome}`).sort()).toEqual([
    'new_device ok',
    'sign_in ok',
    'sign_in refused',
  ])
  expect(mine.find(({ outcome }) => outcome === 'refused')).toMatchObject({
    ip: '10.2.0.1',
    says: 'wrong password',
    by_other: false,
  })
  expect(mine.find(({ kind }) => kind === 'new_device')).toMatchObject({ device: 'Firefox on Windows' })
  expect((await eventsOf(colleague)).map(({ kind }) => kind).sort()).toEqual(['new_device', 'sign_in'])
  expect(await eventsOf(desk, '?shown=1')).toHaveLength(1)
  expect((await desk.get('/api/auth/events?shown=0')).status).toBe(400)
  expect((await new Browser(app).get('/api/auth/events')).status).toBe(401)
  clock.advance({ days: 91 })
  const later = await eventsOf(await signedIn(me, windows))
  expect(later.some(({ outcome }) => outcome === 'refused')).toBe(false)
})

test('own security events: what another person did comes without their address, what a program did with it', async () => {
  type Event = { kind: string; device: string; ip: string; says: string; by_other: boolean }
  const admin = await signedIn(await person(sample.agency_id, 'agency_admin'))
  const me = await person(sample.agency_id, 'agency_user')
  const desk = await signedIn(me)
  await admin.post('/api/permission/logoutUser', { business_id: sample.agency_id, user_id: me.user_id })
  expect(await isIn(desk)).toBe(false)
  const [ended] = ((await (await signedIn(me)).get('/api/auth/events')).body.data as Event[]).filter(
    ({ kind }) => kind === 'session_ended',
  )
  expect(ended).toMatchObject({ by_other: true, ip: '', device: '', says: '' })
  const token = 'platform.api_token'
  const input = { name: 'Payroll', roles: ['agency_admin'], actions: ['business.chase_plan.preview'] }
  const made = (await admin.act(`${token}.create`, input)).body.data as { id: string; token: string }
  await admin.act(`${token}.revoke`, { id: made.id })
  await new Program(app, made.token, '10.2.0.9').act('business.chase_plan.preview', {})
  const of_admin = (await admin.get('/api/auth/events')).body.data as Event[]
  expect(of_admin.filter(({ kind }) => kind.startsWith('token_')).map(({ kind, ip }) => [kind, ip])).toEqual([
    ['token_refused', '10.2.0.9'],
    ['token_revoked', admin.address],
    ['token_created', admin.address],
  ])
  expect(JSON.stringify((await (await signedIn(me)).get('/api/auth/events')).body)).not.toContain('10.2.0.9')
})

test('logoutUser: oneself, a colleague by their admin, anybody by the provider’s admin; else no such person', async () => {
  const admin = await signedIn(await person(sample.agency_id, 'agency_admin'))
  const plain = await signedIn(await person(sample.agency_id, 'agency_user'))
  const provider = await signedIn(await person(sample.provider_id, 'provider_admin'))
  const foreign = await signedIn(await person(others.provider_id, 'provider_admin'))
  const target = await person(sample.agency_id, 'agency_consultant')
  const of_client = await person(sample.client_id, 'timesheet_approver')
  const out = async (by: Browser, who: Person, business_id: string) =>
    (await by.post('/api/permission/logoutUser', { business_id, user_id: who.user_id })).status
  for (const by of [plain, foreign]) {
    const there = await signedIn(target)
    expect(await out(by, target, sample.agency_id)).toBe(404)
    expect(await isIn(there)).toBe(true)
  }
  expect(await out(admin, of_client, sample.client_id)).toBe(404)
  expect(await out(admin, target, sample.client_id)).toBe(404)
  for (const by of [admin, provider]) {
    const there = await signedIn(target)
    expect(await out(by, target, sample.agency_id)).toBe(200)
    expect(await isIn(there)).toBe(false)
  }
  const own = await signedIn(target)
  expect(await out(own, target, sample.agency_id)).toBe(200)
  expect(await isIn(own)).toBe(false)
})

test('logoutUser: only sessions that act for the named business end', async () => {
  const both = await person(sample.agency_id, 'agency_user')
  await inTransaction(database, (tx) => sampleContact(tx, others.agency_id, both, ['agency_user']))
  const there = await signedIn(both)
  const browser = await signedIn(both)
  const { businesses } = (await browser.get('/api/auth/session')).body.data as {
    businesses: { business_contact_id: string; business_id?: string; business_name: string }[]
  }
  const other = businesses.find(({ business_contact_id }) => business_contact_id !== both.contact_id)
  await browser.post('/api/auth/switch', { business_contact_id: other?.business_contact_id })
  const admin = await signedIn(await person(sample.agency_id, 'agency_admin'))
  const answer = await admin.post('/api/permission/logoutUser', {
    business_id: sample.agency_id,
    user_id: both.user_id,
  })
  expect([answer.status, await isIn(there), await isIn(browser)]).toEqual([200, false, true])
})
