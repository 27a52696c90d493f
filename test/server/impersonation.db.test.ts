/** Support acts as a person in sight of everybody concerned (people, impersonation): over HTTP, as the pages call. */
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { closeOverImpersonations } from '#business/impersonation/close-over.job.ts'
import { verbs } from '#business/verbs.ts'
import type { Role } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { runExport } from '#server/export/export-run.server.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { folderFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { act, companyInput } from '../fixtures/world.ts'
import { type Answer, Browser, testApp } from './harness.ts'
import {
  linkSample,
  PASSWORD,
  type Person,
  sampleBusinesses,
  sampleContact,
  samplePerson,
  testClock,
  viewerOf,
} from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app, settings, folder } = await testApp(database, clock)
const sample = await sampleBusinesses(database)
await linkSample(database, sample)
const others = await sampleBusinesses(database)
const START = 'platform.impersonation.start'
const END = 'platform.impersonation.end'
const REASON = 'The list of clients stays empty'

let address = 0
async function signedIn(person: Person): Promise<Browser> {
  const browser = new Browser(app, `10.2.0.${++address}`)
  expect((await browser.login(person.email)).status).toBe(200)
  return browser
}
const person = (business_id: string, ...roles: Role[]) => samplePerson(database, clock, business_id, roles)
const start = (browser: Browser, target: Person, input: object = {}, key?: string) =>
  browser.act(START, { business_contact_id: target.contact_id, reason: REASON, minutes: 15, ...input }, key)
const idOf = ({ body }: Answer) => (body.data as { id: string }).id

type Context = {
  user: { id: string }
  business: { id: string }
  impersonator_user_id: string | null
  refused_actions: string[]
  impersonation: { reason: string; seconds_left: number; impersonator_name: string } | null
  impersonated_users: { user_id: string }[]
}
const contextOf = async (browser: Browser) =>
  (await browser.get('/api/auth/session')).body.data as Context | undefined
const rowOf = async (id: string) =>
  present(
    (await database.owner.query('select * from log.impersonation where id = $1', [id])).rows[0],
    'an impersonation',
  )
/** After the waiting mails have gone out. */
async function mailsTo(email: string) {
  const { rows } = await database.owner.query<{ id: string }>(
    `select id from platform.outbox where topic = 'impersonation' and delivered_at is null`,
  )
  for (const { id } of rows)
    await deliverOutbox({ database, clock, settings, files: folderFiles(folder) }, topics, id)
  return (
    await database.owner.query<{ subject: string; body_text: string }>(
      `select subject, body_text from log.mail where "to" = $1 and fact_key like 'impersonation:%' order by created_at`,
      [email],
    )
  ).rows
}
const eventsOf = async (user_id: string) =>
  (
    await database.owner.query<{ kind: string; user_id: string }>(
      `select kind, user_id, actor_user_id, impersonator_user_id, business_id from log.security_event
       where kind like 'impersonation%' and (user_id = $1 or actor_user_id = $1) order by at, id`,
      [user_id],
    )
  ).rows

let support: Person
let worker: Person
let browser: Browser
beforeEach(async () => {
  clock.advance({ hours: 2 })
  support = await person(sample.provider_id, 'provider_admin')
  worker = await person(sample.agency_id, 'agency_user')
  browser = await signedIn(support)
})

