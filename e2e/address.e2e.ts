/** A new sign-in address: confirmed from its mail, approved by another administrator, and undone from the old address. */
import { test } from 'vitest'
import { emptyInstallation, enter, joinByMail } from './empty-installation.ts'
import { card, confirm, gone, see, toast } from './look.ts'
import { openBrowser, openWindow } from './people.ts'

const browser = await openBrowser()
const installation = await emptyInstallation(browser)
const { running, admin, link, mail, operate } = installation
const BEN = 'ben@tideway.test'
const NEW = 'ben@orchard.test'

test('address: a new one is confirmed, approved and used; the old one brings itself back', async () => {
  await operate('invite', BEN, 'provider_admin')
  const ben = await joinByMail(browser, installation, [BEN, 'Ben', 'Okafor'])
  const { page } = await enter(browser, installation, ben)
  await page.goto('/provider/profile/security')
  const own = card(page, 'Sign-in address')
  await see(own.getByText(`You sign in as ${BEN}.`))
  await own.getByRole('button', { name: 'Change address' }).click()
  await own.getByLabel('New address').fill(BEN)
  await own.getByRole('button', { name: 'Change the address' }).click()
  await see(own.getByText('You sign in with this address already'))
  await own.getByLabel('New address').fill(NEW)
  await own.getByRole('button', { name: 'Change the address' }).click()
  await see(toast(page, 'Link sent to the new address'), own.getByText(/Open the link in the mail/))
  await mail(BEN, `you sign in with ${NEW} from now on`)

  // On another device, without a session.
  const elsewhere = await (await openWindow(browser, running)).newPage()
  await elsewhere.goto(await link(NEW, 'to confirm it'))
  await elsewhere.getByRole('button', { name: 'Confirm the address' }).click()
  await see(elsewhere.getByText(`${NEW} now waits for another administrator.`))

  const nora = (await enter(browser, installation, admin)).page
  await nora.goto('/provider/admin/people')
  const waiting = card(nora, 'Role changes that wait')
  await see(waiting.getByText(`Signs in with ${NEW}`))
  await waiting.getByRole('button', { name: 'Approve the address of Ben Okafor' }).click()
  await confirm(nora)
  await see(toast(nora, 'Address approved'))
  await gone(waiting)
  await page.reload()
  await see(own.getByText(`You sign in as ${NEW}.`))
  await enter(browser, installation, { ...ben, email: NEW })

  await elsewhere.goto(await link(BEN, `You now sign in with ${NEW}`))
  await elsewhere.getByRole('button', { name: 'Keep my earlier address' }).click()
  await see(elsewhere.getByText(`You sign in with ${BEN}. All sessions have ended.`))
  await page.reload()
  await page.waitForURL(/\/auth\/login/)
  const again = await enter(browser, installation, ben)
  await again.page.goto('/provider/profile/security')
  await see(card(again.page, 'Sign-in address').getByText(`You sign in as ${BEN}.`))
  await elsewhere.goto(await link(BEN, `You now sign in with ${NEW}`))
  await elsewhere.getByRole('button', { name: 'Keep my earlier address' }).click()
  await see(elsewhere.getByText('This link is no longer valid.'))
})
