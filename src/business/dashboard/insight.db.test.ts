/** Insights: each month's figures by hand, and the rows that each figure opens add up to it. */
import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#business/entities.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import type { Viewer } from '#entity/access.ts'
import { type Entity, rootName } from '#entity/entity.ts'
import { allOf, filterWhere } from '#entity/filter.ts'
import { present } from '#kernel/assert.ts'
import { addDays, day, endOfMonth } from '#kernel/day.ts'
import { documentsOf, seedPaid, seedReceipt } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import {
  act,
  type SeededPlacement,
  seedApprovedTimesheet,
  seedContractor,
  seedPlacement,
  seedTimesheets,
  seedWeek,
  weekdays,
} from '#test/fixtures/world.ts'
import { agency_commission } from '../reports/agency-commission.entity.ts'
import { type Figure, rowsOf } from './insight.rules.ts'

const { database, world } = await freshWorld()
const endpoint = new DataEndpoint({ database, clock: world.clock })

async function ask<D>(viewer: Viewer, query: string, variables: Record<string, unknown> = {}): Promise<D> {
  const { data, errors } = JSON.parse(await endpoint.execute(viewer, { query, variables }))
  expect(errors).toBeUndefined()
  return data
}

type Month = Readonly<Record<string, number | string | null>> & { readonly currency_id: string }

const fields = `month alpha_code currency_id billed_count billed_amount work_count charged_amount margin_amount receipt_count
  received_amount hours days timesheet_count on_time_count paid_count paid_amount days_to_pay`

const insight = async (viewer: Viewer, args: object): Promise<Month[]> =>
  (
    await ask<{ rows: Month[] }>(
      viewer,
      `query insight($args: get_agency_insight_args!) { rows: get_agency_insight(args: $args, order_by: { month: asc }) { ${fields} } }`,
      { args },
    )
  ).rows

let placed: SeededPlacement
let paid_after = 0

/** Two hourly weeks and a daily one; the first is paid by the client ten days after it was raised, a part comes in besides. */
beforeAll(async () => {
  placed = await seedWeek(world)
  const sheets = await seedTimesheets(world, placed)
  const first = await seedApprovedTimesheet(world, placed, present(sheets[0], 'the first week'))
  const documents = await documentsOf(database, first)
  const invoice = present(documents['provider-client'], 'an invoice')
  world.clock.advance({ days: 10 })
  paid_after = 10
  await seedPaid(world, placed, invoice)
  await seedReceipt(world, placed, '100.00')
  await seedApprovedTimesheet(world, placed, present((await seedTimesheets(world, placed))[0], 'the second'))
  const { agency, client } = placed
  const contractor = await seedContractor(world, agency)
  const daily = await seedPlacement(
    world,
    { agency, client, contractor },
    {
      unit_type: 'daily',
      rates: [{ name: 'Standard', contractor_rate: '200.00', client_rate: '250.00' }],
    },
  )
  const week = present((await seedTimesheets(world, daily))[0], 'a week of days')
  await act(world, contractor.viewer, 'transaction.timesheet.submit', {
    id: week.id,
    details: weekdays(week, daily.group_id, '1'),
  })
  await act(world, client.approver, 'transaction.timesheet.approve', { ids: [week.id] })
})

const today = () => day(world.clock.today())
const whole = () => ({ raised_from: '2018-01-01', raised_to: addDays(today(), 40) })

