/** An agency is drafted and submitted by one administrator of the provider, and approved by another person. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { inTransaction } from '#server/tx.ts'
import { onboardingWorld } from '#test/fixtures/party-actions.ts'
import { placementInput } from '#test/fixtures/placement-input.ts'
import { messageOf, refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  companyInput,
  seedAccount,
  seedAgency,
  seedClient,
  seedContact,
  seedFunder,
  seedParties,
} from '#test/fixtures/world.ts'
import { readChecks } from '../../placements/checks/placement-checks.server.ts'

const { database, world, provider, second, sql, party, statusOf, askedOf } = await onboardingWorld()

let nth = 0
const newAgency = () => {
  const n = ++nth
  return {
    kind: 'agency',
    company: companyInput('Agency'),
    funding_model: 'direct',
    funding_models: ['direct', 'indirect'],
    compliance_documents: true,
    party_approval: true,
    people: [
      { first_name: 'Lena', last_name: 'Marsh', email: `lena${n}@agency.example`, roles: ['agency_admin'] },
    ],
    bank_account: {
      bank_name: 'Bank of Leeds',
      account_holder_name: `Agency ${n}`,
      account_number: String(30_000_000 + n),
      sort_code: '001000',
    },
  } as const
}
const submit = (by: Viewer, input: object = newAgency()) =>
  party<{ id: string; draft_id: string }>(by, 'submit', input)
const create = (by: Viewer, more: object = {}) =>
  act<{ id: string }>(world, by, 'business.agency.create', {
    company: companyInput('Agency'),
    funding_model: 'direct',
    ...more,
  })
const accountOf = async (id: string) =>
  (
    await sql<{ id: string; purpose: string; status: string }>(
      'select id, purpose, status from business.bank_account where business_id = $1',
      id,
    )
  )[0]
const agreeFee = (agency_id: string, more: object = {}) =>
  act(world, provider.operations, 'contract.service_charge.create', {
    agency_id,
    type: 'percent',
    value: '2.5',
    effective_from: '2025-01-01',
    ...more,
  })
const featuresOf = async (id: string) =>
  (
    await sql<{ code: string }>(
      'select feature_code as code from business.business_feature where business_id = $1 order by 1',
      id,
    )
  ).map(({ code }) => code)
/** A joined administrator of the agency. */
const adminOf = (id: string) => seedContact(world, provider.admin, id, 'Ada', 'agency_admin')

test('agency: is kept as a draft, submitted, and approved by another administrator or an approver', async () => {
  const { id: draft_id } = await party<{ id: string }>(provider.admin, 'save_draft', {
    kind: 'agency',
    version: 0,
    values: { name: 'Larch Talent', funding_models: 'direct, indirect' },
  })
  const { id } = await submit(provider.admin, { ...newAgency(), draft_id })
  expect(await statusOf(id)).toBe('submitted')
  expect(await messageOf(party(provider.admin, 'approve', { id }))).toBe(
    'You submitted this, so somebody else approves it',
  )
  expect((await refusalOf(party(provider.operations, 'approve', { id }))).code).toBe('not_allowed')
  // The fee is agreed before the approval, too.
  await agreeFee(id)
  expect(await party(second, 'approve', { id })).toEqual({ id, status: 'approved' })
  expect(
    await sql(
      `select 1 as one from platform.invitation i join business.business_contact c on c.id = i.business_contact_id
       where c.business_id = $1`,
      id,
    ),
  ).toHaveLength(1)
  const account = await accountOf(id)
  expect(account).toMatchObject({ purpose: 'payout', status: 'pending' })
  expect(await messageOf(party(second, 'onboard', { id }))).toMatch(
    /^Agency AGY\d+ still needs: A confirmed bank account$/,
  )
  await act(world, provider.approver, 'business.bank_account.confirm', { id: account?.id })
  expect(await statusOf(id)).toBe('onboarded')
  expect(await sql('select type, status from business.service where from_business_id = $1', id)).toEqual([
    { type: 'agency-provider', status: 'active' },
  ])
  expect(await sql('select funding_model, funding_models from business.business where id = $1', id)).toEqual([
    { funding_model: 'direct', funding_models: ['direct', 'indirect'] },
  ])
  expect(await featuresOf(id)).toEqual(['compliance_documents', 'party_approval'])
})

