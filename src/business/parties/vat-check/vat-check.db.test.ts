/** Checks of VAT numbers by their job: of new and changed numbers, when somebody asks, and again after 90 days. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { parseSettings } from '#server/settings.ts'
import { openFiles } from '#server/storage.server.ts'
import { freshDatabase } from '#test/database.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, companyInput, seedContractor } from '#test/fixtures/world.ts'
import { makeStage } from '#test/server/example-parts.ts'
import { TEST_DATA_KEY } from '#test/server/sample.ts'
import { queueDueVatChecks } from './vat-check.job.ts'

const database = await freshDatabase()
const stage = await makeStage(database)
const { sql } = database
const { clock } = stage
const { provider } = stage.agency

/** HMRC: 200, unless a number has another status. */
const statuses = new Map<string, number>()
let asked: string[] = []
let whileAsked: () => Promise<unknown> = async () => undefined
const hmrc = createServer(async (request, response) => {
  const json = (body: object, status = 200) => response.writeHead(status).end(JSON.stringify(body))
  const path = request.url ?? ''
  if (path === '/oauth/token') return void json({ access_token: 'token', expires_in: 14400 })
  const number = present(path.split('/')[5], 'the number that is asked about')
  asked.push(number)
  await whileAsked()
  const target = {
    name: `Trader ${number}`,
    vatNumber: number,
    address: { line1: '4 Quay Row', postcode: 'SW97 5CK', countryCode: 'GB' },
  }
  return void json({ target, consultationNumber: `C${number}` }, statuses.get(number) ?? 200)
})
await new Promise<void>((resolve) => hmrc.listen(0, '127.0.0.1', resolve))
afterAll(() => hmrc.close())
const settings = parseSettings({
  HMRC_VAT_URL: `http://127.0.0.1:${(hmrc.address() as AddressInfo).port}`,
  HMRC_VAT_CLIENT_ID: 'an-id-of-hmrc',
  HMRC_VAT_CLIENT_SECRET: 'a-secret-of-hmrc',
  DATA_KEY: TEST_DATA_KEY,
})

type Row = {
  readonly id: string
  readonly number: string
  readonly vat_check_status: string
  readonly vat_check_name: string | null
  readonly vat_consultation_number: string | null
  readonly vat_checked_at: string | null
  readonly vat_check_asked_at: string | null
}
const companyOf = async (business_id: string): Promise<Row> =>
  present(
    (
      await sql<Row>(
        `select c.id, c.vat_registration_no as number, c.vat_check_status, c.vat_check_name, c.vat_consultation_number,
           c.vat_checked_at, c.vat_check_asked_at
         from business.company c join business.business b on b.company_id = c.id where b.id = $1`,
        business_id,
      )
    )[0],
    'the company',
  )
const digitsOf = ({ number }: Row) => number.replace(/^GB/, '')

/** Delivers the waiting checks. @returns the reasons of those that failed */
async function deliver(): Promise<string[]> {
  const deps = { database, clock, settings, files: openFiles(settings.files) }
  const rows = await sql<{ id: string }>(
    `select id from platform.outbox where delivered_at is null and topic = 'vat_check' order by id`,
  )
  const reasons: string[] = []
  for (const { id } of rows)
    await deliverOutbox(deps, topics, id).catch((error: unknown) => void reasons.push(String(error)))
  return reasons
}

/** The server looks for due checks, and makes them. */
async function round(): Promise<string[]> {
  for (let i = 0; i < 5; i += 1) await queueDueVatChecks({ database, clock, settings })
  return deliver()
}

/** A limited company that the agency entered. */
const newCompany = async () => (await seedContractor(stage, stage.agency)).payment_company_id
const check = (business_id: string, by = stage.agency.user) =>
  act<object>(stage, by, 'business.company.check_vat', { business_id })

// The world's own companies first.
await round()
beforeEach(() => {
  asked = []
  statuses.clear()
  whileAsked = async () => undefined
})

describe('due checks', () => {
  test('a new number is asked once, in the name of the provider, and its answer is kept and audited', async () => {
    const id = await newCompany()
    expect(await companyOf(id)).toMatchObject({ vat_check_status: 'unchecked', vat_checked_at: null })
    expect(await round()).toEqual([])
    const row = await companyOf(id)
    expect(row).toMatchObject({
      vat_check_status: 'valid',
      vat_check_name: `Trader ${digitsOf(row)}`,
      vat_consultation_number: `C${digitsOf(row)}`,
      vat_checked_at: expect.anything(),
    })
    expect(asked).toEqual([digitsOf(row)])
    const audits = await sql<{ action_id: string; business_id: string }>(
      `select action_id, business_id from log.audit where entity = 'business.company' and entity_id = $1
         and new_values ->> 'vat_check_status' = 'valid'`,
      row.id,
    )
    expect(audits).toEqual([{ action_id: 'business.company.check_vat', business_id: provider.id }])
    await round()
    expect(asked).toHaveLength(1)
  })

  test('a number that nobody has is not found', async () => {
    const id = await newCompany()
    statuses.set(digitsOf(await companyOf(id)), 404)
    await round()
    expect(await companyOf(id)).toMatchObject({
      vat_check_status: 'not_found',
      vat_check_name: null,
      vat_consultation_number: null,
    })
  })

  test('a valid number is asked again after 90 days, and stays valid while HMRC is away', async () => {
    const id = await newCompany()
    await round()
    const before = await companyOf(id)
    clock.advance({ days: 89 })
    asked = []
    await round()
    expect(asked).not.toContain(digitsOf(before))
    clock.advance({ days: 2 })
    statuses.set(digitsOf(before), 500)
    expect(await round()).toContain('RegisterDown: status 500')
    expect(asked).toContain(digitsOf(before))
    expect(await companyOf(id)).toEqual(before)
    statuses.clear()
    await round()
    expect((await companyOf(id)).vat_checked_at).not.toEqual(before.vat_checked_at)
  })

  test('a number that HMRC did not answer about is unavailable, then valid at the next try', async () => {
    const id = await newCompany()
    const number = digitsOf(await companyOf(id))
    statuses.set(number, 403)
    expect(await round()).toEqual(['RegisterDown: status 403: our own VAT number is not registered'])
    expect(await companyOf(id)).toMatchObject({ vat_check_status: 'unavailable', vat_check_name: null })
    statuses.clear()
    expect(await deliver()).toEqual([])
    expect(await companyOf(id)).toMatchObject({ vat_check_status: 'valid' })
  })

  test('without a number that HMRC knows nothing is asked', async () => {
    const id = await newCompany()
    await sql('update business.company set is_vat_registered = false where id = $1', (await companyOf(id)).id)
    await round()
    expect(asked).toEqual([])
    expect(await companyOf(id)).toMatchObject({ vat_check_status: 'unchecked' })
  })

  test('without credentials nothing is queued', async () => {
    const id = await newCompany()
    await queueDueVatChecks({ database, clock, settings: { vatRegister: null } })
    expect(await deliver()).toEqual([])
    expect(asked).toEqual([])
    expect(await companyOf(id)).toMatchObject({ vat_check_status: 'unchecked' })
    await round()
  })
})

