/** Hands on every page: the keys of the shell, and that nothing typed is lost by a slip nor a panel shown empty. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { goLetter } from '#web/app/menu.ts'
import { field, gone, see } from './look.ts'
import { openBrowser, type Person, signIn } from './people.ts'
import { unseenInContrast } from './reach-faults.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

const invoices = '/agency/transaction/invoice'
let agency: Person
let page: Page

beforeAll(async () => {
  agency = await signIn(browser, stint, 'agency_admin')
  page = agency.page
})

const rows = (at = page) => at.locator('tbody tr[data-row]')
const title = (at = page) => at.getByRole('heading', { level: 1 })
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const dialog = (name: string | RegExp, at = page) => at.getByRole('dialog', { name })
const sheet = (at = page) => dialog('Keyboard shortcuts', at)
const path = () => new URL(page.url()).pathname

describe('the keys of the shell', () => {
  test.each(['agency_admin', 'funder_admin', 'provider_admin'])(
    'g and a letter go where the menu of %s goes',
    async (persona) => {
      const person = await signIn(browser, stint, persona)
      const { menu, category } = await person.session()
      await person.open(`/${category}/profile`)
      await title(person.page).waitFor()
      const open = [{ key: 'dashboard', path: `/${category}/dashboard` }, ...menu]
      const reached = []
      for (const entry of open) {
        const letter = goLetter(entry)
        if (!letter) continue
        await person.page.keyboard.press('g')
        await person.page.keyboard.press(letter)
        await person.page.waitForURL((url) => url.pathname === entry.path)
        await title(person.page).waitFor()
        reached.push(letter)
      }
      expect(reached).toContain('r')
      expect(reached.length).toBeGreaterThan(3)
      await person.context.close()
    },
  )

  test('Ctrl K and ? open from every page, / searches a list or everything, Esc closes', async () => {
    await agency.open('/agency/dashboard')
    await title().waitFor()
    await press('Control+k')
    await see(dialog('Search and commands'))
    await press('Escape')
    await gone(dialog('Search and commands'))
    await press('/')
    await see(dialog('Search and commands'))
    await press('Escape')
    await gone(dialog('Search and commands'))
    await press('?')
    await see(sheet())
    await press('Escape')
    await gone(sheet())
    await agency.open(invoices)
    await rows().first().waitFor()
    await press('/')
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-list-search'))).toBe(true)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await press('Escape', 'j', 'Control+k')
    await see(dialog('Search and commands'))
    await page.keyboard.type('timesh')
    await see(page.locator('[data-announcer]').getByText(/^\d+ results?$/))
    await press('Escape')
    await gone(dialog('Search and commands'))
    await see(rows().first().locator('[data-row-link]:focus'))
  })

  test('contrast theme: selected rows, pressed buttons, the chosen result and bars stand out', async () => {
    const found: string[] = []
    const look = async (where: string) => {
      for (const fault of await unseenInContrast(page)) found.push(`${where}: ${fault}`)
    }
    await agency.open('/agency/transaction/timesheet')
    await rows().first().waitFor()
    await press('j', 'x')
    await see(page.getByRole('toolbar', { name: 'Selected records' }))
    await look('list')
    await press('Control+k')
    await see(dialog('Search and commands'))
    await page.keyboard.type('timesh')
    await see(page.locator('[data-announcer]').getByText(/^\d+ results?$/))
    await look('palette')
    await press('Escape')
    await agency.open('/agency/dashboard')
    await see(title())
    await see(page.getByText('Client invoices outstanding'))
    await look('dashboard')
    expect(found).toEqual([])
  })

  test('keyboard: Enter opens a row, ] and [ move through the list, Esc returns', async () => {
    await agency.open(invoices)
    await rows().first().waitFor()
    const names = await rows().locator('[data-row-link]').allInnerTexts()
    await press('j', 'Enter')
    await see(title().filter({ hasText: names[0] ?? '-' }))
    await press(']')
    await see(title().filter({ hasText: names[1] ?? '-' }))
    await press('[')
    await see(title().filter({ hasText: names[0] ?? '-' }))
    await press('Escape')
    await rows().first().waitFor()
    expect(path()).toBe(invoices)
  })

  test('Ctrl Enter leads through the steps with faults of a long form', async () => {
    await agency.open('/agency/contract/new_temp_placement')
    const steps = page.getByRole('navigation', { name: 'Steps' }).getByRole('button')
    await field(page, 'PO number').focus()
    await press('Control+Enter')
    const faulty = steps.filter({ hasText: 'fault' })
    await faulty.nth(1).waitFor()
    const names = await faulty.evaluateAll((all) => all.map((one) => one.childNodes[1]?.textContent ?? ''))
    await page.getByRole('heading', { name: names[0] ?? '', exact: true }).focus()
    await press('Control+Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(names[1])
  })

  test('single letters: switched off and on for the user everywhere; Ctrl, arrows and Esc stay', async () => {
    await agency.open(invoices)
    await rows().first().waitFor()
    await press('?')
    const kept = page.waitForResponse((answer) => answer.url().endsWith('/api/permission/action'))
    await sheet().getByRole('checkbox', { name: 'Single-letter keys are on' }).uncheck()
    await kept
    await press('Escape')
    await gone(sheet())

    const elsewhere = await signIn(browser, stint, 'agency_admin')
    for (const at of [page, elsewhere.page]) {
      if (at !== page) await elsewhere.open(invoices)
      await rows(at).first().waitFor()
      for (const key of ['j', 'f', 'Shift+X', '?', '/', 'g', 'c']) await at.keyboard.press(key)
      // What comes after them shows that they have done nothing.
      await at.keyboard.press('Control+k')
      await see(dialog('Search and commands', at))
      expect(await at.getByRole('dialog').count()).toBe(1)
      await at.keyboard.press('Escape')
      await gone(dialog('Search and commands', at))
      expect(new URL(at.url()).pathname).toBe(invoices)
      expect(await at.locator('tr[aria-selected="true"]').count()).toBe(0)
    }
    await elsewhere.context.close()

    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await sheet().getByRole('checkbox', { name: 'Single-letter keys are on' }).check()
    await press('Escape')
    await gone(sheet())
    await press('j')
    await see(page.locator('tr[data-row]:has(:focus)'))
  })

  test('a key with Shift that is taken is not given again', async () => {
    await agency.open(invoices)
    await rows().first().waitFor()
    await press('?')
    await sheet().getByRole('button', { name: 'Next row: j. Change' }).click()
    await press('Shift+X')
    await see(sheet().getByRole('status').filter({ hasText: 'already uses Shift x' }))
    await press('Escape')
  })
})

describe('typed text', () => {
  const asked = () => dialog('Are you sure?')
  const lost = 'Your changes are not saved and will be lost.'
  const total = () =>
    dialog(/^Filter/)
      .getByRole('group', { name: 'Total Amount' })
      .getByLabel('From')

  beforeEach(async () => {
    await agency.open(invoices)
    await rows().first().waitFor()
    await press('f')
    await dialog(/^Filter/).waitFor()
  })

  test('is not lost by Esc, nor by a press beside it', async () => {
    await total().fill('1000')
    await press('Escape')
    await see(asked().getByText(lost))
    await asked().getByRole('button', { name: 'No' }).click()
    await gone(asked())
    expect(await total().inputValue()).toBe('1000')
    expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true)
    await page.mouse.click(20, 450)
    await see(asked().getByText(lost))
    await press('Escape')
    await gone(asked())
    expect(await total().inputValue()).toBe('1000')
    await press('Escape')
    await asked().getByRole('button', { name: 'Yes' }).click()
    await gone(asked(), dialog(/^Filter/))
    expect(new URL(page.url()).search).toBe('')
    // The focus is back where the form was opened from, or on the page: never inside what is gone.
    expect(await page.evaluate(() => document.activeElement?.isConnected)).toBe(true)
  })

  test('asks nothing without typed text, after it is removed, or on the form’s own Cancel', async () => {
    await press('Escape')
    await gone(dialog(/^Filter/))
    await press('f')
    await total().fill('5')
    await total().fill('')
    await press('Escape')
    await gone(dialog(/^Filter/))
    await press('f')
    await total().fill('5')
    await dialog(/^Filter/)
      .getByRole('button', { name: 'Cancel' })
      .click()
    await gone(dialog(/^Filter/), asked())
  })

  test('is still in the panel of views when it is opened again', async () => {
    await press('Escape')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByLabel('Save this view as').fill('Half a na')
    await press('Escape')
    await gone(page.getByLabel('Save this view as'))
    await page.getByRole('button', { name: 'Views' }).click()
    expect(await page.getByLabel('Save this view as').inputValue()).toBe('Half a na')
  })
})

describe('a long list', () => {
  const cells = () =>
    rows().evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)))
  const scrollTo = (top: number) =>
    page.evaluate((to) => document.querySelector('[data-list-scroll]')?.scrollTo({ top: to }), top)

  test('draws every column of every row at rest, and no row shows another row’s values', async () => {
    await agency.open(invoices)
    await rows().first().waitFor()
    await page.getByRole('button', { name: 'Load All' }).click()
    await see(page.getByText(/^Showing \d{3,} Records$/))
    const heads = await page.locator('thead tr').evaluate((row) => row.children.length)
    for (const top of [3_000, 3_160, 3_320, 9_000, 8_840, 8_680, 100, 6_400]) {
      await scrollTo(top)
      await page.locator(`tr[aria-rowindex="${Math.floor(top / 32) + 5}"]`).waitFor()
    }
    await expect.poll(async () => (await cells()).every((row) => row.length === heads)).toBe(true)
    const [written] = (await cells()).slice(10)
    const [serial, ...said] = written ?? []
    expect(Number(serial)).toBeGreaterThan(150)
    await agency.open(`${invoices}?search=${said.find((text) => text?.startsWith('INV-')) ?? '-'}`)
    await see(page.locator('footer').getByText('Matched Records: 1 of'))
    expect((await cells())[0]?.slice(1)).toEqual(said)
  })

  test('keeps its place when a row comes in above', async () => {
    await agency.open(
      '/agency/transaction/timesheet?sort_by=%7B%22id%22%3A%22updated_at%22%2C%22desc%22%3Atrue%7D',
    )
    await rows().first().waitFor()
    await page.getByRole('button', { name: 'Load All' }).click()
    await see(page.getByText(/^Showing \d{3,} Records$/))
    await scrollTo(1_600)
    const there = page.locator('tr[aria-rowindex="58"]')
    const read = await there.getAttribute('data-row')
    const row = page.locator(`tr[data-row="${read}"]`)
    const top = () => row.evaluate((element) => Math.round(element.getBoundingClientRect().top))
    const before = await top()
    await stint.sql(
      `update transaction.timesheet set suspense_reason = 'From below', updated_at = now() where id = (
        select id from transaction.timesheet where status = 'approved' and deleted_at is null
          and agency_id = (select agency_id from transaction.timesheet where id = $1) order by updated_at limit 1)`,
      read,
    )
    await expect.poll(() => row.getAttribute('aria-rowindex'), { timeout: 60_000 }).toBe('59')
    expect(await top()).toBe(before)
  })
})

describe('a panel', () => {
  /** What the panel held in the first frame in which it was there. */
  const first_frame = `new Promise((resolve) => {
    new MutationObserver((_, watcher) => {
      const panel = document.querySelector('[role="dialog"]')
      if (!panel) return
      watcher.disconnect()
      requestAnimationFrame(() => resolve({
        boxes: panel.querySelectorAll('[type="checkbox"]').length,
        grey: panel.querySelectorAll('.skeleton').length,
        height: panel.offsetHeight,
      }))
    }).observe(document.body, { childList: true, subtree: true })
  })`
  type Frame = { readonly boxes: number; readonly grey: number; readonly height: number }

  test('that the pointer came near to is whole in its first frame', async () => {
    await agency.open(invoices)
    await rows().first().waitFor()
    const fetched = page.waitForResponse(/ColumnsPanel/)
    await page.getByRole('button', { name: 'Columns' }).hover()
    await (await fetched).finished()
    const frame = page.evaluate<Frame>(first_frame)
    await page.getByRole('button', { name: 'Columns' }).click()
    expect((await frame).boxes).toBeGreaterThan(5)
    expect((await frame).grey).toBe(0)
  })

  test('keeps its size while loading, then shows its content', async () => {
    await agency.open(invoices)
    await rows().first().waitFor()
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(/ColumnsPanel/, async (route) => {
      await held
      await route.continue()
    })
    const frame = page.evaluate<Frame>(first_frame)
    await page.getByRole('button', { name: 'Columns' }).click()
    expect((await frame).grey).toBeGreaterThan(5)
    expect((await frame).height).toBeGreaterThan(200)
    letGo()
    await page.getByRole('button', { name: 'Reset columns and widths' }).waitFor()
    expect(await page.locator('[role="dialog"] .skeleton').count()).toBe(0)
    await page.unroute(/ColumnsPanel/)
  })
})

