import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { inTransaction } from '#server/tx.ts'
import { seedEvidence } from '#test/fixtures/evidence.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { placementInput } from '#test/fixtures/placement-input.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  seedAgency,
  seedApprovals,
  seedClient,
  seedContractor,
  seedParties,
  seedWeek,
} from '#test/fixtures/world.ts'
import { recheckPlacements } from './checks/recheck-placements.server.ts'

const { database, world } = await freshWorld()
const { provider, agency, client, contractor } = await seedParties(world)
const create = 'contract.temp_placement.create'

const base = placementInput({ client, contractor })
const errorsOf = async (change: object) =>
  (await refusalOf(act(world, agency.user, create, { ...base, ...change }))).errors

const step = (viewer: Viewer, action: string, id: string, more: object = {}) =>
  act<{ status: string }>(world, viewer, `contract.temp_placement.${action}`, { id, ...more })
const draft = (viewer: Viewer, change: object = {}) =>
  act<{ id: string; human_id: string }>(world, viewer, create, { ...base, ...change })
const comment = 'Rates to agree'

test('a draft with its terms and rates: each side agrees in turn, and the provider activates it once', async () => {
  const made = await draft(agency.user)
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
  expect(await refusalOf(step(provider.operations, 'activate', id))).toEqual({
    code: 'precondition',
    message: `Placement ${made.human_id} is draft and cannot be activated`,
  })
  // The client reads nothing of a draft.
  expect((await refusalOf(step(client.manager, 'approve', id))).code).toBe('not_found')
  await step(agency.user, 'submit', id)
  expect(await refusalOf(step(provider.operations, 'activate', id))).toEqual({
    code: 'precondition',
    message: `Placement ${made.human_id} is pending approval agency and cannot be activated`,
  })
  expect((await refusalOf(step(agency.user, 'approve', id))).code).toBe('not_allowed')
  await step(agency.admin, 'approve', id)
  expect(await refusalOf(step(contractor.viewer, 'approve', id))).toEqual({
    code: 'precondition',
    message: `Placement ${made.human_id} waits for the client`,
  })
  expect((await refusalOf(step(client.approver, 'approve', id))).code).not.toBe('precondition')
  await step(client.manager, 'approve', id)
  await step(contractor.viewer, 'approve', id)
  for (const viewer of [agency.user, agency.admin])
    expect((await refusalOf(step(viewer, 'activate', id))).code).toBe('not_allowed')
  await step(provider.operations, 'activate', id)
  expect(await refusalOf(step(provider.operations, 'activate', id))).toEqual({
    code: 'precondition',
    message: `Placement ${made.human_id} is active and cannot be activated`,
  })
  const log = await database.owner.query(
    `select action_id, old_values->>'status' as old, new_values->>'status' as new from log.audit where entity_id = $1 order by id`,
    [made.id],
  )
  const approve = 'contract.temp_placement.approve'
  expect(log.rows).toEqual([
    { action_id: create, old: null, new: 'draft' },
    { action_id: 'contract.temp_placement.submit', old: 'draft', new: 'pending_approval_agency' },
    { action_id: approve, old: 'pending_approval_agency', new: 'pending_approval_client' },
    { action_id: approve, old: 'pending_approval_client', new: 'pending_approval_contractor' },
    { action_id: approve, old: 'pending_approval_contractor', new: 'pending_raise_approval' },
    { action_id: 'contract.temp_placement.activate', old: 'pending_raise_approval', new: 'active' },
  ])
})

