/** The seal waits a day for a silent authority of timestamps, and is made without it then (decision 0141). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { newUuid } from '#kernel/uuid.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { readSeals } from '#server/signing/read-seal.ts'
import { openFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { onePagePdf } from '#test/fixtures/one-page-pdf.ts'
import { timestampServer } from '#test/fixtures/timestamp-server.ts'
import { act, type SeededPlacement, seedWeek } from '#test/fixtures/world.ts'
import { testApp } from '#test/server/harness.ts'
import { checkSigned } from './check-seal.http.ts'
import { readEvents } from './signature-event.server.ts'
import { bytesOf } from './signing-files.job.ts'

const { database, world } = await freshWorld('2025-10-20T11:00:00.000Z')
const { clock } = world
const { sql } = database
const authority = await timestampServer()
const pages = mkdtempSync(join(tmpdir(), 'stint-pages-'))
writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Stint</title>')
const { settings } = await testApp(database, clock, { TSA_URL: authority.url }, pages)
const files = openFiles(settings.files)
let placed: SeededPlacement
beforeAll(async () => {
  placed = await seedWeek(world)
})
afterAll(async () => {
  rmSync(pages, { recursive: true, force: true })
  await authority.close()
})

/** Delivers the waiting messages; a fault leaves its message waiting. */
async function deliver(): Promise<string[]> {
  const faults: string[] = []
  for (let round = 0; round < 3; round += 1) {
    const waiting = await sql<{ id: string }>(
      `select id from platform.outbox where delivered_at is null and topic like 'signature_%' order by created_at, id`,
    )
    for (const { id } of waiting)
      await deliverOutbox({ database, clock, settings, files }, topics, id).catch(
        (error: unknown) => void faults.push(String(error)),
      )
  }
  return faults
}

/** Signed by the one person that it asks. */
async function signed(): Promise<string> {
  const { admin, provider, id: agency_id } = placed.agency
  const { file_url, sha256, size_bytes } = await files.put(onePagePdf('Terms of business'))
  const attachment_id = newUuid(clock)
  await sql(
    `insert into platform.attachment (id, business_id, parent_entity, parent_id, file_name, file_url, content_type,
       size_bytes, sha256, created_by, provider_id, agency_id)
     values ($1, $2, 'business.client', $3, 'terms.pdf', $4, 'application/pdf', $5, $6, $7, $8, $2)`,
    attachment_id,
    agency_id,
    placed.client.id,
    file_url,
    size_bytes,
    sha256,
    admin.user_id,
    provider.id,
  )
  const { approver } = placed.client
  const { id } = await act<{ id: string }>(world, admin, 'platform.document.create', {
    parent_entity: 'business.client',
    parent_id: placed.client.id,
    attachment_id,
    title: 'Terms',
    type: 'client_terms',
    signers: [{ contact_id: approver.business_contact_id }],
  })
  await act(world, admin, 'platform.document.send', { id })
  await deliver()
  await act(world, approver, 'platform.document.sign', {
    id,
    consent: true,
    signature: { kind: 'typed', text: 'Cleo Finch' },
  })
  return id
}

type Row = { final_sha256: string | null; timestamp_missing: boolean }
const rowOf = async (id: string): Promise<Row> =>
  present(
    (await sql<Row>('select final_sha256, timestamp_missing from platform.document where id = $1', id))[0],
    'the document',
  )
const hasToken = async (id: string): Promise<boolean> => {
  const [file] = await sql<{ file_url: string }>(
    `select a.file_url from platform.attachment a join platform.document d on d.id = a.parent_id and d.final_sha256 = a.sha256
     where d.id = $1`,
    id,
  )
  const bytes = present(await bytesOf(files, present(file, 'the signed file').file_url), 'its bytes')
  expect(await readSeals(bytes)).toMatchObject([{ is_valid: true, covers_all: true }])
  return Buffer.from(bytes).toString('latin1').toLowerCase().includes('060b2a864886f70d010910020e')
}

test('seal: the seals of file and certificate carry timestamps', async () => {
  const id = await signed()
  authority.state.asked = 0
  expect(await deliver()).toEqual([])
  expect([await rowOf(id), await hasToken(id), authority.state.asked]).toMatchObject([
    { timestamp_missing: false },
    true,
    2,
  ])
})

test('seal: a silent authority delays the seal by a day, then the document says that it has none', async () => {
  const id = await signed()
  authority.state.fault = 'down'
  expect((await deliver())[0]).toMatch(/The timestamp authority answered with status 503$/)
  expect(await rowOf(id)).toEqual({ final_sha256: null, timestamp_missing: false })
  clock.advance({ hours: 25 })
  expect(await deliver()).toEqual([])
  expect([await rowOf(id), await hasToken(id)]).toMatchObject([{ timestamp_missing: true }, false])
  const events = await inTransaction(database, (tx) => readEvents(tx, id))
  expect(events.at(-1)).toMatchObject({
    kind: 'sealed',
    says: expect.stringMatching(/, without a timestamp$/),
  })
  expect(await checkSigned({ database, files, clock }, placed.agency.admin, id)).toMatchObject({
    is_unchanged: true,
    timestamp_missing: true,
  })
})
