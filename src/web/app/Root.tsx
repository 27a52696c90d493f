import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { errorText } from '#kernel/messages.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { placeAfterSignIn } from '#web/core/place.ts'
import { SessionProvider, session_key } from '#web/core/session.ts'
import { keepFocus } from '#web/ui/keep-focus.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { VerbRefusalsProvider } from '#web/ui/verb-refusal.ts'
import { linkPageOf } from './front/link-pages.ts'
import { readSession } from './queries.ts'
import { Shell } from './Shell.tsx'

const SetupPage = lazyPart(() => import('./setup/SetupPage.tsx').then((m) => m.SetupPage))
const SignInPage = lazyPart(() => import('./front/SignInPage.tsx').then((m) => m.SignInPage))

/** Shows the sign-in page, or the shell with a screen in it. */
export function Root() {
  const go = useGo()
  const location = useRouterState({ select: (state) => state.location })
  const isSetup = location.pathname === '/setup' || location.pathname.startsWith('/setup/')
  const query = useQuery({
    queryKey: session_key,
    queryFn: ({ signal }) => readSession(signal),
    staleTime: 60_000,
    // Nobody can be signed in before the set-up is over.
    enabled: !isSetup,
  })
  const isLogin = location.pathname === '/auth/login'
  const link = linkPageOf(location.pathname)
  const isLink = link !== null
  const session = query.data
  const isSignedOut = session === null
  const refused_actions = session?.refused_actions
  const refusals = useMemo(
    () => ({ action_ids: new Set(refused_actions), reason: errorText.impersonating }),
    [refused_actions],
  )
  useEffect(keepFocus, [])

  useEffect(() => {
    if (isSignedOut && !isLogin && !isLink) {
      const next = location.pathname === '/' ? '' : `?next=${encodeURIComponent(location.href)}`
      go.replace(`/auth/login${next}`)
    }
    if (session && (isLogin || location.pathname === '/'))
      go.replace(placeAfterSignIn(askedPlace(location.search), session.category))
  }, [isSignedOut, isLogin, isLink, session, location, go])

  if (isSetup) return <SetupPage />
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (link && session !== undefined) return <link.Page token={link.token} session={session} />
  // Not rendered by its route: while the address changes, the outlet still shows the previous place.
  if (isLogin && session === null) return <SignInPage />
  if (!session || isLogin) return <PageSkeleton />
  return (
    <SessionProvider value={session}>
      <VerbRefusalsProvider value={refusals}>
        <Shell>
          <Outlet />
        </Shell>
      </VerbRefusalsProvider>
    </SessionProvider>
  )
}

const askedPlace = (search: object): string =>
  'next' in search && typeof search.next === 'string' ? search.next : ''
