/** A list as a file (spec §2, Export and Templates menus): from the click to the rows in the file, and the file found again. */
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pdfText } from '#test/pdf/pdf-text.ts'
import { axeFaults } from './axe-faults.ts'
import { gone, see, tabTo } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

const list_path = `/agency/transaction/timesheet?group_by=status__approved&sort_by=${encodeURIComponent('{"id":"start_date","desc":false}')}`
const approved = await stint.sql<{ human_id: string; start_date: string; shown: string }>(
  `select t.human_id, t.start_date::text, to_char(t.start_date, 'DD/MM/YYYY') as shown
   from transaction.timesheet t join business.business_contact c on c.business_id = t.agency_id
   where c.preferences ->> 'persona' = 'agency_admin' and t.deleted_at is null and t.status = 'approved'
   order by t.start_date, t.id`,
)

/** Says yes in the dialog of an export, and waits for its file. */
async function download(page: Page, what: string): Promise<Buffer> {
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  const dock = page.getByRole('region', { name: what })
  const started = page.waitForEvent('download')
  await dock.getByRole('link', { name: 'Download' }).click()
  const bytes = readFileSync(await (await started).path())
  await dock.getByRole('button', { name: 'Close' }).click()
  return bytes
}

async function choose(page: Page, menu: 'Export' | 'Templates', label: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: label }).click()
}

test.each(['Pacific/Kiritimati', 'America/Los_Angeles'])(
  'an agency in %s exports its timesheets as shown: every row that matches, every date as it is',
  async (timezoneId) => {
    expect(approved.length).toBeGreaterThan(10)
    const { page, open, context } = await signIn(browser, stint, 'agency_admin', { timezoneId })
    await open(list_path)
    const read = {
      CSV: async (bytes: Buffer): Promise<unknown[][]> => parse(bytes),
      Excel: async (bytes: Buffer): Promise<unknown[][]> => (await readXlsx(bytes)).sheets[0]?.rows ?? [],
    }
    for (const label of ['CSV', 'Excel'] as const) {
      await choose(page, 'Export', label)
      await see(page.getByRole('dialog').getByText(`${approved.length} rows`, { exact: true }))
      const [header = [], ...rows] = await read[label](await download(page, `Timesheets as ${label}`))
      const at = header.indexOf('Start Date')
      const dayOf = (cell: unknown) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : cell)
      expect(header[0]).toBe('Timesheet Id')
      expect(header).toContain('Currency')
      expect(rows.map((row) => [row[0], dayOf(row[at])])).toEqual(
        approved.map(({ human_id, start_date }) => [human_id, start_date]),
      )
    }
    await choose(page, 'Export', 'PDF')
    const text = await pdfText(await download(page, 'Timesheets as PDF'))
    expect(text).toContain('Status: Approved')
    expect(text).toContain(`${approved.length} rows`)
    expect([...text.matchAll(/\bTMS\d+\b/g)].map(([id]) => id)).toEqual(
      approved.map(({ human_id }) => human_id),
    )
    for (const { shown } of approved) expect(text).toContain(shown)
    await context.close()
  },
)

test('export: the file has the reader’s columns in their order', async () => {
  const { page, open, context } = await signIn(browser, stint, 'agency_admin')
  await open(list_path)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Client', exact: true }).click()
  await page.keyboard.press('Escape')
  await gone(page.getByRole('columnheader', { name: 'Client', exact: true }))
  await choose(page, 'Export', 'CSV')
  const [header = []]: string[][] = parse(await download(page, 'Timesheets as CSV'))
  const shown = await page.getByRole('columnheader').allInnerTexts()
  expect(header).not.toContain('Client')
  expect(header.slice(0, 4)).toEqual(
    shown
      .map((text) => text.trim())
      .filter((text) => text !== '' && !text.startsWith('#'))
      .slice(0, 4),
  )
  await context.close()
})

test('the rows that are selected are a file of their own, also in a list without actions', async () => {
  const { page, open, context } = await signIn(browser, stint, 'agency_admin')
  await open('/agency/business/contractor')
  const rows = page.locator('tbody tr[data-row]')
  const ids: string[] = []
  for (const at of [1, 3, 4]) {
    const row = rows.nth(at)
    ids.push(await row.locator('[data-row-link]').innerText())
    await row.getByRole('checkbox').check()
  }
  await see(page.getByText('3 selected'))
  await choose(page, 'Export', 'CSV')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'The 3 selected' }).check()
  await see(dialog.getByText('3 rows', { exact: true }))
  const [header = [], ...lines]: string[][] = parse(await download(page, 'Contractors as CSV'))
  expect(header[0]).toBe('Contractor Id')
  expect(lines.map(([id]) => id)).toEqual(ids)
  // The file took nothing away: they are still selected.
  await see(page.getByText('3 selected'))
  await context.close()
})

