/** The agency named the limited company; its contractor adds the company's insurance by their link. */
import { afterAll, expect, test } from 'vitest'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { act, seedAgency, seedContractor, seedProvider } from '#test/fixtures/world.ts'
import { detailsToken } from '#test/server/details-token.ts'
import { testApp } from '#test/server/harness.ts'

const HOST = 'stint.example.org'
const { database, world } = await freshWorld('2026-11-20T11:00:00.000Z')
const { clock } = world
const { sql } = database
const { app, settings } = await testApp(database, clock, { PUBLIC_URL: `http://${HOST}` })
afterAll(() => app.close())
const provider = await seedProvider(world)
const agency = await seedAgency(world, provider)

/** A link to a draft in which the agency has named the company. */
async function linkedThrough(
  payment_type: 'limited' | 'umbrella',
  payment_company_id: string,
): Promise<string> {
  const email = `${payment_type}@example.org`
  const { draft_id } = await act<{ draft_id: string }>(world, agency.user, 'business.party.send_link', {
    first_name: 'Ada',
    last_name: 'Byron',
    email,
  })
  const kept = await act<{ version: number; values: object }>(
    world,
    agency.user,
    'business.party.read_draft',
    {
      id: draft_id,
    },
  )
  await act(world, agency.user, 'business.party.save_draft', {
    id: draft_id,
    kind: 'contractor',
    version: kept.version,
    values: { ...kept.values, payment_type, company_is: 'known', payment_company_id },
  })
  return detailsToken({ database, clock, settings }, email)
}

async function post(
  name: string,
  token: string,
  payload: object | Buffer,
  type = 'application/json',
): Promise<{ data?: { insurances?: object[]; through?: string }; success: boolean }> {
  const headers = { host: HOST, token, 'content-type': type }
  const raw = await app.inject({ method: 'POST', url: `/api/details/${name}`, headers, payload })
  return raw.json()
}

function policy(file_name: string): Buffer {
  const fields = { type: 'professional_indemnity', sum_insured: '2000000', valid_to: '2027-03-31' }
  const parts = Object.entries(fields).map(
    ([field, value]) => `--b\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${file_name}"\r\n\r\n`
  return Buffer.from(`${parts.join('')}${head}%PDF-1.4\n${file_name}\n%%EOF\n\r\n--b--\r\n`)
}

test('own part of a contractor: adds the insurance of a named limited company, and none of an umbrella', async () => {
  await act(world, provider.admin, 'business.business_feature.set', {
    agency_id: agency.id,
    feature_code: 'compliance_documents',
    is_on: true,
  })
  await act(world, agency.admin, 'business.agency.set_insurance_sums', {
    agency_id: agency.id,
    professional_indemnity_sum: '1000000',
  })
  const { payment_company_id } = await seedContractor(world, agency)
  const token = await linkedThrough('limited', payment_company_id)
  expect((await post('query', token, {})).data).toMatchObject({
    insurances: [{ type: 'professional_indemnity', least: '£1,000,000.00' }],
  })
  expect(await post('file', token, policy('named.pdf'), 'multipart/form-data; boundary=b')).toMatchObject({
    success: true,
  })
  const sent = await post('submit', token, {
    values: {
      ...{ first_name: 'Ada', last_name: 'Byron', date_of_birth: '1990-02-03', ni_number: 'AB123456A' },
      ...{ line_1: '1 Mill Lane', city: 'York', signature: 'Ada Byron' },
    },
    bank: {},
    key: '018f0000-0000-7000-8000-000000000001',
  })
  expect(sent).toMatchObject({ success: true })
  expect(
    await sql(
      `select d.type, d.status, d.sum_insured, d.valid_to::text, d.agency_id, a.file_name from platform.document d
       join platform.attachment a on a.parent_id = d.id where d.business_id = $1`,
      payment_company_id,
    ),
  ).toEqual([
    {
      type: 'professional_indemnity',
      status: 'inprogress',
      sum_insured: '2000000.00',
      valid_to: '2027-03-31',
      agency_id: agency.id,
      file_name: 'named.pdf',
    },
  ])

  await sql(`update business.business set type = 'umbrella' where id = $1`, payment_company_id)
  const other = await linkedThrough('umbrella', payment_company_id)
  expect((await post('query', other, {})).data).toMatchObject({ insurances: [] })
})
