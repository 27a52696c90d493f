/**
 * From an empty machine to a week approved from the mail: people of four businesses join by mail, two administrators
 * confirm a bank account, support acts with a reason, a program reads by its token, and the security log tells it.
 * Parties and placements are made on their forms.
 */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { systemClock } from '#kernel/clock.ts'
import { addDays, formatDay, formatDayLong, weekday } from '#kernel/day.ts'
import { png } from '#test/fixtures/files.ts'
import { onePagePdf } from '#test/fixtures/one-page-pdf.ts'
import { publicRegisters } from '#test/fixtures/public-registers.ts'
import { countHands, nextStepAtHome } from './count-hands.ts'
import { codeOf, emptyInstallation, enter, PASSWORD } from './empty-installation.ts'
import { figure } from './figure.ts'
import { card, confirm, field, gone, loading, see, toast } from './look.ts'
import { openBrowser, openWindow } from './people.ts'

const browser = await openBrowser()
const street = { street: '4 Canal Street', city: 'Leeds', postcode: 'LS1 4PA' }
const registers = await publicRegisters(
  [
    { number: '00445790', name: 'Larch Talent Ltd', ...street },
    { number: 'SC123456', name: 'Harbour Homes Ltd', ...street },
    { number: '09876543', name: 'Poole Engineering Ltd', ...street },
  ],
  [{ vat_number: '340804329', name: 'Poole Engineering Ltd' }],
)
const installation = await emptyInstallation(browser, registers)
const { running, admin, link, operate, verify } = installation
/** The way to the first funded invoice: at most 110 clicks and 60 fields. */
const hands = countHands()

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
/** By night everybody has a phone. */
const usual: BrowserContextOptions = process.env.STINT_NIGHTLY === '1' ? phone : {}
const last_monday = addDays(systemClock.today(), -6 - weekday(systemClock.today()))

type Made = { readonly id: string }

/** Joins by the mailed link; with `app` in a role that needs one. */
async function join(
  email: string,
  with_app: 'app' | 'password',
  options: BrowserContextOptions = usual,
): Promise<Page> {
  const context = await openWindow(browser, running, options)
  await hands.watch(context)
  const page = await context.newPage()
  await page.goto(await link(email, 'Open this link to join'))
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
  if (with_app === 'app') {
    await page.getByRole('button', { name: 'Set up the app' }).click()
    const key = ((await page.locator('[data-totp-key]').textContent()) ?? '').replaceAll(' ', '')
    await page.getByLabel('Code of the app').fill(codeOf(key))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'Go on to Stint' }).click()
  }
  await page.waitForURL(/\/dashboard/)
  await nextStepAtHome(page)
  await figure(page, `${new URL(page.url()).pathname.split('/')[1]}-home`)
  return page
}

/** Asked of the data endpoint as the person of the page. */
async function readAs<D>(page: Page, query: string): Promise<D> {
  const answer = await page.context().request.post('/graphql', {
    data: { query },
    headers: { 'x-stint-csrf': '1' },
  })
  return ((await answer.json()) as { data: D }).data // GraphQL's own envelope.
}

/** The home names a next step after each part of the path. */
async function homeHasNext(page: Page, category: string): Promise<void> {
  await page.goto(`/${category}/dashboard`)
  await nextStepAtHome(page)
}

/** The page of the new record. */
async function landedOn(page: Page, kind: string): Promise<Made> {
  await page.waitForURL(new RegExp(`/business/${kind}/[0-9a-f-]{36}$`))
  return { id: page.url().split('/').at(-1) ?? '' }
}

/** By the second person; the party's page then says where it stands. */
async function approve(page: Page, path: string, state: string): Promise<void> {
  await page.goto(path)
  await see(page.getByRole('button', { name: 'Approve', exact: true }))
  await figure(page, path.split('/').slice(1, 4).join('-'))
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await confirm(page)
  await see(page.getByText(state, { exact: true }).first())
}

