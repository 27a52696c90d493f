/** From a click to the rows it asks for, as the page itself measures it. */
import type { Page } from 'playwright-core'
import { inWindow, LIST, type Look } from './look.ts'

export interface Clicks {
  readonly name: string
  readonly ms: readonly number[]
}

/** Presses what the selector finds and resolves with the milliseconds until `isThere` holds after a frame was drawn. */
function timed(page: Page, pressed: string, isThere: string): Promise<number> {
  return page.evaluate(
    ([selector, condition]) =>
      new Promise<number>((resolve, reject) => {
        const target = document.querySelector<HTMLElement>(selector ?? '')
        if (!target) return reject(new Error(`Nothing to press: ${selector}`))
        const holds = new Function(`return (${condition})`) as () => boolean // Our own text, from below.
        const from = performance.now()
        const look = () => {
          if (holds()) resolve(performance.now() - from)
          else requestAnimationFrame(look)
        }
        target.click()
        requestAnimationFrame(look)
      }),
    [pressed, isThere] as const,
  )
}

const settled = `document.querySelector('tbody tr[data-row]') && !document.querySelector('tbody.opacity-60')`
const first = `document.querySelector('tbody tr[data-row]')?.dataset.row`

export async function clickTimes(look: Look, samples: number): Promise<Clicks[]> {
  const [menu, sort, group]: [number[], number[], number[]] = [[], [], []]
  for (let sample = 0; sample <= samples; sample += 1) {
    const took = await inWindow(look, async (page) => {
      await page.goto('/agency/profile')
      const link = `a[href="${LIST}"]`
      await page.locator(link).first().waitFor()
      const opened = await timed(page, link, settled)
      const before = await page.evaluate(first)
      const header = 'th:nth-of-type(8) button'
      const sorted = await timed(page, header, `${settled} && ${first} !== ${JSON.stringify(before)}`)
      const option = 'fieldset[aria-label^="Group by"] button:nth-of-type(2)'
      const grouped = await timed(
        page,
        option,
        `${settled} && location.search.includes('group_by') && document.querySelector('footer').textContent.includes('Matched')`,
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
    { name: 'a header, sorted anew', ms: sort },
    { name: 'a group', ms: group },
  ]
}
