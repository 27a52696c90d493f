import { useCallback, useState } from 'react'

/** Spec §2: column width default 100, min 100, max 1000; kinds bring their own defaults (§9). */
export const width_min = 100
export const width_max = 1000

export type Widths = Readonly<Record<string, number>>

export function clampWidth(width: number): number {
  return Math.round(Math.min(width_max, Math.max(width_min, width)))
}

/** Widths the user has set, kept on this device per list and user. Signing out wipes them with everything else. */
export function useWidths(key: string): [Widths, (field: string, width: number) => void] {
  const storage_key = `stint.widths.${key}`
  const [widths, setWidths] = useState<Widths>(() => read(storage_key))
  const set = useCallback(
    (field: string, width: number) =>
      setWidths((now) => {
        const next = { ...now, [field]: clampWidth(width) }
        try {
          localStorage.setItem(storage_key, JSON.stringify(next))
        } catch {
          // A full or forbidden storage only forgets the width.
        }
        return next
      }),
    [storage_key],
  )
  return [widths, set]
}

function read(storage_key: string): Widths {
  try {
    const raw: unknown = JSON.parse(localStorage.getItem(storage_key) ?? '{}')
    if (typeof raw !== 'object' || raw === null) return {}
    const kept = Object.entries(raw).filter((one): one is [string, number] => Number.isFinite(one[1]))
    return Object.fromEntries(kept.map(([field, width]) => [field, clampWidth(width)]))
  } catch {
    return {}
  }
}
