/** A signed agreement with an agency is its paper "Terms of business" (decision 0178). */
import { beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { newUuid } from '#kernel/uuid.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { openFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { onePagePdf } from '#test/fixtures/one-page-pdf.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, type SeededPlacement, seedWeek } from '#test/fixtures/world.ts'
import { Browser, testApp } from '#test/server/harness.ts'
import { sampleSignIn } from '#test/server/sample.ts'

const { database, world } = await freshWorld('2025-10-20T11:00:00.000Z')
const { clock } = world
const { sql } = database
const { app, settings } = await testApp(database, clock)
const files = openFiles(settings.files)
let placed: SeededPlacement
let staff: Browser
beforeAll(async () => {
  placed = await seedWeek(world)
  const { operations } = placed.agency.provider
  await inTransaction(database, (tx) => sampleSignIn({ tx, clock }, operations.user_id))
  staff = new Browser(app)
  expect((await staff.login(operations.email)).status).toBe(200)
})

async function seal(): Promise<void> {
  for (const { id } of await sql<{ id: string }>(
    `select id from platform.outbox where topic = 'signature_seal' and delivered_at is null`,
  ))
    await deliverOutbox({ database, clock, settings, files }, topics, id)
}

/** Made from the template of the provider. */
async function prefilled(): Promise<string> {
  const { provider } = placed.agency
  const made = await act<{ id: string }>(world, provider.admin, 'config.document_template.create', {
    kind: 'agency_terms',
    name: 'Agency agreement',
  })
  await act(world, provider.admin, 'config.document_template.publish', { id: made.id })
  const about = { template_id: made.id, module: 'business', entity: 'agency', id: placed.agency.id }
  const { data } = (await staff.post('/api/permission/prefill', about)).body
  return (data as { document_id: string }).document_id
}

/** A PDF file of the provider, without a template. */
async function uploaded(signer: object): Promise<string> {
  const { provider, id: agency_id } = placed.agency
  const stored = await files.put(onePagePdf('Agreement'))
  const attachment_id = newUuid(clock)
  await sql(
    `insert into platform.attachment (id, business_id, parent_entity, parent_id, file_name, file_url, content_type,
       size_bytes, sha256, created_by, provider_id)
     values ($1, $2, 'business.agency', $3, 'ours.pdf', $4, 'application/pdf', $5, $6, $7, $2)`,
    attachment_id,
    provider.id,
    agency_id,
    stored.file_url,
    stored.size_bytes,
    stored.sha256,
    provider.operations.user_id,
  )
  const { id } = await act<{ id: string }>(world, provider.operations, 'platform.document.create', {
    parent_entity: 'business.agency',
    parent_id: agency_id,
    attachment_id,
    title: 'Agreement of ours',
    type: 'agreement',
    signers: [signer],
  })
  return id
}

const consent = { consent: true, signature: { kind: 'typed', text: 'Ada Finch' } }

async function signAll(id: string): Promise<void> {
  const { provider, admin } = placed.agency
  await act(world, provider.operations, 'platform.document.send', { id })
  const signers = await sql<{ party: string }>(
    'select party from platform.signer where document_id = $1 order by position, id',
    id,
  )
  for (const { party } of signers) {
    const signer = party === 'agency' ? admin : provider.operations
    await act(world, signer, 'platform.document.sign', { id, ...consent })
  }
}

const terms = () =>
  sql<{ id: string; status: string }>(
    `select d.id, d.status, d.valid_from::text, s.compliance_status, a.sha256 = (
         select final_sha256 from platform.document where title = d.reference and status = 'completed' limit 1) as is_signed_file
     from platform.document d join business.service s on s.id = d.service_id and s.type = 'agency-provider'
     join platform.attachment a on a.parent_entity = 'platform.document' and a.parent_id = d.id
     where d.type = 'terms_of_business' and d.business_id = $1 order by d.round`,
    placed.agency.id,
  )

test('agency agreement: from the template, its last signature completes the paper of that day', async () => {
  const id = await prefilled()
  await signAll(id)
  expect(await terms()).toEqual([])
  clock.advance({ hours: 16 })
  await seal()
  expect(await terms()).toMatchObject([
    { status: 'completed', valid_from: '2025-10-20', compliance_status: 'compliant', is_signed_file: true },
  ])
  await seal()
  expect(await terms()).toHaveLength(1)
})

test('agency agreement: a file of the provider waits for a second person, who is not its sender', async () => {
  const { provider, admin } = placed.agency
  const id = await uploaded({ contact_id: admin.business_contact_id })
  await signAll(id)
  await seal()
  const [, paper] = await terms()
  expect(paper).toMatchObject({ status: 'inprogress', compliance_status: 'compliant' })
  const verify = { id: paper?.id }
  expect(
    (await refusalOf(act(world, provider.operations, 'platform.compliance.verify', verify))).message,
  ).toBe('You added this document, so somebody else checks it')
  expect((await refusalOf(act(world, admin, 'platform.compliance.verify', verify))).message).toBe(
    'It waits for the provider',
  )
  await act(world, provider.admin, 'platform.compliance.verify', verify)
  expect(await terms()).toMatchObject([{ status: 'completed' }, { status: 'completed' }])
})

test('agency agreement: its sender reads the delivery of the mailed link, and nobody else does', async () => {
  const { provider, admin } = placed.agency
  const signers = [{ name: 'Cleo Finch', email: 'Cleo@example.org', party: 'agency' }]
  const id = await uploaded(signers[0] ?? {})
  await act(world, provider.operations, 'platform.document.send', { id })
  for (const { id: asked } of await sql<{ id: string }>(
    `select id from platform.outbox where topic = 'signature_ask' and delivered_at is null`,
  ))
    await deliverOutbox({ database, clock, settings, files }, topics, asked)
  const read = async (viewer: Viewer) => {
    await inTransaction(database, (tx) => sampleSignIn({ tx, clock }, viewer.user_id))
    const browser = new Browser(app)
    await browser.login(viewer.email)
    const query = `{ log_mail_delivery(where: { parent_id: { _eq: "${id}" } }) { to status } }`
    return (await browser.post('/v1/graphql', { query })).body.data
  }
  expect(await read(provider.admin)).toEqual({
    log_mail_delivery: [{ to: 'cleo@example.org', status: 'queued' }],
  })
  expect(await read(admin)).toEqual({ log_mail_delivery: [] })
})
