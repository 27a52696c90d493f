/** A forgotten password and a changed one, from an installation that was just set up. */
import { test } from 'vitest'
import { emptyInstallation, enter, PASSWORD } from './empty-installation.ts'
import { card, see, toast } from './look.ts'
import { openBrowser, openWindow } from './people.ts'

const browser = await openBrowser()
const installation = await emptyInstallation(browser)
const { running, admin, link, mail } = installation
const NEW = 'quiet-orchard-61-lantern'
const NEWER = 'velvet-harbour-27-mallow'

test('passwords: a forgotten one is set by a mailed link, then changed under Profile', async () => {
  const before = await enter(browser, installation, admin)
  const context = await openWindow(browser, running)
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await see(page.getByRole('heading', { name: 'Forgotten your password?' }))
  await page.getByLabel('Email').fill(admin.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await see(page.getByRole('heading', { name: 'Check your mail' }))

  const address = await link(admin.email, 'A new password was asked for')
  await page.goto(address)
  await page.getByLabel('New password').fill('password1234')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await see(page.getByText('Please enter a stronger password'))
  await page.getByLabel('New password').fill(NEW)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await see(page.getByRole('heading', { name: 'New password set' }))
  await mail(admin.email, 'Your password was reset')

  // The sessions of before have ended, and the link is dead.
  await before.page.goto('/provider/dashboard')
  await before.page.waitForURL(/\/auth\/login/)
  await before.page.goto(address)
  await before.page.getByLabel('New password').fill(NEWER)
  await before.page.getByRole('button', { name: 'Set the password' }).click()
  await see(before.page.getByText('This link is no longer valid. Ask for a new one.'))

  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await see(page.getByText('The email or the password is not right'))
  await page.getByLabel('Password').fill(NEW)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await see(page.getByText('Confirm that it is you'))
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(admin.recovery_codes.pop() ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/provider\/dashboard/)

  await page.goto('/provider/profile/security')
  await card(page, 'Password').getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Present password').fill('not my password')
  await page.getByLabel('New password').fill(NEWER)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await see(page.getByText('The password is not right'))
  await page.getByLabel('Present password').fill(NEW)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await see(toast(page, 'Password changed'))
  await mail(admin.email, 'Your password was changed')
  const after = await enter(browser, installation, { ...admin, password: NEWER })
  await after.page.goto('/provider/dashboard')
  await see(after.page.getByRole('navigation', { name: 'Main' }))
})
