/**
 * Fingers: contractors and approvers live on a phone or a tablet. What is pressed can be pressed within 48 px of height,
 * no page is wider than its window, and what is done with a selection is in reach wherever the rows are scrolled to.
 */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { Looker } from './every-screen.ts'
import { gone, see } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

const touch = { hasTouch: true, isMobile: true } as const
const phone = { ...touch, viewport: { width: 360, height: 740 } } satisfies BrowserContextOptions
const tablet = { ...touch, viewport: { width: 768, height: 1024 } } satisfies BrowserContextOptions

/**
 * What is too low for a finger: a press 22 px above or below its middle would reach something else. Links within a line of
 * text are no targets of their own (WCAG 2.5.8), nor is what a table row does as a whole.
 */
const tooLow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pressable = 'a[href], button, select, summary, input, textarea, label'
    const inText = 'p a, dd a, li:not([data-row]) > a, td a'
    const areas = 'main, header, nav, footer, [role="dialog"]'
    const reach = 22
    const found: string[] = []
    for (const one of document.querySelectorAll<HTMLElement>(pressable)) {
      if (one.matches(inText) || one.closest('.sr-only, [inert], [aria-hidden="true"]')) continue
      const { left, top, width, height } = one.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const area = one.closest(areas)
      const isHit = (at: number): boolean => {
        const hit = document.elementFromPoint(x, at)
        // Where the bar at the bottom covers a part of it, it is scrolled to first.
        if (hit?.closest(areas) !== area) return at !== y
        const of = hit?.closest<HTMLElement>(pressable)
        return Boolean(of && (of === one || of.contains(one) || one.contains(of)))
      }
      // Out of sight, or under what stands over the page.
      if (width === 0 || y - reach < 0 || y + reach > innerHeight || !isHit(y)) continue
      if (isHit(y - reach) && isHit(y + reach)) continue
      const name = one.getAttribute('aria-label') ?? one.textContent?.trim() ?? ''
      found.push(`${one.tagName.toLowerCase()} ${name.slice(0, 40)} (${Math.round(height)} px)`)
    }
    return [...new Set(found)]
  })

const people = [
  ['timesheet_approver', ['dashboard', 'transaction/timesheet', 'transaction/expense']],
  ['invoice_contact', ['transaction/invoice', 'config/payment_terms']],
  ['hiring_manager', ['business/contractor', 'contract/temp_placement']],
  ['contractor', ['dashboard', 'transaction/timesheet', 'transaction/invoice']],
  ['funder_admin', ['transaction/invoice', 'transaction/receipt', 'report/agency_sales_ledger_summary']],
] as const

describe.each(people)('%s', (persona, paths) => {
  test.each([
    ['a phone', phone],
    ['a tablet', tablet],
  ] as const)('presses with a finger what they have on %s', async (_on, options) => {
    const person = await signIn(browser, stint, persona, options)
    const { category } = await person.session()
    const looker = new Looker(person.page)
    for (const path of paths) {
      await looker.goTo(`/${category}/${path}`)
      await person.page.setViewportSize(options.viewport)
      await person.page.getByRole('heading', { level: 1 }).first().waitFor()
      await looker.settled()
      // A row that comes late moves what stands below it.
      await expect.poll(() => tooLow(person.page), { message: path }).toEqual([])
    }
    await person.context.close()
  })
})

test('timesheet on a phone: steppers by day, and the submit bar on one line', async () => {
  const person = await signIn(browser, stint, 'contractor', phone)
  const { page } = person
  await person.open('/contractor/dashboard')
  await page.getByRole('link', { name: 'Fill in', exact: true }).first().tap()
  const more = page.getByRole('button', { name: /^More, Standard, Mon/ })
  await more.tap()
  await more.tap()
  await expect.poll(() => page.getByLabel(/^Standard, Mon/).inputValue()).toBe('1')
  for (const button of [more, page.getByRole('button', { name: /^Less, Standard, Mon/ })]) {
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(48)
  }
  const [copy, standard] = await Promise.all(
    ['Copy last period', 'Standard week'].map((name) =>
      page.getByRole('button', { name, exact: true }).boundingBox(),
    ),
  )
  expect(copy?.y).toBe(standard?.y)
  await person.context.close()
})

