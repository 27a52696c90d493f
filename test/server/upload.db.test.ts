import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { bulk_bytes_max, upload_bytes_max, uploadText } from '#server/http/upload-kinds.ts'
import { readZipEntries } from '#server/http/upload-zip.ts'
import { inTransaction } from '#server/tx.ts'
import { good_files, pdf, png, spoiled_files, zip } from '../fixtures/files.ts'
import { freshWorld } from '../fixtures/fresh-world.ts'
import { refusalOf } from '../fixtures/refusal.ts'
import { act, seedSubmittedTimesheet, seedTimesheets, seedWeek } from '../fixtures/world.ts'
import { type Answer, Browser, testApp } from './harness.ts'
import { sampleSignIn } from './sample.ts'

const { database, world } = await freshWorld()
const placed = await seedWeek(world)
const stranger = await seedWeek(world, { provider: placed.agency.provider })
const { app, folder } = await testApp(database, world.clock)
const home = join(folder, 'files')
const { sql } = database

async function signedIn(email: string): Promise<Browser> {
  const browser = new Browser(app)
  const [user] = await sql<{ id: string }>('select id from auth."user" where email = $1', email)
  const { id } = present(user, 'a user')
  await inTransaction(database, (tx) => sampleSignIn({ tx, clock: world.clock }, id))
  expect((await browser.login(email)).status).toBe(200)
  return browser
}
const worker = await signedIn(placed.contractor.viewer.email)
const admin = await signedIn(placed.agency.admin.email)
const approver = await signedIn(placed.client.approver.email)
const outsider = await signedIn(stranger.agency.admin.email)
const operations = await signedIn(placed.agency.provider.operations.email)

const [sheet, next_sheet] = await seedTimesheets(world, placed)
const timesheet = present(sheet, 'a timesheet')

