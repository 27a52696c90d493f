/** Opens screens and says what is wrong with how they look: axe, wider than the window, words that only programs read. */
import { isDeepStrictEqual } from 'node:util'
import type { Locator, Page, Request } from 'playwright-core'
import { axeFaults } from './axe-faults.ts'
import { goInside } from './inside.ts'
import { loading } from './look.ts'
import { cutText, shortenedText, smallTargets, spaceText, unseenInContrast } from './reach-faults.ts'

export type Look = { readonly width: number; readonly height: number; readonly scheme: 'light' | 'dark' }

/** The widths of quality U1, in light and dark. */
export const all_looks: readonly Look[] = (['light', 'dark'] as const).flatMap((scheme) => [
  { width: 1440, height: 900, scheme },
  { width: 768, height: 1024, scheme },
  { width: 360, height: 740, scheme },
])

/** At night everything is looked at in every way. */
export const is_night = process.env.STINT_NIGHTLY === '1'

/**
 * How a thing is looked at: at night in every way, else in one of them by turns. Where a thing is met again, as another
 * category, the next way is its turn; different things begin with different ways.
 */
export class Turns {
  readonly #met = new Map<string, number>()
  readonly #first: number

  /** `first` keeps two files that meet the same things from beginning with the same look. */
  constructor(first = 0) {
    this.#first = first
  }

  looksAt(thing: string): readonly Look[] {
    if (is_night) return all_looks
    const before = this.#met.get(thing) ?? hashOf(thing) + this.#first
    this.#met.set(thing, before + 1)
    const look = all_looks[before % all_looks.length]
    return look ? [look] : []
  }
}

const hashOf = (text: string): number => [...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)

/** Generous: the machine may be busy, and nothing here measures time. */
const WAIT_MS = 120_000

/** Values as they stand in the database, which nobody should have to read. */
const raw_value =
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-\w{4}-[0-9a-f]{12}\b|\bundefined\b|\bNaN\b|\[object \w+\]|(?<![\w/.])[a-z]{2,}(?:_[a-z]+)+\b/

const popup = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** One window going from screen to screen. It knows which requests are under way, so that it need not wait by the clock. */
export class Looker {
  readonly page: Page
  readonly #under_way = new Set<Request>()
  /** A press changed the page itself, so that only a full load shows it as it was. */
  #is_changed = false
  /** As it was set; null in the wide window of a page that was just opened. */
  #look: Look | null = null

