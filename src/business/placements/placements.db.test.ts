import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { freshDatabase } from '#test/database.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  seedAgency,
  seedClient,
  seedContractor,
  seedProvider,
  seedWeek,
  worldOn,
} from '#test/fixtures/world.ts'

const database = await freshDatabase()
const world = worldOn(database)
const provider = await seedProvider(world)
const agency = await seedAgency(world, provider)
const client = await seedClient(world, agency)
const contractor = await seedContractor(world, agency)
const create = 'contract.temp_placement.create'
const submit = 'contract.temp_placement.submit'
const activate = 'contract.temp_placement.activate'

const base = {
  client_id: client.id,
  contractor_id: contractor.id,
  title: 'Site engineer',
  start_date: '2025-06-02',
  funding_type: 'funded',
  contractor_payment_terms: 7,
  rates: [{ name: 'Standard', contractor_rate: '20.00', client_rate: '25.00' }],
}
const errorsOf = async (change: object) =>
  (await refusalOf(act(world, agency.user, create, { ...base, ...change }))).errors

test('a draft with its terms and rates: submitted by the agency, activated once by the provider', async () => {
  const made = await act<{ id: string; human_id: string }>(world, agency.user, create, base)
  expect(made.human_id).toMatch(/^TMP\d{6}$/)
  const { rows } = await database.owner.query(
    `select c.status, c.funding_model, (select array_agg(type || ' ' || payment_terms order by type) from contract.contract_entity where contract_id = c.id) as terms,
       (select array_agg(sub_type || ' ' || value_numeric order by sub_type) from contract.rate where contract_id = c.id) as rates
     from contract.contract c where id = $1`,
    [made.id],
  )
  expect(rows).toEqual([
    {
      status: 'draft',
      funding_model: 'direct',
      terms: ['client 30', 'contractor 7'],
      rates: ['client_rate 25.0000', 'contractor_rate 20.0000'],
    },
  ])
  const { id } = made
  expect(await refusalOf(act(world, provider.operations, activate, { id }))).toEqual({
    code: 'precondition',
    message: `Placement ${made.human_id} is draft, so it cannot be activated`,
  })
  await act(world, agency.user, submit, { id })
  for (const viewer of [agency.user, agency.admin])
    expect((await refusalOf(act(world, viewer, activate, { id }))).code).toBe('not_allowed')
  await act(world, provider.operations, activate, { id })
  expect(await refusalOf(act(world, provider.operations, activate, { id }))).toEqual({
    code: 'precondition',
    message: `Placement ${made.human_id} is active, so it cannot be activated`,
  })
  const log = await database.owner.query(
    `select action_id, old_values->>'status' as old, new_values->>'status' as new from log.audit where entity_id = $1 order by id`,
    [made.id],
  )
  expect(log.rows).toEqual([
    { action_id: create, old: null, new: 'draft' },
    { action_id: submit, old: 'draft', new: 'pending_raise_approval' },
    { action_id: activate, old: 'pending_raise_approval', new: 'active' },
  ])
})

test('a placement: its submitter never activates it; the provider returns it with a comment', async () => {
  const by_provider = { ...base, agency_id: agency.id }
  const { id } = await act<{ id: string }>(world, provider.operations, create, by_provider)
  await act(world, provider.operations, submit, { id })
  expect(await refusalOf(act(world, provider.operations, activate, { id }))).toEqual({
    code: 'not_allowed',
    message: 'You submitted this placement, so somebody else approves it',
  })
  await act(world, provider.approver, 'contract.temp_placement.return', { id, comment: 'Rates to agree' })
  const { rows } = await database.owner.query(
    `select action, old_status, new_status, comment from contract.contract_activity where contract_id = $1 order by created_at, id`,
    [id],
  )
  expect(rows).toEqual([
    { action: 'submit', old_status: 'draft', new_status: 'pending_raise_approval', comment: null },
    {
      action: 'return',
      old_status: 'pending_raise_approval',
      new_status: 'draft',
      comment: 'Rates to agree',
    },
  ])
  await act(world, agency.user, submit, { id })
  await act(world, provider.operations, activate, { id })
})

test('rates: contractor above client, names twice, text, a negative', async () => {
  const rates = (...list: object[]) => ({
    rates: list.map((one) => ({ name: 'Standard', contractor_rate: '20', client_rate: '25', ...one })),
  })
  expect(await errorsOf(rates({ contractor_rate: '25.01' }))).toEqual({
    'rates.0.contractor_rate': 'Contractor rate should be less than Client rate',
  })
  expect(await errorsOf(rates({}, { name: 'STANDARD' }))).toEqual({
    'rates.1.name': 'Rate name already exists',
  })
  expect(await errorsOf(rates({ client_rate: 'ten' }))).toEqual({
    'rates.0.client_rate': 'Please enter a valid number',
  })
  expect(await errorsOf(rates({ contractor_rate: '-1' }))).toEqual({
    'rates.0.contractor_rate': 'Needs Positive Number',
  })
  expect(await errorsOf({ rates: [] })).toEqual({ rates: 'Mandatory' })
})

