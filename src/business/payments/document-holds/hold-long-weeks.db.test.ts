/** A week of one worker is judged over all their timesheets: the one that was submitted later waits (decision 0194). */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { day, eachDay } from '#kernel/day.ts'
import { inTransaction } from '#server/tx.ts'
import { documentsOf, expectSound, seedBatch } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import {
  act,
  type SeededPlacement,
  type SeededTimesheet,
  seedClient,
  seedPlacement,
  seedTimesheets,
  seedWeek,
} from '#test/fixtures/world.ts'
import { signsOfWork } from '../../decisions/mailed-work.rules.ts'
import { readMailedWork } from '../../decisions/mailed-work.server.ts'
import { judgeAllDebt } from '../../funding/judge-daily.server.ts'

const { database, world } = await freshWorld('2025-06-16T08:00:00.000Z')
const { sql } = database
const period = { start_date: '2025-06-09', end_date: '2025-06-15' }
const terms = { start_date: '2025-06-09', contractor_payment_terms: 0 }

/** The week of Monday 9 June. */
async function weekOf(placement: SeededPlacement): Promise<SeededTimesheet> {
  const [sheet] = await seedTimesheets(world, placement)
  if (sheet === undefined) throw new Error('The placement has no timesheet')
  return sheet
}

/** A second timesheet of the same week, made by the agency. */
async function secondSheet(placement: SeededPlacement): Promise<SeededTimesheet> {
  const made = await act<{ id: string; human_id: string }>(
    world,
    placement.agency.user,
    'transaction.timesheet.create',
    { contract_id: placement.id, ...period },
  )
  return { ...made, ...period }
}

/** Hours on each day of the week from one to another (1 is Monday), submitted a minute after everything before. */
async function submit(
  placement: SeededPlacement,
  { id }: SeededTimesheet,
  hours: string,
  [from, until]: readonly [number, number] = [1, 7],
) {
  world.clock.advance({ minutes: 1 })
  await act(world, placement.agency.user, 'transaction.timesheet.submit', {
    id,
    details: eachDay(day(period.start_date), day(period.end_date))
      .slice(from - 1, until)
      .map((date) => ({ date, group_id: placement.group_id, units: hours })),
  })
}
const approve = (placement: SeededPlacement, ...sheets: SeededTimesheet[]) =>
  act(world, placement.client.approver, 'transaction.timesheet.approve', { ids: sheets.map(({ id }) => id) })

const flagsOf = async ({ agency }: SeededPlacement, { id }: SeededTimesheet) =>
  (
    await act<{ flags: { rule: 'long_hours'; facts: string }[] }>(
      world,
      agency.provider.operations,
      'funding.risk_flag.read',
      { entity: 'transaction.timesheet', entity_id: id },
    )
  ).flags
const factsOf = async (placement: SeededPlacement, sheet: SeededTimesheet) =>
  (await flagsOf(placement, sheet)).map(({ facts }) => facts)

/** The words that an approver reads before the decision. */
const signsFor = (viewer: Viewer, { id }: SeededTimesheet) =>
  inTransaction(database, async (tx) => {
    const { record, beside } = await readMailedWork(tx, viewer, 'transaction.timesheet', id)
    return signsOfWork(record, world.clock.today(), beside)
  })

async function fundingOf({ id }: SeededTimesheet): Promise<string[]> {
  const rows = await sql<{ says: string }>(
    `select funding_status || coalesce(': ' || funding_hold_reason, '') as says from transaction.invoice
     where timesheet_id = $1 and type in ('provider-client', 'agency-provider', 'agency_earnings') group by 1`,
    id,
  )
  return rows.map(({ says }) => says)
}
const waits = ['held: Unusual hours not accepted']