test('agency: needs an administrator who is invited, a bank account, and a fee rule that is not over', async () => {
  const { id } = await create(provider.admin)
  await party(provider.approver, 'approve', { id })
  const missing =
    /^Agency AGY\d+ still needs: A confirmed bank account, An invited administrator, A fee rule$/
  expect(await messageOf(party(provider.approver, 'onboard', { id }))).toMatch(missing)
  await agreeFee(id, { effective_to: '2025-02-28' })
  await seedContact(world, provider.admin, id, 'Una', 'agency_user')
  expect(await messageOf(party(provider.approver, 'onboard', { id }))).toMatch(missing)
  await seedAccount(world, provider.admin, id, 'payout')
  await agreeFee(id, { effective_from: '2025-03-01' })
  expect(await statusOf(id)).toBe('approved')
  // The step that gives the last thing brings it into force, once.
  await adminOf(id)
  expect(await statusOf(id)).toBe('onboarded')
  expect(
    await sql(
      `select 1 as one from log.audit where entity = 'business.business' and entity_id = $1
         and new_values ->> 'status' = 'onboarded'`,
      id,
    ),
  ).toHaveLength(1)
})

test('agency: is sent back, and corrected under its number with its models and features', async () => {
  const first = newAgency()
  const { id, draft_id } = await submit(provider.admin, first)
  await party(provider.approver, 'reject', { id, comment: 'It keeps no papers here' })
  expect((await refusalOf(party(provider.operations, 'read_draft', { id: draft_id }))).code).toBe(
    'not_allowed',
  )
  const read = await party<{ values: object }>(provider.admin, 'read_draft', { id: draft_id })
  expect(read.values).toMatchObject({ funding_models: 'direct, indirect', funding_model: 'direct' })
  const company = { ...companyInput('Corrected'), brn: first.company.brn }
  const corrected = { ...first, company, funding_model: 'indirect', compliance_documents: false, draft_id }
  expect(await submit(provider.admin, corrected)).toMatchObject({ id })
  expect(
    await sql(
      `select b.name, b.status, b.funding_model, s.status as link, count(a.id)::int as accounts from business.business b
       join business.service s on s.from_business_id = b.id join business.bank_account a on a.business_id = b.id
       where b.id = $1 group by 1, 2, 3, 4`,
      id,
    ),
  ).toEqual([
    { name: company.name, status: 'submitted', funding_model: 'indirect', link: 'draft', accounts: 1 },
  ])
  expect(await featuresOf(id)).toEqual(['party_approval'])
  await party(second, 'withdraw', { draft_id, comment: 'Not now' })
  await party(provider.admin, 'delete_draft', { draft_id })
  expect(
    await sql('select 1 as one from business.business where id = $1 and deleted_at is null', id),
  ).toEqual([])
})

test('agency: the default is one of the allowed models', async () => {
  const wrong = { funding_model: 'agency_billed', funding_models: ['direct'] }
  const message = { funding_model: 'The default is one of the allowed funding models' }
  expect((await refusalOf(submit(provider.admin, { ...newAgency(), ...wrong }))).errors).toEqual(message)
  expect((await refusalOf(create(provider.admin, wrong))).errors).toEqual(message)
})

test('agency: operations, approvers, agencies and programs neither draft nor create one', async () => {
  const agency = await seedAgency(world, provider)
  const program: Viewer = {
    ...provider.admin,
    token: { id: '018f0000-0000-7000-8000-000000000001', actions: ['business.party.*'], is_read_only: false },
  }
  const { people: _, bank_account: __, ...bare } = newAgency()
  for (const by of [provider.operations, provider.approver, agency.admin, program]) {
    const values = { kind: 'agency', version: 0, values: { name: 'Larch' } }
    expect((await refusalOf(party(by, 'save_draft', values))).code).toBe('not_allowed')
    expect((await refusalOf(submit(by, bare))).code).toBe('not_allowed')
    expect((await refusalOf(create(by))).code).toBe('not_allowed')
  }
})

