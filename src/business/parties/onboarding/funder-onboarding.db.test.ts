/** A funder is drafted and submitted by one administrator of the provider, and approved by another person. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { inTransaction } from '#server/tx.ts'
import { onboardingWorld } from '#test/fixtures/party-actions.ts'
import { placementInput } from '#test/fixtures/placement-input.ts'
import { messageOf, refusalOf } from '#test/fixtures/refusal.ts'
import { act, companyInput, seedAgency, seedClient, seedFunder, seedParties } from '#test/fixtures/world.ts'
import { readChecks } from '../../placements/checks/placement-checks.server.ts'
import { settleParties } from './party-steps.server.ts'

const { database, world, provider, second, sql, party, statusOf, askedOf } = await onboardingWorld()
const agency = await seedAgency(world, provider)

let nth = 0
const newFunder = () => {
  const n = ++nth
  return {
    kind: 'funder',
    company: companyInput('Funder'),
    people: [
      { first_name: 'Fay', last_name: 'Moor', email: `fay${n}@funder.example`, roles: ['funder_admin'] },
    ],
    bank_account: {
      bank_name: 'Bank of Leeds',
      account_holder_name: `Funder ${n}`,
      account_number: String(20_000_000 + n),
      sort_code: '001000',
    },
  } as const
}
const submit = (by: Viewer, input: object = newFunder()) =>
  party<{ id: string; draft_id: string }>(by, 'submit', input)
const create = (by: Viewer) =>
  act<{ id: string }>(world, by, 'business.funder.create', { company: companyInput('Funder') })
const accountsOf = (id: string) =>
  sql<{ id: string; purpose: string; status: string }>(
    'select id, purpose, status from business.bank_account where business_id = $1',
    id,
  )

test('funder: is kept as a draft, submitted, and approved by another administrator or an approver', async () => {
  const { id: draft_id } = await party<{ id: string }>(provider.admin, 'save_draft', {
    kind: 'funder',
    version: 0,
    values: { name: 'Quay Capital' },
  })
  const { id } = await submit(provider.admin, { ...newFunder(), draft_id })
  expect(await statusOf(id)).toBe('submitted')
  expect(await messageOf(party(provider.admin, 'approve', { id }))).toBe(
    'You submitted this, so somebody else approves it',
  )
  expect((await refusalOf(party(provider.operations, 'approve', { id }))).code).toBe('not_allowed')
  expect(await party(second, 'approve', { id })).toEqual({ id, status: 'approved' })
  // Its people are invited by the approval, its account is confirmed by a second person.
  const [account] = await accountsOf(id)
  expect(account).toMatchObject({ purpose: 'trust', status: 'pending' })
  expect(await messageOf(party(second, 'onboard', { id }))).toMatch(
    /^Funder FUN\d+ still needs: A confirmed trust account$/,
  )
  await act(world, provider.approver, 'business.bank_account.confirm', { id: account?.id })
  // Nothing is missing any more.
  expect(await statusOf(id)).toBe('onboarded')
  // The night finds a party with a last need that ended by time alone.
  await sql(`update business.business set status = 'approved' where id = $1`, id)
  const entries = await inTransaction(database, (tx) => settleParties({ tx, clock: world.clock }))
  expect([await statusOf(id), [...entries.keys()]]).toEqual(['onboarded', [provider.id]])
  const receive = () =>
    act(world, provider.operations, 'transaction.bank_line.record', {
      bank_account_id: account?.id,
      transaction_date: '2025-06-13',
      amount: '250.00',
      reference: 'Early',
      counterparty: 'Client',
    })
  expect(await sql('select type, status from business.service where from_business_id = $1', id)).toEqual([
    { type: 'funder-provider', status: 'active' },
  ])
  await receive()
})

test('funder: needs an administrator who is invited, and a trust account', async () => {
  const { id } = await create(provider.admin)
  await party(provider.approver, 'approve', { id })
  expect(await messageOf(party(provider.approver, 'onboard', { id }))).toMatch(
    /^Funder FUN\d+ still needs: A confirmed trust account, An invited administrator$/,
  )
})

test('funder: is sent back, corrected under its number, and withdrawn by the administrators alone', async () => {
  const first = newFunder()
  const { id, draft_id } = await submit(provider.admin, first)
  const comment = 'The number is of another company'
  await party(provider.approver, 'reject', { id, comment })
  expect((await refusalOf(party(provider.operations, 'read_draft', { id: draft_id }))).code).toBe(
    'not_allowed',
  )
  const company = { ...companyInput('Corrected'), brn: first.company.brn }
  expect(await submit(provider.admin, { ...first, company, draft_id })).toMatchObject({ id })
  expect(
    await sql(
      `select b.name, b.status, s.status as link, count(a.id)::int as accounts from business.business b
       join business.service s on s.from_business_id = b.id join business.bank_account a on a.business_id = b.id
       where b.id = $1 group by 1, 2, 3`,
      id,
    ),
  ).toEqual([{ name: company.name, status: 'submitted', link: 'draft', accounts: 1 }])
  await party(second, 'withdraw', { draft_id, comment })
  await party(provider.admin, 'delete_draft', { draft_id })
  expect(
    await sql(
      `select b.deleted_at is not null as is_gone, s.status from business.business b
       join business.service s on s.from_business_id = b.id where b.id = $1`,
      id,
    ),
  ).toEqual([{ is_gone: true, status: 'deleted' }])
})

test('funder: operations, agencies and programs neither draft nor create one', async () => {
  const company = companyInput('Funder')
  const program: Viewer = {
    ...provider.admin,
    token: { id: '018f0000-0000-7000-8000-000000000001', actions: ['business.party.*'], is_read_only: false },
  }
  const values = { kind: 'funder', version: 0, values: { name: 'Quay' } }
  for (const by of [provider.operations, provider.approver, agency.admin, program]) {
    expect((await refusalOf(party(by, 'save_draft', values))).code).toBe('not_allowed')
    expect((await refusalOf(submit(by, { kind: 'funder', company }))).code).toBe('not_allowed')
    expect((await refusalOf(create(by))).code).toBe('not_allowed')
  }
  expect(await messageOf(submit(program, { kind: 'funder', company }))).toBe('This action needs a person')
})

test('a funder that is not onboarded: is linked to no agency, charges no fee, sets no limit and pays nothing', async () => {
  const { id } = await submit(provider.admin)
  const { id: client_id } = await seedClient(world, agency)
  const link = { agency_id: agency.id, funder_id: id }
  const fee = {
    ...link,
    fee_type: 'funder_fee',
    type: 'percent',
    value: '2.5',
    effective_from: '2025-01-01',
  }
  const limit = {
    client_id,
    limiter_id: id,
    currency: 'GBP',
    amount: '1000.00',
    effective_from: '2025-01-01',
  }
  const not_yet = /^Funder FUN\d+ is not onboarded yet$/
  for (const status of ['submitted', 'approved']) {
    if (status === 'approved') await party(second, 'approve', { id })
    expect(await statusOf(id)).toBe(status)
    const { admin } = provider
    expect((await refusalOf(act(world, admin, 'business.service.link_funder', link))).errors).toEqual({
      funder_id: expect.stringMatching(not_yet),
    })
    expect((await refusalOf(act(world, admin, 'contract.service_charge.create', fee))).errors).toEqual({
      funder_id: expect.stringMatching(not_yet),
    })
    expect((await refusalOf(act(world, admin, 'business.credit_limit.set', limit))).errors).toEqual({
      limiter_id: expect.stringMatching(not_yet),
    })
    const [gbp] = await sql<{ id: string }>(`select id from platform.currency where alpha_code = 'GBP'`)
    const batch = { principal_id: id, currency_id: gbp?.id, run_date: '2025-06-16' }
    expect((await refusalOf(act(world, admin, 'payment.payment_batch.create', batch))).code).toBe('not_found')
  }
})

test('a funder that is switched off: is linked to no agency', async () => {
  const funder = await seedFunder(world, provider)
  await party(provider.admin, 'deactivate', { id: funder.id, comment: 'No more funds' })
  const link = { agency_id: agency.id, funder_id: funder.id }
  expect((await refusalOf(act(world, provider.admin, 'business.service.link_funder', link))).errors).toEqual({
    funder_id: expect.stringMatching(/^Funder FUN\d+ is switched off$/),
  })
})

test('a funder that is switched off: a placement with it is neither submitted nor made', async () => {
  const {
    agency: financed,
    client,
    contractor,
  } = await seedParties(world, { provider, agency: { funding_model: 'indirect' } })
  const make = () =>
    act<{ id: string }>(
      world,
      financed.admin,
      'contract.temp_placement.create',
      placementInput({ client, contractor }, { start_date: '2025-06-09' }),
    )
  const { id } = await make()
  const checks = () => inTransaction(database, (tx) => readChecks({ tx, clock: world.clock }, id))
  expect(await checks()).not.toContain('funder')
  const off = { id: financed.funder?.id, comment: 'No more funds' }
  await party(provider.admin, 'deactivate', off)
  expect(await checks()).toContain('funder')
  expect(
    (await refusalOf(act(world, financed.admin, 'contract.temp_placement.submit', { id }))).errors,
  ).toEqual({ funder_id: expect.stringMatching(/^Funder FUN\d+ is switched off$/) })
  expect((await refusalOf(make())).errors).toEqual({ funder_id: 'Mandatory' })
  await party(provider.admin, 'reactivate', off)
  await act(world, financed.admin, 'contract.temp_placement.submit', { id })
  // The placement waits for approvals now, and holds the funder.
  expect(await messageOf(party(provider.admin, 'deactivate', off))).toMatch(
    /^Funder FUN\d+ has 1 live placement$/,
  )
})

test('an agency: reads nothing of how far its funder is', async () => {
  const { funder, admin } = await seedAgency(world, provider, { funding_model: 'indirect' })
  expect((await refusalOf(party(admin, 'read', { id: funder?.id }))).code).toBe('not_found')
  expect(await party(provider.operations, 'read', { id: funder?.id })).toMatchObject({ status: 'onboarded' })
})

test('a funder with its first funding rule: the approver reads it, and puts it in force with the approval', async () => {
  const rulesOf = (id: string) =>
    sql(
      `select age_days, age_basis, part_paid_days, advance_percent::text, holds_payments, effective_from::text, set_by
       from business.funding_rule where principal_id = $1 and deleted_at is null`,
      id,
    )
  const typed = {
    funding_rule_age_days: 90,
    funding_rule_age_basis: 'due_date',
    funding_rule_advance_percent: '85',
    funding_rule_holds_payments: false,
  }
  const faults = async (rule: object) =>
    (await refusalOf(submit(provider.admin, { ...newFunder(), ...rule }))).errors
  expect(await faults({ funding_rule_advance_percent: '85' })).toEqual({ funding_rule_age_days: 'Mandatory' })
  expect(await faults({ ...typed, funding_rule_advance_percent: '101' })).toEqual({
    funding_rule_advance_percent: 'Max number is reached',
  })
  expect(await faults({ ...typed, funding_rule_age_days: 731 })).toEqual({
    funding_rule_age_days: 'Max number is reached',
  })
  const { id } = await submit(provider.admin, { ...newFunder(), ...typed })
  expect(await party(second, 'read', { id })).toMatchObject({
    first_funding_rule: {
      funding_rule_age_days: '90',
      funding_rule_age_basis: 'due_date',
      funding_rule_advance_percent: '85',
      funding_rule_holds_payments: 'false',
    },
  })
  expect(await rulesOf(id)).toEqual([])
  await party(second, 'approve', { id })
  expect(await rulesOf(id)).toEqual([
    {
      age_days: 90,
      age_basis: 'due_date',
      part_paid_days: 0,
      advance_percent: '85.0000',
      holds_payments: false,
      effective_from: world.clock.today(),
      set_by: second.user_id,
    },
  ])
  expect(await party(second, 'read', { id })).toMatchObject({ first_funding_rule: null, status: 'approved' })

  const without = await submit(provider.admin)
  await party(second, 'approve', { id: without.id })
  expect(await rulesOf(without.id)).toEqual([])
})

test('inbox: administrators and approvers are asked to approve a funder, operations and the submitter are not', async () => {
  const { id } = await submit(provider.admin)
  const expected = [provider.approver, second].map((one) => one.business_contact_id)
  expect(await askedOf(id)).toEqual(expected.sort())
})
