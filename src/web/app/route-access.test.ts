import { expect, test } from 'vitest'
import { stepsFor } from '#business/dashboard/setup-steps.rules.ts'
import { setups } from '#business/dashboard/setup-steps.view.ts'
import { screens } from '#business/screens.ts'
import { CATEGORIES, ROLES, type Role } from '#entity/access.ts'
import { category_roles } from '#entity/roles.ts'
import { menuFor } from '#server/menu.server.ts'
import { parsePlace } from '#web/core/place.ts'
import type { Session } from '#web/core/session.ts'
import { isOpen, loaderOf, screenAt } from './route-access.ts'

const features = { features: ['perm_placement', 'vat_liability'], has_perm_placements: true }
const sessionOf = (category: (typeof CATEGORIES)[number], roles: readonly Role[]): Session => {
  const viewer = { category, roles, ...features }
  // Access to a route reads the category, the roles and the menu.
  return { ...viewer, menu: menuFor(viewer) } as unknown as Session
}
const opens = async (address: string, session: Session): Promise<boolean> => {
  const place = parsePlace(address)
  return place !== null && Boolean(await loaderOf(place, session)?.())
}

test('table of screens: names each path once, pages behind a screen included', () => {
  const paths = screens.flatMap((screen) => [screen.path, ...Object.keys(screen.sub_pages ?? {})])
  expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([])
})

test('menu: every entry of every category leads to a list or a page', () => {
  const entries = CATEGORIES.flatMap((category) => sessionOf(category, ROLES).menu)
  const leads = ({ key }: { key: string }) => Boolean(screenAt(key)?.list ?? screenAt(key)?.page)
  expect(entries.filter((entry) => !leads(entry))).toEqual([])
})

test('table of screens: every list and page is in a menu or open to everybody', () => {
  const keys = new Set(
    CATEGORIES.flatMap((category) => sessionOf(category, ROLES).menu.map(({ key }) => key)),
  )
  const unreachable = screens.filter(
    (screen) => (screen.list || screen.page) && !screen.open && !keys.has(screen.path),
  )
  expect(unreachable.map(({ path }) => path)).toEqual([])
})

test('first steps: each opens a screen for the people who see the step', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  const shut: string[] = []
  for (const category of CATEGORIES)
    for (const role of category_roles[category])
      for (const { id: step, path, own_record, waits } of stepsFor(setups[category].steps, [role]))
        for (const target of [path, ...(waits ? [waits.path] : [])]) {
          const place = { category, path: target, id: own_record && target === path ? id : null, tab: null }
          if (!(await loaderOf(place, sessionOf(category, [role]))?.()))
            shut.push(`${role}, ${step}: ${target}`)
        }
  expect(shut).toEqual([])
})

test('route: a list opens to the roles with its menu entry, an open one to everybody', () => {
  const [admin, staff] = [sessionOf('agency', ['agency_admin']), sessionOf('agency', ['primary_staff_user'])]
  const open = (path: string, session: Session) => {
    const screen = screenAt(path)
    return screen !== undefined && isOpen(screen, session)
  }
  const both = ['transaction/fee', 'transaction/invoice']
  expect(both.map((path) => open(path, admin))).toEqual([true, true])
  expect(both.map((path) => open(path, staff))).toEqual([false, true])
  const own = [
    'inbox',
    'profile/notifications',
    'profile/away',
    'log/mail',
    'exports',
    'platform/import',
    'profile',
    'profile/security',
    'dashboard',
    'dashboard/overview',
  ]
  expect(own.filter((path) => !open(path, staff))).toEqual([])
  expect(screens.filter((screen) => screen.open).map(({ path }) => path)).toHaveLength(own.length)
})

test('route: a page by URL reads as missing for roles without its menu entry', async () => {
  const restricted = [
    '/agency/integrations',
    '/agency/report/sales_ledger',
    '/agency/admin',
    '/agency/insight',
  ]
  const staff = sessionOf('agency', ['primary_staff_user'])
  for (const address of restricted) {
    expect([address, await opens(address, staff)]).toEqual([address, false])
    expect([address, await opens(address, sessionOf('agency', ['agency_admin']))]).toEqual([address, true])
  }
})

test('route: lists and pages of every role are those of its menu and the open ones', async () => {
  const wrong: string[] = []
  for (const category of CATEGORIES)
    for (const role of category_roles[category]) {
      const session = sessionOf(category, [role])
      for (const screen of screens.filter(({ list, page }) => list || page)) {
        const expected = screen.open === true || session.menu.some(({ key }) => key === screen.path)
        const found = loaderOf({ category, path: screen.path, id: null, tab: null }, session) !== null
        if (found !== expected) wrong.push(`${role}: ${screen.path}`)
      }
    }
  expect(wrong).toEqual([])
})

test('sub-page: opens with the create button of its list and to nobody else', async () => {
  const wrong: string[] = []
  for (const category of CATEGORIES)
    for (const screen of screens) {
      const page = parsePlace((await screen.list?.(category))?.create?.to(category).split('?')[0] ?? '')?.path
      if (page && !Object.hasOwn(screen.sub_pages ?? {}, page))
        wrong.push(`${screen.path} of ${category} leads to ${page}`)
    }
  expect(wrong).toEqual([])
  const form = '/agency/contract/new_purchase_ledger'
  expect(await opens(form, sessionOf('agency', ['agency_admin']))).toBe(true)
  expect(await opens(form, sessionOf('agency', ['agency_read_only']))).toBe(false)
  expect(await opens('/provider/transaction/auto_match', sessionOf('provider', ['provider_admin']))).toBe(
    true,
  )
  expect(await opens('/agency/transaction/auto_match', sessionOf('agency', ['agency_admin']))).toBe(false)
})
