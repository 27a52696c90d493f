/** From a click to the rows it asks for, as the page itself measures it. */
import type { Page } from 'playwright-core'
import { inWindow, LIST, type Look } from './look.ts'

interface Clicks {
  readonly name: string
  readonly ms: readonly number[]
}

/** Longer than anybody waits: then something is wrong, and not slow. */
const given_up_ms = 60_000

/** Presses what the selector finds and resolves with the milliseconds until `isThere` holds when a frame is drawn. */
function timed(page: Page, pressed: string, isThere: string): Promise<number> {
  // As text, since the page's own policy lets no text become code inside it.
  return page.evaluate(`new Promise((resolve, reject) => {
    const target = document.querySelector(${JSON.stringify(pressed)})
    if (!target) return reject(new Error('Nothing to press'))
    const from = performance.now()
    const look = () => {
      const took = performance.now() - from
      if (${isThere}) resolve(took)
      else if (took > ${given_up_ms}) reject(new Error('The rows never came'))
      else requestAnimationFrame(look)
    }
    target.click()
    requestAnimationFrame(look)
  })`)
}

const settled = `document.querySelector('tbody tr[data-row]') && document.querySelector('[aria-busy="false"] [data-list-scroll]')`

export async function clickTimes(look: Look, samples: number): Promise<Clicks[]> {
  const [menu, sort, group]: [number[], number[], number[]] = [[], [], []]
  for (let sample = 0; sample <= samples; sample += 1) {
    const took = await inWindow(look, async (page) => {
      await page.goto('/agency/profile')
      const link = `a[href="${LIST}"]`
      await page.locator(link).first().waitFor()
      const opened = await timed(page, link, settled)
      await page.evaluate(
        `[...document.querySelectorAll('th button')].find((one) => one.textContent.trim() === 'Due Date')?.setAttribute('data-bench', '')`,
      )
      const sorted = await timed(
        page,
        'th [data-bench]',
        `document.querySelector('th[aria-sort="descending"] [data-bench]') && ${settled}`,
      )
      // Paid: in this world nothing is initiated any more.
      const option = 'fieldset[aria-label^="Group by"] button:nth-of-type(3)'
      const grouped = await timed(
        page,
        option,
        `document.querySelector(${JSON.stringify(`${option}[aria-pressed="true"]`)}) && ${settled}`,
      )
      return { opened, sorted, grouped }
    })
    if (sample === 0) continue // The first one warms the server up.
    menu.push(took.opened)
    sort.push(took.sorted)
    group.push(took.grouped)
  }
  return [
    { name: 'menu to the list, its code included', ms: menu },
    { name: 'a header, sorted again', ms: sort },
    { name: 'a group', ms: group },
  ]
}