describe('acting as a person', () => {
  test('begins a second session, and its end gives the first one back', async () => {
    const answer = await start(browser, worker)
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).not.toContain('token')
    const acting = present(await contextOf(browser), 'a session')
    expect(acting.user.id).toBe(worker.user_id)
    expect(acting.business.id).toBe(sample.agency_id)
    expect(acting.impersonator_user_id).toBe(support.user_id)
    const refused = [...verbs.values()].filter((verb) => verb.impersonator === 'refused')
    expect(acting.refused_actions).toEqual(refused.map((verb) => verb.action_id))
    expect(acting.impersonation).toMatchObject({
      reason: REASON,
      impersonator_name: 'Robin Vale',
      seconds_left: 900,
    })
    clock.advance({ minutes: 3 })
    expect((await contextOf(browser))?.impersonation?.seconds_left).toBe(720)
    expect((await browser.act(END, {})).status).toBe(200)
    const own = present(await contextOf(browser), 'a session')
    expect([own.user.id, own.impersonation, own.impersonated_users]).toEqual([support.user_id, null, []])
    expect(await rowOf(idOf(answer))).toMatchObject({
      user_id: worker.user_id,
      business_id: sample.agency_id,
      impersonator_user_id: support.user_id,
      impersonator_business_id: sample.provider_id,
      reason: REASON,
      ended_by: 'impersonator',
      actions: [],
    })
  })

  test('is seen from the first session elsewhere, and can be ended there', async () => {
    const first = browser.cookie
    const id = idOf(await start(browser, worker))
    const elsewhere = new Browser(app, '10.2.1.1')
    elsewhere.cookie = first
    expect((await contextOf(elsewhere))?.impersonated_users).toMatchObject([{ id, user_id: worker.user_id }])
    expect((await elsewhere.act(END, { id })).status).toBe(200)
    expect((await contextOf(browser))?.user.id).toBe(support.user_id)
    expect((await elsewhere.act(END, { id })).status).toBe(404)
  })

  test('an answer that was lost comes again with the session; a stranger with the id gets none', async () => {
    const first = browser.cookie
    const key = crypto.randomUUID()
    const id = idOf(await start(browser, worker, {}, key))
    browser.cookie = first
    expect((await start(browser, worker, {}, key)).status).toBe(200)
    expect((await contextOf(browser))?.user.id).toBe(worker.user_id)
    const stranger = await signedIn(await person(sample.provider_id, 'provider_admin'))
    expect((await stranger.act(END, { id })).status).toBe(404)
  })

  test('what is done carries both users, and the person reads it by mail', async () => {
    const id = idOf(await start(browser, worker))
    const made = await browser.act('business.client.create', {
      company: companyInput('Brook Mill'),
      temp_payment_terms: 30,
    })
    const { rows } = await database.owner.query(
      'select distinct action_id from log.audit where user_id = $1 and impersonator_user_id = $2',
      [worker.user_id, support.user_id],
    )
    expect([made.status, rows]).toEqual([200, [{ action_id: 'business.client.create' }]])
    await browser.act(END, {})
    expect((await rowOf(id)).actions).toEqual(['business.client.create'])
    const [mail, ...more] = await mailsTo(worker.email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Robin Vale acted as you on Stint')
    expect(mail?.body_text).toContain(REASON)
    expect(mail?.body_text).toContain(', ended by Robin Vale\n')
    expect(mail?.body_text).toContain(`Changes:\n- ${verbs.get('business.client.create')?.summary}\n`)
    expect(await eventsOf(worker.user_id)).toMatchObject([
      { kind: 'impersonation_started', user_id: worker.user_id, actor_user_id: support.user_id },
      {
        kind: 'impersonation_ended',
        user_id: worker.user_id,
        actor_user_id: support.user_id,
        impersonator_user_id: support.user_id,
      },
    ])
    const { rows: notices } = await database.owner.query(
      'select title from log.notification_log where user_id = $1',
      [worker.user_id],
    )
    expect(notices).toEqual([{ title: 'Robin Vale acts as you' }])
  })
})

