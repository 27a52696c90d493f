/** A placement changes: the agency asks, the client and the contractor agree in their lists, and then the new rates hold. */
import { expect, test } from 'vitest'
import { card, confirm, gone, rowsOf, see } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

const changed = 'Changed Data - Pending Approval'

test('change request: requested, approved by both sides, applied; neither side reads the other’s rate', async () => {
  const worker = await signIn(browser, stint, 'contractor')
  const { own } = await worker.ask<{ own: { id: string; title: string }[] }>(
    '{ own: contract_temp_placement(where: { status: { _eq: "active" } }, limit: 1) { id title } }',
  )
  const [placement] = own
  if (!placement) throw new Error('the contractor of the demo world is placed')

  const agency = await signIn(browser, stint, 'agency_admin')
  await agency.open(`/agency/contract/temp_placement/${placement.id}`)
  await agency.page.getByRole('link', { name: 'Request a change' }).click()
  await agency.page.getByLabel('Standard contractor rate').fill('31.50')
  await agency.page.getByLabel('Standard client rate').fill('30')
  await agency.page.getByLabel('Hours of a standard day of Standard').fill('6.5')
  await agency.page.getByRole('textbox', { name: 'From' }).fill('01 Jan 2031')
  await agency.page.getByLabel('Reason').fill('A year in the role')
  await agency.page.getByRole('button', { name: 'Send for approval' }).click()
  await see(agency.page.getByText('Contractor rate should be less than Client rate'))
  await agency.page.getByLabel('Standard client rate').fill('44.25')
  await agency.page.getByRole('button', { name: 'Send for approval' }).click()
  await see(agency.page.getByText('Client: pending'), agency.page.getByText('Contractor: not asked'))
  const compared = card(agency.page, changed)
  await see(
    compared.getByText('31.50'),
    compared.getByText('44.25'),
    compared.getByText(/^Margin of Standard: /),
    compared.getByText('Standard day of Standard'),
  )

  const client = await signIn(browser, stint, 'invoice_contact')
  await client.open('/client/request/contract_change_request')
  await client.page.getByRole('link', { name: /^CRQ/ }).first().click()
  await see(card(client.page, changed).getByText('44.25'), card(client.page, changed).getByText('6.5 hours'))
  expect(await card(client.page, changed).innerText()).not.toMatch(/31\.50|contractor rate|Margin/)
  await client.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await confirm(client.page)
  await see(client.page.getByText('Client: approved'))

  await worker.open('/contractor/request/contract_change_request')
  await worker.page.getByRole('link', { name: /^CRQ/ }).first().waitFor()
  await worker.page.getByRole('checkbox').nth(1).check()
  const bar = worker.page.getByRole('toolbar', { name: 'Selected records' })
  await bar.getByRole('button', { name: 'Approve' }).click()
  await confirm(worker.page)
  // The overview shows pending requests only (spec §2).
  await see(worker.page.getByText('Total Records: 0'))

  await agency.open(`/agency/contract/temp_placement/${placement.id}`)
  const rates = await rowsOf(card(agency.page, 'Rates'))
  expect(rates.filter((row) => row.some((cell) => cell.includes('01 Jan 2031')))).toHaveLength(2)
  await see(card(agency.page, 'Timeline').getByText(/^Changed by CRQ/))
  for (const person of [agency, client, worker]) await person.context.close()
})

test('change request: the popup names the waiting side, and a rejection needs its reason', async () => {
  const agency = await signIn(browser, stint, 'agency_admin')
  const worker = await signIn(browser, stint, 'contractor')
  const { own } = await worker.ask<{ own: { id: string }[] }>(
    '{ own: contract_temp_placement(where: { status: { _eq: "active" } }, limit: 1) { id } }',
  )
  const asked = await agency.act('request.change_request.create', {
    contract_id: own[0]?.id,
    comment: 'A new name',
    title: 'Lead engineer',
  })
  expect(asked.success).toBe(true)
  await worker.open('/contractor/request/contract_change_request')
  await worker.page.getByRole('link', { name: /^CRQ/ }).first().waitFor()
  await worker.page.getByRole('checkbox').nth(1).check()
  const bar = worker.page.getByRole('toolbar', { name: 'Selected records' })
  await bar.getByRole('button', { name: 'Reject' }).click()
  const popup = worker.page.getByRole('dialog')
  await see(popup.getByText(/^Change request CRQ\d+ waits for the client$/))
  await popup.getByRole('button', { name: 'Close', exact: true }).last().click()
  await gone(popup)

  const client = await signIn(browser, stint, 'hiring_manager')
  await client.open('/client/request/contract_change_request')
  await client.page.getByRole('link', { name: /^CRQ/ }).first().click()
  await client.page.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = client.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await see(dialog.getByText('Please specify the reason'))
  await confirm(client.page, 'He is no lead')
  await see(client.page.getByText('Client: rejected'), client.page.getByText('He is no lead').first())
  for (const person of [agency, client, worker]) await person.context.close()
})

test('change request: a client’s registered name changes once the provider approves', async () => {
  const agency = await signIn(browser, stint, 'agency_admin')
  const { own } = await agency.ask<{ own: { id: string }[] }>(
    '{ own: business_client(where: { status: { _eq: "onboarded" } }, order_by: { name: asc }, limit: 1) { id } }',
  )
  const path = `business/client/${own[0]?.id}`
  await agency.open(`/agency/${path}`)
  await card(agency.page, 'Changes').getByRole('link', { name: 'Request a change' }).click()
  await agency.page.getByLabel('Registered Name').fill('Quayside Group Ltd')
  await agency.page.getByLabel('Reason').fill('Renamed at Companies House')
  await agency.page.getByRole('button', { name: 'Send for approval' }).click()
  await see(card(agency.page, changed).getByText('Quayside Group Ltd'))

  const provider = await signIn(browser, stint, 'provider_admin')
  await provider.open(`/provider/${path}`)
  await card(provider.page, 'Changes').getByRole('link', { name: /^CRQ/ }).click()
  await provider.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await confirm(provider.page)
  await see(provider.page.getByText('Provider: approved'))
  await agency.open(`/agency/${path}`)
  await see(agency.page.getByRole('heading', { name: 'Quayside Group Ltd' }))
  for (const person of [agency, provider]) await person.context.close()
})
