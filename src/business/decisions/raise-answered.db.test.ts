/** Work that waited for HMRC's answer about a VAT number is raised by itself, once (decision 0139). */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { parseSettings } from '#server/settings.ts'
import { openFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { act, seedApprovedTimesheet } from '#test/fixtures/world.ts'
import { makeStage, place } from '#test/server/example-parts.ts'
import { certifiedCompany } from '#test/server/onboarding-examples.ts'
import { addedPaper } from '#test/server/paper-examples.ts'
import { TEST_DATA_KEY } from '#test/server/sample.ts'
import { tellAnswered } from '../parties/vat-check/answered.server.ts'
import { queueDueVatChecks } from '../parties/vat-check/vat-check.job.ts'

const database = await freshDatabase()
const stage = await makeStage(database)
const { sql } = database
const { clock, agency } = stage
const { provider } = agency

/** HMRC's status of every number. */
let status = 200
const hmrc = createServer((request, response) => {
  const json = (body: object, code = 200) => response.writeHead(code).end(JSON.stringify(body))
  if (request.url === '/oauth/token') return void json({ access_token: 'token', expires_in: 14400 })
  const number = request.url?.split('/')[5] ?? ''
  const address = { line1: '4 Quay Row', postcode: 'SW97 5CK', countryCode: 'GB' }
  return void json({ target: { name: `Trader ${number}`, vatNumber: number, address } }, status)
})
await new Promise<void>((resolve) => hmrc.listen(0, '127.0.0.1', resolve))
afterAll(() => hmrc.close())
const settings = parseSettings({
  HMRC_VAT_URL: `http://127.0.0.1:${(hmrc.address() as AddressInfo).port}`,
  HMRC_VAT_CLIENT_ID: 'an-id-of-hmrc',
  HMRC_VAT_CLIENT_SECRET: 'a-secret-of-hmrc',
  DATA_KEY: TEST_DATA_KEY,
})
const deps = { database, clock, settings, files: openFiles(settings.files) }

const waitingOf = (topic: string) =>
  sql<{ id: string }>(
    'select id from platform.outbox where delivered_at is null and topic = $1 order by id',
    topic,
  )
async function deliver(topic: string): Promise<void> {
  for (const { id } of await waitingOf(topic)) await deliverOutbox(deps, topics, id).catch(() => undefined)
}
/** HMRC is asked about the numbers that are due, and the work follows. */
async function round(): Promise<void> {
  for (let i = 0; i < 5; i += 1) await queueDueVatChecks(deps)
  await deliver('vat_check')
  await deliver('vat_answered')
}

/** As the product writes, so that the rows keep their seals. */
const write = <R>(text: string, ...params: unknown[]) =>
  inTransaction(database, (tx) => tx.rows<R>(text, params))
/** HMRC did not answer yesterday, so it is asked today. */
async function silent(business_id: string): Promise<string> {
  const [row] = await write<{ id: string }>(
    `update business.company c set vat_check_status = 'unavailable', vat_check_name = null, vat_consultation_number = null,
       vat_checked_at = $2::timestamptz - interval '2 days'
     from business.business b where b.company_id = c.id and b.id = $1 returning c.id`,
    business_id,
    clock.now(),
  )
  return present(row, 'the company').id
}

type Sheet = { status: string; suspense_reason: string | null }
const sheetOf = async (id: string): Promise<Sheet> =>
  present(
    (await sql<Sheet>('select status, suspense_reason from transaction.timesheet where id = $1', id))[0],
    'the timesheet',
  )
/** VAT of the self-bills of a timesheet, one text a document. */
const taxesOf = async (id: string): Promise<string[]> =>
  (
    await sql<{ tax_amount: string }>(
      `select i.tax_amount from transaction.invoice i join transaction.invoice_set s on s.id = i.invoice_set_id
       where s.timesheet_id = $1 and i.type = 'contractor-agency'`,
      id,
    )
  ).map(({ tax_amount }) => tax_amount)

/** An approved week that waits for HMRC's answer about the payee. */
async function waitingWeek() {
  const placement = await place(stage)
  const company = placement.contractor.payment_company_id
  const company_id = await silent(company)
  const { id } = await seedApprovedTimesheet(stage, placement)
  expect((await sheetOf(id)).suspense_reason).toMatch(/^HMRC has not answered about the VAT number of /)
  return { id, company, company_id }
}

await round()
beforeEach(() => {
  status = 200
  // Answers of one moment are one fact.
  clock.advance({ seconds: 1 })
})

test('answered work: an answer raises the work that waited, in the name of the product', async () => {
  const { id } = await waitingWeek()
  await round()
  expect([await sheetOf(id), await taxesOf(id)]).toEqual([
    { status: 'approved', suspense_reason: null },
    ['150.00'],
  ])
  const steps = await sql<{ user_name: string; message: string }>(
    `select user_name, message from transaction.timesheet_activity where timesheet_id = $1 and action = 'raise'`,
    id,
  )
  expect(steps).toEqual([{ user_name: 'Stint', message: 'Invoices raised' }])
})

test('a number that HMRC does not have: the work is raised without VAT', async () => {
  const { id } = await waitingWeek()
  status = 404
  await round()
  expect([(await sheetOf(id)).status, await taxesOf(id)]).toEqual(['approved', ['0.00']])
})

test('answered work: no answer raises nothing', async () => {
  const { id } = await waitingWeek()
  status = 500
  await round()
  expect([(await sheetOf(id)).status, await taxesOf(id)]).toEqual(['suspense', []])
  status = 200
  await round()
})

test('answered work: a certificate that the provider accepts raises the work too', async () => {
  const { id, company } = await waitingWeek()
  await certifiedCompany(stage, company)
  await act({ ...stage, settings }, provider.admin, 'business.company.accept_vat_number', {
    business_id: company,
    reason: 'Registered last week',
  })
  await deliver('vat_answered')
  expect([(await sheetOf(id)).status, await taxesOf(id)]).toEqual(['approved', ['150.00']])
})

test('answered work: two answers at once raise the work once, and a repeated message raises nothing', async () => {
  const { id, company_id } = await waitingWeek()
  await write(`update business.company set vat_check_status = 'valid' where id = $1 returning id`, company_id)
  for (const at of ['2025-06-15T12:00:00.000Z', '2025-06-15T12:00:01.000Z'] as const)
    await inTransaction(database, async (tx) => {
      const rows: { topic: string; fact_key: string; payload: object }[] = []
      tellAnswered(
        (topic, fact_key, payload) => void rows.push({ topic, fact_key, payload }),
        company_id,
        at as never,
      )
      for (const row of rows)
        await tx.run('insert into platform.outbox (topic, fact_key, payload) values ($1, $2, $3)', [
          row.topic,
          row.fact_key,
          JSON.stringify(row.payload),
        ])
    })
  const messages = await waitingOf('vat_answered')
  expect(messages).toHaveLength(4)
  await Promise.allSettled(messages.map(({ id: message }) => deliverOutbox(deps, topics, message)))
  await deliver('vat_answered')
  await Promise.all(messages.map(({ id: message }) => deliverOutbox(deps, topics, message)))
  expect(await waitingOf('vat_answered')).toEqual([])
  expect([(await sheetOf(id)).status, await taxesOf(id)]).toEqual(['approved', ['150.00']])
})

test('answered work: work that a person holds stays held', async () => {
  const { id } = await waitingWeek()
  await act(stage, agency.user, 'transaction.timesheet.suspend', {
    ids: [id],
    comment: 'HMRC has not answered about the VAT number of them',
  })
  await round()
  expect([(await sheetOf(id)).status, await taxesOf(id)]).toEqual(['suspense', []])
})

test('answered work: the agency’s sale waits for the agency’s own number, until the provider accepts a certificate', async () => {
  await silent(agency.id)
  const placement = await place(stage)
  await write(
    `update business.company c set vat_check_status = 'valid', vat_checked_at = $2 from business.business b
     where b.company_id = c.id and b.id = $1 returning c.id`,
    placement.contractor.payment_company_id,
    clock.now(),
  )
  const { id } = await seedApprovedTimesheet(stage, placement)
  const reasonOf = async () => (await sheetOf(id)).suspense_reason
  expect(await reasonOf()).toMatch(/^HMRC has not answered about the VAT number of /)
  status = 404
  // The agency was asked about today already.
  await act({ ...stage, settings }, agency.user, 'business.company.check_vat', { business_id: agency.id })
  await round()
  expect(await reasonOf()).toMatch(/^HMRC does not confirm the VAT number of /)
  const [link] = await sql<{ id: string }>(
    `select id from business.service where type = 'agency-provider' and from_business_id = $1`,
    agency.id,
  )
  const paper = await addedPaper(stage, agency.admin, {
    type: 'vat_certificate',
    service_id: link?.id,
    method: undefined,
    valid_to: undefined,
  })
  await act(stage, provider.operations, 'platform.compliance.verify', { id: paper })
  clock.advance({ seconds: 1 })
  await act({ ...stage, settings }, provider.admin, 'business.company.accept_vat_number', {
    business_id: agency.id,
    reason: 'Seen at HMRC',
  })
  await deliver('vat_answered')
  expect([await sheetOf(id), await taxesOf(id)]).toEqual([
    { status: 'approved', suspense_reason: null },
    ['150.00'],
  ])
})

test('answered work: keeps every invariant of the books', async () => {
  expect((await verifyDatabase(database)).filter((one) => one.broken.length > 0)).toEqual([])
})
