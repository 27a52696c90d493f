/** An agency's admin at its own desk: how the months went, the profile and logo, and a colleague who joins and leaves. */
import { expect, test } from 'vitest'
import { card, field, gone, messageOf, see } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

test('insights: a figure opens its rows; the chart and its table agree', async () => {
  const { page, context } = await signIn(browser, stint, 'agency_admin')
  await page.goto('/agency/insight')
  const margin = card(page, 'Margin')
  const bars = margin.getByRole('list', { name: 'Margin' }).getByRole('link')
  await see(bars)
  const said = await bars.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))
  await margin.getByRole('button', { name: 'Show as table' }).click()
  const rows = margin.locator('tbody tr')
  await see(rows)
  const table = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
  )
  expect(table.map(([month, amount]) => `${month}, Margin: ${amount}`)).toEqual(said)

  const tile = page.getByRole('link', { name: /^Billed to clients/ })
  const documents = (await tile.getByText(/ documents$/).textContent()) ?? ''
  const count = documents.replace(' documents', '')
  expect(count).toMatch(/^\d/)
  await tile.click()
  await see(page.getByText(new RegExp(`^Matched Records: ${count} of `)))
  await context.close()
})

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('account: the admin keeps profile, logo and people; a deactivated person is signed out', async () => {
  const { page, context } = await signIn(browser, stint, 'agency_admin')
  await page.goto('/agency/admin')
  const profile = card(page, 'Profile')
  await profile.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog')
  expect(await form.getByLabel('Registered name').isDisabled()).toBe(true)
  await form.getByLabel('Phone').fill('+441174960199')
  await form.getByRole('button', { name: 'Save', exact: true }).last().click()
  await gone(form)
  await see(profile.getByText('+441174960199'))

  const logo = card(page, 'Logo')
  await logo.locator('input[type=file]').setInputFiles({
    name: 'mark.png',
    mimeType: 'image/png',
    buffer: picture,
  })
  const image = logo.getByRole('img')
  await see(image)
  await expect
    .poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth), { timeout: 60_000 })
    .toBe(1)

  const people = card(page, 'People')
  await people.getByRole('button', { name: 'New contact' }).click()
  await form.getByLabel('First name').fill('Wren')
  await form.getByLabel('Last name').fill('Oakley')
  await form.getByLabel('Email').fill('wren.oakley@larkfield.example')
  await form.getByRole('button', { name: 'Save', exact: true }).last().click()
  await see(form.getByText('Mandatory'))
  await form.getByLabel('Agency user').check()
  await form.getByRole('button', { name: 'Save', exact: true }).last().click()
  await gone(form)
  await people.getByRole('link', { name: 'Wren Oakley' }).click()
  await page.getByRole('button', { name: 'Update contact' }).click()
  await form.getByLabel(/^Active/).uncheck()
  await form.getByRole('button', { name: 'Save', exact: true }).last().click()
  await gone(form)
  await see(page.getByText('Inactive', { exact: true }))
  await context.close()
})

test('profile: a person sees where they are signed in, and signs out everywhere else', async () => {
  const [here, there] = [
    await signIn(browser, stint, 'funder_admin'),
    await signIn(browser, stint, 'funder_admin'),
  ]
  await here.page.goto('/funder/profile/security')
  const sessions = card(here.page, 'Where you are signed in')
  await see(sessions.getByText('This device'))
  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await gone(sessions.getByRole('button'))
  await there.page.goto('/funder/profile/security')
  await see(there.page.getByRole('button', { name: 'Sign in', exact: true }))
  await see(sessions.getByText('This device'))
  await Promise.all([here, there].map(({ context }) => context.close()))
})

test('client: phone, website and industries are changed by its own people, and a website is an address', async () => {
  const { page, open, context } = await signIn(browser, stint, 'invoice_contact')
  await open('/client/profile')
  await card(page, 'Your company').getByRole('link').click()
  await page.getByRole('button', { name: 'Phone, website, industries' }).click()
  const dialog = page.getByRole('dialog')
  await field(dialog, 'Website').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect(await messageOf(field(dialog, 'Website'))).toBe('Please enter a valid URL')
  await field(dialog, 'Phone').fill('+441132000000')
  await field(dialog, 'Website').fill('harbour.example')
  await field(dialog, 'Industries').fill('Ship building, 30110')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await gone(dialog)
  await see(card(page, 'Company').getByText('https://harbour.example'))
  await see(card(page, 'Company').getByText('Ship building'))
  await context.close()
})

test('a payment opens from its list, and its documents from it', async () => {
  const { page, context, ask } = await signIn(browser, stint, 'provider_admin')
  // Wages settle payslips and no documents.
  const { paid } = await ask<{ paid: { human_id: string }[] }>(
    `{ paid: transaction_payment_receipt_summary(limit: 1, where: { type: { _eq: "payment" }, status: { _eq: "matched" },
         details: { invoice_id: { _is_null: false } } }) { human_id } }`,
  )
  await page.goto(`/provider/payment/payment?search=${paid[0]?.human_id}`)
  await page.locator('[data-row-link]', { hasText: paid[0]?.human_id ?? 'none' }).click()
  const documents = card(page, 'Documents settled')
  await documents.getByRole('link').first().click()
  await page.waitForURL(/\/provider\/transaction\/invoice\//)
  await see(page.getByRole('heading', { level: 1 }))
  await context.close()
})
