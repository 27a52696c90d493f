/** A document from its file to the seal: by links, with codes, and by people who try otherwise. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { addDays, addMonths } from '#kernel/day.ts'
import { newUuid } from '#kernel/uuid.ts'
import { runDaily } from '#server/daily.server.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { readSeals } from '#server/signing/read-seal.ts'
import { openFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { onePagePdf } from '#test/fixtures/one-page-pdf.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, type SeededPlacement, seedWeek } from '#test/fixtures/world.ts'
import { DocumensoStub } from '#test/server/documenso.ts'
import { testApp } from '#test/server/harness.ts'
import { mailedLink } from '#test/server/mailed-link.ts'
import { readChecks } from '../placements/checks/placement-checks.server.ts'
import { checkSigned } from './check-seal.http.ts'
import { brokenEvent, readEvents } from './signature-event.server.ts'

const DEAD = 'This link is no longer valid. Sign in to see what is waiting for you.'
const HOST = 'stint.example.org'
const consent = true
const signature = { kind: 'typed', text: 'Cleo Finch' }

const { database, world } = await freshWorld('2025-10-20T11:00:00.000Z')
const { clock } = world
const pages = mkdtempSync(join(tmpdir(), 'stint-pages-'))
writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Stint</title>')
const documenso = new DocumensoStub()
const HOOK_SECRET = 'a secret of sixteen'
const with_documenso = {
  DOCUMENSO_URL: await documenso.listen(),
  DOCUMENSO_TOKEN: documenso.token,
  DOCUMENSO_WEBHOOK_SECRET: HOOK_SECRET,
}
const env = { PUBLIC_URL: `http://${HOST}`, ...with_documenso }
const { app, settings } = await testApp(database, clock, env, pages)
const files = openFiles(settings.files)
let placed: SeededPlacement
let net = 0

afterAll(async () => {
  rmSync(pages, { recursive: true, force: true })
  await documenso.close()
})
beforeAll(async () => {
  placed = await seedWeek(world)
})

const { sql } = database

/** Delivers all that waits and is no mail: the mails keep their links. */
async function deliver(provider: 'stint' | 'documenso' = 'stint'): Promise<void> {
  const signing = { ...settings.signing, provider }
  for (let round = 0; round < 5; round += 1) {
    const waiting = await sql<{ id: string }>(
      `select id from platform.outbox where delivered_at is null and topic like 'signature_%' order by created_at, id`,
    )
    if (waiting.length === 0) return
    for (const { id } of waiting)
      await deliverOutbox({ database, clock, settings: { ...settings, signing }, files }, topics, id)
  }
}

async function attach(bytes: Uint8Array, parent_entity: string, parent_id: string): Promise<string> {
  const { file_url, sha256, size_bytes } = await files.put(bytes)
  const id = newUuid(clock)
  await sql(
    `insert into platform.attachment (id, business_id, parent_entity, parent_id, file_name, file_url, content_type,
       size_bytes, sha256, created_by, provider_id, agency_id)
     values ($1, $2, $9, $3, 'terms.pdf', $4, 'application/pdf', $5, $6, $7, $8, $2)`,
    id,
    placed.agency.id,
    parent_id,
    file_url,
    size_bytes,
    sha256,
    placed.agency.admin.user_id,
    placed.agency.provider.id,
    parent_entity,
  )
  return id
}

let nth = 0

/** The client's approver signs first, the agency after; Cleo has no account. */
async function send(
  bytes = onePagePdf('Terms of business'),
  more: Readonly<Record<string, unknown>> & {
    readonly parent_entity?: string
    readonly parent_id?: string
  } = {},
  provider: 'stint' | 'documenso' = 'stint',
) {
  nth += 1
  const { admin } = placed.agency
  const email = `cleo${nth}@example.org`
  const { parent_entity = 'business.client', parent_id = placed.client.id } = more
  const { id } = (await act(world, admin, 'platform.document.create', {
    parent_entity,
    parent_id,
    attachment_id: await attach(bytes, parent_entity, parent_id),
    title: `Terms ${nth}`,
    type: 'client_terms',
    signers: [
      { name: 'Cleo Finch', email, party: 'client', position: 1 },
      { contact_id: admin.business_contact_id, position: 2 },
    ],
    ...more,
  })) as { id: string }
  await act(world, admin, 'platform.document.send', { id })
  await deliver(provider)
  return { id, email }
}

