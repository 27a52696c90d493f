/** Facts of a party in force change by a request that another person approves. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { placementInput } from '#test/fixtures/placement-input.ts'
import { outcomesOf, refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedClient, seedParties, seedPlacement } from '#test/fixtures/world.ts'
import type { Compared } from '../request/change-request.rules.ts'
import type { PartyChangesRead } from '../request/party-change.rules.ts'

const { database, world } = await freshWorld()
const { provider, agency, client, contractor } = await seedParties(world)
const other = await seedAgency(world, provider)

const { sql } = database

type Made = { id: string; human_id: string; waits_for: string }
const ask = (by: Viewer, business_id: string, change: Record<string, unknown>) =>
  act<Made>(world, by, 'request.change_request.create_for_party', {
    business_id,
    comment: 'As agreed',
    ...change,
  })
type Answer = { requests: { status: string; waits_for: string | null }[] }
const decide = (by: Viewer, how: 'approve' | 'reject' | 'cancel', id: string) =>
  act<Answer>(world, by, `request.change_request.${how}`, { ids: [id], comment: 'Looked at' })
const read = (by: Viewer, business_id: string) =>
  act<PartyChangesRead>(world, by, 'request.change_request.read_party', { business_id })
const company = (business_id: string) =>
  sql<{ party: string; name: string; brn: string; line_1: string; currency: string }>(
    `select b.name as party, c.name, c.brn, a.line_1, y.alpha_code as currency from business.business b
     join business.company c on c.id = b.company_id join business.address a on a.id = c.address_id
     join platform.currency y on y.id = b.base_currency_id where b.id = $1`,
    business_id,
  )

test('a client asks through its agency, then the provider answers; nothing changes before', async () => {
  const made = await ask(client.invoice_contact, client.id, {
    name: 'Brightwater Group Ltd',
    line_1: '2 Quay Street',
    currency: 'EUR',
  })
  expect(made.waits_for).toBe('agency')
  expect((await company(client.id))[0]?.name).not.toBe('Brightwater Group Ltd')
  expect(await refusalOf(decide(provider.approver, 'approve', made.id))).toMatchObject({
    code: 'precondition',
    message: `Change request ${made.human_id} waits for the agency`,
  })
  expect((await read(agency.user, client.id)).open).toMatchObject([{ id: made.id, waits_for: 'agency' }])
  expect((await decide(agency.user, 'approve', made.id)).requests).toMatchObject([{ waits_for: 'provider' }])
  expect(
    await sql(
      `select payload ->> 'to' as "to" from platform.outbox where topic = 'change_request_mail'
      and payload ->> 'change_request_id' = $1 and payload ->> 'body_text' like '%client Client%'`,
      made.id,
    ),
  ).not.toHaveLength(0)
  expect((await decide(provider.approver, 'approve', made.id)).requests).toMatchObject([
    { status: 'approved', waits_for: null },
  ])
  expect(await company(client.id)).toMatchObject([
    {
      party: 'Brightwater Group Ltd',
      name: 'Brightwater Group Ltd',
      line_1: '2 Quay Street',
      currency: 'EUR',
    },
  ])
})

test('the provider asks, another of its people approves, and direct edits are refused', async () => {
  const made = await ask(provider.admin, client.id, { vat_registration_no: '', is_vat_registered: false })
  expect(await refusalOf(decide(provider.admin, 'approve', made.id))).toMatchObject({
    code: 'not_allowed',
    message: 'You submitted this, so somebody else approves it',
  })
  expect(await refusalOf(ask(provider.operations, client.id, { city: 'York' }))).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(`is asked to change already, by ${made.human_id}`),
  })
  // Another side's request neither hinders nor shows.
  expect((await read(agency.admin, client.id)).open).toEqual([])
  const second = await ask(agency.admin, client.id, { is_vat_registered: false, city: 'York' })
  expect(second.waits_for).toBe('provider')
  await decide(provider.operations, 'approve', made.id)
  // The base of the other request has moved: approvals begin again.
  expect((await refusalOf(decide(provider.approver, 'approve', second.id))).message).toMatch(
    /^Data changed since request .*: VAT Registered\. /,
  )
  await act(world, agency.admin, 'request.change_request.refresh', { id: second.id })
  const { rows } = await act<Compared>(world, provider.approver, 'request.change_request.compare', {
    id: second.id,
  })
  expect(rows).toMatchObject([{ label: 'City', old: 'Leeds', new: 'York' }])
  await decide(provider.approver, 'approve', second.id)

  const [stands] = await company(client.id)
  expect(
    (
      await refusalOf(
        act(world, provider.admin, 'business.company.update', {
          business_id: client.id,
          name: 'Elsewhere Ltd',
          brn: stands?.brn,
          address: { line_1: '2 Quay Street', city: 'Leeds', zipcode: 'LS1 1AA' },
        }),
      )
    ).errors,
  ).toEqual({
    name: 'Request this change: another person approves it',
    'address.city': 'Request this change: another person approves it',
  })
  await act(world, provider.admin, 'business.company.update', {
    business_id: client.id,
    name: stands?.name,
    brn: stands?.brn,
    phone: '+441132000000',
    address: { line_1: '2 Quay Street', city: 'York', zipcode: 'LS1 1AA' },
  })
})

test('faults come at once under their fields, and the asker takes back', async () => {
  const [stands] = await sql<{ brn: string }>(
    'select brn from business.company where id <> (select company_id from business.business where id = $1) and brn is not null limit 1',
    client.id,
  )
  expect(
    (
      await refusalOf(
        ask(agency.admin, client.id, {
          name: '',
          brn: stands?.brn,
          is_vat_registered: true,
          country_code: 'XX',
          currency: 'ZZZ',
          ni_number: 'AB123456A',
        }),
      )
    ).errors,
  ).toEqual({
    name: 'Mandatory',
    brn: 'Registration Number already exists',
    vat_registration_no: 'Mandatory',
    country_code: 'Please enter a valid Input',
    currency: 'Please enter a valid Input',
    ni_number: 'Please enter a valid Input',
  })
  expect(await refusalOf(ask(agency.admin, client.id, {}))).toMatchObject({ code: 'precondition' })
  expect((await refusalOf(ask(client.manager, client.id, { city: 'Hull' }))).code).toBe('not_allowed')
  expect((await refusalOf(ask(other.admin, client.id, { city: 'Hull' }))).code).toBe('not_found')
  const made = await ask(client.invoice_contact, client.id, { city: 'Hull' })
  expect(await refusalOf(decide(agency.admin, 'cancel', made.id))).toMatchObject({ code: 'not_allowed' })
  expect((await decide(client.invoice_contact, 'cancel', made.id)).requests).toMatchObject([
    { status: 'cancelled' },
  ])
})

test('a worker and their agency answer each other; personal data shows to its readers alone', async () => {
  const clerk = agency.user
  const made = await ask(agency.admin, contractor.id, { last_name: 'Lovelace', ni_number: 'ab 12 34 56 c' })
  expect(made.waits_for).toBe('contractor')
  expect((await refusalOf(ask(clerk, contractor.id, { last_name: 'Byron' }))).code).toBe('not_allowed')
  const compare = (by: Viewer) => act<Compared>(world, by, 'request.change_request.compare', { id: made.id })
  expect((await refusalOf(compare(clerk))).code).toBe('not_found')
  expect((await read(clerk, contractor.id)).open).toEqual([])
  expect((await compare(contractor.viewer)).rows).toMatchObject([
    { label: 'Last Name', new: 'Lovelace' },
    { label: 'National Insurance Number', new: 'AB123456C' },
  ])
  await decide(contractor.viewer, 'approve', made.id)
  expect(
    await sql(
      `select b.name like '% Lovelace' as is_named, i.ni_number from business.business b
       join business.individual i on i.id = b.individual_id where b.id = $1`,
      contractor.id,
    ),
  ).toEqual([{ is_named: true, ni_number: 'AB123456C' }])
  expect(
    await sql(
      `select 1 from log.audit where new_values::text like '%AB123456C%' or old_values::text like '%AB123456C%'`,
    ),
  ).toEqual([])
  const own = await ask(contractor.viewer, contractor.id, { date_of_birth: '1990-02-03' })
  expect(own.waits_for).toBe('agency')
  expect((await refusalOf(decide(clerk, 'approve', own.id))).code).toBe('not_found')
  await decide(agency.admin, 'reject', own.id)
  expect(await sql(`select status from request.change_request where id = $1`, own.id)).toEqual([
    { status: 'rejected' },
  ])
})

test('what HMRC asks of a worker is put right: gender and address', async () => {
  expect(
    (
      await refusalOf(
        ask(agency.admin, contractor.id, { gender: 'male', line_1: '', country_code: 'England' }),
      )
    ).errors,
  ).toMatchObject({ gender: 'Please enter a valid Input', country_code: 'Please enter a valid Input' })
  const person = () =>
    sql(
      `select i.gender, a.line_1, a.city, a.zipcode, a.country, a.country_code from business.business b
       join business.individual i on i.id = b.individual_id left join business.address a on a.id = i.address_id
       where b.id = $1`,
      contractor.id,
    )
  await sql(
    `update business.individual set address_id = null
     where id = (select individual_id from business.business where id = $1)`,
    contractor.id,
  )
  expect((await refusalOf(ask(agency.admin, contractor.id, { city: 'York' }))).errors).toEqual({
    line_1: 'Mandatory',
  })
  const made = await ask(agency.admin, contractor.id, {
    gender: 'Female',
    line_1: '2 Mill Lane',
    city: 'York',
  })
  await decide(contractor.viewer, 'approve', made.id)
  expect(await person()).toEqual([
    {
      gender: 'F',
      line_1: '2 Mill Lane',
      city: 'York',
      zipcode: null,
      country: 'United Kingdom',
      country_code: 'GB',
    },
  ])
  expect((await refusalOf(ask(contractor.viewer, contractor.id, { zipcode: 'ZZZ' }))).errors).toEqual({
    zipcode: 'Please enter a valid Input',
  })
  const moved = await ask(contractor.viewer, contractor.id, {
    gender: '',
    zipcode: 'YO1 7HH',
    country_code: 'IM',
  })
  await decide(agency.admin, 'approve', moved.id)
  expect(await person()).toMatchObject([
    { gender: null, line_1: '2 Mill Lane', zipcode: 'YO1 7HH', country: 'Isle of Man', country_code: 'IM' },
  ])
})

test('a payment company changes once the provider approves; two who answer at once leave one answer', async () => {
  const id = contractor.payment_company_id
  const made = await ask(contractor.viewer, id, { name: 'Lovelace Engines Ltd' })
  expect(made.waits_for).toBe('provider')
  const both = await outcomesOf([
    decide(provider.approver, 'approve', made.id),
    decide(provider.operations, 'reject', made.id),
  ])
  expect(both.done).toBe(1)
})

test('a service is suspended and resumed by one side with the other’s consent', async () => {
  const [link] = await sql<{ id: string }>(
    `select id from business.service where type = 'client-agency' and from_business_id = $1`,
    client.id,
  )
  const service_id = present(link, 'the link').id
  const turn = (by: Viewer, service_status: string) =>
    act<Made>(world, by, 'request.change_request.create_for_party', {
      service_id,
      service_status,
      comment: 'No work over the summer',
    })
  expect((await read(client.invoice_contact, client.id)).services).toEqual([
    { id: service_id, name: expect.any(String), status: 'Active' },
  ])
  const made = await turn(agency.user, 'Suspended')
  expect(made.waits_for).toBe('client')
  await decide(client.manager, 'approve', made.id)
  expect((await refusalOf(seedPlacement(world, { agency, client, contractor }))).errors).toEqual({
    client_id: 'Client not found',
  })
  const again = await turn(client.invoice_contact, 'Active')
  expect(again.waits_for).toBe('agency')
  await decide(agency.admin, 'approve', again.id)
  await seedPlacement(world, { agency, client, contractor })
  const ended = await turn(agency.admin, 'Ended')
  expect((await refusalOf(decide(client.manager, 'approve', ended.id))).message).toMatch(
    /^CLI\d{6} has \d live placements?$/,
  )
  expect((await refusalOf(turn(provider.admin, 'Ended'))).code).toBe('not_allowed')
})

test('a party is not switched off while a placement of it is submitted', async () => {
  const idle = await seedClient(world, agency)
  const { id } = await act<{ id: string }>(
    world,
    agency.admin,
    'contract.temp_placement.create',
    placementInput({ client: idle, contractor }, { agency_id: agency.id }),
  )
  const { done, refused } = await outcomesOf([
    act(world, provider.admin, 'business.party.deactivate', { id: idle.id, comment: 'They moved away' }),
    act(world, agency.admin, 'contract.temp_placement.submit', { id }),
  ])
  expect([done, refused.length]).toEqual([1, 1])
})

test('alike names: without the legal form, at one postcode, and among the parties that the viewer sees', async () => {
  await sql(
    `update business.business set name = 'The Copper-Beech Trading Company Limited' where id = $1`,
    client.id,
  )
  const find = (by: Viewer, name: string, zipcode: string, more: object = {}) =>
    act<{ parties: { id: string }[] }>(world, by, 'business.party.find_alike', {
      kind: 'client',
      name,
      zipcode,
      ...more,
    })
  const name = 'Copper Beech Trading Co'
  expect((await find(agency.user, name, 'ls11aa')).parties).toMatchObject([{ id: client.id }])
  expect((await find(provider.admin, name, 'LS1 1AA')).parties).toMatchObject([{ id: client.id }])
  expect((await find(agency.user, name, 'LS1 1AB')).parties).toEqual([])
  expect((await find(agency.user, 'Ash Trading', 'LS1 1AA')).parties).toEqual([])
  expect((await find(agency.user, name, 'LS1 1AA', { id: client.id })).parties).toEqual([])
  expect((await find(other.admin, name, 'LS1 1AA')).parties).toEqual([])
})

test('a VAT number of another party: shown to the viewers of that party, also without a name', async () => {
  const number = '980780684'
  await sql(
    `update business.company set is_vat_registered = true, vat_registration_no = $2
     where id = (select company_id from business.business where id = $1)`,
    client.id,
    number,
  )
  const find = async (by: Viewer, more: object = {}) =>
    (
      await act<{ parties: { id: string }[] }>(world, by, 'business.party.find_alike', {
        kind: 'client',
        vat_registration_no: number,
        ...more,
      })
    ).parties.map(({ id }) => id)
  expect(await find(agency.user)).toContain(client.id)
  expect(await find(agency.user, { id: client.id })).not.toContain(client.id)
  expect(await find(other.admin)).not.toContain(client.id)
  expect(await find(agency.user, { vat_registration_no: '' })).toEqual([])
})

test('the mail domains of a client: asked by its people, its agency or the provider, and confirmed by the approval', async () => {
  const domains = async () =>
    (
      await sql<{ email_domains: string[]; are_domains_confirmed: boolean }>(
        `select c.email_domains, c.are_domains_confirmed from business.business b
         join business.company c on c.id = b.company_id where b.id = $1`,
        shore.id,
      )
    )[0]
  const shore = await seedClient(world, agency)
  const wrong = await refusalOf(ask(shore.invoice_contact, shore.id, { email_domains: ['shore'] }))
  expect(Object.keys(wrong.errors ?? {})).toEqual(['email_domains.0'])
  const made = await ask(shore.invoice_contact, shore.id, {
    email_domains: ['Shore.example', 'shore.example', 'quay.example'],
  })
  await decide(agency.user, 'approve', made.id)
  expect(await domains()).toEqual({ email_domains: [], are_domains_confirmed: false })
  const { rows } = await act<Compared>(world, provider.approver, 'request.change_request.compare', {
    id: made.id,
  })
  expect(rows).toMatchObject([{ label: 'Mail Domains', old: null, new: 'shore.example, quay.example' }])
  await decide(provider.approver, 'approve', made.id)
  expect(await domains()).toEqual({
    email_domains: ['shore.example', 'quay.example'],
    are_domains_confirmed: true,
  })
  const same = { email_domains: ['shore.example', 'quay.example'] }
  expect((await refusalOf(ask(agency.user, shore.id, same))).message).toBe('Nothing differs from what stands')

  const none = await ask(agency.user, shore.id, { email_domains: [] })
  expect(none.waits_for).toBe('provider')
  await decide(provider.approver, 'reject', none.id)
  expect((await domains())?.email_domains).toHaveLength(2)
  const fewer = await ask(provider.admin, shore.id, { email_domains: ['quay.example'] })
  expect((await refusalOf(decide(provider.admin, 'approve', fewer.id))).code).toBe('not_allowed')
  await decide(provider.approver, 'approve', fewer.id)
  expect((await domains())?.email_domains).toEqual(['quay.example'])
  // A worker has none.
  expect((await refusalOf(ask(contractor.viewer, contractor.id, same))).errors).toHaveProperty(
    'email_domains',
  )
})

test('the legal form of a client: asked in its words, approved by the provider, and never without the number it needs', async () => {
  const bay = await seedClient(world, agency)
  const company = async () =>
    (
      await sql<{ legal_form: string | null; brn: string | null }>(
        `select c.legal_form, c.brn from business.business b join business.company c on c.id = b.company_id
         where b.id = $1`,
        bay.id,
      )
    )[0]
  const faults = async (change: Record<string, unknown>) =>
    (await refusalOf(ask(agency.user, bay.id, change))).errors
  expect(await faults({ legal_form: 'Cooperative' })).toEqual({ legal_form: 'Please enter a valid Input' })
  expect(await faults({ legal_form: 'PLC', brn: '' })).toEqual({ brn: 'Mandatory' })
  const made = await ask(agency.user, bay.id, { legal_form: 'PLC' })
  expect((await company())?.legal_form).toBe(null)
  await decide(provider.approver, 'approve', made.id)
  expect((await company())?.legal_form).toBe('plc')
  expect(await faults({ brn: '' })).toEqual({ brn: 'Mandatory' })
  expect(await faults({ legal_form: '' })).toEqual({ legal_form: 'Mandatory' })
  const charity = await ask(agency.user, bay.id, { legal_form: 'Charity', brn: '' })
  await decide(provider.approver, 'approve', charity.id)
  expect(await company()).toEqual({ legal_form: 'charity', brn: null })
  // A worker and their company have none.
  expect(await refusalOf(ask(contractor.viewer, contractor.id, { legal_form: 'PLC' }))).toMatchObject({
    errors: { legal_form: 'Please enter a valid Input' },
  })
})
