/** A signer has left: their link is dead, they get no reminders, and the sender names another signer. */
import { afterAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { newUuid } from '#kernel/uuid.ts'
import { runDaily } from '#server/daily.server.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { openFiles } from '#server/storage.server.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { onePagePdf } from '#test/fixtures/one-page-pdf.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedContact, seedWeek } from '#test/fixtures/world.ts'
import { DocumensoStub } from '#test/server/documenso.ts'
import { testApp } from '#test/server/harness.ts'
import { mailedLink } from '#test/server/mailed-link.ts'

const { database, world } = await freshWorld('2025-10-20T11:00:00.000Z')
const { clock } = world
const { sql } = database
const host = 'stint.example.org'
const documenso = new DocumensoStub()
const { app, settings } = await testApp(database, clock, {
  PUBLIC_URL: `http://${host}`,
  DOCUMENSO_URL: await documenso.listen(),
  DOCUMENSO_TOKEN: documenso.token,
  DOCUMENSO_WEBHOOK_SECRET: 'a secret of sixteen',
})
const files = openFiles(settings.files)
const { agency, client } = await seedWeek(world)
const { admin } = agency
const signature = { kind: 'typed', text: 'Ivy Payer' }
afterAll(async () => {
  await app.close()
  await documenso.close()
})

async function deliver(provider: 'stint' | 'documenso' = 'stint'): Promise<void> {
  const signing = { ...settings.signing, provider }
  for (let round = 0; round < 5; round += 1)
    for (const { id } of await sql<{ id: string }>(
      `select id from platform.outbox where delivered_at is null and topic like 'signature_%' order by created_at, id`,
    ))
      await deliverOutbox({ database, clock, settings: { ...settings, signing }, files }, topics, id)
}

/** Terms of business that the signer of the client was asked to sign. */
async function ask(signer: Viewer, provider: 'stint' | 'documenso' = 'stint') {
  const { file_url, sha256, size_bytes } = await files.put(onePagePdf('Terms of business'))
  const attachment_id = newUuid(clock)
  await sql(
    `insert into platform.attachment (id, business_id, parent_entity, parent_id, file_name, file_url, content_type,
       size_bytes, sha256, created_by, provider_id, agency_id)
     values ($1, $2, 'business.client', $3, 'terms.pdf', $4, 'application/pdf', $5, $6, $7, $8, $2)`,
    ...[attachment_id, agency.id, client.id, file_url, size_bytes, sha256, admin.user_id, agency.provider.id],
  )
  const { id } = await act<{ id: string }>(world, admin, 'platform.document.create', {
    parent_entity: 'business.client',
    parent_id: client.id,
    attachment_id,
    title: 'Terms',
    type: 'client_terms',
    signers: [{ contact_id: signer.business_contact_id }],
  })
  await act(world, admin, 'platform.document.send', { id })
  await deliver(provider)
  const [row] = await sql<{ id: string }>('select id from platform.signer where document_id = $1', id)
  return { id, signer_id: present(row, 'the signer').id }
}

async function leave({ business_contact_id: id, email }: Viewer, first_name: string): Promise<void> {
  const person = { first_name, last_name: 'Ames', email, roles: ['invoice_contact'] }
  const { operations } = agency.provider
  await act(world, operations, 'business.business_contact.update', { id, ...person, is_active: false })
}

async function tokenOf(email: string): Promise<string> {
  clock.advance({ seconds: 1 })
  const link = present(await mailedLink(database, settings, email), 'a link')
  return present(/\/sign\/([\w-]+)$/.exec(link)?.[1], 'a token')
}

async function call(name: string, token: string, payload: object = {}) {
  const raw = await app.inject({
    method: 'POST',
    url: `/api/sign/${name}`,
    headers: { host, token, 'user-agent': 'Phone' },
    payload,
  })
  return { status: raw.statusCode, message: raw.json<{ message?: string }>().message }
}

const stateOf = async (id: string) =>
  (
    await sql<{ status: string; signer: string }>(
      `select d.status, s.status as signer from platform.document d join platform.signer s on s.document_id = d.id
       where d.id = $1`,
      id,
    )
  )[0]
const openTasks = async (kind: string, id: string) =>
  (
    await sql<{ contact: string }>(
      `select business_contact_id as contact from log.notification_log
       where kind = $1 and entity_id = $2 and state = 'open'`,
      kind,
      id,
    )
  ).map(({ contact }) => contact)
const reminders = async (id: string) =>
  (await sql(`select 1 from log.mail where parent_id = $1 and subject like 'Reminder.%'`, id)).length

const dead = { status: 404, message: 'This link is no longer valid. Sign in to see what is waiting for you.' }
const left = expect.stringMatching(/^Ivy \w+ no longer acts for the client, so somebody else signs$/)

test('a signer who left: signs, declines and passes on nothing by the mailed link', async () => {
  const ivy = await seedContact(world, admin, client.id, 'Ivy', 'invoice_contact')
  const { id, signer_id } = await ask(ivy)
  const token = await tokenOf(ivy.email)
  expect(await call('query', token)).toMatchObject({ status: 200 })
  await leave(ivy, 'Ivy')
  expect(await call('query', token)).toEqual(dead)
  expect(await call('sign', token, { consent: true, signature })).toEqual(dead)
  expect(await call('decline', token, { comment: 'No' })).toEqual(dead)
  expect(await call('reassign', token, { name: 'Zed', email: 'zed@example.org' })).toEqual(dead)
  expect(await stateOf(id)).toEqual({ status: 'inprogress', signer: 'asked' })
  // Nobody is reminded, by the night or by hand; the sender's people are told.
  clock.advance({ days: 3 })
  await runDaily({ database, clock })
  await deliver()
  expect(await reminders(id)).toBe(0)
  expect(await refusalOf(act(world, admin, 'platform.document.remind', { signer_id }))).toMatchObject({
    code: 'precondition',
    message: left,
  })
  expect(await openTasks('signer_to_name', id)).toContain(admin.business_contact_id)
  expect(await openTasks('document_to_sign', id)).toEqual([])
  const dora = { name: 'Dora Lane', email: 'dora@example.org' }
  await act(world, admin, 'platform.document.reassign', { signer_id, ...dora })
  expect(await openTasks('signer_to_name', id)).toEqual([])
  await deliver()
  expect(await call('query', await tokenOf(dora.email))).toMatchObject({ status: 200 })
})

test('a signer who left: the sender’s people have the task at once, until the signer is back', async () => {
  const ivy = await seedContact(world, admin, client.id, 'Ivy', 'invoice_contact')
  const { id } = await ask(ivy)
  expect(await openTasks('signer_to_name', id)).toEqual([])
  await act(world, agency.provider.admin, 'platform.user.deactivate', {
    user_id: ivy.user_id,
    reason: 'Left the client',
  })
  expect((await openTasks('signer_to_name', id)).sort()).toEqual(
    [admin.business_contact_id, agency.user.business_contact_id].sort(),
  )
  await act(world, agency.provider.admin, 'platform.user.reactivate', { user_id: ivy.user_id })
  expect(await openTasks('signer_to_name', id)).toEqual([])
})

test('a signer who left: their signature at Documenso ends the document', async () => {
  const ivy = await seedContact(world, admin, client.id, 'Ivy', 'invoice_contact')
  const { id } = await ask(ivy, 'documenso')
  await leave(ivy, 'Ivy')
  documenso.sign(ivy.email)
  clock.advance({ days: 1 })
  await runDaily({ database, clock })
  await deliver('documenso')
  expect(await stateOf(id)).toMatchObject({ status: 'rejected', signer: 'asked' })
  expect(await sql('select reason from platform.document where id = $1', id)).toEqual([{ reason: left }])
})