test('an agency that is not onboarded: has no clients, contractors, companies, links, terms and documents', async () => {
  const { id } = await submit(provider.admin)
  const at_work = await seedAgency(world, provider)
  const { id: client_id } = await seedClient(world, at_work)
  const funder = await seedFunder(world, provider)
  await party(second, 'approve', { id })
  expect(await statusOf(id)).toBe('approved')
  const own = await adminOf(id)
  const client = { company: companyInput('Client'), temp_payment_terms: 30 }
  const person = { first_name: 'Mo', last_name: 'Reed' }
  const begun: readonly (readonly [Viewer, string, object])[] = [
    [provider.admin, 'business.service.link_client', { client_id, agency_id: id, temp_payment_terms: 30 }],
    [provider.admin, 'business.service.link_funder', { agency_id: id, funder_id: funder.id }],
    [provider.admin, 'business.client.create', { ...client, agency_id: id }],
    [own, 'business.client.create', client],
    [own, 'business.party.submit', { ...client, kind: 'client', legal_form: 'limited_company' }],
    [own, 'business.contractor.create', { individual: person, payment_type: 'paye' }],
    [own, 'business.payment_company.create', { type: 'limited', company: companyInput('Limited') }],
    [own, 'business.party.submit', { kind: 'limited', company: companyInput('Limited') }],
    [own, 'business.party.send_link', { ...person, email: 'mo@reed.example' }],
    [
      provider.admin,
      'config.payment_terms.create',
      {
        agency_id: id,
        client_id,
        placement_type: 'temp_placement',
        payment_terms: 14,
        effective_from: '2025-06-16',
      },
    ],
  ]
  for (const [by, action, input] of begun) {
    const refusal = await refusalOf(act(world, by, action, input))
    expect([action, refusal.errors]).toEqual([
      action,
      { agency_id: expect.stringMatching(/^Agency AGY\d+ is not onboarded yet$/) },
    ])
  }
  // A draft is kept meanwhile, and names its agency.
  await party(own, 'save_draft', { kind: 'client', version: 0, values: { name: 'Harbour Homes' } })
  expect(await sql('select agency_id from request.draft_request where business_id = $1', id)).toEqual([
    { agency_id: id },
  ])
})

test('an agency: reads what it still needs, without the names and reasons of its provider', async () => {
  const { id } = await create(provider.admin)
  await party(provider.approver, 'approve', { id })
  const own = await adminOf(id)
  expect(await party(own, 'read', { id })).toEqual({
    status: 'approved',
    updated_at: expect.any(String),
    next: 'It still needs a confirmed bank account and a fee rule.',
    needs: ['bank_account', 'fee_rule'],
    remarks: [],
    comment: null,
    submitted_by_name: null,
    alike: [],
    corrections: [],
    is_active: true,
    turn: null,
    draft_id: null,
    financials: null,
    first_fee: null,
    first_funding_rule: null,
    hmrc_name: null,
    steps: [],
  })
  const rival = await seedAgency(world, provider)
  expect((await refusalOf(party(rival.admin, 'read', { id }))).code).toBe('not_found')
  expect(await party(provider.approver, 'read', { id })).toMatchObject({
    submitted_by_name: expect.stringMatching(/^Paula /),
    steps: [{ action: 'reject' }, { action: 'onboard' }],
  })
})

