/** A contractor with several payees at once: asked for, decided, chosen by new placements, and ended. */
import { expect, test } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import type { Viewer } from '#entity/access.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  companyInput,
  seedAccount,
  seedAgency,
  seedApprovals,
  seedClient,
  seedParties,
  seedPlacement,
} from '#test/fixtures/world.ts'
import type { Compared } from '../request/change-request.rules.ts'

const { database, world } = await freshWorld()
const { sql } = database
const endpoint = new DataEndpoint({ database, clock: world.clock })
const { provider, agency, client, contractor } = await seedParties(world)
const own_company = contractor.payment_company_id
const { id: umbrella_id } = await act<{ id: string }>(
  world,
  provider.admin,
  'business.payment_company.create',
  {
    type: 'umbrella',
    company: companyInput('Harbour Umbrella'),
  },
)
await seedAccount(world, provider.admin, umbrella_id, 'payout')

type Made = { id: string; human_id: string; waits_for: string }
const umbrella = {
  contractor_id: contractor.id,
  payment_type: 'umbrella',
  payment_company_id: umbrella_id,
  effective_from: '2025-06-09',
}
const ask = (by: Viewer, more: object = {}) =>
  act<Made>(world, by, 'business.contractor.add_payee', { ...umbrella, comment: 'Another way', ...more })
const decide = (by: Viewer, how: 'approve' | 'cancel', id: string) =>
  act(world, by, `request.change_request.${how}`, { ids: [id], comment: 'Looked at' })
const create = (more: object = {}) =>
  act<{ id: string; human_id: string }>(world, agency.user, 'contract.temp_placement.create', {
    client_id: client.id,
    contractor_id: contractor.id,
    title: 'Site engineer',
    start_date: '2025-06-09',
    funding_type: 'funded',
    contractor_payment_terms: 7,
    rates: [{ name: 'Standard', contractor_rate: '20.00', client_rate: '25.00' }],
    ...more,
  })
const paid = async (id: string) =>
  (
    await sql(
      `select payment_company_id as payee, keeps_self_billing as keeps, self_billing_from::text as from, conduct_regs_opt_out as is_out
       from contract.contract where id = $1`,
      id,
    )
  )[0]
const payees = () =>
  sql<{ id: string; way: string; to: string | null }>(
    `select id, payment_type as way, effective_to::text as to from business.contractor_payee
     where contractor_id = $1 and deleted_at is null order by effective_from, id`,
    contractor.id,
  )
const associated = async () =>
  (
    await sql<{ ids: string[] }>('select business.associated_business_ids($1) as ids', contractor.id)
  )[0]?.ids.toSorted()

/** The contractor and their companies, as an agency reads them. */
const readBy = async (viewer: Viewer): Promise<unknown> =>
  JSON.parse(
    await endpoint.execute(viewer, {
      query: `{
        contractor: business_contractor_by_pk(id: "${contractor.id}") { updated_at payees { id } }
        companies: business_business(where: { type: { _in: ["limited", "umbrella"] } }, order_by: { id: asc }) { id name updated_at }
        accounts: business_bank_account(order_by: { id: asc }) { id }
      }`,
    }),
  )

test('a payee is asked for as a change of payment is, and placements in force keep theirs', async () => {
  const standing = await seedPlacement(world, { agency, client, contractor })
  expect(
    (await refusalOf(ask(agency.admin, { payment_type: 'limited', payment_company_id: own_company }))).errors,
  ).toEqual({
    payment_company_id: 'The contractor is paid so already',
  })
  expect((await refusalOf(ask(agency.admin, { payment_type: 'limited' }))).errors).toEqual({
    payment_company_id: 'Please enter a valid Input',
  })
  const made = await ask(agency.admin, { self_billing_from: '2025-06-09' })
  expect(made.waits_for).toBe('contractor')
  expect((await refusalOf(create({ payment_company_id: umbrella_id }))).errors).toEqual({
    payment_company_id: 'The contractor is not paid so on the first day',
  })
  const { rows, effects } = await act<Compared>(world, contractor.viewer, 'request.change_request.compare', {
    id: made.id,
  })
  expect(rows.map(({ label, new: asked }) => [label, asked])).toEqual([
    ['Agency', expect.stringContaining('(AGY')],
    ['Further Payment Type', 'Umbrella'],
    ['Further Payment Company', expect.stringContaining('Harbour Umbrella')],
    ['Self-billing Agreement From', '2025-06-09'],
    ['First day', '2025-06-09'],
  ])
  expect(effects[0]).toMatch(
    /^New placements with .* that begin on 09\/06\/2025 or later may pay Harbour Umbrella/,
  )
  await decide(contractor.viewer, 'approve', made.id)
  expect(await payees()).toEqual([])
  await decide(provider.approver, 'approve', made.id)
  expect(await payees()).toMatchObject([{ way: 'umbrella', to: null }])
  expect(await associated()).toEqual([own_company, umbrella_id].toSorted())
  expect(await paid(standing.id)).toMatchObject({ payee: own_company, keeps: false })
  expect((await refusalOf(ask(agency.admin))).errors).toEqual({
    payment_company_id: 'The contractor is paid so already',
  })
})

