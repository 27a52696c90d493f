/** A contractor's own company is asked for at Companies House when they submit by their link. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { act, seedAgency, seedProvider } from '#test/fixtures/world.ts'
import { detailsToken } from '#test/server/details-token.ts'
import { testApp } from '#test/server/harness.ts'

const HOST = 'stint.example.org'
const closed = '09876543'
const { database, world } = await freshWorld('2026-11-20T11:00:00.000Z')
const { clock } = world
const register = createServer((request, response) => {
  const company_number = (request.url ?? '').split('/')[2] ?? ''
  const company_status = company_number === closed ? 'dissolved' : 'active'
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ company_number, company_name: 'Byron Ltd', type: 'ltd', company_status }))
})
await new Promise<void>((resolve) => register.listen(0, '127.0.0.1', resolve))
const { app, settings } = await testApp(database, clock, {
  PUBLIC_URL: `http://${HOST}`,
  COMPANIES_HOUSE_URL: `http://127.0.0.1:${(register.address() as AddressInfo).port}`,
  COMPANIES_HOUSE_KEY: 'a-key-of-companies-house',
})
afterAll(async () => {
  await app.close()
  register.close()
})

test('a company that was closed is refused under its number, and another one is submitted', async () => {
  const agency = await seedAgency(world, await seedProvider(world))
  const email = 'ada@example.org'
  await act(world, agency.user, 'business.party.send_link', { first_name: 'Ada', last_name: 'Byron', email })
  const token = await detailsToken({ database, clock, settings }, email)
  const submit = async (brn: string) => {
    const raw = await app.inject({
      method: 'POST',
      url: '/api/details/submit',
      headers: { host: HOST, token },
      payload: {
        values: {
          ...{ first_name: 'Ada', last_name: 'Byron', date_of_birth: '1990-02-03', ni_number: 'AB123456A' },
          ...{ line_1: '1 Mill Lane', city: 'York', signature: 'Ada Byron' },
          ...{ payment_type: 'limited', name: 'Byron Ltd', brn, is_vat_registered: false },
        },
        bank: {
          ...{ account_holder_name: 'Byron Ltd', bank_name: 'Harbour Bank' },
          ...{ sort_code: '00-10-00', account_number: '55779911' },
        },
        key: '018f0000-0000-7000-8000-000000000001',
      },
    })
    return { status: raw.statusCode, ...raw.json<{ errors?: object }>() }
  }
  expect(await submit(closed)).toMatchObject({
    status: 400,
    errors: { brn: expect.stringMatching(/dissolved/) },
  })
  expect(await submit('09876544')).toMatchObject({ status: 200, data: { done: true } })
})
