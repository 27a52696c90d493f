import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Actions of the current page for the palette. */
export interface QuickAction {
  readonly label: string
  readonly icon?: LucideIcon
  readonly keys?: string
  readonly run: () => void
}

let sets: readonly (readonly QuickAction[])[] = []
let flat: readonly QuickAction[] = []
const readers = new Set<() => void>()

function set(next: readonly (readonly QuickAction[])[]): void {
  sets = next
  flat = sets.flat()
  for (const reader of readers) reader()
}

export function useRegisterQuickActions(actions: readonly QuickAction[]): void {
  const latest = useRef(actions)
  latest.current = actions
  const shape = actions.map((one) => one.label).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: registered again only when the labels change.
  useEffect(() => {
    const mine = latest.current.map((one, at) => ({ ...one, run: () => latest.current[at]?.run() }))
    set([...sets, mine])
    return () => set(sets.filter((other) => other !== mine))
  }, [shape])
}

export function useQuickActions(): readonly QuickAction[] {
  return useSyncExternalStore(
    (reader) => {
      readers.add(reader)
      return () => readers.delete(reader)
    },
    () => flat,
  )
}
