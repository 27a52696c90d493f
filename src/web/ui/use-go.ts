import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

export interface Go {
  /** To an address of our own, query included; Back returns. */
  readonly to: (href: string) => void
  /** The same without a step back. */
  readonly replace: (href: string) => void
}

export function useGo(): Go {
  const router = useRouter()
  return useMemo(
    () => ({ to: (href) => router.history.push(href), replace: (href) => router.history.replace(href) }),
    [router],
  )
}
