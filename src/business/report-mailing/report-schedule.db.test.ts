import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { addDays } from '#kernel/day.ts'
import { runDaily } from '#server/daily.server.ts'
import { runExport } from '#server/export/export-run.server.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { parseSettings } from '#server/settings.ts'
import { folderFiles } from '#server/storage.server.ts'
import { freshDatabase } from '#test/database.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  seedApprovedTimesheet,
  seedContact,
  seedWeek,
  worldOn,
} from '#test/fixtures/world.ts'

const database = await freshDatabase()
/** Sunday 15 June 2025. */
const world = worldOn(database)
const { clock } = world
const folder = mkdtempSync(join(tmpdir(), 'stint-reports-'))
const files = folderFiles(join(folder, 'files'))
const settings = {
  ...parseSettings({ STINT_HOME: folder, PUBLIC_URL: 'https://stint.example' }),
  smtpUrl: null,
}
let placement: SeededPlacement
let consultant: Viewer

afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(async () => {
  placement = await seedWeek(world)
  await seedApprovedTimesheet(world, placement)
  const { id, admin } = placement.agency
  consultant = await seedContact(world, admin, id, 'Connie', 'agency_consultant')
})

const { sql } = database

const commission_list = {
  base: { funding_model: { _neq: 'indirect' } },
  filter_by: { raised_date: { from: 'today-7', to: 'today' } },
  order_by: [{ raised_date: 'desc' }, { id: 'asc' }],
  columns: [
    { field: 'client_name', label: 'Client' },
    { field: 'agency_gross', label: 'Agency gross' },
  ],
  facts: [{ label: 'Funding model', value: 'Direct' }],
}
const asked = (by: Viewer, change: object = {}) => ({
  report: 'commission',
  format: 'csv',
  frequency: 'weekly',
  weekday: 1,
  period: 'since_last',
  contact_ids: [by.business_contact_id],
  list: commission_list,
  ...change,
})
const save = (by: Viewer, change: object = {}) =>
  act<{ id: string }>(world, by, 'platform.report_schedule.save', asked(by, change))

/** The worker's work: files of queued jobs, then mails. */
async function work(): Promise<void> {
  for (const { id } of await sql<{ id: string }>(
    `select id from platform.job where kind = 'export' and status = 'queued' order by id`,
  ))
    await runExport({ database, clock, files, pace_ms: 0 }, id)
  const waiting = await sql<{ id: string }>(
    `select id from platform.outbox where topic = 'report_mail' order by id`,
  )
  for (const { id } of [...waiting, ...waiting])
    await deliverOutbox({ database, clock, settings, files }, topics, id)
}
async function liveUntil(until: string): Promise<void> {
  while (clock.today() < until) {
    clock.advance({ days: 1 })
    await runDaily(world)
    await runDaily(world)
    await work()
  }
}
interface Sent {
  readonly to: string
  readonly subject: string
  readonly body_text: string
  readonly files: readonly string[]
}
const mailsOf = (id: string) =>
  sql<Sent>(
    `select m."to", m.subject, m.body_text,
       array(select a.file_url from log.mail_attachment a where a.mail_id = m.id) as files
     from log.mail m where starts_with(m.fact_key, 'report:' || $1) order by m.created_at, m."to"`,
    id,
  )
/** The rows of the CSV file that a mail brings, by header. */
async function rowsIn(mail: Sent | undefined): Promise<Record<string, string>[]> {
  const file = await files.read(present(mail?.files[0], 'a file'))
  const chunks: Buffer[] = []
  for await (const chunk of present(file, 'the file').stream) chunks.push(chunk as Buffer) // Bytes of a file.
  return parse(Buffer.concat(chunks), { columns: true, bom: true }) as Record<string, string>[] // Text by header.
}
const standing = async (id: string) =>
  (
    await sql<{ last_sent: string | null; problem: string | null }>(
      'select last_sent::text, problem from platform.report_schedule where id = $1',
      id,
    )
  )[0]