test('a week over two timesheets: the first is advanced, the second waits until the provider accepts the flag', async () => {
  const placement = await seedWeek(world, { placement: { ...terms, timesheet_submit: 'agency' } })
  const first = await weekOf(placement)
  const second = await secondSheet(placement)
  await submit(placement, first, '12', [1, 4])
  await submit(placement, second, '12.25', [5, 5])
  const facts = '60.25 hours in the week of 09 Jun 2025 over 2 timesheets, more than 60'
  expect(await signsFor(placement.client.approver, first)).toEqual([])
  expect(await signsFor(placement.client.approver, second)).toEqual([facts])
  // The turn is that of the submissions, in whatever order they are approved.
  await approve(placement, second)
  await approve(placement, first)
  expect(await fundingOf(first)).toEqual(['pending'])
  expect(await fundingOf(second)).toEqual(waits)
  expect(await factsOf(placement, first)).toEqual([])
  const payee = (await documentsOf(database, second))['contractor-agency']?.id
  const batch = await seedBatch(world, placement.agency.provider, '2025-06-18')
  expect(
    await sql(
      'select status, hold_reason from payment.payment_batch_item where payment_batch_id = $1 and invoice_id = $2',
      batch.id,
      payee,
    ),
  ).toEqual([{ status: 'held', hold_reason: 'Unusual hours not accepted' }])

  const [flag] = await flagsOf(placement, second)
  expect(flag).toMatchObject({ rule: 'long_hours', facts })
  await act(world, placement.agency.provider.operations, 'funding.risk_flag.accept', {
    entity: 'transaction.timesheet',
    entity_id: second.id,
    rule: 'long_hours',
    facts,
    comment: 'A call-out on Saturday that the client confirmed',
  })
  await inTransaction(database, (tx) => judgeAllDebt({ tx, clock: world.clock, audit: () => undefined }))
  expect(await fundingOf(second)).toEqual(['pending'])
  await expectSound(database)
})

test('a week over two timesheets: one more submission after the first was rejected and sent again', async () => {
  const placement = await seedWeek(world, { placement: { ...terms, timesheet_submit: 'agency' } })
  const first = await weekOf(placement)
  const second = await secondSheet(placement)
  await submit(placement, first, '1', [1, 4])
  await submit(placement, second, '15', [5, 7])
  await act(world, placement.client.approver, 'transaction.timesheet.reject', {
    ids: [first.id],
    comment: 'Friday is missing',
  })
  expect(await factsOf(placement, second)).toEqual([])
  await submit(placement, first, '4.5', [1, 4])
  expect(await factsOf(placement, second)).toEqual([])
  expect(await factsOf(placement, first)).toEqual([
    '63 hours in the week of 09 Jun 2025 over 2 timesheets, more than 60',
  ])
})

test('a worker of two placements: the provider counts both, and each client reads its own hours', async () => {
  const placement = await seedWeek(world, { placement: { ...terms, timesheet_submit: 'agency' } })
  const { agency, contractor } = placement
  const client = await seedClient(world, agency)
  const other = await seedPlacement(
    world,
    { agency, client, contractor },
    { ...terms, timesheet_submit: 'agency' },
  )
  const [first, second] = [await weekOf(placement), await weekOf(other)]
  await submit(placement, first, '8', [1, 5])
  await submit(other, second, '4', [1, 6])
  await approve(placement, first)
  await approve(other, second)
  expect(await fundingOf(first)).toEqual(['pending'])
  expect(await fundingOf(second)).toEqual(waits)
  expect(await factsOf(other, second)).toEqual([
    '64 hours in the week of 09 Jun 2025 over 2 timesheets, more than 60',
  ])
  expect(await signsFor(client.approver, second)).toEqual([])
})

test('hours that a correction takes off: no flag of the correction, and the later hours are judged without them', async () => {
  const placement = await seedWeek(world, { placement: { ...terms, timesheet_submit: 'agency' } })
  const sheet = await weekOf(placement)
  await submit(placement, sheet, '8.75')
  await approve(placement, sheet)
  expect(await factsOf(placement, sheet)).toEqual(['61.25 hours in the week of 09 Jun 2025, more than 60'])
  world.clock.advance({ minutes: 1 })
  await act(world, placement.agency.provider.admin, 'transaction.timesheet.refine', {
    id: sheet.id,
    mode: 'difference',
    reason: 'One day was not worked',
    details: eachDay(day(period.start_date), day('2025-06-14')).map((date) => ({
      date,
      group_id: placement.group_id,
      units: '8.75',
    })),
  })
  const [deduction] = await sql<SeededTimesheet>(
    'select id, human_id from transaction.timesheet where refines_id = $1',
    sheet.id,
  )
  expect(await factsOf(placement, deduction ?? sheet)).toEqual([])
  const other = await seedPlacement(world, placement, { ...terms, timesheet_submit: 'agency' })
  const second = await weekOf(other)
  await submit(other, second, '1')
  expect(await factsOf(other, second)).toEqual([])
})
