/** A phone as second factor: added under Profile, Security, then it signs in. */
import { afterAll, expect, test } from 'vitest'
import { demo_password } from '#demo/personas.ts'
import { SmsGateway } from '#test/server/sms-gateway.ts'
import { axeFaults } from './axe-faults.ts'
import { card, see } from './look.ts'
import { openBrowser, openWindow, signInByPassword } from './people.ts'
import { startStint } from './serve.ts'

const gateway = new SmsGateway()
const stint = await startStint({ variables: { SMS_URL: await gateway.listen(), SMS_TOKEN: 'a token' } })
const browser = await openBrowser()
afterAll(() => gateway.close())

test('SMS: a phone is added and signs in', async () => {
  const [person] = await stint.sql<{ email: string }>(
    `select email from business.business_contact where 'timesheet_approver' = any(roles) and preferences ? 'persona' limit 1`,
  )
  const email = person?.email ?? ''
  const { page } = await signInByPassword(browser, stint, email)
  await page.goto('/client/profile/security')
  const factors = card(page, 'Second factors')
  await factors.getByRole('button', { name: 'Add a phone' }).click()
  await page.getByLabel('Mobile number').fill('020 7946 0000')
  await factors.getByRole('button', { name: 'Send a code' }).click()
  await see(factors.getByText('Please enter a valid number'))
  await page.getByLabel('Mobile number').fill('07700 900123')
  await factors.getByRole('button', { name: 'Send a code' }).click()
  await see(factors.getByText('A code was sent. It is valid for 5 minutes.'))
  expect(gateway.sent.at(-1)?.to).toBe('+447700900123')
  await page.getByLabel('Code from the SMS').fill(gateway.code === '000000' ? '000001' : '000000')
  await factors.getByRole('button', { name: 'Confirm' }).click()
  await see(factors.getByText('Invalid Code, Please enter a valid code'))
  await page.getByLabel('Code from the SMS').fill(gateway.code)
  await factors.getByRole('button', { name: 'Confirm' }).click()
  await see(factors.getByRole('list', { name: 'Recovery codes' }))
  await factors.getByRole('button', { name: 'Done' }).click()
  await see(factors.getByText('Phone •••• 0123'))
  expect(await axeFaults(page)).toEqual([])

  // Thirty seconds later.
  await stint.sql('delete from auth.throttle')
  const context = await openWindow(browser, stint, { viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await phone.goto('/auth/login')
  await phone.getByLabel('Email').fill(email)
  await phone.getByLabel('Password').fill(demo_password)
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click()
  await see(phone.getByText('A code goes to your phone •••• 0123.'))
  await phone.getByRole('button', { name: 'Send a code' }).click()
  await see(phone.getByText('A code was sent to your phone •••• 0123.'))
  await phone.getByLabel('Code from the SMS').fill(gateway.code)
  expect(await axeFaults(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click()
  await phone.waitForURL(/\/client\//)
})
