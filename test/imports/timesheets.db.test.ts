import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  type SeededTimesheet,
  seedPlacement,
  seedTimesheets,
  seedWeek,
  weekdays,
} from '#test/fixtures/world.ts'
import { csv, dump, importing } from './run.ts'

const { database, world } = await freshWorld()
const imports = importing(world)
const { sql } = imports

const placed = await seedWeek(world)
const stranger = await seedWeek(world, { provider: placed.agency.provider })
const worker = placed.contractor.viewer
const fill = 'transaction.timesheet.save_draft'
const submit = 'transaction.timesheet.submit'
const header = ['Timesheet Id', 'Date', 'Rate', 'Units']

/** Another placement of the same people, with a rate besides Standard, and its first timesheets. */
async function another(): Promise<{ placement: SeededPlacement; sheets: SeededTimesheet[] }> {
  const placement = await seedPlacement(world, placed, {
    rates: [
      { name: 'Standard', contractor_rate: '20.00', client_rate: '25.00' },
      { name: 'Overtime', contractor_rate: '30.00', client_rate: '40.00' },
    ],
  })
  return { placement, sheets: await seedTimesheets(world, placement) }
}
const first = (sheets: readonly SeededTimesheet[]) => present(sheets[0], 'a timesheet')
const second = (sheets: readonly SeededTimesheet[]) => present(sheets[1], 'another timesheet')

const cells = (timesheet_id: string) =>
  sql<{ date: string; rate_name: string; units: string }>(
    `select date::text, rate_name, units::text from transaction.timesheet_detail
     where timesheet_id = $1 and deleted_at is null order by date, rate_name`,
    timesheet_id,
  )
const stateOf = async (id: string) =>
  (
    await sql<{ status: string; total_units: string }>(
      'select status, total_units::text from transaction.timesheet where id = $1',
      id,
    )
  )[0]

test('units of many days and rates fill the timesheets they name', async () => {
  const { sheets } = await another()
  const [one, two] = [first(sheets), second(sheets)]
  const file = csv(
    header,
    [one.human_id, '2025-06-02', 'Standard', '7.5'],
    [two.human_id, '2025-06-09', '', '7:30'],
    [one.human_id, '03/06/2025', 'overtime', '2'],
    [one.human_id, '4 Jun 2025', 'Standard', 's'],
  )
  const checked = await imports.check(worker, fill, file)
  expect(checked).toMatchObject({ status: 'checked', row_count: 4, faulty_count: 0, message: null })
  expect(await stateOf(one.id)).toEqual({ status: 'draft', total_units: '0.0000' })
  const done = await imports.apply(worker, checked.id, 'all')
  expect(done).toMatchObject({ status: 'applied', applied_count: 4, failed_count: 0 })
  expect(await cells(one.id)).toEqual([
    { date: '2025-06-02', rate_name: 'Standard', units: '7.5000' },
    { date: '2025-06-03', rate_name: 'Overtime', units: '2.0000' },
    { date: '2025-06-04', rate_name: 'Standard', units: '7.5000' },
  ])
  expect(await stateOf(two.id)).toEqual({ status: 'draft', total_units: '7.5000' })
  expect((await imports.rows(checked.id)).map((row) => row.human_id)).toEqual([
    one.human_id,
    two.human_id,
    one.human_id,
    one.human_id,
  ])
})

test('cells that the file does not name stay, and an empty one is none', async () => {
  const { placement, sheets } = await another()
  const sheet = first(sheets)
  await act(world, worker, fill, { id: sheet.id, details: weekdays(sheet, placement.group_id, '7') })
  const { id } = await imports.check(
    worker,
    fill,
    csv(
      header,
      [sheet.human_id, '2025-06-02', 'Standard', '8'],
      [sheet.human_id, '2025-06-03', 'Standard', ''],
    ),
  )
  await imports.apply(worker, id)
  expect((await cells(sheet.id)).map(({ date, units }) => `${date} ${units}`)).toEqual([
    '2025-06-02 8.0000',
    '2025-06-04 7.0000',
    '2025-06-05 7.0000',
    '2025-06-06 7.0000',
  ])
})

test('faulty rows: each with the specified message; the others continue', async () => {
  const { sheets } = await another()
  const sheet = first(sheets)
  const foreign = first(await seedTimesheets(world, stranger))
  const file = csv(
    header,
    [sheet.human_id, '2025-06-02', 'Standard', '7.5'],
    [sheet.human_id, '2025-06-03', 'Standard', 'many'],
    [sheet.human_id, '2025-06-04', 'Standard', '-1'],
    [sheet.human_id, '2025-06-05', 'Standard', '25'],
    [sheet.human_id, '2025-06-16', 'Standard', '1'],
    [sheet.human_id, '2025-06-02', 'Standard', '1'],
    [sheet.human_id, '31/02/2025', 'Standard', '1'],
    [sheet.human_id, '', 'Standard', '1'],
    [sheet.human_id, '2025-06-06', 'Night', '1'],
    ['', '2025-06-06', 'Standard', '1'],
    ['TMS999999', '2025-06-06', 'Standard', '1'],
    [foreign.human_id, '2025-06-06', 'Standard', '1'],
    [sheet.human_id, '2025-06-06', 'Standard', '1', 'and more'],
    [sheet.human_id, '2025-06-06', 'Standard', '=1+1'],
  )
  const checked = await imports.check(worker, fill, file)
  expect(checked).toMatchObject({ status: 'checked', row_count: 14, faulty_count: 13 })
  expect(await imports.errors(checked.id)).toEqual({
    3: { 'details.units': 'Please enter a valid number' },
    4: { 'details.units': 'Needs Positive Number' },
    5: { 'details.units': 'Max number is reached' },
    6: { 'details.date': 'Should be before 09/06/2025' },
    7: { 'details.date': 'Cannot reuse this date' },
    8: { 'details.date': 'Please enter a valid Input' },
    9: { 'details.date': 'Mandatory' },
    10: { 'details.rate_name': 'Rate not found' },
    11: { human_id: 'Mandatory' },
    12: { human_id: 'Timesheet not found' },
    // Another tenant's reads as nobody's.
    13: { human_id: 'Timesheet not found' },
    14: { row: 'The row has more cells than the file has headers' },
    15: { 'details.units': 'Please enter a valid number' },
  })
  const refused = await refusalOf(
    act(world, worker, 'platform.import.apply', { id: checked.id, mode: 'all' }),
  )
  expect(refused.message).toBe('13 rows have errors, so that not all can be imported')
  expect(await imports.apply(worker, checked.id, 'valid')).toMatchObject({
    status: 'applied',
    applied_count: 1,
    faulty_count: 13,
  })
  expect(await stateOf(sheet.id)).toEqual({ status: 'draft', total_units: '7.5000' })
  expect(await stateOf(foreign.id)).toEqual({ status: 'draft', total_units: '0.0000' })
})

