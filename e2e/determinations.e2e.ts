/** Facts that the law asks of a placement: the client's statement on IR35, and equal treatment after 12 weeks. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { card, see } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

test('determination: entered with its file, verified by another person, disagreed with and answered', async () => {
  const worker = await signIn(browser, stint, 'contractor')
  const { own } = await worker.ask<{ own: { id: string }[] }>(
    '{ own: contract_temp_placement(where: { status: { _eq: "active" }, payment_company: { type: { _eq: "limited" } } }, limit: 1) { id } }',
  )
  const path = `contract/temp_placement/${own[0]?.id}`
  const title = 'Status determination statement'

  const agency = await signIn(browser, stint, 'agency_admin')
  await agency.open(`/agency/${path}`)
  const entered = card(agency.page, title)
  await see(entered.getByText('The client has given no statement yet.'))
  await addStatement(agency.page, 'outside')
  await see(entered.getByText('Outside IR35'))

  const provider = await signIn(browser, stint, 'provider_approver')
  await provider.open(`/provider/${path}`)
  await card(provider.page, title).getByRole('button', { name: 'Verify' }).click()
  await see(card(provider.page, title).getByText('Completed'))

  await worker.open(`/contractor/${path}`)
  const got = card(worker.page, title)
  await see(got.getByText('statement.pdf'), got.getByText('The worker may send another'))
  await got.getByRole('button', { name: 'Disagree' }).click()
  const dialog = worker.page.getByRole('dialog')
  await dialog.getByLabel('Reasons').fill('Nobody else may come')
  await dialog.getByRole('button', { name: 'Disagree', exact: true }).click()
  await see(got.getByText(/^Answer due by \d\d \w{3} \d{4}$/))

  const client = await signIn(browser, stint, 'hiring_manager')
  await client.open('/client/inbox')
  await see(client.page.getByText(/^Answer the disagreement by \d\d \w{3} \d{4}$/).first())
  await client.open(`/client/${path}`)
  const asked = card(client.page, title)
  await asked.getByRole('button', { name: 'Answer' }).click()
  await client.page.getByRole('dialog').getByLabel('Reasons').fill('The contract allows it')
  await client.page.getByRole('dialog').getByRole('button', { name: 'Answer', exact: true }).click()
  await see(asked.getByText('The contract allows it'), asked.getByText(/^The decision stays, answered on /))
  expect(await asked.getByRole('button', { name: 'Verify' }).count()).toBe(0)
  for (const person of [agency, provider, worker, client]) await person.context.close()
})

/** With its file, on the page of the placement. */
async function addStatement(page: Page, decision: 'inside' | 'outside') {
  const entered = card(page, 'Status determination statement')
  await entered.getByRole('button', { name: 'Add statement' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Decision').selectOption(decision)
  await form.getByLabel('Reasons').fill('The worker may send another')
  await form.getByLabel('Determined by').fill('Ada Byron')
  await form.getByLabel('File').setInputFiles({
    name: 'statement.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  })
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await see(entered.getByText('In progress'))
  await see(entered.getByRole('link', { name: 'statement.pdf' }).first())
}

test('determination: one that says inside tells agency and contractor that payments wait, not the client', async () => {
  const agency = await signIn(browser, stint, 'agency_admin')
  const worker = await signIn(browser, stint, 'contractor')
  const { own } = await worker.ask<{ own: { id: string }[] }>(
    '{ own: contract_temp_placement(where: { status: { _eq: "active" }, payment_company: { type: { _eq: "limited" } } }, limit: 1) { id } }',
  )
  const path = `contract/temp_placement/${own[0]?.id}`
  await agency.open(`/agency/${path}`)
  await addStatement(agency.page, 'inside')
  const provider = await signIn(browser, stint, 'provider_approver')
  await provider.open(`/provider/${path}`)
  await card(provider.page, 'Status determination statement').getByRole('button', { name: 'Verify' }).click()
  const waits = /payments to the company wait/
  await see(provider.page.getByText(waits))
  await worker.open(`/contractor/${path}`)
  await see(worker.page.getByText(waits))
  const client = await signIn(browser, stint, 'hiring_manager')
  await client.open(`/client/${path}`)
  await see(card(client.page, 'Status determination statement').getByText('Inside IR35'))
  expect(await client.page.getByText(waits).count()).toBe(0)
  for (const person of [agency, provider, worker, client]) await person.context.close()
})

test('size of a client: stated for a tax year, and shown to its agency', async () => {
  const agency = await signIn(browser, stint, 'agency_admin')
  const { own } = await agency.ask<{ own: { client_id: string; id: string }[] }>(
    '{ own: contract_temp_placement(where: { status: { _eq: "active" } }, limit: 1) { id client_id } }',
  )
  const path = `business/client/${own[0]?.client_id}`
  const title = 'Size by tax year'
  const provider = await signIn(browser, stint, 'provider_operations')
  await provider.open(`/provider/${path}`)
  const entered = card(provider.page, title)
  await see(entered.getByText(/^No size is stated/))
  await entered.getByRole('button', { name: 'State the size' }).click()
  const form = provider.page.getByRole('dialog')
  await form.getByLabel('Stated by').fill('Ada Byron')
  await form.getByRole('button', { name: 'Save' }).click()
  await see(form.getByText('Mandatory'))
  await form.getByLabel('Size').selectOption('medium_large')
  await form.getByRole('button', { name: 'Save' }).click()
  await see(entered.getByText('Medium or large'), entered.getByText(/^stated by Ada Byron on /))
  await agency.open(`/agency/${path}`)
  await see(card(agency.page, title).getByText('Medium or large'))
  for (const person of [agency, provider]) await person.context.close()
})

test('equal treatment: its day, the comparable rate, and a lower contractor rate is flagged', async () => {
  const agency = await signIn(browser, stint, 'agency_admin')
  const { own } = await agency.ask<{ own: { id: string }[] }>(
    '{ own: contract_temp_placement(where: { status: { _eq: "active" }, awr_qualifying_date: { _is_null: false } }, limit: 1) { id } }',
  )
  const path = `contract/temp_placement/${own[0]?.id}`
  await agency.open(`/agency/${path}`)
  const shown = card(agency.page, 'Equal treatment')
  await see(shown.getByText(/^From \d\d \w{3} \d{4}, after 12 weeks with work/))
  await shown.getByRole('button', { name: 'Enter the comparable rate' }).click()
  const form = agency.page.getByRole('dialog')
  await form.getByLabel('Comparable rate').fill('0')
  await form.getByRole('button', { name: 'Save' }).click()
  await see(form.getByRole('alert').first())
  await form.getByLabel('Comparable rate').fill('9000')
  await form.getByRole('button', { name: 'Save' }).click()
  await see(shown.getByText('The contractor rate is below the comparable rate'))
  const provider = await signIn(browser, stint, 'provider_operations')
  await provider.open(`/provider/${path}`)
  await see(card(provider.page, 'Equal treatment').getByText('Comparable rate £9000.00 per'))
  for (const person of [agency, provider]) await person.context.close()
})
