import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { parsePlace, pathOf, withoutRefresh } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { cameBack, cameFrom, leaveTrail, trailOf } from '#web/core/trail.ts'
import type { List, ListRow } from './list.ts'
import type { LeftList } from './list-memory.ts'
import { leaveList, leftList } from './list-memory.ts'

const address = () => withoutRefresh(location.pathname) + location.search

/** The record that was shown before, whichever of its tabs. */
function recordBefore(): string {
  const place = parsePlace(cameFrom())
  return place?.id ? pathOf({ ...place, tab: null }) : cameFrom()
}

/** How the list was left, for who comes back to it from one of its records or through the history. */
export function useLeftList(): LeftList | null {
  const [left] = useState(() => {
    const list = trailOf(recordBefore())?.list
    return cameBack() || list === location.pathname + location.search ? leftList(address()) : null
  })
  return left
}

/**
 * Where a list stands among the pages: records opened from it step through it and come back to it; the row that was
 * opened has the focus again, in view, and everything is where it was.
 */
export function useListPlace({
  list,
  rows,
  region,
  left,
  now,
  focusAt,
}: {
  list: List
  rows: readonly ListRow[]
  region: RefObject<HTMLDivElement | null>
  left: LeftList | null
  /** What is to be found again. */
  now: Omit<LeftList, 'top'>
  /** Gives the row at this place the focus, without moving the page. */
  focusAt: (at: number) => void
}): void {
  const { category } = useSession()
  const isArriving = useRef(true)
  const top = useRef(left?.top ?? 0)
  const latest = useRef(now)
  latest.current = now

  useEffect(() => {
    const records = rows.map((row) => list.link(row, category)).filter((to) => to !== null)
    leaveTrail({ list: location.pathname + location.search, title: list.title, records })
  }, [rows, list, category])

  const here = useRef(address())
  // The address changes with every filter; when the list is left it is another page's already.
  useEffect(() => {
    here.current = address()
  })

  useEffect(() => {
    const scroller = scrollerOf(region.current)
    const note = () => {
      top.current = scroller?.scrollTop ?? 0
    }
    scroller?.addEventListener('scroll', note, { passive: true })
    return () => {
      scroller?.removeEventListener('scroll', note)
      leaveList(here.current, { ...latest.current, top: top.current })
    }
  }, [region])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as there are rows.
  useEffect(() => {
    if (rows.length === 0 || !isArriving.current) return
    isArriving.current = false
    const scroller = scrollerOf(region.current)
    if (left && scroller) scroller.scrollTop = left.top
    const opened = rows.findIndex((row) => list.link(row, category) === recordBefore())
    if (opened >= 0) focusAt(opened)
  }, [rows])
}

/** The table scrolls by itself; cards scroll with the page. */
function scrollerOf(region: HTMLElement | null): HTMLElement | null {
  return region?.querySelector<HTMLElement>('[data-list-scroll]') ?? document.getElementById('main')
}
