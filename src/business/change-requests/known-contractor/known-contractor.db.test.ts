/** A second agency's link: a contractor of the provider works with it as the contractor that they are. */
import { afterAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { messageOf, refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  companyInput,
  type SeededAgency,
  seedAccount,
  seedAgency,
  seedClient,
  seedContact,
  seedContractor,
  seedPlacement,
  seedProvider,
} from '#test/fixtures/world.ts'
import { detailsToken } from '#test/server/details-token.ts'
import { testApp } from '#test/server/harness.ts'
import { dead_party_link } from '../../parties/self-service/party-link.rules.ts'

const HOST = 'stint.example.org'
const { database, world } = await freshWorld()
const { clock } = world
const { sql } = database
const { app, settings } = await testApp(database, clock, { PUBLIC_URL: `http://${HOST}` })
afterAll(() => app.close())
const provider = await seedProvider(world)
const first = await seedAgency(world, provider)
const second = await seedAgency(world, provider)

type Worker = Awaited<ReturnType<typeof seedContractor>>

const party = <T = Record<string, unknown>>(by: Viewer, action: string, input: object) =>
  act<T>(world, by, `business.party.${action}`, input)

const draftRow = async (id: string) =>
  (
    await sql<{ status: string; entity_id: string | null; is_gone: boolean }>(
      'select status, entity_id, deleted_at is not null as is_gone from request.draft_request where id = $1',
      id,
    )
  )[0]

let nth = 0
/** A link of the agency to an address: of the contractor's own account, unless another one is named. */
async function linked(agency: SeededAgency, email: string) {
  const asked = { first_name: 'Typed', last_name: `Otherwise${++nth}`, email }
  const { draft_id } = await party<{ draft_id: string }>(agency.user, 'send_link', asked)
  return { draft_id, token: await detailsToken({ database, clock, settings }, email) }
}

const signature = 'Carla Worker'
const offer = (worker: Pick<Worker, 'viewer'>, token: string) =>
  party<{ agency: string; refusal: string | null; payees: { id: string; is_default: boolean }[] } | null>(
    worker.viewer,
    'read_offer',
    { token },
  )
const ask = (worker: Pick<Worker, 'viewer'>, token: string, more: object = {}) =>
  party(worker.viewer, 'work_with', { token, signature, ...more })
const approve = (by: Viewer, draft_id: string) =>
  party<{ contractor_id: string; service_id: string }>(by, 'approve_known', { draft_id })

const services = (worker: Worker) =>
  sql(
    `select to_business_id as agency, status, self_billing_from::text as from, self_billing_to::text as to from business.service
     where type = 'contractor-agency' and from_business_id = $1 and deleted_at is null order by created_at`,
    worker.id,
  )
const contractors = () =>
  sql<{ n: number }>(
    `select count(*)::int as n from business.business where type = 'contractor' and deleted_at is null`,
  )

async function details(name: string, token: string, payload: object) {
  const raw = await app.inject({
    method: 'POST',
    url: `/api/details/${name}`,
    headers: { host: HOST, token },
    payload,
  })
  return raw.json<{ success: boolean; message?: string }>()
}

test('known contractor: asks by the link, the agency approves, and a placement is made with the same contractor', async () => {
  const worker = await seedContractor(world, first)
  const { draft_id, token } = await linked(second, worker.viewer.email)
  const before = await contractors()
  // The agency reads the same, whether the person is known or not.
  const unread = await party(second.user, 'read_link', { draft_id })
  expect(unread).toMatchObject({ state: 'open', progress: null })
  expect(await offer(worker, token)).toEqual({
    agency: second.admin.business_name,
    refusal: null,
    payees: [expect.objectContaining({ id: worker.payment_company_id, is_default: true })],
  })
  expect(await party(second.user, 'read_link', { draft_id })).toEqual(unread)
  expect(await party(second.admin, 'read_known', { draft_id })).toBeNull()
  expect((await refusalOf(ask(worker, token, { signature: ' ' }))).errors).toEqual({ signature: 'Mandatory' })
  expect(await ask(worker, token, { agrees_self_billing: true })).toEqual({
    agency: second.admin.business_name,
  })
  // Nothing is read of the contractor, and nothing stands, before the agency approves.
  expect(await services(worker)).toHaveLength(1)
  expect(await party(second.admin, 'read_known', { draft_id })).toMatchObject({
    name: worker.name,
    email: worker.viewer.email,
    signed_as: signature,
    self_billing_from: clock.today(),
    payee: { is_default: true },
    steps: [
      { action: 'approve', refusal: null },
      { action: 'decline', refusal: null },
    ],
  })
  expect(await messageOf(party(second.user, 'withdraw', { draft_id, comment: 'No' }))).toBe(
    'The contractor asked for this: approve or decline it',
  )
  expect((await refusalOf(approve(second.user, draft_id))).code).toBe('not_allowed')
  expect((await refusalOf(approve(first.admin, draft_id))).code).toBe('not_found')
  expect((await refusalOf(party(first.admin, 'read_known', { draft_id }))).code).toBe('not_found')
  const { contractor_id } = await approve(second.admin, draft_id)
  expect(contractor_id).toBe(worker.id)
  expect(await contractors()).toEqual(before)
  expect(await services(worker)).toMatchObject([
    { agency: first.id, from: '2020-01-01', to: null },
    { agency: second.id, status: 'active', from: '2025-06-15', to: '2026-06-14' },
  ])
  expect(await draftRow(draft_id)).toMatchObject({ status: 'onboarded', is_gone: true })
  expect(
    await sql(
      `select title, link from log.notification_log where kind = 'agency_accepted' and user_id = $1`,
      worker.viewer.user_id,
    ),
  ).toEqual([
    { title: `${second.admin.business_name} works with you`, link: 'request/new_own_service_change' },
  ])
  const client = await seedClient(world, second)
  const placed = await seedPlacement(world, { agency: second, client, contractor: worker })
  expect(
    await sql('select status, agency_id, payment_company_id from contract.contract where id = $1', placed.id),
  ).toEqual([{ status: 'active', agency_id: second.id, payment_company_id: worker.payment_company_id }])
  // The same agency twice.
  const again = await linked(second, worker.viewer.email)
  expect(await offer(worker, again.token)).toMatchObject({
    refusal: `You work with ${second.admin.business_name} already`,
    payees: [],
  })
  expect((await refusalOf(ask(worker, again.token))).code).toBe('precondition')
})

test('known contractor: a dead link, another person and another provider learn nothing', async () => {
  const worker = await seedContractor(world, first)
  const stopped = await linked(second, worker.viewer.email)
  await party(second.user, 'stop_link', { draft_id: stopped.draft_id })
  for (const token of [stopped.token, 'x'.repeat(43)]) {
    expect(await messageOf(offer(worker, token))).toBe(dead_party_link)
    expect(await messageOf(ask(worker, token))).toBe(dead_party_link)
  }
  // The link is of somebody else.
  const foreign = await linked(second, 'somebody@example.org')
  expect(await offer(worker, foreign.token)).toBeNull()
  expect(await messageOf(ask(worker, foreign.token))).toBe(dead_party_link)
  const elsewhere = await seedAgency(world, await seedProvider(world))
  const outside = await linked(elsewhere, worker.viewer.email)
  expect(await offer(worker, outside.token)).toBeNull()
  expect(await messageOf(ask(worker, outside.token))).toBe(dead_party_link)
  for (const by of [second.admin, provider.admin])
    expect((await refusalOf(party(by, 'read_offer', { token: foreign.token }))).code).toBe('not_allowed')
})

test('known contractor: is the same person by National Insurance number and birth date, typed by the link', async () => {
  const worker = await seedContractor(world, first, {
    more: { ni_number: 'AB123459A', date_of_birth: '1990-02-03' },
  })
  const { token } = await linked(second, 'private@example.org')
  const keep = (version: number, values: object) =>
    details('save', token, { values: { first_name: 'Carla', ...values }, bank: {}, step: 1, version })
  const known = await keep(1, { ni_number: 'ab 12 34 59 a', date_of_birth: '1990-02-03' })
  // Without a sign-in the page is told nothing: a stranger's details are kept in the same way.
  const stranger = await linked(second, 'stranger@example.org')
  expect(known).toEqual(
    await details('save', stranger.token, {
      values: { first_name: 'Eve', ni_number: 'AB123458A', date_of_birth: '1990-02-03' },
      bank: {},
      step: 1,
      version: 1,
    }),
  )
  expect(await offer(worker, stranger.token)).toBeNull()
  expect(await offer(worker, token)).toMatchObject({ refusal: null })
  await keep(2, { ni_number: 'AB123459A', date_of_birth: '1990-02-04' })
  expect(await offer(worker, token)).toBeNull()
})

test('known contractor: two clicks at once ask once, a used link is dead, and two approvals make one link', async () => {
  const worker = await seedContractor(world, first)
  const { draft_id, token } = await linked(second, worker.viewer.email)
  const other = await linked(second, worker.viewer.email)
  const asked = await Promise.allSettled([ask(worker, token), ask(worker, token)])
  expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await messageOf(ask(worker, token))).toBe(dead_party_link)
  expect(await details('query', token, {})).toMatchObject({ success: false, message: dead_party_link })
  expect((await offer(worker, other.token))?.refusal).toBe(
    `You have asked ${second.admin.business_name} already. They decide about it`,
  )
  expect((await refusalOf(ask(worker, other.token))).code).toBe('conflict')
  // The agency cannot change the draft meanwhile.
  for (const step of ['stop_link', 'delete_draft'])
    expect((await refusalOf(party(second.user, step, { draft_id }))).code).toBe('precondition')
  const approved = await Promise.allSettled([
    approve(second.admin, draft_id),
    approve(second.admin, draft_id),
  ])
  expect(approved.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await services(worker)).toHaveLength(2)
})

