import type { RefObject } from 'react'
import { useCallback } from 'react'
import type { ListRow } from '../model/list.ts'
import type { Current } from './use-current.ts'

/** Frames to wait for a hidden row. */
const frames_max = 6

/** Focuses the link of a row, rendering it first if hidden. */
export function useFocusAt(
  region: RefObject<HTMLDivElement | null>,
  rows: readonly ListRow[],
  current: Current,
): (at: number) => void {
  const { set } = current
  return useCallback(
    (at) => {
      const id = rows[at]?.id
      if (id === undefined) return
      set(id)
      const look = (frames: number) => {
        const row = region.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
        if (!row) {
          if (frames > 0) requestAnimationFrame(() => look(frames - 1))
          return
        }
        const target =
          row.querySelector<HTMLElement>('[data-row-link]') ?? row.querySelector<HTMLElement>('input, button')
        target?.focus({ preventScroll: true })
        row.scrollIntoView({ block: 'nearest' })
      }
      look(frames_max)
    },
    [region, rows, set],
  )
}
