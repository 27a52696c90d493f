/** A contractor is paid otherwise from a day on: placements go on as copies, earlier work keeps its payee. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  companyInput,
  seedAccount,
  seedParties,
  seedPlacement,
  seedSubmittedTimesheet,
} from '#test/fixtures/world.ts'
import type { Compared } from '../request/change-request.rules.ts'

const { database, world } = await freshWorld()
const { provider, agency, client, contractor } = await seedParties(world)
const placement = await seedPlacement(world, { agency, client, contractor })
const next = await seedPlacement(
  world,
  { agency, client, contractor },
  { start_date: '2025-06-23', title: 'Later' },
)
const { id: company_id } = await act<{ id: string }>(world, agency.admin, 'business.payment_company.create', {
  type: 'limited',
  company: companyInput('Lumen'),
})
await seedAccount(world, provider.admin, company_id, 'payout')

const { sql } = database

type Made = { id: string; human_id: string; waits_for: string }
const change = { contractor_id: contractor.id, payment_type: 'limited', payment_company_id: company_id }
const ask = (by: Viewer, more: object = {}) =>
  act<Made>(world, by, 'business.contractor.change_payment', {
    ...change,
    effective_from: '2025-06-16',
    comment: 'A new company',
    ...more,
  })
const decide = (by: Viewer, how: 'approve' | 'cancel', id: string) =>
  act<{ requests: { status: string }[] }>(world, by, `request.change_request.${how}`, {
    ids: [id],
    comment: 'Looked at',
  })

test('faults are under their fields, and the effects show before', async () => {
  await seedSubmittedTimesheet(world, placement)
  const refused = async (more: object) => (await refusalOf(ask(agency.admin, more))).errors
  expect(await refused({ effective_from: '2025-06-03' })).toEqual({
    effective_from: 'Should be after 06/06/2025',
  })
  expect(await refused({ payment_type: 'umbrella' })).toEqual({
    payment_company_id: 'Please enter a valid Input',
  })
  expect(await refused({ payment_company_id: undefined })).toEqual({ payment_company_id: 'Mandatory' })
  expect(
    await refusalOf(ask(agency.admin, { payment_type: 'paye', payment_company_id: undefined })),
  ).toMatchObject({
    code: 'precondition',
    message: expect.stringContaining('still needs: A confirmed bank account'),
  })
  // A company of somebody else is no choice of the worker.
  expect((await refusalOf(ask(contractor.viewer))).errors).toEqual({
    payment_company_id: 'Please enter a valid Input',
  })
  const { effects } = await act<{ effects: string[] }>(
    world,
    agency.admin,
    'business.contractor.preview_payment',
    {
      ...change,
      effective_from: '2025-06-16',
    },
  )
  expect(effects.slice(0, 2)).toEqual([
    expect.stringContaining(
      `(${placement.human_id}) ends on 15/06/2025 and goes on as a copy from 16/06/2025`,
    ),
    expect.stringContaining(`(${next.human_id}) is replaced by a copy from 23/06/2025`),
  ])
})

test('contractor and provider approve, then placements go on with the new payee alone', async () => {
  const [link] = await sql<{ id: string }>(
    `select id from business.service where type = 'contractor-agency' and from_business_id = $1`,
    contractor.id,
  )
  const notice = await act<{ id: string }>(world, agency.admin, 'platform.compliance.upload', {
    type: 'conduct_opt_out',
    service_id: link?.id,
    valid_from: '2025-06-01',
  })
  const made = await ask(agency.admin, { self_billing_from: '2025-06-16' })
  expect(made.waits_for).toBe('contractor')
  await decide(contractor.viewer, 'approve', made.id)
  const { rows, effects } = await act<Compared>(world, provider.approver, 'request.change_request.compare', {
    id: made.id,
  })
  expect(rows.map(({ label }) => label)).toEqual([
    'Payment Company',
    'Self-billing Agreement From',
    'First day',
  ])
  expect(effects).toHaveLength(5)
  expect((await decide(provider.approver, 'approve', made.id)).requests).toMatchObject([
    { status: 'approved' },
  ])

  type Row = { id: string; title: string; status: string; from: string; to: string | null; payee: string }
  const placements = await sql<Row>(
    `select id, title, status, start_date::text as from, end_date::text as to, payment_company_id as payee
     from contract.contract where contractor_id = $1 order by human_id`,
    contractor.id,
  )
  const old = contractor.payment_company_id
  expect(placements).toMatchObject([
    { title: 'Site engineer', status: 'active', from: '2025-06-02', to: '2025-06-15', payee: old },
    { title: 'Later', status: 'cancelled', payee: old },
    { title: 'Site engineer', status: 'active', from: '2025-06-16', to: null, payee: company_id },
    { title: 'Later', status: 'active', from: '2025-06-23', payee: company_id },
  ])
  // The company before signed the opt-out.
  expect(
    await sql('select valid_to::text as ended, comment from platform.document where id = $1', notice.id),
  ).toEqual([{ ended: '2025-06-15', comment: 'Paid otherwise since' }])
  const copy = placements[2]?.id
  expect(
    await sql(
      `select sub_type, value_numeric::float as value, effective_from::text as from, effective_to as to,
         group_id = any (select group_id from contract.rate where contract_id = $2) as is_shared
       from contract.rate where contract_id = $1 order by sub_type`,
      copy,
      placement.id,
    ),
  ).toEqual([
    { sub_type: 'client_rate', value: 25, from: '2025-06-16', to: null, is_shared: false },
    { sub_type: 'contractor_rate', value: 20, from: '2025-06-16', to: null, is_shared: false },
  ])
  expect(
    await sql('select count(*)::int as n from contract.contract_entity where contract_id = $1', copy),
  ).toEqual([{ n: 2 }])
})

test('work before is paid to the company before, under its own agreement', async () => {
  const [sheet] = await sql<{ id: string }>(
    `select id from transaction.timesheet where contract_id = $1 and status = 'submitted'`,
    placement.id,
  )
  await act(world, client.approver, 'transaction.timesheet.approve', { ids: [sheet?.id] })
  expect(
    await sql(
      `select i.payment_company_id as payee, i.tax_amount > 0 as has_vat from transaction.invoice i
       where i.contract_id = $1 and i.type = 'contractor-agency'`,
      placement.id,
    ),
  ).toEqual([{ payee: contractor.payment_company_id, has_vat: true }])
})

test('a new placement pays the payee of its first day, and ends before another', async () => {
  const create = (start_date: string, end_date?: string) =>
    act<{ id: string }>(world, agency.user, 'contract.temp_placement.create', {
      client_id: client.id,
      contractor_id: contractor.id,
      title: 'Cover',
      start_date,
      end_date,
      funding_type: 'funded',
      contractor_payment_terms: 7,
      rates: [{ name: 'Standard', contractor_rate: '20.00', client_rate: '25.00' }],
    })
  const spans =
    'The contractor is paid otherwise from 16/06/2025: end by 15/06/2025, and make another placement from 16/06/2025'
  for (const end of [undefined, '2025-06-16'])
    expect((await refusalOf(create('2025-06-09', end))).errors).toEqual({ end_date: spans })
  const before = await create('2025-06-09', '2025-06-15')
  const after = await create('2025-06-16')
  const paid = (id: string) =>
    sql(
      `select payment_company_id as payee, keeps_self_billing as keeps from contract.contract where id = $1`,
      id,
    )
  expect(await paid(before.id)).toEqual([{ payee: contractor.payment_company_id, keeps: true }])
  expect(await paid(after.id)).toEqual([{ payee: company_id, keeps: false }])
  for (const { id } of [before, after])
    await act(world, agency.user, 'contract.temp_placement.submit', { id })
  for (const { id } of [before, after])
    await act(world, agency.user, 'contract.temp_placement.cancel', { id, comment: 'Only asked' })
  // The placement before does not reach over the day again.
  const longer = act(world, agency.admin, 'request.change_request.create', {
    contract_id: placement.id,
    end_date: '2025-06-20',
    comment: 'Longer',
  })
  expect((await refusalOf(longer)).errors).toEqual({
    end_date: 'The contractor is paid otherwise by then: make another placement for those days',
  })
})

test('nothing differs a second time, and a change to payroll pays the worker themselves', async () => {
  expect(await refusalOf(ask(provider.admin))).toMatchObject({ message: 'Nothing differs from what stands' })
  await seedAccount(world, provider.admin, contractor.id, 'payout')
  const made = await ask(contractor.viewer, {
    payment_type: 'paye',
    payment_company_id: undefined,
    effective_from: '2025-07-01',
  })
  expect(made.waits_for).toBe('agency')
  await decide(agency.admin, 'approve', made.id)
  await decide(provider.approver, 'approve', made.id)
  expect(
    await sql(
      `select count(*)::int as n from contract.contract where contractor_id = $1 and payment_company_id = $1 and status = 'active'`,
      contractor.id,
    ),
  ).toEqual([{ n: 2 }])
})

test('a company is asked for, approved by agency and provider, and taken on as any other', async () => {
  const company = { contractor_id: contractor.id, name: 'Rook Ltd', line_1: '1 Mill Lane', comment: 'My own' }
  const request = (by: Viewer, more: object) =>
    act<Made>(world, by, 'request.change_request.create_for_company', { ...company, ...more })
  expect((await refusalOf(request(contractor.viewer, { is_vat_registered: true }))).errors).toEqual({
    brn: 'Mandatory',
    vat_registration_no: 'Mandatory',
  })
  const made = await request(contractor.viewer, { brn: '445790' })
  expect(made.waits_for).toBe('agency')
  expect((await refusalOf(request(contractor.viewer, { brn: '445791' }))).code).toBe('conflict')
  const { rows } = await act<Compared>(world, agency.admin, 'request.change_request.compare', { id: made.id })
  expect(rows).toContainEqual(expect.objectContaining({ label: 'Company Number', new: '00445790' }))
  await decide(agency.admin, 'approve', made.id)
  await decide(provider.approver, 'approve', made.id)
  const [taken] = await sql<{ id: string; status: string; linked: boolean }>(
    `select b.id, b.status, exists (select from business.service s where s.type = 'contractor-company'
       and s.from_business_id = $2 and s.to_business_id = b.id) as linked
     from request.change_request r join business.business b on b.id = r.entity_id where r.id = $1`,
    made.id,
    contractor.id,
  )
  expect(taken).toMatchObject({ status: 'submitted', linked: true })
  // Nobody is paid through it before it is onboarded.
  expect((await refusalOf(ask(contractor.viewer, { payment_company_id: taken?.id }))).errors).toEqual({
    payment_company_id: 'Please enter a valid Input',
  })
  await act(world, provider.admin, 'business.party.approve', { id: taken?.id })
})
