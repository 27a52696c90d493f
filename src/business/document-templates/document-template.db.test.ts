/** Templates from the sample to a document: versions, strangers, wrong input, the PDF. */
import { beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, type SeededPlacement, seedWeek } from '#test/fixtures/world.ts'
import { Browser, testApp } from '#test/server/harness.ts'
import { sampleSignIn } from '#test/server/sample.ts'

const { database, world } = await freshWorld()
const { app } = await testApp(database, world.clock)
let placed: SeededPlacement
let admin: Viewer
let browser: Browser

beforeAll(async () => {
  placed = await seedWeek(world)
  admin = placed.agency.admin
  browser = await signedIn(admin)
})

async function signedIn(viewer: Viewer): Promise<Browser> {
  await inTransaction(database, (tx) => sampleSignIn({ tx, clock: world.clock }, viewer.user_id))
  const made = new Browser(app)
  expect((await made.login(viewer.email)).status).toBe(200)
  return made
}

const verb = (name: string) => `config.document_template.${name}`
const create = (viewer: Viewer, kind: string, name = 'Terms') =>
  act<{ id: string }>(world, viewer, verb('create'), { kind, name })

async function published(viewer: Viewer, kind: string): Promise<string> {
  const { id } = await create(viewer, kind)
  await act(world, viewer, verb('publish'), { id })
  return id
}

const rowOf = async (id: string) =>
  (
    await database.owner.query<{
      template_id: string
      version: number
      status: string
      name: string
      blocks: unknown
    }>('select template_id, version, status, name, blocks from config.document_template where id = $1', [id])
  ).rows[0]

test('a published version never changes: a change begins the next, and publishing that archives the first', async () => {
  const id = await published(admin, 'business_terms')
  const before = await rowOf(id)
  const blocks = [{ type: 'paragraph', text: 'Another wording for {{client.name}}' }]
  const change = { id, name: 'Terms 2026', blocks, revision: 1 }
  const next = await act<{ id: string; version: number }>(world, admin, verb('save'), change)
  expect(next).toMatchObject({ version: 2, revision: 1 })
  expect(await rowOf(id)).toEqual(before)
  expect(await rowOf(next.id)).toMatchObject({ status: 'draft', blocks, template_id: before?.template_id })
  expect(await refusalOf(act(world, admin, verb('save'), change))).toMatchObject({
    code: 'precondition',
    message: 'Version 2 of this template is a draft already. Change it.',
  })
  const again = { ...change, id: next.id }
  expect(await act(world, admin, verb('save'), again)).toMatchObject({ version: 2, revision: 2 })
  expect(await refusalOf(act(world, admin, verb('save'), again))).toMatchObject({
    code: 'conflict',
    message: 'Somebody else changed this template. Reload it.',
  })
  await act(world, admin, verb('publish'), { id: next.id })
  expect([(await rowOf(id))?.status, (await rowOf(next.id))?.status]).toEqual(['archived', 'published'])
  // Not by any way round the verbs.
  await expect(
    database.owner.query(`update config.document_template set name = 'Other' where id = $1`, [id]),
  ).rejects.toThrow('a published template never changes')
})

test('wrong input: each fault under its own key', async () => {
  const { id } = await create(admin, 'opt_out')
  const save = (blocks: unknown, more = {}) =>
    refusalOf(act(world, admin, verb('save'), { id, name: 'N', blocks, revision: 1, ...more }))
  expect(
    (
      await save([
        { type: 'paragraph', text: '{{client.name}}' },
        { type: 'heading', text: '', level: 1 },
      ])
    ).errors,
  ).toEqual({ 'blocks.0.text': 'Please enter a valid Input: client.name', 'blocks.1.text': 'Mandatory' })
  expect((await save([{ type: 'script', text: 'x' }])).errors).toEqual({
    'blocks.0.type': 'Please enter a valid Input',
  })
  expect((await save([{ type: 'paragraph', text: 'x', typst: '#eval' }])).code).toBe('invalid')
  expect((await save([])).errors).toEqual({ blocks: 'Mandatory' })
  expect((await save([{ type: 'parties' }], { name: ' ' })).errors).toEqual({ name: 'Mandatory' })
})

test('strangers find no template; agencies read what their provider has published, and copy it', async () => {
  const stranger = (await seedWeek(world)).agency.admin
  const id = await published(admin, 'business_terms')
  for (const name of ['publish', 'archive', 'copy'])
    expect(await refusalOf(act(world, stranger, verb(name), { id }))).toMatchObject({
      code: 'not_found',
      message: 'Document Template not found',
    })
  const { provider } = placed.agency
  const draft = await create(provider.admin, 'business_terms', 'Ours')
  expect((await refusalOf(act(world, admin, verb('copy'), draft))).code).toBe('not_found')
  await act(world, provider.admin, verb('publish'), draft)
  expect((await refusalOf(act(world, admin, verb('archive'), draft))).code).toBe('not_allowed')
  const copy = await act<{ id: string }>(world, admin, verb('copy'), draft)
  expect(await rowOf(copy.id)).toMatchObject({ name: 'Copy of Ours', version: 1, status: 'draft' })
})

