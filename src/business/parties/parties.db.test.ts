import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  companyInput,
  seedAgency,
  seedClient,
  seedContractor,
  seedParties,
  seedPlacement,
} from '#test/fixtures/world.ts'
import { own_people_text } from './own-people.rules.ts'

const { database, world } = await freshWorld()
const { provider, agency, client, contractor } = await seedParties(world, { client: { is_unproven: true } })
const other = await seedAgency(world, provider)

const { sql } = database
const audited = (id: string) =>
  sql<{ action_id: string }>('select action_id from log.audit where entity_id = $1', id)

const newClient = () => ({ company: companyInput('Client'), temp_payment_terms: 30 })

test('an agency makes a client, linked to it alone, with an audit row', async () => {
  const made = await act<{ id: string; human_id: string }>(
    world,
    agency.user,
    'business.client.create',
    newClient(),
  )
  expect(made.human_id).toMatch(/^CLI\d{6}$/)
  const [link] = await sql(
    'select type, to_business_id, temp_payment_terms, status from business.service where from_business_id = $1',
    made.id,
  )
  expect(link).toEqual({
    type: 'client-agency',
    to_business_id: agency.id,
    temp_payment_terms: 30,
    status: 'active',
  })
  expect(await audited(made.id)).toEqual([{ action_id: 'business.client.create' }])
})

test('the same key makes one client', async () => {
  const input = newClient()
  const first = await act(world, agency.user, 'business.client.create', input, 'client-1')
  expect(await act(world, agency.user, 'business.client.create', input, 'client-1')).toEqual(first)
})

test('one registration number, one company (spec §8)', async () => {
  const input = newClient()
  await act(world, agency.user, 'business.client.create', input)
  const refused = await refusalOf(act(world, other.user, 'business.client.create', input))
  expect(refused).toEqual({
    code: 'invalid',
    message: 'Registration Number already exists',
    errors: { brn: 'Registration Number already exists' },
  })
})

test('refused: a reader, a client, a contractor; an agency makes no agency and no funder', async () => {
  for (const viewer of [agency.reader, client.invoice_contact, contractor.viewer]) {
    expect((await refusalOf(act(world, viewer, 'business.client.create', newClient()))).code).toBe(
      'not_allowed',
    )
  }
  for (const [action, funding] of [
    ['business.agency.create', { funding_model: 'direct' }],
    ['business.funder.create', {}],
  ] as const) {
    const input = { company: companyInput('X'), ...funding }
    expect((await refusalOf(act(world, agency.admin, action, input))).code).toBe('not_allowed')
  }
})

test('another agency’s client or contractor is not there', async () => {
  const person = { first_name: 'A', last_name: 'B', email: 'a.b@example.org', roles: ['timesheet_approver'] }
  const contact = { business_id: client.id, ...person }
  const not_found = { code: 'not_found', message: expect.stringMatching(/ not found$/) }
  expect(await refusalOf(act(world, other.admin, 'business.business_contact.create', contact))).toEqual(
    not_found,
  )
  const account = {
    business_id: contractor.payment_company_id,
    bank_name: 'Bank',
    account_holder_name: 'Me',
    account_number: '12345678',
    sort_code: '001000',
  }
  expect(await refusalOf(act(world, other.admin, 'business.bank_account.create', account))).toEqual(not_found)
})

test('contact: has roles of the business’s kind, and a unique e-mail address', async () => {
  const contact = {
    business_id: client.id,
    first_name: 'Ann',
    last_name: 'Lee',
    email: 'Ann@Example.org',
    roles: ['invoice_contact'],
  }
  const made = await act<{ id: string; user_id: string }>(
    world,
    provider.operations,
    'business.business_contact.create',
    contact,
  )
  const again = await refusalOf(act(world, agency.user, 'business.business_contact.create', contact))
  expect(again.errors).toEqual({ email: 'Duplicate Email' })
  const wrong = { ...contact, email: 'ann2@example.org', roles: ['agency_admin'] }
  const refused = await refusalOf(act(world, agency.user, 'business.business_contact.create', wrong))
  expect(refused.errors).toEqual({ roles: 'Please enter a valid Input' })
  const self = { ...contact, business_id: agency.id, email: 'new@example.org', roles: ['agency_admin'] }
  expect((await refusalOf(act(world, agency.user, 'business.business_contact.create', self))).code).toBe(
    'not_allowed',
  )
  // The same person for another business is the same user.
  const second = await seedClient(world, agency)
  const both = await act<{ user_id: string }>(
    world,
    provider.operations,
    'business.business_contact.create',
    {
      ...contact,
      business_id: second.id,
    },
  )
  expect(both.user_id).toBe(made.user_id)
})

