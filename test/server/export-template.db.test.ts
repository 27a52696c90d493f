/** CSV templates of lists (spec §2): their columns whatever the list shows, suspense left out, empty sheets ready to fill in. */
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { day, eachDay } from '#kernel/day.ts'
import { type ExportDeps, runExport } from '#server/export/export-run.server.ts'
import { folderFiles } from '#server/storage.server.ts'
import { freshWorld } from '../fixtures/fresh-world.ts'
import { refusalOf } from '../fixtures/refusal.ts'
import { act, seedApprovedTimesheet, seedTimesheets, seedWeek } from '../fixtures/world.ts'
import { testApp } from './harness.ts'

const { database, world } = await freshWorld()
const { folder } = await testApp(database, world.clock)
const files = folderFiles(join(folder, 'files'))
const deps: ExportDeps = { database, clock: world.clock, files, pace_ms: 0 }
const { sql } = database

const placement = await seedWeek(world)
const { admin } = placement.agency
await seedTimesheets(world, placement)
await seedApprovedTimesheet(world, placement)

const asked = (entity: string, template: string, more: object = {}) => ({
  entity,
  template,
  format: 'csv',
  order_by: [{ human_id: 'asc' }],
  ...more,
})

async function exported(
  by: Viewer,
  input: object,
): Promise<{ message: string; lines: string[][]; name: string }> {
  const { job_id } = await act<{ job_id: string }>(world, by, 'platform.export.start', input)
  await runExport(deps, job_id)
  const [job] = await sql<{ status: string; message: string; label: string; file_url: string }>(
    `select j.status, j.message, j.label, a.file_url from platform.job j left join platform.attachment a on a.parent_id = j.id
     where j.id = $1`,
    job_id,
  )
  const { status, message, label, file_url } = present(job, 'the job')
  expect([status, message]).toEqual(['completed', message])
  const bytes = await present(await files.read(file_url), 'its bytes').stream.toArray()
  return { message, lines: parse(Buffer.concat(bytes)), name: label }
}

test('units have a line a day and rate, empty sheets a line for each of their days', async () => {
  const { lines, message, name } = await exported(admin, asked('transaction.timesheet', 'timesheet_units'))
  const sheets = await sql<{
    id: string
    human_id: string
    start_date: string
    end_date: string
    contract: string
  }>(
    `select t.id, t.human_id, t.start_date, t.end_date, c.human_id as contract from transaction.timesheet t
     join contract.contract c on c.id = t.contract_id where t.agency_id = $1 order by t.human_id`,
    placement.agency.id,
  )
  const wanted = []
  for (const sheet of sheets) {
    const details = await sql<{ date: string; rate_name: string; units: string }>(
      `select date, rate_name, trim_scale(units)::text as units from transaction.timesheet_detail
       where timesheet_id = $1 and deleted_at is null order by date, rate_name`,
      sheet.id,
    )
    const ofDays = eachDay(day(sheet.start_date), day(sheet.end_date)).map((date) => ({
      date,
      rate_name: '',
      units: '',
    }))
    for (const { date, rate_name, units } of details.length > 0 ? details : ofDays)
      wanted.push([sheet.human_id, sheet.contract, sheet.start_date, sheet.end_date, date, rate_name, units])
  }
  const [header, ...rows] = lines
  expect(header).toEqual([
    'Timesheet Id',
    'Contractor',
    'Client',
    'Placement',
    'Period Start',
    'Period End',
    'Date',
    'Rate',
    'Units',
  ])
  expect(rows.map(([id, , , ...rest]) => [id, ...rest])).toEqual(wanted)
  expect(wanted.filter((row) => row[6] === '7.5')).toHaveLength(5)
  expect(wanted.filter((row) => row[6] === '').length).toBeGreaterThanOrEqual(7)
  expect(message).toBe(`${sheets.length} rows exported as ${wanted.length} lines`)
  expect(name).toBe('Timesheet units template')
})

test('rows in suspense are left out, whatever the list filters', async () => {
  const [sheet] = await sql<{ human_id: string }>(
    `update transaction.timesheet set status = 'suspense', suspense_reason = 'No bank account'
     where id = (select id from transaction.timesheet where agency_id = $1 and status = 'approved' limit 1) returning human_id`,
    placement.agency.id,
  )
  const { human_id } = present(sheet, 'an approved timesheet')
  const all = await exported(admin, asked('transaction.timesheet', 'timesheet_units'))
  expect(all.lines.flat()).not.toContain(human_id)
  const where = { status: { _in: ['suspense'] } }
  const none = await exported(admin, asked('transaction.timesheet', 'timesheet_units', { where }))
  expect(none.lines).toHaveLength(1)
  expect(none.message).toBe('0 rows exported')
  // The list's own export has them: it shows what is there.
  const columns = [{ field: 'human_id', label: 'Timesheet Id' }]
  const plain = await exported(admin, { entity: 'transaction.timesheet', format: 'csv', where, columns })
  expect(plain.lines).toEqual([['Timesheet Id'], [human_id]])
})

test('a template has its own columns, not those that are sent along', async () => {
  const columns = [{ field: 'status', label: 'Status' }]
  const where = { type: { _eq: 'client-agency' } }
  const { lines } = await exported(
    admin,
    asked('business.service', 'clients', { columns, where, order_by: [] }),
  )
  const [{ name } = { name: '' }] = await sql<{ name: string }>(
    'select name from business.business where id = $1',
    placement.client.id,
  )
  expect(lines[0]?.slice(0, 3)).toEqual(['Client Id', 'Name', 'Registration Number'])
  expect(lines.slice(1).map((row) => row[1])).toEqual([name])
})

test('invalid template, other list, other format or viewer: refused', async () => {
  const refused = (by: Viewer, input: object) => refusalOf(act(world, by, 'platform.export.start', input))
  const wrong = { template: 'Please enter a valid Input' }
  expect((await refused(admin, asked('transaction.timesheet', 'nothing'))).errors).toEqual(wrong)
  expect((await refused(admin, asked('transaction.invoice', 'timesheet_units'))).errors).toEqual(wrong)
  const { viewer } = placement.contractor
  expect((await refused(viewer, asked('business.service', 'clients'))).errors).toEqual(wrong)
  const pdf = asked('transaction.timesheet', 'timesheet_units', { format: 'pdf' })
  expect((await refused(admin, pdf)).errors).toEqual({ format: 'Please enter a valid Input' })
})
