/** Every list there is, as somebody with all the roles of a category has it: by the menu, the pages and the mail log. */
import { entities } from '#business/entities.ts'
import { screens } from '#business/screens.ts'
import type { Category, Role } from '#entity/access.ts'
import { CATEGORIES } from '#entity/access.ts'
import { category_roles } from '#entity/roles.ts'
import type { MenuEntry } from '#entity/screen-facts.ts'
import { menuFor } from '#server/menu.server.ts'
import type { Session } from '#web/core/session.ts'
import type { List, ShapedList } from '#web/list/model/list.ts'
import { shapeList } from '#web/list/model/shape.ts'

/** Lists by path. */
export const lists: Readonly<Record<string, (category: Category) => Promise<List>>> = Object.fromEntries(
  screens.flatMap(({ path, list }) => (list ? [[path, list]] : [])),
)

/** Lists inside pages, by the path of the page. */
export const inner_lists = screens.flatMap(({ path, inner_lists }) =>
  (inner_lists ?? []).map((load) => ({ key: path, load })),
)

export interface Listed {
  readonly category: Category
  /** `module/entity` of the address, or of the page that shows it. */
  readonly at: string
  readonly is_in_page: boolean
  readonly list: List
  readonly shaped: ShapedList
}

/** A session of nobody in particular: a list reads the category, the roles and what they may do. */
export function sessionOf(category: Category, roles: readonly Role[] = category_roles[category]): Session {
  return { category, roles, allowed_actions: [], features: [] } as unknown as Session
}

/** The whole menu of a category. */
export const menuEntriesOf = (category: Category): MenuEntry[] =>
  menuFor({
    category,
    roles: category_roles[category],
    features: ['perm_placement', 'vat_liability'],
    has_perm_placements: true,
  })

export function keysOf(category: Category): string[] {
  return [...new Set([...menuEntriesOf(category).map((entry) => entry.key), 'log/mail'])]
}

export async function everyList(): Promise<Listed[]> {
  const found: Listed[] = []
  for (const category of CATEGORIES) {
    const session = sessionOf(category)
    for (const at of keysOf(category)) {
      const load = lists[at]
      const own = load ? [{ is_in_page: false, list: await load(category) }] : []
      const inside = await Promise.all(
        inner_lists
          .filter((one) => one.key === at)
          .map(async (one) => ({ is_in_page: true, list: await one.load() })),
      )
      for (const one of [...own, ...inside])
        found.push({ category, at, ...one, shaped: shapeList(entities, one.list, session) })
    }
  }
  return found
}
