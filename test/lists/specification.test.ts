/** Every list of the specification is there, for every category that has it, with all that it names. */
import { expect, test } from 'vitest'
import { findEntity } from '#business/entities.ts'
import { expense_record } from '#business/expenses/expense.page.tsx'
import { agency_record } from '#business/records/agency.page.tsx'
import { client_record } from '#business/records/client.page.tsx'
import { contractor_record } from '#business/records/contractor.page.tsx'
import { perm_placement_record } from '#business/records/perm-placement.page.tsx'
import { temp_placement_record } from '#business/records/temp-placement.page.tsx'
import { timesheet_tabs } from '#business/timesheets/timesheet.page.tsx'
import { functions } from '#data/schema/functions.ts'
import { CATEGORIES, type Category } from '#entity/access.ts'
import { kinds } from '#web/kinds/kinds.ts'
import type { ShapedList } from '#web/list/model/list.ts'
import { isFor } from '#web/list/model/list.ts'
import { everyList, menuEntriesOf, sessionOf } from './registry.ts'
import { wanted, wanted_counts, wanted_tabs } from './specification.ts'
import type { WantedFilter, WantedList } from './wanted.ts'

const listed = await everyList()

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const isOf = (part: { readonly for?: readonly Category[] }, category: Category) =>
  !part.for || part.for.includes(category)

function faultsOfFilter(shaped: ShapedList, filter: WantedFilter): string[] {
  const fields = typeof filter.field === 'string' ? [filter.field] : filter.field
  const found = shaped.filters.find((one) => fields.includes(one.field))
  const name = fields[0] ?? ''
  if (!found) return [`no filter ${name}`]
  const offered = found.shape.choices?.map((one) => one.value) ?? []
  const where = JSON.stringify(found.pick?.where ?? {})
  return [
    ...(filter.options && !same([...filter.options].sort(), [...offered].sort())
      ? [`${name} offers ${offered.join(', ')}`]
      : []),
    ...(filter.max && found.max !== filter.max ? [`${name} can pass today`] : []),
    ...(filter.preset && !same(shaped.list.default_filter?.[name], { in: filter.preset })
      ? [`${name} is not preset to ${filter.preset.join(', ')}`]
      : []),
    ...(filter.picks && found.pick?.entity !== filter.picks ? [`${name} does not pick ${filter.picks}`] : []),
    ...(filter.picks === 'platform.currency' && found.pick?.label !== 'alpha_code'
      ? [`${name} is not by alpha_code`]
      : []),
    // Spec §2: only onboarded and active businesses are offered in business pickers.
    ...(filter.picks?.startsWith('business.') && !(where.includes('onboarded') && where.includes('is_active'))
      ? [`${name} offers businesses that are not onboarded and active`]
      : []),
  ]
}

function faultsOf(one: WantedList, category: Category): string[] {
  const found = listed.find(
    (list) =>
      list.at === one.at && list.category === category && (!one.title || list.list.title === one.title),
  )
  if (!found) return ['there is no such list']
  const { shaped, list } = found
  const columns = shaped.offered.map((column) => column.field)
  const tabs = Object.fromEntries(shaped.tabs.map((tab) => [tab.id, tab.where]))
  return [
    ...one.columns
      .filter((column) => typeof column === 'string' || isOf(column, category))
      .map((column) => (typeof column === 'string' ? column : column.field))
      .filter((field) => !columns.includes(field))
      .map((field) => `no column ${field}`),
    ...(one.filters ?? [])
      .filter((filter) => isOf(filter, category))
      .flatMap((filter) => faultsOfFilter(shaped, filter)),
    ...(one.sort && !same(one.sort, shaped.sort) ? [`sorted by ${JSON.stringify(shaped.sort)}`] : []),
    ...(one.tabs && !same(one.tabs, tabs) ? [`tabs ${JSON.stringify(tabs)}`] : []),
    ...(one.where && !same(one.where, list.where) ? [`rows where ${JSON.stringify(list.where)}`] : []),
    ...(one.page_size && one.page_size !== list.page_size ? [`pages of ${list.page_size}`] : []),
    ...(one.expands && one.expands !== expanded(shaped) ? [`rows under it: ${expanded(shaped)}`] : []),
    ...(one.export_only ?? [])
      .filter((field) => !shaped.export_only.some((column) => column.field === field))
      .map((field) => `${field} is not in the file`),
  ]
}

