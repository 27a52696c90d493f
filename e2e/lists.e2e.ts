/**
 * Every list of every menu in the browser, driven by the registry of lists: it opens, groups, sorts, searches, filters
 * and loads more, and the numbers in its footer are those of the database (test/lists/list-oracle.ts). Every file that a
 * list exports has the rows that were counted. Filter by filter the same is asked in test/lists/lists.db.test.ts.
 * By day a list that agencies have, too, is only opened and counted for the other categories; at night all is done.
 */

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { entities } from '#business/entities.ts'
import type { Category } from '#entity/access.ts'
import { allOf } from '#entity/filter.ts'
import { empty_list_state } from '#entity/url-codec.ts'
import { day } from '#kernel/day.ts'
import type { Looking } from '#test/access/world.ts'
import { emailOf, providerOf, uid, userOf } from '#test/access/world.ts'
import { ListOracle, likeSql } from '#test/lists/list-oracle.ts'
import { lists } from '#test/lists/registry.ts'
import type { Session } from '#web/core/session.ts'
import { exportInput } from '#web/list/model/export-request.ts'
import type { List, ListTab, ShapedList } from '#web/list/model/list.ts'
import { shapeList } from '#web/list/model/shape.ts'
import { is_night } from './every-screen.ts'
import { goInside } from './inside.ts'
import { openBrowser, type Person, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

const personas = ['agency_admin', 'invoice_contact', 'contractor', 'funder_admin', 'provider_admin']
/** As of the list itself (spec §9). */
const cap = 9999
const search = 'a'
/** The persona with most lists. Hers are driven in full, and speak by day for the same lists of the others. */
const speaker = 'agency_admin'

/** Somebody of the access matrix, whose ids stand in the oracle's SQL until they are exchanged for the person's own. */
const stand_in: Readonly<Record<Category, string>> = {
  agency: 'A1',
  client: 'L1',
  contractor: 'C1',
  funder: 'F1',
  provider: 'P1',
}

class Lists {
  readonly #session: Session
  readonly #oracle: ListOracle
  readonly #own: readonly (readonly [string, string])[]

  constructor(session: Session, provider_id: string) {
    this.#session = session
    const business = stand_in[session.category]
    const looking: Looking = { label: business, business, category: session.category, roles: session.roles }
    this.#oracle = new ListOracle(looking, session.today)
    this.#own = [
      [uid(`business.business ${business}`), session.business.id],
      [uid(`business.business ${providerOf(business)}`), provider_id],
      [`'${userOf(business)}'`, `'${session.user.id}'`],
      [`'${emailOf(business)}'`, `'${session.user.email}'`],
    ]
  }

  /** `from … where …` of the list's own rows, as this person. */
  base(shaped: ShapedList, tab: ListTab | undefined): string {
    const { where, entity } = shaped.list
    const own = allOf([
      typeof where === 'function' ? where(this.#session) : (where ?? null),
      tab?.where ?? null,
    ])
    return `${this.#oracle.rows(entity)} and ${this.#oracle.where(entity, 't', own)}`
  }

  value(shaped: ShapedList, path: string): string {
    return this.#oracle.value(shaped.list.entity, 't', path)
  }

  /** The condition of a flag that is set. */
  filter(shaped: ShapedList, path: string): string {
    const field = shaped.url.filters[path]
    if (!field) throw new Error(`no filter ${path}`)
    return this.#oracle.filter(shaped.list.entity, 't', path, field, { is: true })
  }

  preset(shaped: ShapedList): string[] {
    return Object.entries(shaped.list.default_filter ?? {}).flatMap(([path, condition]) => {
      const field = shaped.url.filters[path]
      // What counts from today is the list's own; its number is not compared then.
      return field && !JSON.stringify(condition).includes('today')
        ? [this.#oracle.filter(shaped.list.entity, 't', path, field, condition)]
        : []
    })
  }

  async count(...conditions: readonly string[]): Promise<number> {
    const text = this.#own.reduce(
      (sql, [theirs, own]) => sql.replaceAll(theirs, own),
      conditions.join(' and '),
    )
    const [row] = await stint.sql<{ n: number }>(`select least(count(*), ${cap})::int as n ${text}`)
    return row?.n ?? -1
  }
}

async function footer(page: Page): Promise<string> {
  const shown = page.locator('footer').filter({ hasText: /Showing \d+ Records/ })
  await shown.waitFor()
  return shown.innerText()
}

/** Waits until the footer says it: what is on its way replaces what was there. */
async function says(page: Page, what: string): Promise<void> {
  let shown = ''
  const look = async () => {
    shown = await footer(page)
    return shown
  }
  await expect
    .poll(look, { timeout: 20_000 })
    .toContain(what)
    .catch(() => {
      throw new Error(`${page.url()} says ${shown.replace(/\s+/g, ' ')}, not ${what}`)
    })
}

const matched = (count: number, total: number) => `Matched Records: ${count} of ${total}`

async function visit(
  person: Person,
  own: Lists,
  path: string,
  list: List,
  shaped: ShapedList,
  is_whole: boolean,
): Promise<void> {
  const { page } = person
  const base = own.base(shaped, shaped.tabs[0])
  const total = await own.count(base)
  const preset = own.preset(shaped)
  const isPreset = Object.keys(list.default_filter ?? {}).length > 0
  // By the menu; with its preset cleared it is loaded by its address, narrowed it goes on in the page.
  if (!(await goInside(page, path))) await person.open(path)
  if (!isPreset) await says(page, `Total Records: ${total}`)
  else if (preset.length > 0) await says(page, matched(await own.count(base, ...preset), total))
  // What is preset is cleared on purpose: every row of the list.
  if (isPreset) {
    await person.open(`${path}?filter_by={}`)
    await says(page, `Total Records: ${total}`)
  }
  if (!is_whole) return
  if (total > 10) {
    await page.getByRole('button', { name: 'Load More' }).click()
    await says(page, `Showing ${Math.min(total, 10 + 50)} Records`)
  }
  await narrow(person, own, path, shaped, { base, total })
}

/** Another state of the list that is open, as its own links lead there. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address)
}

/** One filter, one group and one order in the address, then a search in its box. */
async function narrow(
  { page, open }: Person,
  own: Lists,
  path: string,
  shaped: ShapedList,
  { base, total }: { base: string; total: number },
): Promise<void> {
  const query = new URLSearchParams({ filter_by: '{}' })
  const conditions: string[] = []
  const flag = shaped.filters.find((filter) => filter.shape.kind === 'boolean')
  if (flag) {
    query.set('filter_by', JSON.stringify({ [flag.field]: { is: true } }))
    conditions.push(own.filter(shaped, flag.field))
  }
  const [group] = shaped.groups
  const value = group?.shape.choices?.at(-1)?.value
  if (group && value !== undefined) {
    query.set('group_by', `${group.field}__${value}`)
    conditions.push(`${own.value(shaped, group.field)} = '${value}'`)
  }
  const sorted = shaped.columns.find((column) => column.sortable !== false)
  if (sorted) query.set('sort_by', JSON.stringify({ id: sorted.field, desc: false }))
  const isNarrowed = conditions.length > 0
  // Its numbers say that it has come, where they change.
  await (isNarrowed ? goTo(page, `${path}?${query}`) : open(`${path}?${query}`))
  const count = await own.count(base, ...conditions)
  await says(page, isNarrowed ? matched(count, total) : `Total Records: ${total}`)
  if (sorted && count > 0) await page.locator('th[aria-sort="ascending"]').waitFor()
  if (shaped.search.length === 0) return
  const any = shaped.search.map((one) => likeSql(own.value(shaped, one), search))
  const box = page.getByPlaceholder('Search...')
  await box.fill(search)
  await box.press('Enter')
  await says(page, matched(await own.count(base, ...conditions, `(${any.join(' or ')})`), total))
}

/** The file of a list: as many rows as the list has. */
async function exported(person: Person, own: Lists, session: Session, shaped: ShapedList): Promise<string[]> {
  const { where } = shaped.list
  const [tab] = shaped.tabs
  const asked = {
    entities,
    shaped,
    state: { ...empty_list_state, filter_by: {} },
    base: allOf([typeof where === 'function' ? where(session) : (where ?? null), tab?.where ?? null]),
    today: day(session.today),
  }
  const started = await person.act<{ job_id: string }>(
    'platform.export.start',
    exportInput(asked, { format: 'csv' }),
  )
  const job_id = started.data?.job_id
  if (!job_id) return [`${shaped.list.title}: ${started.message}`]
  type Job = { job: { status: string; done: number; message: string | null } }
  const query = 'query job($id: uuid!) { job: platform_job_by_pk(id: $id) { status done message } }'
  await expect
    .poll(async () => (await person.ask<Job>(query, { id: job_id })).job.status, { timeout: 60_000 })
    .toMatch(/completed|failed/)
  const { job } = await person.ask<Job>(query, { id: job_id })
  const right = await own.count(own.base(shaped, tab))
  if (job.status !== 'completed') return [`${shaped.list.title}: ${job.message}`]
  const file = await person.context.request.get(`/api/export/${job_id}`)
  const [first = ''] = (await file.text()).split('\r\n')
  const isHeaded = first
    .replaceAll('"', '')
    .replace('\uFEFF', '')
    .startsWith(shaped.columns[0]?.label ?? '?')
  return job.done === right && isHeaded
    ? []
    : [`${shaped.list.title}: ${job.done} rows instead of ${right}, ${first}`]
}

const spoken_for = new Set<string>()

describe.each(personas)('%s', (persona) => {
  test('every list opens with the numbers of the database, groups, sorts, searches and loads more', async () => {
    const person = await signIn(browser, stint, persona)
    const session = await person.session()
    const [of] = await stint.sql<{ provider_id: string | null }>(
      'select provider_id from business.business where id = $1',
      session.business.id,
    )
    const own = new Lists(session, of?.provider_id ?? session.business.id)
    const faults: string[] = []
    let seen = 0
    for (const entry of session.menu) {
      const load = lists[entry.key]
      if (!load) continue
      seen += 1
      const list = await load(session.category)
      const shaped = shapeList(entities, list, session)
      const is_whole = is_night || !spoken_for.has(entry.key)
      if (persona === speaker) spoken_for.add(entry.key)
      const visited = visit(person, own, entry.path, list, shaped, is_whole)
      await visited.catch((error: unknown) => {
        faults.push(`${entry.path}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
      })
      if (is_whole) faults.push(...(await exported(person, own, session, shaped)))
    }
    expect(faults).toEqual([])
    expect(seen).toBeGreaterThan(8)
    await person.context.close()
  }, 1_200_000)
})
