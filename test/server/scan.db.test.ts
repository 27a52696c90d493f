/** Uploads meet the scanner of the operator before anything of them is stored (quality S12). */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../database.ts'
import { pdf } from '../fixtures/files.ts'
import { Browser, testApp } from './harness.ts'
import { linkSample, sampleBusinesses, samplePerson, testClock } from './sample.ts'

/** Answers as clamd does: the bytes come in chunks with their size before them, and end with a size of nothing. */
function scanner() {
  const seen: Buffer[] = []
  const state = { answer: (bytes: Buffer): string => (bytes.includes('EICAR') ? 'Eicar-Test FOUND' : 'OK') }
  const read = (socket: Socket, held: Buffer): void => {
    const command = 'zINSTREAM\0'
    if (!held.subarray(0, command.length).equals(Buffer.from(command))) return
    const parts: Buffer[] = []
    for (let at = command.length; at + 4 <= held.length; ) {
      const size = held.readUInt32BE(at)
      if (size === 0) {
        const bytes = Buffer.concat(parts)
        seen.push(bytes)
        socket.end(`stream: ${state.answer(bytes)}\0`)
        return
      }
      parts.push(held.subarray(at + 4, at + 4 + size))
      at += 4 + size
    }
  }
  const server: Server = createServer((socket) => {
    let held = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (part) => {
      held = Buffer.concat([held, part])
      read(socket, held)
    })
  })
  return { server, seen, state }
}

const path = join(tmpdir(), `stint-clamd-${process.pid}.sock`)
const { server, seen, state } = scanner()
const listen = () => new Promise<void>((resolve) => server.listen(path, resolve))
await listen()
const database = await freshDatabase()
const clock = testClock()
const { app, folder } = await testApp(database, clock, { CLAMD_ADDRESS: path })
afterAll(() => {
  server.close()
  rmSync(path, { force: true })
})
const sample = await sampleBusinesses(database)
await linkSample(database, sample)
const admin = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
const browser = new Browser(app)
await browser.login(admin.email)
beforeEach(() => {
  seen.length = 0
})

const kept = () => {
  const files = join(folder, 'files')
  return existsSync(files) ? readdirSync(files, { recursive: true }).length : 0
}
const upload = (content: Buffer, name: string) =>
  browser.post('/api/storage/upload', {
    path: `${sample.client_id}/${name}`,
    parent_entity: 'business.client',
    content: content.toString('base64'),
  })

test('virus scan: a file without a virus is stored as it was looked at', async () => {
  const whole = pdf('x'.repeat(200_000))
  const { status } = await upload(whole, 'terms.pdf')
  expect(status).toBe(200)
  expect(seen.map((bytes) => bytes.equals(whole))).toEqual([true])
})

test('virus scan: a file with a virus is refused under its field, not stored, and an event', async () => {
  const before = kept()
  const { status, body } = await upload(pdf('EICAR'), 'evil.pdf')
  expect([status, body.errors]).toEqual([400, { file: 'This file holds a virus, so it was not stored' }])
  expect(kept()).toBe(before)
  const { rows } = await database.owner.query(
    `select user_id, business_id, outcome, says from log.security_event where kind = 'file_refused'`,
  )
  expect(rows).toEqual([
    {
      user_id: admin.user_id,
      business_id: sample.agency_id,
      outcome: 'blocked',
      says: 'Eicar-Test FOUND'.slice(0, 10),
    },
  ])
})

test.each([
  ['answers with an error', () => 'INSTREAM size limit exceeded. ERROR'],
  ['answers nothing', () => ''],
])('a scanner that %s: nothing is stored, and the caller may come again', async (_says, answer) => {
  const before = state.answer
  state.answer = answer
  const stored = kept()
  const { status, body, raw } = await upload(pdf('y'), 'later.pdf')
  expect([status, body.message]).toEqual([
    503,
    'The file could not be checked for viruses, so it was not stored. Please try again shortly.',
  ])
  expect(raw.headers['retry-after']).toBe('30')
  expect(kept()).toBe(stored)
  state.answer = before
})

test('a scanner that is away: nothing is stored', async () => {
  await new Promise((resolve) => server.close(resolve))
  const stored = kept()
  expect((await upload(pdf('z'), 'away.pdf')).status).toBe(503)
  expect(kept()).toBe(stored)
  await listen()
  expect((await upload(pdf('z'), 'back.pdf')).status).toBe(200)
})

/** Stores a file that the product printed. */
const own_files = ['src/business/consolidated/consolidate-proof.server.ts']

test('virus scan: every call that stores a file of its caller asks the scanner first', () => {
  const storing = ['src/server/http', 'src/server/setup', 'src/business'].flatMap((folder_of) =>
    readdirSync(folder_of, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder_of, name))
      .filter((file) => /\.ts$/.test(file) && !/\.(job|test)\.ts$/.test(file))
      .filter((file) => /\bfiles\.put\(/.test(readFileSync(file, 'utf8'))),
  )
  const unasked = storing.filter((file) => {
    const text = readFileSync(file, 'utf8')
    const asked = text.indexOf('await requireClean(')
    return asked < 0 || asked > text.indexOf('files.put(')
  })
  expect(unasked.sort()).toEqual(own_files)
  expect(storing.length).toBeGreaterThan(own_files.length)
})