function expanded({ list }: ShapedList): string | null {
  const entity = list.expand?.list.entity
  return entity ? `${entity.module}.${entity.name}` : null
}

test.each(
  wanted.flatMap((one) => one.for.map((category) => ({ category, one, at: one.at, says: one.says }))),
)('$category, $at: $says', ({ category, one }) => {
  expect(faultsOf(one, category)).toEqual([])
})

test('lists without a specified order: newest change first (spec §9)', () => {
  const named = new Set(wanted.filter((one) => one.sort).map((one) => one.at))
  const plain = listed.filter(
    ({ at, is_in_page, list }) =>
      !is_in_page && !named.has(at) && Object.hasOwn(list.entity.fields, 'updated_at') && !chosen.has(at),
  )
  expect(plain.length).toBeGreaterThan(60)
  const others = plain.filter(({ list }) => !same(list.sort, { id: 'updated_at', desc: true }))
  expect(others.map(({ at, category }) => `${category}/${at}`)).toEqual([])
})

/** Lists with an order of their own, and why. */
const chosen = new Set([
  // Documents, as the invoice list: by their number.
  'transaction/consolidated_invoice',
  'transaction/fee',
  'transaction/collection_note',
  'fundo/invoice',
  'report/accounting_finance_export',
  // What is due first is asked for first.
  'transaction/pending_invoice',
  // By the day that the list is about.
  'contract/service_charge',
  'transaction/bank_line',
  'transaction/all_timesheet',
  'report/provider_fee',
  'report/intermediary',
  'paye/attachment_schedule',
  'log/mail',
  'log/unconfirmed_user',
])

test('every list can be exported by its address', () => {
  const unknown = listed.filter(
    ({ list: { entity } }) => findEntity(`${entity.module}.${entity.name}`) !== entity,
  )
  expect(unknown.map(({ at }) => at)).toEqual([])
  expect(functions.filter(({ rows }) => findEntity(`${rows.module}.${rows.name}`) !== rows)).toEqual([])
})

const records = {
  'business/agency': agency_record,
  'business/client': client_record,
  'business/contractor': contractor_record,
  'contract/perm_placement': perm_placement_record,
  'contract/temp_placement': temp_placement_record,
  'transaction/expense': expense_record,
  'transaction/timesheet': { tabs: timesheet_tabs },
}

test.each(wanted_tabs)('related-record tabs of $record, $for view', ({ record, for: category, tabs }) => {
  const screen = records[record as keyof typeof records] // The records of the table are those above.
  const shown = (screen.tabs?.('') ?? []).filter((tab) => isFor(tab, sessionOf(category)))
  expect(shown.map((tab) => tab.label)).toEqual(tabs)
})

test.each(wanted_counts)('$at counts the rows of its tabs, $for view', ({ at, for: category, tabs }) => {
  const found = listed.find((one) => one.at === at && one.category === category)
  const counted = found?.shaped.offered.flatMap((column) => column.related?.tab ?? []) ?? []
  expect(counted).toEqual(expect.arrayContaining([...tabs]))
  const screen = records[at as keyof typeof records] // The lists of the table are those of the records above.
  const there = (screen.tabs?.('') ?? [])
    .filter((tab) => isFor(tab, sessionOf(category)))
    .map((tab) => tab.id)
  expect(counted.filter((tab) => !there.includes(tab))).toEqual([])
})

test('a missing column or filter is detected', () => {
  const timesheets = wanted.find((one) => one.at === 'transaction/timesheet')
  if (!timesheets) throw new Error('no timesheets')
  const more = { ...timesheets, columns: ['salary'], filters: [{ field: 'type', options: ['paye'] }] }
  expect(faultsOf(more, 'agency')).toEqual([
    'no column salary',
    'type offers autogenerated, paye, manual, payroll',
  ])
  expect(faultsOf({ ...timesheets, at: 'transaction/nothing' }, 'agency')).toEqual(['there is no such list'])
})