test('the preview prints what is typed, as text and never as markup; others may not', async () => {
  const typed = {
    kind: 'assignment_schedule',
    name: 'Schedule',
    version: 1,
    blocks: [
      { type: 'heading', level: 1, text: '#panic("no") $x$ *bold* <b>' },
      { type: 'clause', level: 1, text: 'Dear {{client.name}}\nline' },
      { type: 'rates', side: 'client' },
      { type: 'parties' },
      { type: 'page_break' },
      { type: 'list', items: ['#include "/etc/passwd"'] },
      { type: 'signature', parties: ['client'] },
    ],
  }
  const { status, body } = await browser.post('/api/pdf/document_template', typed)
  expect(status).toBe(200)
  const pdf = Buffer.from((body.data as { pdf: string }).pdf, 'base64')
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(
    (await browser.post('/api/pdf/document_template', { ...typed, kind: 'opt_out' })).body.errors,
  ).toMatchObject({
    'blocks.2.type': 'Please enter a valid Input',
  })
  const worker = await signedIn(placed.contractor.viewer)
  expect((await worker.post('/api/pdf/document_template', typed)).status).toBe(403)
  expect((await new Browser(app).post('/api/pdf/document_template', typed)).status).toBe(401)
})

const about = (id: string) => ({ module: 'contract', entity: 'temp_placement', id })

test('a document of a record is a file of it, with its values; a template for other records is refused', async () => {
  const schedule = await published(admin, 'assignment_schedule')
  const fill = (template_id: string) =>
    act<{ fields: { name: string; value: string | null }[]; missing: { name: string }[] }>(
      world,
      admin,
      verb('fill'),
      { template_id, ...about(placed.id) },
    )
  const { fields, missing } = await fill(schedule)
  const value = (name: string) => fields.find((one) => one.name === name)?.value
  expect([value('client.name'), value('contractor.name')]).toEqual([
    expect.stringMatching(/^Client /),
    placed.contractor.name,
  ])
  expect(missing.map(({ name }) => name)).toEqual([
    'placement.work_location',
    'placement.notice_period',
    'placement.ir35_status',
  ])
  const made = await browser.post('/api/permission/pdfGen', {
    template_id: schedule,
    ...about(placed.id),
    idempotency_key: 'made-once',
  })
  expect(made.status).toBe(200)
  const data = made.body.data as { attachment_id: string; file_url: string; sha256: string }
  const { rows } = await database.owner.query(
    'select file_name, content_type, sha256, file_url, agency_id, client_id from platform.attachment where id = $1',
    [data.attachment_id],
  )
  expect(rows[0]).toMatchObject({
    content_type: 'application/pdf',
    sha256: data.sha256,
    file_url: data.file_url,
    agency_id: placed.agency.id,
    client_id: null,
  })
  expect(rows[0].file_name).toMatch(/ Terms\.pdf$/)
  const again = await browser.post('/api/permission/pdfGen', {
    template_id: schedule,
    ...about(placed.id),
    idempotency_key: 'made-once',
  })
  expect(again.body.data).toMatchObject({ attachment_id: data.attachment_id })

  const notice = await published(admin, 'opt_out')
  const client = { module: 'business', entity: 'client', id: placed.client.id }
  expect(
    (await browser.post('/api/permission/pdfGen', { template_id: notice, ...client })).body.errors,
  ).toEqual({
    template_id: 'This template is not for such a record',
  })
  expect((await browser.post('/api/permission/pdfGen', about(placed.id))).body.errors).toEqual({
    template_id: 'Mandatory',
  })
  const stranger = await seedWeek(world)
  const theirs = await published(stranger.agency.admin, 'assignment_schedule')
  const refused = await browser.post('/api/permission/pdfGen', { template_id: theirs, ...about(placed.id) })
  expect([refused.status, refused.body.message]).toEqual([404, 'Document Template not found'])
  const foreign = await browser.post('/api/permission/pdfGen', {
    template_id: schedule,
    ...about(stranger.id),
  })
  expect(foreign.status).toBe(404)
  const draft = await create(admin, 'assignment_schedule')
  const unready = await browser.post('/api/permission/pdfGen', { template_id: draft.id, ...about(placed.id) })
  expect(unready.body.message).toBe('Document Template Terms is draft and cannot be used')
})

