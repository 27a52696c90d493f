import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  seedClient,
  seedContractor,
  seedPlacement,
  seedTimesheets,
  seedWeek,
} from '#test/fixtures/world.ts'
import { generateTimesheets } from './generate-timesheets.server.ts'

const { database, world } = await freshWorld()
const generate = (up_to: string, contract_id: string) =>
  inTransaction(database, (tx) =>
    generateTimesheets({ tx, clock: world.clock }, { up_to: day(up_to), contract_id }),
  )

test('a draft for every week up to the current one, Monday to Sunday', async () => {
  const placement = await seedWeek(world)
  const sheets = await seedTimesheets(world, placement)
  expect(sheets.map((s) => [s.start_date, s.end_date])).toEqual([
    ['2025-06-02', '2025-06-08'],
    ['2025-06-09', '2025-06-15'],
  ])
  expect(sheets.every((s) => /^TMS\d{6}$/.test(s.human_id))).toBe(true)
})

/** As if its timesheets had never been generated. */
const forget = (placement: { id: string }) =>
  database.owner.query('delete from transaction.timesheet where contract_id = $1', [placement.id])

test('they are there as soon as the placement is in force', async () => {
  const placement = await seedWeek(world)
  expect(await generate('2025-06-15', placement.id)).toEqual([])
  expect(await seedTimesheets(world, placement)).toHaveLength(2)
})

test('repeated and parallel runs: one timesheet a period', async () => {
  const placement = await seedWeek(world)
  await forget(placement)
  const made = await Promise.all(Array.from({ length: 8 }, () => generate('2025-06-15', placement.id)))
  expect(made.flat()).toHaveLength(2)
  expect(await generate('2025-06-15', placement.id)).toEqual([])
})

test('later weeks follow where the last ended; a cancelled one is not made again', async () => {
  const placement = await seedWeek(world)
  await forget(placement)
  const [first] = await generate('2025-06-02', placement.id)
  await database.owner.query(`update transaction.timesheet set status = 'cancelled' where id = $1`, [
    first?.id,
  ])
  const later = await generate('2025-06-20', placement.id)
  expect(later.map((s) => s.start_date).sort()).toEqual(['2025-06-09', '2025-06-16'])
})

test('days more than 92 before the books begin were billed elsewhere: none is made for them', async () => {
  const placement = await seedWeek(world)
  const { provider } = placement.agency
  await forget(placement)
  const begin = (books_begin: string) =>
    database.owner.query('update business.business set books_begin = $2 where id = $1', [
      provider.id,
      books_begin,
    ])
  await begin('2025-09-11')
  expect((await generate('2025-06-15', placement.id)).map((s) => [s.start_date, s.end_date])).toEqual([
    ['2025-06-11', '2025-06-15'],
  ])
  const make = (start_date: string) =>
    act(world, placement.agency.admin, 'transaction.timesheet.create', {
      contract_id: placement.id,
      start_date,
      end_date: '2025-06-12',
    })
  expect(await refusalOf(make('2025-06-10'))).toMatchObject({
    errors: { start_date: 'Should be after 10/06/2025' },
  })
  await make('2025-06-11')
})

test('months by the calendar, clipped to the placement', async () => {
  const week = await seedWeek(world)
  const { agency, client } = week
  const contractor = await seedContractor(world, agency)
  const placement = await seedPlacement(
    world,
    { agency, client, contractor },
    { timesheet_frequency: 'month', start_date: '2025-04-10', end_date: '2025-06-12' },
  )
  const sheets = await seedTimesheets(world, placement)
  expect(sheets.map((s) => [s.start_date, s.end_date])).toEqual([
    ['2025-04-10', '2025-04-30'],
    ['2025-05-01', '2025-05-31'],
    ['2025-06-01', '2025-06-12'],
  ])
})

test('a PAYE worker keeps paye timesheets; a draft placement has none', async () => {
  const { agency, client } = await seedWeek(world)
  const contractor = await seedContractor(world, agency, { payment_type: 'paye' })
  const placement = await seedPlacement(world, { agency, client, contractor })
  const sheets = await seedTimesheets(world, placement)
  const { rows } = await database.owner.query(
    'select distinct type from transaction.timesheet where id = any ($1)',
    [sheets.map((s) => s.id)],
  )
  expect(rows).toEqual([{ type: 'paye' }])
  const draft = await act<{ id: string }>(world, agency.admin, 'contract.temp_placement.create', {
    client_id: client.id,
    contractor_id: contractor.id,
    title: 'Not yet',
    start_date: '2025-06-02',
    funding_type: 'funded',
    contractor_payment_terms: 7,
    rates: [{ name: 'Standard', contractor_rate: '20', client_rate: '25' }],
  })
  expect(await generate('2025-06-15', draft.id)).toEqual([])
})

test('an agency generates for its own placements only, in reach of a month', async () => {
  const placement = await seedWeek(world)
  const other = await seedWeek(world)
  const theirs = { contract_id: placement.id }
  const refused = await refusalOf(act(world, other.agency.admin, 'transaction.timesheet.generate', theirs))
  expect(refused.code).toBe('not_found')
  const far = act(world, placement.agency.admin, 'transaction.timesheet.generate', { up_to: '2099-01-01' })
  expect(await refusalOf(far)).toMatchObject({ errors: { up_to: 'Should be before 16/07/2025' } })
  const client = await seedClient(world, placement.agency)
  for (const viewer of [placement.contractor.viewer, client.approver, placement.agency.reader]) {
    const reader = await refusalOf(act(world, viewer, 'transaction.timesheet.generate', {}))
    expect(reader.code).toBe('not_allowed')
  }
})