test('a bank account waits for a second person, and its number is not logged', async () => {
  const account = {
    business_id: contractor.payment_company_id,
    bank_name: 'Bank',
    account_holder_name: 'Me',
    account_number: '87654321',
    sort_code: '001000',
  }
  const made = await act<{ id: string }>(world, provider.operations, 'business.bank_account.create', account)
  expect(made).toMatchObject({ status: 'pending' })
  const [log] = await sql<{ text: string }>(
    'select new_values::text as text from log.audit where entity_id = $1',
    made.id,
  )
  expect(log?.text).not.toContain('87654321')
  const impersonated = { ...provider.admin, impersonator_user_id: 'someone' }
  expect((await refusalOf(act(world, impersonated, 'business.bank_account.create', account))).code).toBe(
    'not_allowed',
  )
})

test('a funder sets its own credit limit of a client it funds, and no other', async () => {
  const funded = await seedAgency(world, provider, { funding_model: 'indirect' })
  const placed = {
    agency: funded,
    client: await seedClient(world, funded),
    contractor: await seedContractor(world, funded),
  }
  await seedPlacement(world, placed)
  const { funder } = funded
  if (funder === null) throw new Error('An agency of the indirect model has a funder')
  const set = (client_id: string, more: object = {}) =>
    act(world, funder.admin, 'business.credit_limit.set', {
      client_id,
      amount: '5000',
      effective_from: '2026-01-01',
      ...more,
    })
  await set(placed.client.id)
  const [limit] = await sql(
    `select limiter_id, amount from business.credit_limit where client_id = $1 and effective_from = '2026-01-01'`,
    placed.client.id,
  )
  expect(limit).toEqual({ limiter_id: funder.id, amount: '5000.00' })
  const codes = [set(placed.client.id, { limiter_id: provider.id }), set(client.id)].map(
    async (call) => (await refusalOf(call)).code,
  )
  expect(await Promise.all(codes)).toEqual(['not_found', 'not_found'])
})

test('a new credit limit ends the one before on the day before', async () => {
  const set = (amount: string, effective_from: string) =>
    act(world, provider.admin, 'business.credit_limit.set', { client_id: client.id, amount, effective_from })
  await set('1000', '2025-01-01')
  await set('2000.50', '2025-06-01')
  expect(
    await sql(
      `select amount, effective_from, effective_to from business.credit_limit where client_id = $1 and deleted_at is null order by effective_from`,
      client.id,
    ),
  ).toEqual([
    { amount: '1000.00', effective_from: '2025-01-01', effective_to: '2025-05-31' },
    { amount: '2000.50', effective_from: '2025-06-01', effective_to: null },
  ])
  expect((await refusalOf(set('-1', '2025-07-01'))).errors).toEqual({ amount: 'Needs Positive Number' })
  const input = { client_id: client.id, amount: '9', effective_from: '2025-01-01' }
  expect((await refusalOf(act(world, agency.admin, 'business.credit_limit.set', input))).code).toBe(
    'not_allowed',
  )
})

const account = (business_id: string, more: object = {}) => ({
  business_id,
  bank_name: 'Bank',
  account_holder_name: 'Me',
  iban: 'GB29NWBK60161331926819',
  currency: 'SEK',
  ...more,
})
const make_account = 'business.bank_account.create'

test('bank account: an agency enters only its own and its payees’', async () => {
  const financed = await seedAgency(world, provider, { funding_model: 'indirect' })
  const umbrella = await seedContractor(world, agency, { payment_type: 'umbrella' })
  for (const business_id of [provider.id, client.id, umbrella.payment_company_id]) {
    expect(await refusalOf(act(world, agency.admin, make_account, account(business_id)))).toMatchObject({
      code: 'not_found',
    })
  }
  const funders = account(financed.funder?.id ?? '', { purpose: 'trust' })
  expect((await refusalOf(act(world, financed.admin, make_account, funders))).code).toBe('not_found')
  const paid = account(contractor.payment_company_id)
  expect(await act(world, agency.user, make_account, paid)).toMatchObject({ status: 'pending' })
})

test('clients pay into accounts of the provider and its funders alone, and those its admin enters', async () => {
  const trust = { purpose: 'trust' }
  for (const business_id of [agency.id, contractor.payment_company_id]) {
    const refused = await refusalOf(act(world, provider.admin, make_account, account(business_id, trust)))
    expect(refused.errors).toEqual({ purpose: 'Please enter a valid Input' })
  }
  const own = account(provider.id, trust)
  expect((await refusalOf(act(world, provider.operations, make_account, own))).code).toBe('not_allowed')
  expect(await act(world, provider.admin, make_account, own)).toMatchObject({ status: 'pending' })
})

