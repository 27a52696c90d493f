/** `generateHasuraToken` (spec §7): a token of the session, for a quarter of an hour. */
import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '../fixtures/fresh-world.ts'
import { type SeededPlacement, seedWeek } from '../fixtures/world.ts'
import { Browser, testApp } from './harness.ts'
import { sampleSignIn } from './sample.ts'

const { database, world } = await freshWorld()
const { app } = await testApp(database, world.clock)
let placement: SeededPlacement

beforeAll(async () => {
  placement = await seedWeek(world)
})

type Made = { token: string; expires_at: string; claims: Record<string, unknown> }

async function signedIn(): Promise<Browser> {
  const { viewer } = placement.contractor
  await inTransaction(database, (tx) => sampleSignIn({ tx, clock: world.clock }, viewer.user_id))
  const browser = new Browser(app)
  expect((await browser.login(viewer.email)).status).toBe(200)
  return browser
}

async function tokenOf(browser: Browser): Promise<Made> {
  const { status, body } = await browser.post('/api/permission/generateHasuraToken', {})
  expect(status).toBe(200)
  return body.data as Made
}

/** A program without cookie and without the header of pages. */
const called = (token: string, url = '/graphql', payload: object = { query: '{ platform_user { id } }' }) =>
  new Browser(app).send({
    method: 'POST',
    url,
    payload,
    headers: { 'x-stint-csrf': '', authorization: `Bearer ${token}` },
  })

test('it carries the claims and reads as the session does; tables hold its hash alone', async () => {
  const browser = await signedIn()
  const { viewer } = placement.contractor
  const made = await tokenOf(browser)
  expect(made.token).toMatch(/^stint_sess_/)
  expect(made.claims).toMatchObject({
    role: 'contractor',
    business_roles: ['contractor'],
    business_id: viewer.business_id,
    user_id: viewer.user_id,
    business_contact_id: viewer.business_contact_id,
    business_type: 'stint_contractor',
    email: viewer.email,
    impersonator_user_id: null,
    impersonator_business_id: null,
  })
  expect(made.claims).toHaveProperty('associated_id')
  const answer = await called(made.token)
  expect(answer.body).toEqual((await browser.post('/graphql', { query: '{ platform_user { id } }' })).body)
  const { rows } = await database.owner.query('select * from auth.session_token')
  expect(JSON.stringify(rows)).not.toContain(made.token)
})

test('it ends after a quarter of an hour', async () => {
  const { token } = await tokenOf(await signedIn())
  world.clock.advance({ minutes: 15 })
  expect((await called(token)).status).toBe(401)
})

test('it ends with the session', async () => {
  const browser = await signedIn()
  const { token } = await tokenOf(browser)
  expect((await called(token)).status).toBe(200)
  await browser.get('/api/auth/logout')
  expect((await called(token)).status).toBe(401)
})

test('a forged one and one beside a cookie are refused; routes for people stay closed', async () => {
  const browser = await signedIn()
  const { token } = await tokenOf(browser)
  expect((await called(`${token.slice(0, -1)}x`)).status).toBe(401)
  expect((await called(token, '/api/auth/step-up', {})).status).toBe(403)
  expect((await called(token, '/api/permission/generateHasuraToken', {})).status).toBe(403)
  const both = await browser.send({
    method: 'POST',
    url: '/graphql',
    payload: { query: '{ platform_user { id } }' },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(both.status).toBe(400)
})

test('somebody inactive reads so, a stranger signs in, and a fault names the support', async () => {
  const browser = await signedIn()
  const ask = () => browser.post('/api/permission/generateHasuraToken', {})
  await database.owner.query('alter table auth.session_token rename to session_token_away')
  expect(await ask()).toMatchObject({
    status: 500,
    body: { message: expect.stringMatching(/^Internal server error\. Please contact /) },
  })
  await database.owner.query('alter table auth.session_token_away rename to session_token')
  await database.owner.query('update platform."user" set is_active = false where id = $1', [
    placement.contractor.viewer.user_id,
  ])
  expect(await ask()).toMatchObject({
    status: 403,
    body: { message: expect.stringMatching(/^User is inactive\. Please contact /) },
  })
  expect((await new Browser(app).post('/api/permission/generateHasuraToken', {})).status).toBe(401)
})
