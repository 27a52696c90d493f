import { useMemo, useState } from 'react'

/** The current row, and the rows with open sub-rows. */
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
