import { expect, test } from 'vitest'
import { CATEGORIES, ROLES } from '#entity/access.ts'
import { menuOf } from '#server/menu.rules.ts'
import { lists, pages } from './screens.ts'

const entries = CATEGORIES.flatMap((category) =>
  menuOf({ category, roles: ROLES, features: ['vat_liability'], has_perm_placements: true }),
)

test('the menu leads to every screen that exists, and calls none available that does not (src/entity/routes.ts)', () => {
  const exists = (key: string) => key in lists || key in pages
  const wrong = entries.filter((entry) => entry.built !== exists(entry.key))
  expect(wrong.map((entry) => `${entry.key} is ${entry.built ? 'not built' : 'built'}`)).toEqual([])
})
