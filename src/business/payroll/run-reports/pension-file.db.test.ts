/** The file for a pension provider: the chosen layout, the payslips of its pay days, and the people with the right to make it. */
import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { makeReportable, payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, provider, agency, paye_scheme_id, sql, ...steps } = await payRunsOn(database)
const admin = <T>(verb: string, input: object) => act<T>(world, agency.admin, verb, input)

const member = await steps.employed()
const outsider = await steps.employed()
await makeReportable(sql, member.contractor_id)
const { id } = await admin<{ id: string }>('business.pension_scheme.add', {
  ...{ paye_scheme_id, name: 'Workplace & more', provider: 'Nest', employer_reference: 'EMP1' },
  ...{ relief: 'at_source', basis: 'qualifying', employee_percent: '5', employer_percent: '3' },
})
await admin('business.pension_membership.enrol', {
  ...{ employment_id: member.employment_id, pension_scheme_id: id, entry: 'joined' },
  effective_from: '2025-06-02',
})
const make = (from_pay_day = '2025-06-01', to_pay_day = '2025-06-30') =>
  admin<{ file_name: string; content: string; row_count: number }>('business.pension_scheme.make_file', {
    ...{ id, from_pay_day, to_pay_day },
  })
const layout = (change: object) => admin('business.pension_scheme.set_layout', { id, ...change })

test('without an issued payslip there is no file', async () => {
  for (const { placement } of [member, outsider]) await steps.week(placement, weeks.first)
  const run = await steps.open('2025-06-13')
  await steps.calculate(run.id)
  const none = 'No issued payslip of these pay days has contributions to this pension'
  expect((await refusalOf(make())).message).toBe(none)
  await steps.answerAll(run.id)
  await steps.approve(run.id, (await steps.check(run.id)).content_hash)
  expect((await refusalOf(make('2025-06-14'))).message).toBe(none)
})

test('a file has the payslips of members alone, and is in the audit log', async () => {
  const made = await make()
  expect(made).toMatchObject({ file_name: 'Workplace  more 2025-06-01 2025-06-30.csv', row_count: 1 })
  expect(made.content.split('\r\n')).toEqual([
    expect.stringMatching(/^NI Number,Name,/),
    expect.stringMatching(
      /^AB123456A,.*,01\/05\/1990,896\.56,31\.06,23\.30,07\/06\/2025,13\/06\/2025,Enrolled$/,
    ),
    '',
  ])
  expect(
    await sql(
      `select new_values ->> 'row_count' as rows from log.audit where entity_id = $1 and new_values ->> 'downloaded' is not null`,
      id,
    ),
  ).toEqual([{ rows: '1' }])
})

test('another layout, and an own one with its faults', async () => {
  await layout({ file_layout: 'cushon' })
  expect((await make()).content).toMatch(/,896\.56,23\.30,31\.06,,,,\r\n$/)
  expect((await refusalOf(layout({ file_layout: 'own' }))).errors).toEqual({ columns: 'Mandatory' })
  const columns = [
    { value: 'payroll_id', heading: 'Works number' },
    { value: 'pay_day', heading: '' },
  ]
  expect((await refusalOf(layout({ file_layout: 'own', columns }))).errors).toEqual({
    'columns.1.heading': 'Mandatory',
  })
  expect(
    (await refusalOf(layout({ file_layout: 'own', columns: [{ value: 'debt', heading: 'Debt' }] }))).code,
  ).toBe('invalid')
  await layout({ file_layout: 'own', columns, has_headings: false, date_format: 'ymd' })
  expect((await make()).content).toBe('W1,2025-06-13\r\n')
  await layout({ file_layout: 'standard' })
  expect(await sql('select own_layout from business.pension_scheme where id = $1', id)).toEqual([
    { own_layout: null },
  ])
})

test('days in the wrong order and more than a year are refused; other agencies and readers make no file', async () => {
  expect((await refusalOf(make('2025-06-30', '2025-06-01'))).errors).toEqual({
    to_pay_day: 'Should be after the first pay day',
  })
  expect((await refusalOf(make('2025-06-01', '2026-06-01'))).errors).toEqual({
    to_pay_day: 'A file is of at most 12 months',
  })
  const other = await seedAgency(world, provider)
  const asked = { id, from_pay_day: '2025-06-01', to_pay_day: '2025-06-30' }
  for (const [viewer, code] of [
    [other.admin, 'not_found'],
    [agency.reader, 'not_allowed'],
  ] as const)
    expect((await refusalOf(act(world, viewer, 'business.pension_scheme.make_file', asked))).code).toBe(code)
})
