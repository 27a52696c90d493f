/** The life of a party: typed, kept, submitted, sent back, corrected, approved by another person, and in force (decision 0066). */
import { beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { inTransaction } from '#server/tx.ts'
import type { VerbContext } from '#server/verb.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'
import { freshDatabase } from '#test/database.ts'
import { partyActions } from '#test/fixtures/party-actions.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { workerInput } from '#test/fixtures/worker-input.ts'
import {
  act,
  companyInput,
  type SeededAgency,
  seedAccount,
  seedAgency,
  seedContact,
  seedLimit,
  seedProvider,
  worldOn,
} from '#test/fixtures/world.ts'
import { createAttachment } from '../../platform/create-attachment.server.ts'
import { expireDrafts, settleParties } from './party-steps.server.ts'

const database = await freshDatabase()
const world = worldOn(database)
let agency: SeededAgency
let other: SeededAgency
beforeAll(async () => {
  const provider = await seedProvider(world)
  agency = await seedAgency(world, provider)
  other = await seedAgency(world, provider)
})

const { party, statusOf } = partyActions(world, database)
const { sql } = database
const comment = 'Its number is of another company'
/** The provider accepts the one flag of a company: another party has its account. */
async function acceptSameAccount(company_id: string): Promise<void> {
  const { admin } = agency.provider
  const record = { entity: 'business.business', entity_id: company_id }
  const { flags } = await act<{ flags: { rule: string; facts: string }[] }>(
    world,
    admin,
    'funding.risk_flag.read',
    record,
  )
  expect(flags.map(({ rule }) => rule)).toEqual(['same_account'])
  for (const { rule, facts } of flags)
    await act(world, admin, 'funding.risk_flag.accept', { ...record, rule, facts, comment })
}
const newClient = (change: object = {}) => ({
  kind: 'client',
  legal_form: 'limited_company',
  company: companyInput('Client'),
  temp_payment_terms: 30,
  ...change,
})

test('a draft keeps what was typed for its own business alone, and a stale copy does not overwrite it', async () => {
  const first = { kind: 'client', version: 0, values: { name: 'Larch' } }
  const { id } = await party(agency.user, 'save_draft', first)
  const keep = (by: Viewer, version: number, values: object) =>
    party(by, 'save_draft', { id, kind: 'client', version, values })
  // A colleague goes on with it.
  expect(await keep(agency.admin, 1, { name: 'Larch Ltd', brn: 'not yet' })).toEqual({ id, version: 2 })
  expect((await refusalOf(keep(agency.user, 1, { name: 'Larch' }))).message).toBe(
    'Somebody else changed this draft. Reload it.',
  )
  expect(await party(agency.user, 'read_draft', { id })).toMatchObject({
    values: { name: 'Larch Ltd', brn: 'not yet' },
    version: 2,
    party_id: null,
  })
  for (const by of [other.admin, agency.provider.admin]) {
    expect((await refusalOf(party(by, 'read_draft', { id }))).code).toBe('not_found')
    expect((await refusalOf(keep(by, 2, {}))).code).toBe('not_found')
  }
  await party(agency.user, 'delete_draft', { draft_id: id })
  expect((await refusalOf(party(agency.user, 'read_draft', { id }))).code).toBe('not_found')
  expect(await sql('select requested_data from request.draft_request where id = $1', id)).toEqual([
    { requested_data: {} },
  ])
})

test('a submission names all faults at once', async () => {
  const input = newClient({
    company: {
      ...companyInput('Client'),
      name: '',
      brn: 'x',
      phone: 'abc',
      address: { line_1: '1 Mill Lane', zipcode: 'ZZZ' },
    },
    temp_payment_terms: -1,
  })
  expect((await refusalOf(party(agency.user, 'submit', input))).errors).toEqual({
    'company.name': 'Mandatory',
    'company.brn': 'Please enter a valid number',
    'company.phone': 'Please enter a valid number',
    'company.address.zipcode': 'Please enter a valid Input',
    temp_payment_terms: 'Needs Positive Number',
  })
})

test('telephone numbers of a new client and its people are read in the country of its address', async () => {
  const address = { line_1: '8 Quay', city: 'Dublin', zipcode: 'D02 KX38', country_code: 'IE' }
  const input = (contact_phone: string) =>
    newClient({
      company: { ...companyInput('Client'), phone: '01 555 0204', address },
      people: [
        {
          first_name: 'Nora',
          last_name: 'Quay',
          email: `${crypto.randomUUID()}@example.org`,
          contact_phone,
          roles: ['invoice_contact'],
        },
      ],
    })
  expect((await refusalOf(party(agency.user, 'submit', input('abc')))).errors).toEqual({
    'people.0.contact_phone': 'Please enter a valid number',
  })
  const { id } = await party<{ id: string }>(agency.user, 'submit', input('01 555 0205'))
  expect(
    await sql(
      `select c.phone, a.zipcode, k.contact_phone from business.business b join business.company c on c.id = b.company_id
       join business.address a on a.id = c.address_id join business.business_contact k on k.business_id = b.id where b.id = $1`,
      id,
    ),
  ).toEqual([{ phone: '+35315550204', zipcode: 'D02 KX38', contact_phone: '+35315550205' }])
})

test('a client is sent back, corrected under its number, approved by another person, and in force when complete', async () => {
  const first = newClient()
  const { id, draft_id } = await party<{ id: string; draft_id: string }>(agency.user, 'submit', first)
  const sent = { ...first, draft_id }
  expect(await statusOf(id)).toBe('submitted')
  expect((await refusalOf(party(agency.user, 'submit', sent))).code).toBe('conflict')
  expect((await refusalOf(party(agency.admin, 'approve', { id }))).code).toBe('not_allowed')

  await party(agency.provider.admin, 'reject', { id, comment })
  expect(await party(agency.user, 'read', { id })).toMatchObject({
    status: 'rejected',
    comment,
    draft_id,
    steps: [{ action: 'save_draft' }, { action: 'submit' }, { action: 'delete_draft' }],
  })
  const company = companyInput('Corrected')
  // The same number again: it is this client's own.
  const again = { ...sent, company: { ...company, brn: sent.company.brn }, temp_payment_terms: 14 }
  expect(await party(agency.user, 'submit', again)).toMatchObject({ id, status: 'submitted' })
  await party(agency.user, 'withdraw', { draft_id, comment })
  expect(await statusOf(id)).toBe('draft')
  await party(agency.admin, 'submit', again)
  expect(
    await sql(
      `select b.name, s.status, s.temp_payment_terms from business.business b join business.service s on s.from_business_id = b.id where b.id = $1`,
      id,
    ),
  ).toEqual([{ name: company.name, status: 'draft', temp_payment_terms: 14 }])

  const { provider } = agency
  expect(await party(provider.approver, 'approve', { id })).toEqual({ id, status: 'approved' })
  expect((await refusalOf(party(provider.admin, 'onboard', { id }))).message).toMatch(
    /^Client CLI\d+ still needs: An invoice contact, A timesheet approver, Credit decision$/,
  )
  const placement = { client_id: id, agency_id: agency.id }
  expect((await refusalOf(act(world, agency.admin, 'contract.sales_invoice.create', placement))).code).toBe(
    'invalid',
  )
  await seedContact(world, agency.admin, id, 'Terry', 'invoice_contact', 'timesheet_approver')
  expect(await statusOf(id)).toBe('approved')
  await seedLimit(world, agency, id)
  expect(await statusOf(id)).toBe('onboarded')
  expect(
    await sql(
      'select requested_data, deleted_at is null as lives from request.draft_request where id = $1',
      draft_id,
    ),
  ).toEqual([{ requested_data: {}, lives: false }])
  expect((await refusalOf(party(agency.user, 'withdraw', { draft_id, comment }))).code).toBe('not_found')
})

test('people, papers and the account of a new party are made with it or not at all, and people join on its approval', async () => {
  const { id: draft_id } = await party<{ id: string }>(agency.user, 'save_draft', {
    kind: 'contractor',
    version: 0,
    values: { first_name: 'Ada', papers: [{ type: 'vat_certificate', reference: 'V1' }] },
  })
  const file = {
    file_name: 'vat.pdf',
    file_url: `sha256/${'a'.repeat(64)}`,
    content_type: 'application/pdf',
    sha256: 'a'.repeat(64),
    size_bytes: 10,
  }
  const attach = (by: Viewer) =>
    inTransaction(database, (tx) => {
      const context = { tx, viewer: by, clock: world.clock, audit: () => undefined, enqueue: () => undefined }
      const asked = { ...file, parent_entity: 'request.draft_request', parent_id: draft_id }
      return createAttachment.run(context as unknown as VerbContext, asked)
    })
  expect((await refusalOf(attach(other.admin))).code).toBe('not_found')
  const { id: file_id } = await attach(agency.user)
  const bank = { account_holder_name: 'Larch Ltd', bank_name: 'Harbour Bank', sort_code: '001000' }
  const company = companyInput('Larch')
  const sent = {
    kind: 'contractor',
    draft_id,
    ...workerInput('Ada', 'Larch'),
    payment_type: 'limited',
    payment_company: company,
    bank_account: { ...bank, account_number: '55779911' },
    papers: [{ type: 'vat_certificate', file_id }],
  }
  // Faults of all parts at once, and nothing is made.
  const wrong = { ...sent, papers: [{ type: 'right_to_work', file_id: draft_id }] }
  expect(Object.keys((await refusalOf(party(agency.user, 'submit', wrong))).errors ?? {})).toEqual([
    'papers.0.file_id',
  ])
  const strange = { ...sent, papers: [{ type: 'right_to_work', file_id, method: 'online' }] }
  expect(await refusalOf(party(agency.user, 'submit', strange))).toMatchObject({
    errors: { 'papers.0.valid_to': 'Mandatory', 'papers.0.reference': 'Please enter a valid Input' },
  })
  expect(await sql('select id from business.company where brn = $1', company.brn)).toEqual([])
  const { id } = await party<{ id: string }>(agency.user, 'submit', sent)
  expect(
    await sql(
      `select d.type, d.status, f.file_name, k.status as account from platform.document d
       join platform.attachment f on f.parent_id = d.id and f.deleted_at is null
       join business.bank_account k on k.business_id = d.business_id
       join business.business w on w.payment_company_id = d.business_id where w.id = $1`,
      id,
    ),
  ).toEqual([{ type: 'vat_certificate', status: 'inprogress', file_name: 'vat.pdf', account: 'pending' }])

  await party(agency.user, 'withdraw', { draft_id, comment })
  await party(agency.user, 'delete_draft', { draft_id })
  const terry = {
    first_name: 'Terry',
    last_name: 'Poole',
    email: 'terry@new-client.test',
    roles: ['timesheet_approver'],
  }
  const own = { ...terry, email: agency.admin.email }
  const client = newClient({ people: [terry, own] })
  expect((await refusalOf(party(agency.user, 'submit', client))).errors).toEqual({
    'people.1.email': "A client's approver cannot be one of your own people",
  })
  const of_support = { ...agency.user, impersonator_user_id: agency.provider.admin.user_id }
  const alone = { ...client, people: [terry] }
  expect((await refusalOf(party(of_support, 'submit', alone))).code).toBe('not_allowed')
  const made = await party<{ id: string }>(agency.user, 'submit', alone)
  const seat = () =>
    sql(
      `select c.user_id is not null as has_account, i.state from business.business_contact c
       left join platform.invitation i on i.business_contact_id = c.id where c.business_id = $1`,
      made.id,
    )
  expect(await seat()).toEqual([{ has_account: false, state: null }])
  await party(agency.provider.approver, 'approve', { id: made.id })
  expect(await seat()).toEqual([{ has_account: true, state: 'sent' }])
})

test('the approver sees parties of an alike name and sends one back as another; foreign ones are not named', async () => {
  const name = 'Quarry Homes'
  const send = (by: SeededAgency) =>
    party<{ id: string }>(by.user, 'submit', newClient({ company: { ...companyInput('Q'), name } }))
  const first = await send(other)
  const { id } = await send(agency)
  const seen = await party<{ alike: { id: string }[] }>(agency.provider.admin, 'read', { id })
  expect(seen.alike.map((one) => one.id)).toEqual([first.id])
  expect((await party<{ alike: object[] }>(agency.user, 'read', { id })).alike).toEqual([])
  await party(agency.provider.admin, 'reject', { id, same_as: first.id })
  expect(await party(agency.user, 'read', { id })).toMatchObject({
    comment: 'It is in Stint already. Ask your provider to link it.',
  })
})

test('a second company of one VAT number, in whatever form it is typed, is named to the approver and to its own agency', async () => {
  const known = companyInput('Heron')
  const vat = known.vat_registration_no ?? ''
  const typed = { ...companyInput('Egret'), vat_registration_no: `gb ${vat.slice(0, 3)} ${vat.slice(3)}` }
  const send = (by: SeededAgency, company: object) =>
    party<{ id: string }>(by.user, 'submit', newClient({ company }))
  const first = await send(other, known)
  const { id } = await send(agency, typed)
  expect(
    await sql(
      'select c.vat_registration_no from business.company c join business.business b on b.company_id = c.id where b.id = $1',
      id,
    ),
  ).toEqual([{ vat_registration_no: vat }])
  const seen = await party<{ alike: { id: string }[] }>(agency.provider.admin, 'read', { id })
  expect(seen.alike.map((one) => one.id)).toEqual([first.id])
  const asked = { kind: 'client', name: 'Bittern', vat_registration_no: `GB${vat}` }
  const alike = async (by: Viewer) =>
    (await party<{ parties: { id: string }[] }>(by, 'find_alike', asked)).parties.map((one) => one.id)
  expect(await alike(agency.user)).toEqual([id])
  expect(await alike(other.user)).toEqual([first.id])
})

test('a client that the provider has already is linked with the terms that the agency asked for', async () => {
  const known = companyInput('Sandpiper')
  const { id: client_id } = await act<{ id: string }>(world, other.user, 'business.client.create', {
    company: known,
    temp_payment_terms: 14,
  })
  const sent = newClient({
    company: { ...companyInput('Sandpiper'), brn: known.brn },
    temp_payment_terms: 45,
  })
  // The other agency sees its client, so that it is told; this one does not.
  expect((await refusalOf(party(other.user, 'submit', sent))).errors).toEqual({
    brn: 'Registration Number already exists',
  })
  const { id, draft_id } = await party<{ id: string; draft_id: string }>(agency.user, 'submit', sent)
  const { provider } = agency
  expect((await refusalOf(party(provider.approver, 'approve', { id }))).message).toBe(
    `Another client has the company number ${known.brn}. Link that client, or send this one back`,
  )
  const seen = await party<{ alike: { id: string }[] }>(provider.approver, 'read', { id })
  expect(seen.alike[0]?.id).toBe(client_id)
  const same = { id, same_as: client_id }
  expect((await refusalOf(party(agency.admin, 'link_same', same))).code).toBe('not_allowed')
  expect((await refusalOf(party(provider.approver, 'link_same', { id, same_as: agency.id }))).code).toBe(
    'not_found',
  )
  await party(provider.approver, 'link_same', same)
  expect(
    await sql(
      `select s.status, s.temp_payment_terms, s.agency_id from business.service s
       where s.from_business_id = $1 and s.to_business_id = $2`,
      client_id,
      agency.id,
    ),
  ).toEqual([{ status: 'active', temp_payment_terms: 45, agency_id: agency.id }])
  expect((await refusalOf(party(provider.approver, 'link_same', same))).code).toBe('not_found')
  expect((await refusalOf(party(agency.user, 'read_draft', { id: draft_id }))).code).toBe('not_found')
  const told = await sql<{ title: string }>(
    `select distinct title from log.notification_log where kind = 'client_linked' and business_id = $1`,
    agency.id,
  )
  expect(told).toEqual([{ title: `${known.name} is your client` }])
  // A number of a client that the agency has now is its own duplicate.
  expect((await refusalOf(party(agency.user, 'submit', newClient({ company: known })))).errors).toEqual({
    brn: 'Registration Number already exists',
  })
})

test('at most ten clients of an agency wait with a number that is known; who submitted one does not link it', async () => {
  const mine = await seedAgency(world, agency.provider)
  const create = async () => {
    const company = companyInput('Tern')
    const { id } = await act<{ id: string }>(world, other.user, 'business.client.create', {
      company,
      temp_payment_terms: 14,
    })
    return { id, company }
  }
  const known = await Promise.all(Array.from({ length: 11 }, create))
  const send = ({ company }: { company: object }) =>
    party<{ id: string }>(mine.user, 'submit', newClient({ company: { ...company, name: 'Tern' } }))
  const [last, ...first] = known
  for (const one of first) await send(one)
  expect((await refusalOf(send({ company: last?.company ?? {} }))).errors).toEqual({
    brn: 'Registration Number already exists',
  })
  const { provider } = agency
  const company = companyInput('Plover')
  const { id: same_as } = await act<{ id: string }>(world, other.user, 'business.client.create', {
    company,
    temp_payment_terms: 14,
  })
  const alike = { ...companyInput('Plover'), name: company.name }
  const { id } = await party<{ id: string }>(
    provider.admin,
    'submit',
    newClient({ company: alike, agency_id: agency.id }),
  )
  expect((await refusalOf(party(provider.admin, 'link_same', { id, same_as }))).message).toBe(
    'You submitted this, so somebody else approves it',
  )
})

test('nobody approves what they submitted, also with the right role; one of two decisions at once wins', async () => {
  const { provider } = agency
  const { id } = await party(provider.admin, 'submit', newClient({ agency_id: agency.id }))
  expect((await refusalOf(party(provider.admin, 'approve', { id }))).message).toBe(
    'You submitted this, so somebody else approves it',
  )
  const both = await Promise.allSettled([
    party(provider.approver, 'approve', { id }),
    party(provider.operations, 'reject', { id, comment }),
  ])
  expect(both.map(({ status }) => status)).toContain('fulfilled')
  expect(['approved', 'rejected']).toContain(await statusOf(id))
})

test('a worker waits for the agency and their company for the provider; the worker is in force with the company', async () => {
  const sent = {
    kind: 'contractor',
    ...workerInput('Ada', 'Byron', { utr: '1955839661' }),
    payment_type: 'limited',
    payment_company: companyInput('Byron'),
  }
  const { id, draft_id } = await party<{ id: string; draft_id: string }>(agency.user, 'submit', sent)
  await party(agency.admin, 'reject', { id, comment })
  // The company of the first submission goes, and its registration number with it.
  await party(agency.user, 'submit', { ...sent, draft_id })
  const [company] = await sql<{ id: string; status: string }>(
    `select c.id, c.status from business.business c join business.business w on w.payment_company_id = c.id where w.id = $1`,
    id,
  )
  if (!company) throw new Error('no company')
  expect(company.status).toBe('submitted')
  expect((await party(agency.admin, 'approve', { id })).status).toBe('approved')
  await seedAccount(world, agency.admin, company.id, 'payout')
  const { kind: _, ...input } = newClient()
  const client = await act<{ id: string }>(world, agency.admin, 'business.client.create', input)
  // An account of the agency's client equals the company's: the provider accepts that first.
  await sql(
    `insert into business.bank_account (business_id, bank_name, account_holder_name, account_number, sort_code, currency_id, status)
     select $1, 'Harbour Bank', 'Client', account_number, sort_code, currency_id, 'confirmed'
     from business.bank_account where business_id = $2`,
    client.id,
    company.id,
  )
  const approve = () => party(agency.provider.admin, 'approve', { id: company.id })
  expect((await refusalOf(approve())).message).toBe(
    'Its flags are open: accept each with a reason, or send it back',
  )
  await acceptSameAccount(company.id)
  expect((await approve()).status).toBe('onboarded')
  expect(await statusOf(id)).toBe('onboarded')
})

test('flags that arise after the approval of a company: it waits for the provider, also at night', async () => {
  const { id } = await party(agency.user, 'submit', {
    kind: 'contractor',
    ...workerInput('Grace', 'Hopper'),
    payment_type: 'limited',
    payment_company: companyInput('Hopper'),
  })
  const [company] = await sql<{ id: string }>(
    'select payment_company_id as id from business.business where id = $1',
    id,
  )
  if (!company) throw new Error('no company')
  await party(agency.admin, 'approve', { id })
  expect((await party(agency.provider.admin, 'approve', { id: company.id })).status).toBe('approved')
  await seedAccount(world, agency.admin, company.id, 'payout')
  const own = `insert into business.bank_account (business_id, bank_name, account_holder_name, account_number, sort_code, currency_id, status)
     select $1, 'Harbour Bank', 'Agency', account_number, sort_code, currency_id, 'confirmed'
     from business.bank_account where business_id = $2`
  const client = await act<{ id: string }>(world, agency.admin, 'business.client.create', {
    company: companyInput('Client'),
    temp_payment_terms: 30,
  })
  await sql(own, client.id, company.id)
  // As if the flag had been there before the account was confirmed.
  await sql(`update business.business set status = 'approved' where id in ($1, $2)`, company.id, id)
  const onboard = () => party(agency.provider.admin, 'onboard', { id: company.id })
  expect((await refusalOf(onboard())).message).toBe(
    'Its flags are open: accept each with a reason, or send it back',
  )
  await inTransaction(database, (tx) => settleParties({ tx, clock: world.clock }))
  expect(await statusOf(company.id)).toBe('approved')
  await acceptSameAccount(company.id)
  expect((await refusalOf(onboard())).code).toBe('conflict')
  expect(await statusOf(id)).toBe('onboarded')
})

test('with the feature, programs submit, and without it they do not wait', async () => {
  const create = () => {
    const { kind: _, ...input } = newClient()
    return act<{ id: string }>(world, other.admin, 'business.client.create', input)
  }
  expect(await statusOf((await create()).id)).toBe('onboarded')
  await act(world, other.provider.admin, 'business.business_feature.set', {
    agency_id: other.id,
    feature_code: 'party_approval',
    is_on: true,
  })
  const { id } = await create()
  expect(await statusOf(id)).toBe('submitted')
  await party(other.provider.admin, 'reject', { id, comment })
  const { draft_id } = await party<{ draft_id: string }>(other.admin, 'read', { id })
  await party(other.admin, 'delete_draft', { draft_id })
  expect((await refusalOf(party(other.admin, 'read', { id }))).code).toBe('not_found')
})

test('the people of a party that is off cannot act; it comes on again', async () => {
  const { kind: _, ...input } = newClient()
  const { id } = await act<{ id: string }>(world, agency.admin, 'business.client.create', input)
  const client = await seedContact(world, agency.admin, id, 'Terry', 'timesheet_approver')
  const { provider } = agency
  const turn = (by: Viewer, action: string) => party(by, action, { id, comment: 'Closed down' })
  expect((await refusalOf(turn(agency.admin, 'deactivate'))).code).toBe('not_allowed')
  expect(await turn(provider.admin, 'deactivate')).toEqual({ id, is_active: false })
  expect((await refusalOf(turn(provider.admin, 'deactivate'))).code).toBe('conflict')
  expect(
    await inTransaction(database, (tx) => readViewerOfContact(tx, client.business_contact_id)),
  ).toBeNull()
  expect(await party(provider.admin, 'read', { id })).toMatchObject({
    is_active: false,
    comment: 'Closed down',
    turn: { action: 'reactivate', refusal: null },
  })
  expect(await turn(provider.admin, 'reactivate')).toEqual({ id, is_active: true })
})

test('the night removes drafts that nobody touched for 90 days', async () => {
  await party(agency.user, 'save_draft', { kind: 'client', version: 0, values: { name: 'Old' } })
  world.clock.advance({ hours: 24 * 89 })
  const night = () => inTransaction(database, (tx) => expireDrafts({ tx, clock: world.clock }))
  expect(await night()).toBe(0)
  world.clock.advance({ hours: 24 * 2 })
  expect(await night()).toBe(1)
})

test('a new contractor has a birth date, the numbers for HMRC and a mail address, however they are paid; programs enter no address', async () => {
  const sent = { kind: 'contractor', payment_type: 'limited', payment_company: companyInput('Moor') }
  const person = { first_name: 'Mo', last_name: 'Moor' }
  const { individual, people } = workerInput('Mo', 'Moor')
  const faults = async (more: object) =>
    (await refusalOf(party(agency.user, 'submit', { ...sent, ...more }))).errors
  expect(await faults({ individual: person, people })).toEqual({
    'individual.date_of_birth': 'Mandatory',
    'individual.ni_number': 'Mandatory',
  })
  expect(await faults({ individual, people, payment_type: 'selfemployed' })).toEqual({
    'individual.utr': 'Mandatory',
  })
  expect(await faults({ individual })).toEqual({ 'people.0.email': 'Mandatory' })
  expect(await faults({ individual: { ...individual, date_of_birth: '2030-01-01' } })).toMatchObject({
    'people.0.email': 'Mandatory',
    'individual.date_of_birth': expect.stringMatching(/^Should be before /),
  })
  const helper = { ...agency.user, impersonator_user_id: agency.provider.admin.user_id }
  expect(await party(helper, 'submit', { ...sent, individual })).toMatchObject({ status: 'submitted' })
})