test('a placement: the submitter of the provider never activates it; the provider returns it with a comment', async () => {
  const { id } = await draft(provider.operations, { agency_id: agency.id })
  await step(provider.operations, 'submit', id)
  await step(agency.admin, 'approve', id)
  await step(client.invoice_contact, 'approve', id)
  await step(contractor.viewer, 'approve', id)
  expect(await refusalOf(step(provider.operations, 'activate', id))).toEqual({
    code: 'not_allowed',
    message: 'You submitted this placement, so somebody else approves it',
  })
  expect((await refusalOf(step(provider.approver, 'return', id))).errors).toEqual({
    comment: 'Please specify the reason',
  })
  await step(provider.approver, 'return', id, { comment })
  const { rows } = await database.owner.query(
    `select action, message, new_status, comment from contract.contract_activity where contract_id = $1 order by created_at, id`,
    [id],
  )
  expect(rows.map((row: { message: string; new_status: string }) => [row.message, row.new_status])).toEqual([
    ['Submitted', 'pending_approval_agency'],
    ['Approved by the agency', 'pending_approval_client'],
    ['Approved by the client', 'pending_approval_contractor'],
    ['Approved by the contractor', 'pending_raise_approval'],
    ['Returned by the provider', 'draft'],
  ])
})

test('a placement: a side says no with a comment, the agency recalls, cancels, deletes', async () => {
  const { id } = await draft(agency.admin)
  await step(agency.admin, 'submit', id)
  expect((await refusalOf(step(client.manager, 'reject', id))).errors).toEqual({
    comment: 'Please specify the reason',
  })
  expect((await step(client.manager, 'reject', id, { comment })).status).toBe('rejected')
  expect((await step(agency.admin, 'submit', id)).status).toBe('pending_approval_client')
  await step(client.manager, 'approve', id)
  expect((await step(contractor.viewer, 'reject', id, { comment })).status).toBe('rejected_contractor')
  await step(agency.admin, 'submit', id)
  expect((await step(agency.user, 'recall', id, { comment })).status).toBe('draft')
  expect((await refusalOf(step(agency.user, 'delete', id))).code).toBe('not_allowed')
  expect((await step(agency.admin, 'delete', id)).status).toBe('deleted')
  expect((await refusalOf(step(agency.admin, 'submit', id))).code).toBe('not_found')
  const other = await draft(agency.user)
  expect((await step(agency.user, 'cancel', other.id, { comment })).status).toBe('cancelled')
  expect((await refusalOf(step(agency.user, 'cancel', other.id, { comment }))).code).toBe('conflict')
})

test('a draft is changed whole: rates, terms and contacts; what was sent is not', async () => {
  const contacts = (...ids: Viewer[]) => ids.map(({ business_contact_id }) => business_contact_id)
  const { id } = await draft(agency.user, { timesheet_approver_ids: contacts(client.approver) })
  const update = (change: object) =>
    act(world, agency.user, 'contract.temp_placement.update', { ...base, id, ...change })
  await update({
    title: 'Lead engineer',
    contractor_payment_terms: 14,
    invoice_contact_ids: contacts(client.invoice_contact),
    notice: {
      type: 'two_stage',
      initial: { count: 1, unit: 'week' },
      duration: { count: 4, unit: 'week' },
      later: { count: 1, unit: 'month' },
    },
    rates: [{ name: 'Standard', contractor_rate: '21', client_rate: '26' }],
  })
  await update({
    title: 'Lead engineer',
    notice: { type: 'single', count: 4, unit: 'week' },
    timesheet_approver_ids: contacts(client.approver),
    rates: [{ name: 'Standard', contractor_rate: '22', client_rate: '27' }],
  })
  const { rows } = await database.owner.query(
    `select c.title, c.notice_type, c.notice_period, c.notice_initial, (select array_agg(type || ' ' || payment_terms order by type) from contract.contract_entity where contract_id = c.id and deleted_at is null) as terms,
       (select array_agg(sub_type || ' ' || value_numeric order by sub_type) from contract.rate where contract_id = c.id and deleted_at is null) as rates,
       (select array_agg(type order by type) from contract.contract_contact where contract_id = c.id and deleted_at is null) as contacts
     from contract.contract c where id = $1`,
    [id],
  )
  expect(rows).toEqual([
    {
      title: 'Lead engineer',
      notice_type: 'single',
      notice_period: 4,
      notice_initial: null,
      terms: ['client 30', 'contractor 7'],
      rates: ['client_rate 27.0000', 'contractor_rate 22.0000'],
      contacts: ['timesheet_approver'],
    },
  ])
  expect((await refusalOf(update({ notice: { type: 'single', count: 366, unit: 'week' } }))).errors).toEqual({
    'notice.count': 'Max number is reached',
  })
  await step(agency.admin, 'submit', id)
  expect((await refusalOf(update({}))).code).toBe('precondition')
})

