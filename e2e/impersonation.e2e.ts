/** Support acts as a person with a reason, sees their list, decides nothing, and the log shows it. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { card, field, gone, identity, see } from './look.ts'
import { openBrowser, signIn, signInByPassword } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()
const REASON = 'Priya does not find her placements'

/** The button is off, and a press of it opens and sends nothing. */
async function refused(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).first()
  await expect.poll(() => button.getAttribute('aria-description')).toBe('Not while you act as somebody else')
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  await button.click({ force: true })
  await gone(page.getByRole('dialog'))
}

type Contact = { id: string; email: string; name: string; business_name: string }
const contactOf = async (where: string): Promise<Contact> => {
  const [contact] = await stint.sql<Contact>(
    `select c.id, u.email, u.name, b.name as business_name from business.business_contact c
     join platform."user" u on u.id = c.user_id join business.business b on b.id = c.business_id
     where ${where} and c.is_active and c.joined_at is not null order by c.created_at, c.id limit 1`,
  )
  if (!contact) throw new Error(`no contact where ${where}`)
  return contact
}

test('support acts as a person of an agency: the banner, the list, no decision, the end, the log', async () => {
  const target = await contactOf(`b.type = 'agency' and c.preferences ->> 'persona' = 'agency_admin'`)
  const { page, open, session } = await signIn(browser, stint, 'provider_admin')
  const own = await session()
  await open(`/provider/business/business_contact/${target.id}`)
  await page.getByRole('button', { name: 'Act as this person' }).click()
  const dialog = page.getByRole('dialog', { name: `Act as ${target.name}` })
  const act = dialog.getByRole('button', { name: 'Act as this person' })
  await act.click()
  await see(dialog.getByText('Please specify the reason'))
  await field(dialog, 'Reason').fill('too short')
  await act.click()
  await see(dialog.getByText('Please specify the reason'))
  await field(dialog, 'Reason').fill(REASON)
  await dialog.getByRole('radio', { name: '15 minutes' }).check()
  await act.click()
  await page.waitForURL(/\/agency\/dashboard/)

  const banner = page.getByRole('region', { name: 'Acting as somebody else' })
  await see(banner.getByText(`You are acting as ${target.name} (${target.business_name}). ${REASON}.`))
  await see(banner.getByText(/1[45]:\d\d left/))
  await open('/agency/contract/temp_placement')
  await see(banner, page.getByRole('link', { name: /^TMP/ }))
  expect((await session()).impersonator_user_id).toBe(own.user.id)

  // Sign-in and settings stay with the person.
  await open('/agency/profile/security')
  await see(page.getByText('Not while you act as somebody else'))
  await open('/agency/admin/security')
  await refused(page, 'Switch off support access')
  // Said before anything is typed, by the button that opens the form.
  await open('/agency/admin/api')
  await refused(page, 'New token')
  await gone(page.getByRole('dialog', { name: 'New token' }), identity(page))

  await banner.getByRole('button', { name: 'End' }).click()
  await page.waitForURL(/\/provider\/dashboard/)
  await gone(banner)
  await open('/provider/log/impersonation')
  const row = page.getByRole('row').filter({ hasText: REASON })
  await see(
    row.getByText(own.user.name),
    row.getByText(target.name),
    row.getByText('Impersonator', { exact: true }),
  )

  const theirs = await signInByPassword(browser, stint, target.email)
  await theirs.open('/agency/log/impersonation')
  await see(theirs.page.getByRole('row').filter({ hasText: REASON }))
  await theirs.open('/agency/profile/security')
  await see(card(theirs.page, 'Support that acted as you').getByText(REASON))
  const mails = () =>
    stint.sql<{ subject: string }>(`select subject from log.mail where "to" = '${target.email}'`)
  await expect
    .poll(mails, { timeout: 60_000 })
    .toContainEqual({ subject: `${own.user.name} acted as you on Stint` })
})

test('support is refused a placement that waits for a client', async () => {
  const target = await contactOf(`c.preferences ->> 'persona' = 'hiring_manager'`)
  const { page, act } = await signIn(browser, stint, 'provider_admin')
  const [perm] = await stint.sql<{ id: string }>(
    `select p.id from contract.contract p join business.business_contact c on c.id = '${target.id}' and c.business_id = p.client_id
     where p.type = 'perm_placement' and p.status = 'pending_approval_client' and p.deleted_at is null limit 1`,
  )
  const reason = { business_contact_id: target.id, reason: REASON, minutes: 15 }
  expect((await act('platform.impersonation.start', reason)).message ?? '').toBe('')
  await page.goto(`/client/contract/perm_placement/${perm?.id}`)
  await refused(page, 'Approve')
  await refused(page, 'Reject')
  await page
    .getByRole('region', { name: 'Acting as somebody else' })
    .getByRole('button', { name: 'End' })
    .click()
  await page.waitForURL(/\/provider\/dashboard/)
})

test('support is refused an approval in the name of a client', async () => {
  const target = await contactOf(`c.preferences ->> 'persona' = 'timesheet_approver'`)
  const { page, act } = await signIn(browser, stint, 'provider_admin')
  const started = await act('platform.impersonation.start', {
    business_contact_id: target.id,
    reason: REASON,
    minutes: 15,
  })
  expect(started.message ?? '').toBe('')
  const [waiting] = await stint.sql<{ id: string; human_id: string }>(
    `select t.id, t.human_id from transaction.timesheet t
     join business.business_contact c on c.id = '${target.id}' and c.business_id = t.client_id
     where t.status = 'submitted' and t.deleted_at is null order by t.human_id limit 1`,
  )
  if (!waiting) throw new Error('no timesheet waits')
  await page.goto(`/client/transaction/timesheet/${waiting.id}`)
  await refused(page, 'Approve')
  await refused(page, 'Reject')
  // Neither do the buttons and keys of the inbox.
  await page.goto('/client/inbox')
  await refused(page, 'Snooze')
  await refused(page, 'Approve')
  for (const key of ['a', 'r', 'h', 's', 'e']) await page.keyboard.press(key)
  await gone(page.getByRole('dialog'))
  expect(
    await stint.sql<{ status: string }>(
      `select status from transaction.timesheet where id = '${waiting.id}'`,
    ),
  ).toEqual([{ status: 'submitted' }])
})
