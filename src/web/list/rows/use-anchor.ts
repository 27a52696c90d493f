import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'
import type { ListRow } from '../model/list.ts'

interface Anchored {
  readonly rows: readonly ListRow[]
  /** The request of the rows; another request needs no anchor. */
  readonly asked: string
  readonly isOld: boolean
  /** Height of a row. */
  readonly row: number
}

/**
 * Keeps the reading position when rows above appear or disappear, as browser anchoring does for plain rows. At the top
 * new rows show.
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