test('prefill makes a document for signature; it is not sent while the record lacks a value', async () => {
  const whole = await published(admin, 'business_terms')
  const client = { module: 'business', entity: 'client', id: placed.client.id }
  const prefill = async (template_id: string, more: object = {}) =>
    (await browser.post('/api/permission/prefill', { template_id, ...client, ...more })).body
  const { document_id, missing } = (await prefill(whole)).data as { document_id: string; missing: unknown[] }
  expect(missing).toEqual([])
  const { rows } = await database.owner.query(
    `select d.type, d.title, d.template_id, array_agg(s.party order by s.position) as parties
     from platform.document d join platform.signer s on s.document_id = d.id where d.id = $1 group by d.id`,
    [document_id],
  )
  expect(rows).toEqual([
    { type: 'client_terms', title: 'Terms', template_id: whole, parties: ['client', 'agency'] },
  ])
  expect(await act(world, admin, 'platform.document.send', { id: document_id })).toEqual({ id: document_id })

  const { id } = await create(admin, 'business_terms')
  const blocks = [
    { type: 'paragraph', text: 'Call {{client.phone}}' },
    { type: 'signature', parties: ['client'] },
  ]
  await act(world, admin, verb('save'), { id, name: 'Calls', blocks, revision: 1 })
  await act(world, admin, verb('publish'), { id })
  const lacking = (await prefill(id)).data as { document_id: string; missing: unknown[] }
  expect(lacking.missing).toEqual([{ name: 'client.phone', label: 'Client phone' }])
  expect(
    await refusalOf(act(world, admin, 'platform.document.send', { id: lacking.document_id })),
  ).toMatchObject({
    code: 'precondition',
    message: 'The document still needs: Client phone',
  })
  expect((await prefill(whole, { signers: [{ name: 'Ann', email: 'no', party: 'client' }] })).errors).toEqual(
    {
      'signers.0.email': 'Please enter a valid Email',
    },
  )
  expect((await prefill('019a0000-0000-7000-8000-000000000000')).message).toBe('Document Template not found')
})

test('a key information document has the example of the placement, and asks for the umbrella company’s margin', async () => {
  const template_id = await published(admin, 'key_information_umbrella')
  const about = { template_id, module: 'contract', entity: 'temp_placement', id: placed.id }
  const missing = async (more: object) =>
    (
      await act<{ missing: { name: string }[] }>(world, admin, verb('fill'), { ...about, ...more })
    ).missing.map(({ name }) => name)
  expect(await missing({})).toContain('umbrella.margin')
  expect(await missing({ umbrella_margin: '20' })).not.toContainEqual(
    expect.stringMatching(/^(umbrella|wages|example)/),
  )
  expect(
    (await refusalOf(act(world, admin, verb('fill'), { ...about, umbrella_margin: 'x' }))).errors,
  ).toEqual({ umbrella_margin: 'Please enter a valid number' })
  const made = await browser.post('/api/permission/pdfGen', {
    ...about,
    umbrella_margin: '20.00',
    idempotency_key: 'key information',
  })
  expect(made.status).toBe(200)
})

test('an agency agreement: the provider sends it, the agency sees it then, signs it and takes it not back', async () => {
  const { provider } = placed.agency
  const staff = await signedIn(provider.operations)
  const template_id = await published(provider.admin, 'agency_terms')
  const about = { module: 'business', entity: 'agency', id: placed.agency.id }
  const prefilled = (await staff.post('/api/permission/prefill', { template_id, ...about })).body
  const { document_id: id, missing } = prefilled.data as { document_id: string; missing: unknown[] }
  expect(missing).toEqual([])
  const seenByAgency = async () => {
    const query = `{ platform_document(where: { id: { _eq: "${id}" } }) { type status signers { party contact_id } } }`
    return (await browser.post('/v1/graphql', { query })).body.data
  }
  expect(await seenByAgency()).toEqual({ platform_document: [] })
  expect((await refusalOf(act(world, admin, 'platform.document.void', { id, comment: 'No' }))).code).toBe(
    'not_found',
  )
  await act(world, provider.operations, 'platform.document.send', { id })
  expect(await seenByAgency()).toMatchObject({
    platform_document: [{ type: 'agreement', status: 'inprogress' }],
  })
  const { rows } = await database.owner.query<{ id: string; party: string; contact_id: string }>(
    'select id, party, contact_id from platform.signer where document_id = $1 order by position',
    [id],
  )
  expect(rows.map(({ party }) => party).sort()).toEqual(['agency', 'provider'])
  const [refused_void, refused_remind] = [
    await refusalOf(act(world, admin, 'platform.document.void', { id, comment: 'No' })),
    await refusalOf(act(world, admin, 'platform.document.remind', { signer_id: rows[0]?.id })),
  ]
  expect([refused_void.code, refused_remind.code]).toEqual(['not_allowed', 'not_allowed'])
  const consent = { consent: true, signature: { kind: 'typed', text: 'Ada Finch' } }
  for (const { party } of rows)
    await act(world, party === 'agency' ? admin : provider.operations, 'platform.document.sign', {
      id,
      ...consent,
    })
  expect(await seenByAgency()).toMatchObject({ platform_document: [{ status: 'completed' }] })
  // The agency prepares no agreement with itself.
  const own = (await browser.post('/api/permission/prefill', { template_id, ...about })).body
  expect([own.success, own.message]).toEqual([false, 'You do not have permission to do this'])
})
