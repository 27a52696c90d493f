import { expect, test } from 'vitest'
import { CATEGORIES, ROLES, type Role } from '#entity/access.ts'
import { menuOf } from '#server/menu.rules.ts'
import { parsePlace } from '#web/core/place.ts'
import { behind_lists, behind_menu, isListOpen } from './route-access.ts'
import { lists, pages } from './screens.ts'

const entries = CATEGORIES.flatMap((category) =>
  menuOf({ category, roles: ROLES, features: ['vat_liability'], has_perm_placements: true }),
)

test('the menu leads to every screen that exists, and calls none available that does not (src/entity/routes.ts)', () => {
  const exists = (key: string) => key in lists || key in pages
  const wrong = entries.filter((entry) => entry.built !== exists(entry.key))
  expect(wrong.map((entry) => `${entry.key} is ${entry.built ? 'not built' : 'built'}`)).toEqual([])
})

test('a list opens to whom the menu leads there, and what is one’s own to everybody', () => {
  const menuFor = (roles: readonly Role[]) => ({
    menu: menuOf({ category: 'agency', roles, features: [], has_perm_placements: true }),
  })
  const [admin, staff] = [menuFor(['agency_admin']), menuFor(['primary_staff_user'])]
  expect(['transaction/fee', 'transaction/invoice'].map((path) => isListOpen(path, admin))).toEqual([
    true,
    true,
  ])
  expect(['transaction/fee', 'transaction/invoice'].map((path) => isListOpen(path, staff))).toEqual([
    false,
    true,
  ])
  const own = ['log/mail', 'exports', 'platform/import']
  expect(own.filter((path) => !(path in lists) || !isListOpen(path, staff))).toEqual([])
  // Every other list stands in a menu, so that it can be reached at all.
  const keys = new Set(entries.map((entry) => entry.key))
  expect(Object.keys(lists).filter((path) => !keys.has(path) && !own.includes(path))).toEqual([])
})

test('what a page stands behind exists', () => {
  const keys = new Set(entries.map((entry) => entry.key))
  expect(Object.keys({ ...behind_lists, ...behind_menu }).filter((path) => !(path in pages))).toEqual([])
  expect(Object.values(behind_lists).filter((path) => !(path in lists))).toEqual([])
  expect(Object.values(behind_menu).filter((path) => !keys.has(path))).toEqual([])
})

test('the button of a list opens a page for whom the button is, and for nobody else', async () => {
  const wrong: string[] = []
  for (const category of CATEGORIES)
    for (const [path, load] of Object.entries(lists)) {
      const page = parsePlace((await load(category)).create?.to(category).split('?')[0] ?? '')?.path
      if (page && behind_lists[page] !== path) wrong.push(`${path} of ${category} leads to ${page}`)
    }
  expect(wrong).toEqual([])
})

test('no entry of any menu says that it is not available yet', () => {
  expect([...new Set(entries.filter((entry) => !entry.built).map((entry) => entry.key))]).toEqual([])
})