test('known contractor: a declined request tells the reason to the contractor, and a new link asks again', async () => {
  const worker = await seedContractor(world, first)
  const { email } = worker.viewer
  const { draft_id, token } = await linked(second, email)
  await ask(worker, token)
  const decline = (comment: string) => party(second.admin, 'decline_known', { draft_id, comment })
  expect((await refusalOf(decline(' '))).errors).toHaveProperty('comment')
  await decline('We know another Carla')
  expect(
    await sql(
      `select message from log.notification_log where kind = 'agency_declined' and user_id = $1`,
      worker.viewer.user_id,
    ),
  ).toEqual([{ message: 'We know another Carla' }])
  expect((await refusalOf(approve(second.admin, draft_id))).code).toBe('precondition')
  expect(await services(worker)).toHaveLength(1)
  expect(await draftRow(draft_id)).toMatchObject({ status: 'rejected', is_gone: false })
  await party(second.user, 'send_link', { draft_id, email })
  const again = await detailsToken({ database, clock, settings }, email)
  await ask(worker, again)
  await approve(second.admin, draft_id)
  expect(await services(worker)).toHaveLength(2)
})

test('known contractor: a link that ended comes back, a suspended one is resumed by request', async () => {
  const worker = await seedContractor(world, first)
  const { draft_id, token } = await linked(second, worker.viewer.email)
  await ask(worker, token)
  const { service_id } = await approve(second.admin, draft_id)
  const become = (status: string) =>
    sql('update business.service set status = $2 where id = $1', service_id, status)
  await become('suspended')
  const { token: next, draft_id: draft } = await linked(second, worker.viewer.email)
  expect((await offer(worker, next))?.refusal).toMatch(/ is suspended\. Ask them to resume it$/)
  await become('ended')
  await ask(worker, next, { agrees_self_billing: true })
  expect(await approve(second.admin, draft)).toEqual({ contractor_id: worker.id, service_id })
  expect(await services(worker)).toMatchObject([{}, { status: 'active', from: '2025-06-15' }])
})