test('a new placement pays the named payee by the terms of that payee, and the contractor’s by default', async () => {
  const [by_default, chosen] = [await create(), await create({ payment_company_id: umbrella_id })]
  expect(await paid(by_default.id)).toMatchObject({ payee: own_company, keeps: false })
  expect(await paid(chosen.id)).toEqual({
    payee: umbrella_id,
    keeps: true,
    from: '2025-06-09',
    is_out: false,
  })
  expect(await paid((await create({ payment_company_id: own_company })).id)).toMatchObject({
    payee: own_company,
  })
  // IR35 is asked of a limited company alone.
  const inside = { ir35_status: 'inside', ir35_determined_by: 'client' }
  expect((await refusalOf(create(inside))).errors).toHaveProperty('ir35_status')
  await create({ ...inside, payment_company_id: umbrella_id })
  expect(
    (await refusalOf(create({ payment_company_id: umbrella_id, start_date: '2025-06-08' }))).errors,
  ).toHaveProperty('payment_company_id')
  // A change of the draft that names no payee pays the contractor's again.
  await act(world, agency.user, 'contract.temp_placement.update', {
    id: chosen.id,
    client_id: client.id,
    contractor_id: contractor.id,
    title: 'Site engineer',
    start_date: '2025-06-09',
    funding_type: 'funded',
    contractor_payment_terms: 7,
    rates: [{ name: 'Standard', contractor_rate: '20.00', client_rate: '25.00' }],
  })
  expect(await paid(chosen.id)).toEqual({ payee: own_company, keeps: false, from: null, is_out: false })
})

test('an opt-out that the contractor’s own company signed is not that of another payee', async () => {
  await sql(
    `update business.service set conduct_regs_opt_out = true where type = 'contractor-agency' and from_business_id = $1`,
    contractor.id,
  )
  expect(await paid((await create()).id)).toMatchObject({ is_out: true })
  expect(await paid((await create({ payment_company_id: umbrella_id })).id)).toMatchObject({ is_out: false })
})

test('a change of the contractor’s payment leaves placements of a further payee as they are', async () => {
  const through = await seedPlacement(
    world,
    { agency, client, contractor },
    { payment_company_id: umbrella_id, start_date: '2025-06-09' },
  )
  const { id: lumen } = await act<{ id: string }>(world, agency.admin, 'business.payment_company.create', {
    type: 'limited',
    company: companyInput('Lumen'),
  })
  await seedAccount(world, provider.admin, lumen, 'payout')
  // Drafts wait for approval: they would stop the change.
  await sql(
    `update contract.contract set status = 'cancelled' where contractor_id = $1 and status <> 'active'`,
    contractor.id,
  )
  const { effects } = await act<{ effects: string[] }>(
    world,
    agency.admin,
    'business.contractor.preview_payment',
    {
      contractor_id: contractor.id,
      payment_type: 'limited',
      payment_company_id: lumen,
      effective_from: '2025-06-30',
    },
  )
  expect(effects.join(' ')).not.toContain(through.human_id)
  expect(effects.filter((one) => one.includes('goes on as a copy'))).toHaveLength(1)
})

test('a payee ends once no placement in force pays it', async () => {
  const [payee] = await payees()
  const end = (by: Viewer) =>
    act(world, by, 'business.contractor.end_payee', { id: payee?.id, comment: 'Not used' })
  const [live] = await sql<{ id: string; human_id: string }>(
    `select id, human_id from contract.contract where payment_company_id = $1 and status = 'active'`,
    umbrella_id,
  )
  expect(await refusalOf(end(agency.admin))).toMatchObject({
    code: 'precondition',
    message: expect.stringMatching(
      new RegExp(`^Placement ${live?.human_id} pays Harbour Umbrella .*: end it first$`),
    ),
  })
  await sql(`update contract.contract set status = 'cancelled' where id = $1`, live?.id)
  await end(contractor.viewer)
  const mails = await sql<{ to: string; subject: string; text: string }>(
    `select payload ->> 'to' as "to", payload ->> 'subject' as subject, payload ->> 'body_text' as text
     from platform.outbox where topic = 'payee_ended_mail'`,
  )
  const people = mails.map(({ to }) => to)
  expect(people).toContain(agency.admin.email)
  // The person who ended the payee gets no mail.
  expect(people).not.toContain(contractor.viewer.email)
  expect(mails[0]?.subject).toMatch(/^Harbour Umbrella .* is ended as a payee of /)
  expect(mails[0]?.text).toContain('Reason: Not used')
  expect((await payees())[0]?.to).toBe(world.clock.today())
  expect(await associated()).toEqual([own_company])
  expect((await refusalOf(end(agency.admin))).code).toBe('conflict')
  expect(
    (await refusalOf(create({ payment_company_id: umbrella_id, start_date: '2025-06-30' }))).errors,
  ).toHaveProperty('payment_company_id')
})

