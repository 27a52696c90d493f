/** Terms of a client: sent by the agency, signed by the client's person on a phone, sealed and unchanged. */
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { onePagePdf } from '#test/fixtures/one-page-pdf.ts'
import { axeFaults } from './axe-faults.ts'
import { card, see } from './look.ts'
import { openBrowser, signIn } from './people.ts'
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
  await dialog.getByLabel(/^File/).selectOption({ label: 'terms.pdf' })
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
