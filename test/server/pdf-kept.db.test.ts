/** A document is printed once, kept, and found by those alone whose own facts print it. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { pdf_seconds } from '#server/health/metrics.ts'
import { pdfPage } from '#server/pdf/pdf-file.ts'
import { expireRendered, keptPdf, printedPdf } from '#server/pdf/pdf-kept.server.ts'
import { renderedFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { documentsOf } from '../fixtures/cash.ts'
import { freshWorld } from '../fixtures/fresh-world.ts'
import { type SeededPlacement, seedApprovedTimesheet, seedWeek } from '../fixtures/world.ts'
import { pdfText } from '../pdf/pdf-text.ts'
import { Browser, testApp } from './harness.ts'
import { sampleSignIn } from './sample.ts'

const { database, world } = await freshWorld()
const { app, settings, folder } = await testApp(database, world.clock)
const rendered = renderedFiles(settings.files)
const deps = { database, clock: world.clock, rendered }

let placement: SeededPlacement
let url = ''
let client: Browser

async function signedIn(viewer: Viewer): Promise<Browser> {
  await inTransaction(database, (tx) => sampleSignIn({ tx, clock: world.clock }, viewer.user_id))
  const browser = new Browser(app)
  expect((await browser.login(viewer.email)).status).toBe(200)
  return browser
}

/** Documents that the compiler made so far. */
async function prints(): Promise<number> {
  const { values } = await pdf_seconds.get()
  return values.find(({ metricName }) => metricName?.endsWith('_count'))?.value ?? 0
}

async function printedWhile(work: () => Promise<unknown>): Promise<number> {
  const before = await prints()
  await work()
  return (await prints()) - before
}

type Kept = { order_hash: string; file_url: string }
const keptRows = async (): Promise<Kept[]> =>
  (await database.owner.query<Kept>('select order_hash, file_url from platform.rendered order by order_hash'))
    .rows
const pathOf = ({ file_url }: Kept) => join(folder, 'files', 'rendered', file_url)
const page = (text: string) =>
  pdfPage('#set document(date: none)\n#json(bytes(sys.inputs.data)).text', { text }, 'Sample')

beforeAll(async () => {
  placement = await seedWeek(world)
  const documents = await documentsOf(database, await seedApprovedTimesheet(world, placement))
  url = `/api/pdf/invoice/${present(documents['provider-client'], 'the bill').id}`
  client = await signedIn(placement.client.invoice_contact)
})

beforeEach(() => database.owner.query('delete from platform.rendered'))

test('a document is printed once for all readers of the same facts, and never for others', async () => {
  const agency = await signedIn(placement.agency.admin)
  const stranger = await signedIn((await seedWeek(world)).agency.admin)
  let first: Buffer | undefined
  expect(await printedWhile(async () => (first = (await client.get(url)).raw.rawPayload))).toBe(1)
  const others = await printedWhile(async () => {
    for (const reader of [client, agency]) expect((await reader.get(url)).raw.rawPayload).toEqual(first)
    expect((await stranger.get(url)).status).toBe(404)
  })
  expect([others, (await keptRows()).length]).toEqual([0, 1])
})

test('a changed fact is another document', async () => {
  await client.get(url)
  await database.owner.query('update business.business set name = $2 where id = $1', [
    placement.contractor.viewer.business_id,
    'Robin Renamed',
  ])
  const renamed = await client.get(url)
  expect(await pdfText(renamed.raw.rawPayload)).toContain('Robin Renamed')
  expect(await keptRows()).toHaveLength(2)
})

test('pages that differ in a field are never the same document', async () => {
  await printedPdf(deps, page('with the rate'))
  expect(await keptPdf(deps, page('without'))).toBeNull()
  expect((await keptPdf(deps, page('with the rate')))?.file_name).toBe('Sample.pdf')
})

test('an edited row, a changed file and a lost one are printed again', async () => {
  const mine = await printedPdf(deps, page('mine'))
  await printedPdf(deps, page('of somebody else'))
  const other = present(
    (await keptRows()).find((row) => row.order_hash !== page('mine').order_hash),
    'a row',
  )
  await database.owner.query(
    `update platform.rendered r set file_url = o.file_url, sha256 = o.sha256, code = o.code
     from platform.rendered o where o.order_hash = $2 and r.order_hash = $1`,
    [page('mine').order_hash, other.order_hash],
  )
  const again = async () => {
    expect(
      await printedWhile(async () =>
        expect((await printedPdf(deps, page('mine'))).bytes).toEqual(mine.bytes),
      ),
    ).toBe(1)
    expect(await keptPdf(deps, page('mine'))).toMatchObject({ sha256: mine.sha256 })
  }
  await again()
  const row = present(
    (await keptRows()).find(({ order_hash }) => order_hash === page('mine').order_hash),
    'a row',
  )
  writeFileSync(pathOf(row), Buffer.alloc(mine.bytes.length))
  await again()
  rmSync(pathOf(row))
  await again()
})

test('a kept document goes after 30 days, with its file', async () => {
  await printedPdf(deps, page('for a month'))
  const [row] = await keptRows()
  const path = pathOf(present(row, 'a row'))
  expect(existsSync(path)).toBe(true)
  world.clock.advance({ days: 30 })
  expect(await expireRendered(deps)).toBe(0)
  world.clock.advance({ minutes: 1 })
  expect([await expireRendered(deps), await keptRows()]).toEqual([1, []])
  expect(existsSync(path)).toBe(false)
})