test('payees are of one agency: another neither reads nor uses them, and the contractor has one with each', async () => {
  const other = await seedAgency(world, provider)
  const others_client = await seedClient(world, other)
  await sql(
    `insert into business.service (id, type, from_business_id, to_business_id, provider_id, agency_id, status, compliance_status, conduct_regs_opt_out)
     select platform.new_id(), type, from_business_id, $2, provider_id, $2, status, compliance_status, false
     from business.service where type = 'contractor-agency' and from_business_id = $1`,
    contractor.id,
    other.id,
  )
  expect((await refusalOf(ask(contractor.viewer, { effective_from: '2025-07-01' }))).errors).toEqual({
    agency_id: 'Mandatory',
  })
  // Every agency of the contractor reads the link of a former payee.
  await sql(
    `update business.service set is_of_further_payee = false where type = 'contractor-company' and to_business_id = $1`,
    umbrella_id,
  )
  const seen = await readBy(agency.admin)
  world.clock.advance({ minutes: 1 })
  const made = await ask(contractor.viewer, { effective_from: '2025-07-01', agency_id: other.id })
  expect(made.waits_for).toBe('agency')
  await decide(other.admin, 'approve', made.id)
  await decide(provider.approver, 'approve', made.id)
  expect(await readBy(agency.admin)).toEqual(seen)
  expect(
    await sql(
      `select is_of_further_payee as is_further, status from business.service
       where type = 'contractor-company' and to_business_id = $1`,
      umbrella_id,
    ),
  ).toEqual([{ is_further: false, status: 'active' }])
  const placed = { start_date: '2025-07-01', payment_company_id: umbrella_id }
  expect((await refusalOf(create(placed))).errors).toHaveProperty('payment_company_id')
  const { id } = await act<{ id: string }>(world, other.user, 'contract.temp_placement.create', {
    client_id: others_client.id,
    contractor_id: contractor.id,
    title: 'Site engineer',
    funding_type: 'funded',
    contractor_payment_terms: 7,
    rates: [{ name: 'Standard', contractor_rate: '20.00', client_rate: '25.00' }],
    ...placed,
  })
  expect(await paid(id)).toMatchObject({ payee: umbrella_id })
  const [theirs] = await sql<{ id: string }>(
    'select id from business.contractor_payee where agency_id = $1',
    other.id,
  )
  expect(
    (
      await refusalOf(
        act(world, agency.admin, 'business.contractor.end_payee', { id: theirs?.id, comment: 'No' }),
      )
    ).code,
  ).toBe('not_found')
  // Submitting asks the same again.
  await sql(`update business.contractor_payee set effective_to = effective_from where id = $1`, theirs?.id)
  expect(
    (await refusalOf(seedApprovals(world, { agency: other, client: others_client, contractor }, id))).errors,
  ).toEqual({ end_date: expect.stringContaining('is not paid so from 02/07/2025') })
})

test('a further payee that becomes the contractor’s own ends as a further one, and the former may be added', async () => {
  const change = await act<Made>(world, provider.admin, 'business.contractor.change_payment', {
    contractor_id: contractor.id,
    payment_type: 'umbrella',
    payment_company_id: umbrella_id,
    effective_from: '2025-09-01',
    comment: 'Umbrella for all',
  })
  const { id: payee } = (
    await sql<{ id: string }>(
      `insert into business.contractor_payee (id, contractor_id, agency_id, provider_id, payment_type, payment_company_id,
         effective_from, change_request_id)
       values (platform.new_id(), $1, $2, $3, 'umbrella', $4, '2025-08-01', $5) returning id`,
      contractor.id,
      agency.id,
      provider.id,
      umbrella_id,
      change.id,
    )
  )[0] ?? { id: '' }
  await sql(
    `update contract.contract set status = 'cancelled' where contractor_id = $1 and status <> 'active'`,
    contractor.id,
  )
  await decide(contractor.viewer, 'approve', change.id)
  await decide(provider.approver, 'approve', change.id)
  expect((await payees()).find(({ id }) => id === payee)?.to).toBe('2025-08-31')
  const former = await ask(contractor.viewer, {
    payment_type: 'limited',
    payment_company_id: own_company,
    effective_from: '2025-09-01',
    agency_id: agency.id,
  })
  await decide(agency.admin, 'approve', former.id)
  await decide(provider.approver, 'approve', former.id)
  expect((await payees()).map(({ way }) => way)).toContain('limited')
})