const kept = () =>
  existsSync(home)
    ? readdirSync(home, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length
    : 0

type Part = { name: string; value: string | Buffer; file_name?: string }

function formOf(parts: readonly Part[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = 'x-boundary-of-a-test'
  const pieces = parts.flatMap(({ name, value, file_name }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${
        file_name === undefined ? '' : `; filename="${file_name}"\r\ncontent-type: text/html`
      }\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
  return {
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

function upload(
  by: Browser,
  bytes: Buffer,
  name: string,
  change: Record<string, string> = {},
): Promise<Answer> {
  const fields = { parent_entity: 'transaction.timesheet', path: `${timesheet.id}/${name}`, ...change }
  const parts = Object.entries(fields).map(([field, value]): Part => ({ name: field, value }))
  const file = { name: 'file', value: bytes, file_name: name }
  return by.send({ method: 'POST', url: '/api/storage/upload', ...formOf([...parts, file]) })
}
const errorOf = ({ body }: Answer) => (body.errors as Record<string, string> | undefined)?.file
const ofPlacement = (name: string) => ({
  parent_entity: 'contract.temp_placement',
  path: `${placed.id}/${name}`,
})
type Made = { id: string; file_name: string; path: string }
const madeBy = ({ body }: Answer) => body.data as Made

test('each kind: attached to a timesheet and readable for its readers', async () => {
  for (const [ending, bytes] of Object.entries(good_files)) {
    const answer = await upload(worker, bytes, `Evidence.${ending}`)
    expect(answer.status, ending).toBe(200)
    const { path } = madeBy(answer)
    expect(path).toBe(`${timesheet.id}/Evidence.${ending}`)
    const read = await admin.get(`/api/storage/download?path=${encodeURIComponent(path)}`)
    expect(read.status).toBe(200)
    expect(read.raw.rawPayload).toEqual(bytes)
    expect(read.raw.headers['x-content-type-options']).toBe('nosniff')
    expect(read.raw.headers['content-disposition']).toMatch(/^attachment;/)
    expect(read.raw.headers['content-security-policy']).toContain('sandbox')
    expect(read.raw.headers['content-type']).not.toContain('html')
    const posted = await operations.post('/api/storage/normalDownload', { path })
    expect(posted.raw.rawPayload).toEqual(bytes)
    expect((await outsider.get(`/api/storage/download?path=${encodeURIComponent(path)}`)).status).toBe(404)
    expect(
      (await new Browser(app).get(`/api/storage/download?path=${encodeURIComponent(path)}`)).status,
    ).toBe(401)
  }
})

test('a draft’s evidence is not the client’s until the timesheet is handed in', async () => {
  const draft = present(next_sheet, 'another timesheet')
  const { path } = madeBy(await upload(worker, pdf('draft'), 'Draft.pdf', { path: `${draft.id}/Draft.pdf` }))
  const address = `/api/storage/download?path=${encodeURIComponent(path)}`
  expect((await approver.get(address)).status).toBe(404)
  await seedSubmittedTimesheet(world, placed, draft)
  expect((await approver.get(address)).status).toBe(200)
  await act(world, placed.client.approver, 'transaction.timesheet.approve', { ids: [draft.id] })
  const late = await upload(worker, pdf('late'), 'Late.pdf', { path: `${draft.id}/Late.pdf` })
  expect([late.status, late.body.message]).toEqual([422, 'The files of this record are closed'])
  const removal = await worker.post('/api/storage/normalDelete', { path })
  expect(removal.body.message).toBe('The files of this record are closed')
})

test.each(spoiled_files.map(([what, ending, bytes]) => ({ what, ending, bytes })))(
  '$what is refused, and nothing is kept',
  async ({ ending, bytes }) => {
    const before = kept()
    const answer = await upload(worker, bytes, `x.${ending}`)
    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toBe(uploadText.other(ending))
    expect(kept()).toBe(before)
  },
)

test('other kinds, empty files and those above the limit are refused in words', async () => {
  const before = kept()
  expect(errorOf(await upload(worker, Buffer.from('<svg/>'), 'a.svg'))).toBe(uploadText.kinds)
  expect(errorOf(await upload(worker, Buffer.from('a,b'), 'a.csv'))).toBe(uploadText.kinds)
  expect(errorOf(await upload(worker, Buffer.alloc(0), 'a.pdf'))).toBe(uploadText.empty)
  const large = Buffer.concat([pdf(), Buffer.alloc(upload_bytes_max + 1 - pdf().length, 10)])
  expect(errorOf(await upload(worker, large, 'a.pdf'))).toBe(uploadText.too_large(upload_bytes_max))
  const none = await worker.send({
    method: 'POST',
    url: '/api/storage/upload',
    ...formOf([
      { name: 'parent_entity', value: 'transaction.timesheet' },
      { name: 'path', value: `${timesheet.id}/a.pdf` },
    ]),
  })
  expect(errorOf(none)).toBe('Mandatory')
  expect((await worker.post('/api/storage/upload', {})).status).toBe(400)
  expect(kept()).toBe(before)
})

test('no name leads anywhere but to its record', async () => {
  for (const name of ['../../../etc/x.pdf', '..\\x.pdf', '/x.pdf', '%2e%2e/x.pdf', 'a\u202egpj.pdf']) {
    const made = madeBy(await upload(worker, pdf(name), 'x.pdf', { path: `${timesheet.id}/${name}` }))
    expect(made.file_name).not.toMatch(/[\\/\u202e]|\.\./)
    expect(made.path.split('/')).toHaveLength(2)
  }
  for (const path of ['../../../etc/passwd', 'aa/../../x', `${timesheet.id}/../x`, '..', '/etc/passwd'])
    expect((await worker.get(`/api/storage/download?path=${encodeURIComponent(path)}`)).status, path).toBe(
      404,
    )
  const stored = await sql<{ file_url: string }>('select file_url from platform.attachment')
  for (const { file_url } of stored) expect(file_url).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{64}$/)
})

test('two files of one name at once get two names', async () => {
  const answers = await Promise.all([1, 2, 3].map((n) => upload(worker, pdf(`copy ${n}`), 'Same.pdf')))
  expect(answers.map((answer) => madeBy(answer).file_name).sort()).toEqual([
    'Same (2).pdf',
    'Same (3).pdf',
    'Same.pdf',
  ])
})

test('the same upload sent again is one file', async () => {
  const once = { idempotency_key: 'once' }
  const [first, again] = [
    madeBy(await upload(worker, pdf('once'), 'Once.pdf', once)),
    madeBy(await upload(worker, pdf('once'), 'Once.pdf', once)),
  ]
  expect(again).toEqual(first)
})

test('JSON upload: path and content alone find the record, keep the bytes and check their kind', async () => {
  const post = (by: Browser, name: string, content: string, key?: string) =>
    by.post('/api/storage/normalUpload', {
      path: `${timesheet.id}/${name}`,
      content,
      ...(key === undefined ? {} : { idempotency_key: key }),
    })
  const bytes = pdf('as json')
  const made = await post(worker, 'Json.pdf', bytes.toString('base64'), 'json')
  expect([made.status, madeBy(made).path]).toEqual([200, `${timesheet.id}/Json.pdf`])
  expect(madeBy(await post(worker, 'Json.pdf', bytes.toString('base64'), 'json'))).toEqual(madeBy(made))
  const read = await admin.get(`/api/storage/download?path=${encodeURIComponent(madeBy(made).path)}`)
  expect(read.raw.rawPayload).toEqual(bytes)
  const before = kept()
  expect((await post(worker, 'Json.pdf', 'no base64!')).body.errors).toHaveProperty('content')
  expect(errorOf(await post(worker, 'Json.pdf', png().toString('base64')))).toBe(uploadText.other('pdf'))
  const large = Buffer.concat([pdf(), Buffer.alloc(upload_bytes_max + 1 - pdf().length, 10)])
  const refused = await post(worker, 'Large.pdf', large.toString('base64'))
  expect(refused.body.errors).toEqual({ content: uploadText.too_large(upload_bytes_max) })
  expect((await post(outsider, 'Json.pdf', bytes.toString('base64'))).status).toBe(404)
  expect((await post(new Browser(app), 'Json.pdf', bytes.toString('base64'))).status).toBe(401)
  expect(kept()).toBe(before)
})

test('copy: another record of the viewer gets the stored file; foreign files and records read as missing', async () => {
  const { path } = madeBy(
    await upload(admin, png(), 'Origin.png', {
      parent_entity: 'business.client',
      path: `${placed.client.id}/Origin.png`,
    }),
  )
  const copy = (by: Browser, from: string, to_path: string, key = to_path) =>
    by.post('/api/storage/copyS3Object', { path: from, to_path, idempotency_key: key })
  const before = kept()
  const to_path = `${placed.id}/Copied.png`
  const [made, again] = [await copy(admin, path, to_path), await copy(admin, path, to_path)]
  expect([made.status, madeBy(made).path, madeBy(again)]).toEqual([200, to_path, madeBy(made)])
  expect(
    (await admin.get(`/api/storage/download?path=${encodeURIComponent(to_path)}`)).raw.rawPayload,
  ).toEqual(png())
  for (const other of [worker, outsider])
    expect((await copy(other, path, `${placed.id}/x.png`)).status).toBe(404)
  expect((await copy(admin, `${placed.client.id}/Nothing.png`, `${placed.id}/x.png`)).status).toBe(404)
  expect((await copy(admin, path, `${stranger.id}/x.png`)).status).toBe(404)
  expect((await copy(admin, path, 'nonsense')).status).toBe(404)
  // Its reader would open the same bytes as something else.
  for (const name of ['Copied.html', 'Copied.png.exe', 'Copied.jpg', 'Copied', '.png']) {
    const { status, body } = await copy(admin, path, `${placed.id}/${name}`)
    expect([name, status, body.errors]).toEqual([
      name,
      400,
      { to_path: 'Please enter a name that ends in .png' },
    ])
  }
  expect((await copy(admin, path, `${placed.id}/Upper.PNG`)).status).toBe(200)
  expect(kept()).toBe(before)
})

test('no access to the record: nothing attached', async () => {
  const codes = async (by: Browser, change: Record<string, string> = {}) =>
    (await upload(by, pdf('x'), 'x.pdf', change)).status
  expect(await codes(outsider)).toBe(404)
  expect(await codes(new Browser(app))).toBe(401)
  // The role is asked before the record.
  expect(await codes(approver)).toBe(403)
  expect(await codes(worker, { path: 'nonsense/x.pdf' })).toBe(400)
  expect(await codes(worker, { parent_entity: 'platform.user' })).toBe(404)
  expect(await codes(worker, { parent_entity: 'constructor' })).toBe(404)
  expect(
    await codes(worker, { parent_entity: 'business.client', path: `${placed.client.id}/x.pdf` }),
  ).not.toBe(200)
  const forged = await worker.send({
    method: 'POST',
    url: '/api/storage/upload',
    ...formOf([]),
    headers: { ...formOf([]).headers, 'x-stint-csrf': '0' },
  })
  expect(forged.status).toBe(403)
})

test('an agency’s file of a client or a placement is its own and the provider’s', async () => {
  for (const [parent_entity, id] of [
    ['business.client', placed.client.id],
    ['contract.temp_placement', placed.id],
  ] as const) {
    const answer = await upload(admin, png(), 'Terms.png', { parent_entity, path: `${id}/Terms.png` })
    expect(answer.status).toBe(200)
    const address = `/api/storage/download?path=${encodeURIComponent(madeBy(answer).path)}`
    expect((await admin.get(address)).status).toBe(200)
    expect((await operations.get(address)).status).toBe(200)
    for (const other of [worker, approver, outsider]) expect((await other.get(address)).status).toBe(404)
  }
})

test('a file is shared with parties of its record, and several come as one archive', async () => {
  const about = ofPlacement('Schedule.pdf')
  const bytes = pdf('schedule')
  const strange = await upload(admin, bytes, 'Schedule.pdf', { ...about, share_with: 'client,funder' })
  expect(strange.body.errors).toEqual({ share_with: 'This record is not shared with a funder' })
  const { id, path } = madeBy(
    await upload(admin, bytes, 'Schedule.pdf', { ...about, share_with: 'contractor' }),
  )
  const other = madeBy(await upload(operations, pdf('notes'), 'Notes.pdf', ofPlacement('Notes.pdf')))
  const read = async (by: Browser) =>
    (await by.get(`/api/storage/download?path=${encodeURIComponent(path)}`)).status
  const manager = await signedIn(placed.client.manager.email)
  expect([await read(worker), await read(manager), await read(outsider)]).toEqual([200, 404, 404])
  const share = (by: Viewer, ...share_with: string[]) =>
    act(world, by, 'platform.attachment.share', { id, share_with })
  expect((await refusalOf(share(placed.agency.provider.operations, 'client'))).code).toBe('not_allowed')
  expect((await refusalOf(share(stranger.agency.admin, 'client'))).code).toBe('not_found')
  await share(placed.agency.admin, 'client')
  expect([await read(worker), await read(manager), await read(outsider)]).toEqual([404, 200, 404])
  const archive = (by: Browser, ids: string) => by.get(`/api/storage/zip?ids=${ids}`)
  const sent = await archive(admin, `${id},${other.id}`)
  const entries = present(readZipEntries(sent.raw.rawPayload), 'a zip file')
  expect(entries.map(({ name, unpacked }) => [name, unpacked])).toEqual([
    [`${placed.human_id}-Schedule.pdf`, bytes.length],
    [`${placed.human_id}-Notes.pdf`, pdf('notes').length],
  ])
  expect((await archive(manager, id)).status).toBe(200)
  expect((await archive(manager, `${id},${other.id}`)).status).toBe(404)
  expect((await archive(outsider, id)).status).toBe(404)
  const many = Array.from({ length: 201 }, () => crypto.randomUUID())
  const { body } = await operations.post('/api/storage/zip', { ids: many })
  expect(body.errors).toEqual({ ids: 'At most 200 files are downloaded at once' })
})

test('an archive of papers of people leaves a confirmed session alone', async () => {
  const { path } = madeBy(await upload(operations, pdf('paper'), 'Passport.pdf'))
  await sql(
    `insert into platform.attachment (business_id, provider_id, parent_entity, parent_id, file_name, file_url, content_type,
       size_bytes, sha256)
     select business_id, provider_id, 'business.contractor', $1, 'Passport.pdf', file_url, content_type, size_bytes, sha256
     from platform.attachment where parent_id || '/' || file_name = $2 and deleted_at is null`,
    placed.contractor.id,
    path,
  )
  const [paper] = await sql<{ id: string }>(
    `select id from platform.attachment where parent_entity = 'business.contractor' and file_name = 'Passport.pdf'`,
  )
  const ids = [present(paper, 'the paper').id]
  expect((await operations.post('/api/storage/zip/check', { ids })).status).toBe(200)
  world.clock.advance({ minutes: 31 })
  const refused = await operations.get(`/api/storage/zip?ids=${ids}`)
  expect([refused.status, refused.body.message]).toEqual([403, 'Please confirm that it is you'])
  await operations.confirm(refused)
  expect((await operations.get(`/api/storage/zip?ids=${ids}`)).status).toBe(200)
  expect(
    await sql(`select outcome, says from log.security_event where kind = 'export_personal' order by at, id`),
  ).toEqual([{ outcome: 'ok', says: 'Archive of 1 file' }])
})

test('only its uploader removes a file', async () => {
  const { path, id } = madeBy(await upload(worker, pdf('gone'), 'Gone.pdf'))
  const refused = await admin.post('/api/storage/normalDelete', { path })
  expect(refused.body.message).toBe('Only who uploaded a file may remove it')
  expect((await outsider.post('/api/storage/normalDelete', { path })).status).toBe(404)
  expect((await worker.post('/api/storage/normalDelete', { path })).body.data).toEqual({ id })
  expect((await worker.get(`/api/storage/download?path=${encodeURIComponent(path)}`)).status).toBe(404)
})

test('a record has no more files than a person can look through', async () => {
  await sql(
    `insert into platform.attachment (business_id, parent_entity, parent_id, file_name, file_url, content_type, size_bytes, sha256)
     select $1, 'contract.temp_placement', $2, n || '.pdf', 'x', 'application/pdf', 1, 'x' from generate_series(1, 60) n`,
    placed.agency.id,
    placed.id,
  )
  const full = await upload(admin, pdf(), 'One more.pdf', ofPlacement('One more.pdf'))
  expect(errorOf(full)).toBe('A record has at most 50 files')
  await sql(`update platform.attachment set size_bytes = 5368709120 where file_name = '1.pdf'`)
  const about = { parent_entity: 'business.client', path: `${placed.client.id}/a.pdf` }
  const room = await upload(admin, pdf(), 'a.pdf', about)
  expect(errorOf(room)).toBe('There is no room left for files of your business')
})

function bulk(
  by: Browser,
  fields: Record<string, string>,
  bytes: Buffer,
  name = 'rows.csv',
): Promise<Answer> {
  const parts = Object.entries(fields).map(([field, value]): Part => ({ name: field, value }))
  const file = { name: 'file', value: bytes, file_name: name }
  return by.send({ method: 'POST', url: '/api/storage/bulkUpload', ...formOf([...parts, file]) })
}
const rows = Buffer.from('Timesheet Id,Date,Rate,Units\r\nTMS000001,2025-06-02,Standard,7.5\r\n')
const action = { action_id: 'transaction.timesheet.save_draft' }

test('a bulk upload needs an action, and a csv file', async () => {
  const nothing = await bulk(worker, {}, rows)
  expect([nothing.status, nothing.raw.body]).toEqual([204, ''])
  expect((await bulk(worker, { action_id: 'business.agency.create' }, rows)).status).toBe(404)
  expect((await bulk(worker, { action_id: 'business.client.create' }, rows)).status).toBe(403)
  expect(errorOf(await bulk(worker, action, rows, 'rows.xlsx'))).toBe(uploadText.bulk)
  expect(errorOf(await bulk(worker, action, Buffer.alloc(0)))).toBe(uploadText.empty)
  expect(errorOf(await bulk(worker, action, zip([{ name: 'xl/workbook.xml' }])))).toBe(
    'This is not a CSV file. Please save it as CSV and upload that.',
  )
  const large = Buffer.alloc(bulk_bytes_max + 1, 'a')
  expect(errorOf(await bulk(worker, action, large))).toBe(uploadText.too_large(bulk_bytes_max))
  expect(await sql('select id from platform.import')).toEqual([])
  const once = { ...action, idempotency_key: 'a click' }
  const [first, second] = await Promise.all([bulk(worker, once, rows), bulk(worker, once, rows)])
  expect(first.status).toBe(200)
  expect(second.body.data).toEqual(first.body.data)
  expect(await sql('select status, file_name, template from platform.import')).toEqual([
    { status: 'checking', file_name: 'rows.csv', template: 'timesheet_units' },
  ])
})

test('a connection that closes in the middle of an upload leaves nothing, is no fault, and the file is taken the next time', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo // It listens on a port, not on a path.
  const body = Buffer.concat([rows, Buffer.from('TMS000001,2025-06-03,Standard,7.5\r\n'.repeat(20_000))])
  const parts: Part[] = [
    { name: 'action_id', value: action.action_id },
    { name: 'file', value: body, file_name: 'rows.csv' },
  ]
  const { payload, headers } = formOf(parts)
  const found = async () => ({
    files: kept(),
    imports: (await sql('select id from platform.import')).length,
    faults: (await sql('select id from log.api_exception')).length,
  })
  const before = await found()
  const socket = connect(port, '127.0.0.1')
  const head = {
    host: `127.0.0.1:${port}`,
    cookie: worker.cookie,
    'x-stint-csrf': '1',
    ...headers,
    'content-length': payload.length,
  }
  socket.write(
    `POST /api/storage/bulkUpload HTTP/1.1\r\n${Object.entries(head)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  )
  socket.write(payload.subarray(0, payload.length / 2))
  // It is being written down.
  await expect.poll(kept).toBe(before.files + 1)
  socket.destroy()
  await once(socket, 'close')
  await expect.poll(found).toEqual(before)
  const answer = await bulk(worker, { ...action, idempotency_key: 'the next try' }, body)
  expect(answer.status).toBe(200)
  expect(await found()).toEqual({ ...before, files: before.files + 1, imports: before.imports + 1 })
})
