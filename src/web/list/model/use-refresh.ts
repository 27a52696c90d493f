import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { systemClock } from '#kernel/clock.ts'
import { toMs } from '#kernel/instant.ts'
import { refreshed } from '#web/core/place.ts'

/** Reads the page again and adds a marker with the time to the address (spec §2). */
export function useRefreshPage(): () => void {
  const router = useRouter()
  return () => {
    const { pathname, searchStr } = router.state.location
    router.history.replace(refreshed(pathname, toMs(systemClock.now())) + searchStr)
  }
}

/** Runs on a new marker in the address. */
export function useRefresh(run: () => void): void {
  const marker = useRouterState({
    select: ({ location }) => /\/refresh-(\d+)\/?$/.exec(location.pathname)?.[1],
  })
  const seen = useRef(marker)
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (marker === undefined || marker === seen.current) return
    seen.current = marker
    latest.current()
  }, [marker])
}
