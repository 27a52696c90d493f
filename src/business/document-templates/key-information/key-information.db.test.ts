/** Key information documents: issued again after a change of pay, and at most two pages (decision 0218). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { openFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { placementInput } from '#test/fixtures/placement-input.ts'
import { act, type SeededPlacement, seedApprovals, seedWeek } from '#test/fixtures/world.ts'
import { Browser, testApp } from '#test/server/harness.ts'
import { sampleSignIn } from '#test/server/sample.ts'

const { database, world } = await freshWorld('2025-06-15T11:00:00.000Z')
const { clock } = world
const { sql } = database
const pages = mkdtempSync(join(tmpdir(), 'stint-pages-'))
writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Stint</title>')
const { app, settings } = await testApp(database, clock, {}, pages)
const files = openFiles(settings.files)
const long = [1, 2].flatMap(() => [
  { type: 'paragraph', text: 'Of {{contractor.name}}' },
  { type: 'page_break' },
])
const short = [{ type: 'paragraph', text: '{{contractor.name}} is paid {{example.rate}}' }]
let placed: SeededPlacement
beforeAll(async () => {
  placed = await seedWeek(world)
})
afterAll(() => rmSync(pages, { recursive: true, force: true }))

async function published(
  by: Viewer,
  kind: string,
  blocks: readonly object[],
): Promise<{ id: string; family: string }> {
  const template = (name: string, input: object) =>
    act<{ id: string }>(world, by, `config.document_template.${name}`, input)
  const { id } = await template('create', { kind, name: kind })
  await template('save', {
    id,
    name: kind,
    blocks: [...blocks, { type: 'paragraph', text: 'End' }],
    revision: 1,
  })
  await template('publish', { id })
  const [row] = await sql<{ family: string }>(
    'select template_id as family from config.document_template where id = $1',
    id,
  )
  return { id, family: row?.family ?? '' }
}

async function placement(
  document_template_ids: readonly string[],
): Promise<{ id: string; group_id: string }> {
  const { id } = await act<{ id: string }>(world, placed.agency.admin, 'contract.temp_placement.create', {
    ...placementInput(placed),
    agency_id: placed.agency.id,
    start_date: '2025-06-23',
    ir35_determined_by: 'contractor',
    document_template_ids,
  })
  await seedApprovals(world, placed, id)
  await act(world, placed.agency.provider.admin, 'contract.temp_placement.activate', { id })
  await deliver()
  const [rate] = await sql<{ group_id: string }>(
    'select group_id from contract.rate where contract_id = $1 limit 1',
    id,
  )
  return { id, group_id: rate?.group_id ?? '' }
}

async function change(id: string, rate: Record<string, string>, by: readonly Viewer[]): Promise<void> {
  const asked = await act<{ id: string }>(world, placed.agency.admin, 'request.change_request.create', {
    contract_id: id,
    comment: 'As agreed',
    effective_from: '2025-07-07',
    rates: [rate],
  })
  for (const viewer of by) await act(world, viewer, 'request.change_request.approve', { ids: [asked.id] })
  await deliver()
}

async function deliver(): Promise<void> {
  for (const { id } of await sql<{ id: string }>(
    `select id from platform.outbox where delivered_at is null and topic in ('schedule_documents', 'key_information') order by id`,
  ))
    await deliverOutbox({ database, clock, settings, files }, topics, id)
}

const filesOf = (id: string) =>
  sql<{ sha256: string; contractor_id: string | null; client_id: string | null }>(
    `select sha256, contractor_id, client_id from platform.attachment where parent_id = $1 order by created_at, id`,
    id,
  )
const wordsOf = async (id: string) =>
  (
    await sql<{ message: string }>(
      `select message from contract.contract_activity where contract_id = $1 and action = 'make_documents' order by created_at, id`,
      id,
    )
  ).map(({ message }) => message)

test('key information: another contractor rate issues it again for the worker, at the new rate; a client rate does not', async () => {
  const { family } = await published(placed.agency.admin, 'key_information_limited', short)
  const { id, group_id } = await placement([family])
  const [first] = await filesOf(id)
  expect(first).toMatchObject({ contractor_id: placed.contractor.id, client_id: null })
  clock.advance({ seconds: 1 })
  await change(id, { group_id, client_rate: '31.00' }, [placed.client.invoice_contact])
  expect(await filesOf(id)).toHaveLength(1)
  clock.advance({ seconds: 1 })
  await change(id, { group_id, contractor_rate: '21.00' }, [placed.contractor.viewer])
  const [, second, ...more] = await filesOf(id)
  expect(more).toEqual([])
  expect(second).toMatchObject({ contractor_id: placed.contractor.id, client_id: null })
  expect(second?.sha256).not.toBe(first?.sha256)
  expect(await wordsOf(id)).toEqual([
    'key_information_limited made as a file',
    'key_information_limited issued again, as the pay changed',
  ])
  // The same message again issues nothing.
  await deliver()
  expect(await filesOf(id)).toHaveLength(2)
})

test('key information: three pages are refused with a sentence, by hand and by the job', async () => {
  const { id: template_id, family } = await published(placed.agency.admin, 'key_information_limited', long)
  const { id } = await placement([family])
  const sentence = 'A key information document has at most 2 pages, and this one has 3. Shorten its template.'
  expect(await wordsOf(id)).toEqual([`A document could not be made: ${sentence}`])
  await inTransaction(database, (tx) => sampleSignIn({ tx, clock }, placed.agency.admin.user_id))
  const browser = new Browser(app)
  await browser.login(placed.agency.admin.email)
  const made = await browser.post('/api/permission/pdfGen', {
    template_id,
    module: 'contract',
    entity: 'temp_placement',
    id,
  })
  expect(made.body.errors).toEqual({ template_id: sentence })
  expect(await filesOf(id)).toEqual([])
})