test('known contractor: refused are colleagues, people twice in the agency, and contractors who are off', async () => {
  const colleague = await seedContractor(world, first)
  const staff = await seedContact(world, provider.admin, second.id, 'Stella', 'agency_admin')
  const by_staff = await linked(second, 'stella.private@example.org')
  const named = { more: { ni_number: 'AB123471A', date_of_birth: '1991-01-01' } }
  const twice = await seedContractor(world, first, named)
  await sql(
    'update business.business_contact set user_id = $1 where id = $2',
    staff.user_id,
    colleague.viewer.business_contact_id,
  )
  await sql(
    'update auth.party_link set email = $1 where draft_id = $2',
    colleague.viewer.email,
    by_staff.draft_id,
  )
  expect((await offer(colleague, by_staff.token))?.refusal).toMatch(/^You are one of the people of /)

  const link = await linked(second, twice.viewer.email)
  await ask(twice, link.token)
  const copy = await seedContractor(world, second, named)
  expect(await messageOf(approve(second.admin, link.draft_id))).toMatch(/has this National Insurance number/)
  await sql('update business.service set deleted_at = now() where from_business_id = $1', copy.id)
  await sql('update business.business set is_active = false where id = $1', twice.id)
  expect(await messageOf(approve(second.admin, link.draft_id))).toBe(
    'The contractor is not in force any more: decline the request',
  )
  await sql(`update business.business set is_active = true, status = 'approved' where id = $1`, twice.id)
  const { token } = await linked(second, twice.viewer.email)
  expect((await offer(twice, token))?.refusal).toMatch(/ once you are onboarded$/)
  // The person themselves never decides.
  await sql(`update business.business set status = 'onboarded' where id = $1`, twice.id)
  const self = { ...second.admin, user_id: twice.viewer.user_id }
  expect((await refusalOf(approve(self, link.draft_id))).code).toBe('not_allowed')
})

