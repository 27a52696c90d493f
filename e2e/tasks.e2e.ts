/** What the tasks of every week cost in taps and keys, counted by the page itself (quality U3). */
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { gone, see } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }

/** Counts what a hand does: every tap, click and key that reaches a page. */
async function countHands(context: BrowserContext): Promise<() => number> {
  let count = 0
  await context.exposeFunction('handDid', () => {
    count += 1
  })
  await context.addInitScript(() => {
    const tell = () => (globalThis as unknown as { handDid: () => void }).handDid() // Exposed just above.
    for (const kind of ['click', 'keydown'])
      addEventListener(kind, (event) => event.isTrusted && tell(), { capture: true })
  })
  return () => count
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('an approver with a phone', () => {
  test('approves a timesheet with one tap, can undo it, and reads how it compares before', async () => {
    const person = await signIn(browser, stint, 'timesheet_approver', phone)
    const count = await countHands(person.context)
    const { page } = person
    await person.open('/client/dashboard')
    const card = page.getByRole('article').filter({ hasText: 'hours' }).first()
    await card.waitFor()
    const human_id = (await card.getAttribute('aria-label')) ?? ''
    expect(human_id).toMatch(/^TMS\d{6}$/)
    await see(card.getByText(/usual|New placement/))
    const own = page.locator(`article[aria-label="${human_id}"]`)
    const statusOf = async () =>
      (
        await stint.sql<{ status: string }>(
          'select status from transaction.timesheet where human_id = $1',
          human_id,
        )
      )[0]?.status
    await own.getByRole('button', { name: 'Approve' }).tap()
    await page.getByRole('button', { name: `Undo: Approved ${human_id}` }).tap()
    await see(own)
    expect(await statusOf()).toBe('submitted')
    const taps = count()
    await own.getByRole('button', { name: 'Approve' }).tap()
    await see(page.getByText(`Approved ${human_id}`))
    await gone(own)
    expect(count()).toBe(taps + 1)
    await expect.poll(statusOf, { timeout: 120_000 }).toMatch(/approved|suspense/)
    await person.context.close()
  })

  test('rejection: needs a reason, and keeps the text while asking for it', async () => {
    const person = await signIn(browser, stint, 'timesheet_approver', phone)
    const { page } = person
    await person.open('/client/dashboard')
    const card = page.getByRole('article').filter({ hasText: 'hours' }).first()
    await card.getByRole('button', { name: 'Reject' }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Yes' }).tap()
    await see(dialog.getByText('Please specify the reason'))
    await dialog.getByLabel('Comments Please').fill('Friday was a holiday')
    await dialog.getByRole('button', { name: 'No' }).tap()
    await gone(dialog)
    expect(await card.count()).toBe(1)
    await person.context.close()
  })
})

test('contractor: submits a standard week with three taps from the dashboard', async () => {
  const person = await signIn(browser, stint, 'contractor', phone)
  const count = await countHands(person.context)
  const { page } = person
  const [draft] = await stint.sql<{ human_id: string }>(
    `select t.human_id from transaction.timesheet t
     join business.business_contact c on c.business_id = t.contractor_id
     join platform."user" u on u.id = c.user_id and u.email = $1
     where t.status = 'draft' order by t.start_date desc limit 1`,
    (await person.session()).user.email,
  )
  const human_id = draft?.human_id ?? ''
  await person.open('/contractor/dashboard')
  await page.getByRole('link', { name: human_id }).first().tap()
  await button(page, 'Standard week').tap()
  await button(page, 'Submit').tap()
  await see(page.getByText('Submitted', { exact: true }))
  expect(count()).toBe(3)
  const [sheet] = await stint.sql<{ status: string; total_units: string }>(
    'select status, total_units::float8::text as total_units from transaction.timesheet where human_id = $1',
    human_id,
  )
  expect(sheet).toEqual({ status: 'submitted', total_units: '37.5' })
  await person.context.close()
})

test('a receipt is matched with three keys at most', async () => {
  const person = await signIn(browser, stint, 'provider_operations')
  const count = await countHands(person.context)
  const { page } = person
  await person.open('/provider/transaction/cash_match')
  await see(page.getByRole('region', { name: 'Candidates', exact: true }).getByRole('checkbox'))
  await page.keyboard.press('1')
  await see(page.getByRole('region', { name: 'Basket', exact: true }).getByLabel(/^Amount for INV-/))
  await page.keyboard.press('Enter')
  await see(page.getByRole('button', { name: /Undo last match/ }))
  expect(count()).toBeLessThanOrEqual(3)
  await person.context.close()
})

test('any record is found from anywhere with its id', async () => {
  const person = await signIn(browser, stint, 'agency_admin')
  const { page } = person
  const [invoice] = await stint.sql<{ human_id: string }>(
    `select i.human_id from transaction.invoice i join business.business a on a.id = i.agency_id
     where a.name = 'Larkfield Talent Limited' and i.type = 'provider-client' order by i.created_at limit 1`,
  )
  const human_id = invoice?.human_id ?? ''
  await person.open('/agency/dashboard')
  await see(page.getByRole('heading', { name: 'Dashboard' }))
  await page.keyboard.press('Control+k')
  await see(page.getByRole('dialog', { name: 'Search and commands' }))
  await page.keyboard.type(human_id)
  await see(page.getByRole('option', { name: new RegExp(human_id) }))
  await page.keyboard.press('Enter')
  await see(page.getByRole('heading', { level: 1, name: human_id }))
  await person.context.close()
})