describe('a changed number', () => {
  const change = async (business_id: string, vat_registration_no: string) => {
    const { id } = await act<{ id: string }>(
      stage,
      provider.admin,
      'request.change_request.create_for_party',
      {
        business_id,
        comment: 'A new registration',
        vat_registration_no,
      },
    )
    await act(stage, provider.operations, 'request.change_request.approve', { ids: [id], comment: 'Seen' })
  }

  test('is unchecked until HMRC says something about it', async () => {
    const id = await newCompany()
    await round()
    await change(id, companyInput('Next').vat_registration_no ?? '')
    expect(await companyOf(id)).toMatchObject({
      vat_check_status: 'unchecked',
      vat_check_name: null,
      vat_consultation_number: null,
      vat_checked_at: null,
    })
    await round()
    const row = await companyOf(id)
    expect(row).toMatchObject({ vat_check_status: 'valid', vat_check_name: `Trader ${digitsOf(row)}` })
  })

  test('takes no answer about the number before', async () => {
    const id = await newCompany()
    const next = companyInput('Next').vat_registration_no
    whileAsked = () =>
      sql('update business.company set vat_registration_no = $2 where id = $1 returning id', row.id, next)
    const row = await companyOf(id)
    await round()
    expect(asked).toEqual([digitsOf(row)])
    expect(await companyOf(id)).toMatchObject({ number: next, vat_check_status: 'unchecked' })
    whileAsked = async () => undefined
    await round()
    expect(await companyOf(id)).toMatchObject({ number: next, vat_check_status: 'valid' })
  })
})

describe('Check again', () => {
  test('asks HMRC now, and not twice at once', async () => {
    const id = await newCompany()
    await round()
    statuses.set(digitsOf(await companyOf(id)), 404)
    await check(id)
    expect((await companyOf(id)).vat_check_asked_at).not.toBeNull()
    expect(await refusalOf(check(id, provider.operations))).toMatchObject({
      code: 'conflict',
      message: 'HMRC is being asked already',
    })
    await deliver()
    expect(await companyOf(id)).toMatchObject({ vat_check_status: 'not_found', vat_check_asked_at: null })
    await check(id)
    await deliver()
  })

  test('is refused without a number, for those who only read, and where numbers are not checked', async () => {
    const { payment_company_id: plain } = await seedContractor(stage, stage.agency, {
      is_vat_registered: false,
    })
    expect((await refusalOf(check(plain))).message).toMatch(/ has no VAT number$/)
    const id = await newCompany()
    expect((await refusalOf(check(id, stage.agency.reader))).code).toBe('not_allowed')
    const off = { ...stage, settings: { dataKey: TEST_DATA_KEY, dataKeyOld: null } }
    expect(
      await refusalOf(act(off, stage.agency.user, 'business.company.check_vat', { business_id: id })),
    ).toMatchObject({
      code: 'precondition',
      message: 'This installation does not check VAT numbers',
    })
  })
})

test('migration 0201: a number takes its plain form and keeps the answer of HMRC; odd and foreign ones stay', async () => {
  const { payment_company_id: id } = await seedContractor(stage, stage.agency)
  const { id: company_id } = await companyOf(id)
  const migration = readFileSync('migrations/0201_vat_numbers_in_one_form.sql', 'utf8').split(
    '-- The duplicate',
  )[0]
  const after = async (number: string) => {
    await database.owner.query('update business.company set vat_registration_no = $2 where id = $1', [
      company_id,
      number,
    ])
    await database.owner.query(
      `update business.company set vat_check_status = 'valid', vat_check_name = 'Trader', vat_checked_at = now() where id = $1`,
      [company_id],
    )
    await database.owner.query(migration ?? '')
    const { number: plain, vat_check_status } = await companyOf(id)
    return [plain, vat_check_status]
  }
  expect(await after('gb 340 8043 29')).toEqual(['340804329', 'valid'])
  expect(await after('GB980780684001')).toEqual(['980780684001', 'valid'])
  expect(await after('GBHA501')).toEqual(['HA501', 'valid'])
  for (const number of ['980780684', 'XI980780684', 'IE6388047V', 'GB12'])
    expect(await after(number)).toEqual([number, 'valid'])
})
