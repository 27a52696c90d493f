import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

export interface Go {
  /** Opens an address of our own with its query; Back returns. */
  readonly to: (href: string) => void
  /** Opens it without a history entry. */
  readonly replace: (href: string) => void
}

export function useGo(): Go {
  const router = useRouter()
  return useMemo(
    () => ({ to: (href) => router.history.push(href), replace: (href) => router.history.replace(href) }),
    [router],
  )
}
