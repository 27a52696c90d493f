/** What an export has written is read back as it is: exported, imported and exported again, the two files are one. */
import { expect, test } from 'vitest'
import { isKnownHeader, mapHeaders } from '#business/imports/import-columns.rules.ts'
import {
  columnsOf,
  filledColumns,
  import_shapes,
  shapeOfTemplate,
} from '#business/imports/import-shape.rules.ts'
import { client_list } from '#business/parties/lists/client.list.tsx'
import { contractor_list } from '#business/parties/lists/contractor.list.tsx'
import { findTemplate } from '#business/templates.ts'
import { timesheet_list } from '#business/timesheets/timesheet.list.tsx'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { runExport } from '#server/export/export-run.server.ts'
import { example_4, hoursOf, seedPayePlacement } from '#test/fixtures/documents.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import {
  act,
  seedAgency,
  seedClient,
  seedContractor,
  seedPlacement,
  seedProvider,
  seedTimesheets,
  seedWeek,
  weekdays,
} from '#test/fixtures/world.ts'
import { csv, type Importing, importing } from './run.ts'

const { world } = await freshWorld()
const here = importing(world)
const { world: far_world } = await freshWorld()
const far = importing(far_world)

async function exported(
  by: Viewer,
  at: typeof world,
  { deps, sql }: Importing,
  name: string,
): Promise<Buffer> {
  const { template } = present(shapeOfTemplate(name), 'a shape')
  const where =
    name === 'clients' ? { type: { _eq: 'client-agency' }, status: { _nin: ['draft', 'deleted'] } } : {}
  const { job_id } = await act<{ job_id: string }>(at, by, 'platform.export.start', {
    entity: template.entity,
    format: 'csv',
    template: name,
    where,
    order_by: name === 'timesheet_units' ? [{ human_id: 'asc' }] : [{ created_at: 'asc' }, { id: 'asc' }],
  })
  await runExport({ database: at.database, clock: at.clock, files: deps.files, pace_ms: 0 }, job_id)
  const [file] = await sql<{ file_url: string }>(
    `select file_url from platform.attachment where parent_entity = 'platform.job' and parent_id = $1`,
    job_id,
  )
  const found = await deps.files.read(present(file, 'a file').file_url)
  return Buffer.concat(await present(found, 'its bytes').stream.toArray())
}

test('every column of our own templates and lists finds its field or is known to be passed over', () => {
  for (const shape of import_shapes) {
    const headers = shape.template.columns.map(({ header }) => header)
    const filled = filledColumns(shape).map(({ field }) => field)
    const mapped = mapHeaders(shape, headers)
    expect(mapped.filter((field) => field !== null)).toEqual(
      shape.template.columns.map(({ field }) => field).filter((field) => filled.includes(field)),
    )
    for (const header of headers)
      expect(isKnownHeader(shape, header), `${shape.template.name}: ${header}`).toBe(true)
    // The same in capitals, with underscores, guarded.
    const written = headers.map((header) => `'=${header.toUpperCase().replaceAll(' ', '_')}`)
    expect(mapHeaders(shape, written)).toEqual(mapped)
    expect(new Set(columnsOf(shape).map(({ field }) => field)).size).toBe(columnsOf(shape).length)
  }
  for (const [name, list] of [
    ['clients', client_list],
    ['contractors', contractor_list],
    ['timesheet_units', timesheet_list],
  ] as const) {
    const shape = present(shapeOfTemplate(name), 'a shape')
    const field = (path: string) => list.columns.find((column) => column.field === path)?.label
    expect(field('human_id') ?? field('from_party.human_id') ?? 'Id').toBeTypeOf('string')
    expect(isKnownHeader(shape, field('from_party.human_id') ?? field('human_id') ?? 'Id')).toBe(true)
  }
})