test('foreign placement: every row is refused', async () => {
  const { sheets } = await another()
  const { id, faulty_count } = await imports.check(
    placed.agency.admin,
    fill,
    csv(header, [first(sheets).human_id, '2025-06-02', 'Standard', '7.5']),
  )
  expect(faulty_count).toBe(1)
  expect(await imports.errors(id)).toEqual({
    2: { row: 'On this placement the contractor enters the timesheets' },
  })
  const none = await refusalOf(
    act(world, placed.agency.admin, 'platform.import.apply', { id, mode: 'valid' }),
  )
  expect(none.message).toBe('No row of this file can be imported')
})

test('filled and submitted at once; undone, every row is as before', async () => {
  const { placement, sheets } = await another()
  const [one, two] = [first(sheets), second(sheets)]
  await act(world, worker, fill, {
    id: one.id,
    details: weekdays(one, placement.group_id, '6'),
    comment: 'Mine',
  })
  const before = await dump(database)
  const file = csv(
    header,
    [one.human_id, '2025-06-02', 'Standard', '8'],
    [one.human_id, '2025-06-03', 'Standard', ''],
    [one.human_id, '2025-06-03', 'Overtime', '3'],
    [two.human_id, '2025-06-09', 'Standard', '8'],
  )
  const { id } = await imports.check(worker, submit, file)
  expect(await dump(database), 'checking changes nothing').toEqual(before)
  await imports.apply(worker, id, 'all')
  expect(await stateOf(one.id)).toEqual({ status: 'submitted', total_units: '29.0000' })
  const after = await dump(database)
  expect(after).not.toEqual(before)
  expect(await imports.undo(worker, id)).toMatchObject({ status: 'undone', applied_count: 0, message: null })
  expect(await dump(database)).toEqual(before)
  expect((await imports.rows(id)).map(({ status }) => status)).toEqual(Array(4).fill('undone'))
  const steps = await sql<{ action: string; old_status: string; new_status: string }>(
    'select action, old_status, new_status from transaction.timesheet_activity where timesheet_id = $1 order by created_at, id',
    one.id,
  )
  expect(steps).toContainEqual({ action: 'import_undo', old_status: 'submitted', new_status: 'draft' })
})

test('later work: prevents the undo with row and reason, and nothing changes', async () => {
  const { placement, sheets } = await another()
  const [one, two] = [first(sheets), second(sheets)]
  const { id } = await imports.check(
    worker,
    submit,
    csv(header, [one.human_id, '2025-06-02', 'Standard', '8'], [two.human_id, '2025-06-09', 'Standard', '8']),
  )
  await imports.apply(worker, id)
  await act(world, placement.client.approver, 'transaction.timesheet.approve', { ids: [one.id] })
  const before = await dump(database)
  expect(await imports.undo(worker, id)).toMatchObject({
    status: 'applied',
    applied_count: 2,
    message: `Row 2: ${one.human_id} has been changed since. Nothing was undone.`,
  })
  expect(await dump(database)).toEqual(before)
  expect(await stateOf(two.id)).toEqual({ status: 'submitted', total_units: '8.0000' })
})

test('all or nothing is nothing when a row is refused after all', async () => {
  const { placement, sheets } = await another()
  const [one, two] = [first(sheets), second(sheets)]
  const { id } = await imports.check(
    worker,
    fill,
    csv(header, [one.human_id, '2025-06-02', 'Standard', '8'], [two.human_id, '2025-06-09', 'Standard', '8']),
  )
  await act(world, worker, submit, { id: two.id, details: weekdays(two, placement.group_id) })
  const before = await dump(database)
  const message = `Row 3: Timesheet ${two.human_id} is submitted and cannot be changed. Nothing was imported.`
  expect(await imports.apply(worker, id, 'all')).toMatchObject({
    status: 'checked',
    applied_count: 0,
    faulty_count: 1,
    message,
  })
  expect(await dump(database)).toEqual(before)
  expect(await imports.apply(worker, id, 'valid')).toMatchObject({ status: 'applied', applied_count: 1 })
  expect(await stateOf(one.id)).toEqual({ status: 'draft', total_units: '8.0000' })
})
