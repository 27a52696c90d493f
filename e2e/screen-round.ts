/**
 * Every screen of every menu, every form behind a list, a record of every kind with its tabs, and what opens over them,
 * as each category: no axe violation, nothing wider than the window, and no value that only a program reads (quality U1).
 * The screens come from the menus and the registry of screens. At every commit each is seen in one of six looks by turns
 * (three widths, light and dark), forms and records are those of `deep_by_day`, and a screen that agencies have speaks for
 * desks of other categories; at night everything in all six.
 */
import type { Browser } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { screens } from '#business/screens.ts'
import { parsePlace, pathOf } from '#web/core/place.ts'
import { is_night, type Look, Looker, sayLook, type Turns } from './every-screen.ts'
import { signIn } from './people.ts'
import type { Stint } from './serve.ts'

/** Personas with forms, records, tabs and buttons at every commit: the one that has most of them. */
const deep_by_day: readonly string[] = ['agency_admin']

/** Personas whose main screens are measured at every commit: those with the smallest windows. */
const measured_by_day: readonly string[] = ['hiring_manager', 'contractor']

/** Personas at a desk who by day see only screens that no agency has. Lists of all are driven in lists.e2e.ts. */
const rest_by_day: readonly string[] = ['provider_admin', 'invoice_contact', 'funder_admin']

/** Screens outside the menus. */
const always_open = ['dashboard', 'profile', 'log/mail', 'exports', 'platform/import']

/** A test of some eighty screens, on a machine that may be busy. */
export const SCREENS_MS = 5_400_000

/** What was looked at already: by day each thing is looked at once. */
class Seen {
  /** Screens by kind and category: one persona speaks for the others of its category. */
  readonly screens = new Set<string>()
  /** Tabs and popups of records, which are the same for every category. */
  readonly #once = new Set<string>()

  isNew(thing: string): boolean {
    if (this.#once.has(thing) && !is_night) return false
    this.#once.add(thing)
    return true
  }
}

class Round {
  readonly found: string[] = []
  /** A record of each kind that something led to, by kind; and its tabs. */
  readonly records = new Map<string, string>()
  readonly tabs = new Map<string, string>()
  readonly not_found: string[] = []
  readonly #looker: Looker
  readonly #turns: Turns
  readonly #whose: (kind: string) => string
  readonly #measures: boolean
  readonly #seen: Seen

  constructor(looker: Looker, turns: Turns, seen: Seen, persona: string, category: string) {
    this.#seen = seen
    this.#looker = looker
    this.#turns = turns
    this.#measures = is_night || measured_by_day.includes(persona)
    // A dashboard is another one for each role.
    this.#whose = (kind) => `${kind === 'dashboard' ? persona : category} ${kind}`
  }

  async visit(path: string, kind: string): Promise<boolean> {
    if (this.#seen.screens.has(this.#whose(kind))) return false
    const { heading, links } = await this.#looker.open(path)
    if (heading === 'Page not found') {
      this.not_found.push(path)
      return false
    }
    this.#seen.screens.add(this.#whose(kind))
    for (const href of links) this.#note(href)
    this.#say(path, await this.#looker.faults(this.#turns.looksAt(kind)))
    const isMain = !/^(record|tab) /.test(kind)
    if (this.#measures && isMain && this.#seen.isNew(`reach ${kind}`))
      this.#say(path, await this.#looker.reachFaults())
    return true
  }

  #note(href: string): void {
    const place = parsePlace(href)
    if (!place?.id) return
    if (!this.records.has(place.path)) this.records.set(place.path, pathOf({ ...place, tab: null }))
    const tab = `${place.path}/${place.tab}`
    if (place.tab && !this.tabs.has(tab)) this.tabs.set(tab, pathOf(place))
  }

  #say(what: string, faults: readonly string[]): void {
    for (const fault of faults) this.found.push(`${what}: ${fault}`)
  }

