import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { parsePlace, pathOf, withoutRefresh } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { cameBack, cameFrom, leaveTrail, trailOf } from '#web/core/trail.ts'
import type { List, ListRow } from './list.ts'
import type { LeftList } from './list-memory.ts'
import { leaveList, leftList } from './list-memory.ts'

const address = () => withoutRefresh(location.pathname) + location.search

/** The previous record, on any of its tabs. */
function recordBefore(): string {
  const place = parsePlace(cameFrom())
  return place?.id ? pathOf({ ...place, tab: null }) : cameFrom()
}

/** The stored state of the list for a return from a record or through the history. */
export function useLeftList(): LeftList | null {
  const [left] = useState(() => {
    const list = trailOf(recordBefore())?.list
    return cameBack() || list === location.pathname + location.search ? leftList(address()) : null
  })
  return left
}

/** Connects a list with its records: records step through it, and a return restores focus, scroll and state. */
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
  /** The state to restore. */
  now: Omit<LeftList, 'top'>
  /** Focuses the row at this place without scrolling the page. */
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
  // The current address: at unmount it already belongs to the next page.
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
