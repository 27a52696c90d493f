/**
 * From an empty machine to a week approved from the mail: people of four businesses join by mail, two administrators
 * confirm a bank account, support acts with a reason, a program reads by its token, and the security log tells it.
 * Parties and placements are made on their forms.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { systemClock } from '#kernel/clock.ts'
import { addDays, formatDay, weekday } from '#kernel/day.ts'
import { codeOf, emptyInstallation, enter, PASSWORD } from './empty-installation.ts'
import { card, confirm, field, gone, pick, see, toast } from './look.ts'
import { openBrowser, openWindow } from './people.ts'

const browser = await openBrowser()
const installation = await emptyInstallation(browser)
const { running, admin, link, operate } = installation

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
const last_monday = addDays(systemClock.today(), -6 - weekday(systemClock.today()))

/** The action runner, as the pages call it. @throws Error with the refusal */
async function act<D = unknown>(context: BrowserContext, action_id: string, input: object): Promise<D> {
  const response = await context.request.post('/api/permission/action', {
    data: { action_id, input },
    headers: { 'x-stint-csrf': '1' },
  })
  const answer = (await response.json()) as { success: boolean; data: D } // Our own envelope.
  if (!answer.success) throw new Error(`${action_id}: ${JSON.stringify(answer)}`)
  return answer.data
}

type Made = { readonly id: string }

/** Joins by the mailed link; with `app` in a role that needs one. */
async function join(email: string, with_app: 'app' | 'password'): Promise<Page> {
  const context = await openWindow(browser, running)
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
  return page
}

async function fillAddress(page: Page): Promise<void> {
  await field(page, 'Address line 1').fill('4 Canal Street')
  await field(page, 'City').fill('Leeds')
  await field(page, 'Postcode').fill('LS1 4PA')
}

async function fillCompany(page: Page, name: string, brn: string): Promise<void> {
  await field(page, 'Registered name').fill(name)
  await field(page, 'Registration number').fill(brn)
  await fillAddress(page)
}

/** The page of the new record. */
async function landedOn(page: Page, kind: string): Promise<Made> {
  await page.waitForURL(new RegExp(`/business/${kind}/[0-9a-f-]{36}$`))
  return { id: page.url().split('/').at(-1) ?? '' }
}

