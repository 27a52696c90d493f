/** An invited person joins with Google, links Microsoft in the profile, and signs in with it and a second factor. */
import { afterAll, expect, test } from 'vitest'
import { openNameServer } from '#test/server/name-server.ts'
import { CLIENT_ID, CLIENT_SECRET, OutsideProvider } from '#test/server/outside-provider.ts'
import { codeOf, emptyInstallation, enter } from './empty-installation.ts'
import { card, confirm, field, gone, see, toast } from './look.ts'
import { openBrowser, openWindow } from './people.ts'

const google = new OutsideProvider('google')
const microsoft = new OutsideProvider('microsoft')
afterAll(() => Promise.all([google.close(), microsoft.close()]))
const browser = await openBrowser()
const records = new Map<string, string>()
const names = await openNameServer(records)
afterAll(names.close)
const installation = await emptyInstallation(browser, {
  DNS_SERVERS: names.address,
  WEBHOOK_ALLOW: '127.0.0.1',
  GOOGLE_CLIENT_ID: CLIENT_ID,
  GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
  GOOGLE_ISSUER: await google.listen(),
  MICROSOFT_CLIENT_ID: CLIENT_ID,
  MICROSOFT_CLIENT_SECRET: CLIENT_SECRET,
  MICROSOFT_ISSUER: await microsoft.listen(),
})
const { running, link, operate, mail } = installation
const BEN = 'ben@gmail.com'

test('accounts elsewhere: joined with Google, linked to Microsoft, signed in with it and a code', async () => {
  await operate('invite', BEN, 'provider_operations')
  const context = await openWindow(browser, running)
  const page = await context.newPage()
  const address = await link(BEN, 'Open this link to join')

  // Somebody else's account does not join.
  google.account = { sub: 'eve', email: 'eve@gmail.com', email_verified: true }
  await page.goto(address)
  await page.getByRole('button', { name: 'Join with Google' }).click()
  await see(page.getByRole('alert').getByText('This account is not linked to Stint.'))

  google.account = { sub: 'ben', email: BEN, email_verified: true }
  await context.clearCookies()
  await page.goto(address)
  await page.getByRole('button', { name: 'Join with Google' }).click()
  await page.getByRole('button', { name: 'Set up the app' }).click()
  const key = ((await page.locator('[data-totp-key]').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code of the app').fill(codeOf(key))
  await page.getByRole('button', { name: 'Confirm' }).click()
  const recovery = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .first()
    .innerText()
  await page.getByRole('button', { name: 'Go on to Stint' }).click()
  await page.waitForURL(/\/provider\/dashboard/)

  microsoft.account = { sub: 'pairwise', tid: 'tenant', oid: 'ben', email: 'ben@work.example' }
  await page.goto('/provider/profile/security')
  const accounts = card(page, 'Linked accounts')
  await see(accounts.getByText('Google, ben@gmail.com'))
  await accounts.getByRole('button', { name: 'Link Microsoft' }).click()
  await see(toast(page, 'Account linked'), accounts.getByText('Microsoft, ben@work.example'))
  expect(await mail(BEN, 'An account was linked')).toContain('Microsoft, ben@work.example')
  expect(new URL(page.url()).search).toBe('')

  await context.clearCookies()
  await page.goto('/provider/profile/security')
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await see(page.getByText('Confirm that it is you'))
  expect(new URL(page.url()).hash).toBe('')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/provider\/profile\/security/)

  await accounts.getByRole('button', { name: 'Unlink Google, ben@gmail.com' }).click()
  await accounts.getByRole('button', { name: 'Unlink', exact: true }).click()
  await gone(accounts.getByText('Google, ben@gmail.com'))
  await accounts.getByRole('button', { name: 'Unlink Microsoft, ben@work.example' }).click()
  await accounts.getByRole('button', { name: 'Unlink', exact: true }).click()
  await see(accounts.getByText('Set a password or a passkey first'))
})

test('single sign-on: set up, proven, tested and required; the sign-in page leads by the domain', async () => {
  const { page, context } = await enter(browser, installation, installation.admin)
  await page.goto('/provider/admin/security')
  const shown = card(page, 'Single sign-on')
  await shown.getByRole('button', { name: 'Set up' }).click()
  const form = page.getByRole('dialog')
  const callback = (await form.getByText('/api/auth/callback/business/').textContent()) ?? ''
  const company = new OutsideProvider(`business/${callback.split('/').at(-1)}`)
  afterAll(() => company.close())
  await field(form, 'Provider').selectOption('oidc')
  await field(form, 'Name').fill('Tideway Login')
  await field(form, 'Issuer').fill(await company.listen())
  await field(form, 'Client id').fill(CLIENT_ID)
  await field(form, 'Client secret').fill(CLIENT_SECRET)
  await field(form, 'Domains').fill('tideway.test')
  await form.getByRole('button', { name: 'Set up' }).click()

  const check = shown.getByRole('button', { name: 'Check tideway.test' })
  await check.click()
  await see(toast(page, /tideway.test has no TXT record/))
  records.set('tideway.test', (await shown.getByText('stint-verify=').textContent()) ?? '')
  await check.click()
  await see(shown.getByText('Sign-in is to be tested'))

  company.account = { sub: 'nora', email: 'nora@tideway.test', email_verified: true }
  await shown.getByRole('button', { name: 'Test sign-in with Tideway Login' }).click()
  await see(toast(page, 'The sign-in works'), shown.getByText('Ready'))
  await shown.getByRole('button', { name: 'Require' }).click()
  await confirm(page)
  await see(shown.getByText('Announced'))
  expect(await mail('nora@tideway.test', 'people of Tideway Finance')).toContain('Tideway Login')

  await context.clearCookies()
  await page.goto('/provider/admin/security')
  await page.getByRole('button', { name: 'Sign in with your company' }).click()
  await page.getByLabel('Work address').fill('nora@tideway.test')
  await page.getByRole('button', { name: 'Go on with your company' }).click()
  await see(page.getByText('Confirm that it is you'))
})
