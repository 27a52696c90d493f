import { useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Place } from '#web/core/place.ts'
import { parsePlace } from '#web/core/place.ts'

/** The place of the address, or null: the shell also surrounds unknown addresses. */
export function usePlaceOrNull(): Place | null {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  return useMemo(() => parsePlace(pathname), [pathname])
}