test('an agency with a live placement: is not switched off, and one that is off begins no work', async () => {
  const { agency, client, contractor } = await seedParties(world, { provider })
  const off = { id: agency.id, comment: 'It closes' }
  const make = (by: Viewer, more: object = {}) =>
    act<{ id: string }>(
      world,
      by,
      'contract.temp_placement.create',
      placementInput({ client, contractor }, { start_date: '2025-06-09', ...more }),
    )
  const { id } = await make(agency.admin)
  const checks = () => inTransaction(database, (tx) => readChecks({ tx, clock: world.clock }, id))
  expect(await checks()).not.toContain('agency')
  expect((await refusalOf(party(agency.admin, 'deactivate', off))).code).toBe('not_allowed')
  await party(provider.admin, 'deactivate', off)
  expect(await checks()).toContain('agency')
  const is_off = { agency_id: expect.stringMatching(/^Agency AGY\d+ is switched off$/) }
  expect(
    (await refusalOf(act(world, provider.admin, 'contract.temp_placement.submit', { id }))).errors,
  ).toEqual(is_off)
  expect((await refusalOf(make(provider.admin, { agency_id: agency.id }))).errors).toEqual(is_off)
  await party(provider.admin, 'reactivate', off)
  await act(world, agency.admin, 'contract.temp_placement.submit', { id })
  expect(await messageOf(party(provider.admin, 'deactivate', off))).toMatch(
    /^Agency AGY\d+ has 1 live placement$/,
  )
})

test('inbox: administrators and approvers are asked to approve an agency, operations and the submitter are not', async () => {
  const { id } = await submit(provider.admin)
  const expected = [provider.approver, second].map((one) => one.business_contact_id)
  expect(await askedOf(id)).toEqual(expected.sort())
})

test('an agency with its first fee rule: the approver reads it, and puts it in force with the approval', async () => {
  const rules = (id: string) =>
    sql(
      `select fee_type, service_type, type, value::text, fee_base, effective_from::text from contract.service_charge
       where agency_id = $1 and deleted_at is null`,
      id,
    )
  const typed = { fee_rule_type: 'percent', fee_rule_value: '2.5', fee_rule_base: 'net' }
  const faults = async (fee: object) =>
    (await refusalOf(submit(provider.admin, { ...newAgency(), ...fee }))).errors
  expect(await faults({ fee_rule_type: 'percent' })).toEqual({ fee_rule_value: 'Mandatory' })
  expect(await faults({ fee_rule_value: '2.5' })).toEqual({ fee_rule_type: 'Mandatory' })
  expect(Object.keys((await faults({ ...typed, fee_rule_value: '101' })) ?? {})).toEqual(['fee_rule_value'])
  const { id } = await submit(provider.admin, { ...newAgency(), ...typed })
  expect(await party(second, 'read', { id })).toMatchObject({ first_fee: typed })
  expect(await rules(id)).toEqual([])
  await party(second, 'approve', { id })
  const rule = { fee_type: 'service_fee', service_type: 'temp_placement', type: 'percent', fee_base: 'net' }
  expect(await rules(id)).toEqual([{ ...rule, value: '2.5000', effective_from: world.clock.today() }])
  expect(await party(second, 'read', { id })).toMatchObject({ first_fee: null, status: 'approved' })

  // Sent again without it, the rule of the first submission is not put in force.
  const again = await submit(provider.admin, { ...newAgency(), ...typed })
  await party(second, 'reject', { id: again.id, comment: 'The fee is not agreed' })
  await submit(provider.admin, { ...newAgency(), draft_id: again.draft_id })
  expect(await party(second, 'read', { id: again.id })).toMatchObject({ first_fee: null })
  await party(second, 'approve', { id: again.id })
  expect(await rules(again.id)).toEqual([])

  // One that was entered by hand meanwhile stays alone.
  const other = await submit(provider.admin, { ...newAgency(), ...typed, fee_rule_from: '2025-06-01' })
  await act(world, provider.operations, 'contract.service_charge.create', {
    agency_id: other.id,
    type: 'fixed',
    value: '4.00',
    effective_from: '2025-06-16',
  })
  expect(await party(second, 'read', { id: other.id })).toMatchObject({ first_fee: null })
  await party(second, 'approve', { id: other.id })
  expect(await rules(other.id)).toMatchObject([{ type: 'fixed', value: '4.0000' }])
})