test('dates, parties that are not the agency’s, and pay that may not wait', async () => {
  expect(await errorsOf({ end_date: '2025-06-01' })).toEqual({ end_date: 'Should be after 01/06/2025' })
  expect(await errorsOf({ start_date: '2025-02-30' })).toEqual({ start_date: 'Please enter a valid Input' })
  const stranger = await seedWeek(world, { provider })
  expect(await errorsOf({ client_id: stranger.client.id })).toEqual({ client_id: 'Client not found' })
  expect(await errorsOf({ contractor_id: stranger.contractor.id })).toEqual({
    contractor_id: 'Contractor not found',
  })
  expect(await errorsOf({ funding_model: 'indirect' })).toEqual({
    funder_id: 'Mandatory',
    funding_model: 'Your provider sets the funding model',
  })
  for (const payment_type of ['paye', 'selfemployed'] as const) {
    const worker = await seedContractor(world, agency, { payment_type })
    expect(await errorsOf({ contractor_id: worker.id, funding_type: 'paid_when_paid' })).toEqual({
      funding_type:
        'Paid when paid is not allowed for PAYE and self-employed workers: their pay may not wait for the client',
    })
  }
})

test('an approver named on it is one of the client’s timesheet approvers', async () => {
  const named = (viewer: { business_contact_id: string }) => ({
    timesheet_approver_ids: [viewer.business_contact_id],
  })
  const made = await act<{ id: string }>(world, agency.user, create, { ...base, ...named(client.approver) })
  const { rows } = await database.owner.query(
    'select type, business_contact_id from contract.contract_contact where contract_id = $1',
    [made.id],
  )
  expect(rows).toEqual([
    { type: 'timesheet_approver', business_contact_id: client.approver.business_contact_id },
  ])
  for (const viewer of [client.invoice_contact, agency.user]) {
    expect((await refusalOf(act(world, agency.user, create, { ...base, ...named(viewer) }))).message).toBe(
      'Contact not found',
    )
  }
})

test('placement: made by agency writers and the provider only', async () => {
  const others = await seedAgency(world, provider)
  for (const viewer of [agency.reader, client.approver, contractor.viewer, provider.approver]) {
    expect((await refusalOf(act(world, viewer, create, base))).code).toBe('not_allowed')
  }
  const made = await act<{ id: string }>(world, provider.operations, create, {
    ...base,
    agency_id: agency.id,
  })
  expect((await refusalOf(act(world, others.user, activate, { id: made.id }))).code).toBe('not_allowed')
})

test('parties of a placement in force: never change', async () => {
  const placement = await seedWeek(world, { provider })
  await expect(
    database.owner.query('update contract.contract set client_id = $2 where id = $1', [
      placement.id,
      client.id,
    ]),
  ).rejects.toThrow('the parties of a contract in force do not change')
})

