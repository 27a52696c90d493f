/** Rates in force that fall below the minimum wage, in SQL and as a task, beside the rule (decision 0098). */
import { expect, test } from 'vitest'
import { type Day, day } from '#kernel/day.ts'
import { instant } from '#kernel/instant.ts'
import { rate } from '#kernel/rate.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { act, seedParties, seedPlacement } from '#test/fixtures/world.ts'
import { followAll } from '../inbox/open-tasks.server.ts'
import { belowMinimumSql } from './below-minimum.server.ts'
import { minimumWageFault } from './minimum-wage.rules.ts'

const { database, world } = await freshWorld()
const { agency, client, contractor } = await seedParties(world, { contractor: { payment_type: 'paye' } })
const placed = await seedPlacement(world, { agency, client, contractor })
const { sql } = database

const bornOn = (date: string | null) =>
  sql(
    'update business.individual set date_of_birth = $2 where id = (select individual_id from business.business where id = $1)',
    contractor.id,
    date,
  )
type Version = {
  readonly paid: string
  readonly unit?: string
  readonly from?: string
  readonly to?: string | null
  readonly rolled_up?: string
}
const payWith = ({ paid, unit = 'hourly', from = '2025-06-02', to = null, rolled_up }: Version) =>
  sql(
    `update contract.rate set value_numeric = $2, value_text = $3, effective_from = $4, effective_to = $5,
       value_boolean = $6, value_jsonb_object = $7 where contract_id = $1 and sub_type = 'contractor_rate'`,
    placed.id,
    paid,
    unit,
    from,
    to,
    rolled_up === undefined ? null : true,
    rolled_up === undefined ? {} : { holiday_pay_percent: rolled_up },
  )

type Found = { readonly on_day: Day; readonly base: string; readonly least: string }
const foundOn = async (today: string): Promise<Found | null> => {
  const of = { born: 'i.date_of_birth', today: '$2::date', until: '$2::date + 30' }
  const [row] = await sql<Found>(
    `select m.on_day::text as on_day, m.base::float::text as base, m.least::text as least
     from contract.contract c join business.business w on w.id = c.contractor_id
     join business.individual i on i.id = w.individual_id join lateral ${belowMinimumSql(of)} m on true where c.id = $1`,
    placed.id,
    today,
  )
  return row ?? null
}

test.each([
  // The figures of the first day, and those of a new year within 30 days.
  [{ paid: '12.21' }, null, '2025-06-16', null],
  [{ paid: '12.20' }, null, '2025-06-16', { on_day: '2025-06-02', base: '12.2', least: '12.2100' }],
  [{ paid: '12.70' }, null, '2026-03-01', null],
  [{ paid: '12.70' }, null, '2026-03-02', { on_day: '2026-04-01', base: '12.7', least: '12.7100' }],
  [{ paid: '12.71' }, null, '2026-03-02', null],
  // A day stays the day that it began.
  [{ paid: '12.70' }, null, '2026-09-01', { on_day: '2026-04-01', base: '12.7', least: '12.7100' }],
  // 21 within 30 days, and 18.
  [{ paid: '10.00' }, '2004-07-17', '2025-06-16', null],
  [{ paid: '10.00' }, '2004-07-16', '2025-06-16', { on_day: '2025-07-16', base: '10', least: '12.2100' }],
  [{ paid: '7.55' }, '2007-06-20', '2025-06-16', { on_day: '2025-06-20', base: '7.55', least: '10.0000' }],
  [{ paid: '7.54' }, '2007-06-20', '2025-06-16', { on_day: '2025-06-02', base: '7.54', least: '7.5500' }],
  // A day of 7.5 hours, and units without hours.
  [{ paid: '91.575', unit: 'daily' }, null, '2025-06-16', null],
  [
    { paid: '91.57', unit: 'daily' },
    null,
    '2025-06-16',
    { on_day: '2025-06-02', base: '91.57', least: '12.2100' },
  ],
  [{ paid: '1', unit: 'monthly' }, null, '2025-06-16', null],
  // Rolled up holiday pay is not for work.
  [{ paid: '13.6837', rolled_up: '12.07' }, null, '2025-06-16', null],
  [
    { paid: '13.68', rolled_up: '12.07' },
    null,
    '2025-06-16',
    { on_day: '2025-06-02', base: '12.2067', least: '12.2100' },
  ],
  // A version that ends before, ended already, or begins later.
  [{ paid: '12.70', to: '2026-03-31' }, null, '2026-03-20', null],
  [{ paid: '12.20', to: '2025-06-15' }, null, '2025-06-16', null],
  [
    { paid: '12.70', from: '2026-04-06' },
    null,
    '2026-03-20',
    { on_day: '2026-04-06', base: '12.7', least: '12.7100' },
  ],
  // No figures are known after March 2027.
  [{ paid: '12.71' }, '2006-05-01', '2027-04-15', null],
] as const)('%j of a worker born %s, on %s: %j', async (version, born, today, expected) => {
  await bornOn(born)
  await payWith(version)
  expect(await foundOn(today)).toEqual(expected)
  if (expected === null) return
  // The rule of typed rates says the same of that day.
  const of = { unit: 'unit' in version ? version.unit : 'hourly', from: day(expected.on_day) } as const
  const worker = { payment_type: 'paye', born: born === null ? null : day(born), currency: 'GBP' }
  expect(minimumWageFault({ base: rate(expected.base), ...of }, worker)).not.toBeNull()
})

test('task: for people who read birth dates, until the new rate is agreed', async () => {
  await bornOn('2004-07-16')
  await payWith({ paid: '10.00' })
  const night = (at: string) => inTransaction(database, (tx) => followAll(tx, instant(at)))
  const tasks = () =>
    sql<{ user_id: string; state: string; title: string; message: string }>(
      `select user_id, state, title, message from log.notification_log where kind = 'pay_below_minimum' and entity_id = $1`,
      placed.id,
    )
  await night('2025-06-15T01:00:00Z')
  expect(await tasks()).toEqual([])
  await night('2025-06-16T01:00:00Z')
  expect(await tasks()).toMatchObject([
    {
      user_id: agency.admin.user_id,
      state: 'open',
      title: 'Pay below the minimum wage from 16 Jul 2025',
      message: expect.stringMatching(/: £10\.00 an hour, the least is £12\.21 an hour$/) as string,
    },
  ])
  const made = await act<{ id: string }>(world, agency.admin, 'request.change_request.create', {
    contract_id: placed.id,
    comment: 'Comes of age',
    effective_from: '2025-07-16',
    rates: [{ group_id: placed.group_id, contractor_rate: '12.21' }],
  })
  await act(world, contractor.viewer, 'request.change_request.approve', { ids: [made.id], comment: 'Agreed' })
  expect((await tasks()).map(({ state }) => state)).toEqual(['done'])
})