  constructor(page: Page) {
    this.page = page
    page.setDefaultTimeout(WAIT_MS)
    page.on('request', (request) => this.#under_way.add(request))
    page.on('requestfinished', (request) => this.#under_way.delete(request))
    page.on('requestfailed', (request) => this.#under_way.delete(request))
  }

  /** Answers the heading and the addresses that the page leads to; everything of it is there. */
  async open(path: string): Promise<{ readonly heading: string; readonly links: readonly string[] }> {
    this.#look = null
    await this.page.setViewportSize({ width: 1440, height: 900 })
    if (!this.#isAt(path) && !(await this.#goInside(path))) await this.goTo(path)
    const heading = this.page.getByRole('heading', { level: 1 }).first()
    await heading.waitFor()
    await this.settled()
    const links = await this.page
      .locator('main a[href]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')?.split(/[?#]/)[0] ?? ''))
    return { heading: await heading.innerText(), links }
  }

  #isAt(path: string): boolean {
    return !is_night && !this.#is_changed && this.page.url().endsWith(path)
  }

  /** At night every screen is loaded in full. */
  async #goInside(path: string): Promise<boolean> {
    return !is_night && !this.#is_changed && (await goInside(this.page, path))
  }

  /** A full load; wide, where most leads on. */
  async goTo(path: string): Promise<void> {
    this.#under_way.clear()
    this.#is_changed = false
    this.#look = null
    await this.page.setViewportSize({ width: 1440, height: 900 })
    await this.page.goto(path, { waitUntil: 'domcontentloaded', timeout: WAIT_MS })
  }

  /** Nothing is under way, and two frames later still nothing is: what came has been drawn and asked for no more. */
  async settled(): Promise<void> {
    const end = performance.now() + WAIT_MS
    let calm = 0
    while (calm < 2) {
      const isLoading = await this.page.evaluate(async (loading) => {
        const frame = () => new Promise((done) => requestAnimationFrame(done))
        await frame()
        await frame()
        const isMoving = document
          .getAnimations()
          .some((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
        return isMoving || document.querySelector(loading) !== null
      }, loading)
      calm = isLoading || this.#under_way.size > 0 ? 0 : calm + 1
      if (performance.now() > end) throw new Error(`${this.page.url()} is still loading: ${this.#asked()}`)
    }
  }

  #asked(): string {
    return [...this.#under_way].map((request) => `${request.method()} ${request.url()}`).join(', ')
  }

  /** Opens it in this look. By day a page that shows it so already is left as it is: each new size lays it out again. */
  async openAs(path: string, look: Look): Promise<void> {
    if (this.#isAt(path) && isDeepStrictEqual(this.#look, look)) return
    await this.open(path)
    await this.lookAs(look)
  }

  async lookAs(look: Look): Promise<void> {
    const { width, height, scheme } = look
    await this.page.emulateMedia({ colorScheme: scheme })
    await this.page.setViewportSize({ width, height })
    this.#look = look
    await this.settled()
  }

  /** What is wrong with the screen as it stands, in each of these ways. */
  async faults(looks: readonly Look[]): Promise<string[]> {
    const found: string[] = []
    for (const look of looks) {
      await this.lookAs(look)
      for (const fault of await this.faultsNow()) found.push(`${sayLook(look)}: ${fault}`)
    }
    return found
  }

  async faultsNow(): Promise<string[]> {
    return [...(await axeFaults(this.page)), ...(await this.#layout())]
  }

  async #layout(): Promise<string[]> {
    const wide = await this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    const raw = raw_value.exec(await this.#words())?.[0]
    return [...(wide > 0 ? [`${wide} px wider than the window`] : []), ...(raw ? [`shows ${raw}`] : [])]
  }

  /** The text of the page without names for programs, which stand in `code`. */
  async #words(): Promise<string> {
    const main = this.page.locator('main').first()
    // The longest first: a short name may be a part of it.
    const names = (await main.locator('code').allInnerTexts()).sort((a, b) => b.length - a.length)
    return names.reduce((text, name) => text.replaceAll(name, ' '), await main.innerText())
  }

  /** WCAG 2.2 beyond axe: targets at both ends of the widths, a contrast theme, the narrowest window with wide text. */
  async reachFaults(): Promise<string[]> {
    const say = (where: string, faults: readonly string[]) => faults.map((fault) => `${where}: ${fault}`)
    await this.lookAs({ width: 1440, height: 900, scheme: 'light' })
    const found = say('1440', await smallTargets(this.page))
    found.push(...say('contrast theme', await unseenInContrast(this.page)))
    await this.lookAs({ width: 320, height: 640, scheme: 'light' })
    found.push(...say('320', [...(await smallTargets(this.page)), ...(await cutText(this.page))]))
    await spaceText(this.page, true)
    found.push(
      ...say('320 with wide text', [...(await cutText(this.page)), ...(await shortenedText(this.page))]),
    )
    await spaceText(this.page, false)
    return found
  }

  /** Presses it and answers whether something has opened over the page. */
  async press(button: Locator): Promise<boolean> {
    await button.click()
    await this.settled()
    const is_over = await this.isOver()
    this.#is_changed = !is_over
    return is_over
  }

  /** Presses what is known to open something, and waits until that is there: it may have to be fetched first. */
  async opens(button: Locator): Promise<void> {
    await button.click()
    await this.page.locator(popup).first().waitFor()
    await this.settled()
  }

  isOver(): Promise<boolean> {
    return this.page.locator(popup).first().isVisible()
  }

  /** Closes by Escape where that does it; else the next screen is loaded in full. */
  async leave(): Promise<void> {
    for (let tries = 0; tries < 3 && (await this.isOver()); tries += 1) {
      await this.page.keyboard.press('Escape')
      await this.settled()
    }
    this.#is_changed ||= await this.isOver()
  }

  /** Closes what stands over the page, one after the other. */
  async close(): Promise<void> {
    while (await this.isOver()) {
      const top = this.page.locator(popup).last()
      const handle = await top.elementHandle()
      await this.page.keyboard.press('Escape')
      await handle?.waitForElementState('hidden')
      await this.settled()
    }
  }
}

export const sayLook = ({ width, scheme }: Look): string => `${width} ${scheme}`
