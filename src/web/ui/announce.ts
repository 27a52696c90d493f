import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Messages to screen readers without a change of focus (WCAG 4.1.3), newest last. */
export interface Announcement {
  readonly id: number
  readonly text: string
}

/** A region reads what is added; older texts leave, so that nobody comes across them later. */
const kept = 2
let announcements: readonly Announcement[] = []
let last_id = 0
const listeners = new Set<() => void>()

export function announce(text: string): void {
  last_id += 1
  announcements = [...announcements, { id: last_id, text }].slice(-kept)
  for (const tell of listeners) tell()
}

/** Announces each change of the text, not its first value. */
export function useAnnounce(text: string | null): void {
  const before = useRef(text)
  useEffect(() => {
    if (text === before.current) return
    before.current = text
    if (text) announce(text)
  }, [text])
}

export function useAnnouncements(): readonly Announcement[] {
  return useSyncExternalStore(subscribe, () => announcements)
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
