/** The figures of the help: screens of a story at 1280 and 390 px, where `npm run help` asks for them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { gone, loading } from './look.ts'

const folder = join(fileURLToPath(new URL('..', import.meta.url)), 'docs/help/figures')
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const

/** The page as it stands; it keeps its size. */
export async function figure(page: Page, name: string): Promise<void> {
  if (process.env.STINT_FIGURES !== '1') return
  const before = page.viewportSize()
  const device = await page.context().newCDPSession(page)
  for (const size of sizes) {
    await page.setViewportSize(size)
    await gone(page.locator(loading))
    // A phone fetches the cards of a list when they are first drawn.
    if ((await page.getByText(/^Showing [1-9]/).count()) > 0)
      await page.locator('main [data-row]').first().waitFor()
    // Two frames: the sizes of the page have followed.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const { data } = await device.send('Page.captureScreenshot', { format: 'webp', quality: 55 })
    writeFileSync(join(folder, `${name}-${size.width}.webp`), Buffer.from(data, 'base64'))
  }
  await device.detach()
  if (before) await page.setViewportSize(before)
}
