/** Payroll's figures as a file: seen before anything is changed, all rows or nothing, taken back until they are invoiced. */
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { example_4, hoursOf, seedPayePlacement } from '#test/fixtures/documents.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedClient, seedProvider, seedTimesheets } from '#test/fixtures/world.ts'
import { csv, dump, importing } from './run.ts'

const { database, world } = await freshWorld()
const imports = importing(world)
const provider = await seedProvider(world)
const agency = await seedAgency(world, provider)
const record = 'transaction.payroll_figure.record'
const header = [
  'Timesheet',
  'Contractor',
  'Pay Day',
  'Gross Pay',
  'Holiday Pay',
  'Tax',
  'Ee NI',
  'Ee Pension',
  'Student Loan',
  'Net Pay',
  'Er NI',
  'Er Pension',
  'Levy',
]
const days = ['2025-06-02', '2025-06-03', '2025-06-04', '2025-06-05', '2025-06-06']

/** A PAYE week of 40 hours, submitted. */
async function week() {
  const client = await seedClient(world, agency)
  const placement = await seedPayePlacement(world, { agency, client })
  const sheet = present((await seedTimesheets(world, placement))[0], 'a timesheet')
  await act(world, placement.contractor.viewer, 'transaction.timesheet.submit', {
    id: sheet.id,
    details: hoursOf(placement, days, '8'),
  })
  const approve = () => act(world, client.approver, 'transaction.timesheet.approve', { ids: [sheet.id] })
  return { ...sheet, approve, placement }
}

const e = example_4
const line = (sheet: { human_id: string }, change: { gross?: string; net?: string } = {}) => [
  sheet.human_id,
  'As exported',
  '20/06/2025',
  change.gross ?? e.gross_pay,
  e.holiday_pay,
  e.income_tax,
  e.employee_ni,
  e.employee_pension,
  e.student_loan,
  change.net ?? e.net_pay,
  e.employer_ni,
  e.employer_pension,
  e.apprenticeship_levy,
]

const figures = (sheet: { id: string }) =>
  imports.sql<{ gross_pay: string; source: string }>(
    'select gross_pay, source from transaction.payroll_figure where timesheet_id = $1 and deleted_at is null',
    sheet.id,
  )

test('figures of a run are shown first, then recorded all together, and can be taken back', async () => {
  const [one, two] = [await week(), await week()]
  const earlier = { ...e, timesheet_id: two.id, pay_day: '2025-06-13' }
  await act(world, provider.operations, record, earlier)
  const before = await dump(database)
  const checked = await imports.check(provider.operations, record, csv(header, line(one), line(two)))
  expect(checked).toMatchObject({ status: 'checked', row_count: 2, faulty_count: 0 })
  expect(await dump(database)).toEqual(before)
  expect(
    (
      await refusalOf(
        act(world, provider.operations, 'platform.import.apply', { id: checked.id, mode: 'valid' }),
      )
    ).message,
  ).toBe('A payroll run is taken in whole, so that no one of it is forgotten')
  expect(await imports.apply(provider.operations, checked.id, 'all')).toMatchObject({
    status: 'applied',
    applied_count: 2,
  })
  expect(await figures(one)).toEqual([{ gross_pay: e.gross_pay, source: 'imported' }])
  expect(await imports.undo(provider.operations, checked.id)).toMatchObject({
    status: 'undone',
    message: null,
  })
  expect(await figures(one)).toEqual([])
  // What was entered before stands again.
  expect(await figures(two)).toEqual([{ gross_pay: e.gross_pay, source: 'entered' }])
})

test('a week that waited is invoiced at once; then the import is not taken back', async () => {
  const sheet = await week()
  await sheet.approve()
  const { id } = await imports.check(provider.operations, record, csv(header, line(sheet)))
  await imports.apply(provider.operations, id, 'all')
  const [{ status } = { status: '' }] = await imports.sql<{ status: string }>(
    'select status from transaction.timesheet where id = $1',
    sheet.id,
  )
  expect(status).toBe('approved')
  expect((await imports.undo(provider.operations, id)).message).toContain(
    `${sheet.human_id} is invoiced with these figures: correct it by a refinement`,
  )
  expect(await figures(sheet)).toHaveLength(1)
})

test('faulty rows: each with its reason under its column, and nothing is imported', async () => {
  const [good, wrong, waiting] = [await week(), await week(), await week()]
  await waiting.approve()
  const checked = await imports.check(
    provider.operations,
    record,
    csv(
      header,
      line(good),
      line(wrong, { net: '1.00' }),
      line({ human_id: 'TMS999999' }),
      line(waiting, { gross: '900.00', net: '656.78' }),
      ['', '', 'someday', '', '', '', '', '', '', '', '', ''],
      line(good),
    ),
  )
  expect(checked.faulty_count).toBe(5)
  expect(await imports.errors(checked.id)).toMatchInlineSnapshot(`
    {
      "3": {
        "row": "Gross pay less deductions is 653.34, and not 1.00",
      },
      "4": {
        "timesheet.human_id": "Timesheet not found",
      },
      "5": {
        "gross_pay": "Payroll pays 900.00, the approved time comes to 896.56",
      },
      "6": {
        "gross_pay": "Mandatory",
        "net_pay": "Mandatory",
        "pay_day": "Please enter a valid Input",
        "timesheet.human_id": "Mandatory",
      },
      "7": {
        "timesheet.human_id": "Duplicate Value",
      },
    }
  `)
  const apply = act(world, provider.operations, 'platform.import.apply', { id: checked.id, mode: 'all' })
  expect((await refusalOf(apply)).message).toBe('5 rows have errors, so that not all can be imported')
  expect(await figures(good)).toEqual([])
})

test('agencies import none, and the weeks of other providers are not there', async () => {
  const sheet = await week()
  const content = csv(header, line(sheet))
  expect((await refusalOf(imports.check(agency.admin, record, content))).code).toBe('not_allowed')
  const stranger = await seedProvider(world)
  const { id } = await imports.check(stranger.operations, record, content)
  expect(await imports.errors(id)).toEqual({ 2: { 'timesheet.human_id': 'Timesheet not found' } })
})