test('units of timesheets', async () => {
  const placed = await seedWeek(world)
  const worker = placed.contractor.viewer
  const placement = await seedPlacement(world, placed, {
    rates: [
      { name: '=Standard', contractor_rate: '20.00', client_rate: '25.00' },
      { name: 'Night, "late"\nshift', contractor_rate: '30.00', client_rate: '40.00' },
    ],
  })
  const sheets = await seedTimesheets(world, placement)
  const sheet = present(sheets[0], 'a timesheet')
  const fill = 'transaction.timesheet.save_draft'
  const details = placement.group_ids.flatMap((group_id) => weekdays(sheet, group_id, '3.25'))
  await act(world, worker, fill, { id: sheet.id, details })
  const first = await exported(worker, world, here, 'timesheet_units')
  expect(first.toString()).toContain("'=Standard")
  await act(world, worker, fill, { id: sheet.id, details: [] })
  expect(await exported(worker, world, here, 'timesheet_units')).not.toEqual(first)
  const own = first
    .toString()
    .split('\r\n')
    .filter(
      (line) => line.startsWith('Timesheet Id') || line.startsWith(sheet.human_id) || /^shift/.test(line),
    )
  expect(own.length).toBeGreaterThan(5)
  const { id, ...checked } = await here.check(worker, fill, first)
  expect(await here.errors(id)).toEqual({})
  expect(checked).toMatchObject({ status: 'checked', faulty_count: 0 })
  await here.apply(worker, id, 'all')
  expect(await exported(worker, world, here, 'timesheet_units')).toEqual(first)
})

test('clients and contractors, into another installation', async () => {
  const agency = await seedAgency(world, await seedProvider(world))
  const far_agency = await seedAgency(far_world, await seedProvider(far_world))
  const clients = csv(
    [
      'Name',
      'Registration Number',
      'VAT Registration Number',
      'Email',
      'Phone',
      'Address Line 1',
      'Address Line 2',
      'City',
      'Zipcode',
      'Country',
      'Currency',
      'Temp Payment Terms',
      'Perm Payment Terms',
      'Reference',
    ],
    [
      '=Formula & Sons',
      '81000001',
      'GB123456782',
      'a@example.org',
      '+44 20 7946 0000',
      '1 "The" Yard',
      '-Floor 2',
      'Leeds',
      'LS1 1AA',
      'United Kingdom',
      'GBP',
      '30',
      '60',
      '@ref',
    ],
    [
      'Šibenik\nd.o.o.',
      '81000002',
      '',
      '',
      '',
      '2, Riva',
      '',
      'Šibenik',
      '22000',
      'Croatia',
      'EUR',
      '14',
      '',
      "O'Brien",
    ],
  )
  const people = csv(
    [
      'First Name',
      'Last Name',
      'Date of Birth',
      'NI Number',
      'UTR',
      'Payment Type',
      'Address Line 1',
      'City',
      'Country',
      'Currency',
    ],
    [
      'Ada',
      '=Byron',
      '1985-12-10',
      'AB123456C',
      '1955839661',
      'PAYE',
      '1 Mill Lane',
      'York',
      'United Kingdom',
      'GBP',
    ],
    ['Renée', "D'Arc", '', '', '', 'PAYE', '', '', '', 'EUR'],
  )
  for (const [name, action, rows] of [
    ['clients', 'business.client.create', clients],
    ['contractors', 'business.contractor.create', people],
  ] as const) {
    const made = await here.check(agency.admin, action, rows)
    expect(await here.errors(made.id)).toEqual({})
    await here.apply(agency.admin, made.id, 'all')
    const first = await exported(agency.admin, world, here, name)
    const there = await far.check(far_agency.admin, action, first)
    expect(there.mapping[0]).not.toBe(null)
    // The ids are those of the other installation: nobody's here.
    expect(there).toMatchObject({ status: 'checked', row_count: 2, faulty_count: 2 })
    const mapping = there.mapping.map((field, at) => (at === 0 ? null : field))
    await act(far_world, far_agency.admin, 'platform.import.map', { id: there.id, mapping })
    expect(await far.run(there.id)).toMatchObject({ status: 'checked', faulty_count: 0 })
    await far.apply(far_agency.admin, there.id, 'all')
    const second = await exported(far_agency.admin, far_world, far, name)
    const withoutIds = (bytes: Buffer) => bytes.toString().replace(/^(CLI|CON)\d+,/gm, ',')
    expect(withoutIds(second)).toBe(withoutIds(first))
    expect(withoutIds(first)).toContain("'=")
  }
})

