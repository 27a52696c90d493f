/** Passkeys over HTTP, apart from what needs a device (e2e/passkeys.e2e.ts). */
import { beforeEach, expect, test } from 'vitest'
import { newUuid } from '#kernel/uuid.ts'
import { foreignPasskeys } from '#server/commands/command-passkeys.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { type Person, sampleBusinesses, samplePerson, testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock)
const { agency_id } = await sampleBusinesses(database)

let person: Person
let browser: Browser
beforeEach(async () => {
  clock.advance({ hours: 1 })
  person = await samplePerson(database, clock, agency_id, ['agency_admin'])
  browser = new Browser(app)
})

const keep = (rp_id: string) =>
  database.owner.query(
    `insert into auth.factor (id, user_id, type, label, credential_id, public_key, sign_count, rp_id, created_at, confirmed_at)
     values ($1, $2, 'passkey', 'Passkey', $3, '\\x00', 0, $4, $5, $5)`,
    [newUuid(clock), person.user_id, crypto.randomUUID(), rp_id, clock.now()],
  )
const given = { id: 'x', rawId: 'x', type: 'public-key' }
const assertion = {
  ...given,
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
}

test('the first sign-in of a money role may add a passkey in place of an app', async () => {
  await database.owner.query('delete from auth.factor where user_id = $1', [person.user_id])
  const { data } = (await browser.login(person.email)).body as {
    data: { step: string; methods: string[]; challenge: string }
  }
  expect([data.step, data.methods]).toEqual(['enrol', ['passkey', 'totp']])
  const begun = await browser.post('/api/auth/factors/passkey', { challenge: data.challenge })
  const { id, options } = begun.body.data as {
    id: string
    options: { rp: object; authenticatorSelection: object }
  }
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    attestation: 'none',
    authenticatorSelection: { userVerification: 'required' },
  })
  const attestation = { ...given, response: { clientDataJSON: 'e30', attestationObject: 'oA' } }
  const confirm = { challenge: data.challenge, id, attestation }
  const refused = await browser.post('/api/auth/factors/passkey/confirm', confirm)
  expect(refused.body.errors).toEqual({ assertion: 'The passkey was not accepted. Please try again' })
  expect((await browser.get('/api/auth/session')).status).toBe(401)
})

test('a forged answer signs nobody in, and its challenge is used up', async () => {
  await keep('localhost')
  const { id } = (await browser.post('/api/auth/passkey', {})).body.data as { id: string }
  const sent = { method: 'passkey', challenge: id, assertion }
  for (const _ of [1, 2]) expect((await browser.post('/api/auth/verify', sent)).status).toBe(400)
  expect((await database.owner.query('select from auth.passkey_challenge')).rowCount).toBe(0)
  expect((await browser.get('/api/auth/session')).status).toBe(401)
})

test('confirmations offer the passkey first, and need its answer', async () => {
  await keep('localhost')
  await browser.login(person.email)
  clock.advance({ minutes: 6 })
  const refused = await browser.post('/api/auth/recovery-codes', {})
  expect(refused.body.step_up).toEqual({ methods: ['passkey', 'totp'], max_age: 300 })
  const { id } = (await browser.post('/api/auth/step-up/passkey', {})).body.data as { id: string }
  expect((await browser.post('/api/auth/step-up', { method: 'passkey', id, assertion })).status).toBe(400)
  expect((await browser.post('/api/auth/recovery-codes', {})).status).toBe(403)
})

test('an address of numbers offers none', async () => {
  const numbers = new Browser(app, '127.0.0.1', '127.0.0.1')
  expect((await numbers.post('/api/auth/passkey', {})).body.message).toBe(
    'Passkeys do not work at this address',
  )
})

test('the start tells of passkeys that belong to another address', async () => {
  const said = (publicUrl: string | null) => foreignPasskeys(database, { publicUrl })
  await database.owner.query(`delete from auth.factor where type = 'passkey'`)
  await keep('stint.example.org')
  expect(await said('https://stint.example.org')).toBeNull()
  expect(await said(null)).toBe(
    'Passkeys of another address do not work at localhost: 1 of stint.example.org. Set PUBLIC_URL back, or let their people add new ones.',
  )
})
