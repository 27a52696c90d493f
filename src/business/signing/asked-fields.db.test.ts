/** Questions of a template to its signers: asked on the page of the link, mandatory, sealed, and handed to Documenso. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { openFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, type SeededPlacement, seedWeek } from '#test/fixtures/world.ts'
import { DocumensoStub } from '#test/server/documenso.ts'
import { Browser, testApp } from '#test/server/harness.ts'
import { mailedLink } from '#test/server/mailed-link.ts'
import { sampleSignIn } from '#test/server/sample.ts'
import { checkSigned } from './check-seal.http.ts'
import { readEvents } from './signature-event.server.ts'

const HOST = 'stint.example.org'
const consent = true
const signature = { kind: 'typed', text: 'Cleo Finch' }
const { database, world } = await freshWorld('2025-10-20T11:00:00.000Z')
const { clock } = world
const pages = mkdtempSync(join(tmpdir(), 'stint-pages-'))
writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Stint</title>')
const documenso = new DocumensoStub()
const env = {
  PUBLIC_URL: `http://${HOST}`,
  DOCUMENSO_URL: await documenso.listen(),
  DOCUMENSO_TOKEN: documenso.token,
  DOCUMENSO_WEBHOOK_SECRET: 'a secret of sixteen',
}
const { app, settings } = await testApp(database, clock, env, pages)
const files = openFiles(settings.files)
const { sql } = database
let placed: SeededPlacement
let browser: Browser
let template_id: string

beforeAll(async () => {
  placed = await seedWeek(world)
  const { admin } = placed.agency
  await inTransaction(database, (tx) => sampleSignIn({ tx, clock }, admin.user_id))
  browser = new Browser(app, '127.0.0.1', HOST)
  await browser.login(admin.email)
  const template = (name: string, input: object) =>
    act<{ id: string }>(world, admin, `config.document_template.${name}`, input)
  const { id } = await template('create', { kind: 'business_terms', name: 'Terms' })
  const fields = [
    { kind: 'initials', label: 'Initials', required: true },
    { kind: 'date', label: 'Trading since', required: false },
    { kind: 'checkbox', label: 'Read the data notice', required: true },
  ]
  const blocks = [
    { type: 'paragraph', text: 'Terms for {{client.name}}' },
    { type: 'signature', parties: ['client'], fields },
    { type: 'signature', parties: ['agency'] },
  ]
  const twice = [...fields, { kind: 'text', label: 'initials', required: false }]
  expect(
    (
      await refusalOf(
        template('save', {
          id,
          name: 'Terms',
          revision: 1,
          blocks: [{ type: 'signature', parties: ['client'], fields: twice }],
        }),
      )
    ).errors,
  ).toEqual({ 'blocks.0.fields.3.label': 'Duplicate Value' })
  await template('save', { id, name: 'Terms', blocks, revision: 1 })
  await template('publish', { id })
  template_id = id
})
afterAll(async () => {
  rmSync(pages, { recursive: true, force: true })
  await documenso.close()
})

async function deliver(provider: 'stint' | 'documenso'): Promise<void> {
  const with_provider = { ...settings, signing: { ...settings.signing, provider } }
  for (let round = 0; round < 5; round += 1)
    for (const { id } of await sql<{ id: string }>(
      `select id from platform.outbox where delivered_at is null and topic like 'signature_%' order by created_at, id`,
    ))
      await deliverOutbox({ database, clock, settings: with_provider, files }, topics, id)
}

async function send(email: string, provider: 'stint' | 'documenso'): Promise<string> {
  const { admin } = placed.agency
  const made = await browser.post('/api/permission/prefill', {
    template_id,
    module: 'business',
    entity: 'client',
    id: placed.client.id,
    signers: [
      { name: 'Cleo Finch', email, party: 'client', position: 1 },
      { contact_id: admin.business_contact_id, position: 2 },
    ],
  })
  const { document_id: id } = made.body.data as { document_id: string }
  await act(world, admin, 'platform.document.send', { id })
  await deliver(provider)
  return id
}

/** A phone without a session. */
async function call(name: string, token: string, body: object = {}) {
  const raw = await app.inject({
    method: 'POST',
    url: `/api/sign/${name}`,
    headers: { host: HOST, token, 'user-agent': 'Phone' },
    payload: body,
  })
  return raw.json() as {
    data?: { fields: { id: string; kind: string; label: string; required: boolean }[] }
    errors?: Record<string, string>
  }
}

test('questions: shown to the signer of their side alone, refused while mandatory ones are empty, sealed with their answers', async () => {
  const email = 'cleo@example.org'
  const id = await send(email, 'stint')
  clock.advance({ seconds: 1 })
  const link = present(await mailedLink(database, settings, email), 'a link')
  const token = present(/\/sign\/([\w-]+)$/.exec(link)?.[1], 'a token')
  clock.advance({ seconds: 90 })
  await call('code', token)
  clock.advance({ seconds: 1 })
  await call('prove', token, { code: present(await mailedLink(database, settings, email), 'a code') })
  const fields = present((await call('query', token)).data, 'the page').fields
  expect(fields.map(({ label, required }) => [label, required])).toEqual([
    ['Initials', true],
    ['Trading since', false],
    ['Read the data notice', true],
  ])
  const [initials, since, tick] = fields.map((field) => field.id)
  const sign = (answers: object) => call('sign', token, { consent, signature, fields: answers })
  expect((await sign({ [String(since)]: '2025-02-30' })).errors).toEqual({
    [`fields.${initials}`]: 'Mandatory',
    [`fields.${since}`]: 'Please enter a valid Input',
    [`fields.${tick}`]: 'Mandatory',
  })
  const answers = { [String(initials)]: 'C.F.', [String(since)]: '2019-04-01', [String(tick)]: true }
  expect((await sign(answers)).errors).toBeUndefined()
  const { admin } = placed.agency
  // The agency is asked nothing.
  await act(world, admin, 'platform.document.sign', { id, consent, signature })
  await deliver('stint')
  const events = await inTransaction(database, (tx) => readEvents(tx, id))
  expect(events.find(({ kind }) => kind === 'signed')?.says).toContain(
    '. Initials: C.F.; Trading since: 01/04/2019; Read the data notice: yes',
  )
  expect(await checkSigned({ ...world, files }, admin, id)).toMatchObject({ is_unchanged: true, faults: [] })
  expect(
    await sql(
      `select f.value from platform.signature_field f join platform.signer s on s.id = f.signer_id
       where s.document_id = $1 and f.kind <> 'signature' order by f.position`,
      id,
    ),
  ).toEqual([{ value: 'C.F.' }, { value: '2019-04-01' }, { value: true }])
})

test('questions: go to Documenso as its fields, below the box of the signature', async () => {
  await send('dora@example.org', 'documenso')
  expect(documenso.last).toMatchObject({
    recipients: [
      {
        email: 'dora@example.org',
        fields: [
          { type: 'SIGNATURE' },
          { type: 'INITIALS' },
          { type: 'TEXT', fieldMeta: { type: 'text', label: 'Trading since', required: false } },
          {
            type: 'CHECKBOX',
            fieldMeta: { type: 'checkbox', label: 'Read the data notice', required: true },
          },
        ],
      },
      { fields: [{ type: 'SIGNATURE' }] },
    ],
  })
})
