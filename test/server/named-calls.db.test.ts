/** The calls that spec §7 names beside the action runner: metadata, hasuraAction, createRequest, invoicePdfGen. */
import { beforeAll, describe, expect, test } from 'vitest'
import { verbs } from '#business/verbs.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { jsonSchemaOf } from '#server/machine/openapi.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { documentsOf } from '../fixtures/cash.ts'
import { seedApprovedTimesheet } from '../fixtures/world.ts'
import { makeStage, type Stage } from './example-parts.ts'
import { Browser, testApp } from './harness.ts'
import { makeToken, Program } from './program.ts'
import { sampleSignIn } from './sample.ts'
import { examples } from './verb-examples.ts'

const database = await freshDatabase()
let stage: Stage
let app: Awaited<ReturnType<typeof testApp>>['app']
let agency: Browser
let contractor: Browser

async function signedIn(viewer: Viewer): Promise<Browser> {
  await inTransaction(database, (tx) => sampleSignIn({ tx, clock: stage.clock }, viewer.user_id))
  const browser = new Browser(app)
  expect((await browser.login(viewer.email)).status).toBe(200)
  return browser
}

beforeAll(async () => {
  stage = await makeStage(database)
  app = (await testApp(database, stage.clock)).app
  agency = await signedIn(stage.agency.admin)
  contractor = await signedIn(stage.placed.contractor.viewer)
})

type Entities = {
  entities: {
    module: string
    entity: string
    fields: { name: string; kind: string; can_filter: boolean }[]
    actions: { action_id: string; input: { type?: string } }[]
  }[]
}
const metadata = async (browser: Browser, asked: object = {}) => {
  const { status, body } = await browser.post('/api/permission/metadata', asked)
  return { status, body, entities: status === 200 ? (body.data as Entities).entities : [] }
}
const fieldsOf = ({ entities }: Entities) => entities.flatMap(({ fields }) => fields.map(({ name }) => name))
const actionsOf = ({ entities }: Entities) =>
  entities.flatMap(({ actions }) => actions.map(({ action_id }) => action_id))

describe('metadata', () => {
  test('names the fields and actions of the viewer, and none of others', async () => {
    const asked = { module: 'transaction', entity: 'invoice' }
    const mine = await metadata(agency, asked)
    const theirs = await metadata(contractor, asked)
    expect(fieldsOf(mine)).toContain('human_id')
    expect(actionsOf(mine)).toContain('transaction.invoice.send')
    expect(fieldsOf(theirs).length).toBeLessThan(fieldsOf(mine).length)
    expect(actionsOf(theirs)).not.toContain('transaction.invoice.send')
    const approve = await metadata(agency, { module: 'transaction', entity: 'payment_receipt' })
    expect(approve.status).toBe(404)
  })

  test('an entity that the viewer may not read reads as one that does not exist', async () => {
    const hidden = await metadata(contractor, { module: 'funding', entity: 'recourse' })
    const unknown = await metadata(contractor, { module: 'funding', entity: 'no_such_thing' })
    expect([hidden.status, unknown.status]).toEqual([404, 404])
    expect(hidden.body).toEqual(unknown.body)
  })

  test('without a name it lists all entities of the viewer; a token lists its own actions', async () => {
    const { entities } = await metadata(agency)
    expect(entities.length).toBeGreaterThan(20)
    const { token } = await makeToken(stage, stage.agency.admin, { actions: ['transaction.invoice.send'] })
    const { body } = await new Program(app, token).send('POST', '/api/permission/metadata', {})
    expect(actionsOf(body.data as Entities)).toEqual(['transaction.invoice.send'])
  })

  test('every input of a verb can be told', () => {
    for (const verb of verbs.values()) expect(() => jsonSchemaOf(verb.input, 'input')).not.toThrow()
  })
})

const change = async () => {
  const example = present(examples['request.change_request.create'], 'the example')
  return example.input(stage, stage.agency.admin)
}

test('createRequest makes one change request, also when it is sent again', async () => {
  const input = await change()
  const send = () =>
    agency.send({
      method: 'POST',
      url: '/api/changeRequest/createRequest',
      payload: input,
      headers: { 'idempotency-key': 'one request' },
    })
  const first = await send()
  expect(first.body).toMatchObject({ success: true, data: { human_id: expect.stringMatching(/^CRQ/) } })
  expect((await send()).body).toEqual(first.body)
  const refused = await contractor.post('/api/changeRequest/createRequest', input)
  expect(refused.status).toBe(403)
})

describe('hasuraAction', () => {
  const hasura = (browser: Browser, name: string, input: object) =>
    browser.post('/api/permission/hasuraAction', {
      action: { name },
      input,
      session_variables: { 'x-hasura-role': 'provider_admin', 'x-hasura-user-id': 'somebody' },
    })

  test('answers bare, for the caller of the session and not for the named variables', async () => {
    const done = await hasura(agency, 'request.change_request.create', await change())
    expect(done).toMatchObject({ status: 200, body: { human_id: expect.stringMatching(/^CRQ/) } })
    const refused = await hasura(contractor, 'request.change_request.create', await change())
    expect(refused).toMatchObject({
      status: 403,
      body: { message: 'You do not have permission to do this', extensions: { code: 'not_allowed' } },
    })
  })

  test('unknown actions and bad inputs are refused with message and code', async () => {
    expect(await hasura(agency, 'no.such.action', {})).toMatchObject({
      status: 404,
      body: { extensions: { code: 'not_found' } },
    })
    expect(await hasura(agency, 'request.change_request.create', {})).toMatchObject({
      status: 400,
      body: { extensions: { code: 'invalid' } },
    })
    expect((await agency.post('/api/permission/hasuraAction', { input: {} })).status).toBe(400)
  })
})

test('invoicePdfGen sends the document of a readable invoice, and refuses others', async () => {
  const documents = await documentsOf(database, await seedApprovedTimesheet(stage, stage.placed))
  const bill = present(documents['provider-client'], 'the bill')
  const client = await signedIn(stage.placed.client.invoice_contact)
  const sent = await client.post('/api/pdf/invoicePdfGen', { id: bill.id })
  expect([sent.status, sent.raw.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(sent.raw.rawPayload).toEqual((await client.get(`/api/pdf/invoice/${bill.id}`)).raw.rawPayload)
  expect((await contractor.post('/api/pdf/invoicePdfGen', { id: bill.id })).status).toBe(404)
  expect((await client.post('/api/pdf/invoicePdfGen', {})).status).toBe(400)
})

test.each([
  'permission/metadata',
  'permission/hasuraAction',
  'changeRequest/createRequest',
  'pdf/invoicePdfGen',
])('%s is closed without a session', async (path) => {
  expect((await new Browser(app).post(`/api/${path}`, {})).status).toBe(401)
})
