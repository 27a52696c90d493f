/** A new funder: kept as a draft, submitted by an administrator of the provider, approved by another person. */
import { expect, test } from 'vitest'
import { axeFaults } from './axe-faults.ts'
import { card, confirm, field, see } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

test('funder: one administrator submits it, its approver finds it in the inbox and approves it', async () => {
  const { page, open } = await signIn(browser, stint, 'provider_admin')
  await open('/provider/business/funder')
  await page.getByRole('link', { name: 'New funder' }).first().click()
  await field(page, 'Registered name').fill('Quayside Capital Ltd')
  await see(page.getByText('Kept as a draft.'))
  await page.reload()
  await expect.poll(() => field(page, 'Registered name').inputValue()).toBe('Quayside Capital Ltd')
  await field(page, 'Address line 1').fill('4 Canal Street')
  await page.getByRole('button', { name: 'Add a person' }).click()
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await see(page.getByText('Mandatory'))
  await field(page, 'First name').fill('Fay')
  await field(page, 'Last name').fill('Moor')
  await page.getByRole('group', { name: 'Person 1' }).getByLabel('Email').fill('fay@quayside.example')
  await page.getByRole('checkbox', { name: 'Funder admin' }).check()
  await field(page, 'Account holder name').fill('Quayside Capital Ltd')
  await field(page, 'Bank name').fill('Harbour Bank')
  await field(page, 'Sort code').fill('001000')
  await field(page, 'Account number').fill('55779933')
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await page.waitForURL(/\/business\/funder\/[0-9a-f-]{36}$/)
  const mine = card(page, 'Onboarding')
  await see(mine.getByText('Waits for the provider: a person other than the submitter approves it.'))
  expect(await mine.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBe('true')

  const second = await signIn(browser, stint, 'provider_approver')
  await second.open('/provider/inbox')
  await second.page
    .getByRole('link', { name: /Approve Quayside Capital Ltd/ })
    .first()
    .click()
  await see(card(second.page, 'Onboarding').getByText(/^Submitted by /))
  expect(await axeFaults(second.page)).toEqual([])
  await second.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await confirm(second.page)
  await see(card(second.page, 'Onboarding').getByText('It still needs a confirmed trust account.'))
  const invited = await stint.sql(
    `select 1 from platform.invitation i join business.business_contact c on c.id = i.business_contact_id
     where c.email = 'fay@quayside.example' and i.state = 'sent'`,
  )
  expect(invited).toHaveLength(1)
})
