import { useMemo, useState } from 'react'

/** Which row the reader is at, and which rows have their own rows shown under them. */
export interface Current {
  readonly id: string | null
  readonly set: (id: string | null) => void
  /** The row is shown in the preview. */
  readonly isPreviewed: boolean
  readonly open: ReadonlySet<string>
  readonly toggleOpen: (id: string) => void
}

export function useCurrent(isPreviewed: boolean, before: ReadonlySet<string> = new Set()): Current {
  const [id, setId] = useState<string | null>(null)
  const [open, setOpen] = useState(before)
  const change = useMemo(
    () => ({
      set: setId,
      toggleOpen: (row: string) =>
        setOpen((now) =>
          now.has(row) ? new Set([...now].filter((one) => one !== row)) : new Set([...now, row]),
        ),
    }),
    [],
  )
  return { id, open, isPreviewed, ...change }
}
