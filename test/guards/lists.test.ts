/**
 * Every list of every menu as every kind of viewer: each path it asks for exists and may be read by them. The data endpoint
 * refuses the whole request for one unreadable field, so a list that forgets an `only` would not open at all.
 */

import { describe, expect, it } from 'vitest'
import { entities } from '#business/entities.ts'
import { screens } from '#business/screens.ts'
import { profiles } from '#data/profile.ts'
import { catalog } from '#data/registry.ts'
import type { Category, Role } from '#entity/access.ts'
import { CATEGORIES } from '#entity/access.ts'
import { rootName } from '#entity/entity.ts'
import { category_roles } from '#entity/roles.ts'
import { menuFor } from '#server/menu.server.ts'
import { refusal } from '#test/guards/readable.ts'
import { everyList, inner_lists, lists } from '#test/lists/registry.ts'
import type { Session } from '#web/core/session.ts'
import type { List, ShapedList } from '#web/list/model/list.ts'
import { shapeList } from '#web/list/model/shape.ts'

const profileOf = profiles(catalog())

function asked(shaped: ShapedList): string[] {
  return [
    ...shaped.paths,
    ...shaped.filters.map((filter) => filter.field),
    ...shaped.groups.map((group) => group.field),
    ...shaped.tags.flatMap((tag) => Object.keys(tag.filter)),
    ...shaped.search,
    shaped.sort.id,
    ...Object.keys(shaped.list.default_filter ?? {}),
    ...shaped.export_only.map((column) => column.field),
    // A count of related rows: whoever may read the id of one may count them.
    ...shaped.related.map((one) => `${one.path}.id`),
  ]
}

const viewers: readonly { category: Category; role: Role }[] = CATEGORIES.flatMap((category) =>
  category_roles[category].map((role) => ({ category, role })),
)

describe.each(viewers)('$category, $role', ({ category, role }) => {
  const viewer = {
    category,
    roles: [role],
    features: ['perm_placement', 'vat_liability'],
    has_perm_placements: true,
  }
  const profile = profileOf(viewer)
  // A list reads no more of the session than the category and the roles.
  const session = viewer as unknown as Session
  const menu = [...menuFor(viewer).map((entry) => entry.key), 'log/mail']
  const readable = (list: List) => {
    const shaped = shapeList(entities, list, session)
    const table = profile.tables.get(rootName(shaped.list.entity))
    expect(table?.is_root).toBe(true)
    expect(asked(shaped).flatMap((path) => refusal(table, path) ?? [])).toEqual([])
    expect(shaped.columns.map((column) => column.field)).toContain(shaped.list.card.title)
    for (const { pick } of shaped.filters)
      if (pick) expect(refusal(profile.tables.get(pick.entity.replace('.', '_')), pick.label)).toBeNull()
    for (const tag of shaped.tags)
      for (const path of Object.keys(tag.filter)) expect(Object.keys(shaped.url.filters)).toContain(path)
  }

  it.each(menu.filter((key) => Object.hasOwn(lists, key)))('%s asks for what he may read', async (key) => {
    const load = lists[key]
    if (!load) throw new Error(`No list ${key}`)
    readable(await load(category))
  })

  it.each(inner_lists.filter(({ key }) => menu.includes(key)))(
    'a list of $key asks for what he may read',
    async ({ load }) => readable(await load()),
  )
})

it('a list that asks for the other side’s figures is found out', async () => {
  const table = profileOf({ category: 'contractor', roles: ['contractor'] }).tables.get(
    'transaction_timesheet',
  )
  expect(refusal(table, 'client_amount')).toBe(
    'client_amount: transaction_timesheet has no such field for him',
  )
  expect(refusal(table, 'contractor_amount')).toBeNull()
})

describe('an empty list', () => {
  /** Logs of what happens by itself, and in other places. */
  const fills_itself = [
    'log/api_exception',
    'log/impersonation',
    'log/mail',
    'log/security_event',
    'log/unconfirmed_user',
  ]
  it('says what will stand there, and leads to where it begins', async () => {
    const paths = new Set(screens.flatMap(({ path, list, page }) => (list || page ? [path] : [])))
    const wrong = (await everyList()).flatMap(({ at, list: { title, create, first_run, begins_at } }) => {
      const leads =
        create !== undefined || (begins_at !== undefined && paths.has(begins_at) && begins_at !== at)
      return /\w.*\.$/.test(first_run) && (leads || fills_itself.includes(at)) ? [] : [`${at}: ${title}`]
    })
    expect(wrong).toEqual([])
  })
})
