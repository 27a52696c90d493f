/** A new agency: kept as a draft, submitted by an administrator of the provider, approved by another person. */
import { expect, test } from 'vitest'
import { axeFaults } from './axe-faults.ts'
import { card, confirm, field, see } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

test('agency: one administrator submits it, its approver finds it in the inbox, and it needs a fee rule', async () => {
  const { page, open } = await signIn(browser, stint, 'provider_admin')
  await open('/provider/business/agency')
  await page.getByRole('link', { name: 'New agency' }).first().click()
  await field(page, 'Registered name').fill('Quayside Talent Ltd')
  const models = page.getByRole('group', { name: 'Allowed funding models' })
  await models.getByRole('checkbox', { name: 'Indirect' }).check()
  await see(page.getByText('Kept as a draft.'))
  await page.reload()
  await expect.poll(() => field(page, 'Registered name').inputValue()).toBe('Quayside Talent Ltd')
  expect(await models.getByRole('checkbox', { name: 'Indirect' }).isChecked()).toBe(true)
  await field(page, 'Address line 1').fill('4 Canal Street')
  await page.getByRole('button', { name: 'Add a person' }).click()
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await see(page.getByText('Mandatory'))
  const person = page.getByRole('group', { name: 'Person 1' })
  await field(person, 'First name').fill('Lena')
  await field(person, 'Last name').fill('Marsh')
  await field(person, 'Email').fill('lena@quayside.example')
  await person.getByRole('checkbox', { name: 'Agency admin' }).check()
  await field(page, 'Bank name').fill('Harbour Bank')
  await field(page, 'Sort code').fill('001000')
  await field(page, 'Account number').fill('55779944')
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await page.waitForURL(/\/business\/agency\/[0-9a-f-]{36}$/)
  const mine = card(page, 'Onboarding')
  await see(mine.getByText('Waits for the provider: a person other than the submitter approves it.'))
  expect(await mine.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBe('true')
  // Nobody is linked before it is in force.
  expect(await page.getByRole('button', { name: /^Link / }).count()).toBe(0)

  const second = await signIn(browser, stint, 'provider_approver')
  await second.open('/provider/inbox')
  await second.page
    .getByRole('link', { name: /Approve Quayside Talent Ltd/ })
    .first()
    .click()
  const onboarding = card(second.page, 'Onboarding')
  await see(onboarding.getByText(/^Submitted by /))
  expect(await axeFaults(second.page)).toEqual([])
  await onboarding.getByRole('button', { name: 'Approve', exact: true }).click()
  await confirm(second.page)
  await see(onboarding.getByText('It still needs a confirmed bank account and a fee rule.'))
  const [agency] = await stint.sql<{ id: string; models: string[]; mails: number }>(
    `select b.id, b.funding_models as models, (select count(*)::int from platform.invitation i
       join business.business_contact c on c.id = i.business_contact_id
       where c.business_id = b.id and c.email = 'lena@quayside.example' and i.state = 'sent') as mails
     from business.business b where b.name = 'Quayside Talent Ltd'`,
  )
  expect(agency).toMatchObject({ models: ['direct', 'indirect'], mails: 1 })
  await second.page.getByRole('button', { name: 'Confirm' }).click()
  await confirm(second.page)
  await see(card(second.page, 'Bank accounts').getByRole('link', { name: 'Quayside Talent Ltd' }))
  await second.page.reload()
  await see(onboarding.getByText('It still needs a fee rule.'))
})