describe('refused', () => {
  const FORBIDDEN = { code: 'not_allowed', message: 'You cannot act as this person' }

  test('a reason of fewer than 10 characters, another time than offered', async () => {
    const short = await start(browser, worker, { reason: 'too short' })
    expect(short.body.errors).toEqual({ reason: 'Please specify the reason' })
    expect((await start(browser, worker, { minutes: 45 })).status).toBe(400)
    expect((await browser.act(START, { business_contact_id: worker.contact_id })).body.errors).toEqual({
      reason: 'Please specify the reason',
    })
  })

  test('without a fresh confirmation', async () => {
    clock.advance({ minutes: 6 })
    const asked = await start(browser, worker)
    expect(asked.body).toMatchObject({ message: 'Please confirm that it is you', step_up: { max_age: 300 } })
    await browser.confirm(asked)
    expect((await start(browser, worker)).status).toBe(200)
  })

  test('oneself, a person of a provider, an inactive one, one who has not joined, a second one', async () => {
    const both = await person(sample.agency_id, 'agency_user')
    await inTransaction(database, (tx) =>
      sampleContact(tx, sample.provider_id, both, ['provider_operations']),
    )
    const gone = await person(sample.agency_id, 'agency_user')
    await database.owner.query('update platform."user" set is_active = false where id = $1', [gone.user_id])
    const invited = await person(sample.agency_id, 'agency_user')
    await database.owner.query('update business.business_contact set joined_at = null where id = $1', [
      invited.contact_id,
    ])
    const colleague = await person(sample.provider_id, 'provider_operations')
    for (const target of [support, both, gone, invited, colleague])
      expect((await start(browser, target)).body).toMatchObject(FORBIDDEN)
    expect((await eventsOf(support.user_id)).map(({ kind }) => kind)).toContain('impersonation_refused')
    const first = browser.cookie
    expect((await start(browser, worker)).status).toBe(200)
    const elsewhere = new Browser(app, '10.2.1.2')
    elsewhere.cookie = first
    expect((await start(elsewhere, await person(sample.agency_id, 'agency_user'))).body).toMatchObject(
      FORBIDDEN,
    )
  })

  test('a person of a business that the provider does not see is not found', async () => {
    const foreign = await person(others.agency_id, 'agency_user')
    expect((await start(browser, foreign)).status).toBe(404)
    expect((await start(browser, { ...foreign, contact_id: crypto.randomUUID() })).status).toBe(404)
  })

  test('anybody but an administrator of the provider', async () => {
    for (const other of [
      await person(sample.provider_id, 'provider_operations'),
      await person(sample.agency_id, 'agency_admin'),
    ])
      expect((await start(await signedIn(other), worker)).body.code).toBe('not_allowed')
  })

  test('decisions, and every call of sign-in but session and sign-out', async () => {
    await start(browser, worker)
    const NOT_NOW = { code: 'not_allowed', message: 'Not while you act as somebody else' }
    expect((await browser.act('transaction.timesheet.approve', { ids: [] })).body).toMatchObject(NOT_NOW)
    expect((await start(browser, worker)).body).toMatchObject(NOT_NOW)
    for (const [url, body] of [
      ['/api/auth/switch', { business_contact_id: worker.contact_id }],
      ['/api/auth/password', { current: PASSWORD, password: 'another-long-phrase-95' }],
      ['/api/auth/sessions/end', { others: true }],
      ['/api/auth/factors/totp', {}],
      ['/api/auth/authorizeGoogle', { link: true }],
      ['/api/auth/identities/remove', { id: worker.contact_id }],
      ['/api/auth/step-up', { method: 'password', password: PASSWORD }],
      ['/api/auth/login', { email: worker.email, password: PASSWORD }],
      ['/api/permission/logoutUser', { business_id: sample.agency_id, user_id: worker.user_id }],
    ] as const)
      expect((await browser.post(url, body)).body, url).toMatchObject(NOT_NOW)
    for (const url of [
      '/api/auth/factors',
      '/api/auth/sessions',
      '/api/auth/identities',
      '/api/auth/authorizeMicrosoft',
      '/api/auth/callback/google',
    ])
      expect((await browser.get(url)).body, url).toMatchObject(NOT_NOW)
    expect((await contextOf(browser))?.user.id).toBe(worker.user_id)
  })

  test('a file that the person exported before', async () => {
    const { job_id } = await act<{ job_id: string }>(
      { database, clock },
      await viewerOf(database, worker),
      'platform.export.start',
      { entity: 'platform.note', format: 'csv', columns: [{ field: 'text', label: 'Text' }] },
    )
    await runExport({ database, clock, files: folderFiles(join(folder, 'files')), pace_ms: 0 }, job_id)
    const own = await signedIn(worker)
    expect((await own.get(`/api/export/${job_id}`)).status).toBe(200)
    await start(browser, worker)
    const refused = await browser.get(`/api/export/${job_id}`)
    expect([refused.status, refused.body.message]).toEqual([403, 'Not while you act as somebody else'])
  })

  test('a changing call of a page that shows another person', async () => {
    const says = {
      code: 'conflict',
      message: 'You are acting as Robin Vale in this browser. Reload this page.',
    }
    const view = (name: string) => ({ list: 'business/client', name, search: '' })
    const save = (name: string, acting: string) =>
      browser.act('platform.saved_view.save', view(name), crypto.randomUUID(), {
        'x-stint-impersonated': acting,
      })
    await start(browser, worker)
    expect((await save('One', 'false')).body).toMatchObject(says)
    expect((await save('Two', 'true')).status).toBe(200)
    const body = { action_id: 'platform.saved_view.save', input: view('Three'), impersonated: false }
    expect((await browser.post('/api/permission/action', body)).body).toMatchObject(says)
    await browser.act(END, {})
    expect((await save('Four', 'true')).body).toMatchObject(says)
  })
})