test('two answers at once: one counts', async () => {
  const { id } = await draft(agency.admin)
  await step(agency.admin, 'submit', id)
  const answers = await Promise.allSettled([
    step(client.manager, 'approve', id),
    step(client.invoice_contact, 'reject', id, { comment }),
  ])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an approval given elsewhere needs a file, and the provider verifies it with that side', async () => {
  const { id } = await draft(agency.admin)
  await step(agency.admin, 'submit', id)
  const given = { method: 'call', approved_by_name: 'Harry Person', approved_on: '2025-06-12', comment }
  const state = (more: object = {}) => step(agency.user, 'approve_by_evidence', id, { ...given, ...more })
  expect((await refusalOf(state({ attachment_ids: [] }))).errors).toEqual({ attachment_ids: 'Mandatory' })
  const file = await seedEvidence(world, agency.user, id, 'contract.temp_placement')
  const other = await draft(agency.admin)
  const elsewhere = await seedEvidence(world, agency.user, other.id, 'contract.temp_placement')
  const attachment_ids = [file.id]
  expect((await refusalOf(state({ attachment_ids: [file.id, elsewhere.id] }))).errors).toEqual({
    attachment_ids: 'File not found',
  })
  for (const contact of [client.approver, agency.admin, contractor.viewer])
    expect(
      (await refusalOf(state({ attachment_ids, approved_by_contact: contact.business_contact_id }))).errors,
    ).toEqual({ approved_by_contact: 'Contact not found' })
  expect((await refusalOf(state({ approved_on: '2025-06-16', attachment_ids }))).errors).toEqual({
    approved_on: 'Should be before 15/06/2025',
  })
  const approved_by_contact = client.manager.business_contact_id
  expect((await state({ attachment_ids, approved_by_contact })).status).toBe('pending_approval_contractor')
  await step(contractor.viewer, 'approve', id)
  expect((await refusalOf(step(provider.approver, 'activate', id))).errors).toEqual({
    verified_with: 'Mandatory',
    source: 'Mandatory',
  })
  await step(provider.approver, 'activate', id, { verified_with: 'Harry Person', source: 'Companies House' })
  const { rows } = await database.owner.query(
    `select c.evidence_status, a.comment from contract.contract c join contract.contract_activity a on a.contract_id = c.id
     where c.id = $1 and a.new_status in ('pending_approval_contractor', 'active') order by a.created_at`,
    [id],
  )
  expect(rows).toEqual([
    {
      evidence_status: 'accepted',
      comment: `Call of ${client.manager.user_name}, 12/06/2025, signed.pdf: ${comment}`,
    },
    { evidence_status: 'accepted', comment: 'Verified with Harry Person, from Companies House' },
  ])
  const kept = await database.owner.query<{ files: string[]; contact: string }>(
    `select new_values -> 'attachment_ids' as files, new_values ->> 'approved_by_contact' as contact
     from log.audit where entity_id = $1 and new_values ? 'attachment_ids'`,
    [id],
  )
  expect(kept.rows).toEqual([{ files: attachment_ids, contact: approved_by_contact }])
})

test('a placement with open checks waits for them, and the night moves it on', async () => {
  const { id, human_id } = await draft(agency.user, { start_date: '2025-03-01' })
  await database.owner.query(
    `update contract.service_charge set funding_type = 'partly_funded' where agency_id = $1 and service_type = 'temp_placement'`,
    [agency.id],
  )
  await seedApprovals(world, { agency, client, contractor }, id)
  const facts = async () =>
    (await database.owner.query(`select status, open_checks from contract.contract where id = $1`, [id])).rows
  expect(await facts()).toEqual([
    { status: 'awaiting_raise_approval', open_checks: ['fee_rule', 'start_date'] },
  ])
  expect(await refusalOf(step(provider.admin, 'activate', id))).toEqual({
    code: 'precondition',
    message: `Placement ${human_id} still needs: A fee rule for its funding, A start date of the last 92 days or later`,
  })
  await database.owner.query(
    `update contract.service_charge set funding_type = null where agency_id = $1 and service_type = 'temp_placement'`,
    [agency.id],
  )
  await database.owner.query(`update contract.contract set start_date = '2025-06-02' where id = $1`, [id])
  await inTransaction(database, (tx) => recheckPlacements({ tx, clock: world.clock }, 'system'))
  expect(await facts()).toEqual([{ status: 'pending_raise_approval', open_checks: [] }])
})

