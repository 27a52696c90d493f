/**
 * What a path costs its people: clicks and typed fields, counted in their pages. A page opened by its
 * address counts as one click, a choice from a list and a chosen file as two.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { gone, loading, see } from './look.ts'

/** A page of another address is opened by a click, or by a link of a mail. */
function countOpening(page: Page, tell: (kind: 'click') => void): void {
  const goto = page.goto.bind(page)
  page.goto = (url, options) => {
    const now = page.url()
    if (now === 'about:blank' || new URL(url, now).pathname !== new URL(now).pathname) tell('click')
    return goto(url, options)
  }
}

/** Runs in the page, before its scripts. */
function listen(): void {
  const tell = (kind: 'click' | 'field') =>
    void (window as unknown as { countHands: (kind: string) => Promise<void> }).countHands(kind)
  const typed = new WeakSet<EventTarget>()
  const options = { capture: true }
  addEventListener('pointerdown', (event) => event.isTrusted && event.isPrimary && tell('click'), options)
  addEventListener(
    'input',
    ({ target }) => {
      const is_chosen =
        target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'file')
      if (is_chosen) {
        tell('click')
        tell('click')
      }
      const is_ticked = target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type)
      if (target === null || is_chosen || is_ticked || typed.has(target)) return
      typed.add(target)
      tell('field')
    },
    options,
  )
}

export type Hands = {
  readonly count: { click: number; field: number }
  /** Counts in every page of a window; called before its first page opens. */
  readonly watch: (context: BrowserContext) => Promise<void>
  /** What is tried besides the path is not counted. */
  readonly aside: (run: () => Promise<void>) => Promise<void>
}

export function countHands(): Hands {
  const count = { click: 0, field: 0 }
  let is_counting = true
  return {
    count,
    watch: async (context) => {
      const tell = (kind: keyof typeof count) => {
        if (is_counting) count[kind] += 1
      }
      for (const page of context.pages()) countOpening(page, tell)
      context.on('page', (page) => countOpening(page, tell))
      await context.exposeBinding('countHands', (_page, kind: keyof typeof count) => tell(kind))
      await context.addInitScript(listen)
    },
    aside: async (run) => {
      is_counting = false
      await run()
      is_counting = true
    },
  }
}

/** The home says what is next: a first step, something to do, or work to approve. */
export async function nextStepAtHome(page: Page): Promise<void> {
  await gone(page.locator(loading))
  const first = page.getByRole('region', { name: 'First steps' }).getByRole('link')
  const to_do = page.getByRole('region', { name: /^(To do|Your tasks)$/ }).getByRole('link')
  await see(first.or(to_do).or(page.getByRole('button', { name: 'Approve' })))
}
