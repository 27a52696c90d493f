import type { Page } from 'playwright-core'
import { parsePlace } from '#web/core/place.ts'

/** Generous: a machine may be busy. After it the caller loads the screen in full. */
const WAIT_MS = 20_000

/**
 * Goes to another screen inside the page as a link does, and waits until it has replaced the one before. False where
 * the screen stays the same, where no page of ours is open, and where the screen does not come.
 */
export async function goInside(page: Page, path: string): Promise<boolean> {
  const [here, there] = [page.url(), path].map((one) => parsePlace(new URL(one, 'http://a').pathname))
  if (!here || !there) return false
  if (here.path === there.path && here.id === there.id) return false
  await page.evaluate((to) => {
    for (const one of document.querySelectorAll('#main > *')) one.setAttribute('data-left', '')
    history.pushState(null, '', to)
  }, path)
  try {
    await page.waitForFunction(() => document.querySelector('#main > *:not([data-left])') !== null, null, {
      timeout: WAIT_MS,
    })
    await page.waitForFunction(() => document.querySelector('#main > [data-left]') === null, null, {
      timeout: WAIT_MS,
    })
    return true
  } catch {
    return false
  }
}