test('id in capitals: the same id, so admin-only data stays protected', async () => {
  const own = account(agency.id.toUpperCase())
  expect((await refusalOf(act(world, agency.user, make_account, own))).code).toBe('not_allowed')
  const contact = {
    business_id: provider.id.toUpperCase(),
    first_name: 'A',
    last_name: 'B',
    email: 'ab@example.org',
    roles: ['provider_admin'],
  }
  const made = act(world, provider.operations, 'business.business_contact.create', contact)
  expect((await refusalOf(made)).code).toBe('not_allowed')
})

test('contact: an agency cannot make its own people, or another side’s, people of its client', async () => {
  const email = async (contact_id: string) =>
    (await sql<{ email: string }>('select email from business.business_contact where id = $1', contact_id))[0]
      ?.email
  for (const person of [agency.user, agency.admin, provider.operations, contractor.viewer]) {
    const contact = {
      business_id: client.id,
      first_name: 'A',
      last_name: 'B',
      email: await email(person.business_contact_id),
      roles: ['timesheet_approver'],
    }
    const refused = await refusalOf(act(world, agency.user, 'business.business_contact.create', contact))
    const is_own = person === agency.user || person === agency.admin
    expect(refused.errors).toEqual({ email: is_own ? own_people_text : 'Email already exists' })
  }
})

test('shared client: only the provider enters people who sign in', async () => {
  const shared = await seedClient(world, agency)
  await act(world, provider.operations, 'business.service.link_client', {
    client_id: shared.id,
    agency_id: other.id,
    temp_payment_terms: 30,
  })
  const contact = { business_id: shared.id, first_name: 'A', last_name: 'B', roles: ['invoice_contact'] }
  const create = 'business.business_contact.create'
  const refused = await refusalOf(
    act(world, other.admin, create, { ...contact, email: 'shared@example.org' }),
  )
  expect(refused.code).toBe('not_allowed')
  const named = { ...contact, email: 'named@example.org', can_sign_in: false }
  expect(await act(world, other.admin, create, named)).toMatchObject({ user_id: null })
  const entered = { ...contact, email: 'shared@example.org' }
  expect(await act(world, provider.operations, create, entered)).toMatchObject({
    user_id: expect.any(String),
  })
})

test('a fee rule for one placement is for a placement of that agency', async () => {
  const theirs = await seedPlacement(world, {
    agency: other,
    client: await seedClient(world, other),
    contractor: await seedContractor(world, other),
  })
  const rule = { agency_id: agency.id, type: 'percent', value: '1', effective_from: '2025-01-01' }
  for (const contract_id of [theirs.id, '01990000-0000-7000-8000-000000000000']) {
    const refused = act(world, provider.admin, 'contract.service_charge.create', { ...rule, contract_id })
    expect((await refusalOf(refused)).code).toBe('not_found')
  }
})

test('a name fits a line of a document', async () => {
  const company = { ...companyInput('Client'), name: 'x'.repeat(201) }
  const refused = refusalOf(act(world, agency.user, 'business.client.create', { ...newClient(), company }))
  expect((await refused).errors).toEqual({ 'company.name': 'Max character length is 200' })
})

test('registration, VAT and tax numbers and websites: a value that no register gives is refused under its field', async () => {
  const company = {
    ...companyInput('Client'),
    brn: '1234-5678',
    vat_registration_no: 'GB802311781',
    utr: '2955839661',
    website: 'javascript:alert(1)',
  }
  const refused = refusalOf(act(world, agency.user, 'business.client.create', { ...newClient(), company }))
  expect((await refused).errors).toEqual({
    'company.brn': 'Please enter a valid number',
    'company.vat_registration_no': 'Please enter a valid Input',
    'company.utr': 'Please enter a valid Input',
    'company.website': 'Please enter a valid URL',
  })
  const made = await act<{ id: string }>(world, agency.user, 'business.client.create', {
    ...newClient(),
    company: {
      ...company,
      brn: 'sl1 2345a',
      vat_registration_no: 'gb 340 8043 29',
      utr: '19558 39661',
      website: 'example.org',
    },
  })
  const stored = await sql(
    `select c.brn, c.vat_registration_no, c.utr, c.website from business.company c
     join business.business b on b.company_id = c.id where b.id = $1`,
    made.id,
  )
  expect(stored).toEqual([
    {
      brn: 'SL12345A',
      vat_registration_no: '340804329',
      utr: '1955839661',
      website: 'https://example.org',
    },
  ])
})

test('a worker’s National Insurance number, tax reference and birth date: impossible ones are refused under their field', async () => {
  const entered = (individual: object) =>
    act<{ id: string }>(world, agency.user, 'business.contractor.create', {
      individual: { first_name: 'Ada', last_name: 'Byron', ...individual },
      payment_type: 'paye',
      currency: 'GBP',
    })
  expect((await refusalOf(entered({ ni_number: 'QQ123456C', utr: '12345' }))).errors).toEqual({
    'individual.ni_number': 'Please enter a valid Input',
    'individual.utr': 'Must be exactly 10 digits',
  })
  expect((await refusalOf(entered({ date_of_birth: '2009-06-16' }))).errors).toEqual({
    'individual.date_of_birth': 'Should be before 16/06/2009',
  })
  const made = await entered({ ni_number: 'ab 12 34 56 a', date_of_birth: '2009-06-15' })
  const stored = await sql(
    `select i.ni_number, i.date_of_birth::text from business.individual i
     join business.business b on b.individual_id = i.id where b.id = $1`,
    made.id,
  )
  expect(stored).toEqual([{ ni_number: 'AB123456A', date_of_birth: '2009-06-15' }])
})

