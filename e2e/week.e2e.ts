/**
 * One week of business, from an entered timesheet to a paid contractor: the nine steps of the main job, each in the
 * browser as the person whose step it is. 37.5 hours at £20.00 and £25.00, direct funding, fee 2.5 % of gross.
 */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { demo_password } from '#demo/personas.ts'
import { addDays, type Day, day, eachDay, formatDay, formatDayLong } from '#kernel/day.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { pdfText } from '#test/pdf/pdf-text.ts'
import { card, confirm, gone, menu, rowsOf, see } from './look.ts'
import { openBrowser, openWindow, type Person, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

type Sheet = { id: string; human_id: string; contract_id: string; start_date: Day; end_date: Day }
type Document = { id: string; human_id: string; type: string; total_amount: string }

let sheet: Sheet
let agency: Person
let contractor: Person
let approver: Person
let cashier: Person
/** By type, once they are raised. */
const documents = new Map<string, Document>()

beforeAll(async () => {
  const [row] = await stint.sql<Sheet>(
    `select t.id, t.human_id, t.contract_id, t.start_date::text, t.end_date::text from transaction.timesheet t
     join business.business_contact c on c.business_id = t.contractor_id
     where c.preferences ->> 'persona' = 'contractor' order by t.start_date desc limit 1`,
  )
  if (!row) throw new Error('the demo world has no timesheet of this week')
  sheet = { ...row, start_date: day(row.start_date), end_date: day(row.end_date) }
})

const path = (category: string, screen: string, id?: string) =>
  `/${category}/${screen}${id === undefined ? '' : `/${id}`}`
const sheetPath = (category: string) => path(category, 'transaction/timesheet', sheet.id)
const documentOf = (type: string): Document => {
  const found = documents.get(type)
  if (!found) throw new Error(`no ${type} document was raised`)
  return found
}

/** The cells of the grid's first row, Monday first. */
const cells = (page: Page) => page.getByRole('textbox', { name: /^Standard, / })

async function enter(page: Page, units: readonly string[]): Promise<void> {
  for (const [at, text] of units.entries()) await cells(page).nth(at).fill(text)
}

test('1 · the agency signs in and opens the placement', async () => {
  const window = await openWindow(browser, stint)
  const page = await window.newPage()
  await page.goto('/')
  const [persona] = (await (await window.request.get('/api/auth/demo')).json()).data as { email: string }[]
  await page.getByLabel('Email').fill(persona?.email ?? '')
  await page.getByLabel('Password').fill(demo_password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await see(
    page.getByRole('heading', { name: 'Dashboard' }),
    page.getByText('Timesheets awaiting client'),
    page.getByText('Client invoices outstanding'),
  )
  expect(await page.title()).toBe('Dashboard – Stint')

  await menu(page, 'Temp Placements').click()
  await see(page.getByRole('heading', { name: 'Temp Placements' }))
  await page.getByPlaceholder('Search...').fill('Marcus Bell')
  const row = page.getByRole('row').filter({ hasText: 'Marcus Bell' })
  await see(row)
  expect(await row.innerText()).toMatch(
    /Data engineer\s+Active\s+Marcus Bell\s+Brightwater Analytics Limited/,
  )
  await row.getByRole('link', { name: /^TMP/ }).click()
  await see(page.getByRole('heading', { name: 'Data engineer' }))
  const placement = await page.getByRole('main').innerText()
  for (const fact of [
    'Bell Data Engineering Limited',
    'Brightwater Analytics Limited',
    'Weekly',
    'Fully funded',
  ])
    expect(placement).toContain(fact)
  await see(card(page, 'Rates').getByText('20.00'), card(page, 'Rates').getByText('25.00'))
  const [fee] = await stint.sql(
    `select s.type, s.value::text, s.fee_base from contract.service_charge s
     join contract.contract c on c.agency_id = s.agency_id
     where c.id = $1 and s.fee_type = 'service_fee' and s.deleted_at is null`,
    sheet.contract_id,
  )
  expect(fee).toEqual({ type: 'percent', value: '2.5000', fee_base: 'gross' })
  agency = await signIn(browser, stint, 'agency_admin')
  await window.close()
})

describe('2 · the contractor enters the week', () => {
  test('the week was generated from the frequency of the placement and waits for its hours', async () => {
    contractor = await signIn(browser, stint, 'contractor')
    const { page } = contractor
    await contractor.open('/')
    await menu(page, 'Timesheets').click()
    await page.getByRole('button', { name: /^To submit/ }).click()
    await page.getByRole('link', { name: sheet.human_id }).click()
    await see(page.getByRole('heading', { name: sheet.human_id }), page.getByText('Draft', { exact: true }))
    expect(eachDay(sheet.start_date, sheet.end_date)).toHaveLength(7)
    expect(await cells(page).count()).toBe(7)
  })

  test('what cannot be is said under its field, and nothing is saved', async () => {
    const { page } = contractor
    await enter(page, ['25', '-1', 'many', '7.5', '7.5'])
    await page.getByRole('button', { name: 'Save draft' }).click()
    const table = page.getByRole('table', { name: 'Time worked, by rate and day' })
    await see(table.getByRole('alert'))
    expect(await table.getByRole('alert').allInnerTexts()).toEqual([
      'Max number is reached',
      'Needs Positive Number',
      'Please enter a valid number',
    ])
    expect(await cells(page).nth(0).getAttribute('aria-invalid')).toBe('true')
    await see(page.getByText('Some days need a correction before this can be saved'))
    expect(
      await stint.sql('select from transaction.timesheet_detail where timesheet_id = $1', sheet.id),
    ).toEqual([])
    // Nor does the server take what a page might send unchecked.
    const [group] = await stint.sql<{ group_id: string }>(
      `select group_id from contract.rate where contract_id = $1 and name = 'Standard' limit 1`,
      sheet.contract_id,
    )
    const sent = await contractor.act('transaction.timesheet.save_draft', {
      id: sheet.id,
      details: ['24.0001', '-0.5', 'seven'].map((units, i) => ({
        date: addDays(sheet.start_date, i),
        group_id: group?.group_id,
        units,
      })),
    })
    expect(sent).toMatchObject({
      status: 400,
      success: false,
      errors: {
        'details.0.units': 'Max number is reached',
        'details.1.units': 'Needs Positive Number',
        'details.2.units': 'Please enter a valid number',
      },
    })
  })

  test('a day outside the placement is closed, and says so when something is pasted over it', async () => {
    const { page, context } = contractor
    const last = addDays(sheet.start_date, 2)
    // Ending a placement is another day's verb: the row is what it would leave behind.
    await stint.sql('update contract.contract set end_date = $2 where id = $1', sheet.contract_id, last)
    await contractor.open(sheetPath('contractor'))
    await see(cells(page))
    expect(await cells(page).count()).toBe(3)
    expect(await page.getByLabel(/^Outside the placement/).count()).toBe(4)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(() => navigator.clipboard.writeText('7.5\t7.5\t7.5\t7.5\t7.5'))
    await cells(page).first().click()
    await page.keyboard.press('ControlOrMeta+V')
    await page.getByRole('button', { name: 'Save draft' }).click()
    const said = page.getByRole('table', { name: 'Time worked, by rate and day' }).getByRole('alert')
    await see(said)
    const outside = `Should be before ${formatDay(addDays(last, 1))}`
    expect(await said.allInnerTexts()).toEqual([outside, outside])
    await stint.sql('update contract.contract set end_date = null where id = $1', sheet.contract_id)
  })

  test('a draft is kept, then the week is submitted', async () => {
    const { page } = contractor
    await contractor.open(sheetPath('contractor'))
    await enter(page, ['7.5', '7:30', 's', '7.5', '8.5'])
    await page.getByRole('button', { name: 'Save draft' }).click()
    await see(page.getByText('Draft saved'), page.getByText('All changes saved'))
    await page.reload()
    await see(cells(page))
    const kept = await cells(page).evaluateAll((inputs) =>
      inputs.map((one) => (one as HTMLInputElement).value),
    )
    expect(kept).toEqual(['7.5', '7.5', '7.5', '7.5', '8.5', '', ''])
    await page.getByRole('button', { name: 'Submit' }).click()
    await see(page.getByText('Next: Brightwater Analytics Limited approves'))
    expect(await cells(page).count()).toBe(0)
  })
})

describe('3 · the approver decides', () => {
  test('rejecting needs a reason', async () => {
    approver = await signIn(browser, stint, 'timesheet_approver')
    const { page } = approver
    await approver.open('/')
    await menu(page, 'Timesheets').click()
    await page.getByRole('button', { name: /^Awaiting approval/ }).click()
    await page.getByRole('link', { name: sheet.human_id }).click()
    await page.getByRole('button', { name: /^Reject/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await see(dialog.getByText('Please specify the reason'))
    await confirm(page, 'Friday was worked from 9 to 5 with half an hour for lunch')
    await see(page.getByText('Rejected', { exact: true }))
    const sent = await approver.act('transaction.timesheet.reject', { ids: [sheet.id], comment: '' })
    expect(sent.success).toBe(false)
  })

  test('the contractor corrects and submits again', async () => {
    const { page } = contractor
    await contractor.open(sheetPath('contractor'))
    await see(page.getByRole('note').getByText('Friday was worked from 9 to 5 with half an hour for lunch'))
    await cells(page).nth(4).fill('7.5')
    await page.getByLabel('Comment').fill('Friday corrected')
    await page.getByRole('button', { name: 'Submit' }).click()
    await see(page.getByText('Next: Brightwater Analytics Limited approves'))
  })

  test('the approver approves, and the activities tell the whole story', async () => {
    const { page } = approver
    await approver.open(sheetPath('client'))
    await see(page.getByText('37.5'))
    await page.getByRole('button', { name: /^Approve/ }).click()
    await confirm(page)
    await see(page.getByText('Approved by Amelia Stanton'))
    const steps = page.getByRole('list', { name: 'Activities, newest first' }).getByRole('listitem')
    const told = (await steps.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
    expect(told).toHaveLength(5)
    expect(
      told.map((text) =>
        text
          .match(/^(\w+)(?: (\w+))? /)
          ?.slice(1, 3)
          .join(' → '),
      ),
    ).toEqual([
      'Submitted → Approved',
      'Rejected → Submitted',
      'Submitted → Rejected',
      'Draft → Submitted',
      expect.stringMatching(/^Draft/),
    ])
    expect(told[0]).toContain('Amelia Stanton')
    expect(told[1]).toContain('Friday corrected')
    expect(told[1]).toContain('Marcus Bell')
    expect(told[2]).toContain('Friday was worked from 9 to 5 with half an hour for lunch')
    for (const text of told) expect(text).toMatch(/\d{2} \w{3} \d{4},? \d{2}:\d{2}/)
  })
})

test('4 · the documents are raised with the approval, to the penny, and balance', async () => {
  const raised = await stint.sql<
    Document & { amount: string; tax_amount: string; status: string; number: number }
  >(
    `select i.id, i.human_id, i.type, i.amount::text, i.tax_amount::text, i.total_amount::text, i.status
     from transaction.invoice i where i.timesheet_id = $1`,
    sheet.id,
  )
  for (const one of raised) documents.set(one.type, one)
  expect(
    Object.fromEntries(raised.map((one) => [one.type, [one.amount, one.tax_amount, one.status]])),
  ).toEqual({
    'provider-client': ['937.50', '187.50', 'open'],
    'agency-provider': ['937.50', '187.50', 'open'],
    'contractor-agency': ['750.00', '150.00', 'open'],
    'provider-agency': ['28.13', '5.63', 'open'],
    agency_earnings: ['191.24', '0.00', 'open'],
  })
  // Identities of money.md §1.4: 1125.00 = 900.00 + 33.76 + 0 + 191.24, and so for net and VAT.
  const [set] = await stint.sql(
    `select client_gross = contractor_gross + fee_gross + on_costs + agency_gross as cash,
       client_net = contractor_net + fee_net + on_costs + agency_net as profit,
       client_tax = contractor_tax + fee_tax + agency_tax as vat
     from transaction.invoice_set where timesheet_id = $1`,
    sheet.id,
  )
  expect(set).toEqual({ cash: true, profit: true, vat: true })
  const [ledger] = await stint.sql<{ postings: number; sum: string; same: boolean }>(
    `select count(*)::int as postings, sum(p.amount)::text as sum, bool_and(t.created_at = s.created_at) as same
     from transaction.invoice_set s
     join ledger.transaction t on t.source_entity = 'transaction.invoice_set' and t.source_id = s.id
     join ledger.posting p on p.transaction_id = t.id where s.timesheet_id = $1`,
    sheet.id,
  )
  expect(ledger).toMatchObject({ sum: '0.00', same: true })
  expect(ledger?.postings).toBeGreaterThan(1)
  // The agency reads the same on its screen.
  const { page } = agency
  await agency.open(sheetPath('agency'))
  const rows = await rowsOf(card(page, 'Invoices').getByRole('table'))
  expect(rows.map((row) => [row[0], row[4]]).sort()).toEqual(
    raised
      .map((one) => [
        one.human_id,
        `£${Number(one.total_amount).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
      ])
      .sort(),
  )
})

describe('5 · everybody sees what is his', () => {
  const all = [
    'agency-provider',
    'agency_earnings',
    'contractor-agency',
    'provider-agency',
    'provider-client',
  ]
  const seen: readonly (readonly [persona: string, types: readonly string[]])[] = [
    ['agency_admin', all],
    ['agency_read_only', all],
    ['primary_staff_user', ['agency-provider', 'contractor-agency', 'provider-client']],
    ['agency_consultant', ['agency-provider', 'contractor-agency', 'provider-client']],
    ['invoice_contact', ['provider-client']],
    ['contractor', ['contractor-agency']],
    ['contractor_umbrella', []],
    ['provider_operations', all],
    ['provider_approver', all],
    ['funder_admin', []],
    ['funder_analyst', []],
    ['meridian_admin', []],
  ]

  test.each(seen)('%s sees his documents and no other', async (persona, types) => {
    const person = await signIn(browser, stint, persona)
    const { invoices } = await person.ask<{ invoices: { type: string }[] }>(
      `query ($id: uuid!) { invoices: transaction_invoice(where: { timesheet_id: { _eq: $id } }) { type } }`,
      { id: sheet.id },
    )
    expect(invoices.map((one) => one.type).sort()).toEqual([...types].sort())
    // What is not his reads as if it did not exist, on the screen too.
    const hidden = all.find((type) => !types.includes(type))
    if (hidden !== undefined) {
      const category = (await (await person.context.request.get('/api/auth/session')).json()).data
        .category as string
      await person.open(path(category, 'transaction/invoice', documentOf(hidden).id))
      await see(person.page.getByText('Invoice not found'))
    }
    await person.context.close()
  })

  test.each(['hiring_manager', 'timesheet_approver'])('%s is given no invoice at all', async (persona) => {
    const person = await signIn(browser, stint, persona)
    expect(await person.refusal('{ transaction_invoice { id } }')).toMatch(/transaction_invoice/)
    await person.context.close()
  })

  test('a funder sees the documents of the spec of his own agencies, all of them and nothing else', async () => {
    const funder = await signIn(browser, stint, 'funder_admin')
    const { invoices } = await funder.ask<{ invoices: { id: string }[] }>(
      '{ invoices: transaction_invoice { id } }',
    )
    const his = await stint.sql<{ id: string }>(
      `select i.id from transaction.invoice i
       join business.business_contact c on c.business_id = i.funder_id and c.preferences ->> 'persona' = 'funder_admin'
       where i.type in ('provider-client', 'agency-funder', 'funder-agency', 'agency-client') and i.status in ('open', 'closed')`,
    )
    expect(his.length).toBeGreaterThan(0)
    expect(invoices.map((one) => one.id).sort()).toEqual(his.map((one) => one.id).sort())
    await funder.context.close()
  })

  test('who sees which rate: nobody learns the other side, whatever he asks', async () => {
    const contractor_side = ['contractor_amount'] as const
    const client_side = ['client_amount'] as const
    const sheets = (field: string) => `{ transaction_timesheet { ${field} } }`
    for (const field of client_side) expect(await contractor.refusal(sheets(field))).toContain(field)
    for (const field of contractor_side) expect(await approver.refusal(sheets(field))).toContain(field)
    const by = (field: string) => `{ transaction_timesheet(order_by: { ${field}: desc }) { id } }`
    expect(await contractor.refusal(by('client_amount'))).toContain('client_amount')
    expect(await approver.refusal(by('contractor_amount'))).toContain('contractor_amount')
    // On the screen: the contractor's week knows 750.00 and not 937.50, the client's the other way round.
    await contractor.open(sheetPath('contractor'))
    await see(contractor.page.getByText('£20.00 / hour'), card(contractor.page, 'Totals').getByText('750.00'))
    const contractors_page = await contractor.page.getByRole('main').innerText()
    for (const secret of ['25.00', '937.50', '1,125.00', '28.13', '191.24'])
      expect(contractors_page).not.toContain(secret)
    const cost = await signIn(browser, stint, 'invoice_contact')
    await cost.open(sheetPath('client'))
    await see(cost.page.getByText('£25.00 / hour'), card(cost.page, 'Totals').getByText('937.50'))
    const clients_page = await cost.page.getByRole('main').innerText()
    for (const secret of ['20.00', '750.00', '900.00', '28.13', '191.24'])
      expect(clients_page).not.toContain(secret)
    await cost.context.close()
    // An approver approves hours, not money.
    await approver.open(sheetPath('client'))
    await see(card(approver.page, 'Totals'))
    expect(await approver.page.getByRole('main').innerText()).not.toMatch(/£\s*\d/)
  })
})

describe('6 · the invoice', () => {
  async function downloaded(page: Page): Promise<string> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download PDF' }).click(),
    ])
    return pdfText(readFileSync(await download.path()))
  }

  test('its page and its PDF say the same, and are a VAT invoice', async () => {
    cashier = await signIn(browser, stint, 'provider_operations')
    const { page } = cashier
    const { id, human_id } = documentOf('provider-client')
    await cashier.open(path('provider', 'transaction/invoice', id))
    await see(page.getByRole('heading', { name: human_id }))
    const main = await page.getByRole('main').innerText()
    for (const fact of [
      '£937.50',
      '£187.50',
      '£1,125.00',
      'Open',
      'Fully funded',
      'Brightwater Analytics Limited',
    ])
      expect(main).toContain(fact)
    const text = await downloaded(page)
    for (const fact of [
      human_id,
      'Tideway Workforce Finance Limited',
      'Brightwater Analytics Limited',
      '37.5',
      '25.00',
      '20.00%',
      '937.50',
      '187.50',
      '1,125.00',
    ])
      expect(text).toContain(fact)
    expect(text).toMatch(/VAT (registration )?(no|number)/i)
    const [due] = await stint.sql<{ due: string }>(
      'select due_date::text as due from transaction.invoice where id = $1',
      id,
    )
    expect(main.replace(/\s+/g, ' ')).toContain(formatDayLong(day(due?.due ?? '')))
    expect(text).toContain(formatDay(day(due?.due ?? '')))
  })

  test('the self-billed one carries its statement', async () => {
    const { page } = contractor
    const { id, human_id } = documentOf('contractor-agency')
    await contractor.open(path('contractor', 'transaction/invoice', id))
    await see(page.getByRole('heading', { name: human_id }), page.getByText('your output tax due to HMRC'))
    const text = await downloaded(page)
    for (const fact of ['Bell Data Engineering Limited', '750.00', '150.00', '900.00', human_id])
      expect(text).toContain(fact)
    expect(text).toMatch(/self-billing/i)
    expect(text).toContain('The VAT shown is your output tax due to HMRC')
    for (const secret of ['25.00', '937.50']) expect(text).not.toContain(secret)
  })

  test('it is mailed with its PDF, which its addressee reads in the mail log', async () => {
    const { page } = cashier
    const { human_id, id } = documentOf('provider-client')
    await cashier.open(path('provider', 'transaction/invoice', id))
    await page.getByRole('button', { name: /^Send by mail/ }).click()
    await confirm(page)
    await see(page.getByText(`${human_id} is on its way`))
    const contact = await signIn(browser, stint, 'invoice_contact')
    const mails = () =>
      contact.ask<{ log_mail: { id: string; subject: string; attachments: { file_name: string }[] }[] }>(
        `query ($id: uuid!) { log_mail(where: { parent_id: { _eq: $id } }) { id subject attachments { file_name } } }`,
        { id },
      )
    await expect.poll(async () => (await mails()).log_mail.length, { timeout: 60_000 }).toBe(1)
    await contact.open('/client/log/mail')
    await contact.page
      .getByRole('link', { name: new RegExp(human_id) })
      .first()
      .click()
    await see(
      contact.page.getByRole('heading', { name: new RegExp(human_id) }),
      contact.page.getByText(`${human_id}.pdf`),
    )
    // Nobody else has it in his log.
    await agency.open('/agency/log/mail')
    await see(agency.page.getByText(/^(Total|Matched) Records/))
    expect(await agency.page.getByText(human_id).count()).toBe(0)
    await contact.context.close()
  })
})

describe('7 · the provider records and matches the receipt', () => {
  let receipt_path: string

  type State = {
    status: string
    finance_status: string
    outstanding_balance: number
    paid_amount: number
    is_part_paid: boolean
  }
  const state = async () =>
    (
      await cashier.ask<{ invoice: State }>(
        `query ($id: uuid!) { invoice: transaction_invoice_by_pk(id: $id) {
           status finance_status outstanding_balance paid_amount is_part_paid } }`,
        { id: documentOf('provider-client').id },
      )
    ).invoice
  const figures = async (page: Page) => (await card(page, 'Receipt').innerText()).replace(/\s+/g, ' ')

  test('from a bank line', async () => {
    const { page } = cashier
    const { human_id } = documentOf('provider-client')
    await cashier.open('/')
    await menu(page, 'Bank Lines').click()
    await page.getByRole('link', { name: 'New bank line' }).click()
    const account = page.getByLabel('Bank account').locator('option:checked')
    await expect.poll(() => account.textContent()).toMatch(/^Tideway Workforce Finance.*\(GBP\)$/)
    await page.getByLabel('Amount').fill('1125.00')
    await page.getByLabel('Reference').fill(human_id)
    await page.getByLabel('Counterparty').fill('BRIGHTWATER ANALYTICS')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await see(page.getByRole('heading', { name: human_id }))
    await page.getByRole('combobox', { name: 'Paid by' }).fill('Brightwater')
    await page.getByRole('option', { name: /Brightwater Analytics/ }).click()
    await page.getByRole('button', { name: 'Record receipt' }).click()
    await see(card(page, 'Match with open invoices'), page.getByText('Nothing is matched yet.'))
    receipt_path = new URL(page.url()).pathname
    expect(await figures(page)).toContain('Amount £1,125.00 Matched £0.00 Unmatched £1,125.00')
    await see(page.getByText('Allocated', { exact: true }))
  })

  async function match(page: Page, amount: string, left: string): Promise<void> {
    const { human_id } = documentOf('provider-client')
    await page.getByLabel(`Match ${human_id}`).check()
    await page.getByLabel(`Amount for ${human_id}`).fill(amount)
    await see(page.getByText(`Left unmatched ${left}`))
    await page.getByRole('button', { name: 'Match 1' }).click()
  }

  test('partly', async () => {
    const { page } = cashier
    await match(page, '500.00', '£625.00')
    await see(page.getByText('Partially matched', { exact: true }))
    expect(await figures(page)).toContain('Amount £1,125.00 Matched £500.00 Unmatched £625.00')
    expect(await state()).toEqual({
      status: 'open',
      finance_status: 'initiated',
      outstanding_balance: 625,
      paid_amount: 500,
      is_part_paid: true,
    })
  })

  test('taken back: the invoice is owed whole again, and the reversal stays to be read', async () => {
    const { page } = cashier
    await page.getByRole('button', { name: 'Unmatch' }).click()
    await confirm(page, 'Matched with the wrong invoice')
    await see(page.getByText('Allocated', { exact: true }), page.getByText('Matched with the wrong invoice'))
    expect(await state()).toEqual({
      status: 'open',
      finance_status: 'initiated',
      outstanding_balance: 1125,
      paid_amount: 0,
      is_part_paid: false,
    })
  })

  test('and fully: closed and paid', async () => {
    const { page } = cashier
    await match(page, '1125.00', '£0.00')
    await see(page.getByText('Matched', { exact: true }).first())
    await gone(card(page, 'Match with open invoices'))
    expect(await figures(page)).toContain('Amount £1,125.00 Matched £1,125.00 Unmatched £0.00')
    expect(await state()).toEqual({
      status: 'closed',
      finance_status: 'paid',
      outstanding_balance: 0,
      paid_amount: 1125,
      is_part_paid: false,
    })
    // The invoice page keeps what happened: two matches, the first of them taken back.
    await cashier.open(path('provider', 'transaction/invoice', documentOf('provider-client').id))
    await see(page.getByText('Paid', { exact: true }))
    const rows = await rowsOf(card(page, 'Payments and receipts').getByRole('table'))
    expect(rows.map((row) => [row[3], (row[4] ?? '').replace(/^.*\d{4} ?/, '')])).toEqual([
      ['£500.00', 'Matched with the wrong invoice'],
      ['£1,125.00', ''],
    ])
    expect(receipt_path).toMatch(/^\/provider\/transaction\/receipts\//)
  })
})

describe('8 · the provider pays', () => {
  let maker: Person
  let batch_path: string
  const balanced = async () => {
    const rows = await stint.sql(
      'select currency_id from ledger.posting group by currency_id having sum(amount) <> 0',
    )
    expect(rows).toEqual([])
  }
  const itemsOf = async (page: Page) =>
    (await rowsOf(card(page, 'Items').getByRole('table'))).map((row) => [row[1], row[0], row[6], row[7]])

  test('a batch of what is due and released, made by one person', async () => {
    maker = await signIn(browser, stint, 'provider_admin')
    const { page } = maker
    const [due] = await stint.sql<{ due: string }>(
      'select due_date::text as due from transaction.invoice where id = $1',
      documentOf('contractor-agency').id,
    )
    await maker.open('/')
    await menu(page, 'Payment Batches').click()
    await page.getByRole('link', { name: 'New batch' }).click()
    const run_date = page.getByRole('textbox', { name: 'Run date' })
    await run_date.fill(due?.due ?? '')
    await run_date.press('Tab')
    await page.getByRole('button', { name: 'Make the batch' }).click()
    await see(page.getByRole('button', { name: 'Submit for review' }))
    batch_path = new URL(page.url()).pathname
    const items = await itemsOf(page)
    expect(items).toContainEqual([
      documentOf('contractor-agency').human_id,
      'Bell Data Engineering Limited',
      'Included',
      '£900.00',
    ])
    expect(items).toContainEqual([
      documentOf('agency_earnings').human_id,
      'Larkfield Talent Limited',
      'Included',
      '£191.24',
    ])
    await balanced()
  })

  test('is not reviewed by its maker', async () => {
    const { page } = maker
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await confirm(page)
    await see(page.getByText('Under review', { exact: true }))
    const review = page.getByRole('button', { name: 'Mark as reviewed' })
    await see(review)
    expect(await review.getAttribute('aria-disabled')).toBe('true')
    const refused = await maker.act('payment.payment_batch.review', { id: batch_path.split('/').at(-1) })
    expect(refused).toMatchObject({
      success: false,
      message: 'A batch is reviewed by somebody other than its maker',
    })
  })

  test('but by somebody else, who completes it: contractor and agency are paid', async () => {
    const checker = await signIn(browser, stint, 'provider_approver')
    const { page } = checker
    await checker.open(batch_path)
    await page.getByRole('button', { name: 'Mark as reviewed' }).click()
    await confirm(page)
    await see(page.getByText('Reviewed', { exact: true }).first())
    await balanced()
    await page.getByRole('button', { name: 'Complete and pay' }).click()
    await confirm(page)
    await see(page.getByText('Completed', { exact: true }).first())
    expect(await itemsOf(page)).toContainEqual([
      documentOf('contractor-agency').human_id,
      'Bell Data Engineering Limited',
      'Paid',
      '£900.00',
    ])
    await balanced()
    await checker.context.close()
    await maker.context.close()
  })

  test('every document of the week is settled, and the contractor sees that he is paid', async () => {
    const left = await stint.sql(
      `select type, status, outstanding_balance::text as outstanding from transaction.invoice where timesheet_id = $1 and status <> 'closed'`,
      sheet.id,
    )
    expect(left).toEqual([])
    const { page } = contractor
    await contractor.open(path('contractor', 'transaction/invoice', documentOf('contractor-agency').id))
    await see(page.getByText('Paid', { exact: true }).first())
    expect((await page.getByRole('main').innerText()).replace(/\s+/g, ' ')).toContain('Outstanding £0.00')
  })
})

describe('9 · the agency reads its books', () => {
  const buckets = ['Current', '0-30 days', '31-60 days', '61-90 days', '91-120 days', 'Over 120 days']
  /** Worked out from the documents, apart from the reports' own SQL. */
  async function owed(client: string | null): Promise<Record<string, string[]>> {
    const rows = await stint.sql<{ code: string; net: string; aged: string[] }>(
      `with open as (
         select y.alpha_code as code, i.outstanding_balance as amount, $2::date - i.due_date as late
         from transaction.invoice i join platform.currency y on y.id = i.currency_id
         join business.business a on a.id = i.agency_id and a.name = 'Larkfield Talent Limited'
         join business.business c on c.id = i.client_id and ($1::text is null or c.name = $1)
         where i.status = 'open' and i.type in ('provider-client', 'agency-client', 'funder-client'))
       select code, sum(amount)::text as net, array[
         coalesce(sum(amount) filter (where late <= 0), 0), coalesce(sum(amount) filter (where late between 1 and 30), 0),
         coalesce(sum(amount) filter (where late between 31 and 60), 0), coalesce(sum(amount) filter (where late between 61 and 90), 0),
         coalesce(sum(amount) filter (where late between 91 and 120), 0), coalesce(sum(amount) filter (where late > 120), 0)]::text[] as aged
       from open group by code order by code`,
      client,
      (await agency.session()).today,
    )
    return Object.fromEntries(rows.map((row) => [row.code, [row.net, ...row.aged].map(plain)]))
  }
  /** Pennies as text, whatever grouping and sign of currency stand around them. */
  const plain = (text: string) => Number(text.replace(/[^\d.-]/g, '')).toFixed(2)

  async function shown(page: Page, code: string): Promise<string[]> {
    const of = card(page, code)
    await see(of)
    const net = of.locator('dt', { hasText: 'Net outstanding' }).locator('xpath=following-sibling::dd')
    const aged = await of.getByRole('link').allInnerTexts()
    expect(aged.map((text) => text.split('\n')[0]?.trim())).toEqual(buckets)
    return [plain(await net.innerText()), ...aged.map((text) => plain(text.split('\n').at(-1) ?? ''))]
  }
  const pence = (figures: readonly string[]) => figures.map((text) => Math.round(Number(text) * 100))

  test('the sales ledger, per currency and by age', async () => {
    const { page } = agency
    await agency.open('/')
    await menu(page, 'Sales Ledger').click()
    await see(page.getByRole('heading', { name: 'Sales Ledger' }))
    const truth = await owed(null)
    expect(Object.keys(truth)).toEqual(['EUR', 'GBP'])
    for (const [code, figures] of Object.entries(truth)) {
      expect(await shown(page, code)).toEqual(figures)
      const [net, ...aged] = pence(figures)
      expect(aged.reduce((sum, one) => sum + one, 0)).toBe(net)
    }
    // What is paid is in it no longer.
    const { rows } = await agency.ask<{ rows: { human_id: string }[] }>(
      '{ rows: get_agency_sales_ledger_detail { human_id } }',
    )
    expect(rows.map((row) => row.human_id)).not.toContain(documentOf('provider-client').human_id)
  })

  test('and the statement of the client says the same', async () => {
    const { page } = agency
    await menu(page, 'Client Statement').click()
    await page.getByRole('link', { name: 'Brightwater Analytics Limited' }).first().click()
    await see(page.getByRole('heading', { name: 'Brightwater Analytics Limited' }))
    const truth = await owed('Brightwater Analytics Limited')
    expect(Object.keys(truth)).toEqual(['GBP'])
    expect(await shown(page, 'GBP')).toEqual(truth.GBP)
    // The limit less what is owed.
    const headroom = card(page, 'GBP')
      .locator('dt', { hasText: 'Headroom' })
      .locator('xpath=following-sibling::dd')
    expect(pence([plain(await headroom.innerText())])).toEqual([
      25_000_000 - (pence(truth.GBP ?? [])[0] ?? 0),
    ])
  })

  test('a bucket opens the documents behind it', async () => {
    const { page } = agency
    const of = card(page, 'GBP').getByRole('link', { name: /^Current/ })
    const amount = plain((await of.innerText()).split('\n').at(-1) ?? '')
    await of.click()
    const table = page.getByRole('table', { name: 'Open documents' })
    await see(table.getByRole('row'))
    const rows = await agency.ask<{ rows: { outstanding_balance: number }[] }>(
      `query ($id: uuid!) { rows: get_agency_sales_ledger_detail(where: { client_id: { _eq: $id }, age_bucket: { _eq: "current" }, kind: { _neq: "receipt" } }) { outstanding_balance } }`,
      { id: new URL(page.url()).pathname.split('/').at(-1) },
    )
    expect(rows.rows.reduce((sum, row) => sum + Math.round(row.outstanding_balance * 100), 0)).toBe(
      pence([amount])[0],
    )
    await see(page.getByText(`Matched Records: ${rows.rows.length} of`))
  })

  test('and every invariant holds in the database that the week left behind', async () => {
    const broken = (await verifyDatabase(stint)).filter((finding) => finding.broken.length > 0)
    expect(broken).toEqual([])
  })
})
