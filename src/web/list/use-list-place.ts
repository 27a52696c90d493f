import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { useSession } from '#web/core/session.ts'
import { cameFrom, leaveTrail } from '#web/core/trail.ts'
import type { List, ListRow } from './list.ts'

/**
 * Where a list stands among the pages: records opened from it step through it and come back to it, and the row that was
 * opened has the focus again, in view.
 */
export function useListPlace(
  list: List,
  rows: readonly ListRow[],
  region: RefObject<HTMLDivElement | null>,
): void {
  const { category } = useSession()
  const isArriving = useRef(true)

  useEffect(() => {
    const records = rows.map((row) => list.link(row, category)).filter((to) => to !== null)
    leaveTrail({ list: location.pathname + location.search, title: list.title, records })
  }, [rows, list, category])

  useEffect(() => {
    if (rows.length === 0 || !isArriving.current) return
    isArriving.current = false
    const opened = region.current?.querySelector<HTMLElement>(
      `[data-row-link][href="${CSS.escape(cameFrom())}"]`,
    )
    opened?.focus({ preventScroll: true })
    opened?.scrollIntoView({ block: 'center' })
  }, [rows, region])
}