describe('ends', () => {
  test('with its time, and is never renewed; the browser goes on in its own session', async () => {
    const id = idOf(await start(browser, worker))
    clock.advance({ minutes: 14, seconds: 59 })
    expect((await contextOf(browser))?.user.id).toBe(worker.user_id)
    clock.advance({ seconds: 1 })
    expect((await browser.post('/graphql', { query: '{ __typename }' })).status).toBe(401)
    expect((await contextOf(browser))?.user.id).toBe(support.user_id)
    await closeOverImpersonations({ database, clock })
    await closeOverImpersonations({ database, clock })
    expect(await rowOf(id)).toMatchObject({ ended_by: 'time', ended_at: (await rowOf(id)).ends_at })
    expect(await mailsTo(worker.email)).toHaveLength(1)
    expect((await eventsOf(worker.user_id)).map(({ kind }) => kind)).toEqual([
      'impersonation_started',
      'impersonation_ended',
    ])
  })

  test('with the first session: signed out, ended by an administrator', async () => {
    const id = idOf(await start(browser, worker))
    await database.owner.query(
      'delete from auth.session where "userId" = $1 and impersonator_user_id is null',
      [support.user_id],
    )
    expect(await contextOf(browser)).toBeUndefined()
    await closeOverImpersonations({ database, clock })
    expect((await rowOf(id)).ended_by).toBe('revoked')
  })

  test('with the role of the impersonator', async () => {
    await start(browser, worker)
    await database.owner.query(
      `update business.business_contact set roles = '{provider_operations}' where id = $1`,
      [support.contact_id],
    )
    expect((await contextOf(browser))?.user.id).toBe(support.user_id)
  })

  test('with a sign-out, which signs both sessions out', async () => {
    const first = browser.cookie
    const id = idOf(await start(browser, worker))
    expect((await browser.get('/api/auth/logout')).status).toBe(200)
    expect((await rowOf(id)).ended_by).toBe('impersonator')
    browser.cookie = first
    expect(await contextOf(browser)).toBeUndefined()
  })

  test('when the business closes to support; nobody acts as its people until it opens again', async () => {
    const admin = await signedIn(await person(sample.agency_id, 'agency_admin'))
    const id = idOf(await start(browser, worker))
    expect((await admin.act('business.support_access.set', { is_on: false })).status).toBe(200)
    expect((await contextOf(browser))?.user.id).toBe(support.user_id)
    await closeOverImpersonations({ database, clock })
    expect((await rowOf(id)).ended_by).toBe('revoked')
    expect((await start(browser, worker)).body.message).toBe('You cannot act as this person')
    expect((await admin.act('business.support_access.set', { is_on: false })).status).toBe(409)
    expect((await admin.act('business.support_access.set', { is_on: true })).status).toBe(200)
    expect((await start(browser, worker)).status).toBe(200)
    const plain = await signedIn(worker)
    expect((await plain.act('business.support_access.set', { is_on: false })).body.code).toBe('not_allowed')
  })
})

test('log: read by the person, the administrators of the business and the provider, and by nobody else', async () => {
  const id = idOf(await start(browser, worker))
  const query = `{ log_impersonation(where: { id: { _eq: "${id}" } }) { id reason impersonator_name } }`
  const seenBy = async (reader: Browser) => {
    const { body } = await reader.post('/graphql', { query })
    return (body.data as { log_impersonation?: object[] } | null)?.log_impersonation?.length ?? 0
  }
  const readers = {
    person: worker,
    admin: await person(sample.agency_id, 'agency_admin'),
    provider: await person(sample.provider_id, 'provider_admin'),
  }
  for (const [name, reader] of Object.entries(readers))
    expect(await seenBy(await signedIn(reader)), name).toBe(1)
  const blind = {
    colleague: await person(sample.agency_id, 'agency_user'),
    client: await person(sample.client_id, 'hiring_manager'),
    operations: await person(sample.provider_id, 'provider_operations'),
    stranger: await person(others.agency_id, 'agency_admin'),
  }
  for (const [name, reader] of Object.entries(blind))
    expect(await seenBy(await signedIn(reader)), name).toBe(0)
})
