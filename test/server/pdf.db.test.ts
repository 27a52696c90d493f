/** Documents as PDF files over HTTP: for whoever is signed in and may see them. */
import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { inTransaction } from '#server/tx.ts'
import { documentsOf } from '../fixtures/cash.ts'
import { freshWorld } from '../fixtures/fresh-world.ts'
import { type SeededPlacement, seedApprovedTimesheet, seedWeek } from '../fixtures/world.ts'
import { Browser, testApp } from './harness.ts'
import { sampleSignIn } from './sample.ts'

const { database, world } = await freshWorld()
const { app } = await testApp(database, world.clock)

let placement: SeededPlacement
let url = ''
let human_id = ''

beforeAll(async () => {
  placement = await seedWeek(world)
  const documents = await documentsOf(database, await seedApprovedTimesheet(world, placement))
  const bill = present(documents['provider-client'], 'the bill')
  url = `/api/pdf/invoice/${bill.id}`
  human_id = bill.human_id
})

async function signedIn(viewer: Viewer): Promise<Browser> {
  await inTransaction(database, (tx) => sampleSignIn({ tx, clock: world.clock }, viewer.user_id))
  const browser = new Browser(app)
  expect((await browser.login(viewer.email)).status).toBe(200)
  return browser
}

test('readers of a document get its file, shown or saved, with its hash', async () => {
  const browser = await signedIn(placement.client.invoice_contact)
  const { raw } = await browser.get(url)
  expect(raw.statusCode).toBe(200)
  expect(raw.headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
  })
  const policy = String(raw.headers['content-security-policy']).split('; ').sort()
  expect(policy).toEqual([
    "base-uri 'none'",
    "default-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'self'",
    "style-src 'unsafe-inline'",
  ])
  expect(raw.headers['content-disposition']).toContain(`inline; filename="${human_id}.pdf"`)
  expect(raw.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const sha256 = createHash('sha256').update(raw.rawPayload).digest('hex')
  expect(raw.headers['x-content-sha256']).toBe(sha256)
  const saved = await browser.get(`${url}?download=1`)
  expect(saved.raw.headers['content-disposition']).toContain('attachment; ')
})

test('strangers and contractors: not found; signed out: sign in first', async () => {
  const stranger = await seedWeek(world)
  for (const viewer of [stranger.agency.admin, placement.contractor.viewer]) {
    const answer = await (await signedIn(viewer)).get(url)
    expect([answer.status, answer.body.message]).toEqual([404, 'Invoice not found'])
  }
  expect((await new Browser(app).get(url)).status).toBe(401)
  const browser = await signedIn(placement.agency.admin)
  expect((await browser.get('/api/pdf/invoice/..%2f..%2fetc')).status).toBe(404)
})

test.each([
  'invoice',
  'consolidated_invoice',
  'payment',
  'collection_note',
  'chase',
  'payslip',
  'client_statement',
])('a %s that nobody has is not found, and its route asks who wants it', async (kind) => {
  const none = `/api/pdf/${kind}/019a0000-0000-7000-8000-000000000000`
  expect((await new Browser(app).get(none)).status).toBe(401)
  expect((await (await signedIn(placement.agency.admin)).get(none)).status).toBe(404)
})
