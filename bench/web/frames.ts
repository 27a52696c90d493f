/** Frames while a list of 9,999 rows is scrolled: steadily, and by jumps as of a dragged scroll bar. */
import type { CDPSession } from 'playwright-core'
import { inWindow, LIST, type Look } from './look.ts'

export interface Way {
  readonly name: string
  readonly longest_ms: number
  readonly p95_ms: number
  readonly frames: number
  readonly long_tasks: number
  /** Of the page's own thread: what a frame costs, however busy the machine is with other things. */
  readonly processor_ms: number
}

interface Measured {
  readonly deltas: readonly number[]
  readonly long_tasks: number
}

/** Pixels of each frame: about as fast as a wheel is turned, and forty screens at once. Jumps end where the rows do. */
const ways = [
  { name: 'steadily, 5 rows a frame', begin: 0, step: 160, most: 600 },
  { name: 'steadily upwards, 5 rows a frame', begin: 200_000, step: -160, most: 600 },
  { name: 'by jumps of 250 rows', begin: 0, step: 8_000, most: 38 },
] as const
/** What the list puts off until it stands is counted, too. */
const rest_frames = 60

const quantile = (list: readonly number[], part: number): number =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))] ?? 0

/** Milliseconds of processor that the page's thread has used in tasks until now. */
async function processorOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

/** @param count frames of each way of scrolling, at most */
export function scrollFrames(look: Look, count: number): Promise<{ rows: number; ways: Way[] }> {
  return inWindow(look, async (page) => {
    await page.goto(LIST)
    await page.locator('tbody tr[data-row]').first().waitFor()
    await page.getByRole('button', { name: 'Load All' }).click()
    await page.getByText(/^Showing \d{4} Records$/).waitFor()
    const shown = /\d+/.exec(await page.getByText(/^Showing \d{4} Records$/).innerText())
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const measured: Way[] = []
    for (const { name, begin, step, most } of ways) {
      const frames = Math.min(count, most)
      const before_ms = await processorOf(session)
      const { deltas, long_tasks } = await page.evaluate(
        ([start, pixels, count, rest]) =>
          new Promise<Measured>((resolve) => {
            const scroller = document.querySelector('[data-list-scroll]')
            if (!scroller) throw new Error('Nothing scrolls.')
            scroller.scrollTop = start
            const found: number[] = []
            let tasks = 0
            const observer = new PerformanceObserver((list) => {
              tasks += list.getEntries().length
            })
            observer.observe({ entryTypes: ['longtask'] })
            let before = 0
            const turn = (at: number) => {
              if (before > 0) found.push(at - before)
              before = at
              if (found.length < count) scroller.scrollTop += pixels
              if (found.length < count + rest) return void requestAnimationFrame(turn)
              observer.disconnect()
              resolve({ deltas: found, long_tasks: tasks })
            }
            // The jump to where it begins is over before anything is measured.
            requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(turn)))
          }),
        [begin, step, frames, rest_frames] as const,
      )
      measured.push({
        name,
        longest_ms: Math.max(...deltas),
        p95_ms: quantile(deltas, 0.95),
        frames: deltas.length,
        long_tasks,
        processor_ms: ((await processorOf(session)) - before_ms) / frames,
      })
    }
    return { rows: Number(shown?.[0] ?? 0), ways: measured }
  })
}
