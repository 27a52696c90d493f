import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { NotFound } from '#web/blocks/NotFound.tsx'
import type { Place } from '#web/core/place.ts'
import { parsePlace, titleOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { loaderOf } from './screens.ts'

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
    queryFn: async () => (load ? load() : null),
  })
  if (!load) return <NotFound />
  if (query.isError)
    return <CouldNotLoad onRetry={() => (navigator.onLine ? location.reload() : void query.refetch())} />
  if (query.data === undefined) return <PageSkeleton />
  if (query.data === null) return <NotFound />
  return 'list' in query.data ? <ListPage list={query.data.list} /> : <query.data.Page />
}
