/** The place of the keyboard after a dialog of a record: on the control that opened it, or where the page went on (WCAG 2.4.3). */
import type { ElementHandle, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { is_night } from './every-screen.ts'
import { focusFaults } from './focus-faults.ts'
import { card, confirm, field, gone } from './look.ts'
import { openBrowser, type Person, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

const dialogs = (page: Page) => page.getByRole('dialog')
/** Buttons of the record itself, as in screen-round.ts, without menus. */
const buttons =
  'main button:not([type="submit"],[aria-disabled="true"],[aria-pressed],[aria-expanded],[aria-haspopup],[role="tab"],form button,table button,[data-row] button,[data-toolbar] button,fieldset button)'

async function opens(page: Page): Promise<boolean> {
  const dialog = dialogs(page).first()
  return dialog.waitFor({ timeout: 3_000 }).then(
    () => true,
    () => false,
  )
}

type Way = 'Esc' | 'Cancel'
async function leave(page: Page, way: Way): Promise<void> {
  const dialog = dialogs(page).last()
  if (way === 'Esc') await page.keyboard.press('Escape')
  else {
    const button = dialog.getByRole('button', { name: /^(Cancel|No|Close)$/ }).first()
    await button.focus()
    await page.keyboard.press('Enter')
  }
  await gone(dialogs(page))
}

type Opener = ElementHandle<HTMLElement | SVGElement>
async function handleOf(button: Locator): Promise<Opener | null> {
  return (await button.isVisible()) ? ((await button.elementHandle()) as Opener | null) : null
}

/** Each dialog of the page, opened by Enter and left by Esc and by Cancel. */
async function faultsOf({ page, open }: Person, path: string): Promise<{ tried: number; found: string[] }> {
  await open(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  const main = page.locator('main')
  const names = await page
    .locator(buttons)
    .evaluateAll((all) => all.map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim()))
  const found: string[] = []
  let tried = 0
  const go = async (says: string, opener: Opener, press: () => Promise<void>) => {
    for (const way of ['Esc', 'Cancel'] as const) {
      await press()
      if (!(await opens(page))) return
      tried += 1
      await leave(page, way)
      for (const fault of await focusFaults(page, opener)) found.push(`${path}, ${says}, ${way}: ${fault}`)
    }
  }
  for (const name of new Set(names.filter((one) => one !== ''))) {
    const button = main.getByRole('button', { name, exact: true }).first()
    const opener = await handleOf(button)
    if (opener === null) continue
    await go(name, opener, async () => {
      await button.focus()
      await page.keyboard.press('Enter')
    })
    if (new URL(page.url()).pathname !== path) await open(path)
  }
  const more = main.getByRole('button', { name: 'More', exact: true }).first()
  const opener = await handleOf(more)
  if (opener !== null) {
    const show = async () => {
      await more.focus()
      await page.keyboard.press('Enter')
    }
    await show()
    const entries = await page.getByRole('menuitem').allInnerTexts()
    await page.keyboard.press('Escape')
    for (const entry of entries) {
      await go(`More, ${entry}`, opener, async () => {
        await show()
        const item = page.getByRole('menuitem', { name: entry, exact: true })
        if ((await item.getAttribute('aria-disabled')) === 'true') return page.keyboard.press('Escape')
        await item.focus()
        await page.keyboard.press('Enter')
      })
      if (new URL(page.url()).pathname !== path) await open(path)
    }
  }
  return { tried, found }
}

/** The first record of a list. */
async function firstOf({ page, open }: Person, list: string): Promise<string> {
  await open(list)
  const link = page.locator('tbody [data-row-link]').first()
  await link.waitFor()
  return new URL((await link.getAttribute('href')) ?? '', page.url()).pathname
}

/** The lists of the night have the dialogs of every noun. */
test.each<[string, readonly string[], readonly string[]]>([
  [
    'agency_admin',
    ['contract/temp_placement?group_by=status__active'],
    [
      'transaction/timesheet?group_by=status__submitted',
      'transaction/invoice?group_by=status__open',
      'business/client',
      'business/contractor',
    ],
  ],
  ['provider_admin', ['business/client'], ['business/agency', 'transaction/invoice?group_by=status__open']],
  ['contractor', ['transaction/timesheet?group_by=status__draft'], []],
])(
  '%s: Esc and Cancel lead back to the opener of each dialog of a record',
  async (persona, by_day, at_night) => {
    const person = await signIn(browser, stint, persona)
    const { category } = await person.session()
    const all = []
    for (const list of is_night ? [...by_day, ...at_night] : by_day)
      all.push(await faultsOf(person, await firstOf(person, `/${category}/${list}`)))
    expect(all.flatMap(({ found }) => found)).toEqual([])
    expect(all.reduce((sum, { tried }) => sum + tried, 0)).toBeGreaterThan(1)
    await person.context.close()
  },
)

describe('after success', () => {
  const enter = async (page: Page, button: Locator) => {
    await button.focus()
    const opener = await handleOf(button)
    await page.keyboard.press('Enter')
    await dialogs(page).first().waitFor()
    return opener as Opener
  }
  /** On the opener, or within the page where it is gone. */
  const ends = async (page: Page, opener: Opener) => {
    await gone(dialogs(page))
    expect(await focusFaults(page, opener)).toEqual([])
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  }

  test('a changed profile leads back to Edit', async () => {
    const { page, open, context } = await signIn(browser, stint, 'agency_admin')
    await open('/agency/admin')
    const opener = await enter(page, card(page, 'Profile').getByRole('button', { name: 'Edit', exact: true }))
    await field(page.getByRole('dialog'), 'Website').fill('https://example.com')
    await page.keyboard.press('Enter')
    await ends(page, opener)
    await context.close()
  })

  test('a named hiring manager takes the button away, and the focus stays in the page', async () => {
    const person = await signIn(browser, stint, 'agency_admin')
    const { page } = person
    await person.open(await firstOf(person, '/agency/contract/temp_placement?group_by=status__active'))
    const opener = await enter(page, page.getByRole('button', { name: 'Add: Hiring manager' }))
    await page
      .getByRole('dialog')
      .getByLabel(/^Hiring manager/)
      .selectOption({ index: 1 })
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).focus()
    await page.keyboard.press('Enter')
    await ends(page, opener)
    await person.context.close()
  })

  test('a rejected timesheet has no Reject any more, and the focus stays in the page', async () => {
    const person = await signIn(browser, stint, 'timesheet_approver')
    const { page } = person
    await person.open(await firstOf(person, '/client/transaction/timesheet?group_by=status__submitted'))
    const opener = await enter(
      page,
      page
        .locator('main')
        .getByRole('button', { name: /^Reject/ })
        .first(),
    )
    await confirm(page, 'One day is missing')
    await ends(page, opener)
    await person.context.close()
  })
})
