/**
 * What is out on debt, as the portfolio says it (money.md §1.9): the advance stays out when its work is corrected, whatever
 * documents it stands on since; now, and as of the days before.
 */
import { expect } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import { act, weekdays } from '../fixtures/world.ts'
import type { Funded } from './stories/funded-tell.ts'
import { fundedWeek, storyTeller } from './stories/funded-tell.ts'

const story = await storyTeller(4)

async function inUse({ story, placed }: Funded, as_of?: string): Promise<unknown> {
  const endpoint = new DataEndpoint({ database: story.database, clock: story.clock })
  const args = as_of === undefined ? '' : `(args: { as_of: "${as_of}" })`
  const query = `{ agencies: get_funding_portfolio${args} { funds_in_use } }`
  const { data } = JSON.parse(await endpoint.execute(placed.agency.provider.admin, { query }))
  return data.agencies.map((row: { funds_in_use: number }) => row.funds_in_use)
}

async function refine(one: Funded, mode: 'full' | 'difference', units: string): Promise<void> {
  const { story, placed } = one
  const { rows } = await story.database.owner.query<{
    id: string
    human_id: string
    start_date: string
    end_date: string
  }>(
    `select id, human_id, start_date, end_date from transaction.timesheet where contract_id = $1 and status = 'approved'`,
    [placed.id],
  )
  for (const sheet of rows) {
    const { differences } = await act<{ differences: { id: string }[] }>(
      story,
      placed.agency.user,
      'transaction.timesheet.refine',
      {
        id: sheet.id,
        mode,
        details: weekdays(sheet, placed.group_id, units),
        reason: 'Hours corrected',
      },
    )
    // Added hours are approved again.
    if (units === '8')
      await act(story, placed.client.approver, 'transaction.timesheet.approve', {
        ids: differences.map((one) => one.id),
      })
  }
}

story('hours corrected after they were paid out: what went out is out still', async (database) => {
  const one = await fundedWeek(database)
  // 900.00 to the contractor and 191.24 to the agency.
  expect(await inUse(one)).toEqual([1091.24])
  await one.story.morning('2025-06-26')
  await refine(one, 'full', '7.5')
  expect(await inUse(one)).toEqual([1091.24])
  await one.story.morning('2025-06-27')
  expect(await inUse(one, '2025-06-25')).toEqual([1091.24])
  expect(await inUse(one, '2025-06-26')).toEqual([1091.24])
})

story(
  'fewer hours: what contractor and agency owe back is out on the work that it is set against',
  async (database) => {
    const one = await fundedWeek(database)
    await one.story.morning('2025-06-26')
    await refine(one, 'full', '6')
    // 30 hours: 720.00 and 153.00; 180.00 and 38.24 too much stand against no debt.
    expect(await inUse(one)).toEqual([873])
    await one.story.morning('2025-06-27')
    await one.works()
    expect(await inUse(one)).toEqual([873])
    await one.story.morning('2025-07-09')
    await one.pay_out('2025-07-09')
    // Less money goes out for the next week, as much stands on it: 900.00 and 191.24.
    expect(await inUse(one)).toEqual([1964.24])
    await one.story.morning('2025-07-10')
    expect(await inUse(one, '2025-06-25')).toEqual([1091.24])
    expect(await inUse(one, '2025-06-26')).toEqual([873])
    expect(await inUse(one, '2025-07-09')).toEqual([1964.24])
  },
)

story('the difference of more hours, paid out as well: together', async (database) => {
  const one = await fundedWeek(database)
  await one.story.morning('2025-06-26')
  await refine(one, 'difference', '8')
  await one.story.morning('2025-07-09')
  await one.pay_out('2025-07-09')
  // 40 hours: 960.00 and 204.00 less a penny of the fee, which is rounded twice.
  const [now] = (await inUse(one)) as number[]
  expect(now).toBeCloseTo(1164, 0)
  await one.story.morning('2025-07-10')
  expect(await inUse(one, '2025-07-09')).toEqual([now])
  expect(await inUse(one, '2025-06-25')).toEqual([1091.24])
})

story(
  'a batch completed before its run is out from its completion, today as afterwards',
  async (database) => {
    const one = await fundedWeek(database)
    await one.works()
    await one.story.morning('2025-06-30')
    await one.pay_out('2025-07-02')
    expect(await inUse(one)).toEqual([2182.48])
    await one.story.morning('2025-07-01')
    expect(await inUse(one)).toEqual([2182.48])
    expect(await inUse(one, '2025-06-29')).toEqual([1091.24])
    expect(await inUse(one, '2025-06-30')).toEqual([2182.48])
  },
)