test('sends on its day, once to each recipient, with the rows since the last time', async () => {
  const { admin, reader } = placement.agency
  const contact_ids = [admin.business_contact_id, reader.business_contact_id]
  const { id } = await save(admin, { contact_ids })
  await liveUntil('2025-06-17')
  const [first, second, ...more] = await mailsOf(id)
  expect(more).toEqual([])
  expect([first?.to, second?.to].sort()).toEqual([admin.email, reader.email].sort())
  expect(first?.subject).toBe('Commission, 09/06/2025 to 15/06/2025')
  expect(first?.body_text).toContain('1 row, attached as CSV.')
  expect(first?.body_text).toContain('Every Monday, set up by')
  expect(first?.body_text).toContain('https://stint.example/agency/report/commission')
  const rows = await rowsIn(first)
  const [known] = await sql<{ name: string; total: string }>(
    `select c.name, i.total_amount as total from transaction.invoice i join business.business c on c.id = i.client_id
     where i.type = 'agency_earnings'`,
  )
  expect(rows).toEqual([{ Client: known?.name, 'Agency gross': known?.total }])
  expect(await standing(id)).toEqual({ last_sent: '2025-06-16', problem: null })
  const audited = await sql<{ new_values: object }>(
    `select new_values from log.audit where entity = 'platform.report_schedule' and entity_id = $1 and action_id = 'daily'`,
    id,
  )
  expect(audited).toEqual([{ new_values: expect.objectContaining({ sent_for: '2025-06-16', left_out: 0 }) }])

  // A week in which nothing was invoiced: said, and no file.
  await liveUntil('2025-06-24')
  const later = (await mailsOf(id)).slice(2)
  expect(later.map(({ files: attached }) => attached.length)).toEqual([0, 0])
  expect(later[0]?.body_text).toContain('The report has no rows')
  expect(later[0]?.subject).toBe('Commission, 16/06/2025 to 22/06/2025')
  await act(world, admin, 'platform.report_schedule.remove', { id })
  await liveUntil('2025-07-01')
  expect(await mailsOf(id)).toHaveLength(4)
})

test('checks each recipient’s rights at sending, and notes lost ones on the schedule', async () => {
  const { admin, reader } = placement.agency
  const { id } = await save(admin, {
    contact_ids: [admin.business_contact_id, reader.business_contact_id],
    frequency: 'monthly',
    weekday: undefined,
    day_of_month: 3,
    period: 'as_filtered',
  })
  await sql(
    `update business.business_contact set roles = '{agency_user}' where id = $1`,
    reader.business_contact_id,
  )
  await liveUntil('2025-07-04')
  expect((await mailsOf(id)).map((one) => one.to)).toEqual([admin.email])
  expect((await mailsOf(id))[0]?.subject).toBe('Commission, 26/06/2025 to 03/07/2025')
  expect(await standing(id)).toEqual({
    last_sent: '2025-07-03',
    problem: 'One of the recipients no longer has access',
  })
  // Lost between the file and the mail: the file stays where it is.
  clock.advance({ days: 31 })
  await sql(
    `update business.business_contact set roles = '{agency_read_only}' where id = $1`,
    reader.business_contact_id,
  )
  await runDaily(world)
  for (const job of await sql<{ id: string }>(`select id from platform.job where status = 'queued'`))
    await runExport({ database, clock, files, pace_ms: 0 }, job.id)
  await sql(
    `update business.business_contact set is_active = false where id = $1`,
    reader.business_contact_id,
  )
  await work()
  expect((await mailsOf(id)).map((one) => one.to)).toEqual([admin.email, admin.email])
  expect((await standing(id))?.problem).toMatch(/no longer has access$/)
  await sql(`update business.business_contact set is_active = true where id = $1`, reader.business_contact_id)
  await act(world, admin, 'platform.report_schedule.remove', { id })
})

test('sends nothing that can no longer be read, and notes it on the schedule', async () => {
  const { admin } = placement.agency
  const { id } = await save(admin, {
    report: 'sales_ledger',
    contact_ids: [admin.business_contact_id, consultant.business_contact_id],
    weekday: undefined,
    frequency: 'monthly',
    day_of_month: 10,
    list: {
      base: {},
      filter_by: {},
      order_by: [{ id: 'asc' }],
      columns: [{ field: 'human_id', label: 'Id' }],
      facts: [],
    },
  })
  await liveUntil('2025-08-11')
  expect((await mailsOf(id)).map((one) => one.to).sort()).toEqual([admin.email, consultant.email].sort())
  // As a version that knows the column no more would find it.
  await sql(
    `update platform.report_schedule set list = jsonb_set(list, '{columns}', '[{"field":"no_such","label":"X"}]') where id = $1`,
    id,
  )
  await liveUntil('2025-09-11')
  expect(await mailsOf(id)).toHaveLength(2)
  expect((await standing(id))?.problem).toMatch(/Not sent to/)
  await act(world, admin, 'platform.report_schedule.remove', { id })
})

test('a pause sends nothing, and nothing is made good for it', async () => {
  const { admin } = placement.agency
  const { id } = await save(admin)
  await act(world, admin, 'platform.report_schedule.pause', { id, is_paused: true })
  await liveUntil('2025-09-24')
  expect(await mailsOf(id)).toEqual([])
  await act(world, admin, 'platform.report_schedule.pause', { id, is_paused: false })
  await liveUntil('2025-09-28')
  expect(await mailsOf(id)).toEqual([])
  await liveUntil('2025-09-30')
  expect(await mailsOf(id)).toHaveLength(1)
  await act(world, admin, 'platform.report_schedule.remove', { id })
})

