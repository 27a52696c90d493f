/** The place of the keyboard after something closed: back on its opener, or where the page went on (WCAG 2.4.3). */
import type { ElementHandle, Page } from 'playwright-core'

type Opener = ElementHandle<HTMLElement | SVGElement>

/** The fault of the focus once nothing stands over the page; none where the opener has it, or is gone and another has it. */
export function focusFaults(page: Page, opener: Opener): Promise<string[]> {
  return page.evaluate(async (element) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    // The page puts a lost focus back within a few frames (keep-focus.ts).
    for (let n = 0; n < 4; n += 1) await frame()
    const active = document.activeElement
    if (active === null || active === document.body) return ['the focus is lost']
    const isThere =
      element.isConnected && element.getClientRects().length > 0 && !element.matches(':disabled')
    if (!isThere || element === active) return []
    const called = active.getAttribute('aria-label') ?? active.textContent ?? ''
    return [
      `the focus is on ${active.tagName.toLowerCase()} "${called.trim().slice(0, 40)}", not on the opener`,
    ]
  }, opener)
}