test('fee rules are the provider’s to make, bounded, and none meets another', async () => {
  const rule = {
    agency_id: agency.id,
    type: 'fixed',
    value: '12.50',
    funding_type: 'partly_funded',
    effective_from: '2025-01-01',
    effective_to: '2025-06-30',
  }
  const make = (viewer: typeof agency.admin, change: object = {}) =>
    act<{ id: string }>(world, viewer, 'contract.service_charge.create', { ...rule, ...change })
  const errorsOf = async (change: object) => (await refusalOf(make(provider.admin, change))).errors
  const { id } = await make(provider.admin)
  expect((await refusalOf(make(agency.admin))).code).toBe('not_allowed')
  expect(await errorsOf({ value: '12.505' })).toEqual({ value: 'Please enter a valid number' })
  expect(await errorsOf({ value: '-1' })).toEqual({ value: 'Needs Positive Number' })
  expect(await errorsOf({ type: 'percent', value: '100.01' })).toEqual({ value: 'Max number is reached' })
  expect(await errorsOf({ fee_type: 'funder_fee' })).toEqual({ funder_id: 'Mandatory' })
  expect(await errorsOf({ service_type: 'expense', type: 'percent', value: '1' })).toEqual({
    type: 'Expenses are passed on at cost: only a fixed fee can be taken on them',
  })
  // A rule for terms that nobody has would never hold.
  expect(await errorsOf({ payment_terms: 30, payment_terms_type: 'agency' })).toEqual({
    payment_terms_type: "An agency has no payment terms of its own: choose the client's or the contractor's",
  })
  const meets = 'A service fee rule for the same work holds from 01/01/2025 to 30/06/2025: end it first'
  expect(await errorsOf({ effective_from: '2025-06-30' })).toEqual({ effective_from: meets })
  const next = await make(provider.admin, { effective_from: '2025-07-01', effective_to: undefined })
  // The one before may not be stretched into the next.
  const end = (rule_id: string, effective_to: string) =>
    act(world, provider.admin, 'contract.service_charge.end', { id: rule_id, effective_to })
  expect((await refusalOf(end(id, '2025-07-01'))).code).toBe('invalid')
  expect((await refusalOf(end(id, '2025-06-14'))).message).toContain('documents of earlier days stand')
  await end(id, '2025-06-20')
  const supersede = (effective_from: string) =>
    act<{ id: string }>(world, provider.admin, 'contract.service_charge.supersede', {
      id: next.id,
      value: '15.00',
      effective_from,
    })
  expect((await refusalOf(supersede('2025-07-01'))).errors).toEqual({
    effective_from: 'Should be after 01/07/2025',
  })
  const made = await supersede('2025-08-01')
  const { rows } = await database.owner.query<{ id: string; effective_to: string | null; value: string }>(
    `select id, effective_to::text, value::numeric(12,2)::text as value from contract.service_charge
     where funding_type = 'partly_funded' and agency_id = $1 order by effective_from`,
    [agency.id],
  )
  expect(rows).toEqual([
    { id, effective_to: '2025-06-20', value: '12.50' },
    { id: next.id, effective_to: '2025-07-31', value: '12.50' },
    { id: made.id, effective_to: null, value: '15.00' },
  ])
  expect((await refusalOf(supersede('2025-07-15'))).code).toBe('conflict')
})

test('funding without an agreed fee: refused for the agency, allowed for its provider', async () => {
  const lone = await seedAgency(world, provider, { funding_model: 'agency_billed', fee: null })
  const parties = { client: await seedClient(world, lone), contractor: await seedContractor(world, lone) }
  await act(world, provider.admin, 'contract.service_charge.create', {
    agency_id: lone.id,
    funding_type: 'partly_funded',
    type: 'percent',
    value: '3',
    effective_from: '2025-01-01',
  })
  const input = { ...base, client_id: parties.client.id, contractor_id: parties.contractor.id }
  expect((await refusalOf(act(world, lone.admin, create, input))).errors).toEqual({
    funding_type: 'No fee is agreed for this funding: ask your provider for a fee rule',
  })
  await act(world, lone.admin, create, { ...input, funding_type: 'partly_funded' })
  await act(world, provider.admin, create, { ...input, agency_id: lone.id })
})

test('funding models: fixed by the provider alone, for new placements and at activation', async () => {
  const fix = 'business.agency.set_funding_models'
  const lone = await seedAgency(world, provider)
  const [one, worker] = [await seedClient(world, lone), await seedContractor(world, lone)]
  const input = { ...base, agency_id: lone.id, client_id: one.id, contractor_id: worker.id }
  const billed = { ...input, funding_model: 'agency_billed' }
  const errors = async (viewer: Viewer) => (await refusalOf(act(world, viewer, create, billed))).errors
  expect(await errors(lone.admin)).toEqual({ funding_model: 'Your provider sets the funding model' })
  expect(await errors(provider.admin)).toEqual({
    funding_model: 'This agency may not use this funding model',
  })
  const models = (chosen: string[], funding_model: string) => ({
    agency_id: lone.id,
    funding_models: chosen,
    funding_model,
  })
  const both = models(['agency_billed', 'direct'], 'direct')
  for (const viewer of [lone.admin, provider.operations])
    expect((await refusalOf(act(world, viewer, fix, both))).code).toBe('not_allowed')
  expect((await refusalOf(act(world, provider.admin, fix, models(['direct'], 'indirect')))).errors).toEqual({
    funding_model: 'The default is one of the allowed funding models',
  })
  await act(world, provider.admin, fix, both)
  expect(await errors(lone.admin)).toEqual({ funding_model: 'Your provider sets the funding model' })
  const { id } = await act<{ id: string }>(world, provider.admin, create, billed)
  await act(world, lone.admin, submit, { id })
  await act(world, provider.admin, fix, models(['direct'], 'direct'))
  const refused = await refusalOf(act(world, provider.operations, activate, { id }))
  expect(refused).toEqual({
    code: 'precondition',
    message: expect.stringMatching(
      /^Placement TMP\d+ has a funding model that its agency may not use, so it cannot be activated$/,
    ),
  })
  await act(world, provider.admin, fix, both)
  await act(world, provider.operations, activate, { id })
})
