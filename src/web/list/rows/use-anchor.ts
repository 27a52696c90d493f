import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'
import type { ListRow } from '../model/list.ts'

interface Anchored {
  readonly rows: readonly ListRow[]
  /** What was asked for: other rows of another question are no news of these. */
  readonly asked: string
  readonly isOld: boolean
  /** Height of a row. */
  readonly row: number
}

/**
 * Rows that come or go above what is read do not move it: what the browser's own anchoring does where every row is an
 * element of its own. At the head of the list what is new comes into sight.
 */
export function useAnchor(scroller: RefObject<HTMLElement | null>, now: Anchored): void {
  const before = useRef(now)
  useLayoutEffect(() => {
    const { rows, asked, isOld } = before.current
    before.current = now
    const element = scroller.current
    if (!element || rows === now.rows || asked !== now.asked || isOld) return
    const at = Math.floor(element.scrollTop / now.row)
    const id = rows[at]?.id
    if (at === 0 || id === undefined) return
    const moved_to = now.rows.findIndex((row) => row.id === id)
    if (moved_to >= 0 && moved_to !== at) element.scrollTop += (moved_to - at) * now.row
  })
}
