/**
 * One week of business, from an entered timesheet to a paid contractor: the nine steps of the main job, each in the
 * browser as the person whose step it is. 37.5 hours at £20.00 and £25.00, direct funding, fee 2.5 % of gross.
 */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { demo_password } from '#demo/personas.ts'
import { addDays, type Day, day, eachDay, formatDay } from '#kernel/day.ts'
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
  const [fee] = await stint.sql<{ value: string; fee_base: string; type: string; is_vat: boolean }>(
    `select s.value::text, s.fee_base, s.type, true as is_vat from contract.service_charge s
     join contract.contract c on c.agency_id = s.agency_id where c.id = $1 and s.fee_type = 'service' limit 1`,
    sheet.contract_id,
  )
  expect(fee).toBeDefined()
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
