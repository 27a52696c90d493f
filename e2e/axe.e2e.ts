/**
 * Every screen of every menu, every form behind a list, a record of every kind with its tabs, and what opens over them,
 * as each category: no axe violation, nothing wider than the window, and no value that only a program reads (quality U1).
 * The screens are taken from the menus and the registry of screens, so that none can be forgotten. At every commit each is
 * looked at in one of six ways by turns (three widths, light and dark), and forms and records are those of `deep_by_day`;
 * at night everything is looked at in all six.
 */
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { screens } from '#business/screens.ts'
import { parsePlace, pathOf } from '#web/core/place.ts'
import { all_looks, is_night, type Look, Looker, sayLook, Turns } from './every-screen.ts'
import { openBrowser, openWindow, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

/** Of each category who sees most of it, then whoever has a menu of his own. */
const personas = [
  'agency_admin',
  'provider_admin',
  'invoice_contact',
  'hiring_manager',
  'timesheet_approver',
  'contractor',
  'funder_admin',
]

/** Whose forms, records, tabs and buttons are gone through at every commit: there is time for those who have most. */
const deep_by_day: readonly string[] = ['agency_admin']

/** What stands outside the menus. */
const always_open = ['dashboard', 'profile', 'log/mail', 'exports', 'platform/import']

/** A test of some eighty screens, on a machine that may be busy. */
const WAIT_MS = 5_400_000

const turns = new Turns()
/** Screens by kind, as a category: what was seen as one person need not be seen as his colleague. */
const seen = new Set<string>()
/** Tabs and what records open, which are the same for every category that has them. */
const seen_once = new Set<string>()

const isNew = (thing: string): boolean => {
  if (seen_once.has(thing) && !is_night) return false
  seen_once.add(thing)
  return true
}

class Round {
  readonly found: string[] = []
  /** A record of each kind that something led to, by kind; and its tabs. */
  readonly records = new Map<string, string>()
  readonly tabs = new Map<string, string>()
  readonly not_found: string[] = []
  readonly #looker: Looker
  readonly #whose: (kind: string) => string

  constructor(looker: Looker, persona: string, category: string) {
    this.#looker = looker
    // A dashboard is another one for each role.
    this.#whose = (kind) => `${kind === 'dashboard' ? persona : category} ${kind}`
  }

  async visit(path: string, kind: string): Promise<boolean> {
    if (seen.has(this.#whose(kind))) return false
    const { heading, links } = await this.#looker.open(path)
    if (heading === 'Page not found') {
      this.not_found.push(path)
      return false
    }
    seen.add(this.#whose(kind))
    for (const href of links) this.#note(href)
    this.#say(path, await this.#looker.faults(turns.looksAt(kind)))
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
    const looks = turns.looksAt(`${kind} buttons`)
    for (const name of await this.#buttons(path)) {
      // Of those that differ in what they are about (`Why: Amount`) one speaks for the others.
      if (!isNew(`${kind}: ${name.replace(/[:\d].*$/s, '')}`)) continue
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
    await this.#looker.open(path)
    await this.#looker.lookAs(look)
    const button = this.#looker.page.locator('main').getByRole('button', { name, exact: true }).first()
    if (!(await button.isVisible()) || !(await this.#looker.press(button))) return
    for (const fault of await this.#looker.faultsNow())
      this.found.push(`${path}, ${name}: ${sayLook(look)}: ${fault}`)
  }
}

/** Buttons of a record itself: not those of its rows, nor such as send a form or switch something on. */
const pressable =
  'main button:not([type="submit"],[aria-disabled="true"],[aria-pressed],[aria-expanded="true"],[role="tab"],form button,table button,[data-row] button,[data-toolbar] button,fieldset button)'

describe.each(personas)('%s', (persona) => {
  test(
    'finds nothing that cannot be read, reached or seen',
    async () => {
      const person = await signIn(browser, stint, persona)
      const session = await person.session()
      const round = new Round(new Looker(person.page), persona, session.category)
      for (const { path, key } of session.menu) await round.visit(path, key)
      expect(round.not_found, 'what stands in the menu opens').toEqual([])
      for (const key of always_open) await round.visit(`/${session.category}/${key}`, key)
      const isDeep = is_night || deep_by_day.includes(persona)
      if (isDeep) await deeper(round, session.category)
      expect(round.found).toEqual([])
      await person.context.close()
    },
    WAIT_MS,
  )
})

async function deeper(round: Round, category: string): Promise<void> {
  for (const key of screens.flatMap(({ path, sub_pages }) =>
    sub_pages ? [path, ...Object.keys(sub_pages)] : [],
  )) {
    const path = `/${category}/${key}`
    if ((await round.visit(path, key)) && isNew(`${key} sent empty`)) await round.refuse(path)
  }
  // Records lead to records: the map grows while it is walked.
  for (const [kind, path] of round.records) await round.visit(path, `record ${kind}`)
  for (const [kind, path] of round.tabs) if (isNew(`tab ${kind}`)) await round.visit(path, `tab ${kind}`)
  for (const [kind, path] of round.records) await round.pressAll(path, `record ${kind}`)
}

/** What opens over a list and over every page, by the name of the button that opens it. */
const openers: readonly { readonly name: string | RegExp; readonly phone?: RegExp }[] = [
  { name: /^Views$/ },
  { name: /^Filter/ },
  { name: 'Export' },
  { name: 'Templates' },
  { name: 'Columns' },
  { name: /^Find or go to/, phone: /^Search and commands$/ },
  { name: 'Keyboard shortcuts' },
  { name: /^Recent messages/ },
  { name: /: account$/ },
  { name: /\. Switch$/ },
  { name: /^More/ },
]

/** Of each category the list over which most can be opened. */
const busiest = [
  ['agency_admin', '/agency/transaction/timesheet'],
  ['provider_admin', '/provider/transaction/invoice'],
  ['invoice_contact', '/client/transaction/invoice'],
  ['contractor', '/contractor/transaction/timesheet'],
  ['funder_admin', '/funder/transaction/invoice'],
  ['agency_read_only', '/agency/transaction/invoice'],
] as const

describe.each(busiest)('over a list of %s', (persona, path) => {
  test(
    'nothing opens that cannot be read, reached or seen',
    async () => {
      const person = await signIn(browser, stint, persona)
      const looker = new Looker(person.page)
      const found: string[] = []
      for (const opener of openers) {
        for (const look of turns.looksAt(`over: ${opener.name}`)) {
          await looker.open(path)
          const pressed = await openerAt(looker, opener, look)
          if (!pressed) continue
          await looker.opens(pressed.button)
          for (const fault of await looker.faultsNow())
            found.push(`${opener.name}: ${sayLook(pressed.look)}: ${fault}`)
        }
      }
      expect(found).toEqual([])
      await person.context.close()
    },
    WAIT_MS,
  )
})

/** The button as it is looked at; where it is not shown so (no Columns on a phone), in the next way in which it is. */
async function openerAt(
  looker: Looker,
  { name, phone }: (typeof openers)[number],
  wanted: Look,
): Promise<{ readonly button: Locator; readonly look: Look } | null> {
  const { page } = looker
  for (const look of is_night ? [wanted] : [wanted, ...all_looks]) {
    await looker.lookAs(look)
    for (const called of phone ? [name, phone] : [name]) {
      const button = page.getByRole('button', { name: called, exact: true }).first()
      if (await button.isVisible()) return { button, look }
    }
  }
  return null
}

test(
  'bulk actions: questions and refusals are readable, reachable and visible',
  async () => {
    const person = await signIn(browser, stint, 'agency_admin')
    const looker = new Looker(person.page)
    const found: string[] = []
    const refused: string[] = []
    for (const path of ['/agency/transaction/timesheet', '/agency/transaction/invoice']) {
      await looker.open(path)
      await person.page.getByRole('checkbox', { name: 'Select all shown' }).check()
      const bar = person.page.getByRole('toolbar', { name: 'Selected records' })
      await bar.waitFor()
      const names = await bar.getByRole('button').allInnerTexts()
      // To take all rows that match opens nothing.
      for (const name of names.filter((one) => one !== '' && !one.startsWith('Select all'))) {
        const button = bar.getByRole('button', { name, exact: true })
        if (!(await button.isVisible())) continue
        await looker.opens(button)
        const title = await person.page.getByRole('dialog').last().getByRole('heading').first().innerText()
        if (title.endsWith('is not possible')) refused.push(title)
        const looks = turns.looksAt(`selection: ${name}`)
        for (const fault of await looker.faults(looks)) found.push(`${path}, ${name}: ${fault}`)
        await looker.lookAs({ width: 1440, height: 900, scheme: 'light' })
        await looker.close()
      }
    }
    expect(found).toEqual([])
    expect(refused.length, 'something is refused with its reasons').toBeGreaterThan(0)
    await person.context.close()
  },
  WAIT_MS,
)

test(
  'signed-out and not-found pages: readable',
  async () => {
    const context = await openWindow(browser, stint)
    const page = await context.newPage()
    const looker = new Looker(page)
    const found: string[] = []
    await looker.goTo('/')
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    for (const fault of await looker.faults(all_looks)) found.push(`sign in: ${fault}`)
    await context.close()
    const person = await signIn(browser, stint, 'agency_admin')
    const inside = new Looker(person.page)
    for (const path of ['/agency/nothing/here', '/provider/dashboard', '/agency/transaction/invoice/x']) {
      await inside.open(path)
      for (const fault of await inside.faults(turns.looksAt(path))) found.push(`${path}: ${fault}`)
    }
    await person.context.close()
    expect(found).toEqual([])
  },
  WAIT_MS,
)
