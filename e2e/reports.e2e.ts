/** Charts over reports: the bars add up to the totals, a bar opens the rows that make it, and the table says the same. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { gone, menu, rowsOf, see } from './look.ts'
import { openBrowser, type Person, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

let agency: Person
let page: Page

beforeAll(async () => {
  agency = await signIn(browser, stint, 'agency_admin')
  page = agency.page
})

const pence = (text: string | undefined) => Math.round(Number((text ?? '').replace(/[^\d.-]/g, '')) * 100)
const total = (code: string, label: string): Locator =>
  page
    .getByRole('region', { name: new RegExp(`^${code} total of `) })
    .locator('dt', { hasText: label })
    .locator('xpath=following-sibling::dd')
const chart = (title: RegExp): Locator => page.getByRole('region', { name: title })

/** The bars as they are named: `Week to 15 Nov 2026, Paid to contractors: £1,250.00`. */
const barsOf = async (of: Locator): Promise<string[]> => {
  await of.getByRole('listitem').first().waitFor()
  return of
    .getByRole('listitem')
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
}
const amountOf = (name: string) => pence(name.slice(name.lastIndexOf(': ')))

const reports = [
  {
    what: 'payments to contractors',
    path: ['Agency Earnings'],
    title: /^Paid to contractors, GBP/,
    label: 'Paid to contractors',
  },
  {
    what: 'commission',
    path: ['Commission'],
    title: /^Agency gross, GBP/,
    label: 'Agency gross',
  },
] as const

describe.each(reports)('$what', ({ path: [entry], title, label }) => {
  let bars: string[]

  test('bars add up to the total above the rows', async () => {
    await agency.open('/')
    await menu(page, entry).click()
    await page.getByLabel('Date range').selectOption({ label: 'Last 90 days' })
    await page.getByLabel('Currency').first().selectOption({ label: 'Pound Sterling' })
    await see(total('GBP', label))
    // Total and bars are answers of their own: until both are there, either may still be of the days before.
    const gap = async () =>
      (await barsOf(chart(title))).reduce((sum, bar) => sum + amountOf(bar), 0) -
      pence(await total('GBP', label).innerText())
    await expect
      .poll(async () => ((await barsOf(chart(title))).length > 9 ? gap() : null), { timeout: 60_000 })
      .toBe(0)
    bars = await barsOf(chart(title))
    expect(bars.filter((bar) => amountOf(bar) !== 0).length).toBeGreaterThan(2)
  })

  test('the table shows the same figures', async () => {
    await chart(title).getByRole('button', { name: 'Show as table' }).click()
    const rows = await rowsOf(chart(title).getByRole('table'))
    expect(rows.map(([when, amount]) => `${when}, ${label}: ${amount}`)).toEqual(bars)
    await chart(title).getByRole('button', { name: 'Show as chart' }).click()
  })

  test('a bar opens its rows: their total is its figure, in this window and by its address', async () => {
    const highest = bars.toSorted((a, b) => amountOf(b) - amountOf(a))[0] ?? ''
    await chart(title).getByRole('link', { name: highest, exact: true }).click()
    await expect
      .poll(async () => pence(await total('GBP', label).innerText()), { timeout: 60_000 })
      .toBe(amountOf(highest))
    await see(page.getByText(/^Matched Records: \d+ of/).or(page.getByText(/^Total Records: /)))
    const address = page.url()
    await page.goBack()
    await expect.poll(() => barsOf(chart(title)), { timeout: 60_000 }).toEqual(bars)
    await page.goto(address)
    await expect
      .poll(async () => pence(await total('GBP', label).innerText()), { timeout: 60_000 })
      .toBe(amountOf(highest))
  })
})

test('the bars of a phone can be pressed, and are no wider than it', async () => {
  const phone = await signIn(browser, stint, 'agency_admin', { viewport: { width: 360, height: 740 } })
  await phone.open('/agency/report/commission')
  await phone.page.getByLabel('Date range').selectOption({ label: 'Last 90 days' })
  const bars = phone.page.getByRole('region', { name: /^Agency gross, GBP/ })
  await bars.getByRole('link').first().waitFor()
  const boxes = await bars
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
  for (const width of boxes) expect(width).toBeGreaterThanOrEqual(24)
  expect(
    await phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
  await phone.context.close()
})

test('scheduled report: keeps its reader’s columns until they choose to update them', async () => {
  const { page, open, context } = await signIn(browser, stint, 'agency_admin')
  await open('/agency/report/commission')
  const columns = async (change: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await change()
    await page.keyboard.press('Escape')
  }
  const heads = page.locator('table', { has: page.locator('tr[data-row]') }).getByRole('columnheader')
  const shown = async () =>
    (await heads.allInnerTexts())
      .map((text) => text.trim())
      .filter((text) => text !== '' && !text.startsWith('#'))
  const kept = async () =>
    (
      await stint.sql<{ labels: string[] }>(
        `select array(select c ->> 'label' from jsonb_array_elements(list -> 'columns') c) as labels
         from platform.report_schedule where report = 'commission' order by created_at desc, id desc limit 1`,
      )
    )[0]?.labels
  await see(heads)
  const [first = '', second = ''] = await shown()
  await columns(() => page.getByRole('button', { name: `Move ${second} forward` }).click())
  await expect.poll(async () => (await shown()).slice(0, 2)).toEqual([second, first])
  const moved = await shown()
  await page.getByRole('button', { name: 'Schedule by mail' }).click()
  await see(page.getByText(`Columns: ${moved.join(', ')}.`))
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await gone(page.getByRole('dialog'))
  expect((await kept())?.slice(0, moved.length)).toEqual(moved)

  // One more is taken away: the schedule stands as it was, until its reader has it take the list anew.
  await columns(() => page.getByRole('checkbox', { name: first, exact: true }).click())
  const fewer = moved.filter((label) => label !== first)
  await expect.poll(shown).toEqual(fewer)
  const change = page.getByRole('listitem').filter({ hasText: 'Every Monday' }).last()
  const save = async (takes: boolean) => {
    await change.getByRole('button', { name: /^Change/ }).click()
    if (takes) {
      await page.getByRole('checkbox', { name: 'Use the report’s current filters and columns' }).click()
      await see(page.getByText(`Columns: ${fewer.join(', ')}.`))
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await gone(page.getByRole('dialog'))
  }
  await save(false)
  expect((await kept())?.slice(0, moved.length)).toEqual(moved)
  await save(true)
  expect((await kept())?.slice(0, fewer.length)).toEqual(fewer)
  expect(await kept()).not.toContain(first)
  await context.close()
})