test('items of expenses', async () => {
  const placed = await seedWeek(world)
  const worker = placed.contractor.viewer
  const create = 'transaction.expense.create'
  const rows = csv(
    ['Placement', 'PO Number', 'Date', 'Type', 'Description', 'Net Amount', 'VAT'],
    [placed.human_id, '=PO-1', '2025-06-03', 'Travel', '=HYPERLINK("x")', '1050.00', '0.00'],
    [placed.human_id, '=PO-1', '2025-06-05', 'Other', 'two\nlines; "quoted", and more', '20.50', '4.10'],
    [placed.human_id, '', '2025-06-04', 'Mileage', '', '0.01', '0.00'],
  )
  const imported = async (bytes: string | Buffer) => {
    const { id, mapping } = await here.check(worker, create, bytes)
    // Ids are given anew: those of the file are taken.
    if (mapping[0] === 'human_id') {
      const others = mapping.map((field) => (field === 'human_id' ? null : field))
      await act(world, worker, 'platform.import.map', { id, mapping: others })
      await here.run(id)
    }
    expect(await here.errors(id)).toEqual({})
    await here.apply(worker, id, 'all')
    return id
  }
  const first_import = await imported(rows)
  const first = await exported(worker, world, here, 'expenses')
  expect(first.toString()).toContain(`"'=HYPERLINK(""x"")"`)
  await here.undo(worker, first_import)
  expect(await exported(worker, world, here, 'expenses')).not.toEqual(first)
  await imported(first)
  const second = await exported(worker, world, here, 'expenses')
  const withoutIds = (bytes: Buffer) => bytes.toString().replace(/^EXP\d+,/gm, ',')
  expect(withoutIds(second)).toBe(withoutIds(first))
  expect(second).not.toEqual(first)
})

test('figures of a payroll run', async () => {
  const provider = await seedProvider(world)
  const agency = await seedAgency(world, provider)
  const client = await seedClient(world, agency)
  const days = ['2025-06-02', '2025-06-03', '2025-06-04', '2025-06-05', '2025-06-06']
  const lines: string[][] = []
  for (const period of ['11', '']) {
    const placement = await seedPayePlacement(world, { agency, client })
    const sheet = present((await seedTimesheets(world, placement))[0], 'a timesheet')
    await act(world, placement.contractor.viewer, 'transaction.timesheet.submit', {
      id: sheet.id,
      details: hoursOf(placement, days, '8'),
    })
    const { gross_pay, income_tax, employee_ni, employee_pension, student_loan, net_pay, employer_ni } =
      example_4
    const figures = [gross_pay, income_tax, employee_ni, employee_pension, student_loan, net_pay, employer_ni]
    lines.push([sheet.human_id, '2025-06-20', period, ...figures.map(String)])
  }
  const header = [
    'Timesheet',
    'Pay Day',
    'Period',
    'Gross Pay',
    'Income Tax',
    'Employee NI',
    'Employee Pension',
    'Student Loan',
    'Net Pay',
    'Employer NI',
  ]
  const imported = async (bytes: string | Buffer) => {
    const { id } = await here.check(provider.admin, 'transaction.payroll_figure.record', bytes)
    expect(await here.errors(id)).toEqual({})
    await here.apply(provider.admin, id, 'all')
    return id
  }
  const first_import = await imported(csv(header, ...lines))
  const first = await exported(provider.admin, world, here, 'payroll_figures')
  expect(first.toString().split('\r\n')).toHaveLength(4)
  await here.undo(provider.admin, first_import)
  expect(await exported(provider.admin, world, here, 'payroll_figures')).not.toEqual(first)
  await imported(first)
  expect(await exported(provider.admin, world, here, 'payroll_figures')).toEqual(first)
})