test('export: the agency report page names the export-only columns, and the file has them', async () => {
  const [{ paid } = { paid: 0 }] = await stint.sql<{ paid: number }>(
    `select count(*)::int as paid from transaction.payment_receipt_detail d
     join transaction.invoice i on i.id = d.invoice_id
     join business.business_contact c on c.business_id = d.agency_id
     where c.preferences ->> 'persona' = 'agency_admin' and i.type = 'contractor-agency' and d.reversal_date is null
       and i.contractor_id is not null`,
  )
  expect(paid).toBeGreaterThan(10)
  const { page, open, context } = await signIn(browser, stint, 'agency_admin')
  await open('/agency/paye/agency_earnings_report?filter_by=%7B%7D')
  await choose(page, 'Export', 'Excel')
  const dialog = page.getByRole('dialog')
  await see(
    dialog.getByText('Total Units, Contractor Vat, Net, Gross, Currency'),
    dialog.getByText(`${paid.toLocaleString('en-GB')} rows`, { exact: true }),
  )
  const { sheets } = await readXlsx(await download(page, 'Contractor Payments as Excel'))
  const [header = [], ...rows] = sheets[0]?.rows ?? []
  expect(header.slice(-5)).toEqual(['Total Units', 'Contractor Vat', 'Net', 'Gross', 'Currency'])
  expect(rows).toHaveLength(paid)
  const [units, vat, net, gross] = [
    header.length - 5,
    header.length - 4,
    header.length - 3,
    header.length - 2,
  ]
  for (const row of rows) {
    // An expense has no units.
    if (row[header.indexOf('Generated For')]) expect(typeof row[units]).toBe('number')
    expect(typeof row[vat]).toBe('number')
    expect(Number(row[net]) + Number(row[vat])).toBeCloseTo(Number(row[gross]), 2)
  }
  await context.close()
})

test('template export: leaves out rows in suspense and says so; only its maker finds the file again', async () => {
  const [{ human_id } = { human_id: '' }] = await stint.sql<{ human_id: string }>(
    `update transaction.timesheet set status = 'suspense', suspense_reason = 'No bank account' where human_id = $1 returning human_id`,
    approved[0]?.human_id,
  )
  const [{ waiting } = { waiting: 0 }] = await stint.sql<{ waiting: number }>(
    `select count(*)::int as waiting from transaction.timesheet t join business.business_contact c on c.business_id = t.agency_id
     where c.preferences ->> 'persona' = 'agency_admin' and t.deleted_at is null and t.status = 'suspense'`,
  )
  const { page, open, context } = await signIn(browser, stint, 'agency_admin')
  await open('/agency/transaction/timesheet')
  await choose(page, 'Templates', 'Timesheet units')
  const left_out = `${waiting} ${waiting === 1 ? 'row' : 'rows'} in suspense left out`
  await see(page.getByRole('dialog').getByText(left_out))
  const lines: string[][] = parse(await download(page, 'Timesheet units template'))
  expect(lines[0]).toEqual(expect.arrayContaining(['Timesheet Id', 'Date', 'Rate', 'Units']))
  expect(lines.length).toBeGreaterThan(100)
  expect(lines.flat()).not.toContain(human_id)

  await page.getByRole('button', { name: /: account$/ }).click()
  await page.getByRole('menuitem', { name: 'Exports' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Timesheet units template' })
  await see(row.getByText('Completed'))
  const file = row.getByRole('link', { name: /Timesheet units .*\.csv/ })
  const address = (await file.getAttribute('href')) ?? ''
  expect((await context.request.get(address)).status()).toBe(200)
  const colleague = await signIn(browser, stint, 'primary_staff_user')
  expect((await colleague.context.request.get(address)).status()).toBe(404)
  await colleague.open('/agency/exports')
  await see(colleague.page.getByText('Exports are kept here for seven days.'))

  // Its time is over: the list still says what it was.
  await stint.sql(`update platform.job set has_file = false where kind = 'export'`)
  await page.reload()
  await see(row.getByText(/\(expired\)/))
  await context.close()
  await colleague.context.close()
})

test('with the keyboard alone, and without an axe violation, wide and narrow', async () => {
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [360, 'dark'],
  ] as const) {
    const { page, open, context } = await signIn(browser, stint, 'agency_admin', {
      viewport: { width, height: 900 },
      colorScheme,
    })
    await open('/agency/transaction/invoice')
    await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
    await tabTo(page, 'Export')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'CSV' }).waitFor()
    // Keys reach the menu once the focus is in it.
    await page.locator('[role="menu"]:focus-within').waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Export Invoices as PDF' })
    await see(dialog.getByText(/^[\d,]+ rows$/))
    // What fades out or in has other colours for a moment.
    await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)))
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await gone(dialog)
    await see(page.locator('button:focus', { hasText: 'Export' }))
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'CSV' }).waitFor()
    await page.locator('[role="menu"]:focus-within').waitFor()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).waitFor()
    await tabTo(page, 'Export')
    await page.keyboard.press('Enter')
    await see(page.getByRole('region', { name: 'Invoices as CSV' }).getByRole('link', { name: 'Download' }))
    await open('/agency/exports')
    await see(page.getByText('Invoices as CSV'))
    expect(await axeFaults(page)).toEqual([])
    await context.close()
  }
})

test('export: refused for an empty list, with the reason', async () => {
  const { page, open, context } = await signIn(browser, stint, 'agency_admin')
  await open('/agency/transaction/invoice?search=nothing+is+called')
  await choose(page, 'Export', 'Excel')
  const dialog = page.getByRole('dialog')
  await see(dialog.getByText('No Records Found'))
  const button = dialog.getByRole('button', { name: 'Export' })
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  await context.close()
})
