import { useMemo, useRef, useState } from 'react'
import type { ListRow } from './list.ts'

export interface Selection {
  readonly ids: ReadonlySet<string>
  /** As they are now where they are shown, else as they were when they were chosen. */
  readonly rows: readonly ListRow[]
  readonly toggle: (id: string) => void
  /** From the row last toggled to this one. */
  readonly toggleTo: (id: string) => void
  readonly setAll: (on: boolean) => void
  /** Rows that need not be shown: all that match. */
  readonly setRows: (rows: readonly ListRow[]) => void
  readonly clear: () => void
}

/** Rows stay chosen while more are loaded; whoever changes what the list shows clears them. */
export function useSelection(rows: readonly ListRow[]): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ListRow>>(new Map())
  const anchor = useRef<string | null>(null)
  const current = useMemo(() => {
    const shown = new Map(rows.map((row) => [row.id, row]))
    return [...chosen.values()].map((row) => shown.get(row.id) ?? row)
  }, [rows, chosen])

  const put = (added: readonly ListRow[]) =>
    setChosen((now) => new Map([...now, ...added.map((row) => [row.id, row] as const)]))
  const toggle = (id: string) => {
    anchor.current = id
    const row = rows.find((one) => one.id === id)
    if (!chosen.has(id)) return put(row ? [row] : [])
    setChosen(new Map([...chosen].filter(([other]) => other !== id)))
  }
  const toggleTo = (id: string) => {
    const from = rows.findIndex((row) => row.id === anchor.current)
    const to = rows.findIndex((row) => row.id === id)
    if (from < 0 || to < 0) return toggle(id)
    put(rows.slice(Math.min(from, to), Math.max(from, to) + 1))
  }
  const setRows = (next: readonly ListRow[]) => setChosen(new Map(next.map((row) => [row.id, row])))
  return {
    ids: useMemo(() => new Set(chosen.keys()), [chosen]),
    rows: current,
    toggle,
    toggleTo,
    setAll: (on) => setRows(on ? rows : []),
    setRows,
    clear: () => setRows([]),
  }
}
