/** Access to a route, and the part to fetch for it, from the table of screens. */
import type { ComponentType } from 'react'
import { screens } from '#business/screens.ts'
import type { LoadPage, Screen } from '#web/blocks/screen.ts'
import type { Place } from '#web/core/place.ts'
import type { Session } from '#web/core/session.ts'
import { isFor, type List } from '#web/list/model/list.ts'

export type Loaded = { readonly list: List } | { readonly Page: ComponentType }

const by_path = new Map(screens.map((screen) => [screen.path, screen]))
const sub_pages = new Map(
  screens.flatMap((screen) =>
    Object.entries(screen.sub_pages ?? {}).map(([path, load]) => [path, { screen, load }] as const),
  ),
)

export const screenAt = (path: string): Screen | undefined => by_path.get(path)

/** A list or a page opens to the roles with its menu entry (spec §6). */
export const isOpen = ({ path, open }: Screen, { menu }: Pick<Session, 'menu'>): boolean =>
  open === true || menu.some((entry) => entry.key === path)

/** Null when this session has no such page. To the reader that looks like an address that does not exist. */
export function loaderOf(place: Place, session: Session): (() => Promise<Loaded | null>) | null {
  const sub_page = place.id ? undefined : sub_pages.get(place.path)
  if (sub_page) return isOpen(sub_page.screen, session) ? () => loadSubPage(sub_page, session) : null
  const screen = screenAt(place.path)
  if (!screen) return null
  if (place.id) return screen.record ? pageFrom(screen.record) : null
  if (!isOpen(screen, session)) return null
  const { list, page } = screen
  if (page) return pageFrom(page)
  return list ? async () => ({ list: await list(place.category) }) : null
}

const pageFrom = (load: LoadPage) => async (): Promise<Loaded> => ({ Page: await load() })

/** A form opens with the create button of its list. */
async function loadSubPage({ screen, load }: { screen: Screen; load: LoadPage }, session: Session) {
  const create = (await screen.list?.(session.category))?.create
  return create === undefined || isFor(create, session) ? { Page: await load() } : null
}
