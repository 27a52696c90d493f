/** A person's own profile: name and phone in every business, the business that a sign-in opens, the mail signature. */
import { expect, test } from 'vitest'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { linkSample, sampleBusinesses, sampleContact, samplePerson, testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock)
const sample = await sampleBusinesses(database)
await linkSample(database, sample)

type Session = { user: Record<string, unknown>; business: { id: string } }
const sessionOf = async (browser: Browser) => (await browser.get('/api/auth/session')).body.data as Session
const save = (browser: Browser, input: object) => browser.act('platform.user.update_profile', input)
const robin = { first_name: 'Robin', last_name: 'Vale' }

test('profile: name and phone change for the person and their contacts, and for nobody else', async () => {
  const me = await samplePerson(database, clock, sample.agency_id, ['agency_user'])
  const other = await samplePerson(database, clock, sample.agency_id, ['agency_user'])
  const second = await inTransaction(database, (tx) =>
    sampleContact(tx, sample.client_id, me, ['hiring_manager']),
  )
  const browser = new Browser(app)
  await browser.login(me.email)
  const named = { first_name: ' Róisín ', last_name: 'Vale-Ford', contact_phone: '+44 161 496 0000' }
  expect((await save(browser, { ...named, mail_signature: 'Róisín\nHarbour' })).body.data).toEqual({
    name: 'Róisín Vale-Ford',
  })
  expect((await sessionOf(browser)).user).toMatchObject({
    name: 'Róisín Vale-Ford',
    contact_phone: '+441614960000',
    mail_signature: 'Róisín\nHarbour',
  })
  const contacts = await database.sql<{ id: string; name: string; contact_phone: string | null }>(
    'select id, name, contact_phone from business.business_contact where user_id = any($1) order by id',
    [me.user_id, other.user_id],
  )
  const phone = '+441614960000'
  const changed = { name: 'Róisín Vale-Ford', contact_phone: phone }
  expect(contacts).toHaveLength(3)
  for (const { id, ...facts } of contacts)
    expect(facts).toEqual(id === other.contact_id ? { name: 'Robin Vale', contact_phone: null } : changed)
  const trail = await database.sql<{ entity: string }>(
    `select entity from log.audit where action_id = 'platform.user.update_profile' order by chain_no`,
  )
  expect(trail.map(({ entity }) => entity)).toEqual([
    'business.business_contact',
    'business.business_contact',
    'platform.user',
  ])
  expect((await save(browser, { ...robin, contact_phone: phone })).status).toBe(200)
  expect((await sessionOf(browser)).user).toMatchObject({ mail_signature: '' })
  expect(second).not.toBe(me.contact_id)
})

test('profile: the chosen business opens at a sign-in, also after another one was used', async () => {
  const me = await samplePerson(database, clock, sample.agency_id, ['agency_user'])
  const at_client = await inTransaction(database, (tx) =>
    sampleContact(tx, sample.client_id, me, ['hiring_manager']),
  )
  const browser = new Browser(app)
  const opened = async () => {
    await browser.login(me.email)
    return (await sessionOf(browser)).business.id
  }
  expect(await opened()).toBe(sample.agency_id)
  await browser.post('/api/auth/switch', { business_contact_id: at_client })
  expect(await opened()).toBe(sample.client_id)
  expect((await save(browser, { ...robin, default_business_contact_id: me.contact_id })).status).toBe(200)
  expect(await opened()).toBe(sample.agency_id)
  await browser.post('/api/auth/switch', { business_contact_id: at_client })
  expect(await opened()).toBe(sample.agency_id)
  await database.sql('update business.business_contact set is_active = false where id = $1', me.contact_id)
  expect(await opened()).toBe(sample.client_id)
  await database.sql('update business.business_contact set is_active = true where id = $1', me.contact_id)
  expect((await save(browser, robin)).status).toBe(200)
  expect((await sessionOf(browser)).user.preferences).toEqual({ last_business_contact_id: at_client })
})

test('profile: another person’s business, blank names and long signatures are refused under their fields', async () => {
  const me = await samplePerson(database, clock, sample.agency_id, ['agency_user'])
  const other = await samplePerson(database, clock, sample.client_id, ['hiring_manager'])
  const browser = new Browser(app)
  await browser.login(me.email)
  const errorsOf = async (input: object) => (await save(browser, { ...robin, ...input })).body.errors
  expect(await errorsOf({ default_business_contact_id: other.contact_id })).toEqual({
    default_business_contact_id: 'Please enter a valid Input',
  })
  expect(await errorsOf({ first_name: ' ', mail_signature: 'x'.repeat(501) })).toEqual({
    first_name: 'Mandatory',
    mail_signature: 'Max character length is 500',
  })
  const preferences = { preferences: { default_business_contact_id: other.contact_id } }
  expect((await browser.act('platform.user.update_preferences', preferences)).status).toBe(400)
})
