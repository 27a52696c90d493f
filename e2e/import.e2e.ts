/** Rows of a file become timesheets and clients, and back: chosen, checked, seen, imported, undone. */
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pdf } from '#test/fixtures/files.ts'
import { axeFaults } from './axe-faults.ts'
import { card, confirm, gone, see } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

const file = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'text/csv',
  buffer: typeof text === 'string' ? Buffer.from(text) : text,
})
const clients = [
  'Name;Registration Number;Address Line 1;City;Zipcode;Country;Currency;Temp Payment Terms;Their code',
  'Ashdown Rail;71000001;1 Station Road;Leeds;LS1 1AA;United Kingdom;GBP;30;A-1',
  'Birchwood "Homes" Ltd;71000002;2 Mill Lane;York;YO1 7HH;United Kingdom;GBP;14;',
  ';71000003;3 Mill Lane;York;YO1 7HH;United Kingdom;GBP;14;',
  'Cedar Foods;12;4 Dock Street;Hull;HU1 1AA;United Kingdom;GBP;soon;',
].join('\r\n')

const choose = (page: Page, label: string, given: { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByLabel(label).setInputFiles(given)

/** For looking at; where they are wanted. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.STINT_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

test('import: an agency imports clients, reads each fault, and undoes the import', async () => {
  const { page, open } = await signIn(browser, stint, 'agency_admin')
  const made = () =>
    stint.sql<{ name: string }>(
      `select name from business.business where deleted_at is null
       and name in ('Ashdown Rail', 'Birchwood "Homes" Ltd', 'Cedar Foods') order by name`,
    )
  await open('/agency/business/client')
  await page.getByRole('link', { name: 'Import' }).click()
  await page.getByRole('radio', { name: 'Clients' }).waitFor()
  await expect.poll(() => page.getByRole('radio', { name: 'Clients' }).isChecked()).toBe(true)

  await choose(page, 'Clients as CSV', file('clients.xlsx', 'x'))
  await see(page.getByText('Please choose a csv file', { exact: true }))
  await choose(page, 'Clients as CSV', file('clients.csv', clients))

  const rows = card(page, 'Rows')
  await see(
    page.getByText('Checked', { exact: true }),
    rows.getByText('Mandatory'),
    rows.getByText('Please enter a valid number').first(),
  )
  await expect.poll(() => rows.locator('tbody tr').count()).toBe(2)
  const started = page.waitForEvent('download')
  await rows.getByRole('link', { name: 'Rows with errors' }).click()
  const [header, ...faulty] = parse(readFileSync(await (await started).path())) as string[][]
  expect(header?.at(-1)).toBe('Error')
  expect(faulty.map((row) => row.at(-1))).toEqual([
    'Name: Mandatory',
    'Registration Number: Please enter a valid number; Temp Payment Terms: Please enter a valid number',
  ])
  await rows.getByRole('button', { name: 'All 4' }).click()
  await expect.poll(() => rows.locator('tbody tr').count()).toBe(4)

  await page.getByRole('radio', { name: 'All rows or nothing' }).check()
  const apply = page.getByRole('button', { name: 'Import 2 rows' })
  await expect.poll(() => apply.getAttribute('aria-disabled')).toBe('true')
  expect(await apply.getAttribute('aria-description')).toBe(
    '2 rows have errors, so that not all can be imported',
  )
  expect(await made()).toEqual([])
  await page.getByRole('radio', { name: 'Valid rows only' }).check()
  await apply.click()
  await see(page.getByText('Imported', { exact: true }), page.getByRole('button', { name: 'Undo import' }))
  expect((await made()).map(({ name }) => name)).toEqual(['Ashdown Rail', 'Birchwood "Homes" Ltd'])

  await page.getByRole('link', { name: 'Show the clients' }).click()
  await see(page.getByRole('link', { name: 'Ashdown Rail' }).or(page.getByText('Ashdown Rail')))
  await page.goBack()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await confirm(page)
  await see(page.getByText('All records are as before the import.'))
  expect(await made()).toEqual([])
})

test('columns with other names are chosen once, and known the next time', async () => {
  const { page, open } = await signIn(browser, stint, 'agency_admin')
  const odd = (name: string, number: number) =>
    `Who,Where,Days\r\n${name},${number} High Street,30\r\n${name} Two,${number} Low Street,45\r\n`
  await open('/agency/platform/new_import/clients')
  await choose(page, 'Clients as CSV', file('odd.csv', odd('Dalton Mills', 1)))
  const columns = card(page, 'Match columns')
  await columns.waitFor()
  await see(page.getByText('Columns that are missing: Name, Address Line 1, Temp Payment Terms'))
  const check = columns.getByRole('button', { name: 'Check the rows' })
  await expect.poll(() => check.getAttribute('aria-disabled')).toBe('true')
  await columns.getByLabel('Field for Who').selectOption({ label: 'Name *' })
  await columns.getByLabel('Field for Where').selectOption({ label: 'Address Line 1 *' })
  await columns.getByLabel('Field for Days').selectOption({ label: 'Temp Payment Terms *' })
  await check.click()
  await see(page.getByRole('button', { name: 'Import 2 rows' }))

  await open('/agency/platform/new_import/clients')
  await choose(page, 'Clients as CSV', file('odd again.csv', odd('Elm Works', 2)))
  await see(page.getByRole('button', { name: 'Import 2 rows' }))
  await gone(columns)
})

test('a contractor fills and submits the timesheets of a file by keyboard alone', async () => {
  const { page, open, session } = await signIn(browser, stint, 'contractor')
  const { business } = await session()
  const [sheet] = await stint.sql<{ id: string; human_id: string; start_date: string }>(
    `select t.id, t.human_id, t.start_date::text from transaction.timesheet t join contract.contract c on c.id = t.contract_id
     where t.contractor_id = $1 and t.status = 'draft' and t.deleted_at is null and c.timesheet_submit = 'contractor'
     order by t.start_date desc limit 1`,
    business.id,
  )
  if (!sheet) throw new Error('the contractor has a draft')
  await open('/contractor/platform/new_import/timesheet_units')
  await page.getByRole('radio', { name: 'Fill and submit them' }).focus()
  await page.keyboard.press('Space')
  const given = `Timesheet Id\tDate\tRate\tUnits\n${sheet.human_id}\t${sheet.start_date}\tStandard\t7:30\n`
  await choose(page, 'Timesheet units as CSV', file('units.csv', given))
  const apply = page.getByRole('button', { name: 'Import 1 row' })
  await apply.focus()
  await page.keyboard.press('Enter')
  await see(page.getByRole('link', { name: sheet.human_id }))
  const [now] = await stint.sql<{ status: string }>(
    'select status from transaction.timesheet where id = $1',
    sheet.id,
  )
  expect(now?.status).toBe('submitted')

  await page.getByRole('link', { name: sheet.human_id }).focus()
  await page.keyboard.press('Enter')
  const files = card(page, 'Files')
  await files
    .getByLabel('Add a file')
    .setInputFiles({ ...file('page.pdf', '<html>'), mimeType: 'application/pdf' })
  await see(files.getByText('This is not a pdf file, or it holds macros or something harmful'))
  await files
    .getByLabel('Add a file')
    .setInputFiles({ name: 'Signed sheet.pdf', mimeType: 'application/pdf', buffer: pdf('signed') })
  const link = files.getByRole('link', { name: 'Signed sheet.pdf' })
  await link.waitFor()
  const started = page.waitForEvent('download')
  await link.focus()
  await page.keyboard.press('Enter')
  expect(readFileSync(await (await started).path())).toEqual(pdf('signed'))
  await picture(page, 'files')
})

test('import: a file without rows is refused in words and changes nothing', async () => {
  const { page, open } = await signIn(browser, stint, 'agency_admin')
  for (const [name, content, words] of [
    ['empty.csv', '', 'The file is empty'],
    [
      'renamed.csv',
      Buffer.from('504b030414000600', 'hex'),
      'This is not a CSV file. Please save it as CSV and upload that.',
    ],
    ['headers.csv', 'Name,Address Line 1,Temp Payment Terms\r\n', 'The file has headers and no rows'],
    [
      'twice.csv',
      'Name,Name,Address Line 1,Temp Payment Terms\r\na,b,c,1\r\n',
      'More than one column is called Name. Please rename or remove all but one.',
    ],
  ] as const) {
    await open('/agency/platform/new_import/clients')
    await choose(page, 'Clients as CSV', file(name, content))
    await see(page.getByText(words, { exact: true }))
  }
})

describe.each([
  { name: 'a phone', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  { name: 'a tablet', viewport: { width: 768, height: 1024 }, colorScheme: 'light' },
  { name: 'a desk', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
] as const)('on $name', ({ name, viewport, colorScheme }) => {
  test('every step is free of axe violations', async () => {
    const { page, open, context } = await signIn(browser, stint, 'agency_admin', { viewport, colorScheme })
    const found: string[] = []
    const look = async (step: string) => {
      for (const fault of await axeFaults(page)) found.push(`${step}: ${fault}`)
      await picture(page, `${name}-${step}`)
    }
    await open('/agency/platform/new_import/clients')
    await page.getByLabel('Clients as CSV').waitFor({ state: 'attached' })
    await look('upload')
    await choose(
      page,
      'Clients as CSV',
      file(`${name}.csv`, clients.replaceAll('7100', `72${viewport.width}`.slice(0, 4))),
    )
    await page.getByRole('radio', { name: 'Valid rows only' }).waitFor()
    await look('preview')
    await page.getByRole('button', { name: 'Change columns' }).click()
    await card(page, 'Match columns').waitFor()
    await look('columns')
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByRole('button', { name: /^Import \d/ }).click()
    const undo = page.getByRole('button', { name: 'Undo import' })
    await undo.waitFor()
    await look('result')
    await undo.click()
    await confirm(page)
    await page.getByRole('link', { name: 'Upload another file' }).waitFor()
    await look('undone')
    await open('/agency/platform/import')
    await page.getByText(`${name}.csv`).first().waitFor()
    await look('list')
    await open('/agency/transaction/timesheet')
    await page.getByRole('link', { name: 'Import' }).waitFor()
    await look('timesheets')
    expect(found).toEqual([])
    await context.close()
  })
})

test('import: a lost upload or answer is reported under the field, and the next try is the same import', async () => {
  const { page, open, context } = await signIn(browser, stint, 'agency_admin')
  const imports = () =>
    stint.sql<{ id: string; status: string }>(
      `select id, status from platform.import where file_name = 'lost.csv' order by created_at`,
    )
  const lost = file('lost.csv', clients.replace('Ashdown Rail', 'Lost and Found'))
  const words = page
    .getByRole('alert')
    .filter({ hasText: 'No connection. Choose the file again when you are online: it is added once.' })
  await open('/agency/business/client')
  await page.getByRole('link', { name: 'Import' }).click()
  await page.getByLabel('Clients as CSV').waitFor({ state: 'attached' })
  await context.setOffline(true)
  await choose(page, 'Clients as CSV', lost)
  await see(words)
  expect(await imports()).toEqual([])
  await context.setOffline(false)

  // The server has it, and the answer never arrives.
  let answers = 0
  await page.route('**/api/storage/bulkUpload', async (route) => {
    answers += 1
    if (answers > 1) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await choose(page, 'Clients as CSV', lost)
  await expect.poll(async () => (await imports()).length).toBe(1)
  await see(words)
  expect(page.url()).toContain('new_import')

  const [first] = await imports()
  // Also for a page that was read anew.
  await page.reload()
  await page.getByLabel('Clients as CSV').waitFor({ state: 'attached' })
  await choose(page, 'Clients as CSV', lost)
  await see(page.getByText('Checked', { exact: true }))
  expect(page.url()).toContain(first?.id)
  expect(await imports()).toEqual([{ id: first?.id, status: 'checked' }])

  // Answered, the same file is a new intention.
  await open('/agency/platform/new_import/clients')
  await choose(page, 'Clients as CSV', lost)
  await see(page.getByText('Checked', { exact: true }))
  expect(await imports()).toHaveLength(2)
  await context.close()
})