test('refuses recipients who may not read the report', async () => {
  const { admin, reader, user, provider } = placement.agency
  expect((await refusalOf(save(user))).code).toBe('not_allowed')
  expect((await refusalOf(save(provider.admin))).code).toBe('not_allowed')
  expect((await refusalOf(save(admin, { contact_ids: [user.business_contact_id] }))).code).toBe('not_found')
  expect(
    (await refusalOf(save(admin, { contact_ids: [placement.client.invoice_contact.business_contact_id] })))
      .code,
  ).toBe('not_found')
  expect((await refusalOf(save(admin, { contact_ids: [] }))).errors).toEqual({ contact_ids: 'Mandatory' })
  expect((await refusalOf(save(admin, { weekday: undefined }))).errors).toEqual({ weekday: 'Mandatory' })
  expect((await refusalOf(save(admin, { list: undefined }))).errors).toEqual({ list: 'Mandatory' })
  expect(
    (await refusalOf(save(admin, { list: { ...commission_list, filter_by: { secret: { contains: 'x' } } } })))
      .code,
  ).toBe('invalid')
  // A reader mails it to themselves alone.
  expect((await refusalOf(save(reader, { contact_ids: [admin.business_contact_id] }))).message).toMatch(
    /yourself alone/,
  )
  const { id } = await save(reader)
  expect((await refusalOf(act(world, consultant, 'platform.report_schedule.remove', { id }))).code).toBe(
    'not_allowed',
  )
  expect((await refusalOf(act(world, provider.admin, 'platform.report_schedule.remove', { id }))).code).toBe(
    'not_found',
  )
  await save(admin, { id, list: undefined, weekday: 5 })
  expect(
    await act(world, admin, 'platform.report_schedule.readers', { report: 'commission', id }),
  ).toMatchObject({ contact_ids: [admin.business_contact_id] })
  expect(
    (await refusalOf(act(world, user, 'platform.report_schedule.readers', { report: 'commission' }))).code,
  ).toBe('not_allowed')
})

test('sends the VAT report with its quarters, in its reader’s stagger', async () => {
  const { id: agency_id, admin, reader, provider } = placement.agency
  const list = {
    base: {},
    args: { stagger: 2 },
    filter_by: {},
    order_by: [{ quarter_start: 'desc' }],
    columns: [
      { field: 'quarter_end', label: 'Quarter End' },
      { field: 'payment_deadline', label: 'Payment Deadline' },
      { field: 'output_tax', label: 'Output Tax' },
      { field: 'input_tax', label: 'Input Tax' },
      { field: 'vat_liability', label: 'VAT Liability' },
    ],
    facts: [],
  }
  const vat = (change: object = {}) =>
    save(admin, { report: 'vat_liability', period: 'as_filtered', list, ...change })
  // A feature that the agency does not have is no report of its.
  expect((await refusalOf(vat())).code).toBe('not_allowed')
  await act(world, provider.admin, 'business.business_feature.set', {
    agency_id,
    feature_code: 'vat_liability',
    is_on: true,
  })
  const [has] = await sql<{ email: string }>(
    'select email from business.business_contact where id = $1',
    admin.business_contact_id,
  )
  const now = { ...admin, features: ['vat_liability'] as const }
  const saved = (change: object = {}) =>
    act<{ id: string }>(world, now, 'platform.report_schedule.save', {
      ...asked(now),
      report: 'vat_liability',
      period: 'as_filtered',
      list,
      ...change,
    })
  for (const args of [{ stagger: 4 }, { stagger: 0 }, { agency_id: 1 }])
    expect((await refusalOf(saved({ list: { ...list, args } }))).errors).toEqual({
      'list.args': expect.any(String),
    })
  expect((await refusalOf(saved({ contact_ids: [reader.business_contact_id] }))).code).toBe('not_found')
  const { id } = await saved()
  const until = clock.today()
  await liveUntil(addDays(until, 8))
  const [mail] = await mailsOf(id)
  expect(mail).toMatchObject({ to: has?.email })
  const rows = await rowsIn(mail)
  const wanted = await sql<Record<string, string>>(
    `select quarter_end::text, payment_deadline::text, output_tax::numeric(15,2)::text, input_tax::numeric(15,2)::text,
       vat_liability::numeric(15,2)::text from report.get_agency_vat_liability($1, $2, null, 2) order by quarter_start desc`,
    agency_id,
    clock.today(),
  )
  expect(rows.map((row) => Object.values(row))).toEqual(wanted.map((row) => Object.values(row)))
  expect(rows.some((row) => Number(row['Output Tax']) > 0)).toBe(true)
  // Quarters of the second stagger end a month after the calendar's.
  for (const row of rows) expect(row['Quarter End']).toMatch(/-(01|04|07|10)-3[01]$/)
  await act(world, now, 'platform.report_schedule.remove', { id })
})
