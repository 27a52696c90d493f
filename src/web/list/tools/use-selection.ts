import { useMemo, useRef, useState } from 'react'
import type { ListRow } from '../model/list.ts'

export interface Selection {
  readonly ids: ReadonlySet<string>
  /** Current state if shown, else the state at selection. */
  readonly rows: readonly ListRow[]
  readonly toggle: (id: string) => void
  /** From the row last toggled to this one. */
  readonly toggleTo: (id: string) => void
  readonly setAll: (on: boolean) => void
  /** Rows not necessarily shown: all matches. */
  readonly setRows: (rows: readonly ListRow[]) => void
  readonly clear: () => void
}

type Chosen = ReadonlyMap<string, ListRow>
const nothing: Chosen = new Map()

/** Rows stay selected while more load; a change of the shown rows clears them. */
export function useSelection(rows: readonly ListRow[], before: readonly ListRow[] = []): Selection {
  const [chosen, setChosen] = useState<Chosen>(() =>
    before.length > 0 ? new Map(before.map((row) => [row.id, row])) : nothing,
  )
  const latest = useRef(rows)
  latest.current = rows
  const anchor = useRef<string | null>(null)
  const current = useMemo(() => {
    if (chosen.size === 0) return []
    const shown = new Map(rows.map((row) => [row.id, row]))
    return [...chosen.values()].map((row) => shown.get(row.id) ?? row)
  }, [rows, chosen])

  // Stable functions: ten thousand rows hold them.
  const change = useMemo(() => {
    const toggle = (id: string) => {
      anchor.current = id
      setChosen((now) => {
        if (now.has(id)) return new Map([...now].filter(([other]) => other !== id))
        const row = latest.current.find((one) => one.id === id)
        return row ? new Map([...now, [id, row]]) : now
      })
    }
    const setRows = (next: readonly ListRow[]) =>
      setChosen(next.length === 0 ? nothing : new Map(next.map((row) => [row.id, row])))
    const toggleTo = (id: string) => {
      const shown = latest.current
      const from = shown.findIndex((row) => row.id === anchor.current)
      const to = shown.findIndex((row) => row.id === id)
      if (from < 0 || to < 0) return toggle(id)
      const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1)
      setChosen((now) => new Map([...now, ...range.map((row) => [row.id, row] as const)]))
    }
    return {
      toggle,
      toggleTo,
      setRows,
      setAll: (on: boolean) => setRows(on ? latest.current : []),
      clear: () => setRows([]),
    }
  }, [])
  return { ids: useMemo(() => new Set(chosen.keys()), [chosen]), rows: current, ...change }
}
