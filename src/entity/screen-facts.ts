/** Facts of a screen that need no browser: its address, its labels, its place in the menu of each category (spec §2, §6). */
import type { Category, Role } from './access.ts'

/** `more` holds the lists that no menu of the specification names. The shell keeps them folded. */
export type MenuGroup = 'main' | 'reports' | 'payroll' | 'settings' | 'help' | 'logs' | 'more'

/** The facts of a session that decide its menu. */
export type MenuViewer = {
  readonly category: Category
  readonly roles: readonly Role[]
  readonly features: readonly string[]
  /** The business has at least one permanent placement. */
  readonly has_perm_placements: boolean
}

/** Position in the menu of one category, or under More lists. Numbers go up in tens to leave room between two entries. */
export type MenuPlace = ({ readonly place: number } | { readonly more: number }) & {
  /** Every role of the category when absent. */
  readonly roles?: readonly Role[]
  readonly when?: (viewer: MenuViewer) => boolean
  /** Replaces the label of the screen for this category. */
  readonly label?: string
}

export type ScreenFacts = {
  /** `module/entity` of the address, unique. */
  readonly path: string
  readonly label: string
  /** Heading of the menu; `main` when absent. */
  readonly group?: Exclude<MenuGroup, 'more'>
  /** Categories with the screen in their menu. The list and the page open to the same roles and to nobody else. */
  readonly menu?: Partial<Record<Category, MenuPlace>>
}

export type MenuEntry = {
  /** The path of the screen, unique in a menu. */
  readonly key: string
  /** Full address: `/agency/business/client`. */
  readonly path: string
  readonly label: string
  readonly group: MenuGroup
}

const positionOf = (entry: MenuPlace): number => ('more' in entry ? 10_000 + entry.more : entry.place)

/** The menu of a session: the entries of spec §2 in its order, then More lists. */
export function menuOf(screens: readonly ScreenFacts[], viewer: MenuViewer): MenuEntry[] {
  return screens
    .flatMap((screen) => {
      const entry = screen.menu?.[viewer.category]
      return entry ? [{ screen, entry }] : []
    })
    .filter(({ entry }) => !entry.roles || entry.roles.some((role) => viewer.roles.includes(role)))
    .filter(({ entry }) => !entry.when || entry.when(viewer))
    .sort((a, b) => positionOf(a.entry) - positionOf(b.entry))
    .map(({ screen, entry }) => ({
      key: screen.path,
      path: `/${viewer.category}/${screen.path}`,
      label: entry.label ?? screen.label,
      group: 'more' in entry ? 'more' : (screen.group ?? 'main'),
    }))
}
