/** A contractor's own part by link: two phones, one submission, and links that are dead. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { openFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import type { VerbContext } from '#server/verb.ts'
import { freshDatabase } from '#test/database.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, type SeededAgency, seedAgency, seedProvider, worldOn } from '#test/fixtures/world.ts'
import { detailsToken } from '#test/server/details-token.ts'
import { testApp } from '#test/server/harness.ts'
import { removeEndedLinkFiles } from '../parties/self-service/end-link-files.job.ts'
import { dead_party_link } from '../parties/self-service/party-link.rules.ts'
import { createAttachment } from '../platform/create-attachment.server.ts'

const HOST = 'stint.example.org'
const database = await freshDatabase()
const world = { ...worldOn(database, '2026-11-20T11:00:00.000Z'), database }
const { clock } = world
const pages = mkdtempSync(join(tmpdir(), 'stint-pages-'))
writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Stint</title>')
const { app, settings } = await testApp(database, clock, { PUBLIC_URL: `http://${HOST}` }, pages)
const files = openFiles(settings.files)
let agency: SeededAgency
let other: SeededAgency
let net = 0

afterAll(() => rmSync(pages, { recursive: true, force: true }))
beforeAll(async () => {
  const provider = await seedProvider(world)
  agency = await seedAgency(world, provider)
  other = await seedAgency(world, provider)
})

const { sql } = database
const party = <T = { draft_id: string }>(by: Viewer, action: string, input: object) =>
  act<T>(world, by, `business.party.${action}`, input)

let nth = 0

/** The link in the mail to a contractor. The agency has typed only their name. */
async function linked(more: object = {}) {
  const email = `ada${++nth}@example.org`
  const asked = { first_name: 'Ada', last_name: 'Byron', email, ...more }
  const { draft_id } = await party(agency.user, 'send_link', asked)
  return { draft_id, email, token: await tokenOf(email) }
}

const tokenOf = (email: string) => detailsToken({ database, clock, settings }, email)

/** A phone without a session. */
async function call(name: string, token: string, payload: object = {}) {
  const raw = await app.inject({
    method: 'POST',
    url: `/api/details/${name}`,
    remoteAddress: `192.0.2.${++net % 250}`,
    headers: { host: HOST, token },
    payload,
  })
  const { data, message, errors } = raw.json() as Record<string, never>
  return { status: raw.statusCode, data: data as Record<string, unknown> | undefined, message, errors }
}

