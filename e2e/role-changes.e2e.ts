/** A role that can release money: asked for by one administrator, given by another; its holder checks no payments of theirs. */
import { expect, test } from 'vitest'
import { addDays, day, weekday } from '#kernel/day.ts'
import { card, confirm, gone, see, toast } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

const words = 'A person you brought in cannot check your payments for 7 days'

test('roles: one administrator asks, another approves, and the newcomer does not check the asker’s batch', async () => {
  // The demo has one administrator.
  await stint.sql(
    `update business.business_contact set roles = array_append(roles, 'provider_admin') where preferences ->> 'persona' = 'provider_approver'`,
  )
  const helen = await signIn(browser, stint, 'provider_admin')
  const samira = await signIn(browser, stint, 'provider_approver')
  const owen = await signIn(browser, stint, 'provider_operations')
  const waiting = 'Role changes that wait'
  const rolesOfOwen = async () =>
    (
      await stint.sql<{ roles: string[] }>(
        `select roles from business.business_contact where preferences ->> 'persona' = 'provider_operations'`,
      )
    )[0]?.roles

  const ask = async (label: string) => {
    await helen.open('/provider/admin/people')
    await helen.page.getByRole('link', { name: 'Owen Bright' }).first().click()
    await helen.page.getByRole('button', { name: 'Update contact' }).click()
    await helen.page.getByRole('checkbox', { name: label }).check()
    await helen.page.getByRole('button', { name: 'Save' }).click()
    await see(toast(helen.page, 'Saved. The role waits for a second person'))
  }
  await ask('Provider approver')
  const page_of_owen = card(helen.page, waiting)
  await see(
    page_of_owen.getByText('Provider approver'),
    page_of_owen.getByText('Waits for another administrator of Tideway'),
  )
  await gone(page_of_owen.getByRole('button', { name: /^Approve/ }))
  expect(await rolesOfOwen()).toEqual(['provider_operations'])

  // Withdrawn with a reason, and asked for again.
  await page_of_owen.getByRole('button', { name: 'Withdraw the role of Owen Bright' }).click()
  await helen.page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await see(helen.page.getByRole('dialog').getByText('Please specify the reason'))
  await confirm(helen.page, 'The wrong role')
  await gone(page_of_owen)
  await ask('Provider approver')

  await samira.open('/provider/admin/people')
  const decided = card(samira.page, waiting)
  await see(decided.getByRole('link', { name: 'Owen Bright' }))
  await decided.getByRole('button', { name: 'Approve the role of Owen Bright' }).click()
  await confirm(samira.page)
  await see(toast(samira.page, 'Role approved'))
  await gone(decided)
  expect(await rolesOfOwen()).toEqual(['provider_operations', 'provider_approver'])

  const { today } = await helen.session()
  const [currency] = await stint.sql<{ id: string }>(
    `select id from platform.currency where alpha_code = 'GBP'`,
  )
  const made = await helen.act<{ id: string }>('payment.payment_batch.create', {
    // Far enough that contractors are due, too.
    run_date: addDays(day(today), 28 - weekday(day(today))),
    currency_id: currency?.id,
  })
  const id = made.data?.id ?? ''
  expect(await helen.act('payment.payment_batch.submit', { id })).toMatchObject({ success: true })
  await owen.open(`/provider/payment/payment_batch/${id}`)
  const review = owen.page.getByRole('button', { name: 'Mark as reviewed' })
  await see(review)
  await expect.poll(() => review.getAttribute('aria-description'), { timeout: 60_000 }).toBe(words)
  expect(await owen.act('payment.payment_batch.review', { id })).toMatchObject({
    success: false,
    message: words,
  })
})

test('a role that an agency adds to a person of its client waits until the provider has asked the client', async () => {
  const agency = await signIn(browser, stint, 'agency_admin')
  const staff = await signIn(browser, stint, 'provider_admin')
  const [person] = await stint.sql<{ id: string; name: string }>(
    `select c.id, c.name from business.business_contact c
     join business.service s on s.from_business_id = c.business_id and s.type = 'client-agency' and s.deleted_at is null
     join business.business_contact a on a.business_id = s.to_business_id and a.preferences ->> 'persona' = 'agency_admin'
     join business.business b on b.id = c.business_id join business.company k on k.id = b.company_id
     where c.user_id is not null and c.is_active and c.joined_at is not null and not 'hiring_manager' = any (c.roles)
       and not k.are_domains_confirmed and not exists (select from business.service o where o.from_business_id = c.business_id
         and o.type = 'client-agency' and o.to_business_id <> s.to_business_id) order by c.id limit 1`,
  )
  await agency.open(`/agency/business/business_contact/${person?.id}/update`)
  await agency.page.getByRole('checkbox', { name: 'Hiring manager' }).check()
  await agency.page.getByRole('button', { name: 'Save' }).click()
  await see(toast(agency.page, 'Saved. Your provider checks the added role'))
  await see(agency.page.getByText('Waits for a check: Hiring manager'))

  await staff.open(`/provider/business/business_contact/${person?.id}`)
  await staff.page.getByRole('button', { name: 'Confirm added roles' }).click()
  await confirm(staff.page, 'Called the switchboard by the number of its website')
  await see(toast(staff.page, 'The roles are given'))
  await gone(staff.page.getByText('Waits for a check: Hiring manager'))
  expect(
    await stint.sql('select roles, waiting_roles from business.business_contact where id = $1', person?.id),
  ).toMatchObject([{ roles: expect.arrayContaining(['hiring_manager']), waiting_roles: [] }])
})