test('employments taken over: exported, imported again and exported again', async () => {
  const provider = await seedProvider(world)
  const agency = await seedAgency(world, provider)
  const { id } = await seedContractor(world, agency, { payment_type: 'paye' })
  await act(world, agency.admin, 'business.paye_scheme.create', {
    ...{ employer_reference: '321/RT1', accounts_office_reference: '123PA00012345' },
    ...{ payment_frequency: 'monthly', levy_charge: 'none' },
  })
  const [worker] = await here.sql<{ human_id: string }>(
    'select human_id from business.business where id = $1',
    id,
  )
  const row = {
    ...{ 'Worker Id': worker?.human_id ?? '', 'PAYE Scheme': '321/rt1', 'Payroll Id': '17', Paid: 'Monthly' },
    ...{
      'Start Date': '2024-09-02',
      'Last Pay Day': '2025-05-30',
      Source: 'Other payroll',
      'Tax Code': 's1257l',
    },
    ...{ 'Director From': '2024-09-02', 'Director’s NI': 'Annual', 'Has Postgraduate Loan': 'yes' },
    ...{
      'Gross Pay': '6000',
      'Taxable Pay': '6000',
      'Income Tax': '700.2',
      'NI Letter': 'A',
      'NI Earnings': '6000',
    },
    ...{ 'Employee NI': '0', 'Employer NI': '150', 'Holiday Hours': '16' },
  }
  const imported = async (bytes: string | Buffer) => {
    const checked = await here.check(agency.admin, 'business.employment.take_over', bytes)
    expect(await here.errors(checked.id)).toEqual({})
    await here.apply(agency.admin, checked.id, 'all')
  }
  await imported(csv(Object.keys(row), Object.values(row)))
  const first = await exported(agency.admin, world, here, 'payroll_takeovers')
  expect(first.toString()).toContain('S1257L')
  await imported(first)
  expect(await exported(agency.admin, world, here, 'payroll_takeovers')).toEqual(first)
})

test('PAYE schemes: exported, imported by another provider and exported again', async () => {
  const scheme = {
    ...{ employer_reference: '321/RT2', accounts_office_reference: '123PA00012345' },
    ...{ payment_frequency: 'quarterly', levy_charge: 'per_timesheet', associated_group: '=North, "one"' },
  }
  const agency = await seedAgency(world, await seedProvider(world))
  await act(world, agency.admin, 'business.paye_scheme.create', scheme)
  const other = await seedAgency(far_world, await seedProvider(far_world))
  const idAndName = async ({ sql }: Importing, id: string) =>
    present(
      (
        await sql<{ human_id: string; name: string }>(
          'select human_id, name from business.business where id = $1',
          id,
        )
      )[0],
      'an agency',
    )
  const [mine, theirs] = [await idAndName(here, agency.id), await idAndName(far, other.id)]
  const first = (await exported(agency.admin, world, here, 'paye_schemes'))
    .toString()
    .replaceAll(mine.human_id, theirs.human_id)
    .replaceAll(mine.name, theirs.name)
  expect(first).toContain('321/RT2')
  const checked = await far.check(other.admin, 'business.paye_scheme.create', first)
  expect(await far.errors(checked.id)).toEqual({})
  await far.apply(other.admin, checked.id, 'all')
  expect((await exported(other.admin, far_world, far, 'paye_schemes')).toString()).toBe(first)
})

test('every template with export and import is tested in both directions', () => {
  const both_ways = import_shapes.flatMap(({ template: { name } }) => (findTemplate(name) ? [name] : []))
  expect(both_ways.toSorted()).toEqual([
    'clients',
    'contractors',
    'expenses',
    'paye_schemes',
    'payroll_figures',
    'payroll_takeovers',
    'timesheet_units',
  ])
})