test('a list has its menu’s name', () => {
  const other = CATEGORIES.flatMap((category) => {
    const labels = new Map(menuEntriesOf(category).map(({ key, label }) => [key, label]))
    return listed
      .filter((one) => one.category === category && !one.is_in_page && labels.has(one.at))
      .filter(({ at, list }) => list.title !== labels.get(at))
      .map(({ at, list }) => `${category}/${at} is ${list.title}, in the menu ${labels.get(at)}`)
  })
  expect(other).toEqual([])
})

test('every list has words for the first run, when there has never been a row', () => {
  const silent = listed.filter(({ list }) => !list.first_run)
  expect([...new Set(silent.map(({ at }) => at))]).toEqual([])
})

test('columns are no narrower than spec §2 allows and §9 gives their kind: 150 currency, 120 dates, 200 date-time', () => {
  const of_kind: Readonly<Record<string, number>> = { money: 150, day: 120, instant: 200 }
  const narrow = listed.flatMap(({ at, category, shaped }) =>
    [...shaped.offered, ...shaped.export_only]
      // Ids and flags start at 80 (§9) and are widened from 100 on (§2).
      .filter(({ shape, width }) => !(width === 80 && ['human_id', 'boolean'].includes(shape.kind)))
      .filter(({ shape, width }) => width < (of_kind[shape.kind] ?? 100) || width > 1000)
      .map(({ field, width }) => `${category}/${at} ${field} ${width}`),
  )
  expect(narrow).toEqual([])
})

/** Width of a header's words in px, by the letters of its 12 px type. */
function wordsWidth(label: string): number {
  const of = (letter: string) => {
    if (/[ijltfr]/.test(letter)) return 3.9
    if (/[mw]/.test(letter)) return 10.3
    if (/[MW]/.test(letter)) return 11
    if (/[\sI]/.test(letter)) return 3.4
    return /[A-Z]/.test(letter) ? 8.2 : 6.9
  }
  return [...label].reduce((sum, letter) => sum + of(letter), 0)
}

test('the words of a header are whole, with its arrow when it sorts', () => {
  const [padding, arrow] = [16, 17]
  const cut = listed.flatMap(({ at, shaped }) =>
    shaped.columns
      .filter(
        ({ label, width, sortable }) =>
          wordsWidth(label) + padding + (sortable === false ? 0 : arrow) > width,
      )
      .map(({ field, label, width }) => `${at} ${field}: ${label} in ${width}`),
  )
  expect([...new Set(cut)]).toEqual([])
})

test('kinds have the default widths of spec §9', () => {
  const widths = Object.fromEntries(Object.entries(kinds).map(([kind, { width }]) => [kind, width]))
  expect(widths).toMatchObject({
    text: 200,
    human_id: 80,
    boolean: 80,
    integer: 100,
    units: 100,
    rate: 100,
    percent: 100,
    money: 150,
    day: 120,
    instant: 200,
  })
})

test('only onboarded and active businesses are offered, wherever one is picked (spec §2)', () => {
  const pickers = listed.flatMap(({ at, category, shaped }) =>
    shaped.filters.flatMap(({ field, pick }) =>
      pick?.entity.startsWith('business.') ? [{ name: `${category}/${at} ${field}`, where: pick.where }] : [],
    ),
  )
  expect(pickers.length).toBeGreaterThan(50)
  const right = { status: { _eq: 'onboarded' }, is_active: { _eq: true } }
  expect(pickers.filter(({ where }) => !same(where, right)).map(({ name }) => name)).toEqual([])
})

test('a list shows the column of its order', () => {
  const unsaid = listed.filter(
    ({ shaped }) => !shaped.offered.some((column) => column.field === shaped.sort.id),
  )
  expect(unsaid.map(({ at, category, shaped }) => `${category}/${at} by ${shaped.sort.id}`)).toEqual([])
})
