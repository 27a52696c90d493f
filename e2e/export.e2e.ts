/** A list as a file (spec §2, Export menu): from the click to the rows in the file. */
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

test('an agency exports its timesheets as shown, and downloads every row that matches', async () => {
  const { page, open } = await signIn(browser, stint, 'agency_admin')
  const wanted = await stint.sql<{ human_id: string }>(
    `select t.human_id from transaction.timesheet t join business.business_contact c on c.business_id = t.agency_id
     where c.preferences ->> 'persona' = 'agency_admin' and t.deleted_at is null and t.status = 'approved'
     order by t.start_date, t.id`,
  )
  expect(wanted.length).toBeGreaterThan(10)
  const sort = encodeURIComponent('{"id":"start_date","desc":false}')
  await open(`/agency/transaction/timesheet?group_by=status__approved&sort_by=${sort}`)
  for (const label of ['CSV', 'Excel'] as const) {
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: label }).click()
    const dock = page.getByRole('region', { name: `Timesheets as ${label}` })
    await dock.getByText(`${wanted.length} rows exported`).waitFor()
    const started = page.waitForEvent('download')
    await dock.getByRole('link', { name: 'Download' }).click()
    const bytes = readFileSync(await (await started).path())
    const [header = [], ...rows]: unknown[][] =
      label === 'CSV' ? parse(bytes) : ((await readXlsx(bytes)).sheets[0]?.rows ?? [])
    const headers = page.getByRole('columnheader')
    expect(header[0]).toBe((await headers.filter({ hasText: 'Timesheet' }).first().innerText()).trim())
    expect(rows.map((row) => row[0])).toEqual(wanted.map(({ human_id }) => human_id))
  }
})
