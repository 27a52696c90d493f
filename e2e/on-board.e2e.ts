/** Businesses on board: a new client's size, insurance of limited companies, a company with its account, mail domains. */
import { expect, test } from 'vitest'
import { axeFaults } from './axe-faults.ts'
import { card, confirm, field, gone, see } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

test('new client: size, work and limit are asked in the form, the approver reads them, and the limit is asked for', async () => {
  const { page, open } = await signIn(browser, stint, 'agency_admin')
  await open('/agency/business/new_client')
  await field(page, 'Registered name').fill('Larch Homes Ltd')
  await page.getByLabel('Legal form').selectOption({ label: 'Partnership' })
  await field(page, 'Address line 1').fill('4 Canal Street')
  await field(page, 'Industries').fill('Construction, 41201')
  await field(page, 'Payment terms of temp placements').fill('30')
  await page.getByLabel('Size', { exact: true }).selectOption({ label: 'Small' })
  const year = page.getByLabel('Tax year of the size')
  const named = await year.locator('option').last().innerText()
  await year.selectOption({ label: named })
  await field(page, 'Temp placements expected').fill('3')
  await field(page, 'Average client rate an hour').fill('25')
  await see(page.getByText('This work needs about £24,000.00, paid after 30 days.'))
  await page.getByRole('button', { name: 'Use it' }).click()
  await see(field(page, 'Limit from'), field(page, 'Limit until'))
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await page.waitForURL(/\/business\/client\/[0-9a-f-]{36}$/)
  const provider = await signIn(browser, stint, 'provider_approver')
  await provider.open(`/provider/business/client/${page.url().split('/').at(-1)}`)
  const sizes = card(provider.page, 'Size by tax year')
  await see(sizes.getByText(named), sizes.getByText('Small'))
  const company = card(provider.page, 'Company')
  await see(company.getByText('41201'), company.getByText('Partnership'))
  const financials = provider.page.getByRole('region', { name: 'Financials' })
  await see(financials.getByText('£24,000.00'), financials.getByText('£25.00'))
  await provider.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await confirm(provider.page)
  await expect
    .poll(
      () =>
        stint.sql(
          `select r.status from request.change_request r join business.business b on b.id = r.client_id
           where r.type = 'credit_limit' and b.name = 'Larch Homes Ltd'`,
        ),
      { timeout: 20_000 },
    )
    .toEqual([{ status: 'pending' }])
})

test('insurance: the agency asks for a sum, its live placement warns, and a verified policy ends the warning', async () => {
  const [agency, provider] = [
    await signIn(browser, stint, 'agency_admin'),
    await signIn(browser, stint, 'provider_operations'),
  ]
  type Placed = { id: string; agency_id: string; payment_company: { id: string; name: string } }
  const { placed } = await agency.ask<{ placed: Placed[] }>(
    `{ placed: contract_temp_placement(where: { status: { _eq: "active" }, payment_company: { type: { _eq: "limited" } } },
         limit: 1) { id agency_id payment_company { id name } } }`,
  )
  const [one] = placed
  if (!one) throw new Error('the demo world places a worker of a limited company')
  await provider.act('business.business_feature.set', {
    agency_id: one.agency_id,
    feature_code: 'compliance_documents',
    is_on: true,
  })
  await agency.open('/agency/admin')
  await agency.page.getByRole('button', { name: 'Change the insurance sums' }).click()
  const dialog = agency.page.getByRole('dialog')
  await field(dialog, 'Public liability, at least').fill('1000000')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const policy = card(agency.page, 'Insurance of limited companies')
  await see(policy.getByText('At least £1,000,000.00'), policy.getByText('Not asked for'))
  expect(await axeFaults(agency.page)).toEqual([])

  const warning = /^Public liability of .* is not verified and in force: the agency asks for £1,000,000\.00$/
  await agency.open(`/agency/contract/temp_placement/${one.id}`)
  await see(card(agency.page, 'Insurance').getByText(warning))
  const page = `business/limited/${one.payment_company.id}`
  await agency.open(`/agency/${page}`)
  const papers = card(agency.page, 'Documents')
  await see(papers.getByText(warning), papers.getByText('Not covered'))
  await papers.getByRole('button', { name: 'Add Public liability' }).click()
  await field(dialog, 'Sum insured').fill('1000000')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await see(dialog.getByText('Mandatory'))
  await dialog
    .getByLabel('File')
    .setInputFiles({ name: 'pl.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await see(papers.getByRole('link', { name: 'pl.pdf' }))

  await provider.open(`/provider/${page}`)
  const theirs = card(provider.page, 'Documents')
  // Another paper of the company may wait, too.
  const policies = theirs.getByRole('listitem').filter({ hasText: /for £1,000,000\.00/ })
  await policies.getByRole('button', { name: 'Verify' }).first().click()
  await see(theirs.getByText('Covered', { exact: true }))
  await agency.open(`/agency/contract/temp_placement/${one.id}`)
  await see(card(agency.page, 'Placement'))
  await gone(agency.page.getByText(warning))
})

test('limited company: the worker gives its bank account, and the agency compares its last digits', async () => {
  const worker = await signIn(browser, stint, 'contractor')
  await worker.open('/contractor/request/new_own_company')
  const { page } = worker
  await field(page, 'Registered name').fill('Wren Works Ltd')
  await field(page, 'Company number').fill('00445799')
  await field(page, 'Address line 1').fill('1 Mill Lane')
  await field(page, 'Bank name').fill('Harbour Bank')
  await field(page, 'Sort code').fill('001000')
  await field(page, 'Account number').fill('55779933')
  await field(page, 'Reason').fill('My own company')
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await page.waitForURL(/\/request\/.*[0-9a-f-]{36}$/)
  await see(page.getByText('Wren Works Ltd, Harbour Bank, ending 933'))
  expect(await page.locator('#main').innerText()).not.toContain('55779933')
  const agency = await signIn(browser, stint, 'agency_admin')
  await agency.open(`/agency${new URL(page.url()).pathname.replace(/^\/contractor/, '')}`)
  await see(agency.page.getByText('Wren Works Ltd, Harbour Bank, ending 933'))
})

test('mail domains: the agency asks for them, and the approval of the provider confirms them', async () => {
  const agency = await signIn(browser, stint, 'agency_admin')
  const { clients } = await agency.ask<{ clients: { id: string }[] }>(
    '{ clients: business_client(where: { status: { _eq: "onboarded" } }, order_by: [{ name: desc }], limit: 1) { id } }',
  )
  await agency.open(`/agency/request/new_party_change/${clients[0]?.id}`)
  await field(agency.page, 'Mail Domains').fill('homes')
  await field(agency.page, 'Reason').fill('They moved')
  await agency.page.getByRole('button', { name: 'Send for approval' }).click()
  await see(agency.page.getByText('Please enter a valid Input'))
  await field(agency.page, 'Mail Domains').fill('quay.example, homes.example')
  await agency.page.getByRole('button', { name: 'Send for approval' }).click()
  await see(agency.page.getByText('Provider: pending'))
  const provider = await signIn(browser, stint, 'provider_approver')
  await provider.open(`/provider${new URL(agency.page.url()).pathname.replace(/^\/agency/, '')}`)
  await see(provider.page.getByText('quay.example, homes.example'))
  await provider.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await confirm(provider.page)
  await provider.open(`/provider/business/client/${clients[0]?.id}`)
  await see(provider.page.getByText('homes.example'))
})
