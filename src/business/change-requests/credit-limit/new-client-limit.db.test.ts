/** The credit limit that an agency asks for with a new client (spec §3, financials of the client wizard). */
import { expect, test } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import type { Viewer } from '#entity/access.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { openFiles } from '#server/storage.server.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, companyInput, seedAgency, seedClient, seedProvider } from '#test/fixtures/world.ts'
import { testApp } from '#test/server/harness.ts'
import { sourcesOf, timelineQuery } from '../../platform/timeline/timeline.rules.ts'

const { database, world } = await freshWorld('2026-11-02T09:00:00.000Z')
const { clock } = world
const { sql } = database
const { settings } = await testApp(database, clock)
const files = openFiles(settings.files)
const endpoint = new DataEndpoint({ database, clock, onError: () => undefined })
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
  const { id: again, draft_id } = await submit(agency.user)
  await act(world, provider.approver, 'business.party.reject', { id: again, comment: 'No limit yet' })
  await act(world, agency.user, 'business.party.submit', {
    ...{ ...base, company: companyInput('Client') },
    ...{ ...counts, draft_id },
  })
  await approve(again)
  await deliver()
  expect(await requestsOf(again)).toEqual([])
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

/** The request of a refused limit, with its reason. */
const refusedOf = (client_id: string) =>
  sql<{ status: string; requested_by: string; by: string; comment: string }>(
    `select r.status, r.requested_by, y.user_name as by, y.comment from request.change_request r
     join request.change_request_activity y on y.change_request_id = r.id and y.new_status = 'rejected'
     where r.type = 'credit_limit' and r.client_id = $1`,
    client_id,
  )
const tasksOf = (client_id: string) =>
  sql<{ contact: string; message: string }>(
    `select n.business_contact_id as contact, n.message from log.notification_log n
     join request.change_request r on r.id = n.entity_id
     where n.kind = 'credit_limit_rejected' and n.state = 'open' and r.client_id = $1`,
    client_id,
  )

test('new client whose limit is refused: its submitter gets a task with the reason, and the timeline has it', async () => {
  const other = await seedAgency(world, provider)
  const known = await seedClient(world, other)
  const [company] = await sql<{ brn: string }>(
    'select c.brn from business.company c join business.business b on b.company_id = c.id where b.id = $1',
    known.id,
  )
  const { id } = await submit(agency.user, { company: { ...companyInput('Known'), brn: company?.brn } })
  await act(world, provider.operations, 'business.party.link_same', { id, same_as: known.id })
  // Meanwhile a colleague asks for one by hand.
  const { human_id } = await act<{ human_id: string }>(world, agency.admin, 'business.credit_limit.request', {
    client_id: known.id,
    amount: '9000.00',
    reason: 'A first placement',
    valid_from: '2026-11-09',
  })
  await deliver()
  const refusal = expect.stringMatching(new RegExp(`^A limit of .+ is asked for already, by ${human_id}$`))
  expect(await refusedOf(known.id)).toEqual([
    { status: 'rejected', requested_by: agency.user.user_id, by: 'Stint', comment: refusal },
  ])
  expect(await tasksOf(known.id)).toEqual([{ contact: agency.user.business_contact_id, message: refusal }])
  const query = timelineQuery(
    sourcesOf('business.client', agency.user).filter(({ kind }) => kind === 'change_request'),
  )
  const answer = await endpoint.execute(agency.user, { query, variables: { id: known.id, limit: 10 } })
  expect(JSON.parse(answer).data.request_change_request).toContainEqual(
    expect.objectContaining({
      status: 'rejected',
      activities: [{ new_status: 'rejected', comment: refusal }],
    }),
  )
})

test('new client whose submitter has no right to ask any more: they are told so', async () => {
  const { id } = await submit(agency.user)
  await approve(id)
  const { business_contact_id, email } = agency.user
  const person = { id: business_contact_id, first_name: 'Ulla', last_name: 'Agent', email }
  const change = (more: object) =>
    act(world, agency.admin, 'business.business_contact.update', { ...person, ...more })
  await change({ roles: ['agency_read_only'] })
  await deliver()
  expect(await tasksOf(id)).toEqual([
    { contact: business_contact_id, message: 'You do not have permission to do this' },
  ])
  await change({ roles: ['primary_staff_user'] })
})

test('new client: the limit of a submitter who left is refused, and the approval goes on', async () => {
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
  expect(await refusedOf(id)).toMatchObject([{ comment: 'Its submitter has left the agency' }])
})