async function tokenOf(email: string): Promise<string> {
  clock.advance({ seconds: 1 })
  const link = present(await mailedLink(database, settings, email), 'a link')
  return present(/\/sign\/([\w-]+)$/.exec(link)?.[1], 'a token')
}

/** A phone without a session. */
async function call(name: string, token: string, body: object = {}) {
  const raw = await app.inject({
    method: 'POST',
    url: `/api/sign/${name}`,
    remoteAddress: `192.0.2.${++net % 250}`,
    headers: { host: HOST, token, 'user-agent': 'Phone' },
    payload: body,
  })
  const isJson = String(raw.headers['content-type']).includes('json')
  const { data, message, errors } = isJson
    ? (raw.json() as Record<string, never>)
    : ({} as Record<string, never>)
  return { status: raw.statusCode, data: data as Record<string, unknown> | undefined, message, errors, raw }
}

/** The code of the last mail. */
async function prove(token: string, email: string): Promise<void> {
  clock.advance({ seconds: 90 })
  expect(await call('code', token)).toMatchObject({ status: 200 })
  clock.advance({ seconds: 1 })
  const code = present(await mailedLink(database, settings, email), 'a code')
  expect(await call('prove', token, { code })).toMatchObject({ status: 200, data: { needs_code: false } })
}

const facts = async (id: string) => {
  const [row] = await sql<Record<string, string | null>>('select * from platform.document where id = $1', id)
  return present(row, 'the document')
}
const states = async (id: string) =>
  (
    await sql<{ status: string }>(
      'select status from platform.signer where document_id = $1 order by position',
      id,
    )
  ).map(({ status }) => status)
const kinds = async (id: string) =>
  (await inTransaction(database, (tx) => readEvents(tx, id))).map(({ kind }) => kind)

