/** Links of people without a session: terms that are signed and sealed, and a contractor's own details. */

import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { png } from '#test/fixtures/files.ts'
import { onePagePdf } from '#test/fixtures/one-page-pdf.ts'
import { axeFaults } from './axe-faults.ts'
import { figure } from './figure.ts'
import { card, see } from './look.ts'
import { openBrowser, openWindow, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

test('a document is sent from its record, signed on a phone, and shown as sealed and unchanged', async () => {
  const client = await signIn(browser, stint, 'invoice_contact', phone)
  const { business, user } = await client.session()
  const agency = await signIn(browser, stint, 'agency_admin')
  const { page } = agency
  await agency.open(`/agency/business/client/${business.id}`)
  await card(page, 'Files')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'terms.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(onePagePdf('Terms of business')),
    })
  await see(card(page, 'Files').getByRole('link', { name: 'terms.pdf' }))
  await page.getByRole('button', { name: 'Send for signature' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Document/).selectOption({ label: 'terms.pdf' })
  await dialog.getByLabel(/^Title/).fill('Terms of business 2026')
  await dialog.getByLabel(/^Type/).selectOption({ label: 'Client terms' })
  await dialog.getByLabel(/^Person/).selectOption({ label: `${user.name}, ${business.name}` })
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await see(card(page, 'Signatures').getByText('Pending Client Approval'))
  const [sent] = await stint.sql<{ id: string }>(
    `select id from platform.document where title = 'Terms of business 2026'`,
  )
  const address = `platform/document/${present(sent, 'the document').id}`
  await expect
    .poll(() => stint.sql(`select 1 from log.notification_log where kind = 'document_to_sign'`), {
      timeout: 60_000,
    })
    .toHaveLength(1)
  await client.open(`/client/${address}`)
  await see(client.page.getByRole('button', { name: 'Read and sign' }))
  await client.page.getByRole('button', { name: 'Read and sign' }).tap()
  await see(client.page.getByText('I agree to sign electronically'))
  await figure(client.page, 'client-sign')
  expect(await axeFaults(client.page)).toEqual([])
  await client.page.getByRole('button', { name: 'Sign', exact: true }).tap()
  await see(client.page.getByText('Mandatory'))
  await client.page.getByLabel(/^Your full name/).fill(user.name)
  await client.page.getByLabel('I agree to sign electronically').check()
  await client.page.getByRole('button', { name: 'Sign', exact: true }).tap()
  await see(client.page.getByText('You have signed. Thank you.'))
  await see(client.page.getByRole('button', { name: 'Download the signed document' }))
  await agency.open(`/agency/${address}`)
  await see(page.getByText('Sealed, unchanged'))
  expect(await axeFaults(page)).toEqual([])
})

test('a contractor enters their details on one phone, goes on on another, and sends them once', async () => {
  const { page, open } = await signIn(browser, stint, 'agency_admin')
  await open('/agency/business/new_contractor')
  await page.getByRole('button', { name: 'Send a link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^First name/).fill('Ada')
  await dialog.getByLabel(/^Last name/).fill('Byron')
  await dialog.getByLabel(/^Email/).fill('ada.byron@example.org')
  await figure(page, 'agency-invite')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await see(card(page, 'Details from the contractor').getByText(/^A link went to ada.byron@example.org/))
  const mailed = () =>
    stint.sql<{ link: string }>(
      `select substring(body_text from '/details/[A-Za-z0-9_-]+') as link from log.mail where "to" = 'ada.byron@example.org'`,
    )
  await expect.poll(mailed, { timeout: 60_000 }).toHaveLength(1)
  const link = present((await mailed())[0]?.link, 'the link')

  const first = await (await openWindow(browser, stint, phone)).newPage()
  await first.goto(link)
  await see(first.getByRole('heading', { name: 'You' }))
  await first.getByRole('button', { name: 'Next' }).tap()
  await see(first.getByText('Mandatory').first())
  await first.getByLabel(/^Date of birth/).fill('3 Feb 1990')
  await first.getByLabel(/^National Insurance number/).fill('AB123456A')
  await first.getByRole('button', { name: 'Next' }).tap()
  await first.getByLabel(/^Address line 1/).fill('1 Mill Lane')
  await first.getByLabel(/^City/).fill('York')
  await first.getByRole('button', { name: 'Next' }).tap()
  await see(first.getByText(/^What you type is kept/))
  expect(await axeFaults(first)).toEqual([])

  const second = await (await openWindow(browser, stint, phone)).newPage()
  await second.goto(link)
  await see(second.getByRole('heading', { name: 'How you are paid' }))
  await second.getByLabel('Payroll (PAYE)').check()
  await second.getByRole('button', { name: 'Next' }).tap()
  await see(second.getByRole('heading', { name: 'Your documents' }))
  const passport = { name: 'passport.png', mimeType: 'image/png', buffer: png() }
  await second.getByLabel('Add a file: Identity').setInputFiles(passport)
  await see(second.getByText('passport.png'))
  await second.getByLabel('Add a file: Right to work').setInputFiles({ ...passport, name: 'blurred.png' })
  await second.getByRole('button', { name: 'Remove blurred.png' }).tap()
  await second.getByText('blurred.png').waitFor({ state: 'detached' })
  expect(await axeFaults(second)).toEqual([])
  await second.getByRole('button', { name: 'Next' }).tap()
  await second.getByLabel(/^Account holder name/).fill('Ada Byron')
  await second.getByLabel(/^Bank name/).fill('Harbour Bank')
  await second.getByLabel('Abroad').check()
  await see(second.getByLabel(/^IBAN/))
  await second.getByLabel('In the United Kingdom').check()
  await second.getByLabel(/^Sort code/).fill('20-00-00')
  await second.getByLabel(/^Account number/).fill('55779912')
  await second.getByRole('button', { name: 'Next' }).tap()
  await see(second.getByText('This account number does not exist at this sort code: please check both'))
  await second.getByLabel(/^Sort code/).fill('00-10-00')
  await second.getByLabel(/^Account number/).fill('55779911')
  await second.getByRole('button', { name: 'Next' }).tap()
  await see(second.getByText('passport.png'))
  await see(second.getByText('1 Mill Lane'))
  expect(await axeFaults(second)).toEqual([])
  await second.getByRole('button', { name: 'Send my details' }).tap()
  await see(second.getByText('Mandatory'))
  await second.getByLabel(/^Your full name/).fill('Ada Byron')
  await second.getByRole('button', { name: 'Send my details' }).tap()
  await see(second.getByRole('heading', { name: 'Thank you' }))
  await second.goto(link)
  await see(second.getByText('This link no longer works. Ask your agency for a new one.'))
  const [made] = await stint.sql<{ id: string }>(
    `select entity_id as id from request.draft_request where title = 'Ada Byron'`,
  )
  await open(`/agency/business/contractor/${present(made, 'the contractor').id}`)
  await see(
    card(page, 'Onboarding').getByText('Submitted by ada.byron@example.org, by a link, signed Ada Byron'),
  )
})