test('a record on a phone: the label of each tab has its own room', async () => {
  const person = await signIn(browser, stint, 'agency_admin', phone)
  const { page } = person
  const { of } = await person.ask<{ of: { id: string }[] }>(
    '{ of: contract_temp_placement(limit: 1) { id } }',
  )
  await person.open(`/agency/contract/temp_placement/${of[0]?.id}`)
  const tabs = page.getByRole('main').getByRole('navigation').getByRole('link')
  await expect.poll(() => tabs.count()).toBeGreaterThan(4)
  const tooNarrow = () =>
    tabs.evaluateAll((all) =>
      all.flatMap((one) => (one.scrollWidth > one.clientWidth ? [one.textContent] : [])),
    )
  expect(await tooNarrow()).toEqual([])
  await person.context.close()
})

test('a row that was scrolled to is chosen and approved with the thumb, without scrolling back', async () => {
  const person = await signIn(browser, stint, 'timesheet_approver', phone)
  const { page } = person
  await person.open('/client/transaction/timesheet?group_by=status__submitted')
  const cards = page.locator('main li[data-row]')
  await cards.first().waitFor()
  const last = cards.last()
  const human_id = await last.locator('[data-row-link]').innerText()
  await last.scrollIntoViewIfNeeded()
  await last.getByRole('checkbox', { name: 'Select' }).tap()
  const bar = page.getByRole('toolbar', { name: 'Selected records' })
  await see(bar.getByText('1 selected'))
  const approve = await bar.getByRole('button', { name: 'Approve' }).boundingBox()
  expect(approve?.height).toBeGreaterThanOrEqual(48)
  expect((approve?.y ?? 0) + (approve?.height ?? 0)).toBeLessThanOrEqual(phone.viewport.height)
  expect(approve?.y).toBeGreaterThan(phone.viewport.height / 2)
  await bar.getByRole('button', { name: 'Approve' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).tap()
  await gone(page.getByRole('dialog'), bar)
  const [made] = await stint.sql<{ status: string }>(
    'select status from transaction.timesheet where human_id = $1',
    human_id,
  )
  expect(made?.status).toMatch(/approved|suspense/)
  await person.context.close()
})

test('cards on a phone: sorted, and the address holds the order', async () => {
  const person = await signIn(browser, stint, 'timesheet_approver', phone)
  const { page } = person
  await person.open('/client/transaction/timesheet')
  const first = page.locator('main li[data-row] [data-row-link]').first()
  await first.waitFor()
  await page.getByLabel('Sort', { exact: true }).selectOption({ label: 'Start Date, ascending' })
  await page.waitForURL((url) => url.searchParams.get('sort_by') === '{"id":"start_date","desc":false}')
  const { client_id } = (
    await stint.sql<{ client_id: string }>(
      'select c.business_id as client_id from business.business_contact c join platform."user" u on u.id = c.user_id where u.email = $1',
      (
        await person.session()
      ).user.email,
    )
  )[0] ?? { client_id: '' }
  const oldest = await stint.sql<{ human_id: string }>(
    `select human_id from transaction.timesheet where client_id = $1 and status <> 'draft' and deleted_at is null
       and start_date = (select min(start_date) from transaction.timesheet
                         where client_id = $1 and status <> 'draft' and deleted_at is null)`,
    client_id,
  )
  const names = oldest.map(({ human_id }) => human_id)
  await expect.poll(async () => names.includes(await first.innerText()), { timeout: 60_000 }).toBe(true)
  // Back to the list's own order: the address is plain again.
  await page.getByLabel('Sort', { exact: true }).selectOption({ label: 'Updated At, descending' })
  await page.waitForURL((url) => !url.searchParams.has('sort_by'))
  await person.context.close()
})

test('cards that cannot be fetched say so, and come when the page is loaded again', async () => {
  const person = await signIn(browser, stint, 'timesheet_approver', phone)
  const { page } = person
  await page.route('**/assets/Cards-*', (route) => route.abort())
  await person.open('/client/transaction/timesheet')
  await see(page.getByText('The rows could not be shown.'))
  await page.unroute('**/assets/Cards-*')
  await page.getByRole('button', { name: 'Reload' }).tap()
  await see(page.locator('main li[data-row]'))
  await person.context.close()
})
