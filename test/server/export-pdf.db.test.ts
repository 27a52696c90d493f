/** Lists as PDF (spec §2, Export menu): the rows and totals of the database on tagged pages, cut at 5,000 and saying so. */
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { type ExportDeps, runExport } from '#server/export/export-run.server.ts'
import { type Files, folderFiles } from '#server/storage.server.ts'
import { freshDatabase } from '../database.ts'
import { act } from '../fixtures/world.ts'
import { pdfMetadata, pdfText } from '../pdf/pdf-text.ts'
import { testApp } from './harness.ts'
import { sampleBusinesses, samplePerson, testClock, viewerOf } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { folder } = await testApp(database, clock)
const home = join(folder, 'files')
mkdirSync(home, { recursive: true })
const files = folderFiles(home)
const deps: ExportDeps = { database, clock, files, pace_ms: 0 }
const sample = await sampleBusinesses(database)
const person = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
const viewer = await viewerOf(database, person)
const count = 5_040

await database.owner.query(
  `insert into platform.note (business_id, parent_entity, parent_id, text, user_id, user_name, created_at)
   select $1, 'business.business', $1, 'Note ' || n || ' #panic("x") $1+1$ *b*', $2, 'Robin', now() - n * interval '1 minute'
   from generate_series(1, $3) n`,
  [sample.agency_id, person.user_id, count],
)

const input = (like: string) => ({
  entity: 'platform.note',
  format: 'pdf',
  title: 'Notes of the week',
  facts: [{ label: 'Note', value: '“#eval(1)”' }],
  where: { text: { _ilike: like } },
  order_by: [{ created_at: 'desc' }, { id: 'desc' }],
  columns: [
    { field: 'text', label: 'Text' },
    { field: 'user_name', label: 'Who' },
    { field: 'created_at', label: 'At' },
  ],
})

async function exported(
  like: string,
  meanwhile?: (job_id: string) => Promise<unknown>,
  own: Partial<ExportDeps> = {},
) {
  const { job_id } = await act<{ job_id: string }>(
    { database, clock },
    viewer,
    'platform.export.start',
    input(like),
  )
  const running = runExport({ ...deps, ...own }, job_id)
  await meanwhile?.(job_id)
  await running
  const { rows } = await database.owner.query<{
    status: string
    message: string
    done: number
    file_url: string | null
    file_name: string
  }>(
    `select j.status, j.message, j.done, j.file_name, a.file_url from platform.job j
     left join platform.attachment a on a.parent_id = j.id where j.id = $1`,
    [job_id],
  )
  return present(rows[0], 'the job')
}
const bytesOf = async (file_url: string | null) =>
  new Uint8Array(
    Buffer.concat(await present(await files.read(present(file_url, 'a file')), 'bytes').stream.toArray()),
  )

test('every row, the filters and the time are on tagged pages with headers and numbers', async () => {
  const job = await exported('Note 12%')
  const { rows } = await database.owner.query<{ text: string }>(
    `select text from platform.note where text ilike 'Note 12%' order by created_at desc, id desc`,
  )
  expect(job).toMatchObject({
    status: 'completed',
    done: rows.length,
    message: `${rows.length} rows exported`,
  })
  expect(job.file_name).toBe('Notes of the week 2026-03-04.pdf')
  const bytes = await bytesOf(job.file_url)
  const raw = Buffer.from(bytes).toString('latin1')
  expect(raw).toContain('GTS_PDFA1')
  expect(raw).toContain('/StructTreeRoot')
  const text = await pdfText(bytes)
  const { title, pages } = await pdfMetadata(bytes)
  expect(title).toBe('Notes of the week')
  expect(pages).toBeGreaterThan(1)
  expect(text).toContain('“#eval(1)”')
  expect(text).toContain('04/03/2026 09:30 London time')
  expect(text).toContain(`${rows.length} rows`)
  expect(text).toContain(`Page ${pages} of ${pages}`)
  expect(text.match(/\bWho\b/g)).toHaveLength(pages)
  const shown = [...text.replace(/\s+/g, ' ').matchAll(/Note 12\d* #panic\("x"\) \$1\+1\$ \*b\*/g)].map(
    ([one]) => one,
  )
  expect(shown).toEqual(rows.map((row) => row.text))
})

test('cut at 5,000 rows, stated in file and message', async () => {
  const job = await exported('Note%')
  expect(job).toMatchObject({
    status: 'completed',
    done: 5_000,
    message: 'The first 5,000 rows of 5,040 exported: a PDF holds no more',
  })
  const text = (await pdfText(await bytesOf(job.file_url))).replace(/\s+/g, ' ')
  expect(text).toContain(
    'The first 5,000 of 5,040 rows. A PDF holds at most 5,000; CSV and Excel hold them all.',
  )
  expect(text).toContain('Note 5000 ')
  expect(text).not.toContain('Note 5001 ')
}, 120_000)

test('no reading transaction is open any more when the file is laid out', async () => {
  const open: number[] = []
  const watching: Files = {
    ...files,
    draft: async () => {
      const draft = await files.draft()
      const write = async (bytes: Uint8Array) => {
        const { rows } = await database.owner.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity
           where datname = current_database() and xact_start is not null and usename = $1`,
          [`${database.role_prefix}_agency`],
        )
        open.push(rows[0]?.n ?? -1)
        await draft.write(bytes)
      }
      return { ...draft, write }
    },
  }
  expect(await exported('Note 12%', undefined, { files: watching })).toMatchObject({ status: 'completed' })
  expect(open).toEqual([0])
})

test('empty list: stated', async () => {
  const job = await exported('Nothing like it')
  expect(job).toMatchObject({ status: 'completed', done: 0, message: '0 rows exported' })
  expect(await pdfText(await bytesOf(job.file_url))).toContain('No Records Found')
})

test('cancelled while it is laid out, it leaves no file', async () => {
  const before = readdirSync(home, { recursive: true }).length
  const job = await exported('Note%', async (id) => {
    const isRead = async () =>
      (await database.owner.query('select from platform.job where id = $1 and done = 5000', [id])).rowCount
    await expect.poll(isRead, { timeout: 60_000 }).toBe(1)
    await act({ database, clock }, viewer, 'platform.job.cancel', { id })
  })
  expect(job).toMatchObject({ status: 'cancelled', message: null, file_url: null })
  expect(readdirSync(home, { recursive: true })).toHaveLength(before)
}, 120_000)
