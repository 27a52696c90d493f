/** Messages on records, against a messaging service that answers, refuses or keeps silent. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { messageTopic } from '#business/webhooks/send-message.job.ts'
import type { Viewer } from '#entity/access.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { perform } from '#server/perform.server.ts'
import { parseSettings, type Settings } from '#server/settings.ts'
import { openFiles } from '#server/storage.server.ts'
import { freshDatabase } from '../database.ts'
import { refusalOf } from '../fixtures/refusal.ts'
import { act } from '../fixtures/world.ts'
import { admin, approver, makeStage, operations, type Stage } from './example-parts.ts'
import { HookEndpoint } from './hook-endpoint.ts'
import { TEST_DATA_KEY } from './sample.ts'

const TOKEN = 'a token that nobody reads'
const database = await freshDatabase()
const { sql } = database
const service = new HookEndpoint()
let stage: Stage
let settings: Settings
beforeAll(async () => {
  await service.listen()
  settings = settingsWith({ WEBHOOK_ALLOW: '127.0.0.1' })
  stage = await makeStage(database)
})
afterAll(() => service.close())
beforeEach(() => {
  service.received.length = 0
  service.answer = (response) => response.end()
})

const settingsWith = (more: Readonly<Record<string, string>>) =>
  parseSettings({ DATA_KEY: TEST_DATA_KEY, MESSAGING_URL: service.url, MESSAGING_TOKEN: TOKEN, ...more })

const manager = () => stage.placed.client.manager
const about = () => ({ module: 'contract', entity: 'temp_placement', id: stage.placed.id })
const input = () => ({
  ...about(),
  contact_id: manager().business_contact_id,
  text: 'Please open the gate at seven',
})
const send = (by: Viewer, more: object = {}) =>
  act<{ id: string; contact_name: string }>(stage, by, 'platform.message.send', { ...input(), ...more })

/** Delivers as the worker does. @returns the error of a try that is made again */
async function deliver(id: string, by: Settings = settings): Promise<string | null> {
  const [row] = await sql<{ id: string }>(
    `select id from platform.outbox where topic = 'customer_message' and payload ->> 'id' = $1`,
    id,
  )
  const deps = { database, clock: stage.clock, settings: by, files: openFiles(by.files) }
  try {
    await deliverOutbox(deps, new Map([[messageTopic.topic, messageTopic]]), String(row?.id))
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
const stateOf = async (id: string) =>
  (
    await sql<{ status: string; error: string | null }>(
      'select status, error from platform.message where id = $1',
      id,
    )
  )[0]

test('message: goes to the contact once, with their telephone and id, and without the token in any row', async () => {
  await sql(
    `update business.business_contact set contact_phone = '+447700900123' where id = $1`,
    manager().business_contact_id,
  )
  const { id, contact_name } = await send(admin(stage))
  expect(contact_name).toMatch(/\w/)
  expect(await stateOf(id)).toEqual({ status: 'queued', error: null })
  expect(await deliver(id)).toBeNull()
  // Delivered already.
  expect(await deliver(id)).toBeNull()
  expect(service.received).toHaveLength(1)
  const [got] = service.received
  expect(got?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, 'idempotency-key': id })
  expect(JSON.parse(got?.body ?? '')).toEqual({
    reference: id,
    contact_id: manager().business_contact_id,
    telephone: '+447700900123',
    text: 'Please open the gate at seven',
  })
  expect(await stateOf(id)).toEqual({ status: 'sent', error: null })
  const kept = await sql(`select 1 from platform.outbox where payload::text like '%' || $1 || '%'`, TOKEN)
  expect(kept).toEqual([])
})

test('message: a call that is repeated with its key sends one message', async () => {
  const deps = { database, clock: stage.clock, settings }
  const twice = () => perform(deps, admin(stage), 'platform.message.send', input(), 'message-key-1')
  const first = await twice()
  expect(await twice()).toEqual(first)
  expect(
    await sql(`select 1 from platform.message where id = $1`, (first as { id: string }).id),
  ).toHaveLength(1)
})

test('message: a busy service is asked again, a refusal is final, and both show on the record', async () => {
  const { id } = await send(admin(stage))
  service.answer = (response) => void response.writeHead(503).end(`no room for ${TOKEN}`)
  expect(await deliver(id)).toBe('The messaging service answered 503')
  expect(await stateOf(id)).toEqual({ status: 'queued', error: 'The messaging service answered 503' })
  service.answer = (response) => void response.writeHead(422).end()
  expect(await deliver(id)).toBeNull()
  expect(await stateOf(id)).toEqual({ status: 'failed', error: 'The messaging service answered 422' })
  const late = await send(admin(stage))
  stage.clock.advance({ hours: 25 })
  expect(await deliver(late.id)).toBeNull()
  expect(await stateOf(late.id)).toEqual({ status: 'failed', error: 'It was not delivered within 24 hours' })
  expect(service.received).toHaveLength(2)
})

test('message: networks that webhooks may not reach are not reached, and redirects are not followed', async () => {
  const { id } = await send(admin(stage))
  expect(await deliver(id, settingsWith({}))).toBe('The address leads into a network that is not public')
  expect(service.received).toEqual([])
  service.answer = (response) => void response.writeHead(302, { location: service.url }).end()
  expect(await deliver(id)).toBeNull()
  expect(await stateOf(id)).toEqual({ status: 'failed', error: 'The messaging service answered 302' })
  expect(service.received).toHaveLength(1)
})

test('message: is refused without a service, to other roles, and for contacts and records out of sight', async () => {
  const bare = { ...stage, settings: { dataKey: TEST_DATA_KEY, dataKeyOld: null } }
  for (const action of ['platform.message.send', 'platform.message.contacts'])
    expect(
      await refusalOf(act(bare, admin(stage), action, action.endsWith('send') ? input() : about())),
    ).toMatchObject({ code: 'conflict', message: 'Customer messaging is not set up' })
  expect((await refusalOf(send(manager()))).code).toBe('not_allowed')
  const colleague = { contact_id: stage.agency.user.business_contact_id }
  expect(await refusalOf(send(admin(stage), colleague))).toMatchObject({ code: 'not_found' })
  expect(await refusalOf(send(admin(stage), { id: approver(stage).business_id }))).toMatchObject({
    code: 'not_found',
  })
  expect((await refusalOf(send(admin(stage), { text: ' ' }))).errors).toEqual({ text: 'Mandatory' })
  expect((await refusalOf(send(admin(stage), { text: 'x'.repeat(1001) }))).errors).toHaveProperty('text')
})

test('message: contacts are those of other parties that the sender reads', async () => {
  type Listed = { contacts: { id: string; name: string; business: string }[] }
  const listed = await act<Listed>(stage, admin(stage), 'platform.message.contacts', about())
  const ids = listed.contacts.map(({ id }) => id)
  expect(ids).toContain(manager().business_contact_id)
  expect(ids).not.toContain(stage.agency.user.business_contact_id)
  const provider = await act<Listed>(stage, operations(stage), 'platform.message.contacts', about())
  expect(provider.contacts.length).toBeGreaterThan(0)
})

test('message: contacts who wish to be reached by email are not offered, and refused by name', async () => {
  const prefers = (by: Viewer, reach_by: string) =>
    act(stage, by, 'business.business_contact.set_preference', {
      id: manager().business_contact_id,
      reach_by,
    })
  await prefers(manager(), 'email')
  const listed = await act<{ contacts: { id: string }[] }>(
    stage,
    admin(stage),
    'platform.message.contacts',
    about(),
  )
  expect(listed.contacts.map(({ id }) => id)).not.toContain(manager().business_contact_id)
  expect((await refusalOf(send(admin(stage)))).errors).toEqual({
    contact_id: `${manager().user_name} wishes to be reached by email`,
  })
  await prefers(admin(stage), 'telephone')
  expect(await send(admin(stage))).toHaveProperty('id')
  expect((await refusalOf(prefers(stage.placed.client.approver, 'any'))).code).toBe('not_allowed')
  expect((await refusalOf(prefers(manager(), 'pigeon'))).errors).toHaveProperty('reach_by')
})

test('settings: both or none, and https alone', () => {
  const faultsOf = (more: Readonly<Record<string, string>>) => {
    try {
      parseSettings(more)
      return ''
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }
  expect(parseSettings({}).messaging).toBeNull()
  expect(faultsOf({ MESSAGING_URL: 'https://messages.example.org' })).toContain('MESSAGING_TOKEN is missing')
  expect(faultsOf({ MESSAGING_TOKEN: TOKEN })).toContain('MESSAGING_URL is missing')
  expect(faultsOf({ MESSAGING_URL: 'http://messages.example.org', MESSAGING_TOKEN: TOKEN })).toContain(
    'is not such an address',
  )
})
