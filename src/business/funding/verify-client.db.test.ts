/** Nobody funds themselves: an agency alone brings no money into motion (decision 0035). */
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '#test/database.ts'
import {
  documentsOf,
  expectSound,
  match,
  reviewBatch,
  seedBatch,
  seedStatementLine,
  sterling,
} from '#test/fixtures/cash.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  companyInput,
  seedAgency,
  seedApprovedTimesheet,
  seedProvider,
  seedVerified,
  seedWeek,
  worldOn,
} from '#test/fixtures/world.ts'

const database = await freshDatabase()

const count = async (from_where: string, ...params: unknown[]) => {
  const { rows } = await database.owner.query<{ n: number }>(
    `select count(*)::int as n from ${from_where}`,
    params,
  )
  return rows[0]?.n
}

test('an agency alone: its placement is not activated, no document is raised, nothing is due, nothing is posted', async () => {
  const world = worldOn(database)
  const provider = await seedProvider(world)
  const { admin, id: agency_id } = await seedAgency(world, provider)
  const alone = <T>(action_id: string, input: object) => act<T>(world, admin, action_id, input)
  const client = await alone<{ id: string }>('business.client.create', {
    company: companyInput('Shell'),
    temp_payment_terms: 30,
  })
  const company = await alone<{ id: string }>('business.payment_company.create', {
    type: 'limited',
    company: companyInput('Own pocket'),
  })
  const contractor = await alone<{ id: string }>('business.contractor.create', {
    individual: { first_name: 'Alice', last_name: 'Herself' },
    payment_type: 'limited',
    payment_company_id: company.id,
    self_billing_from: '2020-01-01',
  })
  const placement = await alone<{ id: string; group_ids: string[] }>('contract.temp_placement.create', {
    client_id: client.id,
    contractor_id: contractor.id,
    title: 'Consultant',
    start_date: '2025-06-02',
    funding_type: 'funded',
    contractor_payment_terms: 0,
    timesheet_submit: 'agency',
    rates: [{ name: 'Standard', contractor_rate: '20.00', client_rate: '25.00' }],
  })
  const { id } = placement
  await alone('contract.temp_placement.submit', { id })
  expect((await refusalOf(alone('contract.temp_placement.activate', { id }))).code).toBe('not_allowed')
  expect((await refusalOf(alone('funding.client.verify', verification(client.id, agency_id)))).code).toBe(
    'not_allowed',
  )
  await alone('transaction.timesheet.generate', { contract_id: id })
  expect(await count('transaction.timesheet where contract_id = $1', id)).toBe(0)
  expect(await count('transaction.invoice where agency_id = $1', agency_id)).toBe(0)
  expect(await count('ledger.transaction where agency_id = $1', agency_id)).toBe(0)
  const batch = act(world, provider.operations, 'payment.payment_batch.create', {
    run_date: world.clock.today(),
    currency_id: sterling,
  })
  expect((await refusalOf(batch)).message).toContain('Nothing is due for payment')
})

const verification = (client_id: string, agency_id: string) => ({
  client_id,
  agency_id,
  method: 'call_back',
  verified_with: 'Ines Person',
  source: 'Companies House',
})

const item = async (batch: { id: string }) => {
  const { rows } = await database.owner.query<{ id: string; status: string; hold_reason: string | null }>(
    `select t.id, t.status, t.hold_reason from payment.payment_batch_item t join transaction.invoice i on i.id = t.invoice_id
     where t.payment_batch_id = $1 and i.type = 'contractor-agency'`,
    [batch.id],
  )
  return present(rows[0], 'the item of the contractor')
}

test('a client without limit and verification: raised and held, and so is the company of the worker, until both are given', async () => {
  const world = worldOn(database)
  const placement = await seedWeek(world, { client: { is_unproven: true } })
  const { agency, client } = placement
  const { provider } = agency
  const sheet = await seedApprovedTimesheet(world, placement)
  const stands = async () => {
    const { rows } = await database.owner.query<{ says: string }>(
      `select distinct funding_status || coalesce(': ' || funding_hold_reason, '') as says from transaction.invoice
       where timesheet_id = $1 and type in ('provider-client', 'agency-provider', 'agency_earnings')`,
      [sheet.id],
    )
    return rows.map((row) => row.says)
  }
  expect(await stands()).toEqual(['held: No credit limit'])
  const batch = await seedBatch(world, provider, '2025-07-30')
  expect(await item(batch)).toMatchObject({ status: 'held', hold_reason: 'No credit limit' })
  await act(world, provider.admin, 'business.credit_limit.set', {
    client_id: client.id,
    amount: '5000.00',
    effective_from: world.clock.today(),
  })
  expect(await stands()).toEqual(['held: First invoice not verified'])
  const release = async () =>
    act(world, provider.operations, 'payment.payment_batch.release_item', {
      item_id: (await item(batch)).id,
      reason: 'Settled',
    })
  expect((await refusalOf(release())).message).toBe('First invoice not verified')
  await seedVerified(world, agency, client.id)
  expect(await stands()).toEqual(['pending'])
  expect((await refusalOf(seedVerified(world, agency, client.id))).message).toContain('is already verified')
  await release()
  expect((await item(batch)).status).toBe('included')
  await reviewBatch(world, provider, batch)
  await act(world, provider.approver, 'payment.payment_batch.complete', { id: batch.id })
  expect((await documentsOf(database, sheet))['contractor-agency']?.status).toBe('closed')
  await expectSound(database)
})

const isClient = (name: string) => name.toUpperCase()

test.each([
  ['a statement in the name of the client', isClient, '600.00', 'imported', 'verified'],
  ['a statement in another name', () => 'Own Pocket Ltd', '600.00', 'imported', 'unverified'],
  ['a statement with a penny', isClient, '0.01', 'imported', 'unverified'],
  ['a line that a person typed', isClient, '600.00', 'typed', 'unverified'],
] as const)('a first receipt from %s', async (_, counterpartyOf, amount, origin, verification_status) => {
  const world = worldOn(database)
  const placement = await seedWeek(world, { client: { is_unproven: true } })
  const { client, agency } = placement
  const { provider } = agency
  const sheet = await seedApprovedTimesheet(world, placement)
  const { rows: named } = await database.owner.query<{ name: string }>(
    'select name from business.business where id = $1',
    [client.id],
  )
  const counterparty = counterpartyOf(present(named[0], 'the client').name)
  const line =
    origin === 'imported'
      ? await seedStatementLine(world, provider, provider.operations, { amount, counterparty })
      : await act<{ id: string }>(world, provider.operations, 'transaction.bank_line.record', {
          bank_account_id: provider.trust_account_id,
          transaction_date: world.clock.today(),
          amount,
          reference: 'Payment',
          counterparty,
          bank_id: `bank-${crypto.randomUUID()}`,
        })
  const receipt = await act<{ id: string }>(
    world,
    provider.operations,
    'transaction.payment_receipt.record',
    {
      bank_line_id: line.id,
      for_business_id: client.id,
    },
  )
  const bill = present((await documentsOf(database, sheet))['provider-client'], 'the bill')
  expect(Number(bill.total_amount)).toBeGreaterThan(600)
  expect(Number(bill.total_amount)).toBeLessThan(1200)
  await match(world, provider.operations, receipt, bill, amount)
  const { rows } = await database.owner.query(
    `select verification_status from business.service where type = 'client-agency' and from_business_id = $1`,
    [client.id],
  )
  expect(rows).toEqual([{ verification_status }])
})