const nora = await enter(browser, installation, admin, usual)
await hands.watch(nora.context)
let ben: Page
let lena: Page
let mandy: Page
let terry: Page
let lena_id: string
let placement: Made

test('the second administrator joins by mail, and confirms the bank account of the first', async () => {
  const { page } = nora
  await page.goto('/provider/dashboard')
  await figure(page, 'provider-home')
  await page.getByRole('link', { name: 'Start: A second person' }).click()
  await field(page, 'First name').fill('Ben')
  await field(page, 'Last name').fill('Okafor')
  await field(page, 'Email').fill('ben@tideway.test')
  expect(await page.getByRole('checkbox', { name: 'Provider admin' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await figure(page, 'provider-people')
  const waits = card(page, 'Role changes that wait').getByText(/npm run admin -- approve-role [0-9a-f-]{36}$/)
  await operate('approve-role', (await waits.innerText()).split(' ').at(-1) ?? '')
  ben = await join('ben@tideway.test', 'app')

  await page.goto('/provider/dashboard')
  await page.getByRole('link', { name: 'Start: Trust account' }).click()
  const account = page.getByRole('dialog', { name: 'New bank account' })
  await field(account, 'Bank name').fill('Harbour Bank')
  await field(account, 'Sort code').fill('001000')
  await field(account, 'Account number').fill('55779911')
  await account.getByRole('button', { name: 'Save' }).click()
  await gone(account)
  await ben.goto('/provider/dashboard')
  await hands.aside(async () => {
    await ben.getByRole('link', { name: 'Look: Trust account' }).click()
    await see(ben.getByRole('link', { name: 'Tideway Finance Ltd' }))
    await ben.goto('/provider/dashboard')
  })
  await ben
    .getByRole('region', { name: 'Your tasks' })
    .getByRole('link', { name: /bank account/i })
    .first()
    .click()
  await see(ben.getByRole('button', { name: 'Confirm' }))
  await figure(ben, 'provider-account')
  await ben.getByRole('button', { name: 'Confirm' }).click()
  await confirm(ben)
  await see(ben.getByText('Confirmed', { exact: true }).first())
})

/** The PDF file among the record's files, sent to its only signer. */
async function sendToSign(page: Page, file_name: string): Promise<void> {
  const pdf = Buffer.from(onePagePdf(file_name))
  // A file is taken once the page has come.
  await gone(page.locator(loading))
  await card(page, 'Files')
    .locator('input[type=file]')
    .setInputFiles({ name: file_name, mimeType: 'application/pdf', buffer: pdf })
  await see(card(page, 'Files').getByRole('link', { name: file_name }))
  await card(page, 'Signatures').getByRole('button', { name: 'Send for signature' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send for signature' })
  await expect.poll(() => field(dialog, 'Title').inputValue()).toBe(file_name.replace('.pdf', ''))
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await gone(dialog)
}

/** By the link of the mail, which opens beside their page. */
async function sign(home: Page, email: string, name: string, title: string): Promise<void> {
  const page = await home.context().newPage()
  await page.goto(await link(email, '/sign/'))
  await see(page.getByRole('heading', { name: title }))
  await field(page, 'Your full name').fill(name)
  await page.getByLabel('I agree to sign electronically').check()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await see(page.getByText('You have signed. Thank you.'))
  await page.close()
}

/** A company of Companies House, by its number. */
async function lookUp(page: Page, number: string, name: string): Promise<void> {
  await page.getByLabel('Find at Companies House').fill(number)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByRole('button', { name: `Use ${name}` }).click()
  await expect.poll(() => field(page, 'Registered name').inputValue()).toBe(name)
}

test('an agency is entered from Companies House, joins by mail, and signs its agreement', async () => {
  const { page } = nora
  await page.goto('/provider/dashboard')
  await page.getByRole('link', { name: 'Start: First agency' }).click()
  await lookUp(page, '00445790', 'Larch Talent Ltd')
  // Papers have a story of their own.
  await hands.aside(() => page.getByRole('checkbox', { name: 'Ask for compliance documents' }).uncheck())
  await page.getByRole('button', { name: 'Add a person' }).click()
  const lena_row = page.getByRole('group', { name: 'Person 1' })
  await field(lena_row, 'First name').fill('Lena')
  await field(lena_row, 'Last name').fill('Marsh')
  await field(lena_row, 'Email').fill('lena@larch.test')
  expect(await lena_row.getByRole('checkbox', { name: 'Agency admin' }).isChecked()).toBe(true)
  await field(page, 'Bank name').fill('Harbour Bank')
  await field(page, 'Sort code').fill('001000')
  await field(page, 'Account number').fill('55779933')
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  const agency = await landedOn(page, 'agency')
  const person = card(page, 'Contacts').getByRole('link', { name: 'Lena Marsh' })
  await see(person)
  lena_id = (await person.getAttribute('href'))?.split('/').at(-1) ?? ''
  await page.getByRole('link', { name: 'New fee rule' }).click()
  await expect.poll(() => field(page, 'Agency').inputValue()).toBe('Larch Talent Ltd')
  await field(page, 'Value').fill('2.5')
  await field(page, 'Effective from').fill(formatDay(last_monday))
  await page.getByRole('button', { name: 'Save' }).click()
  await see(toast(page, 'The fee rule is saved'))
  await figure(page, 'provider-fee')
  // The other administrator confirms the account, and approves the agency with its people.
  await ben.goto(`/provider/business/agency/${agency.id}`)
  await ben.getByRole('button', { name: 'Confirm' }).click()
  await confirm(ben)
  await see(card(ben, 'Bank accounts').getByRole('link', { name: 'Larch Talent Ltd' }))
  await approve(ben, `/provider/business/agency/${agency.id}`, 'Onboarded')
  lena = await join('lena@larch.test', 'app')
  await page.goto(`/provider/business/agency/${agency.id}`)
  await sendToSign(page, 'Agency agreement.pdf')
  await sign(lena, 'lena@larch.test', 'Lena Marsh', 'Agency agreement')
  await hands.aside(() => homeHasNext(page, 'provider'))
})

test('its client is approved with a limit, joins by mail, and signs the terms of business', async () => {
  const { page } = nora
  await hands.aside(async () => {
    await lena.goto('/agency/dashboard')
    await lena.getByRole('link', { name: 'Start: First placement' }).click()
    await see(
      lena.getByText('No client is onboarded yet'),
      lena.getByRole('link', { name: 'Go to Contractors' }),
    )
    await lena.getByRole('link', { name: 'Go to Clients' }).click()
    await see(lena.getByRole('link', { name: 'New client' }).first())
    await lena.goto('/agency/dashboard')
  })
  await nextStepAtHome(lena)
  await lena.getByRole('link', { name: 'Start: First client' }).click()
  await lookUp(lena, 'SC123456', 'Harbour Homes Ltd')
  await hands.aside(async () => {
    await field(lena, 'Company number').fill('00445790')
    await field(lena, 'Website').fill('javascript:alert(1)')
    await see(lena.getByText('Registration Number already exists'))
    await lena.getByRole('button', { name: 'Submit for approval' }).click()
    await see(lena.getByText('Please enter a valid URL'), lena.getByText('Mandatory'))
    // The draft is on the server: a reload shows it again.
    await see(lena.getByText('Kept as a draft.'))
    await lena.reload()
    await expect.poll(() => field(lena, 'Registered name').inputValue()).toBe('Harbour Homes Ltd')
    await field(lena, 'Website').fill('harbour.example')
    await field(lena, 'Company number').fill('SC123456')
  })
  await field(lena, 'Payment terms of temp placements').fill('30')
  await lena.getByRole('button', { name: 'Add a person' }).click()
  await hands.aside(async () => {
    await lena.getByRole('button', { name: 'Submit for approval' }).click()
    await see(lena.getByRole('button', { name: /People 3 faults/ }))
  })
  const terry_row = lena.getByRole('group', { name: 'Person 1' })
  await field(terry_row, 'First name').fill('Terry')
  await field(terry_row, 'Last name').fill('Poole')
  await field(terry_row, 'Email').fill('terry@harbour.test')
  for (const role of ['Timesheet approver', 'Hiring manager', 'Invoice contact'])
    expect(await terry_row.getByRole('checkbox', { name: role }).isChecked()).toBe(true)
  await figure(lena, 'agency-client')
  await lena.getByRole('button', { name: 'Submit for approval' }).click()
  const client = await landedOn(lena, 'client')
  await hands.aside(async () => {
    await lena.goto('/agency/business/client')
    await see(lena.getByText('1 client is not onboarded yet.'))
    await homeHasNext(lena, 'agency')
    await lena.goto(`/agency/business/client/${client.id}`)
  })
  // The provider decides how much it carries, and approves.
  await page.goto(`/provider/business/client/${client.id}`)
  await page.getByRole('button', { name: 'Set credit limit' }).click()
  const limit = page.getByRole('dialog', { name: 'Credit limit of Harbour Homes Ltd' })
  await field(limit, 'Credit limit').fill('25000')
  await field(limit, 'From').fill(formatDay(last_monday))
  await limit.getByRole('button', { name: 'Set credit limit' }).click()
  await gone(limit)
  await approve(page, `/provider/business/client/${client.id}`, 'Onboarded')
  terry = await join('terry@harbour.test', 'password')
  await lena.goto(`/agency/business/client/${client.id}`)
  await sendToSign(lena, 'Terms of business.pdf')
  await sign(terry, 'terry@harbour.test', 'Terry Poole', 'Terms of business')
  await hands.aside(() => homeHasNext(terry, 'client'))
})

test('a contractor gives their own part on a phone and signs it; three people decide, and they join', async () => {
  await lena.goto('/agency/dashboard')
  await nextStepAtHome(lena)
  await lena.getByRole('link', { name: 'Start: First contractor' }).click()
  await lena.getByRole('button', { name: 'Send a link' }).click()
  const invite = lena.getByRole('dialog', { name: 'Send a link' })
  await field(invite, 'First name').fill('Mandy')
  await field(invite, 'Last name').fill('Poole')
  await field(invite, 'Email').fill('mandy@poole.test')
  await invite.getByRole('button', { name: 'Send', exact: true }).click()
  await see(card(lena, 'Details from the contractor').getByText(/^A link went to mandy@poole.test/))

  const context = await openWindow(browser, running, phone)
  await hands.watch(context)
  const own = await context.newPage()
  const next = () => own.getByRole('button', { name: 'Next' }).tap()
  await own.goto(await link('mandy@poole.test', '/details/'))
  await field(own, 'Date of birth').fill('3 Feb 1990')
  await field(own, 'National Insurance number').fill('AB123456A')
  await next()
  await field(own, 'Address line 1').fill('4 Canal Street')
  await field(own, 'City').fill('Leeds')
  await next()
  await own.getByLabel('My limited company').check()
  await field(own, 'Name of the company').fill('Poole Engineering Ltd')
  await field(own, 'Company number').fill('09876543')
  await own.getByLabel('Registered for VAT').check()
  await field(own, 'VAT number').fill('GB 340 8043 29')
  await own.getByLabel('I agree to self-billing').check()
  await next()
  await own
    .getByLabel('Add a file: Identity')
    .setInputFiles({ name: 'passport.png', mimeType: 'image/png', buffer: png() })
  await see(own.getByText('passport.png'))
  await next()
  await field(own, 'Account holder name').fill('Poole Engineering Ltd')
  await field(own, 'Bank name').fill('Harbour Bank')
  await field(own, 'Sort code').fill('00-10-00')
  await field(own, 'Account number').fill('55779922')
  await next()
  await see(own.getByText('and the self-billing agreement with Larch Talent Ltd'))
  await hands.aside(async () => {
    await own.getByRole('button', { name: 'Send my details' }).tap()
    await see(own.getByText('Mandatory'))
  })
  await field(own, 'Your full name').fill('Mandy Poole')
  await own.getByRole('button', { name: 'Send my details' }).tap()
  await see(own.getByRole('heading', { name: 'Thank you' }))
  await context.close()

  const made = await readAs<{ workers: (Made & { payment_company: Made })[] }>(
    lena,
    '{ workers: business_contractor { id payment_company { id } } }',
  )
  const worker = present(made.workers[0], 'the contractor')
  await hands.aside(async () => {
    await lena.goto(`/agency/business/contractor/${worker.id}`)
    await see(lena.getByText('Submitted by mandy@poole.test, by a link, signed Mandy Poole'))
    await see(lena.getByRole('link', { name: 'passport.png' }))
    await homeHasNext(lena, 'agency')
  })
  await approve(lena, `/agency/business/contractor/${worker.id}`, 'Approved')
  // HMRC has the number in this name: the approver reads it.
  await ben.goto(`/provider/business/limited/${worker.payment_company.id}`)
  await see(card(ben, 'VAT check').getByText(/^Registered at HMRC, 340804329, to Poole/))
  await ben.getByRole('button', { name: 'Confirm' }).click()
  await confirm(ben)
  await approve(ben, `/provider/business/limited/${worker.payment_company.id}`, 'Onboarded')
  mandy = await join('mandy@poole.test', 'password', phone)
})

test('a placement is entered and submitted at once, agreed to by both sides, and activated', async () => {
  await lena.goto('/agency/dashboard')
  await nextStepAtHome(lena)
  await lena.getByRole('link', { name: 'Start: First placement' }).click()
  // The agency's only parties are chosen already.
  await expect.poll(() => field(lena, 'Client').inputValue()).toBe('Harbour Homes Ltd')
  await expect.poll(() => field(lena, 'Contractor').inputValue()).toBe('Mandy Poole')
  await field(lena, 'Title').fill('Site engineer, north')
  await field(lena, 'Start date').fill(formatDay(last_monday))
  await field(lena, 'Contractor rate').fill('20')
  await field(lena, 'Client rate').fill('25')
  await see(lena.getByText('£187.50 (20.00% of charge)'))
  await figure(lena, 'agency-placement')
  await hands.aside(async () => {
    await lena.getByRole('button', { name: 'Save and submit' }).click()
    await see(lena.getByText('Mandatory'))
  })
  await field(lena, 'Contractor payment terms').fill('7')
  await lena.getByRole('button', { name: 'Save and submit' }).click()
  await lena.waitForURL(/temp_placement\/[0-9a-f-]{36}$/)
  placement = { id: lena.url().split('/').at(-1) ?? '' }
  await see(lena.getByText('Pending approval client', { exact: true }))
  for (const [page, category] of [
    [terry, 'client'],
    [mandy, 'contractor'],
  ] as const) {
    await page.goto(`/${category}/dashboard`)
    await nextStepAtHome(page)
    await page
      .getByRole('link', { name: /Approve placement Site engineer/ })
      .first()
      .click()
    await see(page.getByRole('button', { name: 'Approve' }))
    await figure(page, `${category}-placement`)
    await page.getByRole('button', { name: 'Approve' }).click()
    await confirm(page)
    await see(page.getByText(/^(Pending approval contractor|Pending raise approval)$/))
  }
  await nora.page.goto(`/provider/contract/temp_placement/${placement.id}`)
  await see(nora.page.getByRole('button', { name: 'Activate' }))
  await figure(nora.page, 'provider-placement')
  await nora.page.getByRole('button', { name: 'Activate' }).click()
  await confirm(nora.page)
  await see(nora.page.getByText('Active', { exact: true }))
  await hands.aside(async () => {
    await nora.page.locator('main').getByRole('button', { name: 'More' }).click()
    await nora.page.getByRole('menuitem', { name: 'Create missing timesheets' }).click()
    await see(toast(nora.page, 'No timesheet was missing'))
    await nora.page.locator('main').getByRole('button', { name: 'More' }).click()
    await nora.page.getByRole('menuitem', { name: 'Copy to a new placement' }).click()
    await expect.poll(() => field(nora.page, 'Title').inputValue()).toBe('Site engineer, north')
    // A draft of its own, changed before anybody reads it.
    await field(nora.page, 'Start date').fill(formatDay(last_monday))
    await nora.page.getByRole('button', { name: 'Save as draft' }).click()
    await nora.page.getByRole('link', { name: 'Edit', exact: true }).click()
    await field(nora.page, 'Title').fill('Site engineer, south')
    await nora.page.getByRole('button', { name: 'Save' }).click()
    await see(nora.page.getByRole('heading', { name: 'Site engineer, south' }))
  })
})

test('the contractor enters the week, and the approver decides it from the mail with two taps', async () => {
  await mandy.goto('/contractor/transaction/timesheet')
  // The week that is over: nothing of the other one is funded before its days.
  const week = mandy.locator('main [data-row]').filter({ hasText: formatDayLong(addDays(last_monday, 6)) })
  await week.getByRole('link', { name: /^TMS/ }).click()
  await mandy.getByRole('button', { name: 'Standard week' }).click()
  await figure(mandy, 'contractor-week')
  await mandy.getByRole('button', { name: 'Submit' }).click()
  await see(mandy.getByText('Submitted', { exact: true }).first())

  const context = await openWindow(browser, running, phone)
  await hands.watch(context)
  const page = await context.newPage()
  await page.goto(await link('terry@harbour.test', '/m/'))
  await see(page.getByRole('button', { name: 'Approve' }))
  await figure(page, 'client-week')
  await hands.aside(async () => {
    await page.getByRole('button', { name: 'Approve' }).tap()
    await page.getByRole('button', { name: 'Undo' }).tap()
  })
  await page.getByRole('button', { name: 'Approve' }).tap()
  await see(page.getByText('Approved', { exact: true }), page.getByRole('button', { name: 'Undo' }))
  await context.close()
  const statuses = async () => {
    const answer = await mandy.context().request.post('/graphql', {
      data: { query: '{ weeks: transaction_timesheet { status } }' },
      headers: { 'x-stint-csrf': '1' },
    })
    const { data } = (await answer.json()) as { data: { weeks: { status: string }[] } } // GraphQL's own envelope.
    return data.weeks.map(({ status }) => status)
  }
  await expect.poll(statuses, { timeout: 120_000 }).toContain('approved')
  await mandy.reload()
  await see(mandy.getByText('Approved', { exact: true }))
})

test('the provider verifies the first client, and the agency reads the PDF of the funded invoice', async () => {
  const { page } = nora
  await hands.aside(async () => {
    await page.goto('/provider/dashboard')
    await page.getByRole('link', { name: /Clients to verify/ }).click()
    await see(page.locator('main [data-row]').filter({ hasText: 'CLI000001' }))
    await page.goto(`/provider/contract/temp_placement/${placement.id}`)
  })
  await page.locator('main').getByRole('link', { name: 'Harbour Homes Ltd' }).first().click()
  await card(page, 'Funding').getByRole('button', { name: 'Verify' }).click()
  const dialog = page.getByRole('dialog', { name: /^Verify Harbour Homes Ltd/ })
  await field(dialog, 'Verified with').fill('Terry Poole')
  await field(dialog, 'Source').fill('Website')
  await figure(page, 'provider-verify')
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await gone(dialog)

  // No more held: the next payment run pays on it.
  const released = async () => {
    const answer = await lena.context().request.post('/graphql', {
      data: {
        query:
          '{ of: transaction_invoice(where: { type: { _eq: "provider-client" }, funding_status: { _eq: "pending" } }) { id } }',
      },
      headers: { 'x-stint-csrf': '1' },
    })
    const { data } = (await answer.json()) as { data: { of: Made[] } } // GraphQL's own envelope.
    return data.of
  }
  await expect.poll(released).toHaveLength(1)
  await lena.goto(`/agency/transaction/invoice/${(await released())[0]?.id}`)
  const pdf = lena.getByRole('link', { name: 'Download PDF' })
  await see(pdf)
  await figure(lena, 'agency-invoice')
  const answer = await lena.context().request.get((await pdf.getAttribute('href')) ?? '')
  expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
  process.stdout.write(`first funded invoice: ${hands.count.click} clicks, ${hands.count.field} fields\n`)
  expect(hands.count.click).toBeLessThanOrEqual(110)
  expect(hands.count.field).toBeLessThanOrEqual(60)
})

test('support acts as the administrator of the agency, with a reason', async () => {
  const { page } = nora
  await page.goto(`/provider/business/business_contact/${lena_id}`)
  await page.getByRole('button', { name: 'Act as this person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Act as Lena Marsh' })
  await field(dialog, 'Reason').fill('Lena does not find her client')
  await dialog.getByRole('button', { name: 'Act as this person' }).click()
  await page.waitForURL(/\/agency\/dashboard/)
  const banner = page.getByRole('region', { name: 'Acting as somebody else' })
  await see(banner.getByText('You are acting as Lena Marsh (Larch Talent Ltd)'))
  await banner.getByRole('button', { name: 'End' }).click()
  await page.waitForURL(/\/provider\/dashboard/)
  await gone(banner)
})

test('a program of the agency calls the API by its token', async () => {
  await lena.goto('/agency/admin/api')
  await lena.getByRole('button', { name: 'New token' }).click()
  const dialog = lena.getByRole('dialog')
  await field(dialog, 'Name').fill('Reports of the office')
  await dialog.getByRole('checkbox', { name: 'All of Timesheet', exact: true }).check()
  await dialog.getByRole('button', { name: 'Make token' }).click()
  const token = await lena.getByRole('dialog', { name: 'The new token' }).locator('code').innerText()
  // Nothing of a browser comes along.
  const send = async (path: string, body: object, key = '') => {
    const answer = await fetch(`${running.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key === '' ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    })
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as { data?: unknown },
    }
  }
  const query = '{ ledger: get_agency_sales_ledger { invoice_count net_outstanding_balance } }'
  expect((await send('/graphql', { query })).body).toEqual({
    data: { ledger: [{ invoice_count: 1, net_outstanding_balance: 937.5 }] },
  })
  const contract = (await (await fetch(`${running.url}/api/v1/openapi.json`)).json()) as { paths: object }
  const path = '/api/v1/actions/transaction.timesheet.generate'
  expect(Object.keys(contract.paths)).toContain(path)
  const input = { contract_id: placement.id }
  expect((await send(path, input)).status).toBe(400)
  expect((await send(path, input, 'weeks of the office')).status).toBe(200)
  expect((await send(path, input, 'weeks of the office')).headers.get('idempotent-replayed')).toBe('true')
})

test('the security log tells it all', async () => {
  const { page } = nora
  await page.goto('/provider/log/security_event')
  const shown = page.getByText(/^Showing \d+ Records$/)
  await see(shown)
  const more = page.getByRole('button', { name: 'Load More' })
  while (await more.isVisible()) {
    const before = await shown.innerText()
    await more.click()
    await expect.poll(() => shown.innerText(), { timeout: 60_000 }).not.toBe(before)
  }
  for (const kind of [
    'Setting changed',
    'Second factor added',
    'Invitation sent',
    'Invitation accepted',
    'Sign-in',
    'Recovery code used',
    'Role asked for',
    'Role given',
    'Decided by a mailed link',
    'Bank account changed',
    'API token used from a new address',
    'Impersonation started',
    'Impersonation ended',
    'API token made',
  ])
    await see(page.locator('main [data-row]').filter({ hasText: kind }).first())
})

test('every check of verify holds for what people entered on their forms', async () => {
  expect(await verify()).toMatch(/All \d+ checks hold\./)
})
