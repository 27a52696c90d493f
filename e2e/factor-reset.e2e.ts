/** A lost second factor: asked for by one administrator, approved by another, and stopped by the mail to the person. */
import { test } from 'vitest'
import { emptyInstallation, enter, joinByMail } from './empty-installation.ts'
import { card, confirm, gone, see, toast } from './look.ts'
import { openBrowser, openWindow } from './people.ts'

const browser = await openBrowser()
const installation = await emptyInstallation(browser)
const { running, admin, link, mail, operate } = installation
const BEN = 'ben@tideway.test'
const CARA = 'cara@tideway.test'

test('factor reset: two administrators agree, and the person keeps their factors by a mailed link', async () => {
  await operate('invite', BEN, 'provider_admin')
  await operate('invite', CARA, 'provider_admin')
  const ben = await joinByMail(browser, installation, [BEN, 'Ben', 'Okafor'])
  await joinByMail(browser, installation, [CARA, 'Cara', 'Lindt'])
  const { page } = await enter(browser, installation, admin)
  const step = async (name: string) => {
    await page.getByRole('button', { name: `Actions of ${name}` }).click()
    return page.getByRole('menuitem', { name: 'Reset second factors' })
  }
  await page.goto('/provider/admin/people')
  await (await step('Cara Lindt')).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await see(page.getByRole('dialog').getByText('Please specify the reason'))
  await confirm(page, 'Their phone is lost')
  await see(toast(page, 'The reset waits for a second person'))
  const waiting = card(page, 'Role changes that wait')
  await see(waiting.getByText('Second factors reset: Their phone is lost'))
  await mail(BEN, 'asks to reset the second factors of Cara Lindt')

  const second = (await enter(browser, installation, ben)).page
  await second.goto('/provider/admin/people')
  await card(second, 'Role changes that wait')
    .getByRole('button', { name: 'Approve the reset of Cara Lindt' })
    .click()
  await confirm(second)
  await see(toast(second, 'Reset approved'))
  await gone(card(second, 'Role changes that wait'))

  const cara = await (await openWindow(browser, running)).newPage()
  const address = await link(CARA, 'asked to remove your second factors')
  await cara.goto(address)
  await cara.getByRole('button', { name: 'Keep my second factors' }).click()
  await see(cara.getByText('The reset was stopped.'))
  await mail(admin.email, 'was stopped by a link in a mail to them')
  await cara.goto(address)
  await cara.getByRole('button', { name: 'Keep my second factors' }).click()
  await see(cara.getByText('This link is no longer valid.'))
})
