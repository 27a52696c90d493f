/** Every screen of the other categories, and all that opens over a list; the agency's are in axe-agency.e2e.ts. */
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { all_looks, is_night, type Look, Looker, sayLook, Turns } from './every-screen.ts'
import { focusFaults } from './focus-faults.ts'
import { openBrowser, openWindow, signIn } from './people.ts'
import { everyScreen, SCREENS_MS } from './screen-round.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()
const turns = new Turns(1)

/** The persona with most screens of each category, then those with a menu of their own. */
everyScreen(browser, stint, turns, [
  'provider_admin',
  'invoice_contact',
  'hiring_manager',
  'timesheet_approver',
  'contractor',
  'funder_admin',
])

/** What opens over a list and over every page, by the name of the button that opens it. */
const openers: readonly { readonly name: string | RegExp; readonly phone?: RegExp }[] = [
  { name: /^Views$/ },
  { name: /^Filter/ },
  { name: 'Export' },
  { name: 'Templates' },
  { name: 'Columns' },
  { name: /^Find or go to/, phone: /^Search and commands$/ },
  { name: 'Keyboard shortcuts' },
  { name: /^Inbox/ },
  { name: /: account$/ },
  { name: /\. Switch$/ },
  { name: /^More/ },
]

/**
 * Of each category the list over which most can be opened. The same components open over all of them: by day over those
 * of an agency, which has all of them, and of a contractor, whose menu is another.
 */
const busiest = (
  [
    ['agency_admin', '/agency/transaction/timesheet'],
    ['contractor', '/contractor/transaction/timesheet'],
    ['provider_admin', '/provider/transaction/invoice'],
    ['invoice_contact', '/client/transaction/invoice'],
    ['funder_admin', '/funder/transaction/invoice'],
    ['agency_read_only', '/agency/transaction/invoice'],
  ] as const
).slice(0, is_night ? undefined : 2)

describe.each(busiest)('over a list of %s', (persona, path) => {
  test(
    'nothing opens that cannot be read, reached or seen',
    async () => {
      const person = await signIn(browser, stint, persona)
      const looker = new Looker(person.page)
      const found: string[] = []
      for (const opener of openers) {
        for (const look of turns.looksAt(`over: ${opener.name}`)) {
          await looker.openAs(path, look)
          const pressed = await openerAt(looker, opener, look)
          if (!pressed) continue
          const opened = await pressed.button.elementHandle()
          await looker.opens(pressed.button)
          const faults = await looker.faultsNow()
          await looker.leave()
          if (opened) faults.push(...(await focusFaults(person.page, opened)))
          for (const fault of faults) found.push(`${opener.name}: ${sayLook(pressed.look)}: ${fault}`)
        }
      }
      expect(found).toEqual([])
      await person.context.close()
    },
    SCREENS_MS,
  )
})

/** The button in this look, else in the next width that shows it: a phone has no Columns. Light or dark hides none. */
async function openerAt(
  looker: Looker,
  { name, phone }: (typeof openers)[number],
  wanted: Look,
): Promise<{ readonly button: Locator; readonly look: Look } | null> {
  const { page } = looker
  const others = all_looks.filter(({ width, scheme }) => width !== wanted.width && scheme === wanted.scheme)
  for (const look of is_night ? [wanted] : [wanted, ...others]) {
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
        // An open popup hides the page behind it from roles.
        const opener = await button.elementHandle()
        await looker.opens(button)
        const title = await person.page.getByRole('dialog').last().getByRole('heading').first().innerText()
        if (title.endsWith('is not possible')) refused.push(title)
        const looks = turns.looksAt(`selection: ${name}`)
        for (const fault of await looker.faults(looks)) found.push(`${path}, ${name}: ${fault}`)
        await looker.lookAs({ width: 1440, height: 900, scheme: 'light' })
        await looker.close()
        for (const fault of opener ? await focusFaults(person.page, opener) : [])
          found.push(`${path}, ${name}: ${fault}`)
      }
    }
    expect(found).toEqual([])
    expect(refused.length, 'something is refused with its reasons').toBeGreaterThan(0)
    await person.context.close()
  },
  SCREENS_MS,
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
    await looker.goTo('/developers')
    await page.getByLabel('Find an action').fill('receipt.match')
    await page.getByText('transaction.payment_receipt.match', { exact: true }).click()
    await page.getByRole('heading', { name: 'Example' }).waitFor()
    for (const fault of await looker.faults(all_looks)) found.push(`reference of the API: ${fault}`)
    await looker.goTo('/help/agency?page=business/client')
    await page.getByRole('heading', { name: 'Add a client' }).waitFor()
    for (const fault of await looker.faults(all_looks)) found.push(`help: ${fault}`)
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
  SCREENS_MS,
)
