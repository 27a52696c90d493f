/** People of a business: invited from the People page, joined in a money role, signed out, deactivated and back. */
import { expect, test } from 'vitest'
import { codeOf, emptyInstallation, enter, PASSWORD } from './empty-installation.ts'
import { card, confirm, field, gone, see, toast } from './look.ts'
import { openBrowser, openWindow } from './people.ts'

const browser = await openBrowser()
const installation = await emptyInstallation(browser)
const { running, admin, link, operate } = installation
const BEN = 'ben@tideway.test'

test('people: a second administrator joins by mail with an app, leaves and stays out', async () => {
  const nora = await enter(browser, installation, admin)
  const { page } = nora
  const row = (email: string) => page.getByRole('listitem').filter({ hasText: email })
  const step = async (label: string) => {
    await row(BEN)
      .getByRole('button', { name: /^Actions of/ })
      .click()
    await page.getByRole('menuitem', { name: label }).click()
  }
  await page.goto('/provider/dashboard')
  await page.getByText('More lists').click()
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await see(row(admin.email).getByText('Joined'), row(admin.email).getByText('1 open session'))

  await page.getByRole('button', { name: 'New person' }).click()
  await field(page, 'First name').fill('Ben')
  await field(page, 'Last name').fill('Okafor')
  await field(page, 'Email').fill(BEN)
  await page.getByRole('checkbox', { name: 'Provider admin' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  // Nobody else can give the role, so the operator does.
  await see(row(BEN).getByText('Not invited'))
  const waits = card(page, 'Role changes that wait').getByText(/npm run admin -- approve-role [0-9a-f-]{36}$/)
  const id = (await waits.innerText()).split(' ').at(-1) ?? ''
  expect(await operate('approve-role', id)).toContain(`Ben Okafor (${BEN}): Provider admin.`)
  await page.reload()
  await see(row(BEN).getByText('Invited'))
  await gone(card(page, 'Role changes that wait'))
  // An invited person is not offered an invitation again.
  await page.getByRole('link', { name: 'Ben Okafor' }).click()
  await page.getByRole('button', { name: 'Update contact' }).click()
  await see(page.getByRole('checkbox', { name: 'Active' }))
  await gone(page.getByRole('checkbox', { name: 'Invite to sign in' }))
  await page.getByRole('button', { name: 'Cancel' }).click()

  const context = await openWindow(browser, running)
  const ben = await context.newPage()
  await ben.goto(await link(BEN, 'Open this link to join'))
  await ben.getByLabel('Password').fill(PASSWORD)
  await ben.getByRole('button', { name: 'Join' }).click()
  await ben.getByRole('button', { name: 'Set up the app' }).click()
  const key = ((await ben.locator('[data-totp-key]').textContent()) ?? '').replaceAll(' ', '')
  await ben.getByLabel('Code of the app').fill(codeOf(key))
  await ben.getByRole('button', { name: 'Confirm' }).click()
  await see(ben.getByRole('list', { name: 'Recovery codes' }))
  await ben.getByRole('button', { name: 'Go on to Stint' }).click()
  await ben.waitForURL(/\/provider\/dashboard/)

  await page.goto('/provider/admin/people')
  await see(row(BEN).getByText('Joined'), row(BEN).getByText('1 open session'))
  await step('End sessions')
  await confirm(page)
  await see(toast(page, 'Sessions ended'))
  await gone(row(BEN).getByText('1 open session'))
  // An open page of the ended session goes by itself.
  await ben.waitForURL(/\/auth\/login/)

  await step('Deactivate')
  await confirm(page, 'Left the company')
  await see(row(BEN).getByText('Deactivated'))
  await ben.getByLabel('Email').fill(BEN)
  await ben.getByLabel('Password').fill(PASSWORD)
  await ben.getByRole('button', { name: 'Sign in', exact: true }).click()
  await see(ben.getByText('User is inactive. Please contact help@tideway.test'))
  await step('Reactivate')
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await see(
    toast(page, 'The reactivation waits for a second person'),
    page.getByText('Waits for the operator'),
  )
})