describe('toasts', () => {
  const toast = (at: Page) => at.locator('.Toastify__toast')
  /**
   * A setting that cannot be saved says so on any page. Answers how long the toast stays. The page itself takes note of
   * it: on a busy machine the toast can go before we look.
   */
  async function provoke(at: Page): Promise<string | null> {
    await at.route('**/api/permission/action', (route) => route.abort())
    await at.mouse.move(0, 500)
    await at.keyboard.press('?')
    const box = sheet(at).getByRole('checkbox', { name: 'Single-letter keys are on' })
    await box.waitFor()
    await at.evaluate(() => {
      const watch = new MutationObserver(() => {
        const bar = document.querySelector('.Toastify__progress-bar')
        if (bar) document.body.dataset.toasted ??= getComputedStyle(bar).animationDuration
      })
      watch.observe(document.body, { childList: true, subtree: true })
    })
    await box.click()
    const toasted = at.locator('body[data-toasted]')
    await toasted.waitFor()
    await at.unroute('**/api/permission/action')
    return toasted.getAttribute('data-toasted')
  }

  test.each(['no-preference', 'reduce'] as const)(
    'leave by themselves, motion: %s',
    async (reducedMotion) => {
      const person = await signIn(browser, stint, 'agency_admin', { reducedMotion })
      await person.open(invoices)
      await rows(person.page).first().waitFor()
      expect(await provoke(person.page)).toBe('3s')
      await gone(toast(person.page))
      await person.context.close()
    },
  )

  test.each([390, 1440])('cover neither title nor buttons of a page or dialog at %i px', async (width) => {
    const person = await signIn(browser, stint, 'agency_admin', { viewport: { width, height: 844 } })
    const at = person.page
    const pages = [
      '/agency/dashboard',
      invoices,
      '/agency/contract/new_sales_invoice',
      await recordPath(person.page),
    ]
    for (const address of pages) {
      await person.open(address)
      await title(at).waitFor()
      // A window out of focus holds its toasts.
      await at.evaluate(() => Object.assign(document, { hasFocus: () => false }))
      await provoke(at)
      const covered = await coveredBy(at, '[role="dialog"]')
      await at.keyboard.press('Escape')
      await gone(sheet(at))
      expect([address, covered, await coveredBy(at, '#main')]).toEqual([address, [], []])
    }
    await person.context.close()
  })

  async function recordPath(at: Page): Promise<string> {
    await at.goto(invoices)
    const link = at.locator('[data-row-link]').first()
    return (await link.getAttribute('href')) ?? ''
  }

  /** Title and buttons of a part of the page that the toast lies over. */
  const coveredBy = (at: Page, part: string) =>
    at.evaluate((part) => {
      const toast = document.querySelector('.Toastify__toast')?.getBoundingClientRect()
      if (!toast) return ['there is no toast']
      const parts = document.querySelectorAll(`${part} :is(h1, h2, button, a)`)
      return [...parts].flatMap((one) => {
        const box = one.getBoundingClientRect()
        const isApart =
          box.right <= toast.left ||
          box.left >= toast.right ||
          box.bottom <= toast.top ||
          box.top >= toast.bottom
        return box.width === 0 || isApart ? [] : [one.textContent]
      })
    }, part)
})
