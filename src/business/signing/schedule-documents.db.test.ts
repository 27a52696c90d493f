/** The documents that a placement is agreed with: made once all sides agreed, signed here or files (decision 0142). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { openFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { placementInput } from '#test/fixtures/placement-input.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, type SeededPlacement, seedApprovals, seedWeek } from '#test/fixtures/world.ts'
import { testApp } from '#test/server/harness.ts'
import { readChecks } from '../placements/checks/placement-checks.server.ts'

const { database, world } = await freshWorld('2025-06-15T11:00:00.000Z')
const { clock } = world
const { sql } = database
const pages = mkdtempSync(join(tmpdir(), 'stint-pages-'))
writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Stint</title>')
const { settings } = await testApp(database, clock, {}, pages)
const files = openFiles(settings.files)
let placed: SeededPlacement
let schedule: string
let key_facts: string
beforeAll(async () => {
  placed = await seedWeek(world)
  schedule = await published('assignment_schedule', [
    { type: 'paragraph', text: 'The work of {{contractor.name}}' },
    { type: 'signature', parties: ['contractor', 'agency'] },
  ])
  key_facts = await published('key_information_limited')
})
afterAll(() => rmSync(pages, { recursive: true, force: true }))

const template = (name: string, input: object) =>
  act<{ id: string }>(world, placed.agency.admin, `config.document_template.${name}`, input)
const familyOf = async (id: string): Promise<string> =>
  (
    await sql<{ template_id: string }>('select template_id from config.document_template where id = $1', id)
  )[0]?.template_id ?? ''
async function published(kind: string, blocks?: readonly object[]): Promise<string> {
  const { id } = await template('create', { kind, name: kind })
  if (blocks) await template('save', { id, name: kind, blocks, revision: 1 })
  await template('publish', { id })
  return familyOf(id)
}

const create = (change: object) =>
  act<{ id: string }>(world, placed.agency.admin, 'contract.temp_placement.create', {
    ...placementInput(placed),
    agency_id: placed.agency.id,
    start_date: '2025-06-23',
    ir35_determined_by: 'contractor',
    ...change,
  })

async function deliver(): Promise<void> {
  for (let round = 0; round < 4; round += 1)
    for (const { id } of await sql<{ id: string }>(
      `select id from platform.outbox where delivered_at is null and (topic = 'schedule_documents' or topic = 'signature_seal') order by id`,
    ))
      await deliverOutbox({ database, clock, settings, files }, topics, id)
}

const documentsOf = (id: string) =>
  sql<{ id: string; title: string; status: string; signers: number }>(
    `select d.id, d.title, d.status, (select count(*)::int from platform.signer s where s.document_id = d.id) as signers
     from platform.document d where d.parent_entity = 'contract.temp_placement' and d.parent_id = $1 order by d.created_at, d.id`,
    id,
  )
const filesOf = (id: string) =>
  sql<{ file_name: string }>(
    `select file_name from platform.attachment where parent_entity = 'contract.temp_placement' and parent_id = $1`,
    id,
  )
const wordsOf = async (id: string) =>
  (
    await sql<{ message: string }>(
      `select message from contract.contract_activity where contract_id = $1 and action = 'make_documents' order by created_at, id`,
      id,
    )
  ).map(({ message }) => message)
const isUnsigned = async (id: string) =>
  (await inTransaction(database, (tx) => readChecks({ tx, clock }, id))).includes('signatures')

test('placement documents: a template that is no published one of a placement is refused under its field', async () => {
  const { id: draft } = await template('create', { kind: 'assignment_schedule', name: 'Draft' })
  const perm = await published('perm_confirmation')
  for (const wrong of [await familyOf(draft), perm, placed.client.id])
    expect((await refusalOf(create({ document_template_ids: [wrong] }))).errors).toEqual({
      document_template_ids: 'Please enter a valid Input',
    })
})

test('placement documents: once all sides have agreed, documents to sign are sent, others are files, and the activation waits', async () => {
  const { id } = await create({ document_template_ids: [schedule, key_facts] })
  await deliver()
  expect(await documentsOf(id)).toEqual([])
  await seedApprovals(world, placed, id)
  expect(await isUnsigned(id)).toBe(true)
  await deliver()
  const [sent] = await documentsOf(id)
  expect(await documentsOf(id)).toEqual([
    { id: sent?.id, title: 'assignment_schedule', status: 'inprogress', signers: 2 },
  ])
  expect((await filesOf(id)).map(({ file_name }) => file_name)).toEqual([
    expect.stringMatching(/key_information_limited\.pdf$/),
  ])
  expect(await wordsOf(id)).toEqual([
    'assignment_schedule sent for signature',
    'key_information_limited made as a file',
  ])
  expect(
    (await refusalOf(act(world, placed.agency.provider.admin, 'contract.temp_placement.activate', { id })))
      .message,
  ).toContain('signed')
  // The same message again makes nothing.
  await deliver()
  expect(await documentsOf(id)).toHaveLength(1)
})

test('placement documents: without electronic signing the documents are files, and nothing waits for signatures', async () => {
  const { id } = await create({ document_template_ids: [schedule], e_sign: false })
  await seedApprovals(world, placed, id)
  // The provider is faster than the delivery.
  await act(world, placed.agency.provider.admin, 'contract.temp_placement.activate', { id })
  await deliver()
  expect([await documentsOf(id), (await filesOf(id)).length, await isUnsigned(id)]).toEqual([[], 1, false])
})

test('placement documents: a document that lacks values of the placement stays a draft, and its activity says so', async () => {
  const { id } = await create({ document_template_ids: [await published('assignment_schedule')] })
  await seedApprovals(world, placed, id)
  await deliver()
  expect((await documentsOf(id)).map(({ status }) => status)).toEqual(['draft'])
  expect(await wordsOf(id)).toEqual(['assignment_schedule prepared: it still needs values of the placement'])
})

test('placement documents: a placement that is agreed again has its open documents taken back and made again', async () => {
  const { id } = await create({ document_template_ids: [schedule] })
  await seedApprovals(world, placed, id)
  await deliver()
  await act(world, placed.agency.admin, 'contract.temp_placement.recall', { id, comment: 'Another rate' })
  clock.advance({ seconds: 1 })
  await seedApprovals(world, placed, id)
  await deliver()
  expect((await documentsOf(id)).map(({ status }) => status)).toEqual(['rejected', 'inprogress'])
})

test('placement documents: a template that is archived meanwhile leaves its reason, and the activation waits no more for it', async () => {
  const gone = await published('limited_contract')
  const { id } = await create({ document_template_ids: [gone] })
  const [version] = await sql<{ id: string }>(
    'select id from config.document_template where template_id = $1',
    gone,
  )
  await template('archive', { id: version?.id })
  await seedApprovals(world, placed, id)
  await deliver()
  expect(await wordsOf(id)).toEqual(['A document could not be made: Its template is no longer published'])
  expect(await isUnsigned(id)).toBe(false)
})