test('a document is signed in its order, sealed once, and ends with a certificate', async () => {
  const frozen = onePagePdf('Terms of business')
  const { id, email } = await send(frozen)
  const token = await tokenOf(email)
  expect(await states(id)).toEqual(['asked', 'waiting'])
  const first = await call('query', token)
  expect(first.data).toMatchObject({ state: 'Pending Client Approval', is_turn: true, needs_code: true })
  expect(first.raw.headers['referrer-policy']).toBe('no-referrer')
  expect((await call('file', token, { file: 'frozen' })).raw.rawPayload.equals(Buffer.from(frozen))).toBe(
    true,
  )
  expect(await call('sign', token, { consent, signature })).toMatchObject({
    status: 403,
    message: 'Enter the code of our mail first',
  })
  await call('viewed', token)
  await prove(token, email)
  expect(await call('sign', token, { consent: false, signature })).toMatchObject({
    status: 400,
    errors: { consent: 'Mandatory' },
  })
  const both = await Promise.all([
    call('sign', token, { consent, signature }),
    call('sign', token, { consent, signature }),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await states(id)).toEqual(['signed', 'waiting'])
  await deliver()
  // The agency's person signs in a session, the others are past it.
  const { admin } = placed.agency
  await act(world, admin, 'platform.document.sign', {
    id,
    consent,
    signature: { kind: 'drawn', lines: [[0, 0.1, 0.3, 0.9, 0.6, 0.2, 1, 0.1]] },
  })
  await deliver()
  const row = await facts(id)
  expect(row).toMatchObject({ status: 'completed', frozen_sha256: (await files.put(frozen)).sha256 })
  const events = await kinds(id)
  expect(events).toEqual([
    'created',
    'sent',
    'asked',
    'viewed',
    'signed',
    'asked',
    'signed',
    'completed',
    'sealed',
  ])
  const final = (await call('file', token, { file: 'final' })).raw.rawPayload
  expect(final.subarray(0, frozen.length).equals(Buffer.from(frozen))).toBe(true)
  const certificate = (await call('file', token, { file: 'certificate' })).raw.rawPayload
  for (const file of [final, certificate])
    expect(await readSeals(file)).toMatchObject([{ is_valid: true, covers_all: true }])
  expect(await call('sign', token, { consent, signature })).toMatchObject({ status: 200 })
  expect(await kinds(id)).toEqual(events)
  const known = await call('verify', token, { sha256: row.final_sha256 })
  expect(known.data).toMatchObject({ is_known: true, file: 'final' })
  expect((await call('verify', token, { sha256: 'a'.repeat(64) })).data).toEqual({ is_known: false })
  const mails = await sql<{ files: string }>(
    `select count(*)::int as files from log.mail m join log.mail_attachment a on a.mail_id = m.id
     where m.parent_id = $1 and m.subject like 'Signed:%'`,
    id,
  )
  expect(mails).toEqual([{ files: 4 }])
  if (spawnSync('pdfsig', ['-v']).error === undefined) {
    const path = join(pages, 'final.pdf')
    writeFileSync(path, final)
    expect(String(spawnSync('pdfsig', [path]).stdout)).toContain('Signature is Valid')
  }
})

test('terms that a person of the client signs come into force, after a kill before the seal too', async () => {
  const { client, agency } = placed
  const { approver } = client
  const terms = (await act(world, agency.admin, 'config.payment_terms.create', {
    client_id: client.id,
    placement_type: 'temp_placement',
    payment_terms: 45,
    effective_from: clock.today(),
  })) as { id: string }
  const signers = [{ contact_id: approver.business_contact_id }]
  const { id } = await send(undefined, { type: 'payment_terms', payment_terms_id: terms.id, signers })
  const { id: paper } = await send(undefined, { signers })
  const tasks = () =>
    sql(
      `select business_contact_id from log.notification_log where kind = 'document_to_sign' and entity_id = $1 and done_at is null`,
      id,
    )
  expect(await tasks()).toEqual([{ business_contact_id: approver.business_contact_id }])
  for (const document_id of [id, paper])
    await act(world, approver, 'platform.document.sign', { id: document_id, consent, signature })
  expect(await tasks()).toEqual([])
  const broken = { ...files, put: () => Promise.reject(new Error('The machine stops.')) }
  const [job] = await sql<{ id: string }>(
    `select id from platform.outbox where topic = 'signature_seal' and delivered_at is null and fact_key like '%' || $1`,
    id,
  )
  await deliverOutbox({ database, clock, settings, files: broken }, topics, job?.id ?? '').catch(
    () => undefined,
  )
  expect(await facts(id)).toMatchObject({ status: 'completed', final_sha256: null })
  clock.advance({ hours: 1 })
  await deliver()
  await deliver()
  expect((await kinds(id)).filter((kind) => kind === 'sealed')).toHaveLength(1)
  const [service] = await sql(
    `select temp_payment_terms from business.service where type = 'client-agency' and from_business_id = $1`,
    client.id,
  )
  expect(service).toEqual({ temp_payment_terms: 45 })
  expect(
    await sql(
      `select status, verified_by from platform.document where type = 'terms_of_business' and business_id = $1
         and reference = (select title from platform.document where id = $2)`,
      client.id,
      paper,
    ),
  ).toEqual([{ status: 'completed', verified_by: null }])
})

test('a signed opt-out notice is a paper of the worker, verified for a limited company of their own', async () => {
  const { agency, contractor } = placed
  const { id: template } = await act<{ id: string }>(world, agency.admin, 'config.document_template.create', {
    kind: 'opt_out',
    name: 'Opt-out notice',
  })
  const about = { parent_entity: 'business.contractor', parent_id: contractor.id, type: 'agreement' }
  const { business_contact_id } = contractor.viewer
  const { id } = await send(undefined, { ...about, signers: [{ contact_id: business_contact_id }] })
  await sql('update platform.document set template_id = $2 where id = $1', id, template)
  await act(world, contractor.viewer, 'platform.document.sign', { id, consent, signature })
  await deliver()
  expect(
    await sql(
      `select d.status, d.valid_from::text as given_on, d.valid_to, s.conduct_regs_opt_out as is_out
       from platform.document d join business.service s on s.id = d.service_id
       where d.type = 'conduct_opt_out' and d.business_id = $1`,
      contractor.id,
    ),
  ).toEqual([{ status: 'completed', given_on: clock.today(), valid_to: null, is_out: true }])
})

test('a signed self-billing agreement is a paper of the payee, and self-bills carry VAT for its twelve months', async () => {
  const { agency, contractor } = placed
  const { id: template } = await act<{ id: string }>(world, agency.admin, 'config.document_template.create', {
    kind: 'self_billing',
    name: 'Self-billing agreement',
  })
  const about = { parent_entity: 'business.contractor', parent_id: contractor.id, type: 'agreement' }
  const { business_contact_id } = contractor.viewer
  const { id } = await send(undefined, { ...about, signers: [{ contact_id: business_contact_id }] })
  await sql('update platform.document set template_id = $2 where id = $1', id, template)
  await act(world, contractor.viewer, 'platform.document.sign', { id, consent, signature })
  await deliver()
  const until = addDays(addMonths(clock.today(), 12), -1)
  expect(
    await sql(
      `select d.status, d.agency_id, d.valid_from::text as since, d.valid_to::text as until, s.self_billing_to::text as vat_until
       from platform.document d join business.service s on s.type = 'contractor-agency' and s.from_business_id = $2
       where d.type = 'self_billing_agreement' and d.business_id = $1`,
      contractor.payment_company_id,
      contractor.id,
    ),
  ).toEqual([{ status: 'completed', agency_id: agency.id, since: clock.today(), until, vat_until: until }])
})

test('a placement waits for what was sent for signature, and a changed file is found', async () => {
  const { agency, client } = placed
  const { approver } = client
  const about = { parent_entity: 'contract.temp_placement', parent_id: placed.id, type: 'contract' }
  const { id } = await send(undefined, { ...about, signers: [{ contact_id: approver.business_contact_id }] })
  const isOpen = () =>
    inTransaction(database, async (tx) =>
      (await readChecks({ tx, clock }, about.parent_id)).includes('signatures'),
    )
  expect(await isOpen()).toBe(true)
  await act(world, approver, 'platform.document.sign', { id, consent, signature })
  await deliver()
  expect(await isOpen()).toBe(false)
  const check = () => checkSigned({ ...world, files }, agency.admin, id)
  expect(await check()).toMatchObject({ is_unchanged: true, faults: [] })
  const [final] = await sql<{ id: string; file_url: string }>(
    `select a.id, a.file_url from platform.attachment a join platform.document d on d.id = a.parent_id and a.sha256 = d.final_sha256
     where d.id = $1`,
    id,
  )
  const other = await files.put(onePagePdf('Another text'))
  await sql('update platform.attachment set file_url = $2 where id = $1', final?.id, other.file_url)
  expect(await check()).toMatchObject({
    is_unchanged: false,
    faults: [
      'The signed file is missing, or it was changed after it was sealed.',
      'The signed file is not the one that was sent.',
    ],
  })
})

test('the chain of events tells of a changed, a missing and an added one', async () => {
  const { id } = await send()
  const events = await inTransaction(database, (tx) => readEvents(tx, id))
  expect(brokenEvent(events)).toBeNull()
  expect(brokenEvent(events.map((one, at) => (at === 1 ? { ...one, says: 'Something else' } : one)))).toBe(2)
  expect(brokenEvent(events.filter((_, at) => at !== 1))).toBe(2)
  await expect(
    sql('update log.signature_event set says = $2 where document_id = $1', id, 'x'),
  ).rejects.toThrow()
})

test('a hundred programs that open the link change nothing', async () => {
  const { id, email } = await send()
  const token = await tokenOf(email)
  for (let at = 0; at < 100; at += 1) {
    const page = await app.inject({
      method: 'GET',
      url: `/sign/${token}`,
      headers: { host: HOST, accept: 'text/html' },
    })
    expect(page.statusCode).toBe(200)
  }
  expect(await states(id)).toEqual(['asked', 'waiting'])
  expect(await kinds(id)).toEqual(['created', 'sent', 'asked'])
})

test('forged, revoked and expired links are dead, with one text', async () => {
  expect(await call('query', 'x'.repeat(43))).toMatchObject({ status: 404, message: DEAD })
  const { id, email } = await send()
  const token = await tokenOf(email)
  await act(world, placed.agency.admin, 'platform.document.void', { id, comment: 'A wrong file' })
  expect(await call('sign', token, { consent, signature })).toMatchObject({ status: 404, message: DEAD })
  expect(await facts(id)).toMatchObject({ status: 'rejected', reason: 'A wrong file' })
  const late = await send()
  const late_token = await tokenOf(late.email)
  clock.advance({ days: 15 })
  expect(await call('query', late_token)).toMatchObject({ status: 404, message: DEAD })
  await runDaily({ database, clock })
  expect(await facts(late.id)).toMatchObject({ status: 'expired' })
})

test('a code is guessed five times, and then no more', async () => {
  const { email } = await send()
  const token = await tokenOf(email)
  await call('code', token)
  expect(await call('code', token)).toMatchObject({ status: 422 })
  clock.advance({ seconds: 1 })
  const code = present(await mailedLink(database, settings, email), 'a code')
  const wrong = code === '000000' ? '000001' : '000000'
  for (let at = 0; at < 5; at += 1)
    expect(await call('prove', token, { code: wrong })).toMatchObject({
      errors: { code: 'This is not the code' },
    })
  expect(await call('prove', token, { code })).toMatchObject({
    errors: { code: 'This code is no longer valid. Ask for a new one.' },
  })
})

test('a signer declines with a reason, or names another person once', async () => {
  const one = await send()
  const declining = await tokenOf(one.email)
  expect(await call('decline', declining, { comment: ' ' })).toMatchObject({
    errors: { comment: 'Please specify the reason' },
  })
  await call('decline', declining, { comment: 'Not agreed' })
  expect(await facts(one.id)).toMatchObject({ status: 'rejected', reason: 'Not agreed' })
  const other = await send()
  const token = await tokenOf(other.email)
  const next = { name: 'Dora Lane', email: `dora${nth}@example.org` }
  await call('reassign', token, next)
  await deliver()
  expect(await call('query', token)).toMatchObject({ status: 404 })
  const dora = await tokenOf(next.email)
  expect((await call('query', dora)).data).toMatchObject({
    signer: { name: 'Dora Lane' },
    can_pass_on: false,
  })
  expect(await call('reassign', dora, { name: 'Ed', email: 'ed@example.org' })).toMatchObject({
    errors: { email: 'This document was passed on already' },
  })
})

test('a file that cannot be sealed is refused before anybody is asked', async () => {
  const { id } = await send(new Uint8Array(Buffer.from('%PDF-1.7 and nothing else')))
  expect(await facts(id)).toMatchObject({
    status: 'rejected',
    reason: 'The file cannot be read. Print it to a new PDF file and use that.',
  })
  expect(await states(id)).toEqual(['waiting', 'waiting'])
})

test('one mailbox signs once, and strangers and readers do nothing', async () => {
  const { admin } = placed.agency
  const twice = { name: 'Cleo', email: admin.email, party: 'client' }
  const signers = [{ contact_id: admin.business_contact_id }, twice]
  expect(await refusalOf(send(undefined, { signers }))).toMatchObject({
    errors: { 'signers.1.email': 'Duplicate Email' },
  })
  const { id } = await send()
  const { approver } = placed.client
  expect(await refusalOf(act(world, approver, 'platform.document.void', { id, comment: 'x' }))).toMatchObject(
    {
      code: 'not_allowed',
    },
  )
  expect(
    await refusalOf(act(world, approver, 'platform.document.sign', { id, consent, signature })),
  ).toMatchObject({ code: 'not_found' })
})

test('signers are reminded after three days and by hand once a day', async () => {
  const { id } = await send()
  const mails = async () =>
    (
      await sql<{ n: number }>(
        `select count(*)::int as n from log.mail where parent_id = $1 and subject like 'Reminder.%'`,
        id,
      )
    )[0]?.n
  clock.advance({ days: 3 })
  await runDaily({ database, clock })
  await deliver()
  expect(await mails()).toBe(1)
  const [signer] = await sql<{ id: string }>(
    'select id from platform.signer where document_id = $1 order by position',
    id,
  )
  const remind = () => act(world, placed.agency.admin, 'platform.document.remind', { signer_id: signer?.id })
  expect(await refusalOf(remind())).toMatchObject({ code: 'precondition' })
  clock.advance({ days: 1 })
  await remind()
  await deliver()
  expect(await mails()).toBe(2)
})

// --- Signed with Documenso ---

const hook = (id: string, event: string, secret = HOOK_SECRET) =>
  app.inject({
    method: 'POST',
    url: '/api/hooks/documenso',
    headers: { host: HOST, 'x-documenso-secret': secret },
    payload: { event, payload: { id: 1, externalId: id, status: 'COMPLETED' } },
  })

test('a document is handed to Documenso, follows its envelope, and keeps the file that it sealed', async () => {
  const frozen = onePagePdf('Terms of business')
  const { id, email } = await send(frozen, {}, 'documenso')
  const { admin } = placed.agency
  expect(await facts(id)).toMatchObject({ signed_with: 'documenso', envelope_id: documenso.last.id })
  expect(documenso.last).toMatchObject({
    status: 'PENDING',
    externalId: id,
    recipients: [
      { email, role: 'SIGNER', fields: [{ type: 'SIGNATURE', page: 2, width: expect.any(Number) }] },
      { email: admin.email, fields: [{ page: 2 }] },
    ],
  })
  expect(documenso.last.file.subarray(0, frozen.length).equals(Buffer.from(frozen))).toBe(true)
  expect(await states(id)).toEqual(['asked', 'waiting'])
  expect(await sql(`select from log.mail where parent_id = $1`, id)).toEqual([])
  // A forged call wakes nobody, and a true one that comes twice is one look at the envelope.
  documenso.open(email)
  expect((await hook(id, 'DOCUMENT_OPENED', 'another secret of any')).statusCode).toBe(403)
  await deliver()
  expect(await states(id)).toEqual(['asked', 'waiting'])
  expect((await hook(id, 'DOCUMENT_OPENED')).statusCode).toBe(200)
  expect((await hook(id, 'DOCUMENT_OPENED')).statusCode).toBe(200)
  expect((await hook(newUuid(clock), 'DOCUMENT_OPENED')).statusCode).toBe(200)
  await deliver()
  expect(await states(id)).toEqual(['viewed', 'waiting'])
  // Signatures come from there alone, whatever the body of a call says.
  await hook(id, 'DOCUMENT_COMPLETED')
  await deliver()
  expect(await states(id)).toEqual(['viewed', 'waiting'])
  expect(await refusalOf(act(world, admin, 'platform.document.sign', { id, consent, signature }))).toEqual(
    expect.objectContaining({ code: 'precondition' }),
  )
  documenso.sign(email)
  await hook(id, 'DOCUMENT_SIGNED')
  await deliver()
  documenso.sign(admin.email)
  // The webhook is lost; the night makes up for it, once the service answers again.
  clock.advance({ days: 1 })
  await runDaily({ database, clock })
  documenso.down = 503
  await expect(deliver()).rejects.toThrow('Documenso answered with status 503')
  documenso.down = null
  await deliver()
  expect(await states(id)).toEqual(['signed', 'signed'])
  const row = await facts(id)
  expect(row).toMatchObject({ status: 'completed' })
  const sealed = await files.put(Buffer.concat([documenso.last.file, Buffer.from('\n% signed\n')]))
  expect(row.final_sha256).toBe(sealed.sha256)
  expect(await checkSigned({ ...world, files }, admin, id)).toMatchObject({
    is_unchanged: true,
    faults: [],
  })
  expect(await kinds(id)).toEqual(
    expect.arrayContaining(['handed_over', 'asked', 'viewed', 'signed', 'completed', 'sealed']),
  )
})

test('a document at Documenso is declined there, or taken back here, with a reminder before', async () => {
  const declined = await send(undefined, {}, 'documenso')
  documenso.reject(declined.email, 'Wrong company')
  await hook(declined.id, 'DOCUMENT_REJECTED')
  await deliver()
  expect(await facts(declined.id)).toMatchObject({ status: 'rejected', reason: 'Wrong company' })
  const { admin } = placed.agency
  const { id } = await send(undefined, {}, 'documenso')
  const [one] = await sql<{ id: string }>(
    'select id from platform.signer where document_id = $1 order by position',
    id,
  )
  clock.advance({ days: 2 })
  await act(world, admin, 'platform.document.remind', { signer_id: one?.id })
  await deliver()
  expect(documenso.last.reminded).toEqual([1])
  const person = { signer_id: one?.id, name: 'Dora Lane', email: 'dora9@example.org' }
  expect(await refusalOf(act(world, admin, 'platform.document.reassign', person))).toMatchObject({
    message: 'Documenso has asked its signers. Take it back to send it to somebody else.',
  })
  await act(world, admin, 'platform.document.void', { id, comment: 'Another rate' })
  await deliver()
  expect(documenso.last).toMatchObject({ status: 'CANCELLED' })
  expect(await facts(id)).toMatchObject({ status: 'rejected', reason: 'Another rate' })
})
