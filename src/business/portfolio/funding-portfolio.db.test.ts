import { beforeAll, expect, test } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { documentsOf, match, seedReceipt } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import {
  act,
  cutLimit,
  type SeededPlacement,
  seedApprovedTimesheet,
  seedClient,
  seedColleague,
  seedTimesheets,
  seedWeek,
} from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const endpoint = new DataEndpoint({ database, clock: world.clock })
let first: SeededPlacement
let second: SeededPlacement

beforeAll(async () => {
  first = await seedWeek(world)
  const { agency } = first
  const client = await seedClient(world, agency)
  second = await seedColleague(world, { agency, client })
  await seedApprovedTimesheet(world, first)
  await seedApprovedTimesheet(world, second)
  const [sheet] = await seedTimesheets(world, first)
  await seedApprovedTimesheet(world, first, sheet)
  await limit(first, '2000.00')
})

const limit = (placement: SeededPlacement, amount: string) => cutLimit(world, placement, amount)

type Answer = { data?: Record<string, Record<string, unknown>[]>; errors?: { message: string }[] }
const ask = async (viewer: Viewer, query: string): Promise<Answer> =>
  JSON.parse(await endpoint.execute(viewer, { query }))

async function portfolio(viewer = first.agency.provider.admin) {
  const { data, errors } = await ask(
    viewer,
    `{ get_funding_portfolio { agency_id net_outstanding_balance disallowed_age disallowed_part_paid disallowed_credit_limit
       eligible concentration_excess availability funds_in_use headroom client_count invoice_count verified_amount raised_90_days } }`,
  )
  expect(errors).toBeUndefined()
  return present(data?.get_funding_portfolio, 'an answer')
}

test('from ledger to eligible, without availability until an advance is set', async () => {
  expect(await portfolio()).toEqual([
    {
      agency_id: first.agency.id,
      client_count: 2,
      invoice_count: 3,
      net_outstanding_balance: 3375,
      disallowed_age: 0,
      disallowed_part_paid: 0,
      disallowed_credit_limit: 250,
      eligible: 3125,
      concentration_excess: 0,
      availability: null,
      funds_in_use: 0,
      headroom: null,
      verified_amount: 3375,
      raised_90_days: 3375,
    },
  ])
})

test('concentration and advance by the rule in force; the debtors add up to the agency', async () => {
  await act(world, first.agency.provider.admin, 'business.funding_rule.set', {
    age_days: 120,
    advance_percent: '80',
    concentration_percent: '50',
    effective_from: world.clock.today(),
  })
  // Of 3,125 one client may be 1,562.50: the first with 2,000 is 437.50 above.
  expect(await portfolio()).toMatchObject([
    { concentration_excess: 437.5, availability: 2150, headroom: 2150 },
  ])
  const { data } = await ask(
    first.agency.provider.admin,
    `{ get_funding_debtors(order_by: { eligible: desc }) { client_id eligible share_percent concentration_excess credit_limit headroom } }`,
  )
  expect(data?.get_funding_debtors).toEqual([
    {
      client_id: first.client.id,
      eligible: 2000,
      share_percent: 64,
      concentration_excess: 437.5,
      credit_limit: 2000,
      headroom: -250,
    },
    {
      client_id: second.client.id,
      eligible: 1125,
      share_percent: 36,
      concentration_excess: 0,
      credit_limit: 9_000_000,
      headroom: 8_998_875,
    },
  ])
})

test('funds in use: pay-outs before the client’s receipt, until it arrives', async () => {
  await database.owner.query(
    `update transaction.invoice set paid_amount = 400, outstanding_balance = total_amount - 400
     where type = 'agency_earnings' and client_id = $1`,
    [second.client.id],
  )
  expect(await portfolio()).toMatchObject([{ funds_in_use: 400, headroom: 1750 }])
  const documents = await documentsOf(database, {
    id:
      (
        await database.owner.query<{ timesheet_id: string }>(
          `select timesheet_id from transaction.invoice where type = 'provider-client' and client_id = $1`,
          [second.client.id],
        )
      ).rows[0]?.timesheet_id ?? '',
  })
  const bill = present(documents['provider-client'], 'a client invoice')
  const receipt = await seedReceipt(world, second, '1125.00')
  await match(world, second.agency.provider.operations, receipt, bill, '300.00')
  expect(await portfolio()).toMatchObject([{ funds_in_use: 100, net_outstanding_balance: 3075 }])
})

test('portfolio: for risk carriers; agency, client and contractor have no such field', async () => {
  for (const viewer of [first.agency.admin, first.client.invoice_contact, first.contractor.viewer]) {
    const { errors } = await ask(viewer, '{ get_funding_portfolio { id } }')
    expect(errors?.[0]?.message).toBe("field 'get_funding_portfolio' not found in type: 'query_root'")
  }
})