test('known contractor: details that were sent back fall away with the request', async () => {
  const worker = await seedContractor(world, first)
  const { draft_id, token } = await linked(second, worker.viewer.email)
  const values = {
    ...{ first_name: 'Carla', last_name: 'Again', date_of_birth: '1990-02-03', ni_number: 'AB123475A' },
    ...{ line_1: '1 Mill Lane', city: 'York', payment_type: 'paye', signature },
  }
  const bank = {
    ...{ account_holder_name: 'Carla', bank_name: 'Harbour Bank' },
    ...{ sort_code: '00-10-00', account_number: '55779911' },
  }
  const key = '018f0000-0000-7000-8000-000000000001'
  expect(await details('submit', token, { values, bank, key })).toMatchObject({ success: true })
  const made = present((await draftRow(draft_id))?.entity_id, 'the second contractor')
  await party(second.admin, 'reject', { id: made, comment: 'Sign in, then open the new link' })
  await party(second.user, 'send_link', { draft_id, email: worker.viewer.email })
  const again = await detailsToken({ database, clock, settings }, worker.viewer.email)
  await ask(worker, again)
  expect(
    await sql('select deleted_at is not null as is_gone from business.business where id = $1', made),
  ).toEqual([{ is_gone: true }])
  await approve(second.admin, draft_id)
  expect(await services(worker)).toHaveLength(2)
})

test('known contractor: a further payee is chosen, and agency and provider agree to it', async () => {
  const worker = await seedContractor(world, first)
  const { id: umbrella } = await act<{ id: string }>(
    world,
    provider.admin,
    'business.payment_company.create',
    {
      type: 'umbrella',
      company: companyInput('Harbour Umbrella'),
    },
  )
  await seedAccount(world, provider.admin, umbrella, 'payout')
  const decide = (by: Viewer, id: string) =>
    act(world, by, 'request.change_request.approve', { ids: [id], comment: 'Looked at' })
  const made = await act<{ id: string }>(world, worker.viewer, 'business.contractor.add_payee', {
    ...{ contractor_id: worker.id, payment_type: 'umbrella', payment_company_id: umbrella },
    ...{ effective_from: '2025-06-09', comment: 'Another way' },
  })
  for (const by of [first.admin, provider.approver]) await decide(by, made.id)
  const { draft_id, token } = await linked(second, worker.viewer.email)
  expect((await offer(worker, token))?.payees.map(({ id }) => id)).toEqual([
    worker.payment_company_id,
    umbrella,
  ])
  const stranger = await seedContractor(world, second)
  expect((await refusalOf(ask(worker, token, { payee_id: stranger.payment_company_id }))).errors).toEqual({
    payee_id: 'Please enter a valid Input',
  })
  await ask(worker, token, { payee_id: umbrella })
  await approve(second.admin, draft_id)
  const [request] = await sql<{ id: string }>(
    `select id, status, asked_by, requested_by, waits_for from request.change_request where contractor_id = $1 and agency_id = $2`,
    worker.id,
    second.id,
  )
  expect(request).toMatchObject({
    status: 'pending',
    asked_by: 'contractor',
    requested_by: worker.viewer.user_id,
    waits_for: 'agency',
  })
  for (const by of [second.admin, provider.approver]) await decide(by, present(request, 'the request').id)
  expect(
    await sql(
      `select agency_id, payment_type from business.contractor_payee where contractor_id = $1 order by created_at`,
      worker.id,
    ),
  ).toEqual([
    { agency_id: first.id, payment_type: 'umbrella' },
    { agency_id: second.id, payment_type: 'umbrella' },
  ])
})
