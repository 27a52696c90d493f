import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type ComponentType, useEffect } from 'react'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { NotFound } from '#web/blocks/NotFound.tsx'
import type { Place } from '#web/core/place.ts'
import { parsePlace, titleOf } from '#web/core/place.ts'
import type { Session } from '#web/core/session.ts'
import { useSession } from '#web/core/session.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import type { List } from '#web/list/model/list.ts'
import { isFor } from '#web/list/model/list.ts'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { NotAvailable } from './NotAvailable.tsx'
import { behind_lists, behind_menu, isListOpen } from './route-access.ts'
import { lists, pages, record_pages } from './screens.ts'

type Loaded = { readonly list: List } | { readonly Page: ComponentType } | { readonly none: true }

/** The screen of the address. An address of another category is not found: it reads the same as one that does not exist. */
export function Screen() {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const session = useSession()
  const place = parsePlace(pathname)
  useEffect(() => {
    document.title = titleOf(pathname)
  }, [pathname])

  if (!place || place.category !== session.category) return <NotFound />
  return <ScreenOf key={`${place.path}/${place.id ?? ''}`} place={place} />
}

/**
 * What fails here is a part of the program that is fetched: once a new version is in place those of the old one are gone,
 * and asking again would fail for ever. The page is loaded anew, unless there is no connection to load it by.
 */
function ScreenOf({ place }: { place: Place }) {
  const session = useSession()
  const load = loaderOf(place, session)
  const query = useQuery({
    queryKey: ['screen', session.business_contact_id, place.path, place.id !== null],
    enabled: load !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<Loaded> => (load ? load() : Promise.reject(new Error('No screen'))),
  })
  if (!load) return session.menu.some((entry) => entry.key === place.path) ? <NotAvailable /> : <NotFound />
  if (query.isError)
    return <CouldNotLoad onRetry={() => (navigator.onLine ? location.reload() : void query.refetch())} />
  if (!query.data) return <PageSkeleton />
  if ('none' in query.data) return <NotFound />
  return 'list' in query.data ? <ListPage list={query.data.list} /> : <query.data.Page />
}

function loaderOf(place: Place, session: Session): (() => Promise<Loaded>) | null {
  const page = own(place.id ? record_pages : pages, place.path)
  if (page)
    return async () =>
      place.id || (await isOpen(place, session)) ? { Page: await page() } : { none: true as const }
  const list = place.id || !isListOpen(place.path, session) ? undefined : own(lists, place.path)
  return list ? async () => ({ list: await list(place.category) }) : null
}

/** What a page stands behind says for whom it is: an entry of the menu, or the button of a list that leads to it. */
async function isOpen({ path, category }: Place, session: Session): Promise<boolean> {
  const key = own(behind_menu, path)
  if (key) return session.menu.some((entry) => entry.key === key)
  const load = own(lists, own(behind_lists, path) ?? '')
  const create = (await load?.(category))?.create
  return create === undefined || isFor(create, session)
}

function own<V>(of: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(of, key) ? of[key] : undefined
}
