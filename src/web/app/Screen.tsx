import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type ComponentType, useEffect } from 'react'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { NotFound } from '#web/blocks/NotFound.tsx'
import type { Place } from '#web/core/place.ts'
import { parsePlace, titleOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import type { List } from '#web/list/list.ts'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { NotAvailable } from './NotAvailable.tsx'
import { lists, pages, record_pages } from './screens.ts'

type Loaded = { readonly list: List } | { readonly Page: ComponentType }

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

function ScreenOf({ place }: { place: Place }) {
  const session = useSession()
  const load = loaderOf(place)
  const query = useQuery({
    queryKey: ['screen', place.category, place.path, place.id !== null],
    enabled: load !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<Loaded> => (load ? load() : Promise.reject(new Error('No screen'))),
  })
  if (!load) return session.menu.some((entry) => entry.key === place.path) ? <NotAvailable /> : <NotFound />
  if (query.isError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  return 'list' in query.data ? <ListPage list={query.data.list} /> : <query.data.Page />
}

function loaderOf(place: Place): (() => Promise<Loaded>) | null {
  const page = own(place.id ? record_pages : pages, place.path)
  if (page) return async () => ({ Page: await page() })
  const list = place.id ? undefined : own(lists, place.path)
  return list ? async () => ({ list: await list(place.category) }) : null
}

function own<V>(of: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(of, key) ? of[key] : undefined
}
