/** A contractor gets a further payee: asked for, approved by the other sides, chosen by a new placement, and ended. */
import { expect, test } from 'vitest'
import { card, field, gone, pick, see, toast } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

test('further payee: missing facts are named, both sides approve, a placement pays it, and it ends', async () => {
  const agency = await signIn(browser, stint, 'agency_admin')
  const worker = await signIn(browser, stint, 'contractor')
  const { business, today } = await worker.session()
  const { umbrellas } = await agency.ask<{
    umbrellas: { id: string; human_id: string; name: string }[]
  }>('{ umbrellas: business_umbrella(order_by: [{ id: asc }], limit: 1) { id human_id name } }')
  const [umbrella] = umbrellas
  if (!umbrella) throw new Error('the agency of the demo world has workers of an umbrella')
  const { page } = agency

  await agency.open(`/agency/business/contractor/${business.id}`)
  const payees = card(page, 'Payees')
  await see(payees.getByText(/by default$/))
  await payees.getByRole('link', { name: 'Add a payee' }).click()
  await field(page, 'Payment type').selectOption('umbrella')
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await see(page.getByText('Mandatory').first())
  await field(page, 'Company Id').fill(umbrella.human_id)
  await field(page, 'From').fill(today)
  await field(page, 'Reason').fill('Work with this agency alone')
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await see(toast(page, /^Sent for approval as CRQ/))
  await page.waitForURL(/\/[0-9a-f-]{36}$/)
  const id = page.url().slice(-36)

  const provider = await signIn(browser, stint, 'provider_approver')
  for (const side of [worker, provider])
    expect(await side.act('request.change_request.approve', { ids: [id] })).toMatchObject({ success: true })

  await agency.open('/agency/contract/new_temp_placement')
  await pick(page, 'Contractor', business.name)
  await field(page, 'Paid to').selectOption({ label: `${umbrella.name}, Umbrella` })
  const { clients } = await agency.ask<{ clients: { id: string }[] }>(
    '{ clients: business_client(where: { status: { _eq: "onboarded" } }, limit: 1) { id } }',
  )
  const made = await agency.act<{ id: string }>('contract.temp_placement.create', {
    client_id: clients[0]?.id,
    contractor_id: business.id,
    payment_company_id: umbrella.id,
    title: 'Site engineer',
    start_date: today,
    funding_type: 'funded',
    contractor_payment_terms: 7,
    rates: [{ name: 'Standard', contractor_rate: '30.00', client_rate: '36.00' }],
  })
  await agency.open(`/agency/contract/temp_placement/${made.data?.id}`)
  await see(page.getByText(umbrella.name).first())

  await agency.open(`/agency/business/contractor/${business.id}`)
  await payees.getByRole('button', { name: `End ${umbrella.name}` }).click()
  const dialog = page.getByRole('dialog')
  await field(dialog, 'Reason').fill('Back to one company')
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await gone(dialog)
  await see(payees.getByText(/ until /))
  for (const person of [agency, worker, provider]) await person.context.close()
})
