/** A contractor follows the link of a second agency on a phone, and works with it as the contractor that they are. */
import { expect, test } from 'vitest'
import { axeFaults } from './axe-faults.ts'
import { card, field, gone, see, toast } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()
const phone = { viewport: { width: 390, height: 844 } }

test('second agency: invites by link, the contractor signs in and asks, the agency approves and places them', async () => {
  const worker = await signIn(browser, stint, 'contractor', phone)
  const { business, user, today } = await worker.session()
  const agency = await signIn(browser, stint, 'copperbeech_admin')
  const { page } = agency
  await agency.open('/agency/business/new_contractor')
  await card(page, 'Details from the contractor').getByRole('button', { name: 'Send a link' }).click()
  const dialog = page.getByRole('dialog')
  await field(dialog, 'First name').fill('Typed')
  await field(dialog, 'Last name').fill('Otherwise')
  await field(dialog, 'Email').fill(user.email)
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await gone(dialog)
  const mailed = () =>
    stint.sql<{ link: string }>(
      `select substring(body_text from '/details/[A-Za-z0-9_-]+') as link from log.mail
       where "to" = '${user.email}' and body_text like '%/details/%'`,
    )
  await expect.poll(mailed, { timeout: 60_000 }).toHaveLength(1)
  const link = (await mailed())[0]?.link ?? ''

  // Signed out, every link has the same line, and leads to the sign-in and back.
  const stranger = await browser.newContext({ ...phone, baseURL: stint.url })
  const open = await stranger.newPage()
  await open.goto(link)
  await see(open.getByText('Have you worked through Stint before?'), field(open, 'First name'))
  expect(await open.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
    `/auth/login?next=${encodeURIComponent(link)}`,
  )
  await stranger.close()

  await worker.open(link)
  await see(worker.page.getByRole('heading', { name: /^Work with Copper Beech/ }))
  expect(await axeFaults(worker.page)).toEqual([])
  const ask = worker.page.getByRole('button', { name: 'Send my request' })
  await ask.click()
  await see(worker.page.getByText('Mandatory'))
  await field(worker.page, 'Your full name').fill(user.name)
  await ask.click()
  await see(worker.page.getByText(/^Your request is with Copper Beech/))
  await worker.open(link)
  await see(worker.page.getByText('This link no longer works. Ask your agency for a new one.'))

  const [task] = await stint.sql<{ title: string; link: string }>(
    `select title, link from log.notification_log where kind = 'contractor_asks' and state = 'open'`,
  )
  expect(task?.title).toBe(`${business.name} asks to work with you`)
  await agency.open(`/agency/${task?.link}`)
  const request = card(page, 'Asks to work with you')
  await see(request.getByText(user.email), request.getByText(business.name).first())
  expect(await axeFaults(page)).toEqual([])
  await request.getByRole('button', { name: 'Approve' }).click()
  await see(toast(page, `${business.name} works with you`))
  await page.waitForURL(new RegExp(`/agency/business/contractor/${business.id}$`))
  await see(page.getByRole('heading', { name: business.name }))

  const { clients } = await agency.ask<{ clients: { id: string }[] }>(
    '{ clients: business_client(where: { status: { _eq: "onboarded" } }, limit: 1) { id } }',
  )
  const made = await agency.act<{ id: string }>('contract.temp_placement.create', {
    client_id: clients[0]?.id,
    contractor_id: business.id,
    title: 'Site engineer',
    start_date: today,
    funding_type: 'funded',
    contractor_payment_terms: 7,
    rates: [{ name: 'Standard', contractor_rate: '30.00', client_rate: '36.00' }],
  })
  expect(made).toMatchObject({ success: true })
  await agency.open(`/agency/contract/temp_placement/${made.data?.id}`)
  await see(page.getByText(business.name).first())
  for (const person of [agency, worker]) await person.context.close()
})
