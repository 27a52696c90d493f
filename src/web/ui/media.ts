import { useSyncExternalStore } from 'react'

/** Spec §2, layout breakpoints: the widest width of each. */
export const widths_max = { mobile: 474, landscape: 767, tablet: 1023, desktop: 1279, wide: 1919 } as const

const listeners = new Map<string, MediaQueryList>()

function query(media: string): MediaQueryList {
  let list = listeners.get(media)
  if (!list) {
    list = matchMedia(media)
    listeners.set(media, list)
  }
  return list
}

export function useMedia(media: string): boolean {
  return useSyncExternalStore(
    (reader) => {
      query(media).addEventListener('change', reader)
      return () => query(media).removeEventListener('change', reader)
    },
    () => query(media).matches,
  )
}

/** Phones and landscape phones: bottom bar and cards. */
export function useIsPhone(): boolean {
  return useMedia(`(max-width: ${widths_max.landscape}px)`)
}

/** The pointer is a finger. */
export function useIsTouch(): boolean {
  return useMedia('(pointer: coarse)')
}