  /** The form as it answers when it is sent with nothing in it. */
  async refuse(path: string): Promise<void> {
    const send = this.#looker.page.locator('main form button[type="submit"]').first()
    if (!(await send.isVisible())) return
    await this.#looker.press(send)
    this.#say(`${path}, sent empty`, await this.#looker.faultsNow())
  }

  /** What the record's buttons open over it. What one of them does at once is done: the world is this test's own. */
  async pressAll(path: string, kind: string): Promise<void> {
    const looks = this.#turns.looksAt(`${kind} buttons`)
    for (const name of await this.#buttons(path)) {
      // Of those that differ in what they are about (`Why: Amount`) one speaks for the others.
      if (!this.#seen.isNew(`${kind}: ${name.replace(/[:\d].*$/s, '')}`)) continue
      for (const look of looks) await this.#pressOne(path, name, look)
    }
  }

  async #buttons(path: string): Promise<readonly string[]> {
    await this.#looker.open(path)
    const all = this.#looker.page.locator(pressable)
    const names = await all.evaluateAll((buttons) =>
      buttons.map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim()),
    )
    return [...new Set(names)].filter((name) => name !== '')
  }

  async #pressOne(path: string, name: string, look: Look): Promise<void> {
    await this.#looker.openAs(path, look)
    const button = this.#looker.page.locator('main').getByRole('button', { name, exact: true }).first()
    if (!(await button.isVisible()) || !(await this.#looker.press(button))) return
    for (const fault of await this.#looker.faultsNow())
      this.found.push(`${path}, ${name}: ${sayLook(look)}: ${fault}`)
    await this.#looker.leave()
  }
}

/** Buttons of a record itself: not those of its rows, nor such as send a form or switch something on. */
const pressable =
  'main button:not([type="submit"],[aria-disabled="true"],[aria-pressed],[aria-expanded="true"],[role="tab"],form button,table button,[data-row] button,[data-toolbar] button,fieldset button)'

async function deeper(round: Round, seen: Seen, category: string): Promise<void> {
  for (const key of screens.flatMap(({ path, sub_pages }) =>
    sub_pages ? [path, ...Object.keys(sub_pages)] : [],
  )) {
    const path = `/${category}/${key}`
    if ((await round.visit(path, key)) && seen.isNew(`${key} sent empty`)) await round.refuse(path)
  }
  // Records lead to records: the map grows while it is walked.
  for (const [kind, path] of round.records) await round.visit(path, `record ${kind}`)
  for (const [kind, path] of round.tabs) if (seen.isNew(`tab ${kind}`)) await round.visit(path, `tab ${kind}`)
  for (const [kind, path] of round.records) await round.pressAll(path, `record ${kind}`)
}

/** The lists and pages of an agency's menu, which axe-agency.e2e.ts sees; a dashboard is another one for each role. */
async function agencyScreens(browser: Browser, stint: Stint): Promise<ReadonlySet<string>> {
  const person = await signIn(browser, stint, 'agency_admin')
  const { menu } = await person.session()
  await person.context.close()
  return new Set(menu.map(({ key }) => key).filter((key) => key !== 'dashboard'))
}

/** Declares the test of every screen for each persona. */
export function everyScreen(browser: Browser, stint: Stint, turns: Turns, personas: readonly string[]): void {
  const seen = new Seen()
  describe.each(personas)('%s', (persona) => {
    test(
      'every screen: can be read, reached and seen',
      async () => {
        const person = await signIn(browser, stint, persona)
        const { category, menu } = await person.session()
        const round = new Round(new Looker(person.page), turns, seen, persona, category)
        const spoken_for =
          is_night || !rest_by_day.includes(persona) ? new Set<string>() : await agencyScreens(browser, stint)
        for (const { path, key } of menu) if (!spoken_for.has(key)) await round.visit(path, key)
        expect(round.not_found, 'every menu entry opens').toEqual([])
        for (const key of always_open) await round.visit(`/${category}/${key}`, key)
        if (is_night || deep_by_day.includes(persona)) await deeper(round, seen, category)
        expect(round.found).toEqual([])
        await person.context.close()
      },
      SCREENS_MS,
    )
  })
}