describe('the months', () => {
  test('equal sums of the tables', async () => {
    const rows = await insight(placed.agency.admin, whole())
    const sum = (field: string) => rows.reduce((all, row) => all + Number(row[field] ?? 0), 0)
    const one = async (sql: string) =>
      (await database.owner.query<{ n: string | null }>(sql, [placed.agency.id])).rows[0]?.n
    expect(sum('billed_amount')).toBeCloseTo(
      Number(
        await one(
          `select sum(total_amount) as n from transaction.invoice where agency_id = $1 and type = 'provider-client'`,
        ),
      ),
      2,
    )
    expect(sum('margin_amount')).toBeCloseTo(
      Number(await one('select sum(agency_gross) as n from transaction.invoice_set where agency_id = $1')),
      2,
    )
    expect(sum('received_amount')).toBeCloseTo(
      Number(
        await one(
          `select sum(amount) as n from transaction.payment_receipt_summary where agency_id = $1 and type = 'receipt'`,
        ),
      ),
      2,
    )
    expect(sum('hours')).toBe(75)
    expect(sum('days')).toBe(5)
    expect(sum('receipt_count')).toBe(2)
    expect(sum('paid_count')).toBe(1)
    expect(sum('timesheet_count')).toBe(sum('work_count'))
    expect(rows.every((row) => String(row.month).endsWith('-01') && row.alpha_code === 'GBP')).toBe(true)
  })

  test('say how many days a client took, and how many approvals came within seven days', async () => {
    const rows = await insight(placed.agency.admin, whole())
    expect(rows.flatMap((row) => row.days_to_pay ?? [])).toEqual([paid_after])
    const { rows: late } = await database.owner.query<{ n: number }>(
      `select count(*)::int as n from transaction.timesheet where agency_id = $1 and status = 'approved'
       and (approved_at at time zone 'Europe/London')::date > end_date + 7`,
      [placed.agency.id],
    )
    const counted = (field: string) => rows.reduce((all, row) => all + Number(row[field]), 0)
    expect(counted('timesheet_count') - counted('on_time_count')).toBe(late[0]?.n)
  })

  test('leave out rows outside the range', async () => {
    const far = { raised_from: '2018-01-01', raised_to: '2018-12-31' }
    expect(await insight(placed.agency.admin, far)).toEqual([])
  })
})

const lists: Record<Figure, { entity: Entity; sum?: string; count: string; amount?: string }> = {
  billed: {
    entity: entities['transaction.invoice'],
    sum: 'total_amount',
    count: 'billed_count',
    amount: 'billed_amount',
  },
  paid: {
    entity: entities['transaction.invoice'],
    sum: 'total_amount',
    count: 'paid_count',
    amount: 'paid_amount',
  },
  received: {
    entity: entities['transaction.payment_receipt_summary'],
    sum: 'amount',
    count: 'receipt_count',
    amount: 'received_amount',
  },
  margin: { entity: agency_commission, sum: 'agency_gross', count: 'work_count', amount: 'margin_amount' },
  hours: { entity: entities['transaction.timesheet'], sum: 'total_units', count: '', amount: 'hours' },
  timesheets: { entity: entities['transaction.timesheet'], count: 'timesheet_count' },
}

test.each(Object.entries(lists))('the rows that %s opens make its figure', async (figure, of) => {
  const { admin } = placed.agency
  for (const month of await insight(admin, whole())) {
    const from = day(String(month.month))

    const { filter } = rowsOf(
      figure as Figure, // A key of the table above.
      { from, to: endOfMonth(from) },
      { id: month.currency_id, alpha_code: 'GBP' },
    )
    const where = allOf([
      ...filterWhere(entities, of.entity, filter, today()),
      ...(figure === 'received' ? [{ type: { _eq: 'receipt' } }] : []),
    ])
    const root = rootName(of.entity)
    const { all } = await ask<{ all: { aggregate: { count: number; sum?: Record<string, number | null> } } }>(
      admin,
      `query rows($where: ${root}_bool_exp!) { all: ${root}_aggregate(where: $where) { aggregate { count ${of.sum ? `sum { ${of.sum} }` : ''} } } }`,
      { where },
    )
    if (of.count) expect(all.aggregate.count).toBe(month[of.count])
    if (of.sum && of.amount) expect(all.aggregate.sum?.[of.sum] ?? 0).toBeCloseTo(Number(month[of.amount]), 2)
  }
})

test('are for the agency’s admin only', async () => {
  for (const viewer of [placed.agency.reader, placed.agency.user, placed.client.invoice_contact]) {
    const answer = JSON.parse(await endpoint.execute(viewer, { query: '{ get_agency_insight { id } }' }))
    expect(answer.errors?.[0]?.message).toMatch(/not found in type/)
  }
})
