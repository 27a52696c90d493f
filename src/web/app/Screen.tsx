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
import { loaderOf } from './route-access.ts'

/** The screen of the address. An address of another category reads as one that does not exist. */
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
 * Loading fails when a new version has replaced the files of this one. Retry then reloads the page, but only with a
 * connection.
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
