/** An empty folder to a signed-in administrator, with the program and a browser alone. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { png } from '#test/fixtures/files.ts'
import { end, startProgram } from '#test/program.ts'
import { codeOf } from './empty-installation.ts'
import { see } from './look.ts'
import { openBrowser, openWindow } from './people.ts'

const home = mkdtempSync(join(tmpdir(), 'stint-first-run-'))
const running = await startProgram({
  STINT_HOME: home,
  PORT: '0',
  LOG_LEVEL: 'warn',
  STINT_DEMO: 'off',
  METRICS_ADDRESS: 'off',
})
afterAll(async () => {
  await end(running.child)
  rmSync(home, { recursive: true, force: true })
})
const browser = await openBrowser()
const authenticator = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

test('first run: the link leads through the steps to a signed-in administrator', async () => {
  await expect.poll(running.said).toContain('(valid 60 minutes)')
  const link = /Set up this installation: (\S+)/.exec(running.said())?.[1] ?? ''
  const context = await openWindow(browser, running)
  const page = await context.newPage()
  const device = await context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', { options: authenticator })
  await page.goto('/provider/dashboard')
  await see(
    page.getByText('This installation is not set up yet.'),
    page.getByText('npm run admin -- setup-link'),
  )
  await page.goto(new URL(link).pathname)
  await page.getByRole('button', { name: 'Begin' }).click()

  await page.getByRole('button', { name: 'Continue' }).click()
  await see(page.getByText('Mandatory').first())
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('Last name').fill('Whitfield')
  await page.getByLabel('Email').fill('nora@tideway.test')
  await page.getByLabel('Password').fill('not-kept-anywhere-94')
  await page.reload()
  // The password is not kept.
  expect(await page.getByLabel('Password').inputValue()).toBe('')
  expect(await page.getByLabel('Last name').inputValue()).toBe('Whitfield')
  await page.getByLabel('Password').fill('copper-kettle-94-lagoon')
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await see(page.getByRole('list', { name: 'Recovery codes' }))
  await page.getByRole('button', { name: 'Continue' }).click()
  await see(page.getByRole('heading', { name: 'Business' }))
  // The passkey gives way to an app.
  await page.getByRole('button', { name: 'You' }).click()
  await see(page.getByText('Your second factor is set up.'))
  await page.getByRole('button', { name: 'Change your details and the second factor' }).click()
  await page.getByLabel('Password').fill('copper-kettle-94-lagoon')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Set up the app' }).click()
  await see(page.getByRole('img', { name: 'Code for your authenticator app' }))
  const key = ((await page.locator('[data-totp-key]').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code of the app').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await see(page.getByText('Invalid Code, Please enter a valid code'))
  await page.getByLabel('Code of the app').fill(codeOf(key))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await see(page.getByRole('list', { name: 'Recovery codes' }))
  const recovery =
    (await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').first().textContent()) ??
    ''
  await page.getByRole('button', { name: 'Continue' }).click()

  await see(page.getByRole('heading', { name: 'Business' }))
  // Another day: the same browser goes on where it was.
  await page.goto('/')
  await see(page.getByRole('heading', { name: 'Business' }))
  await page.getByLabel('Registered name').fill('Tideway Finance Ltd')
  await page.getByLabel('Address line 1').fill('1 Bond Court')
  await page.getByLabel('City').fill('Leeds')
  await page.getByRole('button', { name: 'Continue' }).click()
  const logo = { name: 'Logo.png', mimeType: 'image/png', buffer: png() }
  await page.getByLabel('Logo (optional)').setInputFiles(logo)
  await page.getByRole('button', { name: 'Save the logo' }).click()
  await see(page.getByText('Tideway Finance Ltd is entered, with its logo.'))
  await page.getByRole('button', { name: 'Continue' }).click()

  await see(page.getByText('SMTP_URL is not set'))
  await page.getByLabel('Support address').fill('help@tideway.test')
  await page.getByRole('button', { name: 'Continue without mail' }).click()
  await page.getByRole('button', { name: 'Use on this machine alone' }).click()

  for (const title of ['Account for receipts', 'Trust account']) {
    await see(page.getByRole('heading', { name: title }))
    await page.getByRole('textbox', { name: 'Bank', exact: true }).fill('Harbour Bank')
    await page.getByLabel('Account holder').fill('Tideway Finance Ltd')
    await page.getByLabel('Sort code').fill('20-00-00')
    await page.getByLabel('Account number').fill('55779911')
    await page.getByRole('button', { name: 'Save the account' }).click()
  }
  await see(page.getByRole('heading', { name: 'Second person' }))
  await see(page.getByText('Payments need two people. You can invite the second one under More lists'))
  await page.getByRole('button', { name: 'Invite later' }).click()
  await see(page.getByText('Left for later:'))
  await page.getByRole('button', { name: 'Finish the set-up' }).click()

  await page.getByLabel('Email').fill('nora@tideway.test')
  await page.getByLabel('Password').fill('copper-kettle-94-lagoon')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await see(page.getByText('Confirm that it is you'))
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/provider\/dashboard/)
  await page.goto('/provider/profile/security')
  await see(page.getByText('9 recovery codes are left.'))
  await see(page.getByText('Mail is not set up'))
  await page.goto('/provider/business/bank_account')
  await see(page.getByText('Harbour Bank').first())
  await page.goto('/provider/admin/installation')
  await see(page.getByText('Stint sends no mail.'))
  await see(page.getByText('The account for receipts waits for a second person.'))
  await see(page.getByText('Payments need two people, and 1 person can release money.'))
  await page.getByLabel('Support address').fill('support@tideway.test')
  await page.getByRole('button', { name: 'Save the addresses' }).click()
  await see(page.getByText('Addresses saved'))
  await page.goto('/setup')
  await page.waitForURL(/\/provider\/dashboard/)
  await context.close()
})