async function addContact(page: Page, first: string, last: string, email: string, ...roles: string[]) {
  await card(page, 'Contacts').getByRole('button', { name: 'New contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'New contact' })
  await field(dialog, 'First name').fill(first)
  await field(dialog, 'Last name').fill(last)
  await field(dialog, 'Email').fill(email)
  for (const role of roles) await dialog.getByRole('checkbox', { name: role, exact: true }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await gone(dialog)
}

/** By the second person; the party's page then says where it stands. */
async function approve(page: Page, path: string, state: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await confirm(page)
  await see(page.getByText(state, { exact: true }).first())
}

const nora = await enter(browser, installation, admin)
let ben: Page
let lena: Page
let mandy: Page
let lena_id: string
let placement: Made

test('the second administrator joins by mail, and confirms the bank account of the first', async () => {
  const { page } = nora
  await page.goto('/provider/admin/people')
  await page.getByRole('button', { name: 'New person' }).click()
  await field(page, 'First name').fill('Ben')
  await field(page, 'Last name').fill('Okafor')
  await field(page, 'Email').fill('ben@tideway.test')
  await page.getByRole('checkbox', { name: 'Provider admin' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  const waits = card(page, 'Role changes that wait').getByText(/npm run admin -- approve-role [0-9a-f-]{36}$/)
  await operate('approve-role', (await waits.innerText()).split(' ').at(-1) ?? '')
  ben = await join('ben@tideway.test', 'app')

  const { data: own } = (await (await nora.context.request.get('/api/auth/session')).json()) as {
    data: { business: Made }
  }
  const account = await act<Made>(nora.context, 'business.bank_account.create', {
    business_id: own.business.id,
    bank_name: 'Harbour Bank',
    account_holder_name: 'Tideway Finance Ltd',
    sort_code: '001000',
    account_number: '55779911',
    purpose: 'trust',
  })
  await page.goto(`/provider/business/bank_account/${account.id}`)
  await see(page.getByText('Pending approval', { exact: true }))
  await ben.goto(`/provider/business/bank_account/${account.id}`)
  await ben.getByRole('button', { name: 'Confirm' }).click()
  await confirm(ben)
  await see(ben.getByText('Confirmed', { exact: true }).first())
})

test('an agency, its client and its contractor join by mail', async () => {
  const { page } = nora
  await page.goto('/provider/business/agency')
  await page.getByRole('link', { name: 'New agency' }).first().click()
  await fillCompany(page, 'Larch Talent Ltd', '445790')
  // Papers have a story of their own.
  await page.getByRole('checkbox', { name: 'Ask for compliance documents' }).uncheck()
  await page.getByRole('button', { name: 'Add agency' }).click()
  const agency = await landedOn(page, 'agency')
  await act(nora.context, 'contract.service_charge.create', {
    agency_id: agency.id,
    fee_type: 'service_fee',
    type: 'percent',
    value: '2.5',
    effective_from: last_monday,
  })
  await addContact(page, 'Lena', 'Marsh', 'lena@larch.test', 'Agency admin')
  const person = card(page, 'Contacts').getByRole('link', { name: 'Lena Marsh' })
  lena_id = (await person.getAttribute('href'))?.split('/').at(-1) ?? ''
  // The role can release money, so the other administrator gives it.
  await ben.goto('/provider/admin/people')
  await ben.getByRole('button', { name: 'Approve the role of Lena Marsh' }).click()
  await confirm(ben)
  await see(toast(ben, 'Role approved'))
  lena = await join('lena@larch.test', 'app')

  await lena.goto('/agency/business/client')
  await lena.getByRole('link', { name: 'New client' }).first().click()
  await fillCompany(lena, 'Harbour Homes Ltd', '00445790')
  await field(lena, 'Website').fill('javascript:alert(1)')
  await see(lena.getByText('Registration Number already exists'))
  await lena.getByRole('button', { name: 'Submit for approval' }).click()
  await see(lena.getByText('Please enter a valid URL'), lena.getByText('Mandatory'))
  // The draft is on the server: a reload shows it again.
  await see(lena.getByText('Kept as a draft.'))
  await lena.reload()
  await expect.poll(() => field(lena, 'Registered name').inputValue()).toBe('Harbour Homes Ltd')
  await field(lena, 'Website').fill('harbour.example')
  await field(lena, 'Registration number').fill('SC123456')
  await field(lena, 'Payment terms of temp placements').fill('30')
  await lena.getByRole('button', { name: 'Add a person' }).click()
  await lena.getByRole('button', { name: 'Submit for approval' }).click()
  await see(lena.getByRole('button', { name: /People 4 faults/ }))
  const terry_row = lena.getByRole('group', { name: 'Person 1' })
  await field(terry_row, 'First name').fill('Terry')
  await field(terry_row, 'Last name').fill('Poole')
  await field(terry_row, 'Email').fill('terry@harbour.test')
  for (const role of ['Timesheet approver', 'Hiring manager', 'Invoice contact'])
    await terry_row.getByRole('checkbox', { name: role }).check()
  await lena.getByRole('button', { name: 'Add a document' }).click()
  const terms = lena.getByRole('group', { name: 'Document 1' })
  await field(terms, 'Kind of document').selectOption('terms_of_business')
  await terms.locator('input[type=file]').setInputFiles({
    name: 'terms.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  })
  await see(terms.getByRole('link', { name: 'terms.pdf' }))
  await lena.getByRole('button', { name: 'Submit for approval' }).click()
  const client = await landedOn(lena, 'client')
  // The provider decides how much it carries, and approves.
  await act(nora.context, 'business.credit_limit.set', {
    client_id: client.id,
    amount: '25000.00',
    effective_from: last_monday,
  })
  await approve(page, `/provider/business/client/${client.id}`, 'Onboarded')

  // Nobody approves what they submitted: the provider enters the worker, and the agency approves.
  await page.goto('/provider/business/contractor')
  await page.getByRole('link', { name: 'New contractor' }).first().click()
  await pick(page, 'Agency', 'Larch Talent Ltd')
  await field(page, 'First name').fill('Mandy')
  await field(page, 'Last name').fill('Poole')
  await fillAddress(page)
  await field(page, 'Payment type').selectOption('limited')
  await field(page, 'Name of the company').fill('Poole Engineering Ltd')
  await field(page, 'Email').fill('mandy@poole.test')
  await field(page, 'Account holder name').fill('Poole Engineering Ltd')
  await field(page, 'Bank name').fill('Harbour Bank')
  await field(page, 'Sort code').fill('00-10-00')
  await field(page, 'Account number').fill('55779922')
  await field(page, 'Self-billing agreement from').fill(formatDay(last_monday))
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  const worker = await landedOn(page, 'contractor')
  await approve(lena, `/agency/business/contractor/${worker.id}`, 'Approved')
  const answer = await nora.context.request.post('/graphql', {
    data: { query: '{ companies: business_limited { id } }' },
    headers: { 'x-stint-csrf': '1' },
  })
  const { data } = (await answer.json()) as { data: { companies: Made[] } } // GraphQL's own envelope.
  const company_id = data.companies[0]?.id ?? ''
  const accounts = await ben.context().request.post('/graphql', {
    data: {
      query: `{ of: business_bank_account(where: { business_id: { _eq: "${company_id}" } }) { id } }`,
    },
    headers: { 'x-stint-csrf': '1' },
  })
  const { data: entered } = (await accounts.json()) as { data: { of: Made[] } } // GraphQL's own envelope.
  await act(ben.context(), 'business.bank_account.confirm', { id: entered.of[0]?.id })
  await approve(ben, `/provider/business/limited/${company_id}`, 'Onboarded')
  await lena.reload()
  const terry = await join('terry@harbour.test', 'password')
  mandy = await join('mandy@poole.test', 'password')

  await lena.goto('/agency/contract/temp_placement')
  await lena.getByRole('link', { name: 'New temp placement' }).first().click()
  await pick(lena, 'Client', 'Harbour Homes Ltd')
  await pick(lena, 'Contractor', 'Mandy Poole')
  await field(lena, 'Title').fill('Site engineer')
  await field(lena, 'Start date').fill(formatDay(last_monday))
  await field(lena, 'Contractor rate').fill('20')
  await field(lena, 'Client rate').fill('25')
  await see(lena.getByText('£187.50 (20.00% of charge)'))
  await lena
    .getByRole('group', { name: 'Timesheet approvers' })
    .getByRole('checkbox', { name: 'Terry Poole' })
    .check()
  await lena.getByRole('button', { name: 'Save as draft' }).click()
  await see(lena.getByText('Mandatory'))
  await field(lena, 'Contractor payment terms').fill('7')
  await lena.getByRole('button', { name: 'Save as draft' }).click()
  await lena.waitForURL(/temp_placement\/[0-9a-f-]{36}$/)
  placement = { id: lena.url().split('/').at(-1) ?? '' }
  await lena.getByRole('link', { name: 'Edit', exact: true }).click()
  await field(lena, 'Title').fill('Site engineer, north')
  await lena.getByRole('button', { name: 'Save' }).click()
  await lena.waitForURL(/\/temp_placement\/[0-9a-f-]{36}$/)
  await lena.getByRole('button', { name: 'Submit' }).click()
  await confirm(lena)
  await see(lena.getByText('Pending approval client', { exact: true }))
  for (const [page, category] of [
    [terry, 'client'],
    [mandy, 'contractor'],
  ] as const) {
    await page.goto(`/${category}/inbox`)
    await page
      .getByRole('link', { name: /Approve placement Site engineer/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await confirm(page)
    await see(page.getByText(/^(Pending approval contractor|Pending raise approval)$/))
  }
  await nora.page.goto(`/provider/contract/temp_placement/${placement.id}`)
  await nora.page.getByRole('button', { name: 'Activate' }).click()
  await confirm(nora.page)
  await see(nora.page.getByText('Active', { exact: true }))
  await nora.page.getByRole('button', { name: 'More' }).click()
  await nora.page.getByRole('menuitem', { name: 'Create missing timesheets' }).click()
  await see(toast(nora.page, 'No timesheet was missing'))
  await nora.page.getByRole('button', { name: 'More' }).click()
  await nora.page.getByRole('menuitem', { name: 'Copy to a new placement' }).click()
  await expect.poll(() => field(nora.page, 'Title').inputValue()).toBe('Site engineer, north')
})

test('the contractor enters the week, and the approver decides it from the mail with two taps', async () => {
  await mandy.goto('/contractor/transaction/timesheet')
  await mandy.getByRole('link', { name: /^TMS/ }).last().click()
  const cells = mandy.getByRole('textbox', { name: /^Standard, / })
  for (let at = 0; at < 5; at += 1) await cells.nth(at).fill('7.5')
  await mandy.getByRole('button', { name: 'Submit' }).click()
  await see(mandy.getByText('Submitted', { exact: true }).first())

  const context = await openWindow(browser, running, phone)
  const page = await context.newPage()
  await page.goto(await link('terry@harbour.test', '/m/'))
  await page.getByRole('button', { name: 'Approve' }).tap()
  await page.getByRole('button', { name: 'Undo' }).tap()
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
    'Impersonation started',
    'Impersonation ended',
    'API token made',
  ])
    await see(page.getByRole('row').filter({ hasText: kind }).first())
})
