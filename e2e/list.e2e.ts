/** The generic list in the browser (spec §2): what stands in the address, in the footer and under the keys. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type Person, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

let agency: Person
let page: Page
let agency_id: string

beforeAll(async () => {
  agency = await signIn(browser, stint, 'agency_admin')
  page = agency.page
  const [row] = await stint.sql<{ business_id: string }>(
    `select business_id from business.business_contact where preferences ->> 'persona' = 'agency_admin'`,
  )
  agency_id = row?.business_id ?? ''
})

const footer = () => page.locator('footer')
const rows = () => page.locator('tbody tr[data-row]')
const query = () => new URL(page.url()).searchParams

async function sees(locator: Locator, text: string | RegExp): Promise<void> {
  await locator.filter({ hasText: text }).waitFor()
}

/** How many timesheets the agency has, asked of the database itself. */
async function timesheets(condition = 'true'): Promise<number> {
  const [row] = await stint.sql<{ n: number }>(
    `select count(*)::int as n from transaction.timesheet where agency_id = $1 and deleted_at is null and ${condition}`,
    agency_id,
  )
  return row?.n ?? 0
}

describe('timesheets of an agency', () => {
  test('shows ten rows, then fifty more', async () => {
    await agency.open('/agency/transaction/timesheet')
    await sees(footer(), `Total Records: ${await timesheets()}`)
    await sees(footer(), 'Showing 10 Records')
    expect(await rows().count()).toBe(10)
    await page.getByRole('button', { name: 'Load More' }).click()
    await sees(footer(), 'Showing 60 Records')
    expect(await rows().count()).toBe(60)
    expect(await page.title()).toBe('Timesheet – Transaction – Stint')
  })

  test('groups, with the group in the address and the counts of the database', async () => {
    await agency.open('/agency/transaction/timesheet')
    const approved = await timesheets(`status = 'approved'`)
    const option = page.getByRole('button', { name: `Approved ${approved}` })
    await option.click()
    await sees(footer(), `Matched Records: ${approved} of ${await timesheets()}`)
    expect(query().get('group_by')).toBe('status__approved')
    await page.goBack()
    await sees(footer(), `Total Records: ${await timesheets()}`)
  })

  test('group: an option replaces the filter on its field, and its count equals its rows', async () => {
    const [approved, draft] = [await timesheets(`status = 'approved'`), await timesheets(`status = 'draft'`)]
    await agency.open('/agency/transaction/timesheet?filter_by={"status":{"in":["draft"]}}')
    await sees(footer(), `Matched Records: ${draft} of ${await timesheets()}`)
    const pressed = page
      .getByRole('group', { name: 'Group by Status' })
      .getByRole('button', { pressed: true })
    await sees(pressed, `Draft${draft}`)
    await page.getByRole('button', { name: `Approved ${approved}` }).click()
    await sees(footer(), `Matched Records: ${approved} of ${await timesheets()}`)
    expect([query().get('group_by'), query().get('filter_by')]).toEqual(['status__approved', '{}'])
  })

  test('turns the list’s own order round at the first click on its column', async () => {
    await agency.open('/agency/transaction/timesheet')
    await page.locator('th[aria-sort="descending"]', { hasText: 'Updated At' }).waitFor()
    const head = page.getByRole('columnheader', { name: 'Updated At' }).getByRole('button')
    await head.click()
    await page.locator('th[aria-sort="ascending"]', { hasText: 'Updated At' }).waitFor()
    await head.click()
    await page.locator('th[aria-sort="descending"]', { hasText: 'Updated At' }).waitFor()
    expect(query().get('sort_by')).toBeNull()
  })

  test('sorts descending, then ascending, then as the list does by itself', async () => {
    await agency.open('/agency/transaction/timesheet')
    const head = page.getByRole('columnheader', { name: 'Start Date' })
    await head.getByRole('button').click()
    await page.locator('th[aria-sort="descending"]', { hasText: 'Start Date' }).waitFor()
    expect(query().get('sort_by')).toBe('{"id":"start_date","desc":true}')
    await head.getByRole('button').click()
    await page.locator('th[aria-sort="ascending"]', { hasText: 'Start Date' }).waitFor()
    const [first] = await stint.sql<{ human_id: string }>(
      `select human_id from transaction.timesheet where agency_id = $1 order by start_date, id limit 1`,
      agency_id,
    )
    await sees(rows().first(), first?.human_id ?? '')
    await head.getByRole('button').click()
    await page.locator('th[aria-sort="descending"]', { hasText: 'Updated At' }).waitFor()
    expect(query().get('sort_by')).toBeNull()
  })

  test('filters by the form; a chip clears it', async () => {
    await agency.open('/agency/transaction/timesheet')
    await rows().first().waitFor()
    await page.keyboard.press('f')
    const form = page.getByRole('dialog')
    await form.getByRole('group', { name: 'Status' }).getByLabel('Draft').check()
    await form.getByRole('button', { name: 'Apply' }).click()
    await sees(footer(), `Matched Records: ${await timesheets(`status = 'draft'`)} of ${await timesheets()}`)
    expect(query().get('filter_by')).toBe('{"status":{"in":["draft"]}}')
    await page.getByRole('button', { name: 'Clear Status' }).click()
    await sees(footer(), `Total Records: ${await timesheets()}`)
  })

  test('number filter: an invalid number is refused under it, without a query', async () => {
    await agency.open('/agency/transaction/invoice')
    await rows().first().waitFor()
    const before = page.url()
    await page.keyboard.press('f')
    const form = page.getByRole('dialog')
    const from = form.getByRole('group', { name: 'Total Amount' }).getByLabel('From')
    await from.fill('a lot')
    await from.press('Enter')
    await form.getByText('Please enter a valid number').waitFor()
    expect(await from.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(page.url()).toBe(before)
    await from.fill('£1,000')
    await from.press('Enter')
    await sees(footer(), 'Matched Records: ')
    expect(query().get('filter_by')).toBe('{"total_amount":{"from":"1000"}}')
  })

  test('search: twenty characters, spaces as wildcards, a message without matches', async () => {
    await agency.open('/agency/transaction/timesheet')
    await rows().first().waitFor()
    await page.keyboard.press('/')
    const box = page.getByPlaceholder('Search...')
    await box.pressSequentially('tms 00')
    await sees(footer(), 'Matched Records: ')
    expect(query().get('search')).toBe('tms 00')
    await box.fill('%_'.repeat(20))
    expect(await box.inputValue()).toHaveLength(20)
    await box.press('Enter')
    await page.getByText('No Records Found').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await sees(footer(), `Total Records: ${await timesheets()}`)
  })

  test('address: drops unknown parts and opens', async () => {
    const strange = new URLSearchParams({
      filter_by: '{"salary":{"in":["1"]},"status":{"in":["stolen","draft"]}}',
      sort_by: '{"id":"constructor","desc":true}',
      group_by: 'nothing__here',
    })
    await agency.open(`/agency/transaction/timesheet?${strange}`)
    await sees(footer(), `Matched Records: ${await timesheets(`status = 'draft'`)} of `)
    await agency.open('/agency/transaction/timesheet?filter_by={broken')
    await sees(footer(), `Total Records: ${await timesheets()}`)
  })

  test('keyboard: moves to a row, into it, to the next, and back to the same list', async () => {
    await agency.open('/agency/transaction/timesheet?group_by=status__approved')
    await rows().first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    const second = await page.locator(':focus').innerText()
    expect(second).toBe(await rows().nth(1).locator('[data-row-link]').innerText())
    await page.keyboard.press('Enter')
    await sees(page.getByRole('heading', { level: 1 }), second)
    await page.keyboard.press(']')
    await page.getByText('3 of 10').waitFor()
    const third = await page.getByRole('heading', { level: 1 }).innerText()
    await page.getByRole('main').getByRole('link', { name: 'Timesheets' }).first().click()
    await sees(footer(), 'Matched Records: ')
    expect(query().get('group_by')).toBe('status__approved')
    await sees(page.locator(':focus'), third)
  })

  test('names the rows that a bulk action may not touch, and the reason', async () => {
    await agency.open('/agency/transaction/timesheet?group_by=status__approved')
    await rows().first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.getByRole('toolbar').getByRole('button', { name: 'Approve' }).click()
    const popup = page.getByRole('dialog')
    await sees(popup, 'Approve is not possible')
    await sees(popup, await rows().first().locator('[data-row-link]').innerText())
    await popup.getByRole('button', { name: 'Close' }).last().click()
    await page.keyboard.press('Escape')
    await page.getByPlaceholder('Search...').waitFor()
  })

  test('failed list: says that it could not load, never that it is empty, and loads on Retry', async () => {
    const refuse = (route: { abort: () => Promise<void> }) => route.abort()
    await agency.open('/agency/dashboard')
    await page.route('**/graphql', refuse)
    await agency.open('/agency/transaction/timesheet')
    await page.getByText('Could not load').waitFor()
    await sees(footer(), 'Total Records: 0')
    expect(await page.getByText('No Records Found').count()).toBe(0)
    const retry = page.getByRole('button', { name: 'Retry' })
    const asked = page.waitForRequest('**/graphql')
    await retry.click()
    await asked
    await page.getByText('Could not load').waitFor()
    await page.unroute('**/graphql', refuse)
    // With the live connection the list can come back before the press.
    const all = `Total Records: ${await timesheets()}`
    await Promise.race([retry.click(), sees(footer(), all)])
    await sees(footer(), all)
  })
})

test('bulk action: names rows changed by others first, and runs for the rest', async () => {
  const approver = await signIn(browser, stint, 'timesheet_approver')
  const { page: his } = approver
  await approver.open('/client/transaction/timesheet?group_by=status__submitted')
  const waiting = his.locator('tbody tr[data-row]')
  await waiting.nth(1).waitFor()
  const first = await waiting.nth(0).getAttribute('data-row')
  for (const at of [0, 1]) await waiting.nth(at).getByRole('checkbox').check()
  await sees(his.getByRole('toolbar'), '2 selected')
  // Lists follow what others do; this one is not told, as on a line that is lost.
  await his.routeWebSocket(/graphql/, (socket) => socket.close())
  await stint.sql(`update transaction.timesheet set status = 'rejected' where id = $1`, first)
  await his.getByRole('toolbar').getByRole('button', { name: 'Reject' }).click()
  const popup = his.getByRole('dialog')
  await sees(popup, 'One selected record prevents this.')
  await popup.getByRole('button', { name: 'Continue with the other one' }).click()
  await sees(his.getByRole('dialog'), 'Reject 1 timesheet.')
  const announced = his.locator('[data-announcer]')
  await sees(announced, '1 row selected')
  await sees(his.getByRole('toolbar', { includeHidden: true }), '1 selected')
  await his.getByRole('dialog').getByLabel('Comments Please').fill('Hours of another week')
  await his.getByRole('dialog').getByRole('button', { name: 'Yes' }).press('Enter')
  await sees(announced, 'Reject done: 1 record')
  await his.locator('main').locator('[data-row-link]:focus, h1:focus').waitFor()
  await approver.context.close()
})

test('invoices are read under the house policy without one report, on a phone as cards', async () => {
  const reports: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) reports.push(message.text())
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await agency.open('/agency/transaction/invoice')
  await page.locator('li[data-row]').first().waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Receipts' }).click()
  await sees(page.getByRole('heading', { level: 1 }), 'Receipts')
  expect(reports).toEqual([])
})
