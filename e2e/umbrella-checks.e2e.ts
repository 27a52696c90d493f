/** Payments to an umbrella company wait for the agency's check: both sides read why, and a verified check lifts it. */
import { expect, test } from 'vitest'
import { card, gone, see } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()
const sentence = 'No valid check of this umbrella company. The agency is liable for its PAYE'

test('check of an umbrella: rejected, payments wait with the reason, and a new one that is verified lifts it', async () => {
  const [agency, provider] = [
    await signIn(browser, stint, 'agency_admin'),
    await signIn(browser, stint, 'provider_operations'),
  ]
  type Bill = { id: string; from_business_id: string }
  const { bills } = await agency.ask<{ bills: Bill[] }>(
    `{ bills: transaction_invoice(where: { type: { _eq: "contractor-agency" }, status: { _eq: "open" },
         is_credit_note: { _eq: false }, payment_company_type: { _eq: "umbrella" } }, limit: 1) { id from_business_id } }`,
  )
  const [bill] = bills
  const page = `business/umbrella/${bill?.from_business_id}`
  const { checks } = await agency.ask<{ checks: { id: string }[] }>(
    `query ($id: uuid!) { checks: platform_document(where: { type: { _eq: "umbrella_due_diligence" },
       business_id: { _eq: $id }, status: { _eq: "completed" } }) { id } }`,
    { id: bill?.from_business_id },
  )
  expect(checks.length).toBeGreaterThan(0)
  for (const { id } of checks)
    await provider.act('platform.compliance.reject', { id, comment: 'The sample payslip is missing' })

  await agency.open(`/agency/transaction/invoice/${bill?.id}`)
  await see(card(agency.page, 'Payment').getByText(sentence))
  await agency.open(`/agency/${page}`)
  const own = card(agency.page, 'Documents')
  await see(own.getByText(sentence), own.getByText('Payments wait'))
  await own.getByRole('button', { name: 'Add Umbrella due diligence' }).click()
  const form = agency.page.getByRole('dialog')
  await form.getByLabel('Reference').fill('FCSA 4711')
  await form.getByLabel('File').setInputFiles({
    name: 'check.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  })
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await see(own.getByRole('link', { name: 'check.pdf' }))

  await provider.open(`/provider/${page}`)
  const theirs = card(provider.page, 'Documents')
  await see(theirs.getByText(/^At Larkfield/), theirs.getByText(/for Larkfield/))
  await theirs.getByRole('button', { name: 'Verify' }).first().click()
  await gone(theirs.getByText(/^At Larkfield/))
  await theirs.getByRole('button', { name: 'Add Umbrella due diligence' }).click()
  await see(provider.page.getByRole('dialog').getByLabel('Agency'))

  await agency.open(`/agency/transaction/invoice/${bill?.id}`)
  await see(card(agency.page, 'Lines'))
  await gone(agency.page.getByText(sentence))
  for (const person of [agency, provider]) await person.context.close()
})