test('one person on both sides, and a party that is not onboarded: not submitted', async () => {
  const { id } = await draft(agency.admin)
  const contact = await act<{ id: string }>(world, agency.admin, 'business.business_contact.create', {
    business_id: client.id,
    first_name: 'Harriet',
    last_name: 'Both',
    email: 'both@example.org',
    roles: ['hiring_manager'],
    can_sign_in: false,
  })
  await database.owner.query(
    `update business.business_contact set email = (select email from business.business_contact where id = $2) where id = $1`,
    [contact.id, agency.admin.business_contact_id],
  )
  expect((await refusalOf(step(agency.admin, 'submit', id))).message).toBe(
    'The same person cannot act for both sides',
  )
  await database.owner.query(`update business.business_contact set is_active = false where id = $1`, [
    contact.id,
  ])
  await database.owner.query(`update business.business set status = 'submitted' where id = $1`, [client.id])
  const { rows } = await database.owner.query(`select human_id from business.business where id = $1`, [
    client.id,
  ])
  expect((await refusalOf(step(agency.admin, 'submit', id))).errors).toEqual({
    client_id: `Client ${rows[0].human_id} is not onboarded yet`,
  })
  await database.owner.query(`update business.business set status = 'onboarded' where id = $1`, [client.id])
  expect((await step(agency.admin, 'submit', id)).status).toBe('pending_approval_client')
})