const form = (fields: Record<string, string>, name: string, bytes: Buffer) => {
  const boundary = 'stint-test'
  const parts = Object.entries(fields).map(
    ([field, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  return {
    payload: Buffer.concat([
      Buffer.from(parts.join('') + head),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    type: `multipart/form-data; boundary=${boundary}`,
  }
}

async function addFile(token: string, type: string, name: string, bytes: Buffer, policy = {}) {
  const { payload, type: content_type } = form({ type, ...policy }, name, bytes)
  const raw = await app.inject({
    method: 'POST',
    url: '/api/details/file',
    remoteAddress: `192.0.2.${++net % 250}`,
    headers: { host: HOST, token, 'content-type': content_type },
    payload,
  })
  const { data, message, errors } = raw.json() as Record<string, never>
  return { status: raw.statusCode, data: data as { id: string } | undefined, message, errors }
}
const pdf = (text: string) => Buffer.from(`%PDF-1.4\n${text}\n%%EOF\n`)
const bytesThere = async (text: string) => {
  const sha256 = createHash('sha256').update(pdf(text)).digest('hex')
  const found = await sql<{ file_url: string }>(
    'select file_url from auth.party_link_file where sha256 = $1 union select file_url from platform.attachment where sha256 = $1',
    sha256,
  )
  const at = found[0]?.file_url ?? known_urls.get(sha256)
  if (at !== undefined) known_urls.set(sha256, at)
  return at !== undefined && (await files.read(at)) !== null
}
const known_urls = new Map<string, string>()
const dead = { status: 404, message: dead_party_link }

const values = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  date_of_birth: '1990-02-03',
  ni_number: 'AB123456A',
  line_1: '1 Mill Lane',
  city: 'York',
  payment_type: 'paye',
  signature: 'Ada Lovelace',
}
const bank = {
  account_holder_name: 'Ada Lovelace',
  bank_name: 'Harbour Bank',
  sort_code: '00-10-00',
  account_number: '55779911',
}
const key = '018f0000-0000-7000-8000-000000000001'

test('a contractor stops on one phone, goes on on another, and submits once; the agency approves', async () => {
  const { draft_id, email, token } = await linked()
  const [before] = await sql<{ row: string }>(
    'select k::text as row from auth.party_link k where draft_id = $1',
    draft_id,
  )
  for (let opened = 0; opened < 20; opened += 1)
    expect(
      (await app.inject({ url: `/details/${token}`, headers: { host: HOST, accept: 'text/html' } }))
        .statusCode,
    ).toBe(200)
  expect(await sql('select k::text as row from auth.party_link k where draft_id = $1', draft_id)).toEqual([
    before,
  ])

  const first = await call('query', token)
  expect(first.data).toMatchObject({ values: { first_name: 'Ada' }, bank: {}, through: null, version: 1 })
  const kept = { values: { ...values, currency: 'USD', agency_id: other.id }, bank, step: 3 }
  expect((await call('save', token, { ...kept, version: 1 })).data).toEqual({ version: 2 })
  // The signature is of a submission alone.
  const { signature: _, ...typed } = values
  expect((await call('query', token)).data?.values).not.toHaveProperty('signature')
  // The first phone has an old copy.
  expect(await call('save', token, { ...kept, version: 1 })).toMatchObject({ status: 409 })
  expect((await call('query', token)).data).toMatchObject({ values: typed, bank, step: 3, version: 2 })

  // The agency sees how far they are, and no account.
  expect(await party(agency.user, 'read_link', { draft_id })).toMatchObject({
    email,
    state: 'open',
    progress: 'Your documents, step 4 of 6',
  })
  const read = await party<{ values: object }>(agency.user, 'read_draft', { id: draft_id })
  expect(JSON.stringify(read)).not.toContain('55779911')
  // Nobody types the address again.
  expect(read.values).toMatchObject({ email })
  expect((await refusalOf(party(other.admin, 'read_link', { draft_id }))).code).toBe('not_found')

  const faulty = {
    values: { ...values, ni_number: 'x', city: '', signature: ' ' },
    bank: { ...bank, sort_code: '1' },
    key,
  }
  expect((await call('submit', token, faulty)).errors).toEqual({
    ni_number: 'Please enter a valid Input',
    city: 'Mandatory',
    sort_code: 'Must be exactly 6 digits',
    signature: 'Mandatory',
  })
  expect((await call('submit', token, { values, bank: { ...bank, sort_code: '1' }, key })).errors).toEqual({
    sort_code: 'Must be exactly 6 digits',
  })
  const both = await Promise.all([
    call('submit', token, { values, bank, key }),
    call('submit', token, { values, bank, key: '018f0000-0000-7000-8000-000000000002' }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  for (const name of ['query', 'save'])
    expect(await call(name, token, { ...kept, version: 3 })).toMatchObject(dead)

  const [made] = await sql<{ id: string; account_id: string }>(
    `select b.id, b.name, b.status, b.submitted_by, b.payment_type, i.ni_number, a.status as account, a.requested_by,
       a.entered_by_link, a.link_email, a.id as account_id
     from request.draft_request d join business.business b on b.id = d.entity_id
     join business.individual i on i.id = b.individual_id join business.bank_account a on a.business_id = b.id where d.id = $1`,
    draft_id,
  )
  expect(made).toMatchObject({
    name: 'Ada Lovelace',
    status: 'submitted',
    submitted_by: null,
    payment_type: 'paye',
    ni_number: 'AB123456A',
    account: 'pending',
    requested_by: agency.user.user_id,
    entered_by_link: 'Ada Lovelace',
    link_email: email,
  })
  const { id, account_id } = present(made, 'the contractor')
  const confirm = (by: Viewer) => act(world, by, 'business.bank_account.confirm', { id: account_id })
  // Refused to the sender of the link, and to the contractor, since they have joined the provider.
  const sender = { ...agency.admin, user_id: agency.user.user_id }
  for (const by of [sender, { ...agency.provider.operations, email }])
    expect((await refusalOf(confirm(by))).message).toBe(
      'A bank account is confirmed by somebody other than who entered it',
    )
  expect(await party(agency.admin, 'read', { id })).toMatchObject({
    submitted_by_name: `${email}, by a link, signed Ada Lovelace`,
  })
  const asked = { id, first_name: 'Ada', last_name: 'King', address: { line_1: '1 Mill Lane', city: 'York' } }
  for (const [by, code] of [
    [agency.user, 'not_allowed'],
    [agency.provider.admin, 'not_allowed'],
    [other.admin, 'not_found'],
  ] as const)
    expect((await refusalOf(party(by, 'correct', asked))).code).toBe(code)
  const odd = { ...asked, address: { ...asked.address, zipcode: 'ZZZ' } }
  expect((await refusalOf(party(agency.admin, 'correct', odd))).errors).toEqual({
    'address.zipcode': 'Please enter a valid Input',
  })
  expect(await party(agency.admin, 'correct', asked)).toEqual({ id, corrected: ['last_name'] })
  expect(await party(agency.admin, 'correct', asked)).toEqual({ id, corrected: [] })
  expect(await party(agency.user, 'read', { id })).toMatchObject({
    corrections: [{ by_name: agency.admin.user_name, fields: ['last_name'] }],
  })
  expect(
    await sql(
      `select b.name, i.last_name, c.last_name as contact, d.requested_data ->> 'last_name' as draft, a.account_holder_name as holder
       from business.business b join business.individual i on i.id = b.individual_id join business.business_contact c on c.business_id = b.id
       join request.draft_request d on d.entity_id = b.id join business.bank_account a on a.business_id = b.id where b.id = $1`,
      id,
    ),
  ).toEqual([{ name: 'Ada King', last_name: 'King', contact: 'King', draft: 'King', holder: 'Ada Lovelace' }])
  expect(await party(agency.admin, 'approve', { id })).toMatchObject({ status: 'approved' })
  expect((await refusalOf(party(agency.admin, 'correct', asked))).code).toBe('precondition')
  // They sign in by the address of the link.
  expect(await sql('select email, state from platform.invitation where business_id = $1', id)).toEqual([
    { email, state: 'sent' },
  ])
})

test('a lost answer is asked for again; a contractor who is sent back gets a new link, with a limited company', async () => {
  const { draft_id, email, token } = await linked()
  const company = {
    payment_type: 'limited',
    name: 'Byron Ltd',
    brn: '09876543',
    is_vat_registered: true,
    vat_registration_no: '980780684',
  }
  const sent = {
    values: { ...values, ni_number: 'AB123457A', ...company, agrees_self_billing: true },
    bank,
    key,
  }
  expect(await call('submit', token, sent)).toMatchObject({ status: 200, data: { done: true } })
  expect(await call('submit', token, sent)).toMatchObject({ status: 200, data: { done: true } })
  const [first] = await sql<{ id: string }>(
    'select entity_id as id from request.draft_request where id = $1',
    draft_id,
  )
  const { id } = present(first, 'the contractor')
  expect(
    await sql(
      `select s.self_billing_from, s.self_billing_to, (select a.new_values ->> 'self_billing_agreed_by' from log.audit a
         where a.entity_id = $1 and a.new_values ? 'self_billing_agreed_by') as agreed_by
       from business.service s where s.type = 'contractor-agency' and s.from_business_id = $1 and s.deleted_at is null`,
      id,
    ),
  ).toEqual([{ self_billing_from: '2026-11-20', self_billing_to: '2027-11-19', agreed_by: email }])
  await party(agency.admin, 'reject', { id, comment: 'The number is of another company' })
  await party(agency.user, 'send_link', { draft_id, email })
  const again = await tokenOf(email)
  expect((await call('query', again)).data).toMatchObject({ values: company, bank: {} })
  const corrected = { ...sent, values: { ...sent.values, brn: '09876544' } }
  expect(await call('submit', again, corrected)).toMatchObject({ status: 200 })
  expect(
    await sql(
      `select c.type, c.status, k.brn, (select count(*)::int from business.bank_account a where a.business_id = c.id and a.deleted_at is null) as accounts
       from business.business b join business.business c on c.id = b.payment_company_id join business.company k on k.id = c.company_id where b.id = $1`,
      id,
    ),
  ).toEqual([{ type: 'limited', status: 'submitted', brn: '09876544', accounts: 1 }])
})

test('an account is checked before its step is left, and one abroad has its IBAN', async () => {
  const { draft_id, token } = await linked()
  const rows = () =>
    sql<{ row: string }>('select k::text as row from auth.party_link k where draft_id = $1', draft_id)
  const before = await rows()
  // No such account at Barclays, by the weights of its sort code.
  const invented = { ...bank, sort_code: '20-00-00', account_number: '55779912' }
  expect(await call('check', token, { bank: invented })).toMatchObject({
    status: 400,
    errors: { account_number: 'This account number does not exist at this sort code: please check both' },
  })
  expect((await call('check', token, { bank })).data).toEqual({ fits: true })
  expect(await rows()).toEqual(before)
  expect(await call('check', 'x'.repeat(43), { bank })).toMatchObject(dead)

  const abroad = {
    ...bank,
    account_is: 'abroad',
    iban: 'IE29 AIBK 9311 5212 3456 78',
    swift_code: 'aibkie2d',
  }
  expect((await call('check', token, { bank: abroad })).data).toEqual({ fits: true })
  const sent = { values: { ...values, ni_number: 'AB123459A' }, bank: abroad, key }
  expect(await call('submit', token, sent)).toMatchObject({ status: 200 })
  expect(
    await sql(
      `select a.iban, a.swift_code, a.sort_code, a.account_number from request.draft_request d
       join business.bank_account a on a.business_id = d.entity_id where d.id = $1`,
      draft_id,
    ),
  ).toEqual([
    { iban: 'IE29AIBK93115212345678', swift_code: 'AIBKIE2D', sort_code: null, account_number: null },
  ])
})

test('files of a contractor are theirs until they submit; then another person says how the right was seen', async () => {
  const { draft_id, token } = await linked()
  expect(await addFile('x'.repeat(43), 'identity', 'a.pdf', pdf('a'))).toMatchObject(dead)
  expect(await addFile(token, 'visa', 'a.pdf', pdf('a'))).toMatchObject({ errors: { type: 'Mandatory' } })
  expect(await addFile(token, 'identity', 'a.pdf', Buffer.from('MZ'))).toMatchObject({ status: 400 })
  const passport = await addFile(token, 'identity', 'passport.pdf', pdf('passport'))
  expect(passport.status).toBe(200)
  // The answer was lost on its way.
  expect((await addFile(token, 'identity', 'passport.pdf', pdf('passport'))).data).toEqual(passport.data)
  const wrong = await addFile(token, 'right_to_work', 'holiday.pdf', pdf('holiday'))
  expect(await bytesThere('holiday')).toBe(true)
  await addFile(token, 'right_to_work', 'permit.pdf', pdf('permit'))
  await addFile(token, 'right_to_work', 'back.pdf', pdf('back'))
  expect((await call('remove_file', token, { id: wrong.data?.id })).data).toEqual({ id: wrong.data?.id })
  expect(await call('remove_file', token, { id: wrong.data?.id })).toMatchObject({ status: 404 })
  const shown = (await call('query', token)).data?.files
  expect(shown).toMatchObject([
    { type: 'identity', file_name: 'passport.pdf' },
    { type: 'right_to_work', file_name: 'permit.pdf' },
    { type: 'right_to_work', file_name: 'back.pdf' },
  ])
  // Nobody of the agency reads them: no record of theirs names them.
  expect(await sql('select id from platform.attachment where parent_id = $1', draft_id)).toEqual([])

  expect(
    await call('submit', token, { values: { ...values, ni_number: 'AB123460A' }, bank, key }),
  ).toMatchObject({ status: 200 })
  const [made] = await sql<{ id: string }>(
    'select entity_id as id from request.draft_request where id = $1',
    draft_id,
  )
  const documents = await sql<{ id: string; type: string; files: string[] }>(
    `select d.id, d.type, d.method, d.valid_to, d.status, d.uploaded_by,
       array(select a.file_name from platform.attachment a where a.parent_id = d.id order by a.file_name) as files
     from platform.document d where d.business_id = $1 order by d.type`,
    made?.id,
  )
  const unseen = { method: null, valid_to: null, status: 'inprogress', uploaded_by: agency.user.user_id }
  expect(documents).toMatchObject([
    { type: 'identity', files: ['passport.pdf'], ...unseen },
    { type: 'right_to_work', files: ['back.pdf', 'permit.pdf'], ...unseen },
  ])
  const [identity, right] = documents.map(({ id }) => id)
  const verify = (by: Viewer, input: object) => act(world, by, 'platform.compliance.verify', input)
  // The sender of the link chose the mailbox.
  expect((await refusalOf(verify(agency.user, { id: identity }))).message).toContain('permission')
  expect((await refusalOf(verify(agency.admin, { id: right }))).errors).toEqual({
    method: 'Mandatory',
    valid_to: 'Mandatory',
  })
  const online = { id: right, method: 'online', valid_to: '2027-05-01' }
  expect((await refusalOf(verify(agency.admin, online))).errors).toEqual({
    reference: 'Please enter a valid Input',
  })
  expect((await refusalOf(verify(agency.admin, { ...online, valid_to: '2026-11-01' }))).errors).toMatchObject(
    {
      valid_to: expect.any(String),
    },
  )
  await verify(agency.admin, { ...online, reference: 'W12 345 67X' })
  expect((await refusalOf(verify(agency.admin, { id: identity, method: 'online' }))).errors).toEqual({
    method: 'Please enter a valid Input',
  })
  await verify(agency.admin, { id: identity })
  expect(
    await sql('select method, valid_to, reference, status from platform.document where id = $1', right),
  ).toEqual([{ method: 'online', valid_to: '2027-05-01', reference: 'W12 345 67X', status: 'completed' }])

  expect(await removeEndedLinkFiles({ database, clock, files })).toBeGreaterThan(0)
  expect(await removeEndedLinkFiles({ database, clock, files })).toBe(0)
  expect([await bytesThere('holiday'), await bytesThere('passport')]).toEqual([false, true])
})

test('insurance of an own company: with sum and last day where the agency asks, and a document of the company', async () => {
  const policy = { sum_insured: '2000000', valid_to: '2027-03-31' }
  const insure = (token: string, name: string, more: object = policy) =>
    addFile(token, 'professional_indemnity', name, pdf(name), more)
  const paid = { payment_type: 'limited', name: 'Insured Byron Limited', brn: '07654329' }
  const submit = (token: string, changes: object) =>
    call('submit', token, { values: { ...values, ...changes }, bank, key: randomUUID() })
  const before = await linked()
  expect((await call('query', before.token)).data?.insurances).toEqual([])
  expect((await insure(before.token, 'early.pdf')).errors).toEqual({ type: 'Please enter a valid Input' })
  await act(world, agency.provider.admin, 'business.business_feature.set', {
    agency_id: agency.id,
    feature_code: 'compliance_documents',
    is_on: true,
  })
  await act(world, agency.admin, 'business.agency.set_insurance_sums', {
    agency_id: agency.id,
    professional_indemnity_sum: '1000000',
  })
  const { draft_id, token } = await linked()
  expect((await call('query', token)).data?.insurances).toEqual([
    { type: 'professional_indemnity', least: '£1,000,000.00', currency: 'GBP' },
  ])
  const wrong = { sum_insured: '0', valid_to: '2026-11-01' }
  expect((await insure(token, 'a.pdf', {})).errors).toEqual({
    sum_insured: 'Mandatory',
    valid_to: 'Mandatory',
  })
  expect(Object.keys((await insure(token, 'a.pdf', wrong)).errors ?? {})).toEqual(['sum_insured', 'valid_to'])
  expect(await bytesThere('a.pdf')).toBe(false)
  expect((await insure(token, 'first.pdf', { ...policy, sum_insured: '500000' })).status).toBe(200)
  expect((await insure(token, 'policy.pdf')).data).toMatchObject({
    sum_insured: '2000000.00',
    valid_to: '2027-03-31',
  })
  const sent = await submit(token, { ...paid, ni_number: 'AB123470A' })
  expect(sent).toMatchObject({ status: 200 })
  const documentsOf = (id: string) =>
    sql(
      `select d.type, p.name as company, d.status, d.sum_insured, d.valid_to::text, d.agency_id, d.uploaded_by,
         array(select a.file_name from platform.attachment a where a.parent_id = d.id order by 1) as files
       from request.draft_request r join business.business b on b.id = r.entity_id
       join business.business p on p.id = b.payment_company_id join platform.document d on d.business_id = p.id
       where r.id = $1`,
      id,
    )
  expect(await documentsOf(draft_id)).toEqual([
    {
      type: 'professional_indemnity',
      company: 'Insured Byron Limited',
      status: 'inprogress',
      sum_insured: '2000000.00',
      valid_to: '2027-03-31',
      agency_id: agency.id,
      uploaded_by: agency.user.user_id,
      files: ['first.pdf', 'policy.pdf'],
    },
  ])
  // Another way of payment drops it.
  const changed = await linked()
  await insure(changed.token, 'dropped.pdf')
  expect(await submit(changed.token, { ni_number: 'AB123471A' })).toMatchObject({ status: 200 })
  expect(await sql("select id from platform.attachment where file_name = 'dropped.pdf'")).toEqual([])
  await act(world, agency.provider.admin, 'business.business_feature.set', {
    agency_id: agency.id,
    feature_code: 'compliance_documents',
    is_on: false,
  })
  expect(await removeEndedLinkFiles({ database, clock, files })).toBe(3)
  expect([await bytesThere('policy.pdf'), await bytesThere('dropped.pdf')]).toEqual([true, false])
})

test('files go with their link, and with its mailbox', async () => {
  const { draft_id, email, token } = await linked()
  await addFile(token, 'identity', 'one.pdf', pdf('one'))
  await party(agency.user, 'send_link', { draft_id, email })
  const again = await tokenOf(email)
  expect((await call('query', again)).data?.files).toHaveLength(1)
  await party(agency.user, 'send_link', { draft_id, email: 'else@example.org' })
  const other_box = await tokenOf('else@example.org')
  expect((await call('query', other_box)).data?.files).toEqual([])
  await addFile(other_box, 'identity', 'two.pdf', pdf('two'))
  expect([await bytesThere('one'), await bytesThere('two')]).toEqual([true, true])
  await party(agency.user, 'stop_link', { draft_id })
  expect(await removeEndedLinkFiles({ database, clock, files })).toBe(2)
  expect([await bytesThere('one'), await bytesThere('two')]).toEqual([false, false])
})

test('links that are forged, sent again, stopped or over have one text', async () => {
  expect(await call('query', 'x'.repeat(43))).toMatchObject(dead)
  const { draft_id, email, token } = await linked()
  await party(agency.user, 'send_link', { draft_id, email })
  expect(await call('query', token)).toMatchObject(dead)
  const second = await tokenOf(email)
  await party(agency.user, 'stop_link', { draft_id })
  expect(await call('query', second)).toMatchObject(dead)
  await party(agency.user, 'send_link', { draft_id, email })
  const third = await tokenOf(email)
  clock.advance({ hours: 24 * 14 })
  expect(await call('query', third)).toMatchObject(dead)
  expect(await party(agency.user, 'read_link', { draft_id })).toMatchObject({ state: 'expired' })
})

test('a link goes to no colleague, and not to one address all day', async () => {
  const asked = { first_name: 'Ada', last_name: 'Byron' }
  expect(
    (await refusalOf(party(agency.user, 'send_link', { ...asked, email: agency.admin.email }))).errors,
  ).toEqual({ email: 'This address is of one of your own people' })
  const email = 'flood@example.org'
  for (let sent = 0; sent < 5; sent += 1) await party(agency.user, 'send_link', { ...asked, email })
  expect((await refusalOf(party(agency.admin, 'send_link', { ...asked, email }))).message).toBe(
    'At most 5 links a day go to one address. Please try again tomorrow',
  )
})

test('papers that the agency put in the draft: complete ones are the party’s, once, and others stay in the draft', async () => {
  const { draft_id, token } = await linked()
  const attach = (nth: number) =>
    inTransaction(database, async (tx) => {
      const sha256 = String(nth).repeat(64)
      const context = { tx, viewer: agency.user, clock, audit: () => undefined, enqueue: () => undefined }
      const { id } = await createAttachment.run(context as unknown as VerbContext, {
        file_name: `paper-${nth}.pdf`,
        file_url: `sha256/${sha256}`,
        content_type: 'application/pdf',
        sha256,
        size_bytes: 10,
        parent_entity: 'request.draft_request',
        parent_id: draft_id,
      })
      return id
    })
  const [passport, code] = [await attach(1), await attach(2)]
  const papers = [
    { key: 'a', type: 'right_to_work', method: 'manual_list_a', file_id: passport },
    { key: 'b', type: 'identity', file_id: passport },
    { key: 'c', type: 'right_to_work', method: 'online', reference: 'short', file_id: code },
    { key: 'd', type: 'identity', file_id: '' },
  ]
  const typed = { id: draft_id, kind: 'contractor', version: 1, values: { first_name: 'Ada', papers } }
  await party(agency.user, 'save_draft', typed)
  const sent = { values: { ...values, ni_number: 'AB123458A' }, bank }
  const both = await Promise.all([
    call('submit', token, { ...sent, key }),
    call('submit', token, { ...sent, key: '018f0000-0000-7000-8000-000000000003' }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  const [made] = await sql<{ id: string; papers: { key: string }[] }>(
    `select entity_id as id, requested_data -> 'papers' as papers from request.draft_request where id = $1`,
    draft_id,
  )
  expect(
    await sql(
      `select d.type, d.status, d.uploaded_by, f.file_name from platform.document d
       join platform.attachment f on f.parent_id = d.id and f.deleted_at is null where d.business_id = $1`,
      made?.id,
    ),
  ).toEqual([
    {
      type: 'right_to_work',
      status: 'inprogress',
      uploaded_by: agency.user.user_id,
      file_name: 'paper-1.pdf',
    },
  ])
  expect(made?.papers.map((one) => one.key)).toEqual(['b', 'c', 'd'])
  expect(
    await sql(
      'select file_name from platform.attachment where parent_id = $1 and deleted_at is null',
      draft_id,
    ),
  ).toEqual([{ file_name: 'paper-2.pdf' }])
})
