/** Waiting for what a person would wait for: nothing sleeps, everything is looked at until it is there. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Placeholders of content that has not arrived yet. */
export const loading = '.skeleton, #main [aria-busy="true"], [role="status"][aria-label="Loading"]'

/** Waits until each has been shown. All are watched at once: a toast is there for three seconds only. */
export async function see(...shown: readonly Locator[]): Promise<void> {
  await Promise.all(shown.map((one) => one.first().waitFor()))
}

/** Waits until nothing of it is shown. */
export async function gone(...shown: readonly Locator[]): Promise<void> {
  for (const one of shown) await expect.poll(() => one.count(), { timeout: 60_000 }).toBe(0)
}

/** A card of a page by its heading. */
export const card = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: title, exact: true })

/** The entry of the main menu. */
export const menu = (page: Page, label: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label, exact: true })

/** Each row of a table as what its cells say. */
export async function rowsOf(table: Locator): Promise<string[][]> {
  await table.waitFor()
  return table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td, th')].map((cell) => (cell.textContent ?? '').trim())),
    )
}

/** Says yes in the dialog that asks, with a comment where one is wanted. */
export async function confirm(page: Page, comment?: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  if (comment !== undefined) await dialog.getByLabel('Comments Please').fill(comment)
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await gone(dialog)
}

/** The question before risky actions. */
export const identity = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Please confirm that it is you' })

/** Says yes to a payment, and confirms it with the click that a demo asks for. */
export async function confirmPayment(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await identity(page).getByRole('button', { name: 'Confirm' }).click()
  await gone(page.getByRole('dialog'))
}

/** What a toast says, or Recent messages once it has gone. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByLabel('Messages, Alt T').getByText(text)

/** An input by what its label begins with; a mandatory one has a star behind. */
export const field = (within: Page | Locator, label: string): Locator =>
  within.getByLabel(new RegExp(`^${label}\\b`)).first()

/** Takes the first result of a picker for the words, unless the form has chosen it already. */
export async function pick(page: Page, label: string, words: string): Promise<void> {
  const input = field(page, label)
  if ((await input.inputValue()) === words) return
  await input.fill(words)
  await page
    .getByRole('option', { name: new RegExp(words) })
    .first()
    .click()
}

/** Takes an entry of the menu behind a button of the page. */
export async function choose(page: Page, button: string, entry: string): Promise<void> {
  await page.locator('main').getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** What is said under an input that is refused; nothing while that is being said anew. */
export async function messageOf(input: Locator): Promise<string> {
  await expect.poll(() => input.getAttribute('aria-invalid'), { timeout: 60_000 }).toBe('true')
  // The fault comes before the hint.
  const [id = ''] = (await input.getAttribute('aria-describedby'))?.split(' ') ?? []
  const [said] = await input.page().locator(`[id="${id}"]`).allInnerTexts()
  return said ?? ''
}

/** Presses Tab until the button, link or input of this name has the focus, as a person without a mouse does. */
export async function tabTo(
  page: Page,
  name: string | RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  const is = typeof name === 'string' ? (text: string) => text === name : (text: string) => name.test(text)
  for (let step = 0; step < 150; step += 1) {
    const text = await page.evaluate(() => {
      const { activeElement } = document
      const label = activeElement instanceof HTMLInputElement ? activeElement.labels?.[0] : activeElement
      return (activeElement?.getAttribute('aria-label') ?? label?.textContent ?? '').trim()
    })
    if (is(text)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${name} is not reached by ${key}`)
}