test('an NI number is of one contractor of an agency, and another agency learns nothing of them', async () => {
  const enter = (by: Viewer, ni_number = 'AB123490A') =>
    act<{ id: string }>(world, by, 'business.contractor.create', {
      individual: { first_name: 'Ada', last_name: 'Byron', ni_number },
      payment_type: 'paye',
      currency: 'GBP',
    })
  const { id } = await enter(agency.user)
  expect((await refusalOf(enter(agency.admin, 'ab 12 34 90 a'))).errors).toEqual({
    'individual.ni_number': 'Already Existing',
  })
  const there = await enter(other.admin)
  expect(there.id).not.toBe(id)
  const [first, second] = await Promise.allSettled([
    enter(agency.user, 'AB123491A'),
    enter(agency.admin, 'AB123491A'),
  ])
  expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
  const asked = { business_id: there.id, comment: 'Its letter says so', ni_number: 'AB123491A' }
  expect(await act(world, other.admin, 'request.change_request.create_for_party', asked)).toBeDefined()
})

test('reference: an agency changes its own of a client and of a contractor, at once', async () => {
  const [client, contractor] = [await seedClient(world, agency), await seedContractor(world, agency)]
  for (const party of [client, contractor]) {
    const links = () =>
      sql<{ id: string; reference: string | null }>(
        `select id, reference from business.service where from_business_id = $1 and to_business_id = $2`,
        party.id,
        agency.id,
      )
    const [link] = await links()
    const set = (by: Viewer, reference?: string) =>
      act(world, by, 'business.service.set_reference', { id: link?.id, reference })
    await set(agency.user, ' CL-9 ')
    expect((await links())[0]?.reference).toBe('CL-9')
    for (const by of [other.admin, provider.admin])
      expect((await refusalOf(set(by, 'X'))).code).toMatch(/^not_(found|allowed)$/)
    await set(agency.user)
    expect((await links())[0]?.reference).toBeNull()
  }
})

test('contractor: a new company comes with its worker, an umbrella by its id on paper', async () => {
  const engage = (more: object) =>
    act<{ id: string }>(world, agency.user, 'business.contractor.create', {
      individual: { first_name: 'Ada', last_name: 'Byron', gender: 'F', address: { line_1: '1 Mill Lane' } },
      currency: 'GBP',
      ...more,
    })
  const company = { name: 'Byron Ltd', brn: 'SC765432', address: { line_1: '1 Mill Lane' } }
  const made = await engage({ payment_type: 'limited', payment_company: company })
  const paid = await sql(
    `select p.name, p.type, p.made_by_id = $2 as by_agency, i.gender,
       (select count(*)::int from business.service s where s.to_business_id = p.id) as services
     from business.business b join business.business p on p.id = b.payment_company_id
     join business.individual i on i.id = b.individual_id where b.id = $1`,
    made.id,
    agency.id,
  )
  expect(paid).toEqual([{ name: 'Byron Ltd', type: 'limited', by_agency: true, gender: 'F', services: 1 }])

  const umbrella = await act<{ human_id: string }>(
    world,
    agency.provider.admin,
    'business.payment_company.create',
    {
      type: 'umbrella',
      company: { name: 'Canopy Ltd', address: { line_1: '2 Mill Lane' } },
    },
  )
  await engage({ payment_type: 'umbrella', payment_company_code: umbrella.human_id.toLowerCase() })
  const errors = async (more: object) => (await refusalOf(engage(more))).errors
  expect(await errors({ payment_type: 'umbrella', payment_company_code: 'UMB999999' })).toEqual({
    payment_company_code: 'Please enter a valid Input',
  })
  expect(await errors({ payment_type: 'limited', payment_company: company })).toEqual({
    brn: 'Registration Number already exists',
  })
  expect(await errors({ payment_type: 'umbrella', payment_company: company })).toEqual({
    payment_type: 'Please enter a valid Input',
  })
  expect(
    await errors({
      payment_type: 'umbrella',
      payment_company_id: made.id,
      payment_company_code: 'UMB000001',
    }),
  ).toEqual({ payment_company_id: 'Please enter a valid Input' })
  expect(await errors({ payment_type: 'limited' })).toEqual({ payment_company_id: 'Mandatory' })
})
