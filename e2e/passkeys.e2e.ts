/** Passkeys on a device that the browser plays: registered, signed in with, and confirming one payment. */
import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, day } from '#kernel/day.ts'
import { confirm, gone, identity, see } from './look.ts'
import { openBrowser, type Person, signIn, signInByPassword } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

const NOT_ACCEPTED = 'The passkey was not accepted. Please try again'
let email: string
let person: Person
let page: Page
let device: CDPSession
let authenticatorId: string

beforeAll(async () => {
  const [approver] = await stint.sql<{ email: string }>(
    `select email from business.business_contact where preferences ->> 'persona' = 'provider_approver'`,
  )
  email = approver?.email ?? ''
  person = await signInByPassword(browser, stint, email)
  page = person.page
  device = await person.context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  const made = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  authenticatorId = made.authenticatorId
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const events = async () =>
  (
    await stint.sql<{ says: string }>(
      `select says from log.security_event where kind = 'factor_failed' order by at desc, id desc limit 1`,
    )
  )[0]?.says

async function refusedSignIn(): Promise<void> {
  await page.goto('/auth/login')
  await button('Sign in with a passkey').click()
  await see(page.getByRole('alert').getByText(NOT_ACCEPTED))
}

describe('a passkey', () => {
  test('is added under Profile, Security, with recovery codes for the day it is lost', async () => {
    await person.open('/provider/profile/security')
    await button('Add a passkey').click()
    await see(page.getByLabel('Recovery codes'))
    await button('Done').click()
    await see(page.getByText('Passkey', { exact: true }), page.getByText('10 recovery codes are left.'))
  })

  // The browser's own device once gave no answer in a busy run. What is wrong in the product fails both times.
  test('a device that did not check its person signs nobody in, nor does a forged signature', {
    retry: 1,
  }, async () => {
    await person.context.clearCookies()
    await device.send('WebAuthn.setResponseOverrideBits', { authenticatorId, isBadUV: true })
    await refusedSignIn()
    await device.send('WebAuthn.setResponseOverrideBits', {
      authenticatorId,
      isBadUV: false,
      isBogusSignature: true,
    })
    await refusedSignIn()
    await device.send('WebAuthn.setResponseOverrideBits', { authenticatorId, isBogusSignature: false })
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.goto('/auth/login')
    await button('Sign in with a passkey').click()
    await see(page.getByRole('alert').getByText('No passkey was given. Nothing was changed.'))
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  })

  test('a count that fell refuses, and the security log says so', async () => {
    await stint.sql('update auth.factor set sign_count = sign_count + 1000 where credential_id is not null')
    await refusedSignIn()
    expect(await events()).toBe('passkey was copied: its count fell')
    await stint.sql('update auth.factor set sign_count = sign_count - 1000 where credential_id is not null')
  })

  test('signs in without a password', async () => {
    await page.goto('/auth/login')
    await button('Sign in with a passkey').click()
    await page.waitForURL('**/provider/dashboard')
    expect((await person.session()).user.email).toBe(email)
    const [session] = await stint.sql<{ methods: string[] }>(
      `select methods from auth.session order by "createdAt" desc, id desc limit 1`,
    )
    expect(session?.methods).toEqual(['passkey'])
  })
})

test('completing a batch: the passkey signs this batch, and no other', async () => {
  const maker = await signIn(browser, stint, 'provider_operations')
  const [currency] = await stint.sql<{ id: string }>(
    `select id from platform.currency where alpha_code = 'GBP'`,
  )
  const today = day((await maker.session()).today)
  const made = await maker.act<{ id: string }>('payment.payment_batch.create', {
    run_date: addDays(today, 28),
    currency_id: currency?.id,
  })
  const id = made.data?.id ?? ''
  expect(await maker.act('payment.payment_batch.submit', { id })).toMatchObject({ success: true })
  await person.open(`/provider/payment/payment_batch/${id}`)
  await button('Mark as reviewed').click()
  await confirm(page)
  await button('Complete and pay').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  const status = async () =>
    (await stint.sql<{ status: string }>('select status from payment.payment_batch where id = $1', id))[0]
      ?.status
  const use = identity(page).getByRole('button', { name: 'Use your passkey' })
  // The page asks the passkey for this batch and sends its answer for another.
  await page.route('**/api/auth/step-up', (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), input_hash: 'a'.repeat(64) } }),
  )
  await use.click()
  await see(identity(page).getByText(NOT_ACCEPTED))
  expect(await status()).toBe('reviewed')
  await page.unroute('**/api/auth/step-up')
  await use.click()
  await gone(page.getByRole('dialog'))
  await expect.poll(status, { timeout: 60_000 }).toBe('completed')
})
