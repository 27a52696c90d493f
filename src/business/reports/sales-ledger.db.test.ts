import { beforeAll, describe, expect, test } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { billOf, euro, match, seedPaid, seedReceipt } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import {
  act,
  type SeededPlacement,
  seedApprovedTimesheet,
  seedClient,
  seedColleague,
  seedContact,
  seedTimesheets,
  seedWeek,
} from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const endpoint = new DataEndpoint({ database, clock: world.clock })

type Row = Record<string, string | number | null | boolean>

async function ask(
  viewer: Viewer,
  query: string,
): Promise<{ data?: Record<string, Row[]>; errors?: unknown }> {
  return JSON.parse(await endpoint.execute(viewer, { query }))
}

const aged = 'aged_current aged_0_30 aged_31_60 aged_61_90 aged_91_120 aged_over_120'
const statement = async (viewer: Viewer, args = '') => {
  const { data } = await ask(
    viewer,
    `{ get_client_statement${args && `(${args})`} { client_id client_name alpha_code invoice_count ${aged}
       net_outstanding_balance unallocated_amount credit_limit headroom } }`,
  )
  return present(data?.get_client_statement, 'an answer')
}
const detail = async (viewer: Viewer, args = '(order_by: {human_id: asc})') => {
  const { data } = await ask(
    viewer,
    `{ get_agency_sales_ledger_detail${args} { kind human_id client_id outstanding_balance age_bucket days_overdue } }`,
  )
  return present(data?.get_agency_sales_ledger_detail, 'an answer')
}

let placement: SeededPlacement
let elsewhere: SeededPlacement

/** Two clients of one agency, five weeks each, raised through the summer and partly paid; another agency beside it. */
beforeAll(async () => {
  placement = await seedWeek(world)
  const { agency } = placement
  const client = await seedClient(world, agency, { is_unproven: true })
  const second = await seedColleague(world, { agency, client })
  elsewhere = await seedWeek(world)
  for (const one of [placement, second, elsewhere]) {
    const [sheet] = await seedTimesheets(world, one)
    await seedApprovedTimesheet(world, one, present(sheet, 'a week'))
  }
  for (const days of [25, 35, 30, 30]) {
    world.clock.advance({ days })
    const sheets = await seedTimesheets(world, placement)
    const week = await seedApprovedTimesheet(world, placement, present(sheets.at(-1), 'a week'))
    await seedPaid(world, placement, await billOf(database, week), '100.00')
  }
  const [first] = await seedTimesheets(world, second)
  const week = await seedApprovedTimesheet(world, second, present(first, 'a week'))
  await seedPaid(world, second, await billOf(database, week))
  await seedReceipt(world, placement, '70.00')
  await act(world, agency.provider.admin, 'business.credit_limit.set', {
    client_id: placement.client.id,
    amount: '6000.00',
    effective_from: '2025-06-01',
    reason: 'Its rating fell',
  })
  world.clock.advance({ days: 31 })
})

describe('client statement', () => {
  test('ages each client’s debt by days past the due date, and the buckets add up', async () => {
    const rows = await statement(placement.agency.admin)
    expect(rows).toHaveLength(2)
    for (const row of rows) {
      const buckets = Object.entries(row).filter(([name]) => name.startsWith('aged_'))
      const total = buckets.reduce((all, [, amount]) => all + Math.round(Number(amount) * 100), 0)
      expect(total).toBe(Math.round(Number(row.net_outstanding_balance) * 100))
    }
    const mine = present(
      rows.find((row) => row.client_id === placement.client.id),
      'the client',
    )
    expect(mine).toMatchObject({
      invoice_count: 5,
      alpha_code: 'GBP',
      net_outstanding_balance: 5225,
      unallocated_amount: 70,
    })
    // Due 121, 96, 61, 31 and 1 days ago: the first day of every bucket but one.
    expect(
      ['current', '0_30', '31_60', '61_90', '91_120', 'over_120'].map((name) => mine[`aged_${name}`]),
    ).toEqual([0, 1025, 1025, 1025, 1025, 1125])
  })

  test('its totals are the ledger account of each client and currency', async () => {
    const { rows } = await database.owner.query(
      `select a.business_id as client_id, y.alpha_code, sum(p.amount) as balance from ledger.posting p
       join ledger.account a on a.id = p.account_id join platform.currency y on y.id = a.currency_id
       where a.kind = 'client_receivable' and p.agency_id = $1 group by 1, 2 order by 1`,
      [placement.agency.id],
    )
    const told = (await statement(placement.agency.admin))
      .map((row) => ({
        client_id: row.client_id,
        alpha_code: row.alpha_code,
        balance: Number(row.net_outstanding_balance),
      }))
      .sort((a, b) => (String(a.client_id) < String(b.client_id) ? -1 : 1))
    expect(told).toEqual(rows.map((row) => ({ ...row, balance: Number(row.balance) })))
  })

  test('headroom is the limit less the debt; null without a limit', async () => {
    const rows = await statement(placement.agency.reader)
    const mine = rows.find((row) => row.client_id === placement.client.id)
    expect(mine).toMatchObject({ credit_limit: 6000, headroom: 775 })
    expect(rows.find((row) => row.client_id !== placement.client.id)).toMatchObject({
      credit_limit: null,
      headroom: null,
    })
  })

  test('one client, one currency', async () => {
    const { client, agency } = placement
    expect(await statement(agency.admin, `args: {client_id: "${client.id}"}`)).toHaveLength(1)
    expect(await statement(agency.admin, `args: {currency_id: "${euro}"}`)).toEqual([])
    const foreign = await statement(agency.admin, `args: {client_id: "${elsewhere.client.id}"}`)
    expect(foreign).toEqual([])
  })
})