test('rates: contractor above client, names twice, text, a negative', async () => {
  const rates = (...list: object[]) => ({
    rates: list.map((one) => ({ name: 'Standard', contractor_rate: '20', client_rate: '25', ...one })),
  })
  expect(await errorsOf(rates({ contractor_rate: '25.01' }))).toEqual({
    'rates.0.contractor_rate': 'Contractor rate should be less than Client rate',
  })
  expect(await errorsOf(rates({}, { name: 'STANDARD' }))).toEqual({
    'rates.1.name': 'Rate Name Already Exists',
  })
  expect(await errorsOf(rates({ client_rate: 'ten' }))).toEqual({
    'rates.0.client_rate': 'Please enter a valid number',
  })
  expect(await errorsOf(rates({ contractor_rate: '-1' }))).toEqual({
    'rates.0.contractor_rate': 'Needs Positive Number',
  })
  expect(await errorsOf(rates({ client_rate: '' }))).toEqual({ 'rates.0.client_rate': 'Mandatory' })
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
  expect((await refusalOf(step(others.user, 'submit', made.id))).code).toBe('not_found')
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
  expect(await errorsOf({ type: 'percent', value: '1', currency: 'EUR' })).toEqual({
    currency: 'A share of the charge has no currency',
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
  // A fixed fee in euros is none for work in sterling.
  const fixed = { agency_id: lone.id, funding_type: 'funded', type: 'fixed', value: '5.00' }
  const fee = { ...fixed, effective_from: '2025-01-01' }
  await act(world, provider.admin, 'contract.service_charge.create', { ...fee, currency: 'EUR' })
  expect((await refusalOf(act(world, lone.admin, create, input))).errors?.funding_type).toBeDefined()
  await act(world, provider.admin, 'contract.service_charge.create', { ...fee, currency: 'GBP' })
  await act(world, lone.admin, create, input)
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
  await seedApprovals(world, { agency: lone, client: one, contractor: worker }, id)
  await act(world, provider.admin, fix, models(['direct'], 'direct'))
  const refused = await refusalOf(step(provider.operations, 'activate', id))
  expect(refused).toEqual({
    code: 'precondition',
    message: expect.stringMatching(
      /^Placement TMP\d+ has a funding model that its agency may not use, so it cannot be activated$/,
    ),
  })
  await act(world, provider.admin, fix, both)
  await step(provider.operations, 'activate', id)
})

test('holiday pay of a worker on PAYE: rolled up in the rate or retained, as the employment has it', async () => {
  const worker = await seedContractor(world, agency, { payment_type: 'paye' })
  const rates = [{ name: 'Standard', contractor_rate: '20.00', client_rate: '25.00' }]
  const of = {
    contractor_id: worker.id,
    rates,
    holiday_pay_type: 'rolled_up_holiday',
    holiday_pay_percent: '12.07',
  }
  expect(await errorsOf({ ...of, holiday_pay_percent: '12.06' })).toEqual({
    holiday_pay_percent: 'Value must be 12.07% or higher to meet legal statutory holiday entitlement.',
  })
  expect(await errorsOf({ ...of, contractor_id: contractor.id })).toEqual({
    holiday_pay_type: 'Only workers on PAYE have holiday pay',
  })
  const close = (client_rate: string) => ({ ...of, rates: [{ ...rates[0], client_rate }] })
  expect(await errorsOf(close('22.4139'))).toEqual({
    'rates.0.contractor_rate': 'Contractor rate should be less than Client rate',
  })
  await draft(agency.user, close('22.4140'))
  const made = await draft(agency.user, of)
  const held = await database.owner.query(
    'select sub_type, value_numeric, value_boolean, value_jsonb_object from contract.rate where contract_id = $1 order by 1',
    [made.id],
  )
  expect(held.rows).toEqual([
    { sub_type: 'client_rate', value_numeric: '25.0000', value_boolean: null, value_jsonb_object: {} },
    {
      sub_type: 'contractor_rate',
      value_numeric: '22.4140',
      value_boolean: true,
      value_jsonb_object: { holiday_pay_percent: '12.0700' },
    },
  ])

  const { id: paye_scheme_id } = await act<{ id: string }>(
    world,
    agency.admin,
    'business.paye_scheme.create',
    {
      employer_reference: '123/HOL1',
      accounts_office_reference: '123pa00012345',
      payment_frequency: 'monthly',
      levy_charge: 'none',
    },
  )
  const start = (change: object) =>
    act<{ id: string }>(world, agency.admin, 'business.employment.start', {
      contractor_id: worker.id,
      paye_scheme_id,
      payroll_id: 'W-1',
      start_date: '2025-06-02',
      pay_frequency: 'week',
      is_irregular_hours: true,
      starter_declaration: 'A',
      ...change,
    })
  for (const change of [{}, { retained_percent: '12.07' }, { rolled_up_percent: '13' }])
    expect((await refusalOf(start(change))).errors?.rolled_up_percent).toMatch(
      /^Rates of TMP\d{6} have holiday pay of 12.07%: rolled up in the rate$/,
    )
  const employment = await start({ rolled_up_percent: '12.07' })
  await draft(agency.user, of)
  await draft(agency.user, { contractor_id: worker.id })
  expect(await errorsOf({ ...of, holiday_pay_type: 'retained_holiday' })).toEqual({
    holiday_pay_type: 'The employment of this worker rolls up holiday pay of 12.07%',
  })
  expect(
    (
      await refusalOf(
        act(world, agency.admin, 'business.employment.change', {
          id: employment.id,
          pay_frequency: 'week',
          is_irregular_hours: true,
          retained_percent: '12.07',
        }),
      )
    ).code,
  ).toBe('invalid')
})

test('a draft of which a rate lacks its other side for some days is not submitted', async () => {
  const { id } = await draft(agency.user, { end_date: '2025-12-31' })
  await database.owner.query(
    `update contract.rate set effective_to = '2025-11-30' where contract_id = $1 and sub_type = 'client_rate'`,
    [id],
  )
  expect((await refusalOf(step(agency.user, 'submit', id))).errors).toEqual({
    'rates.0.effective_to': 'No client rate covers 01/12/2025 to 31/12/2025',
  })
})
