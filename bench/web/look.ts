/** A window on the product, signed in. */
import type { Browser, Page } from 'playwright-core'

export interface Look {
  readonly browser: Browser
  readonly url: string
  /** `name=value` of the session. */
  readonly cookie: string
}

export const LIST = '/agency/transaction/invoice'

/** Runs in a window of its own, with nothing in its cache. */
export async function inWindow<T>(
  { browser, url, cookie }: Look,
  run: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
  })
  const at = cookie.indexOf('=')
  await context.addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url }])
  context.setDefaultTimeout(120_000)
  try {
    return await run(await context.newPage())
  } finally {
    await context.close()
  }
}
