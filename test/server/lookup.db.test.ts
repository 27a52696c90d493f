/** The look-up of companies, against a small server that answers as Companies House does. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { makeStage } from './example-parts.ts'
import { Browser, testApp } from './harness.ts'
import { sampleSignIn } from './sample.ts'

const KEY = 'a-key-of-companies-house'
let asked: string[] = []
let answer: (path: string, response: ServerResponse) => void
const register = createServer((request: IncomingMessage, response) => {
  const { authorization = '' } = request.headers
  const path = request.url ?? ''
  asked.push(path)
  if (authorization !== `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`) response.writeHead(401).end()
  else answer(path, response)
})
await new Promise<void>((resolve) => register.listen(0, '127.0.0.1', resolve))
afterAll(() => register.close())
const url = `http://127.0.0.1:${(register.address() as AddressInfo).port}`

const database = await freshDatabase()
const stage = await makeStage(database)
const { clock } = stage
const settings = { COMPANIES_HOUSE_URL: url, COMPANIES_HOUSE_KEY: KEY }
const { app } = await testApp(database, clock, settings)

async function signedIn(email: string, of = app): Promise<Browser> {
  const browser = new Browser(of)
  const { rows } = await database.owner.query<{ id: string }>('select id from auth."user" where email = $1', [
    email,
  ])
  await inTransaction(database, (tx) => sampleSignIn({ tx, clock }, present(rows[0], 'a user').id))
  expect((await browser.login(email)).status).toBe(200)
  return browser
}
const PATH = '/api/permission/companyHouse'
const not_available = {
  items: [],
  notice: 'Company look-up is not available. Enter the details by hand.',
}

const address = {
  premises: '20',
  address_line_1: 'Fenchurch Street',
  locality: 'London',
  postal_code: 'EC3M 3AZ',
}
const profile = {
  company_number: '00000006',
  company_name: 'MARINE AND GENERAL MUTUAL LIFE ASSURANCE SOCIETY',
  company_status: 'active',
  type: 'private-unlimited-nsc',
  date_of_creation: '1862-10-25',
  sic_codes: ['65110'],
  registered_office_address: { ...address, country: 'England' },
}
const officers = {
  items: [
    { name: 'BYRON, Ada', officer_role: 'director', date_of_birth: { month: 12, year: 1970 } },
    { name: 'LOVELACE, Eve', officer_role: 'director', resigned_on: '2020-01-01' },
  ],
}
const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

beforeEach(() => {
  asked = []
  clock.advance({ hours: 25 })
  answer = (path, response) => {
    if (path === '/company/00000006') json(response, profile)
    else if (path === '/company/00000006/officers') json(response, officers)
    else if (path.startsWith('/search/companies?q='))
      json(response, {
        items: [{ company_number: 'SC000001', title: 'A & B', company_status: 'dissolved', address: {} }],
      })
    else json(response, { errors: [{ error: 'company-profile-not-found' }] }, 404)
  }
})

describe('companyHouse', () => {
  test('gives the company of a number with its active officers, once a day', async () => {
    const browser = await signedIn(stage.agency.user.email)
    for (const number of ['6', '00000006', ' 00000006 ']) {
      const { body } = await browser.post(PATH, { number })
      expect(body.data).toEqual({
        items: [
          {
            number: '00000006',
            name: profile.company_name,
            status: 'active',
            status_detail: '',
            type: 'private-unlimited-nsc',
            date_of_creation: '1862-10-25',
            address: {
              line_1: '20 Fenchurch Street',
              line_2: '',
              city: 'London',
              state: '',
              zipcode: 'EC3M 3AZ',
              country: 'United Kingdom',
              country_code: 'GB',
            },
            sic_codes: ['65110'],
            officers: [{ name: 'BYRON, Ada', role: 'director' }],
          },
        ],
      })
    }
    expect(asked).toEqual(['/company/00000006', '/company/00000006/officers'])
  })

  test('finds by words, which cannot leave their place in the address', async () => {
    const browser = await signedIn(stage.agency.user.email)
    const { body } = await browser.post(PATH, { search: 'A & B/../../company' })
    expect(body.data).toMatchObject({ items: [{ number: 'SC000001', name: 'A & B', status: 'dissolved' }] })
    expect(asked).toEqual(['/search/companies?q=A%20%26%20B%2F..%2F..%2Fcompany&items_per_page=10'])
  })

  test('an unknown number finds nothing', async () => {
    const browser = await signedIn(stage.agency.user.email)
    for (const number of ['99999999', 'SL12345A', 'ip 12345 r'])
      expect((await browser.post(PATH, { number })).body).toEqual({ success: true, data: { items: [] } })
  })

  test.each([{}, { number: '../6' }, { number: '123456789' }, { search: 'a' }, { search: 'ab', url }])(
    'input %j is refused',
    async (input) => {
      const browser = await signedIn(stage.agency.user.email)
      expect((await browser.post(PATH, input)).status).toBe(400)
      expect(asked).toEqual([])
    },
  )

  test('only people who may take a party on look up', async () => {
    expect((await new Browser(app).post(PATH, { number: '6' })).status).toBe(401)
    for (const email of [stage.placed.client.approver.email, stage.agency.reader.email]) {
      const browser = await signedIn(email)
      expect((await browser.post(PATH, { number: '6' })).status, email).toBe(403)
    }
    expect(asked).toEqual([])
  })

  test.each([
    ['fails twice', (response: ServerResponse) => json(response, {}, 500), 2],
    ['is asked too often', (response: ServerResponse) => json(response, {}, 429), 1],
    ['answers in another form', (response: ServerResponse) => json(response, { company_name: 1 }), 1],
    ['answers no JSON', (response: ServerResponse) => response.writeHead(200).end('<html>'), 1],
    ['leads elsewhere', (response: ServerResponse) => response.writeHead(302, { location: '/x' }).end(), 1],
    ['hangs up', (response: ServerResponse) => response.destroy(), 1],
  ] as const)('a register that %s is not available', async (_, fault, times) => {
    const browser = await signedIn(stage.agency.user.email)
    answer = (_path, response) => void fault(response)
    expect((await browser.post(PATH, { number: '6' })).body).toEqual({ success: true, data: not_available })
    expect(asked).toHaveLength(times)
    const external = await browser.post('/api/permission/external', {
      service: 'company_house',
      query: { number: '6' },
    })
    expect([external.status, external.body.code]).toEqual([503, 'unavailable'])
  })

  test('one failure of the register is tried again', async () => {
    const browser = await signedIn(stage.agency.user.email)
    const usual = answer
    answer = (path, response) => (asked.length === 1 ? void json(response, {}, 502) : usual(path, response))
    expect((await browser.post(PATH, { number: '6' })).body.data).toMatchObject({
      items: [{ status: 'active' }],
    })
  })

  test('a user looks up 30 times a minute; a kept answer does not count', async () => {
    const browser = await signedIn(stage.agency.user.email)
    await browser.post(PATH, { number: '6' })
    for (let i = 0; i < 29; i += 1) await browser.post(PATH, { search: `company ${i}` })
    expect((await browser.post(PATH, { search: 'one more' })).body.data).toEqual(not_available)
    expect((await browser.post(PATH, { number: '6' })).body.data).toMatchObject({
      items: [{ status: 'active' }],
    })
    const colleague = await signedIn(stage.agency.admin.email)
    expect((await colleague.post(PATH, { search: 'one more' })).body.data).toMatchObject({
      items: [{ number: 'SC000001' }],
    })
  })
})

test('external names its services, and those that are not set up', async () => {
  const browser = await signedIn(stage.agency.user.email)
  const ask = (body: object) => browser.post('/api/permission/external', body)
  expect((await ask({ service: 'company_house', query: { number: '6' } })).body.data).toMatchObject({
    items: [{ number: '00000006' }],
  })
  // Postcodes are never looked up, VAT numbers not here.
  for (const service of ['vat_number', 'postcode']) {
    const { status, body } = await ask({ service, query: {} })
    expect([status, body.message]).toEqual([409, 'This look-up is not set up'])
  }
  expect((await ask({ service: url, query: {} })).status).toBe(400)
})

test('without a key the page says so, and nothing is asked', async () => {
  const { app: bare } = await testApp(database, clock, { COMPANIES_HOUSE_URL: url })
  const browser = await signedIn(stage.agency.user.email, bare)
  expect((await browser.post(PATH, { number: '6' })).body.data).toEqual(not_available)
  const { body } = await browser.post('/api/permission/external', { service: 'company_house', query: {} })
  expect(body.message).toBe('This look-up is not set up')
  expect(asked).toEqual([])
})

describe('external, vat_number', () => {
  const lookups: string[] = []
  let status = 200
  const hmrc = createServer((request, response) => {
    const path = request.url ?? ''
    if (path === '/oauth/token') return void json(response, { access_token: 'token', expires_in: 14400 })
    lookups.push(path)
    return void json(
      response,
      {
        target: {
          name: 'Larch Bay Joinery',
          vatNumber: '980780684',
          address: { line1: '4 Quay Row', postcode: 'SW97 5CK', countryCode: 'GB' },
        },
        consultationNumber: 'qLarch12B',
      },
      status,
    )
  })
  let checking: typeof app
  beforeAll(async () => {
    await new Promise<void>((resolve) => hmrc.listen(0, '127.0.0.1', resolve))
    checking = (
      await testApp(database, clock, {
        HMRC_VAT_URL: `http://127.0.0.1:${(hmrc.address() as AddressInfo).port}`,
        HMRC_VAT_CLIENT_ID: 'an-id-of-hmrc',
        HMRC_VAT_CLIENT_SECRET: 'a-secret-of-hmrc',
      })
    ).app
  })
  afterAll(() => hmrc.close())
  const ask = (browser: Browser, number: string) =>
    browser.post('/api/permission/external', { service: 'vat_number', query: { number } })

  test('gives the trader of a number, asked in the name of the provider', async () => {
    const { rows } = await database.owner.query<{ no: string }>(
      `update business.company set is_vat_registered = true, vat_registration_no = 'GB340804329'
       where id = (select company_id from business.business where id = $1) returning vat_registration_no as no`,
      [stage.agency.user.provider_id],
    )
    expect(rows).toHaveLength(1)
    const browser = await signedIn(stage.agency.user.email, checking)
    status = 200
    expect((await ask(browser, 'GB 980 7806 84')).body.data).toEqual({
      items: [
        {
          number: '980780684',
          name: 'Larch Bay Joinery',
          address: { lines: ['4 Quay Row'], zipcode: 'SW97 5CK', country_code: 'GB' },
          consultation_number: 'qLarch12B',
        },
      ],
    })
    expect(lookups).toEqual(['/organisations/vat/check-vat-number/lookup/980780684/340804329'])
    status = 404
    expect((await ask(browser, '980780684')).body.data).toEqual({ items: [] })
    status = 500
    const down = await ask(browser, '980780684')
    expect([down.status, down.body.code]).toEqual([503, 'unavailable'])
    expect(JSON.stringify(down.body)).not.toContain('secret')
  })

  test.each(['802311781', 'DE811907980', 'GBGD001', ''])(
    'refuses %j, which HMRC does not know',
    async (number) => {
      const before = lookups.length
      const browser = await signedIn(stage.agency.user.email, checking)
      expect((await ask(browser, number)).status).toBe(400)
      expect(lookups).toHaveLength(before)
    },
  )
})
