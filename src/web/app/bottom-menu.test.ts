/** The bottom menu of phones: the four entries that a category uses most. */
import { expect, test } from 'vitest'
import { CATEGORIES, ROLES } from '#entity/access.ts'
import { menuFor } from '#server/menu.server.ts'
import type { Session } from '#web/core/session.ts'
import { bottomMenu, iconOf, shortLabel } from './menu.ts'

const viewers = {
  agency: ['agency_admin'],
  client: ['timesheet_approver'],
  contractor: ['contractor'],
  funder: ['funder_admin'],
  provider: ['provider_operations'],
} as const

const sessionOf = (category: keyof typeof viewers): Session => {
  const menu = menuFor({ category, roles: viewers[category], features: [], has_perm_placements: false })
  // The bar reads no more of the session than the category and the menu.
  return { category, menu } as unknown as Session
}

test.each([
  ['agency', ['Dashboard', 'Timesheets', 'Invoices', 'Placements']],
  ['client', ['Dashboard', 'Timesheets', 'Expenses', 'Inbox']],
  ['contractor', ['Dashboard', 'Timesheets', 'Invoices', 'Placements']],
  ['funder', ['Dashboard', 'Portfolio', 'Invoices', 'Receipts']],
  ['provider', ['Dashboard', 'Invoices', 'Receipts', 'Batches']],
] as const)('%s', (category, labels) => {
  expect(bottomMenu(sessionOf(category)).map(shortLabel)).toEqual(labels)
})

test.each(CATEGORIES)(
  '%s: no two entries of the rail have the same icon, which is all that it shows',
  (category) => {
    const viewer = { category, roles: ROLES, features: ['perm_placement', 'vat_liability'] }
    const menu = menuFor({ ...viewer, has_perm_placements: true }).filter(({ group }) => group !== 'more')
    const labels = Map.groupBy(menu, ({ key }) => iconOf(key))
    expect([...labels.values()].filter(({ length }) => length > 1)).toEqual([])
  },
)
