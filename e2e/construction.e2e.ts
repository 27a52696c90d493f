/** Construction work is refused outside PAYE until HMRC's verification of the payee says gross payment. */
import { expect, test } from 'vitest'
import { card, see } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

test('construction: refused at submission, verified on the page of the payment company, then submitted', async () => {
  const agency = await signIn(browser, stint, 'agency_admin')
  type Found = { client_id: string; contractor_id: string; payment_company_id: string }
  const { own } = await agency.ask<{ own: Found[] }>(
    `{ own: contract_temp_placement(where: { status: { _eq: "active" }, currency: { alpha_code: { _eq: "GBP" } },
         payment_company: { type: { _eq: "limited" } } }, limit: 1) { client_id contractor_id payment_company_id } }`,
  )
  const { payment_company_id, ...parties } = own[0] as Found // The demo has one.
  const { today } = await agency.session()
  const made = await agency.act<{ id: string }>('contract.temp_placement.create', {
    ...parties,
    title: 'Bricklayer',
    start_date: today,
    funding_type: 'funded',
    contractor_payment_terms: 7,
    is_construction: true,
    rates: [{ name: 'Standard', contractor_rate: '30.00', client_rate: '36.00' }],
  })
  const id = made.data?.id
  const path = `/agency/contract/temp_placement/${id}`
  await agency.open(path)
  await see(agency.page.getByText('Construction Work'))
  await agency.page.getByRole('button', { name: 'Submit', exact: true }).click()
  await agency.page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await see(agency.page.getByText(/Construction work that is not paid through PAYE needs/))

  await agency.open(`/agency/business/limited/${payment_company_id}`)
  const scheme = card(agency.page, 'Construction Industry Scheme')
  await see(scheme.getByText(/^Not verified/))
  await scheme.getByRole('button', { name: 'Add verification' }).click()
  const form = agency.page.getByRole('dialog')
  await form.getByLabel('Verification number').fill('12')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await see(form.getByText('Please enter a valid Input'))
  await form.getByLabel('Verification number').fill('v123 456 7890')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await see(scheme.getByText('Gross payment'), scheme.getByText('V1234567890'))

  expect((await agency.act('contract.temp_placement.submit', { id })).data).toMatchObject({ id })
  await agency.context.close()
})