describe('sales ledger', () => {
  test('holds open documents only, with credit and unallocated money negative', async () => {
    const rows = await detail(placement.agency.admin)
    const { rows: open } = await database.owner.query(
      `select human_id from transaction.invoice where agency_id = $1 and status = 'open' and type = 'provider-client' order by 1`,
      [placement.agency.id],
    )
    expect(rows.filter((row) => row.kind === 'invoice').map((row) => row.human_id)).toEqual(
      open.map((row) => row.human_id),
    )
    expect(rows.filter((row) => row.kind === 'receipt').map((row) => row.outstanding_balance)).toEqual([-70])
  })

  test('row buckets equal the statement’s', async () => {
    const rows = await detail(placement.agency.admin, `(where: {client_id: {_eq: "${placement.client.id}"}})`)
    const [told] = await statement(placement.agency.admin, `args: {client_id: "${placement.client.id}"}`)
    const sum = (bucket: string) =>
      rows
        .filter((row) => row.kind !== 'receipt' && row.age_bucket === bucket)
        .reduce((all, row) => all + Number(row.outstanding_balance), 0)
    const names = {
      current: 'current',
      '0-30': '0_30',
      '31-60': '31_60',
      '61-90': '61_90',
      '91-120': '91_120',
      'over 120': 'over_120',
    }
    for (const [bucket, name] of Object.entries(names))
      expect(sum(bucket)).toBe(Number(told?.[`aged_${name}`]))
  })

  test('a summary per currency agrees with it', async () => {
    const { data } = await ask(
      placement.agency.user,
      '{ get_agency_sales_ledger { alpha_code client_count invoice_count net_outstanding_balance overdue_amount unallocated_amount } }',
    )
    expect(data).toBeUndefined()
    const consultant = await seedContact(
      world,
      placement.agency.admin,
      placement.agency.id,
      'Conrad',
      'agency_consultant',
    )
    const answer = await ask(
      consultant,
      '{ get_agency_sales_ledger { alpha_code client_count invoice_count net_outstanding_balance unallocated_amount } }',
    )
    const lines = (await statement(placement.agency.admin)).map((row) => Number(row.net_outstanding_balance))
    expect(answer.data?.get_agency_sales_ledger).toEqual([
      {
        alpha_code: 'GBP',
        client_count: 2,
        invoice_count: 6,
        net_outstanding_balance: lines.reduce((all, one) => all + one, 0),
        unallocated_amount: 70,
      },
    ])
  })

  test('a part payment shows at once, a full one takes the row away', async () => {
    const before = await detail(elsewhere.agency.admin)
    const bill = present(before[0], 'an open invoice')
    const { rows } = await database.owner.query('select id from transaction.invoice where human_id = $1', [
      bill.human_id,
    ])
    const receipt = await seedReceipt(world, elsewhere, '1125.00')
    await match(world, elsewhere.agency.provider.operations, receipt, rows[0], '25.00')
    const part = (await detail(elsewhere.agency.admin)).find((row) => row.human_id === bill.human_id)
    expect(part?.outstanding_balance).toBe(1100)
    await match(world, elsewhere.agency.provider.operations, receipt, rows[0], '1100.00')
    expect(await detail(elsewhere.agency.admin)).toEqual([])
    expect(await statement(elsewhere.agency.admin)).toEqual([])
  })
})

test('a page by due day is a part of the whole list, wherever it is cut, with and without conditions', async () => {
  const { admin } = placement.agency
  const whole = await detail(admin, '(order_by: [{due_date: asc}, {human_id: desc}])')
  expect(new Set(whole.map((row) => row.kind))).toEqual(new Set(['invoice', 'receipt']))
  expect(await detail(admin, '(order_by: {due_date: asc}, limit: 2, offset: 2147483647)')).toEqual([])
  for (let offset = 0; offset <= whole.length; offset += 1) {
    const cut = `order_by: [{due_date: asc}, {human_id: desc}], limit: 2, offset: ${offset}`
    expect(await detail(admin, `(${cut})`)).toEqual(whole.slice(offset, offset + 2))
    expect(await detail(admin, `(where: {kind: {_eq: "invoice"}}, ${cut})`)).toEqual(
      whole.filter(({ kind }) => kind === 'invoice').slice(offset, offset + 2),
    )
  }
})

test('without the right the function does not exist, and no viewer reads another agency', async () => {
  const { agency, client, contractor } = placement
  for (const viewer of [agency.user, client.invoice_contact, contractor.viewer, agency.provider.admin]) {
    const { data, errors } = await ask(viewer, '{ get_client_statement { client_id } }')
    expect(data).toBeUndefined()
    expect(JSON.stringify(errors)).toContain('get_client_statement')
  }
  const forced = await ask(
    agency.admin,
    `{ get_client_statement(args: {agency_id: "${elsewhere.agency.id}"}) { client_id } }`,
  )
  expect(forced.errors).toBeDefined()
})
