import { useMemo, useRef, useState } from 'react'
import type { ListRow } from './list.ts'

export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly rows: readonly ListRow[]
  readonly toggle: (id: string) => void
  /** From the row last toggled to this one. */
  readonly toggleTo: (id: string) => void
  readonly setAll: (on: boolean) => void
  readonly clear: () => void
}

/** Rows stay chosen while more are loaded; whoever changes what the list shows clears them. */
export function useSelection(rows: readonly ListRow[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string | null>(null)
  const chosen = useMemo(() => rows.filter((row) => ids.has(row.id)), [rows, ids])

  const toggle = (id: string) => {
    anchor.current = id
    setIds((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }
  const toggleTo = (id: string) => {
    const from = rows.findIndex((row) => row.id === anchor.current)
    const to = rows.findIndex((row) => row.id === id)
    if (from < 0 || to < 0) return toggle(id)
    const span = rows.slice(Math.min(from, to), Math.max(from, to) + 1)
    setIds((now) => new Set([...now, ...span.map((row) => row.id)]))
  }
  return {
    ids: useMemo(() => new Set(chosen.map((row) => row.id)), [chosen]),
    rows: chosen,
    toggle,
    toggleTo,
    setAll: (on) => setIds(new Set(on ? rows.map((row) => row.id) : [])),
    clear: () => setIds(new Set()),
  }
}
