/** The credit limit that an agency asks for with a new client (spec §3, financials of the client wizard). */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { openFiles } from '#server/storage.server.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, companyInput, seedAgency, seedClient, seedProvider } from '#test/fixtures/world.ts'
import { testApp } from '#test/server/harness.ts'

const { database, world } = await freshWorld('2026-11-02T09:00:00.000Z')
const { clock } = world
const { sql } = database
const { settings } = await testApp(database, clock)
const files = openFiles(settings.files)
const provider = await seedProvider(world)
const agency = await seedAgency(world, provider)

async function deliver(): Promise<void> {
  for (const { id } of await sql<{ id: string }>(
    `select id from platform.outbox where delivered_at is null and topic = 'new_client_limit'`,
  ))
    await deliverOutbox({ database, clock, settings, files }, topics, id)
}

const financials = {
  temp_placement_count: 3,
  perm_placement_count: 1,
  average_client_rate: '25.00',
  credit_limit_amount: '24000.00',
  valid_from: '2026-11-09',
  valid_to: '2027-11-08',
}
const submit = (by: Viewer, more: object = {}) =>
  act<{ id: string; draft_id: string }>(world, by, 'business.party.submit', {
    kind: 'client',
    company: companyInput('Client'),
    legal_form: 'limited_company',
    temp_payment_terms: 30,
    ...financials,
    ...more,
  })
const approve = (id: string) => act(world, provider.approver, 'business.party.approve', { id })
const requestsOf = (client_id: string) =>
  sql<{ id: string; status: string; requested_by: string; agency_id: string; data: Record<string, unknown> }>(
    `select id, status, requested_by, agency_id, data from request.change_request where type = 'credit_limit' and client_id = $1`,
    client_id,
  )

test('new client: the approval asks for the limit in the name of its submitter, and the risk carrier decides', async () => {
  const { id } = await submit(agency.user)
  const read = (by: Viewer) => act<{ financials: object | null }>(world, by, 'business.party.read', { id })
  const typed = { ...financials, temp_placement_count: '3', perm_placement_count: '1', currency: 'GBP' }
  expect((await read(provider.approver)).financials).toEqual(typed)
  expect((await read(agency.admin)).financials).toEqual(typed)
  await deliver()
  expect(await requestsOf(id)).toEqual([])
  await approve(id)
  await deliver()
  const [request] = await requestsOf(id)
  expect(request).toMatchObject({
    status: 'pending',
    requested_by: agency.user.user_id,
    agency_id: agency.id,
    data: {
      amount: '24000.00',
      currency: 'GBP',
      limiter_id: provider.id,
      valid_from: '2026-11-09',
      valid_to: '2027-11-08',
      reason: 'Asked for with the new client: 3 temp and 1 perm placements, on average 25.00 an hour',
    },
  })
  // The approver of the client is no asker, so they may decide.
  await act(world, provider.operations, 'business.credit_limit.decide', {
    id: request?.id,
    outcome: 'approved',
  })
  expect(
    await sql(
      'select amount::text, effective_from::text from business.credit_limit where client_id = $1',
      id,
    ),
  ).toEqual([{ amount: '24000.00', effective_from: '2026-11-09' }])
})

test('new client: without an amount nothing is asked for; without a first day the limit begins today', async () => {
  const { credit_limit_amount: _, valid_from: __, valid_to: ___, ...counts } = financials
  const base = {
    kind: 'client',
    legal_form: 'limited_company',
    company: companyInput('Client'),
    temp_payment_terms: 30,
  }
  const { id } = await act<{ id: string }>(world, agency.user, 'business.party.submit', {
    ...base,
    ...counts,
  })
  await approve(id)
  await deliver()
  expect(await requestsOf(id)).toEqual([])
  const late = await submit(agency.user, { valid_from: undefined, valid_to: undefined })
  clock.advance({ days: 1 })
  await approve(late.id)
  await deliver()
  expect(await requestsOf(late.id)).toMatchObject([{ data: { valid_from: '2026-11-03', valid_to: null } }])
})

test('new client: faults of its financials are named at once, each under its field', async () => {
  expect(
    (
      await refusalOf(
        submit(agency.user, {
          temp_placement_count: -1,
          average_client_rate: 'abc',
          credit_limit_amount: '0',
          valid_to: '2026-11-01',
        }),
      )
    ).errors,
  ).toMatchObject({ temp_placement_count: 'Needs Positive Number' })
  expect(
    (
      await refusalOf(
        submit(agency.user, { average_client_rate: 'abc', credit_limit_amount: '0', valid_to: '2026-11-01' }),
      )
    ).errors,
  ).toEqual({
    average_client_rate: 'Please enter a valid number',
    credit_limit_amount: 'Needs Positive Number',
    valid_to: 'Should be after 08/11/2026',
  })
  const { credit_limit_amount: _, ...rest } = financials
  expect((await refusalOf(submit(agency.user, { ...rest, credit_limit_amount: undefined }))).errors).toEqual({
    credit_limit_amount: 'Mandatory',
  })
})

test('new client that is known already: the limit is asked for the linked client, once', async () => {
  const other = await seedAgency(world, provider)
  const known = await seedClient(world, other)
  const [company] = await sql<{ brn: string }>(
    'select c.brn from business.company c join business.business b on b.company_id = c.id where b.id = $1',
    known.id,
  )
  const { id } = await submit(agency.user, { company: { ...companyInput('Known'), brn: company?.brn } })
  await act(world, provider.operations, 'business.party.link_same', { id, same_as: known.id })
  await deliver()
  expect(await requestsOf(known.id)).toMatchObject([{ agency_id: agency.id, data: { amount: '24000.00' } }])
  expect(await requestsOf(id)).toEqual([])
})

test('new client: a submitter who left asks for nothing, and the approval goes on', async () => {
  const { id } = await submit(agency.user)
  await approve(id)
  const { business_contact_id, email } = agency.user
  await act(world, agency.admin, 'business.business_contact.update', {
    id: business_contact_id,
    first_name: 'Ulla',
    last_name: 'Agent',
    email,
    roles: ['primary_staff_user'],
    is_active: false,
  })
  await deliver()
  expect(await requestsOf(id)).toEqual([])
})
